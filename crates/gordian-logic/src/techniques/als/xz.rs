//! ALS-XZ, singly and doubly linked.

use gordian_grid::Candidate;

use super::{pattern, seen_by_both};
use crate::board::{Board, bit, digits};
use crate::context::als::Als;
use crate::context::restricted_commons::{Overlap, members};
use crate::context::{Context, Flow, StepSink};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let (sets, commons) =
        (context.almost_locked_sets(), context.restricted_commons(Overlap::Forbidden));
    let mut restricted = vec![0_u64; sets.len()];
    let mut touched = Vec::new();
    for (number, one) in sets.iter().enumerate() {
        context.continues()?;
        for (part, entry) in one.by_digit.iter().enumerate() {
            for other in members(commons.linked_sets(number, part).iter().copied()) {
                if other > number {
                    if restricted[other] == 0 {
                        touched.push(other);
                    }
                    restricted[other] |= bit(entry.digit);
                }
            }
        }
        touched.sort_unstable();
        for other in touched.drain(..) {
            let mask = std::mem::take(&mut restricted[other]);
            report_pair(context.board, one, &sets[other], mask, steps)?;
        }
    }
    Flow::Continue(())
}

/// Reports the conclusion of two sets with the restricted commons `mask`.
fn report_pair<const W: usize>(
    board: &Board<W>,
    one: &Als<W>,
    other: &Als<W>,
    mask: u64,
    steps: &mut StepSink<'_>,
) -> Flow {
    let common = one.digits & other.digits;
    let mut eliminated = seen_by_both(board, one, other, common & !mask);
    if mask.count_ones() > 1 {
        eliminated.extend(seen_by_both(board, one, other, mask));
        for (set, beside) in [(one, other), (other, one)] {
            for digit in digits(set.digits & !mask) {
                let cells = (board.places(digit) & set.of_digit(digit).seen) - beside.cells;
                eliminated.extend(cells.iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
    }
    steps.eliminate_all(eliminated, || {
        let mut pattern = pattern(&[one, other], &[crate::board::lowest(mask)]);
        pattern.digits = digits(mask).collect();
        pattern
    })
}
