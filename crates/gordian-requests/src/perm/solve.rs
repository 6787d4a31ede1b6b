//! `perm/solve`: a shortest solution of a state.

use gordian_atlas::optimal::SolverConfig;
use gordian_core::Limit;
use gordian_perm::definition::{Definition, Metric, MoveSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::{Puzzle, read_puzzle};
use crate::{ErrorDetail, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::Clock;
use gordian_solve::Seconds;
use gordian_solve::perm::{KnownPuzzle, Solved, StateSolver};

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
    /// The sequence that leads from the solved state to the target; by default, the target is the
    /// solved state.
    pub to: Option<String>,
    /// Only these moves and their powers, such as `U R2`; all by default.
    pub moves: Option<String>,
    /// What counts as one move: `htm`, any number of turns of one kind, by default.
    #[serde(default)]
    pub metric: Metric,
    /// The largest number of solutions to return: 1 by default.
    #[schemars(range(min = 1))]
    pub solutions: Option<usize>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// The shortest solutions of a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolveResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The name of the puzzle.
    pub name: String,
    /// What was established.
    pub outcome: OutcomeName,
    /// The first solution: a shortest one, or the best one at a limit.
    pub solution: Option<String>,
    /// All solutions found, each verified by replay.
    pub solutions: Vec<String>,
    /// The number of moves of each.
    pub length: Option<usize>,
    /// No solution is shorter than this; null if there is no solution.
    pub lower_bound: Option<u32>,
    /// Whether there is a solution; each was verified by replay.
    pub checked: bool,
    /// The number of states that the search visited.
    pub nodes: u64,
    /// The number of patterns of each database that the search used.
    pub databases: Vec<u64>,
    /// The time that the answer took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// Further remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl SolveResponse {
    /// Returns the document of the solutions of a state of a puzzle.
    #[must_use]
    pub fn new(definition: &Definition, solved: &Solved, seconds: Seconds) -> Self {
        let found = &solved.solution;
        let solutions: Vec<String> =
            found.sequences.iter().map(|it| it.write(definition)).collect();
        let outcome = solved.outcome();
        Self {
            schema: SchemaVersion,
            name: definition.name().to_owned(),
            outcome: outcome.into(),
            solution: solutions.first().cloned(),
            checked: !solutions.is_empty(),
            solutions,
            length: solved.length(),
            lower_bound: found.lower_bound,
            nodes: found.n_nodes,
            databases: solved.databases.clone(),
            seconds,
            limit: outcome.limit(),
            notes: solved.notes.clone(),
        }
    }
}

/// Returns whether a puzzle is small enough to be solved in a request.
pub(super) fn is_solvable(puzzle: &Puzzle, moves: &MoveSet) -> bool {
    let n_moves = moves.moves().len();
    let n_entries = n_moves.saturating_mul(n_moves).saturating_mul(puzzle.definition.n_positions());
    puzzle.has_small_group() && n_entries <= MAX_PAIR_ENTRIES
}

impl RequestKind for SolveRequest {
    const NAME: &'static str = "perm/solve";
    const SUMMARY: &'static str = "Finds a shortest solution of a state of a permutation puzzle, or a proved lower bound of its \
         length.";
    type Response = SolveResponse;

    fn example() -> Self {
        let (puzzle, setup) = ("floppy".to_owned(), "R F L".to_owned());
        Self { puzzle, setup, ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        let clock = Clock::start();
        let puzzle = read_puzzle(&self.puzzle, ctx)?;
        let sequence = puzzle.sequence(&self.setup, "setup", ctx)?;
        let state = puzzle.end(puzzle.definition.solved(), &sequence, "setup")?;
        let target = match &self.to {
            None => puzzle.definition.clone(),
            Some(text) => {
                let sequence = puzzle.sequence(text, "to", ctx)?;
                let end = puzzle.end(puzzle.definition.solved(), &sequence, "to")?;
                puzzle.definition.with_solved(&end).expect("moves keep the pieces")
            }
        };
        let moves = puzzle.moves(self.moves.as_deref(), self.metric)?;
        if !is_solvable(&puzzle, &moves) {
            let message = "the puzzle has too many pieces or moves to be solved in a request";
            return Err(ErrorDetail::new("request.too-large", message)
                .hint("give a puzzle with fewer pieces, or fewer moves")
                .into());
        }
        let n = self.solutions.unwrap_or(1);
        if n == 0 {
            let message = "`solutions` is 0: nothing would be asked";
            return Err(ErrorDetail::new("request.out-of-range", message)
                .hint("leave it out, or give 1 or more")
                .into());
        }
        ctx.check_max_items("solutions", n)?;
        let time_limit = ctx.time_limit(self.time_limit)?;
        let cancel = ctx.cancel.within(time_limit);
        let max_bytes = ctx.max_memory.unwrap_or(u64::MAX).min(MAX_DATABASE_BYTES);
        // The databases of other puzzles would fill the disk.
        let cache = ctx.resources.cache().filter(|_| puzzle.is_named).map(ToOwned::to_owned);
        let config = SolverConfig { max_bytes, threads: ctx.threads.get(), cache };
        let mut solver = StateSolver::new(&target, &moves, config);
        if n == 1
            && let Some(KnownPuzzle::Cube3(map)) = KnownPuzzle::of(&target, &moves)
        {
            solver = solver.with_cube3(ctx.resources.cube3(&map.query(), ctx.progress)?);
        }
        let solved = solver.solve(&state, n, &cancel, ctx.progress).map_err(RequestError::from)?;
        Ok(SolveResponse::new(&puzzle.definition, &solved, clock.seconds()))
    }
}
