//! `--explain`: the solution of a grid in logical steps.

use std::io::{self, Write as _};

use gordian::grid::Grid;
use gordian::logic::{Config, Position, SolutionPath};
use gordian::sudoku_batch::{Analysis, ExplanationDocument};
use gordian::{Cancel, Problem, Progress as _, ProgressEvent, puzzles};

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
    puzzle: &Grid,
    cancel: &Cancel,
    progress: &ProgressTracker,
) -> Result<Option<Explanation>, Fault> {
    progress.report(&ProgressEvent::Phase { name: "explaining" });
    let Ok(analysis) = Analysis::new(puzzle, &[], &Config::all(), cancel) else { return Ok(None) };
    let solved = analysis.explain()?;
    Ok(Some(Explanation { is_unique: analysis.truth.is_unique(), start: analysis.start, solved }))
}

impl Explanation {
    pub(super) fn document(&self) -> ExplanationDocument {
        ExplanationDocument::new(&self.solved)
    }

    pub(super) fn show(&self, console: &mut Console) -> io::Result<()> {
        let how = ExplanationStyle { draw: false, eureka: false };
        let colour = console.has_colour();
        let text = logic::explanation(&self.start, &self.solved, self.is_unique, how, colour);
        console.out().write_all(text.trim_end().as_bytes())?;
        console.out().write_all(b"\n")
    }
}
