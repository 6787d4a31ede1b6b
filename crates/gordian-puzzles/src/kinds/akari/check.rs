//! The rules of Akari, by walking from cell to cell.

use super::{Akari, AkariCell};
use crate::board::cell::{count_noun, joined_with_and};
use crate::board::{Cell, CellMap};
use crate::solution::Violation;

pub(super) fn check(puzzle: &Akari, lights: &CellMap<bool>) -> Result<(), Vec<Violation>> {
    let size = puzzle.cells.size();
    if lights.size() != size {
        return Err(vec![Violation::other_size(size, lights.size())]);
    }
    let mut broken = Vec::new();
    for (cell, content) in puzzle.cells.iter() {
        match content {
            AkariCell::Black(number) => check_black(lights, cell, *number, &mut broken),
            AkariCell::White => check_white(puzzle, lights, cell, &mut broken),
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

/// Checks that a black cell has no light, and its number of lights on its four sides.
fn check_black(
    lights: &CellMap<bool>,
    cell: Cell,
    number: Option<u8>,
    broken: &mut Vec<Violation>,
) {
    if lights[cell] {
        let message = format!("{cell} is black and has a light");
        broken.push(Violation::new("light-in-black-cell", message, vec![cell]));
    }
    let Some(number) = number else { return };
    let Cell { row, column } = cell;
    let sides = [
        row.checked_sub(1).map(|row| Cell::new(row, column)),
        column.checked_sub(1).map(|column| Cell::new(row, column)),
        Some(Cell::new(row, column + 1)),
        Some(Cell::new(row + 1, column)),
    ];
    let is_light = |side: &Cell| lights.get(*side) == Some(&true);
    let beside: Vec<Cell> = sides.into_iter().flatten().filter(is_light).collect();
    if beside.len() != usize::from(number) {
        let lights = count_noun(beside.len(), "light");
        let message = format!("the {number} at {cell} has {lights} beside it");
        let cells = [&[cell], &beside[..]].concat();
        broken.push(Violation::new("number-of-lights", message, cells));
    }
}

/// Checks that a white cell without a light is lit, and that a light is not lit by a light to its right
/// or below.
fn check_white(puzzle: &Akari, lights: &CellMap<bool>, cell: Cell, broken: &mut Vec<Violation>) {
    let mut seen = Vec::new();
    for (rows, columns) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let mut at = cell;
        loop {
            let row = at.row.checked_add_signed(rows);
            let column = at.column.checked_add_signed(columns);
            let (Some(row), Some(column)) = (row, column) else { break };
            at = Cell::new(row, column);
            if puzzle.cells.get(at) != Some(&AkariCell::White) {
                break;
            }
            if lights[at] {
                seen.push((at, rows + columns > 0));
                break;
            }
        }
    }
    if lights[cell] {
        // Each pair is reported once, at its first light.
        for (other, _) in seen.into_iter().filter(|&(_, is_after)| is_after) {
            let message =
                format!("the lights at {} light each other", joined_with_and(&[cell, other]));
            broken.push(Violation::new("light-in-sight", message, vec![cell, other]));
        }
    } else if seen.is_empty() {
        let message = format!("{cell} is not lit");
        broken.push(Violation::new("unlit-cell", message, vec![cell]));
    }
}
