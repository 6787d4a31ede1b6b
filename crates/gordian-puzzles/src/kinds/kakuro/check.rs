//! The rules of Kakuro, by reading each row and each column.

use super::{Kakuro, KakuroCell};
use crate::board::cell::{joined_with_and, times_word};
use crate::board::{Cell, CellMap, NumberCell};
use crate::solution::Violation;

pub(super) fn check(puzzle: &Kakuro, digits: &CellMap<NumberCell>) -> Result<(), Vec<Violation>> {
    let size = puzzle.cells.size();
    if digits.size() != size {
        return Err(vec![Violation::other_size(size, digits.size())]);
    }
    let mut broken = Vec::new();
    check_cells(puzzle, digits, &mut broken);
    for row in 0..size.rows {
        let cells: Vec<Cell> = (0..size.columns).map(|column| Cell::new(row, column)).collect();
        let mut clue = puzzle.outside.left[row];
        for part in cells.split_inclusive(|&cell| puzzle.cells[cell] != KakuroCell::White) {
            clue = check_run(puzzle, digits, part, clue, |_, right| right, &mut broken);
        }
    }
    for column in 0..size.columns {
        let cells: Vec<Cell> = (0..size.rows).map(|row| Cell::new(row, column)).collect();
        let mut clue = puzzle.outside.above[column];
        for part in cells.split_inclusive(|&cell| puzzle.cells[cell] != KakuroCell::White) {
            clue = check_run(puzzle, digits, part, clue, |down, _| down, &mut broken);
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

/// Checks that exactly the white cells have digits.
fn check_cells(puzzle: &Kakuro, digits: &CellMap<NumberCell>, broken: &mut Vec<Violation>) {
    for (cell, content) in puzzle.cells.iter() {
        let violation = match (content, digits[cell]) {
            (KakuroCell::White, NumberCell::Empty | NumberCell::Blocked) => {
                Violation::new("missing-digit", format!("{cell} has no digit"), vec![cell])
            }
            (KakuroCell::White, NumberCell::Number(digit)) if !(1..=9).contains(&digit) => {
                let message = format!("{cell} holds {digit}, which is not between 1 and 9");
                Violation::new("out-of-range", message, vec![cell])
            }
            (KakuroCell::Clue { .. }, NumberCell::Number(digit)) => {
                let message = format!("{cell} holds {digit}, but it is not a white cell");
                Violation::new("digit-in-clue-cell", message, vec![cell])
            }
            _ => continue,
        };
        broken.push(violation);
    }
}

/// Checks the run at the start of `part`, which ends with the run or with the clue cell behind it. Returns
/// the clue of the next run, which `pick` selects from the clues down and right of that cell.
fn check_run(
    puzzle: &Kakuro,
    digits: &CellMap<NumberCell>,
    part: &[Cell],
    clue: Option<u16>,
    pick: impl Fn(Option<u16>, Option<u16>) -> Option<u16>,
    broken: &mut Vec<Violation>,
) -> Option<u16> {
    let (run, next) = match part.split_last() {
        Some((&last, run)) => match puzzle.cells[last] {
            KakuroCell::Clue { down, right } => (run, pick(down, right)),
            KakuroCell::White => (part, None),
        },
        None => (part, None),
    };
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return next };
    let (name, holds) = if first == last {
        (format!("cell {first}"), "holds")
    } else {
        (format!("run {first} to {last}"), "adds up to")
    };
    let mut holders: [Vec<Cell>; 10] = Default::default();
    let mut total = Some(0);
    for &cell in run {
        match digits[cell] {
            NumberCell::Number(digit @ 1..=9) => {
                holders[usize::try_from(digit).expect("a digit is small")].push(cell);
                total = total.map(|total| total + digit);
            }
            // Reported already; the sum is not known.
            _ => total = None,
        }
    }
    for (digit, cells) in holders.into_iter().enumerate().filter(|(_, cells)| cells.len() > 1) {
        let (times, places) = (times_word(cells.len()), joined_with_and(&cells));
        let message = format!("the {name} has {digit} {times}, at {places}");
        broken.push(Violation::new("repeated-digit", message, cells));
    }
    if let (Some(clue), Some(total)) = (clue, total)
        && total != u32::from(clue)
    {
        let message = format!("the {name} {holds} {total} instead of {clue}");
        broken.push(Violation::new("wrong-sum", message, run.to_vec()));
    }
    next
}
