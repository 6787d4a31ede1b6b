//! ALS-XY-wing.
//!
//! What a candidate c with digit z would do: each set whose z all see c lacks z, so it holds all of
//! its other digits, and the sets that share one of them as a restricted common lack it. A set that
//! so lacks two digits is the pivot of a wing that eliminates c. This is asked of each candidate with
//! sets of sets in bits, and only where the answer is yes are the wings put together.

use rustc_hash::FxHashSet;

use crate::als::Als;
use crate::board::bit;
use crate::commons::{Commons, Overlap, members};
use crate::context::{Context, Flow, Steps};

use super::{pattern, seen_by_both};

pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    overlap: Overlap,
) -> Flow {
    let (board, commons) = (context.board, context.commons(overlap));
    let mut search = Wings::new(context, overlap);
    for digit in board.digits() {
        for cell in board.places(digit).each() {
            let seers = commons.seers(cell, digit);
            search.pivots(digit, seers);
            while let Some(pivot) = search.pivots.pop() {
                search.wings_of(pivot, digit, seers, steps)?;
            }
        }
    }
    Flow::Continue(())
}

struct Wings<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    commons: &'a Commons,
    overlap: Overlap,
    /// For each digit (from 0) the sets that would lack it.
    lacking: Vec<Vec<u64>>,
    /// The sets that would lack two digits, the first last.
    pivots: Vec<usize>,
    /// The wings that were handed over: pivot, both sets, and the restricted commons as bits.
    told: FxHashSet<(usize, usize, usize, u64)>,
}

impl<'a, 'b, const W: usize> Wings<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, overlap: Overlap) -> Self {
        let commons = context.commons(overlap);
        let lacking = vec![vec![0; commons.words()]; context.board.topology.n];
        Self { context, commons, overlap, lacking, pivots: Vec::new(), told: FxHashSet::default() }
    }

    /// Finds the sets that would lack two digits besides `digit` if the sets of `seers` lacked it.
    fn pivots(&mut self, digit: u8, seers: &[u64]) {
        self.lacking.iter_mut().for_each(|row| row.fill(0));
        for wing in members(seers.iter().copied()) {
            for (part, about) in self.context.almost_locked_sets()[wing].parts.iter().enumerate() {
                if about.digit != digit {
                    let row = &mut self.lacking[usize::from(about.digit) - 1];
                    let commons = self.commons.row(wing, part);
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

    /// Hands over the wings of a pivot with wings among `seers`.
    fn wings_of(&mut self, pivot: usize, digit: u8, seers: &[u64], steps: &mut Steps<'_>) -> Flow {
        let sets = self.context.almost_locked_sets();
        let ends = |part: usize| {
            let row = self.commons.row(pivot, part).iter().zip(seers);
            members(row.map(|(own, other)| own & other))
        };
        let parts = sets[pivot].parts.iter().enumerate();
        let parts: Vec<(usize, u8)> = parts
            .map(|(part, about)| (part, about.digit))
            .filter(|&(part, common)| common != digit && ends(part).next().is_some())
            .collect();
        for (number, &(x_part, x)) in parts.iter().enumerate() {
            for &(y_part, y) in &parts[number + 1..] {
                for one in ends(x_part) {
                    for other in ends(y_part) {
                        let restricted = bit(x) | bit(y);
                        let (a, b) = (&sets[one], &sets[other]);
                        let fits = fit(a, b, self.overlap)
                            && fit(a, &sets[pivot], self.overlap)
                            && fit(b, &sets[pivot], self.overlap);
                        if !fits || !self.told.insert((pivot, one, other, restricted)) {
                            continue;
                        }
                        let mask = a.digits & b.digits & !restricted;
                        let gone = seen_by_both(self.context.board, a, b, mask);
                        steps.eliminate_all(gone, || pattern(&[a, &sets[pivot], b], &[x, y]))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }
}

/// Returns whether two sets may be part of one wing; if they may overlap, neither within the other.
fn fit<const W: usize>(one: &Als<W>, other: &Als<W>, overlap: Overlap) -> bool {
    match overlap {
        Overlap::No => !one.cells.meets(&other.cells),
        Overlap::Yes => !one.cells.is_within(&other.cells) && !other.cells.is_within(&one.cells),
    }
}
