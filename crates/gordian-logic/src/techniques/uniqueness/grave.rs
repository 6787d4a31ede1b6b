//! BUG+1, the *bivalue universal grave* plus one.
//!
//! Where every open cell has two candidates and every digit two places or none in every house, taking
//! the other candidate everywhere turns one solution into another: a *grave*, and no position of a
//! puzzle with one solution. If all but one cell are like this, and that cell has three candidates,
//! then it holds the one that the grave would not have, the one with three places in its houses.
//!
//! ```text
//! {1 2}  {2 3}  {1 3}       Without the 2 in the last cell this would be a grave: no digit has one
//! {1 2}  {2 3}  {1 2 3}     place or three in a line. So the cell is 2, and 1 and 3 go.
//! ```
//!
//! In a house with fewer cells than digits, a digit that stands in neither of its two places would
//! come into both by the exchange; so there a digit must have one place at most.
//!
//! *Source*: common knowledge of the players' forum (2005).

use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let board = context.board;
    let Some(cell) = only_larger(board) else { return Flow::Continue(()) };
    let mask = board.mask(cell);
    for extra in digits(mask).filter(|&extra| is_grave_without(board, cell, extra)) {
        let gone = digits(mask & !bit(extra)).map(|digit| Candidate::new(cell, digit));
        steps.eliminate_all(gone.collect(), || Pattern {
            digits: vec![extra],
            cells: vec![cell],
            marks: vec![(Candidate::new(cell, extra), Mark::Extra)],
            ..Pattern::default()
        })?;
    }
    Flow::Continue(())
}

/// Returns the cell with three candidates, if all other open cells have two.
fn only_larger<const W: usize>(board: &Board<W>) -> Option<usize> {
    let mut larger = None;
    for cell in board.open().each() {
        match board.mask(cell).count_ones() {
            2 => {}
            3 if larger.is_none() => larger = Some(cell),
            _ => return None,
        }
    }
    larger
}

fn is_grave_without<const W: usize>(board: &Board<W>, cell: usize, extra: u8) -> bool {
    board.topology.houses.iter().all(|house| {
        board.digits().all(|digit| {
            let mut places = board.places(digit) & house.cells;
            if digit == extra {
                places -= Cells::one(cell);
            }
            match places.len() {
                0 => true,
                1 => !house.full,
                2 => house.full,
                _ => false,
            }
        })
    })
}
