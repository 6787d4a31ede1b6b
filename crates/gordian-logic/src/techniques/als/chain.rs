//! ALS chains of four sets or more.
//!
//! As for wings it is asked of each candidate first whether there can be a chain that eliminates it:
//! sets that see it with its digit lack the digit, hold the others, take them from sets that share
//! them as a restricted common, and so on. If one of the sets that see the candidate lacks a second
//! digit in the end, there are chains, and a search from each of these sets puts them together.
//!
//! A search has layers for sets that are found over one, two, three and more others, so that what
//! can be shown with few sets does not hide what can be shown with four.

use rustc_hash::FxHashSet;

use crate::board::bit;
use crate::commons::{Commons, Overlap, members};
use crate::context::{Context, Flow, Steps};

use super::{pattern, seen_by_both};

/// Chains of fewer sets have names of their own.
const MIN_SETS: usize = 4;

pub(super) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    overlap: Overlap,
) -> Flow {
    let (board, commons) = (context.board, context.commons(overlap));
    // In a solution wings have been looked for, so that what is found first is long enough.
    let n_layers = if steps.thorough { MIN_SETS } else { 1 };
    let mut search = Chains::new(context, overlap, n_layers);
    for digit in board.digits() {
        for cell in board.places(digit).each() {
            let seers = commons.seers(cell, digit);
            search.begin();
            for set in members(seers.iter().copied()) {
                search.add(set, digit);
            }
            search.run(None);
            if !search.closes(digit, seers) {
                continue;
            }
            for set in members(seers.iter().copied()) {
                let commons = context.almost_locked_sets()[set].parts.iter().map(|part| part.digit);
                for common in commons.filter(|&common| common != digit) {
                    search.begin();
                    search.add(set, digit);
                    search.run(Some(common));
                    search.tell(digit, seers, steps)?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// A set that lacks a digit, found in a search.
#[derive(Clone, Copy, Debug)]
struct Lack {
    set: usize,
    digit: u8,
    /// How many sets lead to it, at most one less than there are layers.
    layer: usize,
    /// The number of what it follows from.
    from: Option<usize>,
}

struct Chains<'a, 'b, const W: usize> {
    context: &'a Context<'b, W>,
    commons: &'a Commons,
    overlap: Overlap,
    /// How many layers a search has.
    n_layers: usize,
    /// For each layer and digit (from 0) the sets that were found to lack it.
    lacking: Vec<Vec<u64>>,
    /// What was found, in order of distance.
    found: Vec<Lack>,
    /// The ends that were handed over: both sets and the restricted commons beside them.
    told: FxHashSet<(usize, usize, u8, u8)>,
}

impl<'a, 'b, const W: usize> Chains<'a, 'b, W> {
    fn new(context: &'a Context<'b, W>, overlap: Overlap, n_layers: usize) -> Self {
        let commons = context.commons(overlap);
        let lacking = vec![vec![0; commons.words()]; n_layers * context.board.topology.n];
        let (found, told) = (Vec::new(), FxHashSet::default());
        Self { context, commons, overlap, n_layers, lacking, found, told }
    }

    fn begin(&mut self) {
        self.lacking.iter_mut().for_each(|row| row.fill(0));
        self.found.clear();
    }

    /// Begins at a set that lacks a digit.
    fn add(&mut self, set: usize, digit: u8) {
        self.lacking[usize::from(digit) - 1][set / 64] |= 1 << (set % 64);
        self.found.push(Lack { set, digit, layer: 0, from: None });
    }

    /// Finds what follows; `first` is the restricted common of the first step, if there is a choice.
    fn run(&mut self, first: Option<u8>) {
        let sets = self.context.almost_locked_sets();
        let n = self.context.board.topology.n;
        let mut next = 0;
        while let Some(&Lack { set, digit, layer, from }) = self.found.get(next) {
            let layer = (layer + 1).min(self.n_layers - 1);
            for (part, about) in sets[set].parts.iter().enumerate() {
                let is_other = from.is_none() && first.is_some_and(|first| first != about.digit);
                if about.digit == digit || is_other {
                    continue;
                }
                let row = &mut self.lacking[layer * n + usize::from(about.digit) - 1];
                for (number, common) in self.commons.row(set, part).iter().enumerate() {
                    let mut new = common & !row[number];
                    row[number] |= new;
                    while new != 0 {
                        let set = 64 * number + new.trailing_zeros() as usize;
                        let from = Some(next);
                        self.found.push(Lack { set, digit: about.digit, layer, from });
                        new &= new - 1;
                    }
                }
            }
            next += 1;
        }
    }

    /// Returns whether a set that sees the candidate lacks a second digit.
    fn closes(&self, digit: u8, seers: &[u64]) -> bool {
        let n = self.context.board.topology.n;
        let last = &self.lacking[(self.n_layers - 1) * n..];
        let others = last.iter().enumerate().filter(|(other, _)| other + 1 != usize::from(digit));
        others.into_iter().any(|(_, row)| row.iter().zip(seers).any(|(row, seer)| row & seer != 0))
    }

    /// Hands over the chains of the last search that end at a set that sees the candidate.
    fn tell(&mut self, digit: u8, seers: &[u64], steps: &mut Steps<'_>) -> Flow {
        let sets = self.context.almost_locked_sets();
        for end in &self.found {
            let is_seer = seers[end.set / 64] >> (end.set % 64) & 1 == 1;
            if !is_seer || end.digit == digit {
                continue;
            }
            let (chain, commons) = self.chain(end);
            let (first, last) = (chain[0], end.set);
            let is_simple = (1..chain.len()).all(|i| !chain[..i].contains(&chain[i]));
            let meet = sets[first].cells.meets(&sets[last].cells);
            if chain.len() < MIN_SETS || !is_simple || meet && self.overlap == Overlap::No {
                continue;
            }
            let (x, y) = (commons[0], end.digit);
            if !self.told.insert((first, last, x, y)) {
                continue;
            }
            let mask = sets[first].digits & sets[last].digits & !bit(x) & !bit(y);
            let gone = seen_by_both(self.context.board, &sets[first], &sets[last], mask);
            steps.eliminate_all(gone, || {
                let chain: Vec<_> = chain.iter().map(|&set| &sets[set]).collect();
                pattern(&chain, &commons)
            })?;
        }
        Flow::Continue(())
    }

    /// Returns the sets that lead to a finding, and the restricted commons between them.
    fn chain(&self, end: &Lack) -> (Vec<usize>, Vec<u8>) {
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
