//! ALS chains of four sets or more.
//!
//! As for wings, a first search checks for each candidate whether some chain can eliminate it:
//! assume the candidate true; the sets whose places of its digit all see it lack the digit and
//! contain their other digits, so sets that share these as restricted commons lack them, and so
//! forth. If one of the first sets then lacks a second digit, there are chains, and a search from
//! each of these sets builds them.
//!
//! A search has layers for sets reached over one, two, three and more sets, so that short chains do
//! not hide chains of four sets.

use rustc_hash::FxHashSet;

use crate::board::bit;
use crate::context::restricted_commons::{Overlap, RestrictedCommons, members};
use crate::context::{Context, Flow, StepSink};

use super::{pattern, seen_by_both};

/// The minimum number of sets; shorter chains have other names.
const MIN_SETS: usize = 4;

pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    overlap: Overlap,
) -> Flow {
    let (board, commons) = (context.board, context.restricted_commons(overlap));
    // In a solution, wings have been searched before, so the first chain found is long enough.
    let n_layers = if steps.thorough { MIN_SETS } else { 1 };
    let mut search = Chains::new(context, overlap, n_layers);
    for digit in board.digits() {
        for cell in board.places(digit).iter() {
            context.continues()?;
            let seeing_sets = commons.seeing_sets(cell, digit);
            search.begin();
            for set in members(seeing_sets.iter().copied()) {
                search.add(set, digit);
            }
            search.run(None);
            if !search.reaches_a_second_digit(digit, seeing_sets) {
                continue;
            }
            for set in members(seeing_sets.iter().copied()) {
                let commons =
                    context.almost_locked_sets()[set].by_digit.iter().map(|part| part.digit);
                for common in commons.filter(|&common| common != digit) {
                    search.begin();
                    search.add(set, digit);
                    search.run(Some(common));
                    context.continues()?;
                    search.report(digit, seeing_sets, steps)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A set that lacks a digit, as found by a search.
#[derive(Clone, Copy, Debug)]
struct LackingSet {
    set: usize,
    digit: u8,
    /// The number of sets before it, limited to the last layer.
    layer: usize,
    /// The index of the previous set.
    from: Option<usize>,
}

struct Chains<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    commons: &'a RestrictedCommons,
    overlap: Overlap,
    /// The number of layers of a search.
    n_layers: usize,
    /// For each layer and digit (from 0), the sets that lack it.
    lacking: Vec<Vec<u64>>,
    /// The sets found, in order of distance.
    found: Vec<LackingSet>,
    /// The ends of reported chains: both sets and their restricted commons.
    reported: FxHashSet<(usize, usize, u8, u8)>,
}

impl<'a, 'b, const W: usize> Chains<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, overlap: Overlap, n_layers: usize) -> Self {
        let commons = context.restricted_commons(overlap);
        let lacking = vec![vec![0; commons.words()]; n_layers * context.board.topology.n];
        let (found, reported) = (Vec::new(), FxHashSet::default());
        Self { context, commons, overlap, n_layers, lacking, found, reported }
    }

    fn begin(&mut self) {
        self.lacking.iter_mut().for_each(|row| row.fill(0));
        self.found.clear();
    }

    /// Adds a start: a set that lacks a digit.
    fn add(&mut self, set: usize, digit: u8) {
        self.lacking[usize::from(digit) - 1][set / 64] |= 1 << (set % 64);
        self.found.push(LackingSet { set, digit, layer: 0, from: None });
    }

    /// Searches all reachable sets; `first` restricts the restricted common of the first link.
    fn run(&mut self, first: Option<u8>) {
        let sets = self.context.almost_locked_sets();
        let n = self.context.board.topology.n;
        let mut next = 0;
        while let Some(&LackingSet { set, digit, layer, from }) = self.found.get(next) {
            if self.context.is_stopped() {
                return;
            }
            let layer = (layer + 1).min(self.n_layers - 1);
            for (part, entry) in sets[set].by_digit.iter().enumerate() {
                let is_other = from.is_none() && first.is_some_and(|first| first != entry.digit);
                if entry.digit == digit || is_other {
                    continue;
                }
                let row = &mut self.lacking[layer * n + usize::from(entry.digit) - 1];
                for (number, common) in self.commons.linked_sets(set, part).iter().enumerate() {
                    let mut new = common & !row[number];
                    row[number] |= new;
                    while new != 0 {
                        let set = 64 * number + new.trailing_zeros() as usize;
                        let from = Some(next);
                        self.found.push(LackingSet { set, digit: entry.digit, layer, from });
                        new &= new - 1;
                    }
                }
            }
            next += 1;
        }
    }

    /// Returns whether a set that sees the candidate lacks a second digit.
    fn reaches_a_second_digit(&self, digit: u8, seeing_sets: &[u64]) -> bool {
        let n = self.context.board.topology.n;
        let last = &self.lacking[(self.n_layers - 1) * n..];
        let others = last.iter().enumerate().filter(|(other, _)| other + 1 != usize::from(digit));
        others
            .into_iter()
            .any(|(_, row)| row.iter().zip(seeing_sets).any(|(row, seer)| row & seer != 0))
    }

    /// Reports the chains of the last search that end at a set that sees the candidate.
    fn report(&mut self, digit: u8, seeing_sets: &[u64], steps: &mut StepSink<'_>) -> Flow {
        let sets = self.context.almost_locked_sets();
        for end in &self.found {
            let is_seer = seeing_sets[end.set / 64] >> (end.set % 64) & 1 == 1;
            if !is_seer || end.digit == digit {
                continue;
            }
            self.context.continues()?;
            let (chain, commons) = self.chain(end);
            let (first, last) = (chain[0], end.set);
            let is_simple = (1..chain.len()).all(|i| !chain[..i].contains(&chain[i]));
            let meet = sets[first].cells.intersects(&sets[last].cells);
            if chain.len() < MIN_SETS || !is_simple || meet && self.overlap == Overlap::Forbidden {
                continue;
            }
            let (x, y) = (commons[0], end.digit);
            if !self.reported.insert((first, last, x, y)) {
                continue;
            }
            let mask = sets[first].digits & sets[last].digits & !bit(x) & !bit(y);
            let eliminated = seen_by_both(self.context.board, &sets[first], &sets[last], mask);
            steps.eliminate_all(eliminated, || {
                let chain: Vec<_> = chain.iter().map(|&set| &sets[set]).collect();
                pattern(&chain, &commons)
            })?;
        }
        Flow::Continue(())
    }

    /// Returns the sets of the chain to an end, and the restricted commons between them.
    fn chain(&self, end: &LackingSet) -> (Vec<usize>, Vec<u8>) {
        let (mut chain, mut commons) = (Vec::new(), Vec::new());
        let mut lack = end;
        loop {
            chain.push(lack.set);
            let Some(from) = lack.from else { break };
            commons.push(lack.digit);
            lack = &self.found[from];
        }
        chain.reverse();
        commons.reverse();
        (chain, commons)
    }
}
