//! `perm/solve`: a shortest solution of a state.

use gordian_atlas::optimal::{Solution, Solver, SolverConfig, SolverError};
use gordian_core::Cancel;
use gordian_perm::definition::{MoveSet, State};
use gordian_table::Disk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::{Puzzle, read_puzzle};
use crate::Seconds;
use crate::perm::KnownPuzzle;
use crate::requests::context::Clock;
use crate::requests::{
    ErrorDetail, LimitName, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion,
};

/// The largest memory of the pattern databases of a request, in bytes.
pub(super) const MAX_DATABASE_BYTES: u64 = 32 << 20;
/// The maximal product of the number of positions and the square of the number of moves.
const MAX_PAIR_ENTRIES: usize = 20_000_000;

/// A state of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The name of a puzzle, or the text of a definition in the format of twsearch.
    pub puzzle: String,
    /// The sequence that leads from the solved state to the state.
    pub setup: String,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// A shortest solution of a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolveResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// What was established.
    pub outcome: OutcomeName,
    /// A shortest solution, or the best one at a limit, verified by replay. Any number of turns of one kind counts as one move.
    pub solution: Option<String>,
    /// The number of its moves.
    pub length: Option<usize>,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// Whether there is a solution; it was verified by replay.
    pub checked: bool,
    /// The time that the answer took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<LimitName>,
}

/// Returns whether a puzzle is small enough to be solved in a request.
pub(super) fn is_solvable(puzzle: &Puzzle, moves: &MoveSet) -> bool {
    let n_moves = moves.moves().len();
    let n_entries = n_moves.saturating_mul(n_moves).saturating_mul(puzzle.definition.n_positions());
    puzzle.has_small_group() && n_entries <= MAX_PAIR_ENTRIES
}

/// Builds the databases and searches. Reaching a limit is a result.
fn search(
    puzzle: &Puzzle,
    moves: &MoveSet,
    state: &State,
    config: &SolverConfig,
    cancel: &Cancel,
) -> Result<Solution, ErrorDetail> {
    let found = Solver::new(&puzzle.definition, moves, cancel)
        .and_then(|mut it| it.build_and_solve(state, 1, &Disk, config, cancel, &|_| ()));
    found.or_else(|error| match (error.stopped(), error) {
        (Some(limit), _) => Ok(Solution::stopped(limit)),
        (None, SolverError::Group(error)) => Err(ErrorDetail::new("perm.group", error.to_string())
            .hint("give a puzzle with fewer pieces")),
        (None, SolverError::Atlas(error)) => Err(error.into()),
    })
}

impl RequestKind for SolveRequest {
    const NAME: &'static str = "perm/solve";
    const SUMMARY: &'static str = "Finds a shortest solution of a state of a permutation puzzle, or a proved lower bound of its \
         length.";
    type Response = SolveResponse;

    fn example() -> Self {
        Self { puzzle: "floppy".to_owned(), setup: "R F L".to_owned(), time_limit: None }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        let clock = Clock::start();
        let puzzle = read_puzzle(&self.puzzle, ctx)?;
        let sequence = puzzle.sequence(&self.setup, "setup", ctx)?;
        let state = puzzle.end(puzzle.definition.solved(), &sequence, "setup")?;
        let moves = puzzle.moves()?;
        if !is_solvable(&puzzle, &moves) {
            let message = "the puzzle has too many pieces or moves to be solved in a request";
            return Err(ErrorDetail::new("request.too-large", message)
                .hint("the program for the command line has no such limit")
                .into());
        }
        let time_limit = ctx.time_limit(self.time_limit)?;
        let cancel = ctx.cancel.within(time_limit);
        let max_bytes = ctx.max_memory.unwrap_or(u64::MAX).min(MAX_DATABASE_BYTES);
        // The databases of other puzzles would fill the disk.
        let cache = ctx.resources.cache().filter(|_| puzzle.is_named).map(ToOwned::to_owned);
        let config = SolverConfig { max_bytes, threads: ctx.threads.get(), cache };
        let found = match KnownPuzzle::of(&puzzle.definition, &moves) {
            Some(KnownPuzzle::Cube3(map)) => {
                let mut solver = ctx.resources.cube3(&map.query(), ctx.progress)?;
                map.solve(&puzzle.definition, &state, &mut solver, &cancel, ctx.progress)?.0
            }
            _ => search(&puzzle, &moves, &state, &config, &cancel)?,
        };
        let solution = found.sequences.first();
        if let Some(solution) = solution {
            let end = puzzle.definition.apply_sequence(&state, solution);
            if end.as_ref() != Ok(puzzle.definition.solved()) {
                let message = "a solution does not solve the state: a bug; please report it";
                return Err(ErrorDetail::new("solve.unsound", message).into());
            }
        }
        let length = solution.map(|it| it.steps().len());
        let is_shortest = found.is_shortest();
        Ok(SolveResponse {
            schema: SchemaVersion,
            outcome: match (solution, found.limit) {
                (Some(_), Some(_)) if !is_shortest => OutcomeName::Feasible,
                (Some(_), _) => OutcomeName::Optimal,
                (None, Some(_)) => OutcomeName::Stopped,
                (None, None) => OutcomeName::Infeasible,
            },
            solution: solution.map(|it| it.write(&puzzle.definition)),
            length,
            lower_bound: found.lower_bound,
            checked: solution.is_some(),
            seconds: clock.seconds(),
            limit: found.limit.filter(|_| solution.is_none() || !is_shortest).map(LimitName::from),
        })
    }
}
