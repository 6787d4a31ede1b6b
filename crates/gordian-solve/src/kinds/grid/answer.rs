//! Answers requests about grids by search.

use gordian_core::{Cancel, Progress, ProgressEvent};
use gordian_puzzles::GridPuzzle;

use crate::grid::{GridEngine, GridQuery, GridSearch, UsedEngine};
use gordian_search::SearchError;

use crate::answer::{Answer, EventCallback, SolveEvent};
use crate::kind::checked;
use crate::request::{Engine, Request, Task};
use crate::{Problem, SolveError};

/// The number of solutions between two progress events; finding them takes a few milliseconds.
const PROGRESS_INTERVAL: u64 = 1 << 13;

/// Searches a grid.
///
/// Returns `None` if the grid has cages and the engine is not `search`: then the model answers.
///
/// # Errors
///
/// Fails if the engine is `search` and the grid has cages, and (a bug) if a solution breaks the
/// rules.
pub(super) fn answer(
    problem: &Problem,
    puzzle: &GridPuzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_>,
) -> Result<Option<Answer>, SolveError> {
    let is_requested = request.engine == Engine::Search;
    if !puzzle.rules.is_empty() {
        return if is_requested {
            Err(SearchError::WrongEngine { engine: "search", what: "grids with cages".to_owned() }
                .into())
        } else {
            Ok(None)
        };
    }
    let query = GridQuery {
        engine: if is_requested { GridEngine::DepthFirst } else { GridEngine::Auto },
        max_solutions: match request.task {
            Task::First | Task::Determined => 1,
            Task::Prove => 2,
            Task::Count { limit } | Task::All { limit } => limit.unwrap_or(u64::MAX),
        },
        threads: request.threads,
        seed: request.seed,
    };
    let task = request.task;
    let answer = Answer::new(problem.kind(), problem.title(), String::new());
    let mut collector =
        SolutionCollector { puzzle, task, progress, n: 0, answer, on_event, violation: None };
    let mut search = GridSearch::default();
    let found = match task {
        Task::Count { .. } => search.count(&puzzle.grid, &query, cancel, progress, &mut |digits| {
            collector.add(digits);
        }),
        _ => search.find(&puzzle.grid, &query, cancel, progress, &mut |digits| {
            collector.add(digits);
        }),
    };
    let SolutionCollector { mut answer, violation, .. } = collector;
    answer.engine = match found.engine {
        UsedEngine::DepthFirst(name) => format!("search/{name}"),
        learning @ UsedEngine::Learning { .. } => learning.to_string(),
    };
    if let Some(violation) = violation {
        return Err(SolveError::unsound(&answer.engine)(violation));
    }
    answer.conclude(task, found.n_solutions, found.stopped);
    Ok(Some(answer))
}

/// Receives solutions, and checks them by the rules.
struct SolutionCollector<'a, 'e> {
    puzzle: &'a GridPuzzle,
    task: Task,
    progress: &'a dyn Progress,
    n: u64,
    answer: Answer,
    on_event: &'a mut EventCallback<'e>,
    /// The first rule that a solution breaks.
    violation: Option<String>,
}

impl SolutionCollector<'_, '_> {
    fn add(&mut self, digits: &[u8]) {
        self.n += 1;
        if self.violation.is_none() {
            match checked(self.puzzle, digits.to_vec()) {
                Ok(solution) => self.answer.add_solution(self.task, solution, &mut |found| {
                    (self.on_event)(SolveEvent::Solution(found));
                }),
                Err(violation) => self.violation = Some(violation),
            }
        }
        if self.n.is_multiple_of(PROGRESS_INTERVAL) {
            self.progress.report(&ProgressEvent::Solutions { n: self.n });
        }
        if self.n == 1 && self.task == Task::Prove {
            (self.on_event)(self.answer.search_so_far(self.task, self.n));
            self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
        }
    }
}
