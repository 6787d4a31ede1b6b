//! Solves grids by search.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_grid::Candidates;
use gordian_puzzles::{Grid, Solution};
use gordian_sudoku::{Finder, LearningFinder, ParallelFinder, SearchLimits};

use super::sudoku_from_grid;
use crate::answer::{Answer, SolutionCallback, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// The number of solutions between two progress events; finding them takes a few milliseconds.
const PROGRESS_INTERVAL: u64 = 1 << 13;

/// Searches a grid: depth-first, and with clause learning if the node budget is exceeded.
///
/// Returns `None` if the grid has cages and the engine is not `search`: then the model answers.
///
/// # Errors
///
/// Fails if the engine is `search` and the grid has cages, and (a bug) if a solution breaks the rules.
pub(crate) fn search(
    problem: &Problem,
    grid: &Grid,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut SolutionCallback<'_>,
) -> Result<Option<Answer>, SolveError> {
    let is_requested = request.engine == Engine::Search;
    let Ok(puzzle) = sudoku_from_grid(grid) else {
        return if is_requested {
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
    // Depth-first search is the fastest way to count or list; for one or two solutions, clause learning
    // may be faster.
    let may_fall_back = !is_requested && limit <= 2;
    let max_nodes = may_fall_back.then(|| Finder::default_budget(&puzzle.layout));
    let start = Candidates::of(&puzzle);
    let threads = request.threads.get();
    let mut finder = Finder::new(&puzzle.layout);
    let answer = Answer::new(problem, format!("search/{}", finder.engine()));
    let (task, known, violation) = (request.task, None, None);
    let mut collector =
        SolutionCollector { grid, task, progress, n: 0, known, answer, on_solution, violation };
    let query = SearchLimits { max_solutions: limit, max_nodes };
    let mut found = if threads == 1 {
        finder.find(&start, &query, cancel, &mut |digits| collector.add(digits))
    } else {
        let finder = ParallelFinder::new(&puzzle.layout, threads);
        finder.find(&start, &query, cancel, progress, &mut |digits| collector.add(digits))
    };
    if found.stopped == Some(Limit::Effort) {
        collector.answer.engine = match threads {
            1 => "learning".to_owned(),
            threads => format!("learning/{threads} threads"),
        };
        // The second search starts over and may find the one known solution again.
        collector.known = collector.answer.solutions.first().cloned();
        collector.n = 0;
        let query = SearchLimits { max_solutions: limit, max_nodes: None };
        let finder = LearningFinder::new(&puzzle.layout, threads, request.seed);
        found = finder.find(&start, &query, cancel, progress, &mut |digits| collector.add(digits));
    }
    let n = found.n_solutions.max(u64::from(collector.known.is_some()));
    let SolutionCollector { mut answer, violation, .. } = collector;
    if let Some(violation) = violation {
        return Err(SolveError::Unsound { engine: answer.engine, violation });
    }
    conclude(&mut answer, request.task, n, found.stopped);
    Ok(Some(answer))
}

/// Receives solutions, and checks those that are kept by the rules.
struct SolutionCollector<'a, 'e> {
    grid: &'a Grid,
    task: Task,
    progress: &'a dyn Progress,
    n: u64,
    /// The solution that the first search found before its budget was exceeded.
    known: Option<SolutionData>,
    answer: Answer,
    on_solution: &'a mut SolutionCallback<'e>,
    /// The first rule that a solution breaks.
    violation: Option<String>,
}

impl SolutionCollector<'_, '_> {
    fn add(&mut self, digits: &[u8]) {
        self.n += 1;
        let keep = self.n == 1 || !matches!(self.task, Task::Count { .. });
        if keep && self.violation.is_none() {
            match self.grid.check(digits) {
                Ok(()) => {
                    let solution = SolutionData::Puzzle(Solution::of::<Grid>(digits.to_vec()));
                    if self.known.as_ref() != Some(&solution) {
                        self.answer.add_solution(self.task, solution, self.on_solution);
                    }
                }
                Err(violations) => self.violation = violations.first().map(ToString::to_string),
            }
        }
        if self.n.is_multiple_of(PROGRESS_INTERVAL) {
            self.progress.report(&ProgressEvent::Solutions { n: self.n });
        }
        if self.n == 1 && self.task == Task::Prove {
            self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
        }
    }
}
