//! Avoidable rectangles: unique rectangles with corners that hold a digit already.
//!
//! A player's own digits are as free to be exchanged as open cells; only printed ones hold a
//! rectangle in place. So the pattern needs to know which digits are givens.
//!
//! - *Type 1*: three corners are filled, and a candidate of the fourth would complete the rectangle.
//!   It goes.
//! - *Type 2*: two corners are filled, the other two have the digit that would complete it, and the
//!   same other candidate each. This one is in one of them and goes from the cells that see both.
//!
//! ```text
//! type 1   4   .  . |  7          type 2   4      .  . |  7            4 and 7 are no givens
//!          7   .  . | {4 5 9}             {7 9}   .  . | {4 9}   -9
//! ```
//!
//! *Source*: common knowledge of the players' forum (2006); the types are HoDoKu's.

use super::rectangle::is_exchangeable;
use crate::Technique;
use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let board = context.board;
    let free = board.placed();
    if !free.has_more(1) {
        return Flow::Continue(());
    }
    match steps.wanted {
        Technique::AvoidableRectangle1 => three_filled(board, free, steps),
        _ => two_filled(board, steps),
    }
}

/// Returns whether a cell holds a digit that is not printed.
fn is_free<const W: usize>(board: &Board<W>, cell: usize) -> bool {
    board.value(cell) != 0 && !board.givens().has(cell)
}

/// Type 1, with `free` the cells that hold digits which are not printed.
fn three_filled<const W: usize>(board: &Board<W>, free: Cells<W>, steps: &mut Steps<'_>) -> Flow {
    let (topology, n) = (&board.topology, board.topology.n);
    for open in board.open().each() {
        let in_column = free & topology.houses[n + open % n].cells;
        for beside in (free & topology.houses[open / n].cells).each() {
            let same = |below: &usize| board.value(*below) == board.value(beside);
            for below in in_column.each().filter(same) {
                let opposite = below / n * n + beside % n;
                let digit = board.value(opposite);
                let completes = free.has(opposite) && board.mask(open) & bit(digit) != 0;
                let corners = [open, beside, below, opposite];
                if completes && is_exchangeable(topology, &corners) {
                    let gone = vec![Candidate::new(open, digit)];
                    let pair = bit(digit) | bit(board.value(beside));
                    steps.eliminate_all(gone, || pattern(board, corners, pair))?;
                }
            }
        }
    }
    Flow::Continue(())
}

fn two_filled<const W: usize>(board: &Board<W>, steps: &mut Steps<'_>) -> Flow {
    let bivalue = board.bivalue();
    for first in bivalue.each() {
        for second in bivalue.each().filter(|&second| second > first) {
            for extra in digits(board.mask(first) & board.mask(second)) {
                around(board, steps, [first, second], extra)?;
            }
        }
    }
    Flow::Continue(())
}

/// Looks for rectangles with the open corners `first` and `second`, which have `extra` in common.
fn around<const W: usize>(
    board: &Board<W>,
    steps: &mut Steps<'_>,
    [first, second]: [usize; 2],
    extra: u8,
) -> Flow {
    let n = board.topology.n;
    // What completes the rectangle.
    let one = lowest(board.mask(first) & !bit(extra));
    let other = lowest(board.mask(second) & !bit(extra));
    let mut judge = |corners: [usize; 4], filled: [usize; 2], values: [u8; 2], pair: u64| {
        let holds = |number: usize| {
            board.value(filled[number]) == values[number] && is_free(board, filled[number])
        };
        if !holds(0) || !holds(1) || !is_exchangeable(&board.topology, &corners) {
            return Flow::Continue(());
        }
        let seen = board.topology.peers[first] & board.topology.peers[second];
        steps.eliminate(extra, board.places(extra) & seen, || pattern(board, corners, pair))
    };
    let crossing = |row: usize, column: usize| row / n * n + column % n;
    if first / n == second / n || first % n == second % n {
        // Side by side: each filled corner holds what the open corner opposite lacks.
        if one == other {
            return Flow::Continue(());
        }
        for line in 0..n {
            let (below_first, below_second) = if first / n == second / n {
                (crossing(line * n, first), crossing(line * n, second))
            } else {
                (crossing(first, line), crossing(second, line))
            };
            let corners = [first, second, below_first, below_second];
            judge(corners, [below_first, below_second], [other, one], bit(one) | bit(other))?;
        }
    } else if one == other {
        // Opposite each other: the filled corners hold the same digit.
        let filled = [crossing(first, second), crossing(second, first)];
        let digit = board.value(filled[0]);
        if digit != 0 {
            let corners = [first, filled[0], filled[1], second];
            judge(corners, filled, [digit, digit], bit(one) | bit(digit))?;
        }
    }
    Flow::Continue(())
}

fn pattern<const W: usize>(board: &Board<W>, mut corners: [usize; 4], pair: u64) -> Pattern {
    corners.sort_unstable();
    let marks = corners.into_iter().flat_map(|corner| {
        let pattern = board.marks(corner, pair, Mark::Pattern);
        pattern.chain(board.marks(corner, !pair, Mark::Extra))
    });
    Pattern {
        digits: digits(pair).collect(),
        cells: corners.to_vec(),
        marks: marks.collect(),
        ..Pattern::default()
    }
}
