//! ALS-XY-wing.
//!
//! Assume a candidate c with digit z true: each set whose z all see c lacks z, so it contains all
//! of its other digits, and the sets that share one of them as a restricted common lack it. A set
//! that lacks two digits in this way is the pivot of a wing that eliminates c. This is computed for
//! each candidate with bit sets of sets; wings are built only for the pivots found.

use rustc_hash::FxHashSet;

use crate::board::bit;
use crate::context::als::Als;
use crate::context::restricted_commons::{Overlap, RestrictedCommons, members};
use crate::context::{Context, Flow, StepSink};

use super::{pattern, seen_by_both};

pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    overlap: Overlap,
) -> Flow {
    let (board, commons) = (context.board, context.restricted_commons(overlap));
    let mut search = Wings::new(context, overlap);
    for digit in board.digits() {
        for cell in board.places(digit).iter() {
            context.continues()?;
            let seeing_sets = commons.seeing_sets(cell, digit);
            search.pivots(digit, seeing_sets);
            while let Some(pivot) = search.pivots.pop() {
                search.wings_of(pivot, digit, seeing_sets, steps)?;
            }
        }
    }
    Flow::Continue(())
}

struct Wings<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    commons: &'a RestrictedCommons,
    overlap: Overlap,
    /// For each digit (from 0), the sets that would lack it.
    lacking: Vec<Vec<u64>>,
    /// The sets that would lack two digits, in reverse order.
    pivots: Vec<usize>,
    /// The reported wings: pivot, both sets, and the restricted commons as bits.
    reported: FxHashSet<(usize, usize, usize, u64)>,
}

impl<'a, 'b, const W: usize> Wings<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, overlap: Overlap) -> Self {
        let commons = context.restricted_commons(overlap);
        let lacking = vec![vec![0; commons.words()]; context.board.topology.n];
        Self {
            context,
            commons,
            overlap,
            lacking,
            pivots: Vec::new(),
            reported: FxHashSet::default(),
        }
    }

    /// Finds the sets that would lack two digits besides `digit` if the sets of `seeing_sets`
    /// lacked it.
    fn pivots(&mut self, digit: u8, seeing_sets: &[u64]) {
        self.lacking.iter_mut().for_each(|row| row.fill(0));
        for wing in members(seeing_sets.iter().copied()) {
            if self.context.is_stopped() {
                return;
            }
            for (part, entry) in self.context.almost_locked_sets()[wing].by_digit.iter().enumerate()
            {
                if entry.digit != digit {
                    let row = &mut self.lacking[usize::from(entry.digit) - 1];
                    let commons = self.commons.linked_sets(wing, part);
                    row.iter_mut().zip(commons).for_each(|(own, other)| *own |= other);
                }
            }
        }
        let two = |word: usize| {
            let rows = self.lacking.iter().map(|row| row[word]);
            rows.fold((0, 0), |(one, two), row| (one | row, two | one & row)).1
        };
        self.pivots.extend(members((0..self.commons.words()).map(two)));
        self.pivots.reverse();
    }

    /// Reports the wings of a pivot with ends among `seeing_sets`.
    fn wings_of(
        &mut self,
        pivot: usize,
        digit: u8,
        seeing_sets: &[u64],
        steps: &mut StepSink<'_>,
    ) -> Flow {
        let sets = self.context.almost_locked_sets();
        let ends = |part: usize| {
            let row = self.commons.linked_sets(pivot, part).iter().zip(seeing_sets);
            members(row.map(|(own, other)| own & other))
        };
        let parts = sets[pivot].by_digit.iter().enumerate();
        let parts: Vec<(usize, u8)> = parts
            .map(|(part, entry)| (part, entry.digit))
            .filter(|&(part, common)| common != digit && ends(part).next().is_some())
            .collect();
        for (number, &(x_part, x)) in parts.iter().enumerate() {
            for &(y_part, y) in &parts[number + 1..] {
                for one in ends(x_part) {
                    self.context.continues()?;
                    for other in ends(y_part) {
                        let restricted = bit(x) | bit(y);
                        let (a, b) = (&sets[one], &sets[other]);
                        let fits = may_combine(a, b, self.overlap)
                            && may_combine(a, &sets[pivot], self.overlap)
                            && may_combine(b, &sets[pivot], self.overlap);
                        if !fits || !self.reported.insert((pivot, one, other, restricted)) {
                            continue;
                        }
                        let mask = a.digits & b.digits & !restricted;
                        let eliminated = seen_by_both(self.context.board, a, b, mask);
                        steps.eliminate_all(eliminated, || {
                            pattern(&[a, &sets[pivot], b], &[x, y])
                        })?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}

/// Returns whether two sets may be in one wing: disjoint, or if overlap is allowed, neither a
/// subset of the other.
fn may_combine<const W: usize>(one: &Als<W>, other: &Als<W>, overlap: Overlap) -> bool {
    match overlap {
        Overlap::Forbidden => !one.cells.intersects(&other.cells),
        Overlap::Allowed => {
            !one.cells.is_subset_of(&other.cells) && !other.cells.is_subset_of(&one.cells)
        }
    }
}
