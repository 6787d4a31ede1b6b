//! Singles: a cell with one digit left, a digit with one place left.
//!
//! - *Full house*: a house has one open cell left.
//! - *Naked single*: a cell has one candidate left. Where a player crosses out candidates, this is
//!   what elimination alone finds.
//! - *Hidden single*, also "lone ranger": a house has one cell left for a digit, though the cell has
//!   other candidates.
//!
//! ```text
//! row 4:   {1 2}  {1 2}  {1 2 3}  7  8  9  4  5  6      3 has one place left in row 4: hidden single
//! ```

use gordian_sudoku::HouseKind;

use crate::board::lowest;
use crate::context::{Context, Flow, Steps};
use crate::step::Pattern;

pub(super) fn full_houses<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    for (number, house) in board.topology.houses.iter().enumerate().filter(|(_, house)| house.full)
    {
        let Some(cell) = (board.open() & house.cells).only() else { continue };
        let mask = board.mask(cell);
        if mask.count_ones() == 1 {
            place(steps, cell, lowest(mask), Some(number))?;
        }
    }
    Flow::Continue(())
}

pub(super) fn naked<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    for cell in board.open().each() {
        let mask = board.mask(cell);
        if mask.count_ones() == 1 {
            place(steps, cell, lowest(mask), None)?;
        }
    }
    Flow::Continue(())
}

/// Regions come first: a digit's place in a region is seen before its place in a line.
pub(super) fn hidden<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    for in_regions in [true, false] {
        for (number, house) in board.topology.houses.iter().enumerate() {
            if !house.full || (house.kind == HouseKind::Region) != in_regions {
                continue;
            }
            for digit in board.digits() {
                if let Some(cell) = (board.places(digit) & house.cells).only() {
                    place(steps, cell, digit, Some(number))?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn place(steps: &mut Steps<'_>, cell: usize, digit: u8, house: Option<usize>) -> Flow {
    let pattern = Pattern {
        digits: vec![digit],
        cells: vec![cell],
        houses: house.into_iter().collect(),
        ..Pattern::default()
    };
    steps.place(cell, digit, pattern)
}
