//! `perm/scramble`: random states, or random moves.

use std::time::Duration;

use gordian_atlas::optimal::SolverConfig;
use gordian_core::Random;
use gordian_perm::definition::{Definition, Metric, MoveSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::{OrbitState, Puzzle, read_puzzle};
use super::solve::{MAX_DATABASE_BYTES, is_solvable};
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::perm::RANDOM_MOVES_HINT;
use gordian_solve::perm::{KnownPuzzle, PermError, Scramble, Scrambler};

/// The largest number of moves.
const MAX_LENGTH: usize = 100;
/// How long a random state is solved.
const MAX_TIME: Duration = Duration::from_secs(5);

/// The puzzle to scramble.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScrambleRequest {
    /// The name of a puzzle, or the text of a definition in the format of twsearch.
    pub puzzle: String,
    /// Only these moves and their powers, such as `U R2`; all by default.
    pub moves: Option<String>,
    /// What counts as one move: `htm`, any number of turns of one kind, by default.
    #[serde(default)]
    pub metric: Metric,
    /// This many random moves; by default a random state.
    #[schemars(range(min = 1, max = 100))]
    pub length: Option<usize>,
    /// The seed: equal seeds give equal states. Chosen at random if left out.
    pub seed: Option<u64>,
}

/// What of a scramble is random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RandomPart {
    /// The state: each that the moves reach is equally likely. The sequence is the inverse of a
    /// solution.
    State,
    /// The moves. Not all states are equally likely.
    Moves,
}

/// A scramble.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScrambleResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The name of the puzzle.
    pub name: String,
    /// What is random: the moves if `length` was given, otherwise the state.
    pub random: RandomPart,
    /// The moves from the solved state.
    pub sequence: String,
    /// The state, to which the moves were verified to lead.
    pub state: Vec<OrbitState>,
    /// The seed that reproduces this result.
    pub seed: u64,
}

/// Draws and solves a random state.
fn random_state(
    puzzle: &Puzzle,
    moves: &MoveSet,
    random: &mut Random,
    ctx: &RequestContext<'_>,
) -> Result<Scramble, RequestError> {
    let definition = &puzzle.definition;
    let cancel = ctx.cancel.within(ctx.time_limit(None)?.into_iter().chain([MAX_TIME]).min());
    let scrambler = match KnownPuzzle::of(definition, moves) {
        Some(KnownPuzzle::Cube3(map)) => {
            let solver = ctx.resources.cube3(&map.query(), ctx.progress)?;
            Scrambler::cube3(definition, moves, map, solver, &cancel)
        }
        Some(KnownPuzzle::Square1(map)) => {
            let solver = ctx.resources.square1(ctx.progress)?;
            Ok(Scrambler::square1(definition, map, solver))
        }
        None if is_solvable(puzzle, moves) => {
            let max_bytes = ctx.max_memory.unwrap_or(u64::MAX).min(MAX_DATABASE_BYTES);
            let cache = ctx.resources.cache().filter(|_| puzzle.is_named).map(ToOwned::to_owned);
            let config = SolverConfig { max_bytes, threads: ctx.threads.get(), cache };
            Scrambler::any(definition, moves, config, &cancel)
        }
        None => Err(PermError::TooManyStates),
    };
    match scrambler.and_then(|mut it| it.draw(random, &cancel, ctx.progress)) {
        Ok(drawn) if drawn.sequence.is_some() => Ok(drawn),
        Err(error) if error.stopped().is_none() => Err(ErrorDetail::from(error).into()),
        _ => {
            let message = "no solution of a random state was found within the limits of a request";
            Err(ErrorDetail::new("perm.no-random-state", message).hint(RANDOM_MOVES_HINT).into())
        }
    }
}

impl ScrambleResponse {
    /// Returns the document of a scramble.
    #[must_use]
    pub fn new(
        definition: &Definition,
        random: RandomPart,
        scramble: &Scramble,
        seed: u64,
    ) -> Self {
        let sequence = scramble.sequence.as_ref();
        Self {
            schema: SchemaVersion,
            name: definition.name().to_owned(),
            random,
            sequence: sequence.map_or_else(String::new, |it| it.write(definition)),
            state: OrbitState::of(definition, &scramble.state),
            seed,
        }
    }
}

impl RequestKind for ScrambleRequest {
    const NAME: &'static str = "perm/scramble";
    const SUMMARY: &'static str = "Returns a random state of a permutation puzzle with a sequence that leads to it, or random moves.";
    type Response = ScrambleResponse;

    fn example() -> Self {
        Self {
            puzzle: "skewb".to_owned(),
            moves: None,
            metric: Metric::AnyPower,
            length: None,
            seed: Some(1),
        }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ScrambleResponse, RequestError> {
        if let Some(length) = self.length.filter(|length| !(1..=MAX_LENGTH).contains(length)) {
            let message = format!("`length` is {length}, not between 1 and {MAX_LENGTH}");
            return Err(ErrorDetail::new("request.out-of-range", message).into());
        }
        let puzzle = read_puzzle(&self.puzzle, ctx)?;
        let moves = puzzle.moves(self.moves.as_deref(), self.metric)?;
        let seed = self.seed.unwrap_or_else(|| ctx.resources.fresh_seed());
        let mut random = Random::new(seed);
        let definition = &puzzle.definition;
        let (part, scramble) = match self.length {
            None => (RandomPart::State, random_state(&puzzle, &moves, &mut random, ctx)?),
            Some(length) => (
                RandomPart::Moves,
                Scramble::of_random_moves(definition, &moves, length, &mut random),
            ),
        };
        Ok(ScrambleResponse::new(definition, part, &scramble, seed))
    }
}
