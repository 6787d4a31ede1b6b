//! ALS-XZ, singly and doubly linked.

use crate::als::Als;
use crate::board::{Board, bit, digits};
use crate::commons::{Overlap, members};
use crate::context::{Context, Flow, Steps};
use crate::step::Candidate;

use super::{pattern, seen_by_both};

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let (sets, commons) = (context.almost_locked_sets(), context.commons(Overlap::No));
    let mut restricted = vec![0_u64; sets.len()];
    let mut touched = Vec::new();
    for (number, one) in sets.iter().enumerate() {
        for (part, about) in one.parts.iter().enumerate() {
            for other in members(commons.row(number, part).iter().copied()) {
                if other > number {
                    if restricted[other] == 0 {
                        touched.push(other);
                    }
                    restricted[other] |= bit(about.digit);
                }
            }
        }
        touched.sort_unstable();
        for other in touched.drain(..) {
            let mask = std::mem::take(&mut restricted[other]);
            judge(context.board, one, &sets[other], mask, steps)?;
        }
    }
    Flow::Continue(())
}

/// Hands over what two sets with the restricted commons of `mask` conclude.
fn judge<const W: usize>(
    board: &Board<W>,
    one: &Als<W>,
    other: &Als<W>,
    mask: u64,
    steps: &mut Steps<'_>,
) -> Flow {
    let common = one.digits & other.digits;
    let mut gone = seen_by_both(board, one, other, common & !mask);
    if mask.count_ones() > 1 {
        gone.extend(seen_by_both(board, one, other, mask));
        for (set, beside) in [(one, other), (other, one)] {
            for digit in digits(set.digits & !mask) {
                let cells = (board.places(digit) & set.part(digit).seen) - beside.cells;
                gone.extend(cells.each().map(|cell| Candidate::new(cell, digit)));
            }
        }
    }
    steps.eliminate_all(gone, || {
        let mut pattern = pattern(&[one, other], &[crate::board::lowest(mask)]);
        pattern.digits = digits(mask).collect();
        pattern
    })
}
