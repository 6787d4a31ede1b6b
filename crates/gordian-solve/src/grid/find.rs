//! Grids by search.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_puzzles::{Grid, Solution};
use gordian_sudoku::{Candidates, Finder, LearningFinder, ParallelFinder, SearchLimits};

use super::sudoku_from_grid;
use crate::answer::{Answer, Each, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// So many solutions are found in some milliseconds, and are not worth telling one by one.
const TOLD_EVERY: u64 = 1 << 13;

/// Searches a grid: depth first, and where that gives up, by learning.
///
/// Returns `None` if nobody demands a search and another engine should answer: the grid has cages.
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
    each: &mut Each<'_>,
) -> Result<Option<Answer>, SolveError> {
    let demanded = request.engine == Engine::Search;
    let Ok(puzzle) = sudoku_from_grid(grid) else {
        return if demanded {
            Err(SolveError::WrongEngine { engine: "search", kind: "grid with cages" })
        } else {
            Ok(None)
        };
    };
    let limit = match request.task {
        Task::First => 1,
        Task::Prove => 2,
        Task::Count { limit } | Task::All { limit } => limit.unwrap_or(u64::MAX),
    };
    // Nobody else counts or lists faster; for a first or second solution, learning may.
    let may_give_up = !demanded && limit <= 2;
    let max_nodes = may_give_up.then(|| Finder::default_budget(&puzzle.layout));
    let start = Candidates::of(&puzzle);
    let threads = request.threads.get();
    let mut finder = Finder::new(&puzzle.layout);
    let answer = Answer::new(problem, format!("search/{}", finder.engine()));
    let (task, known, broken) = (request.task, None, None);
    let mut heard = Heard { grid, task, progress, n: 0, known, answer, each, broken };
    let query = SearchLimits { max_solutions: limit, max_nodes };
    let mut found = if threads == 1 {
        finder.find(&start, &query, cancel, &mut |digits| heard.hear(digits))
    } else {
        let finder = ParallelFinder::new(&puzzle.layout, threads);
        finder.find(&start, &query, cancel, progress, &mut |digits| heard.hear(digits))
    };
    if found.stopped == Some(Limit::Effort) {
        heard.answer.engine = match threads {
            1 => "learning".to_owned(),
            threads => format!("learning/{threads} threads"),
        };
        // It begins anew, and finds again what was found: at most one solution.
        heard.known = heard.answer.solutions.first().cloned();
        heard.n = 0;
        let query = SearchLimits { max_solutions: limit, max_nodes: None };
        let finder = LearningFinder::new(&puzzle.layout, threads, request.seed);
        found = finder.find(&start, &query, cancel, progress, &mut |digits| heard.hear(digits));
    }
    let n = found.n_solutions.max(u64::from(heard.known.is_some()));
    let Heard { mut answer, broken, .. } = heard;
    if let Some(violation) = broken {
        return Err(SolveError::Unsound { engine: answer.engine, violation });
    }
    conclude(&mut answer, request.task, n, found.stopped);
    Ok(Some(answer))
}

/// What becomes of solutions: those that are kept are checked by the rules.
struct Heard<'a, 'e> {
    grid: &'a Grid,
    task: Task,
    progress: &'a dyn Progress,
    n: u64,
    /// The solution that an earlier search found, before it gave up.
    known: Option<SolutionData>,
    answer: Answer,
    each: &'a mut Each<'e>,
    /// The first rule that a solution broke.
    broken: Option<String>,
}

impl Heard<'_, '_> {
    fn hear(&mut self, digits: &[u8]) {
        self.n += 1;
        let keep = self.n == 1 || !matches!(self.task, Task::Count { .. });
        if keep && self.broken.is_none() {
            match self.grid.check(digits) {
                Ok(()) => {
                    let solution = SolutionData::Puzzle(Solution::Grid(digits.to_vec()));
                    if self.known.as_ref() != Some(&solution) {
                        self.answer.take_in(self.task, solution, self.each);
                    }
                }
                Err(violations) => self.broken = violations.first().map(ToString::to_string),
            }
        }
        if self.n.is_multiple_of(TOLD_EVERY) {
            self.progress.report(&ProgressEvent::Solutions { n: self.n });
        }
        if self.n == 1 && self.task == Task::Prove {
            self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
        }
    }
}
