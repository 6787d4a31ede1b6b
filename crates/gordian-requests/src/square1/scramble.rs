//! `square1/scramble`: random positions.

use gordian_core::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_perm::square1::{Colours, Notation};

/// The puzzle to scramble.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrambleRequest {
    /// The colours of the puzzle.
    #[serde(default)]
    pub colours: Colours,
    /// The notation of sequences.
    #[serde(default)]
    pub notation: Notation,
    /// The seed: equal seeds give equal positions. Chosen at random if left out.
    pub seed: Option<u64>,
}

/// A random position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScrambleResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The position.
    pub position: String,
    /// Moves from the solved puzzle to the position; null: a limit was reached.
    pub sequence: Option<String>,
    /// The seed that reproduces this result.
    pub seed: u64,
}

impl RequestKind for ScrambleRequest {
    const NAME: &'static str = "square1/scramble";
    const SUMMARY: &'static str = "Returns a random position, uniformly distributed, with a shortest sequence that leads to it.";
    type Response = ScrambleResponse;

    fn example() -> Self {
        Self { seed: Some(1), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ScrambleResponse, RequestError> {
        let seed = self.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
        let cancel = ctx.cancel_with_time_limit(None)?;
        let mut solver = ctx.resources.square1(ctx.progress)?;
        let mut random = Random::new(seed);
        let answer = solver.scramble(&mut random, self.colours, &cancel, ctx.progress)?;
        Ok(ScrambleResponse {
            schema: SchemaVersion,
            position: answer.position.to_string(),
            sequence: answer.scramble().map(|sequence| sequence.write(self.notation)),
            seed,
        })
    }
}
