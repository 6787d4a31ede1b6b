//! `perm/apply`: the states after moves.

use gordian_perm::definition::{Sequence, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::{OrbitState, read_puzzle};
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// The maximal number of pieces in all states of a response. The names of the orbits, which each
/// state repeats, count as a piece for each 8 bytes.
const MAX_PIECES: usize = 200_000;

/// A puzzle and moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyRequest {
    /// The name of a puzzle, or the text of a definition in the format of twsearch.
    pub puzzle: String,
    /// The sequence that leads from the solved state to the first one.
    #[serde(default)]
    pub setup: String,
    /// The moves: a sequence with groups, commutators, conjugates and comments.
    pub moves: String,
}

/// The states after moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApplyResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The moves of the setup, all groups written out.
    pub setup: Vec<String>,
    /// The state before the moves.
    pub start: Vec<OrbitState>,
    /// The moves, all groups written out.
    pub steps: Vec<String>,
    /// The state after each move.
    pub states: Vec<Vec<OrbitState>>,
    /// Whether the last state is the solved one.
    pub solved: bool,
}

impl RequestKind for ApplyRequest {
    const NAME: &'static str = "perm/apply";
    const SUMMARY: &'static str = "Applies moves to a state of a permutation puzzle and returns the state after each of them.";
    type Response = ApplyResponse;

    fn example() -> Self {
        Self {
            puzzle: "2x2x2".to_owned(),
            setup: "R U'".to_owned(),
            moves: "[R, U]2 // twice".to_owned(),
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ApplyResponse, RequestError> {
        let puzzle = read_puzzle(&self.puzzle, ctx)?;
        let definition = &puzzle.definition;
        let setup = puzzle.sequence(&self.setup, "setup", ctx)?;
        let moves = puzzle.sequence(&self.moves, "moves", ctx)?;
        let n_moves = moves.steps().len();
        let names = definition.orbits().iter().map(|orbit| orbit.name().len() / 8);
        let size = definition.n_positions() + names.sum::<usize>();
        if n_moves.saturating_mul(size) > MAX_PIECES {
            let limit = MAX_PIECES / size;
            let message =
                format!("{n_moves} moves are more than the limit of {limit} for this puzzle");
            return Err(ErrorDetail::new("request.too-many", message)
                .hint("move some of them to the setup, whose states are not returned")
                .into());
        }
        let start = puzzle.end(definition.solved(), &setup, "setup")?;
        let mut states = Vec::with_capacity(n_moves);
        let mut last = start.clone();
        for state in puzzle.states(&start, &moves, "moves") {
            last = state?;
            states.push(puzzle.document(&last));
        }
        let write = |sequence: &Sequence| {
            let one = |&step: &Step| std::iter::once(step).collect::<Sequence>().write(definition);
            sequence.steps().iter().map(one).collect()
        };
        Ok(ApplyResponse {
            schema: SchemaVersion,
            setup: write(&setup),
            start: puzzle.document(&start),
            steps: write(&moves),
            states,
            solved: &last == definition.solved(),
        })
    }
}
