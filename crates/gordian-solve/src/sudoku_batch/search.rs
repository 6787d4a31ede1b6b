//! Searches for the solutions of one puzzle.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use gordian_core::background::{BackgroundResult, run_in_background};
use gordian_core::{Cancel, Limit, SimdLevel};
use gordian_grid::{Grid, Layout};
use gordian_puzzles::{GridPuzzle, Puzzle};
use gordian_sudoku::Finder;

use super::answer::SearchResult;
use super::batch::{Batch, ChunkResult};
use super::fast_path::MAX_FAST_COUNT;
use super::options::SudokuEngine;
use crate::ErrorDetail;
use crate::grid::{GridEngine, GridQuery, GridSearch, UsedEngine};
use crate::{Engine, Problem, Request, SolutionData, SolveError, Task, solve};

/// The time that a search has to stop after it was cancelled. Programs that wait for a batch should
/// wait longer, so that the answer to the abandoned puzzle ("undecided") is still written.
const CANCEL_GRACE: Duration = Duration::from_millis(40);

/// Searches one puzzle at a time.
pub(super) struct PuzzleSearch {
    pub(super) batch: Arc<Batch>,
    pub(super) grid_search: GridSearch,
}

impl PuzzleSearch {
    pub(super) fn new(batch: &Arc<Batch>) -> Self {
        Self { batch: Arc::clone(batch), grid_search: GridSearch::default() }
    }

    /// Returns the depth-first search for a layout, and records it as an engine that answers.
    pub(super) fn finder(
        &mut self,
        layout: &Layout,
        chunk_result: &mut ChunkResult,
    ) -> &mut Finder {
        let finder = self.grid_search.finder(layout);
        chunk_result.engines.insert(engine_name(UsedEngine::DepthFirst(finder.engine())));
        finder
    }

    /// Finds up to `limit` solutions and checks the first.
    pub(super) fn find(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        chunk_result: &mut ChunkResult,
    ) -> Result<SearchResult, ErrorDetail> {
        let cancel = self.batch.puzzle_cancel();
        let engine = match self.batch.options.engine {
            SudokuEngine::Auto => Some(GridEngine::Auto),
            SudokuEngine::Single => Some(GridEngine::DepthFirst),
            SudokuEngine::Learning => Some(GridEngine::Learning),
            SudokuEngine::Model => None,
            // The batch engine has counted up to its maximum; the search counts the rest.
            SudokuEngine::Batch
                if limit > MAX_FAST_COUNT
                    && puzzle.layout.is_classic()
                    && puzzle.marks.is_none() =>
            {
                Some(GridEngine::DepthFirst)
            }
            SudokuEngine::Batch => {
                return Err(wrong_engine("the engine `batch` supports plain 9×9 lines only"));
            }
        };
        let result = match engine {
            Some(engine) => self.find_by_search(puzzle, engine, limit, &cancel, chunk_result),
            None => self.find_by_model(puzzle, limit, &cancel)?,
        };
        if let Some(first) = &result.first {
            check_solution(puzzle, first, &result.engine)?;
        }
        chunk_result.engines.insert(result.engine.clone());
        Ok(result)
    }

    fn find_by_search(
        &mut self,
        puzzle: &Grid,
        engine: GridEngine,
        limit: u64,
        cancel: &Cancel,
        chunk_result: &mut ChunkResult,
    ) -> SearchResult {
        let threads = self.threads();
        let query = GridQuery { engine, max_solutions: limit, threads, seed: 0 };
        let mut first = None;
        let mut each = |digits: &[u8]| {
            first.get_or_insert_with(|| digits.to_vec());
        };
        let progress = &*self.batch.progress;
        let found = self.grid_search.count(puzzle, &query, cancel, progress, &mut each);
        chunk_result.guesses += found.guesses;
        let engine = engine_name(found.engine);
        SearchResult { n: found.n_solutions, first, stopped: found.stopped, engine }
    }

    /// Returns the number of threads for one puzzle.
    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.batch.threads_per_puzzle()).unwrap_or(NonZeroUsize::MIN)
    }

    /// Solves the naive model of the puzzle.
    fn find_by_model(
        &self,
        puzzle: &Grid,
        limit: u64,
        cancel: &Cancel,
    ) -> Result<SearchResult, ErrorDetail> {
        if puzzle.marks.is_some() {
            return Err(wrong_engine("the engine `model` does not support pencil marks"));
        }
        let task = match limit {
            1 => Task::First,
            2 => Task::Prove,
            u64::MAX => Task::Count { limit: None },
            n => Task::Count { limit: Some(n) },
        };
        let threads = self.threads();
        let request = Request { task, engine: Engine::Model, threads, ..Request::default() };
        let problem = Problem::Puzzle(Puzzle::new(GridPuzzle::new(puzzle.clone())));
        let (shared_cancel, progress) = (cancel.clone(), Arc::clone(&self.batch.progress));
        let work = move |_: &mut (dyn FnMut(()) + Send)| {
            solve(&problem, &request, &shared_cancel, &*progress)
        };
        let keep_waiting = |_| ControlFlow::Continue(());
        let answer = match run_in_background(cancel, CANCEL_GRACE, keep_waiting, work)? {
            BackgroundResult::Done(answer) => answer?,
            BackgroundResult::Abandoned(limit) => {
                let engine = "model".to_owned();
                return Ok(SearchResult { n: 0, first: None, stopped: Some(limit), engine });
            }
        };
        let mut solutions = answer.solutions.iter().filter_map(|solution| match solution {
            SolutionData::Puzzle(solution) => solution.as_kind::<GridPuzzle>().cloned(),
            SolutionData::Model(_) => None,
        });
        let first = solutions.next();
        let seen = u64::from(first.is_some()) + solutions.count() as u64;
        let n = answer.count.unwrap_or(seen);
        let found_enough = (n == limit).then_some(Limit::Solutions);
        let stopped = answer.limit.or(answer.outcome.limit()).or(found_enough);
        Ok(SearchResult { n, first, stopped, engine: answer.engine })
    }
}

/// Returns the first rule of a puzzle that a solution breaks, as a sentence.
pub(super) fn first_violation(puzzle: &Grid, solution: &[u8]) -> Option<String> {
    let broken = gordian_puzzles::grid::check(puzzle, solution).err()?;
    broken.first().map(ToString::to_string)
}

/// Checks a solution against the rules.
pub(super) fn check_solution(
    puzzle: &Grid,
    solution: &[u8],
    engine: &str,
) -> Result<(), ErrorDetail> {
    match first_violation(puzzle, solution) {
        None => Ok(()),
        Some(violation) => Err(SolveError::unsound(engine)(violation).into()),
    }
}

/// Returns the name of the engine, with its SIMD level if it has one.
fn engine_name(engine: UsedEngine) -> String {
    match engine {
        UsedEngine::DepthFirst("single") => format!("single/{}", SimdLevel::best().name()),
        engine => engine.to_string(),
    }
}

fn wrong_engine(message: &str) -> ErrorDetail {
    ErrorDetail::new("solve.wrong-engine", message).hint("leave the engine out to have one chosen")
}
