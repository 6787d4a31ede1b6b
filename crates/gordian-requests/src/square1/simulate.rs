//! `square1/apply` and `square1/check`: requests that need no search.

use gordian_perm::square1::{Colours, Move, Notation, Sequence, SquareError, draw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::read;
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::square1::twist_span;

/// A position and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyRequest {
    /// A position, or the sequence that leads to it.
    pub position: String,
    /// The moves.
    pub moves: String,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    pub colours: Colours,
    /// The notation of sequences.
    #[serde(default)]
    pub notation: Notation,
}

/// The positions after moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApplyResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The position after all moves.
    pub position: String,
    /// The position after each step, a turn or a twist.
    pub positions: Vec<String>,
    /// The steps.
    pub steps: Vec<String>,
}

impl RequestKind for ApplyRequest {
    const NAME: &'static str = "square1/apply";
    const SUMMARY: &'static str =
        "Applies moves to a position and returns the position after each step.";
    type Response = ApplyResponse;

    fn example() -> Self {
        Self {
            position: "01234567-F89ABCDE,S".to_owned(),
            moves: "(1,0)/(-1,-1)/".to_owned(),
            ..Self::default()
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ApplyResponse, RequestError> {
        let notation = self.notation;
        let start = read(&self.position, self.colours, self.notation)?;
        let moves = Sequence::parse(&self.moves, notation)
            .map_err(|error| ErrorDetail::of_square1(&error, &self.moves))?;
        ctx.check_max_items("steps", moves.moves().len())?;
        // The whole sequence at once, so that errors count the twists from its beginning.
        let mut positions = Vec::with_capacity(moves.moves().len());
        let end = start
            .apply_and_visit(&moves, |position| positions.push(position.to_string()))
            .map_err(|error| blocked_twist(error, &self.moves))?;
        let step_text = |&step: &Move| std::iter::once(step).collect::<Sequence>().write(notation);
        let steps = moves.moves().iter().map(step_text).collect();
        let position = end.to_string();
        Ok(ApplyResponse { schema: SchemaVersion, position, positions, steps })
    }
}

/// Returns the error of a blocked twist, with its place in the text of the sequence.
fn blocked_twist(error: SquareError, moves: &str) -> ErrorDetail {
    let SquareError::BlockedTwist { move_index, n_twists_before, .. } = error else {
        return ErrorDetail::new(error.code(), error.to_string()).hint(error.hint());
    };
    ErrorDetail::new("square1.blocked", format!("after {move_index} steps: {error}"))
        .hint("turn a layer so that no large piece lies across the cut")
        .at(moves, &twist_span(moves, n_twists_before))
}

/// A position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// A position, or the sequence that leads to it.
    pub position: String,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    pub colours: Colours,
    /// The notation of sequences.
    #[serde(default)]
    pub notation: Notation,
}

/// What is known of a position without a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The position.
    pub position: String,
    /// Whether the position is possible: always true, because an impossible one is an error.
    #[schemars(extend("const" = true))]
    pub possible: bool,
    /// The colours of the puzzle.
    pub colours: Colours,
    /// Whether a twist is possible: no large piece lies across the cut.
    pub can_twist: bool,
    /// A text drawing of both layers.
    pub drawing: String,
}

impl RequestKind for CheckRequest {
    const NAME: &'static str = "square1/check";
    const SUMMARY: &'static str =
        "Checks whether a position is possible; if not, the error gives the reason.";
    type Response = CheckResponse;

    fn example() -> Self {
        Self { position: "(1,0)/(-1,-1)/(0,1)".to_owned(), ..Self::default() }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<CheckResponse, RequestError> {
        let position = read(&self.position, self.colours, self.notation)?;
        Ok(CheckResponse {
            schema: SchemaVersion,
            position: position.to_string(),
            possible: true,
            colours: position.colours(),
            can_twist: position.can_twist(),
            drawing: draw(&position),
        })
    }
}
