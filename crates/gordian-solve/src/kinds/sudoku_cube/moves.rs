//! Turns in the answer about a Sudoku Cube.

use gordian_atlas::AtlasError;
use gordian_core::{Cancel, Instant, Progress, ProgressEvent};
use gordian_puzzles::{Solution, SudokuCube};

use crate::SolveError;
use crate::answer::{Answer, SolutionData};
use crate::cube3::{CentreGoal, Goals, Query, find_moves};
use crate::request::{Request, cube3_solver};

/// Returns the goal of centres for which tables are needed: any, if no direction is known.
pub(super) fn centre_goal(cube: &SudokuCube) -> CentreGoal {
    let knows = cube.centres.iter().any(|centre| centre.direction.is_some());
    if knows { CentreGoal::Exact } else { CentreGoal::Any }
}

/// Adds turns to the answer about a Sudoku Cube's grid, to the goal that needs the fewest. The time
/// limit of the request started at `began`.
pub(super) fn add_moves(
    cube: &SudokuCube,
    goals: &Goals,
    request: &Request,
    began: Instant,
    answer: &mut Answer,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    if goals.goals.is_empty() {
        return Ok(());
    }
    if cube.size != 3 {
        let size = cube.size;
        answer
            .notes
            .push(format!("turns are supported for the 3×3×3 only, not for {size}×{size}×{size}"));
        return Ok(());
    }
    let mut solver = cube3_solver(request);
    let mut query = Query { centres: [centre_goal(cube); 6], ..Query::default() };
    let ready = solver.prepare(&query, cancel, progress);
    // The goals share the remaining time.
    if let Some(limit) = request.time_limit {
        query.time_limit = Some(limit.saturating_sub(began.elapsed()));
    }
    progress.report(&ProgressEvent::Phase { name: "looking for turns" });
    let moves = match ready {
        Err(SolveError::Atlas(AtlasError::Stopped { .. })) => None,
        Err(error) => return Err(error),
        Ok(notes) => {
            answer.notes.extend(notes);
            find_moves(cube, goals, &query, &mut solver, cancel, progress)?
        }
    };
    match moves {
        Some(moves) => {
            let net = goals.goals[moves.goal].net.clone();
            let chosen = SolutionData::Puzzle(Solution::of::<SudokuCube>(net));
            let at = answer.solutions.iter().position(|solution| *solution == chosen);
            if let Some(at) = at {
                answer.solutions.swap(0, at);
            }
            answer.details.moves = Some(moves);
        }
        None => {
            answer.limit = answer.limit.or(cancel.stopped());
            answer.notes.push("no turns were found within the time limit".to_owned());
        }
    }
    Ok(())
}
