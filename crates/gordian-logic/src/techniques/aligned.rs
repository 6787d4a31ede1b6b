//! Aligned pair exclusion: the possible combinations of two cells.
//!
//! A combination of digits is excluded if the digits are equal and the cells see each other, or if
//! the digits differ and an almost locked set contains both, where all of its places of one digit
//! see the first cell and all places of the other see the second: without both digits, it would
//! have fewer digits than cells. A candidate without a remaining combination is eliminated. Cells
//! that see each other (type 1) come before cells that do not (type 2).
//!
//! ```text
//! {1 2 3} {1 4}  .   | {2 4} .  .        With 2 in the first cell, the second is 1 or 4: {1 2}
//!    .    {1 2}  .   |                   excludes 2 with 1, and {2 4} excludes 2 with 4. So 2 is
//!    .      .    .   |                   eliminated from the first cell.
//! ```
//!
//! *Source*: Rod Hagglund, Sudoku Players' Forum, 2005; with almost locked sets of any size as in
//! later threads. The types are those of SudokuWiki.

use gordian_grid::Candidate;

use crate::board::{bit, digits};
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let affected_sets = affected_sets(context);
    find_pairs(context, steps, &affected_sets, Pair::Aligned)?;
    find_pairs(context, steps, &affected_sets, Pair::Apart)
}

/// Whether two cells see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Aligned,
    Apart,
}

fn find_pairs<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    affected_sets: &[Vec<AffectedSet>],
    pair: Pair,
) -> Flow {
    let board = context.board;
    let sets = context.almost_locked_sets();
    for first in board.open().iter() {
        let peers = board.topology.peers[first];
        let seconds = if pair == Pair::Aligned { peers } else { !peers };
        for second in (board.open() & seconds).iter().filter(|&second| second > first) {
            context.continues()?;
            let shared = shared(&affected_sets[first], &affected_sets[second]);
            if shared.is_empty() && pair == Pair::Apart {
                continue;
            }
            let swapped: Vec<SharedSet> = shared.iter().map(SharedSet::swapped).collect();
            let masks = [board.mask(first), board.mask(second)];
            let eliminated: Vec<Candidate> = digits_without_partner(masks, &shared, pair)
                .map(|digit| Candidate::new(first, digit))
                .chain(
                    digits_without_partner([masks[1], masks[0]], &swapped, pair)
                        .map(|digit| Candidate::new(second, digit)),
                )
                .collect();
            let marks = eliminated.iter().map(|&candidate| (candidate, Mark::First)).collect();
            let mut digits: Vec<u8> = eliminated.iter().map(|candidate| candidate.digit).collect();
            digits.sort_unstable();
            digits.dedup();
            steps.eliminate_all(eliminated, || Pattern {
                digits,
                cells: vec![first, second],
                marks,
                sets: shared
                    .iter()
                    .map(|shared| &sets[shared.set])
                    .map(|set| Set { cells: set.cells.to_vec(), digits: set.digits })
                    .collect(),
                ..Pattern::default()
            })?;
        }
    }
    Flow::Continue(())
}

/// A set that loses each digit of `mask` if the cell holds it.
#[derive(Clone, Copy, Debug)]
struct AffectedSet {
    set: usize,
    mask: u64,
}

/// A set that loses digits by both cells.
#[derive(Clone, Copy, Debug)]
struct SharedSet {
    set: usize,
    first: u64,
    second: u64,
}

impl SharedSet {
    fn swapped(&self) -> Self {
        Self { set: self.set, first: self.second, second: self.first }
    }
}

/// Returns for each cell the sets that lose digits by it, in order.
fn affected_sets<const W: usize>(context: &Context<'_, W>) -> Vec<Vec<AffectedSet>> {
    let board = context.board;
    let mut affected_sets = vec![Vec::<AffectedSet>::new(); board.topology.n_cells];
    for (set, entry) in context.almost_locked_sets().iter().enumerate() {
        for part in &entry.by_digit {
            for cell in (board.places(part.digit) & part.seen).iter() {
                let affected_sets = &mut affected_sets[cell];
                match affected_sets.last_mut() {
                    Some(last) if last.set == set => last.mask |= bit(part.digit),
                    _ => affected_sets.push(AffectedSet { set, mask: bit(part.digit) }),
                }
            }
        }
    }
    affected_sets
}

/// Returns the sets that exclude some combination of both cells.
fn shared(first: &[AffectedSet], second: &[AffectedSet]) -> Vec<SharedSet> {
    let mut rest = second.iter().peekable();
    let mut shared = Vec::new();
    for affected in first {
        while rest.next_if(|other| other.set < affected.set).is_some() {}
        if let Some(other) = rest.next_if(|other| other.set == affected.set)
            && (affected.mask | other.mask).count_ones() > 1
        {
            shared.push(SharedSet { set: affected.set, first: affected.mask, second: other.mask });
        }
    }
    shared
}

/// Returns the digits of the first cell that leave no digit for the second.
fn digits_without_partner(
    [first, second]: [u64; 2],
    shared: &[SharedSet],
    pair: Pair,
) -> impl Iterator<Item = u8> {
    digits(first).filter(move |&digit| {
        let forbidding = shared.iter().filter(|shared| shared.first & bit(digit) != 0);
        let out = forbidding.fold(0, |out, shared| out | shared.second);
        // The same digit in both cells removes one digit from a set, not two.
        let out = if pair == Pair::Aligned { out | bit(digit) } else { out & !bit(digit) };
        second & !out == 0
    })
}
