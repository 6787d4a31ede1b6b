//! Puzzles of the kind `square1`, which [`crate::square1`] solves.

use std::ops::ControlFlow;

use gordian_core::{Limit, Outcome, Progress, ProgressEvent};
use gordian_perm::square1::Sequence;
use gordian_puzzles::Square1;

use crate::Resources;
use crate::SolveError;
use crate::answer::{Answer, SolveEvent};
use crate::kind::{KindModel, SearchContext, SolveKind, checked};
use crate::model_budget::ModelBudget;
use crate::request::{Request, Task};
use crate::square1::{Answer as PositionAnswer, Config, Query, Solver};
use crate::text::with_noun;

impl SolveKind for Square1 {
    const ALWAYS_SOLVABLE: bool = true;

    fn model(&self, _: &ModelBudget) -> Option<KindModel<Sequence>> {
        None
    }

    fn search(&self, context: &mut SearchContext<'_, '_>) -> Result<Option<Answer>, SolveError> {
        solve(self, context).map(Some)
    }

    fn add_tables(
        &self,
        request: &mut Request,
        resources: &Resources,
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        request.options.square1 = Some(resources.square1(progress)?);
        Ok(())
    }

    fn n_values(&self) -> usize {
        512
    }
}

/// Solves a position: the solution is a shortest one in twists, and the count is the number of
/// shortest solutions. Uniqueness does not apply.
fn solve(puzzle: &Square1, context: &mut SearchContext<'_, '_>) -> Result<Answer, SolveError> {
    context.refuse_model_engine()?;
    let without_model = context.note_without_model("shortest solutions");
    let SearchContext { problem, request, cancel, progress, on_event } = context;
    let on_solution = &mut |found| on_event(SolveEvent::Solution(found));
    let mut solver = match &request.options.square1 {
        Some(solver) => solver.clone(),
        None => Solver::new(Config {
            cache: request.options.cache.clone(),
            threads: Some(request.threads),
            ..Config::default()
        })?,
    };
    let query = Query { count: matches!(request.task, Task::Count { .. }), ..Query::default() };
    let found = solver.solve(&puzzle.position, &query, cancel, *progress)?;
    let mut answer = Answer {
        outcome: found.outcome,
        objective: found.distance.map(i64::from),
        bound: found.lower_bound.map(i64::from),
        limit: found.limit,
        notes: notes(&found, without_model),
        ..Answer::new(problem.kind(), problem.title(), found.engine.unwrap_or("search").to_owned())
    };
    let checked = |sequence| checked(puzzle, sequence);
    let mut unsound = None;
    match request.task {
        Task::All { limit } if found.outcome == Outcome::Optimal => {
            progress.report(&ProgressEvent::Phase { name: "listing" });
            let mut n = 0;
            answer.limit = solver.for_each_solution(
                &puzzle.position,
                limit,
                cancel,
                *progress,
                &mut |sequence| match checked(sequence) {
                    Ok(solution) => {
                        n += 1;
                        progress.report(&ProgressEvent::Solutions { n });
                        answer.add_solution(request.task, solution, on_solution);
                        ControlFlow::Continue(())
                    }
                    Err(violation) => {
                        unsound = Some(violation);
                        ControlFlow::Break(())
                    }
                },
            )?;
        }
        _ => match found.solution.map(checked) {
            Some(Ok(solution)) => answer.add_solution(request.task, solution, on_solution),
            Some(Err(violation)) => unsound = Some(violation),
            None => {}
        },
    }
    if let Some(violation) = unsound {
        return Err(SolveError::unsound(&answer.engine)(violation));
    }
    if let (Task::Count { limit }, Some(n)) = (request.task, found.shortest_solutions) {
        let max_count = limit.unwrap_or(u64::MAX);
        answer.count = Some(n.min(max_count));
        // A count equal to the limit is complete.
        answer.limit = answer.limit.or((n > max_count).then_some(Limit::Solutions));
    }
    Ok(answer)
}

/// Returns the notes of the answer.
fn notes(found: &PositionAnswer, without_model: Option<String>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(distance) = found.distance_ignoring_middle {
        let (twists, level) = (with_noun(distance.into(), "twist"), distance + 1);
        notes.push(format!("ignoring the middle layer: {twists} (level {level} of 2007)"));
    }
    if found.flipped {
        notes.push("the solved puzzle ends upside down".to_owned());
    }
    notes.extend(without_model);
    notes.extend(found.notes.iter().cloned());
    notes
}
