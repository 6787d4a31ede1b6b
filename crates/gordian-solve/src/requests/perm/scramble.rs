//! `perm/scramble`: random sequences.

use gordian_core::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::read_puzzle;
use crate::requests::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// The number of moves of a request without one.
const DEFAULT_LENGTH: usize = 30;
/// The largest number of moves.
const MAX_LENGTH: usize = 100;

/// The puzzle to scramble.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrambleRequest {
    /// The name of a puzzle, or the text of a definition in the format of twsearch.
    pub puzzle: String,
    /// The number of moves: 30 by default.
    #[schemars(range(min = 1, max = 100))]
    pub length: Option<usize>,
    /// The seed: equal seeds give equal sequences. Chosen at random if left out.
    pub seed: Option<u64>,
}

/// A random sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScrambleResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The moves. Not all states are equally likely.
    pub sequence: String,
    /// The seed that reproduces this result.
    pub seed: u64,
}

impl RequestKind for ScrambleRequest {
    const NAME: &'static str = "perm/scramble";
    const SUMMARY: &'static str = "Returns random moves of a permutation puzzle, each chosen among those that are legal and turn \
         something else than the move before.";
    type Response = ScrambleResponse;

    fn example() -> Self {
        Self { puzzle: "skewb".to_owned(), length: Some(11), seed: Some(1) }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ScrambleResponse, RequestError> {
        let length = self.length.unwrap_or(DEFAULT_LENGTH);
        if !(1..=MAX_LENGTH).contains(&length) {
            let message = format!("`length` is {length}, not between 1 and {MAX_LENGTH}");
            return Err(ErrorDetail::new("request.out-of-range", message).into());
        }
        let puzzle = read_puzzle(&self.puzzle)?;
        let moves = puzzle.moves()?;
        let seed = self.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
        let mut random = Random::new(seed);
        let sequence = puzzle.definition.random_sequence(&moves, length, &mut random);
        Ok(ScrambleResponse {
            schema: SchemaVersion,
            sequence: sequence.write(&puzzle.definition),
            seed,
        })
    }
}
