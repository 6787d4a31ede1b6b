//! Solves a model, and keeps what is established when a limit stops the work.

use gordian_core::{Cancel, Limit, Outcome, Progress};
use gordian_model::{Assignment, Model};

use crate::answer::{Answer, EventCallback, FoundSolution, Rest, SolutionForm, SolveEvent};
use crate::error::SearchError;
use crate::model_search::ModelSearch;
use crate::model_solution::ModelSolution;
use crate::request::{Engine, Request, Task};

/// The largest number of solutions collected if the request has no limit.
const MAX_COLLECTED: u64 = 100_000;
/// The kind of problem that a model is.
const KIND: &str = "model";
/// The note for a model that the memory limit stopped before any search.
const OUT_OF_MEMORY: &str = "the model needs more memory than is allowed: give the variables smaller \
                             domains, state it with fewer constraints, or allow more memory";
/// The note for a confirmation of a first solution.
const NOTHING_TO_CONFIRM: &str = "nothing to confirm: a first solution is checked by the rules, and nothing is claimed \
                                  about others";

/// Solves a model as `request` says.
///
/// Every solution in the answer was checked by evaluating the model, in code that shares nothing
/// with the engines.
///
/// The solutions of a list ([`Task::All`]) are collected: at most 100 000 unless the request sets a
/// limit. For longer lists use [`solve_each`].
///
/// # Errors
///
/// Fails if the model has a number where a condition is needed, if it cannot be compiled, if the
/// engine does not support it, and (a bug) if an engine returns an invalid solution.
pub fn solve(
    model: &Model,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Answer<ModelSolution>, SearchError> {
    collect(request, |request, on_solution| {
        solve_each(model, request, cancel, progress, on_solution)
    })
}

/// Solves a model as [`solve`] does, and passes the solutions of a list ([`Task::All`]) to
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
pub fn solve_each(
    model: &Model,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut (dyn FnMut(FoundSolution<ModelSolution>) + Send),
) -> Result<Answer<ModelSolution>, SearchError> {
    solve_with_events(model, request, cancel, progress, &mut |event| {
        if let SolveEvent::Solution(found) = event {
            on_solution(found);
        }
    })
}

/// Solves a model as [`solve_each`] does, and reports also what is established before the work
/// ends.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_with_events<O>(
    model: &Model,
    request: &Request<O>,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_event: &mut EventCallback<'_, ModelSolution>,
) -> Result<Answer<ModelSolution>, SearchError> {
    let cancel = cancel.within(request.time_limit);
    let work = |on_event: &mut EventCallback<'_, ModelSolution>| {
        if request.engine == Engine::Search {
            return Err(SearchError::wrong_engine("search", KIND));
        }
        model.check_conditions()?;
        let mut search = ModelSearch::new(KIND, model, request, &cancel, progress)?;
        let check = |values: &Assignment| Ok(ModelSolution::whole(model, values));
        let set_determined = |answer: &mut Answer<ModelSolution>| {
            let Some(common) = &answer.common else { return };
            answer.determined =
                Some(common.to_determined(|values| ModelSolution::part(model, values)));
        };
        search.answer(&check, &set_determined, on_event)
    };
    let stopped = |error: &SearchError| {
        let limit = error.limit()?;
        let title = Some(model.title()).filter(|title| !title.is_empty());
        let answer = Answer::new(KIND, title, request.engine.name().to_owned());
        Some(answer.stopped_while("compiling", OUT_OF_MEMORY, request.task, limit))
    };
    keep_established(request, on_event, work, stopped)
}

/// Calls `solve_each` and collects the solutions of a list, at most 100 000 unless the request sets
/// a limit.
///
/// # Errors
///
/// Those of `solve_each`.
pub fn collect<S: SolutionForm, O: Clone, E>(
    request: &Request<O>,
    solve_each: impl FnOnce(
        &Request<O>,
        &mut (dyn FnMut(FoundSolution<S>) + Send),
    ) -> Result<Answer<S>, E>,
) -> Result<Answer<S>, E> {
    let Task::All { limit } = request.task else {
        return solve_each(request, &mut |_| {});
    };
    let task = Task::All { limit: Some(limit.unwrap_or(MAX_COLLECTED)) };
    let request = Request { task, ..request.clone() };
    let mut solutions = Vec::new();
    let mut answer = solve_each(&request, &mut |found| solutions.push(found.solution))?;
    answer.solutions = solutions;
    Ok(answer)
}

/// Does the work of an answer. When a limit stops it, the answer is what it had established before,
/// or else what `stopped` makes of the error: `None` if that is no limit.
///
/// # Errors
///
/// The errors of the work that are no limits.
pub fn keep_established<S: SolutionForm, O, E>(
    request: &Request<O>,
    on_event: &mut EventCallback<'_, S>,
    work: impl FnOnce(&mut EventCallback<'_, S>) -> Result<Answer<S>, E>,
    stopped: impl FnOnce(&E) -> Option<Answer<S>>,
) -> Result<Answer<S>, E> {
    let mut established: Option<(Box<Answer<S>>, Rest)> = None;
    let mut on_event = |event| {
        if let SolveEvent::Answer(answer, rest) = &event {
            established = Some((answer.clone(), *rest));
        }
        on_event(event);
    };
    let mut answer = match work(&mut on_event) {
        Ok(answer) => answer,
        Err(error) => {
            let stopped = stopped(&error).ok_or(error)?;
            match (established, stopped.limit) {
                (Some((answer, rest)), Some(limit)) => answer.stopped_before(rest, limit),
                _ => stopped,
            }
        }
    };
    if let Task::All { .. } = request.task {
        answer.listed.get_or_insert(0);
    }
    if request.confirm && request.task == Task::First && answer.is_checked() {
        answer.notes.push(NOTHING_TO_CONFIRM.to_owned());
    }
    Ok(answer)
}

impl<S: SolutionForm> Answer<S> {
    /// Returns the answer about a problem whose model was not built or compiled because of a limit.
    /// `out_of_memory` is the note if that is the limit on memory.
    #[must_use]
    pub fn stopped_while(
        mut self,
        work: &str,
        out_of_memory: &str,
        task: Task,
        limit: Limit,
    ) -> Self {
        self.outcome = Outcome::Stopped(limit);
        self.limit = Some(limit);
        self.notes.push(format!("stopped while {work} the model"));
        if limit == Limit::Memory {
            self.notes.push(out_of_memory.to_owned());
        }
        self.count = matches!(task, Task::Count { .. }).then_some(0);
        self
    }
}
