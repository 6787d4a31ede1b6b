//! Solves puzzle files of the kind `square1`.

use std::ops::ControlFlow;

use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_puzzles::{Solution, Square1};

use super::answer::Answer as PositionAnswer;
use super::solver::{Config, Query, Solver};
use crate::answer::{Answer, SolutionCallback, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::{Problem, SolveError};

/// Solves a position: the solution is a shortest one in twists, and the count is the number of shortest
/// solutions. Uniqueness does not apply.
pub(crate) fn solve_puzzle(
    problem: &Problem,
    puzzle: &Square1,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut SolutionCallback<'_>,
) -> Result<Answer, SolveError> {
    if let Engine::Model | Engine::Sat(_) = request.engine {
        return Err(SolveError::WrongEngine {
            engine: request.engine.name(),
            kind: problem.kind(),
        });
    }
    let mut solver = match &request.square1 {
        Some(solver) => solver.clone(),
        None => Solver::new(Config {
            table: None,
            cache: request.cache.clone(),
            threads: Some(request.threads),
        })?,
    };
    let query = Query { count: matches!(request.task, Task::Count { .. }), ..Query::default() };
    let found = solver.solve(&puzzle.position, &query, cancel, progress)?;
    let mut answer = Answer {
        outcome: found.outcome,
        objective: found.distance.map(i64::from),
        bound: found.lower_bound.map(i64::from),
        limit: found.limit,
        notes: notes(&found, request),
        ..Answer::new(problem, found.engine.unwrap_or("search").to_owned())
    };
    let rules = gordian_puzzles::Puzzle::Square1(puzzle.clone());
    let checked = |sequence| {
        let solution = Solution::Square1(sequence);
        match gordian_puzzles::check(&rules, &solution) {
            Ok(()) => Ok(SolutionData::Puzzle(solution)),
            Err(broken) => Err(broken.first().map(ToString::to_string).unwrap_or_default()),
        }
    };
    let mut unsound = None;
    match request.task {
        Task::All { limit } if found.outcome == Outcome::Optimal => {
            progress.report(&ProgressEvent::Phase { name: "listing" });
            let mut n = 0;
            answer.limit = solver.for_each_solution(
                &puzzle.position,
                limit,
                cancel,
                progress,
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
        return Err(SolveError::Unsound { engine: answer.engine, violation });
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
fn notes(found: &PositionAnswer, request: &Request) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(distance) = found.distance_ignoring_middle {
        let twists = if distance == 1 { "twist" } else { "twists" };
        let level = distance + 1;
        notes.push(format!(
            "ignoring the middle layer: {distance} {twists} (level {level} of 2007)"
        ));
    }
    if found.flipped {
        notes.push("the solved puzzle ends upside down".to_owned());
    }
    if request.confirm || request.keep_formula || request.report {
        let note = "shortest solutions are found without a model: there is no report, confirmation or \
                    proof";
        notes.push(note.to_owned());
    }
    notes.extend(found.notes.iter().cloned());
    notes
}
