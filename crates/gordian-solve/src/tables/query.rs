//! Looks up positions in a table.

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{Database, PathMoves, ShortestPaths, label, middle_parity};
use gordian_core::Cancel;
use gordian_perm::square1::{Move, Notation, Position, Sequence, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TableWorkError;
use crate::document::SchemaVersion;

/// Looks up positions in a table.
#[derive(Clone, Copy)]
pub struct TableQuery<'a> {
    /// The table.
    pub database: &'a Database,
    /// Whether a shortest solution is returned, which takes most of the time.
    pub solutions: bool,
    /// The notation of solutions.
    pub notation: Notation,
}

/// What a table says about the position of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TableQueryResponse")]
pub struct QueryResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The number of the line, from 1.
    pub line: usize,
    /// The position.
    pub position: String,
    /// The distance in twists.
    pub distance: u32,
    /// The distance in the model of 2007, which ignores the middle layer.
    pub distance_ignoring_middle: u32,
    /// A shortest solution, if solutions are requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Whether the solution was verified by replay; always true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

impl TableQuery<'_> {
    /// Looks up the position of line number `line`. A solution is replayed with the simulator
    /// before it is returned.
    ///
    /// # Errors
    ///
    /// [`AtlasError::WrongPuzzle`] if the position has other colours than the table, errors of
    /// reading the table, and [`TableWorkError::WrongSolution`].
    pub fn look_up(
        &self,
        line: usize,
        position: &Position,
        cancel: &Cancel,
    ) -> Result<QueryResponse, TableWorkError> {
        let model = self.database.model();
        if position.colours() != model.colours() {
            let (found, expected) = (label(model.colours()), label(position.colours()));
            return Err(AtlasError::WrongPuzzle { found, expected }.into());
        }
        let state = model.state(position);
        let parity = middle_parity(position.middle());
        let (distance, solution) = if self.solutions {
            let path = ShortestPaths::new(self.database, cancel).shortest(&state, parity)?;
            let moves = model.to_moves(position, &path).ok_or(TableWorkError::WrongSolution)?;
            let text = solution_text(moves, self.notation);
            self.check_solution(position, &text)?;
            (u32::try_from(path.len()).expect("paths are short"), Some(text))
        } else {
            (self.database.distance(&state, parity)?, None)
        };
        Ok(QueryResponse {
            schema: SchemaVersion,
            line,
            position: position.to_string(),
            distance,
            distance_ignoring_middle: self
                .database
                .distance_ignoring_middle(&state, parity, distance)?,
            checked: solution.is_some().then_some(true),
            solution,
        })
    }

    /// Replays the text of a solution with the simulator.
    fn check_solution(&self, position: &Position, solution: &str) -> Result<(), TableWorkError> {
        let sequence = Sequence::parse(solution, self.notation);
        let end = sequence.ok().and_then(|sequence| position.apply(&sequence).ok());
        let solved = Position::solved(position.colours());
        if end == Some(solved) { Ok(()) } else { Err(TableWorkError::WrongSolution) }
    }
}

/// Returns a solution as text.
///
/// The table treats the flipped solved puzzle as solved; the text ends with moves that flip it
/// back.
fn solution_text(path: PathMoves, notation: Notation) -> String {
    let half = Move::Turn(Turn::new(6, 6));
    let flip: &[Move] = match (path.flipped, notation) {
        (false, _) => &[],
        (true, Notation::Cube21) => &[Move::Flip],
        // Equivalent to a flip, without the flip symbol.
        (true, Notation::Wca) => &[Move::Twist, half, Move::Twist, half],
    };
    let steps = path.sequence.moves().iter().chain(flip).copied();
    steps.collect::<Sequence>().write(notation)
}
