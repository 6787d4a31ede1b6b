//! Candidates as text.

use gordian::sudoku::formats::to_pencilmarks;
use gordian::sudoku::{Candidates, Layout, Puzzle};

use crate::args::SudokuOutput;

/// Writes candidates, without an end of line.
///
/// In a line, those of a 9×9 grid are 729 characters, those of another a word for each cell. In a
/// block they stand in columns, with lines between the boxes.
pub(super) fn written(output: SudokuOutput, layout: &Layout, candidates: &Candidates) -> String {
    if output == SudokuOutput::Block {
        return block(layout, candidates);
    }
    let mut puzzle = Puzzle::new(layout.clone(), vec![0; layout.n_cells()]);
    puzzle.marks = Some(candidates.clone());
    let words = || words(layout, candidates).join(" ");
    to_pencilmarks(&puzzle).unwrap_or_else(|_| words())
}

/// Returns a word for each cell: its digits one after the other up to 9×9, else separated by commas;
/// `-` if there are none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_stand_in_columns() {
        let layout = Layout::boxes(2, 2).unwrap();
        let mut candidates = Candidates::all(&layout);
        candidates.keep_only(0, 3);
        candidates.masks_mut()[5] = 0;
        let line = "3 1234 1234 1234 1234 - 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234";
        assert_eq!(written(SudokuOutput::Line, &layout, &candidates), line);
        insta::assert_snapshot!(written(SudokuOutput::Block, &layout, &candidates), @r"
         3    1234 | 1234 1234
         1234 -    | 1234 1234
        -----------+-----------
         1234 1234 | 1234 1234
         1234 1234 | 1234 1234
        ");
    }
}
