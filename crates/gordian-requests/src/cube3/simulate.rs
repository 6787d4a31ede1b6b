//! `cube/apply` and `cube/check`: requests that need no search.

use gordian_perm::cube3::{LowercaseMeaning, Position, Sequence, is_stickers};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::{Stickers, read};
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// A position and moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApplyRequest {
    /// Stickers, a net, or the sequence that leads to the position.
    pub position: String,
    /// The moves.
    pub moves: String,
}

/// The position after moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApplyResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// Stickers and directions of the centres, in one line.
    pub position: String,
    /// The same, sticker by sticker.
    #[serde(flatten)]
    pub stickers: Stickers,
}

impl RequestKind for ApplyRequest {
    const NAME: &'static str = "cube/apply";
    const SUMMARY: &'static str = "Applies moves to a position.";
    type Response = ApplyResponse;

    fn example() -> Self {
        Self { position: "R U".to_owned(), moves: "F2".to_owned() }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<ApplyResponse, RequestError> {
        let position = read(&self.position)?;
        if is_stickers(&self.moves) {
            // Some sticker letters would be valid moves.
            return Err(ErrorDetail::new(
                "cube3.not-a-sequence",
                "`moves` are stickers, not moves",
            )
            .hint("stickers go into `position`")
            .into());
        }
        let moves = Sequence::parse(&self.moves, LowercaseMeaning::default())
            .map_err(|error| ErrorDetail::of_cube(&error, &self.moves))?;
        let position = position.apply(&moves);
        Ok(ApplyResponse::new(&position))
    }
}

impl ApplyResponse {
    /// Returns the document of the position after the moves.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            schema: SchemaVersion,
            position: position.to_string(),
            stickers: Stickers::from(position),
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// Stickers, a net, or the sequence that leads to the position.
    pub position: String,
}

/// A possible position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// Stickers and directions of the centres, in one line.
    pub position: String,
    /// The same, sticker by sticker.
    #[serde(flatten)]
    pub stickers: Stickers,
    /// Whether the position is possible: always true, because an impossible one is an error.
    #[schemars(extend("const" = true))]
    pub possible: bool,
}

impl RequestKind for CheckRequest {
    const NAME: &'static str = "cube/check";
    const SUMMARY: &'static str =
        "Checks whether a position is possible; if not, the error gives the reasons.";
    type Response = CheckResponse;

    fn example() -> Self {
        Self { position: "R U R' U'".to_owned() }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<CheckResponse, RequestError> {
        let position = read(&self.position)?;
        Ok(CheckResponse {
            schema: SchemaVersion,
            position: position.to_string(),
            stickers: Stickers::from(&position),
            possible: true,
        })
    }
}
