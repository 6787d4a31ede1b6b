//! Grids by search.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_puzzles::{Grid, Solution};
use gordian_sudoku::{Candidates, Finder, ParallelFinder, Query};

use super::puzzle_of;
use crate::answer::{Answer, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// Searches a grid.
///
/// Returns `None` if nobody demands a search and another engine should answer: the grid has cages, or
/// the search gave up.
///
/// # Errors
///
/// Fails if a search is demanded and the grid has cages, and (a bug) if something is found that breaks
/// the rules.
pub(crate) fn search(
    problem: &Problem,
    grid: &Grid,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<Answer>, SolveError> {
    let demanded = request.engine == Engine::Search;
    let Ok(puzzle) = puzzle_of(grid) else {
        return if demanded {
            Err(SolveError::WrongEngine { engine: "search", kind: "grid with cages" })
        } else {
            Ok(None)
        };
    };
    let (limit, keep) = match request.task {
        Task::Prove => (2, true),
        Task::First => (1, true),
        Task::Count { limit } => (limit.unwrap_or(u64::MAX), false),
        Task::All { limit } => (limit.unwrap_or(u64::MAX), true),
    };
    // Nobody else counts or lists faster; for a first or second solution, others may know better.
    let may_give_up = !demanded && matches!(request.task, Task::Prove | Task::First);
    let max_nodes = may_give_up.then(|| Finder::default_budget(&puzzle.layout));
    let query = Query { limit, max_nodes };
    let start = Candidates::of(&puzzle);
    let mut finder = Finder::new(&puzzle.layout);
    let mut answer = Answer::new(problem, format!("search/{}", finder.engine()));
    let mut broken = None;
    let mut n = 0_u64;
    let mut each = |digits: &[u8]| {
        n += 1;
        if (keep || n == 1) && broken.is_none() {
            match grid.check(digits) {
                Ok(()) => {
                    let solution = Solution::Grid(digits.to_vec());
                    answer.solutions.push(SolutionData::Puzzle(solution));
                }
                Err(violations) => broken = violations.first().map(ToString::to_string),
            }
        }
        if n == 1 && request.task == Task::Prove {
            progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
        }
    };
    let found = if request.threads.get() == 1 {
        finder.find(&start, &query, cancel, &mut each)
    } else {
        let finder = ParallelFinder::new(&puzzle.layout, request.threads.get());
        finder.find(&start, &query, cancel, progress, &mut each)
    };
    if let Some(violation) = broken {
        return Err(SolveError::Unsound { engine: answer.engine, violation });
    }
    if found.stopped == Some(Limit::Effort) {
        return Ok(None);
    }
    conclude(&mut answer, request.task, found.n, found.stopped);
    Ok(Some(answer))
}
