//! Singles.
//!
//! - *Full house*: a house has one open cell.
//! - *Naked single*: a cell has one candidate.
//! - *Hidden single*, also "lone ranger": a digit has one place in a house; the cell may have other
//!   candidates.
//!
//! ```text
//! row 4:   {1 2}  {1 2}  {1 2 3}  7  8  9  4  5  6      3 has one place left in row 4: hidden single
//! ```

use gordian_grid::HouseKind;

use crate::board::lowest;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;

pub(super) fn full_houses<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
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

pub(super) fn naked<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    for cell in board.open().iter() {
        let mask = board.mask(cell);
        if mask.count_ones() == 1 {
            place(steps, cell, lowest(mask), None)?;
        }
    }
    Flow::Continue(())
}

/// Finds hidden singles, those in regions first because they are easier to see.
pub(super) fn hidden<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
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

fn place(steps: &mut StepSink<'_>, cell: usize, digit: u8, house: Option<usize>) -> Flow {
    let pattern = Pattern {
        digits: vec![digit],
        cells: vec![cell],
        houses: house.into_iter().collect(),
        ..Pattern::default()
    };
    steps.place(cell, digit, pattern)
}
