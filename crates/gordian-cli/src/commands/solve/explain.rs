//! `--explain`: the solution of a grid in logical steps.

use std::io::{self, Write as _};

use gordian::grid::Grid;
use gordian::logic::{Config, Position, SolutionPath, TrueCandidates};
use gordian::{Cancel, Problem, Progress as _, ProgressEvent, puzzles, true_candidates};
use serde_json::Value;

use super::plan::Plan;
use crate::commands::sudoku::logic::{self, ExplanationStyle};
use crate::console::Console;
use crate::fault::Fault;
use crate::progress::ProgressTracker;

/// A solution step by step.
#[derive(Debug)]
pub(super) struct Explanation {
    start: Position,
    solved: SolutionPath,
    is_unique: bool,
}

/// Returns the grid to explain, or `None` without `--explain`.
pub(super) fn grid_to_explain(
    problem: &Problem,
    plan: &Plan,
    file: &str,
) -> Result<Option<Grid>, Fault> {
    if !plan.explain {
        return Ok(None);
    }
    let Some(puzzle) = problem.as_kind::<puzzles::GridPuzzle>() else {
        let message = format!("`--explain` does not apply to puzzles of kind `{}`", problem.kind());
        return Err(Fault::new("cli.not-applicable", message).in_file(file));
    };
    if !puzzle.rules.is_empty() {
        return Err(Fault::new("cli.not-applicable", "`--explain` does not support cages")
            .hint("omit `--explain` to solve the puzzle")
            .in_file(file));
    }
    Ok(Some(puzzle.grid.clone()))
}

/// Explains a grid; returns `None` if it has no solution or the time limit is reached.
pub(super) fn explain(
    puzzle: Grid,
    cancel: &Cancel,
    progress: &ProgressTracker,
) -> Result<Option<Explanation>, Fault> {
    progress.report(&ProgressEvent::Phase { name: "explaining" });
    let Some(truth) =
        true_candidates(&puzzle, &[], cancel).ok().filter(TrueCandidates::is_solvable)
    else {
        return Ok(None);
    };
    let config = Config::all().valid_for(&truth);
    let start = Position::new(&puzzle, &[]);
    let solved = start.clone().solve_until(&config, cancel);
    for step in &solved.steps {
        logic::check(&truth, step, &puzzle.layout)?;
    }
    Ok(Some(Explanation { start, solved, is_unique: truth.is_unique() }))
}

impl Explanation {
    pub(super) fn to_json(&self) -> Value {
        self.solved.to_json()
    }

    pub(super) fn show(&self, console: &mut Console) -> io::Result<()> {
        let how = ExplanationStyle { draw: false, eureka: false };
        let colour = console.has_colour();
        let text = logic::explanation(&self.start, &self.solved, self.is_unique, how, colour);
        console.out().write_all(text.trim_end().as_bytes())?;
        console.out().write_all(b"\n")
    }
}
