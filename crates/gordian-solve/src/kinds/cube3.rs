//! Puzzles of the kind `cube3`, which [`crate::cube3`] solves.

use gordian_core::Progress;
use gordian_perm::cube3::Sequence;
use gordian_puzzles::Cube3;

use crate::Resources;
use crate::SolveError;
use crate::answer::Answer;
use crate::cube3::{CentreGoal, DEFAULT_TIME_LIMIT, MAX_LENGTH, Query};
use crate::kind::{KindModel, SearchContext, SolveKind, checked};
use crate::model_budget::ModelBudget;
use crate::request::{Request, Task, cube3_solver};

impl SolveKind for Cube3 {
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
        if let Task::Count { .. } | Task::All { .. } = request.task {
            // It will be refused.
            return Ok(());
        }
        let query = Query { centres: [goal(self); 6], ..Query::default() };
        request.options.cube3 = Some(resources.cube3(&query, progress)?);
        Ok(())
    }

    fn n_values(&self) -> usize {
        512
    }
}

/// Returns the goal of each centre.
fn goal(puzzle: &Cube3) -> CentreGoal {
    if puzzle.centres { CentreGoal::Exact } else { CentreGoal::Any }
}

/// Solves a position: the solution is a short one, and a shortest one if that was proved.
///
/// Counting or listing solutions is not supported: there are infinitely many.
fn solve(puzzle: &Cube3, context: &mut SearchContext<'_, '_>) -> Result<Answer, SolveError> {
    context.refuse_model_engine()?;
    let without_model = context.note_without_model("moves");
    let SearchContext { problem, request, cancel, progress, .. } = context;
    if let Task::Count { .. } | Task::All { .. } = request.task {
        return Err(SolveError::TooManySolutions { kind: problem.kind() });
    }
    let query = Query {
        centres: [goal(puzzle); 6],
        // For `First`, a solution of any length will do.
        max_length: if request.task == Task::First { MAX_LENGTH } else { 0 },
        // A time limit of the request replaces the default.
        time_limit: request.time_limit.is_none().then_some(DEFAULT_TIME_LIMIT),
        scramble: puzzle.scramble.clone(),
        ..Query::default()
    };
    let mut solver = cube3_solver(request);
    let found = solver.solve(&puzzle.position, &query, cancel, *progress)?;
    let number = |n: usize| i64::try_from(n).expect("lengths are small");
    let mut answer = Answer {
        outcome: found.outcome,
        objective: found.length.map(number),
        bound: Some(number(found.lower_bound)),
        limit: found.limit,
        notes: found.notes,
        ..Answer::new(problem.kind(), problem.title(), "two-phase".to_owned())
    };
    answer.notes.extend(without_model);
    if let Some(sequence) = found.solution {
        let solution = checked(puzzle, sequence).map_err(SolveError::unsound(&answer.engine))?;
        answer.solutions.push(solution);
    }
    Ok(answer)
}
