//! Chooses an engine, runs it, and checks the solutions it finds.

use gordian_compile::{CompileOptions, Compiled};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::Puzzle;
use rustc_hash::FxHashMap;

use crate::answer::{Answer, EventCallback, FoundSolution, Rest, SolutionData, SolveEvent};
use crate::kind::{self, SearchContext, first};
use crate::model_search::{CheckSolution, ModelSearch};
use crate::models::PuzzleModel;
use crate::request::{Engine, Request, Task};
use crate::{Problem, SolveError};

/// The largest number of solutions collected if the request has no limit.
const MAX_COLLECTED: u64 = 100_000;

/// The note for a model that the memory limit stopped before any search.
const MODEL_OUT_OF_MEMORY: &str = "the model needs more memory than is allowed: give the variables smaller \
                             domains, state it with fewer constraints, or allow more memory";
/// The note for a puzzle whose model the memory limit stopped before any search.
const PUZZLE_OUT_OF_MEMORY: &str =
    "the puzzle needs more memory than is allowed: its board is too large, or allow more memory";
/// The note for a confirmation of a first solution.
const NOTHING_TO_CONFIRM: &str = "nothing to confirm: a first solution is checked by the rules, and nothing is claimed \
                                  about others";

/// Solves `problem` as `request` says.
///
/// Every solution in the answer was checked by the rules of the puzzle, or by evaluating the model, in
/// code that shares nothing with the engines.
///
/// The solutions of a list ([`Task::All`]) are collected: at most 100 000 unless the request sets a
/// limit. For longer lists use [`solve_each`].
///
/// # Errors
///
/// Fails if a model has a number where a condition is needed, if it cannot be compiled, if the engine
/// does not support the problem, and (a bug) if an engine returns an invalid solution.
pub fn solve(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    let Task::All { limit } = request.task else {
        return solve_each(problem, request, cancel, progress, &mut |_| {});
    };
    let task = Task::All { limit: Some(limit.unwrap_or(MAX_COLLECTED)) };
    let request = Request { task, ..request.clone() };
    let mut solutions = Vec::new();
    let mut on_solution = |found: FoundSolution| solutions.push(found.solution);
    let mut answer = solve_each(problem, &request, cancel, progress, &mut on_solution)?;
    answer.solutions = solutions;
    Ok(answer)
}

/// Solves `problem` as [`solve`] does, and passes the solutions of a list ([`Task::All`]) to
/// `on_solution` one by one: each is found, checked, passed on and dropped. So it does with each better solution of a
/// model with a goal ([`Task::Prove`]), together with the proven bound; the best one is also in the answer.
///
/// The answer keeps only the first solution of the list and their number, so memory does not grow with
/// the list, except for the blocking clauses of a SAT engine. To end the list early, `on_solution` can
/// cancel.
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

/// Solves `problem` as [`solve_each`] does, and reports also what is established before the work ends.
pub(crate) fn solve_with_events(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_>,
) -> Result<Answer, SolveError> {
    let cancel = cancel.within(request.time_limit);
    let mut established: Option<(Box<Answer>, Rest)> = None;
    let mut on_event = |event| {
        if let SolveEvent::Answer(answer, rest) = &event {
            established = Some((answer.clone(), *rest));
        }
        on_event(event);
    };
    let answer = match dispatch(problem, request, &cancel, progress, &mut on_event) {
        Err(error) => match (error.limit(), established) {
            (Some(limit), Some((answer, rest))) => Ok(answer.stopped_before(rest, limit)),
            (Some(limit), None) => Ok(stopped(problem, request, &error, limit)),
            (None, _) => Err(error),
        },
        answer => answer,
    };
    answer.map(|mut answer| {
        if let Task::All { .. } = request.task {
            answer.listed.get_or_insert(0);
        }
        if request.confirm && request.task == Task::First && answer.is_checked() {
            answer.notes.push(NOTHING_TO_CONFIRM.to_owned());
        }
        answer
    })
}

/// Returns the answer for a problem whose model was not built or compiled because of `limit`.
fn stopped(problem: &Problem, request: &Request, error: &SolveError, limit: Limit) -> Answer {
    let mut answer = Answer::new(problem, request.engine.name().to_owned());
    answer.outcome = Outcome::Stopped(limit);
    answer.limit = Some(limit);
    let work = if matches!(error, SolveError::Model { .. }) { "building" } else { "compiling" };
    answer.notes.push(format!("stopped while {work} the model"));
    if limit == Limit::Memory {
        let note = match problem {
            Problem::Model(_) => MODEL_OUT_OF_MEMORY,
            Problem::Puzzle(_) => PUZZLE_OUT_OF_MEMORY,
        };
        answer.notes.push(note.to_owned());
    }
    answer.count = matches!(request.task, Task::Count { .. }).then_some(0);
    answer
}

/// Dispatches a request to the engine for the kind of problem.
fn dispatch(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_>,
) -> Result<Answer, SolveError> {
    if let Problem::Puzzle(puzzle) = problem
        && request.task != Task::Determined
    {
        let mut context = SearchContext { problem, request, cancel, progress, on_event };
        if let Some(answer) = kind::of(puzzle).search(puzzle, &mut context)? {
            return Ok(answer);
        }
    }
    if request.engine == Engine::Search {
        return Err(SolveError::wrong_engine("search", problem.kind()));
    }
    match problem {
        Problem::Puzzle(puzzle) => {
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
                ModelSearch::new(problem, catalogue.model(), &request, cancel, progress)?;
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
            answer_and_confirm(&mut search, request.task, &check, &set_determined, on_event)
        }
        Problem::Model(model) => {
            model.check_conditions()?;
            let mut search = ModelSearch::new(problem, model, request, cancel, progress)?;
            let check = |values: &Assignment| {
                let names = model.variables().iter().map(|variable| variable.name.clone());
                let values = values.as_slice().iter().copied();
                Ok(SolutionData::Model(names.zip(values).collect()))
            };
            let set_determined = |answer: &mut Answer| {
                let Some(common) = &answer.common else { return };
                answer.determined =
                    Some(common.to_determined(|values| SolutionData::part_of_model(model, values)));
            };
            answer_and_confirm(&mut search, request.task, &check, &set_determined, on_event)
        }
    }
}

/// Searches for what a task asks for, sets what is determined, if it asks for that, and confirms the answer.
fn answer_and_confirm(
    search: &mut ModelSearch<'_>,
    task: Task,
    check: &CheckSolution<'_>,
    set_determined: &(dyn Fn(&mut Answer) + Sync),
    on_event: &mut EventCallback<'_>,
) -> Result<Answer, SolveError> {
    let is_determining = task == Task::Determined;
    let mut answer = search.run(check, &mut |mut event| {
        if let (true, SolveEvent::Answer(answer, _)) = (is_determining, &mut event) {
            set_determined(answer);
        }
        on_event(event);
    })?;
    if is_determining {
        set_determined(&mut answer);
    }
    search.confirm(&mut answer, on_event)?;
    Ok(answer)
}

/// Sets outcome, uniqueness, count and limit of an answer with `n` solutions; `stopped` is the limit that
/// ended the search, if it is incomplete.
pub(crate) fn conclude(answer: &mut Answer, task: Task, n: u64, stopped: Option<Limit>) {
    answer.outcome = match (n, stopped) {
        (0, None) => Outcome::Infeasible,
        (0, Some(limit)) => Outcome::Stopped(limit),
        _ => Outcome::Solved,
    };
    answer.unique = match (n, stopped) {
        (0, _) => None,
        (1, None) => Some(true),
        (1, Some(_)) => None,
        _ => Some(false),
    };
    if matches!(task, Task::Count { .. }) {
        answer.count = Some(n);
    }
    // For `Prove` and `First`, enough solutions is not a limit to report.
    let reached = matches!(task, Task::Prove | Task::First) && stopped == Some(Limit::Solutions);
    answer.limit = stopped.filter(|_| !reached);
}

/// Returns the naive model of a puzzle, within the memory of a request.
pub(crate) fn catalogue_model(
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<PuzzleModel, SolveError> {
    progress.report(&ProgressEvent::Phase { name: "building the model" });
    let model = PuzzleModel::within(puzzle, request, cancel);
    let model = model.map_err(|limit| SolveError::Model { limit })?;
    model.ok_or(SolveError::NoModel { kind: puzzle.kind().name() })
}

/// Compiles the model of a problem.
pub(crate) fn compiled(model: &Model) -> Result<Compiled, SolveError> {
    Ok(Compiled::new(model, &CompileOptions::default())?)
}
