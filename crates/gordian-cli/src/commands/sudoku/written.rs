//! Puzzles as texts that hold all of them.

use gordian::sudoku::formats::{
    PuzzleMetadata, digits_to_line, parse_document, to_fpuzzles_link, to_pencilmarks,
};
use gordian::sudoku::{Candidates, Layout, Puzzle};

use super::finding::grid;
use super::source::Reading;
use crate::args::SudokuOutput;
use crate::fault::Fault;

/// Writes a puzzle, without an end of line, so that the same command reads the same puzzle again:
/// the same houses, the same candidates in each cell.
///
/// A line is the givens where they are all there is; else 729 pencil marks; else a link of f-puzzles,
/// which holds houses too. A block is the givens.
///
/// # Errors
///
/// Fails if the form does not hold all of the puzzle.
pub(super) fn puzzle(
    output: SudokuOutput,
    reading: &Reading,
    puzzle: &Puzzle,
) -> Result<String, Fault> {
    let n = puzzle.layout.n();
    let holds_all = |text: &String| holds(text, reading, puzzle);
    let text = match output {
        SudokuOutput::Block => Some(grid(output, n, &puzzle.givens)).filter(holds_all),
        SudokuOutput::Line => {
            let line = || Some(digits_to_line(n, &puzzle.givens));
            let marks = || to_pencilmarks(puzzle).ok();
            let link = || to_fpuzzles_link(puzzle, &PuzzleMetadata::default()).ok();
            let forms: [&dyn Fn() -> Option<String>; 3] = [&line, &marks, &link];
            forms.iter().find_map(|form| form().filter(holds_all))
        }
    };
    text.ok_or_else(|| {
        let message = "the puzzle has pencil marks or houses that this form cannot hold";
        Fault::new("sudoku.unwritable", message).hint(match output {
            SudokuOutput::Block => "`--output line` writes them",
            SudokuOutput::Line => {
                "name the houses by `--box`, `--regions`, `--latin` or `--diagonals`"
            }
        })
    })
}

/// Returns whether a text is read as this puzzle.
fn holds(text: &str, reading: &Reading, puzzle: &Puzzle) -> bool {
    let mut entries = parse_document(text, reading.layout.as_ref()).into_iter();
    let (Some(entry), None) = (entries.next(), entries.next()) else { return false };
    let Ok(read) = reading.finish(entry.result) else { return false };
    let found = &read.puzzle;
    read.missing_rules().is_empty()
        && (found.layout == puzzle.layout || houses(&found.layout) == houses(&puzzle.layout))
        && Candidates::of(found) == Candidates::of(puzzle)
}

/// Returns the cells of all houses, whatever the houses are called and in whatever order they come.
fn houses(layout: &Layout) -> Vec<&[usize]> {
    let mut houses: Vec<&[usize]> = layout.houses().iter().map(|house| &house.cells[..]).collect();
    houses.sort_unstable();
    houses.dedup();
    houses
}
