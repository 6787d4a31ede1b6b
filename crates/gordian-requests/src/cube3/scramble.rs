//! `cube/scramble`: random positions.

use gordian_core::Random;
use gordian_perm::cube3::{Position, Sequence, random_position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::Stickers;
use crate::{RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::cube3::Query;

/// The cube to scramble.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrambleRequest {
    /// Whether to scramble the directions of the centres too.
    #[serde(default)]
    pub centres: bool,
    /// The seed: equal seeds give equal positions. Chosen at random if left out.
    pub seed: Option<u64>,
}

/// A random position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScrambleResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// Stickers and directions of the centres, in one line.
    pub position: String,
    /// The same, sticker by sticker.
    #[serde(flatten)]
    pub stickers: Stickers,
    /// Moves from the solved cube to the position; null: a limit was reached.
    pub sequence: Option<String>,
    /// The seed that reproduces this result.
    pub seed: u64,
}

impl RequestKind for ScrambleRequest {
    const NAME: &'static str = "cube/scramble";
    const SUMMARY: &'static str =
        "Returns a random position, uniformly distributed, with a sequence that leads to it.";
    type Response = ScrambleResponse;

    fn example() -> Self {
        Self { centres: true, seed: Some(1) }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ScrambleResponse, RequestError> {
        let seed = self.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
        let position = random_position(&mut Random::new(seed), self.centres);
        let query = Query { time_limit: ctx.time_limit(None)?, ..Query::scramble(self.centres) };
        let mut solver = ctx.resources.cube3(&query, ctx.progress)?;
        let answer = solver.solve(&position, &query, ctx.cancel, ctx.progress)?;
        Ok(ScrambleResponse::new(&position, answer.scramble().as_ref(), seed))
    }
}

impl ScrambleResponse {
    /// Returns the document of a position with moves that lead to it.
    #[must_use]
    pub fn new(position: &Position, sequence: Option<&Sequence>, seed: u64) -> Self {
        Self {
            schema: SchemaVersion,
            position: position.to_string(),
            stickers: Stickers::from(position),
            sequence: sequence.map(ToString::to_string),
            seed,
        }
    }
}
