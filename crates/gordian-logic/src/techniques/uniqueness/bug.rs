//! BUG+1: a *bivalue universal grave* plus one candidate.
//!
//! In a bivalue universal grave (BUG) every open cell has two candidates and every digit has two
//! places or none in every house. Exchanging the candidates of all cells turns one solution into
//! another, so a puzzle with one solution has no such position. If all cells but one have two
//! candidates and that cell has three, it holds the candidate that a BUG would not have, the one
//! with three places in its houses.
//!
//! ```text
//! {1 2}  {2 3}  {1 3}       Without the 2 in the last cell this would be a BUG: no digit has one
//! {1 2}  {2 3}  {1 2 3}     place or three in a line. So 1 and 3 are eliminated.
//! ```
//!
//! In a house with fewer cells than digits, a digit that is in neither of its two places would be
//! in both after the exchange; so a digit may have at most one place there.
//!
//! *Source*: Sudoku Players' Forum (2005).

use gordian_grid::Candidate;

use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    let Some(cell) = only_trivalue_cell(board) else { return Flow::Continue(()) };
    let mask = board.mask(cell);
    for extra in digits(mask).filter(|&extra| is_bug_without(board, cell, extra)) {
        let eliminated = digits(mask & !bit(extra)).map(|digit| Candidate::new(cell, digit));
        steps.eliminate_all(eliminated.collect(), || Pattern {
            digits: vec![extra],
            cells: vec![cell],
            marks: vec![(Candidate::new(cell, extra), Mark::Extra)],
            ..Pattern::default()
        })?;
    }
    Flow::Continue(())
}

/// Returns the cell with three candidates, if all other open cells have two.
fn only_trivalue_cell<const W: usize>(board: &Board<W>) -> Option<usize> {
    let mut trivalue = None;
    for cell in board.open().iter() {
        match board.mask(cell).count_ones() {
            2 => {}
            3 if trivalue.is_none() => trivalue = Some(cell),
            _ => return None,
        }
    }
    trivalue
}

fn is_bug_without<const W: usize>(board: &Board<W>, cell: usize, extra: u8) -> bool {
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
