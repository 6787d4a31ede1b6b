//! Solves puzzle files of the kind `cube3`.

use gordian_core::{Cancel, Progress};
use gordian_puzzles::{Cube3, Puzzle, Solution};

use super::solver::{DEFAULT_TIME_LIMIT, Query, Solver};
use super::{CentreGoal, MAX_LENGTH};
use crate::answer::{Answer, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::{Problem, SolveError};

/// Solves a position: the solution is a short one, and a shortest one if that was proved.
///
/// Counting or listing solutions is not supported: there are infinitely many.
pub(crate) fn solve_puzzle(
    problem: &Problem,
    puzzle: &Cube3,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    if let Engine::Model | Engine::Sat(_) = request.engine {
        return Err(SolveError::WrongEngine {
            engine: request.engine.name(),
            kind: problem.kind(),
        });
    }
    if let Task::Count { .. } | Task::All { .. } = request.task {
        return Err(SolveError::TooManySolutions { kind: problem.kind() });
    }
    let goal = if puzzle.centres { CentreGoal::Exact } else { CentreGoal::Any };
    let query = Query {
        centres: [goal; 6],
        // For `First`, a solution of any length will do.
        max_length: if request.task == Task::First { MAX_LENGTH } else { 0 },
        // A time limit of the request replaces the default.
        time_limit: request.time_limit.is_none().then_some(DEFAULT_TIME_LIMIT),
        scramble: request.scramble.clone(),
        ..Query::default()
    };
    let mut solver = Solver::of(request);
    let found = solver.solve(&puzzle.position, &query, cancel, progress)?;
    let number = |n: usize| i64::try_from(n).expect("lengths are small");
    let mut answer = Answer {
        outcome: found.outcome,
        objective: found.length.map(number),
        bound: Some(number(found.lower_bound)),
        limit: found.limit,
        notes: found.notes,
        ..Answer::new(problem, "two-phase".to_owned())
    };
    if request.confirm || request.keep_formula || request.report {
        let note = "moves are found without a model: there is no report, confirmation or proof";
        answer.notes.push(note.to_owned());
    }
    if let Some(sequence) = found.solution {
        let solution = Solution::Cube3(sequence);
        if let Err(broken) = gordian_puzzles::check(&Puzzle::Cube3(puzzle.clone()), &solution) {
            let violation = broken.first().map(ToString::to_string).unwrap_or_default();
            return Err(SolveError::Unsound { engine: answer.engine, violation });
        }
        answer.solutions.push(SolutionData::Puzzle(solution));
    }
    Ok(answer)
}
