//! Avoidable rectangles: unique rectangles with filled corners.
//!
//! Digits that logic placed can be exchanged like candidates; givens cannot. So the pattern depends
//! on which digits are givens.
//!
//! - *Type 1*: three corners are filled, and a candidate of the fourth would complete the
//!   rectangle. This candidate is eliminated.
//! - *Type 2*: two corners are filled; each of the other two has the candidate that would complete
//!   the rectangle and the same second candidate. The second candidate is true in one of them and
//!   is eliminated from the cells that see both.
//!
//! ```text
//! type 1   4   .  . |  7          type 2   4      .  . |  7            4 and 7 are not givens
//!          7   .  . | {4 5 9}             {7 9}   .  . | {4 9}   -9
//! ```
//!
//! *Source*: Sudoku Players' Forum (2006); the types are HoDoKu's.

use gordian_grid::Candidate;

use crate::Technique;
use crate::board::{Board, bit, digits, lowest};
use crate::cells::Cells;
use crate::context::rectangle::is_exchangeable;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    let free = board.placed();
    if !free.has_more(1) {
        return Flow::Continue(());
    }
    match steps.technique {
        Technique::AvoidableRectangle1 => type_1(board, free, steps),
        _ => type_2(board, steps),
    }
}

/// Finds type 1; `free` are the filled cells that are not givens.
fn type_1<const W: usize>(board: &Board<W>, free: Cells<W>, steps: &mut StepSink<'_>) -> Flow {
    let (topology, n) = (&board.topology, board.topology.n);
    for open in board.open().iter() {
        let in_column = free & topology.houses[n + open % n].cells;
        for beside in (free & topology.houses[open / n].cells).iter() {
            let same = |below: &usize| board.value(*below) == board.value(beside);
            for below in in_column.iter().filter(same) {
                let opposite = below / n * n + beside % n;
                if !free.has(opposite) {
                    continue;
                }
                let digit = board.value(opposite);
                let corners = [open, beside, below, opposite];
                let pair = bit(digit) | bit(board.value(beside));
                let completes = board.mask(open) & bit(digit) != 0;
                if completes && is_exchangeable(board, &corners, pair) {
                    let eliminated = vec![Candidate::new(open, digit)];
                    steps.eliminate_all(eliminated, || pattern(board, corners, pair))?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// Finds type 2.
fn type_2<const W: usize>(board: &Board<W>, steps: &mut StepSink<'_>) -> Flow {
    let bivalue = board.bivalue();
    for first in bivalue.iter() {
        for second in bivalue.iter().filter(|&second| second > first) {
            for extra in digits(board.mask(first) & board.mask(second)) {
                rectangles_around(board, steps, [first, second], extra)?;
            }
        }
    }
    Flow::Continue(())
}

/// Finds rectangles with the open corners `first` and `second`, which share the candidate `extra`.
fn rectangles_around<const W: usize>(
    board: &Board<W>,
    steps: &mut StepSink<'_>,
    [first, second]: [usize; 2],
    extra: u8,
) -> Flow {
    let n = board.topology.n;
    // The candidates that would complete the rectangle.
    let one = lowest(board.mask(first) & !bit(extra));
    let other = lowest(board.mask(second) & !bit(extra));
    let mut check_rectangle =
        |corners: [usize; 4], filled: [usize; 2], values: [u8; 2], pair: u64| {
            let holds = |number: usize| board.value(filled[number]) == values[number];
            if !holds(0) || !holds(1) || !is_exchangeable(board, &corners, pair) {
                return Flow::Continue(());
            }
            let seen = board.topology.peers[first] & board.topology.peers[second];
            steps.eliminate(extra, board.places(extra) & seen, || pattern(board, corners, pair))
        };
    let crossing = |row: usize, column: usize| row / n * n + column % n;
    if first / n == second / n || first % n == second % n {
        // Adjacent open corners: each filled corner holds the digit of the diagonally opposite one.
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
            check_rectangle(
                corners,
                [below_first, below_second],
                [other, one],
                bit(one) | bit(other),
            )?;
        }
    } else if one == other {
        // Opposite open corners: the filled corners hold the same digit.
        let filled = [crossing(first, second), crossing(second, first)];
        let digit = board.value(filled[0]);
        if digit != 0 {
            let corners = [first, filled[0], filled[1], second];
            check_rectangle(corners, filled, [digit, digit], bit(one) | bit(digit))?;
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
