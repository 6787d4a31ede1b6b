//! Chooses an engine, runs it, and checks the solutions it finds.

use gordian_core::{Cancel, Progress};
use gordian_model::{Assignment, VarId};
use gordian_puzzles::Puzzle;
use gordian_search::{Engine, ModelSearch, SearchError, Task, collect, keep_established};
use rustc_hash::FxHashMap;

use crate::answer::{Answer, EventCallback, FoundSolution, SolutionData, SolveEvent};
use crate::kind::{SearchContext, first};
use crate::kinds;
use crate::models::catalogue_model;
use crate::request::Request;
use crate::{Problem, SolveError};

/// The note for a puzzle whose model the memory limit stopped before any search.
const OUT_OF_MEMORY: &str =
    "the puzzle needs more memory than is allowed: its board is too large, or allow more memory";

/// Solves `problem` as `request` says.
///
/// Every solution in the answer was checked by the rules of the puzzle, or by evaluating the model,
/// in code that shares nothing with the engines.
///
/// The solutions of a list ([`Task::All`]) are collected: at most 100 000 unless the request sets a
/// limit. For longer lists use [`solve_each`].
///
/// # Errors
///
/// Fails if a model has a number where a condition is needed, if it cannot be compiled, if the
/// engine does not support the problem, and (a bug) if an engine returns an invalid solution.
pub fn solve(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    collect(request, |request, on_solution| {
        solve_each(problem, request, cancel, progress, on_solution)
    })
}

/// Solves `problem` as [`solve`] does, and passes the solutions of a list ([`Task::All`]) to
/// `on_solution` one by one: each is found, checked, passed on and dropped. So it does with each
/// better solution of a model with a goal ([`Task::Prove`]), together with the proven bound; the
/// best one is also in the answer.
///
/// The answer keeps only the first solution of the list and their number, so memory does not grow
/// with the list, except for the blocking clauses of a SAT engine. To end the list early,
/// `on_solution` can cancel.
///
/// # Errors
///
/// As [`solve`]; solutions that were passed on before the error were checked.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_model::Model;
/// use gordian_solve::{Problem, Request, Task, solve_each};
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
/// model.require("less", x.lt(y));
/// let request = Request { task: Task::All { limit: None }, ..Request::default() };
/// let mut n = 0;
/// let mut each = |_| n += 1;
/// let answer =
///     solve_each(&Problem::Model(model), &request, &Cancel::new(), &NoProgress, &mut each).unwrap();
/// assert_eq!((n, answer.listed, answer.solutions.len()), (45, Some(45), 1));
/// ```
pub fn solve_each(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut (dyn FnMut(FoundSolution) + Send),
) -> Result<Answer, SolveError> {
    solve_with_events(problem, request, cancel, progress, &mut |event| {
        if let SolveEvent::Solution(found) = event {
            on_solution(found);
        }
    })
}

/// Solves `problem` as [`solve_each`] does, and reports also what is established before the work
/// ends.
pub(crate) fn solve_with_events(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_>,
) -> Result<Answer, SolveError> {
    let puzzle = match problem {
        Problem::Puzzle(puzzle) => puzzle,
        Problem::Model(model) => {
            let mut on_event = |event: gordian_search::SolveEvent<_>| {
                on_event(event.map(SolutionData::Model));
            };
            let answer =
                gordian_search::solve_with_events(model, request, cancel, progress, &mut on_event)?;
            return Ok(answer.map(SolutionData::Model));
        }
    };
    let cancel = cancel.within(request.time_limit);
    let stopped = |error: &SolveError| {
        let limit = error.limit()?;
        let engine = request.engine.name().to_owned();
        let answer = Answer::new(problem.kind(), problem.title(), engine);
        let work = if matches!(error, SolveError::Model { .. }) { "building" } else { "compiling" };
        Some(answer.stopped_while(work, OUT_OF_MEMORY, request.task, limit))
    };
    let work = |on_event: &mut EventCallback<'_>| {
        solve_puzzle(problem, puzzle, request, &cancel, progress, on_event)
    };
    keep_established(request, on_event, work, stopped)
}

/// Solves a puzzle by its special search, or by its model.
fn solve_puzzle(
    problem: &Problem,
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_>,
) -> Result<Answer, SolveError> {
    if request.task != Task::Determined {
        let mut context = SearchContext { problem, request, cancel, progress, on_event };
        if let Some(answer) = kinds::of(puzzle).search(puzzle, &mut context)? {
            return Ok(answer);
        }
    }
    if request.engine == Engine::Search {
        return Err(SearchError::wrong_engine("search", problem.kind()).into());
    }
    let catalogue = match catalogue_model(puzzle, request, cancel, progress) {
        Err(SolveError::NoModel { kind }) if request.task == Task::Determined => {
            return Err(SolveError::NoParts { kind });
        }
        catalogue => catalogue?,
    };
    if request.task == Task::Determined && catalogue.parts().is_none() {
        return Err(SolveError::NoParts { kind: problem.kind() });
    }
    let request = catalogue.rest_of(request);
    let mut search =
        ModelSearch::new(problem.kind(), catalogue.model(), &request, cancel, progress)?;
    let check = |values: &Assignment| {
        let solution = catalogue.solution(values);
        puzzle.check(&solution).map_err(first)?;
        Ok(SolutionData::Puzzle(solution))
    };
    let set_determined = |answer: &mut Answer| {
        let (Some(common), Some(parts)) = (&answer.common, catalogue.parts()) else {
            return;
        };
        answer.determined = Some(common.to_determined(|values| {
            let known: FxHashMap<VarId, i64> = values.iter().copied().collect();
            SolutionData::Puzzle((parts.decoder)(&|var| known.get(&var).copied()))
        }));
    };
    Ok(search.answer(&check, &set_determined, on_event)?)
}
