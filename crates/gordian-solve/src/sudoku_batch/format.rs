//! Grids, candidates and puzzles as text.

use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::formats::{
    PuzzleMetadata, digits_to_line, parse_document, to_block, to_fpuzzles_link, to_pencilmarks,
};

use super::options::GridForm;
use super::read::ReadOptions;
use crate::ErrorDetail;

/// Formats a grid of `n` rows, without a final line ending.
pub fn format_grid(form: GridForm, n: usize, digits: &[u8]) -> String {
    match form {
        GridForm::Line => digits_to_line(n, digits),
        GridForm::Block => {
            let layout = Layout::latin(n).expect("a valid grid size");
            let block = to_block(&Grid::new(layout, digits.to_vec()));
            block.trim_end().to_owned()
        }
    }
}

/// Formats candidates, without a final line ending.
///
/// On one line, a 9×9 grid has 729 characters and other grids have one word per cell. A block has
/// aligned columns and lines between the boxes.
pub(super) fn format_candidates(
    form: GridForm,
    layout: &Layout,
    candidates: &Candidates,
) -> String {
    if form == GridForm::Block {
        return block(layout, candidates);
    }
    let mut puzzle = Grid::new(layout.clone(), vec![0; layout.n_cells()]);
    puzzle.marks = Some(candidates.clone());
    let words = || words(layout, candidates).join(" ");
    to_pencilmarks(&puzzle).unwrap_or_else(|_| words())
}

/// Returns one word per cell: its digits, separated by commas in grids above 9×9, or `-` if it has
/// none.
fn words(layout: &Layout, candidates: &Candidates) -> Vec<String> {
    let separator = if layout.n() <= 9 { "" } else { "," };
    let word = |cell| -> String {
        let digits: Vec<String> = candidates.digits(cell).map(|digit| digit.to_string()).collect();
        if digits.is_empty() { "-".to_owned() } else { digits.join(separator) }
    };
    (0..layout.n_cells()).map(word).collect()
}

fn block(layout: &Layout, candidates: &Candidates) -> String {
    let n = layout.n();
    let (height, width) = layout.box_size().unwrap_or((n, n));
    let words = words(layout, candidates);
    let widest = words.iter().map(String::len).max().unwrap_or(0);
    let rule = vec!["-".repeat((widest + 1) * width + 1); n / width].join("+");
    let mut lines = Vec::new();
    for (row, cells) in words.chunks(n).enumerate() {
        if row > 0 && row % height == 0 {
            lines.push(rule.clone());
        }
        let part = |cells: &[String]| -> String {
            cells.iter().map(|word| format!(" {word:<widest$}")).collect::<String>() + " "
        };
        let parts: Vec<String> = cells.chunks(width).map(part).collect();
        lines.push(parts.join("|").trim_end().to_owned());
    }
    lines.join("\n")
}

/// Formats a puzzle, without a final line ending, so that the same command parses it as the same
/// puzzle: the same houses and the same candidates in each cell.
///
/// A line contains the givens if they suffice, else 729 pencil marks, else an f-puzzles link, which
/// also has the houses. A block contains the givens.
///
/// # Errors
///
/// Fails if the format cannot express the puzzle.
pub(super) fn format_puzzle(
    form: GridForm,
    reading: &ReadOptions,
    puzzle: &Grid,
) -> Result<String, ErrorDetail> {
    let n = puzzle.layout.n();
    let is_complete = |text: &String| parses_as(text, reading, puzzle);
    let text = match form {
        GridForm::Block => Some(format_grid(form, n, &puzzle.givens)).filter(is_complete),
        GridForm::Line => {
            let line = || Some(digits_to_line(n, &puzzle.givens));
            let marks = || to_pencilmarks(puzzle).ok();
            let link = || to_fpuzzles_link(puzzle, &PuzzleMetadata::default()).ok();
            let formats: [&dyn Fn() -> Option<String>; 3] = [&line, &marks, &link];
            formats.iter().find_map(|format| format().filter(is_complete))
        }
    };
    text.ok_or_else(|| {
        let message = "the puzzle has pencil marks or houses that this format cannot express";
        ErrorDetail::new("sudoku.unwritable", message).hint(match form {
            GridForm::Block => "the format `line` can express them",
            GridForm::Line => "give the houses beside the puzzle: boxes, regions or diagonals",
        })
    })
}

/// Returns whether a text is parsed as this puzzle.
fn parses_as(text: &str, reading: &ReadOptions, puzzle: &Grid) -> bool {
    let mut entries = parse_document(text, reading.layout.as_ref()).into_iter();
    let (Some(entry), None) = (entries.next(), entries.next()) else { return false };
    let Ok(read) = reading.finish(entry.result) else { return false };
    let found = &read.puzzle;
    read.missing_rules().is_empty()
        && (found.layout == puzzle.layout || houses(&found.layout) == houses(&puzzle.layout))
        && Candidates::of(found) == Candidates::of(puzzle)
}

/// Returns the cells of all houses, sorted, without their names.
fn houses(layout: &Layout) -> Vec<&[usize]> {
    let mut houses: Vec<&[usize]> = layout.houses().iter().map(|house| &house.cells[..]).collect();
    houses.sort_unstable();
    houses.dedup();
    houses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_written_in_lines_and_columns() {
        let layout = Layout::boxes(2, 2).unwrap();
        let mut candidates = Candidates::all(&layout);
        candidates.keep_only(0, 3);
        candidates.masks_mut()[5] = 0;
        let line = "3 1234 1234 1234 1234 - 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234";
        assert_eq!(format_candidates(GridForm::Line, &layout, &candidates), line);
        let block = " 3    1234 | 1234 1234\n 1234 -    | 1234 1234\n-----------+-----------\n 1234 1234 \
                     | 1234 1234\n 1234 1234 | 1234 1234";
        assert_eq!(format_candidates(GridForm::Block, &layout, &candidates), block);
    }
}
