//! Aligned pair exclusion: two cells, looked at together.
//!
//! A combination of digits for both is out if the digits are equal and the cells see each other, or
//! if the digits differ and some almost locked set has both, all of its places of the one see the
//! first cell, and all of the other the second: with both digits gone, it would have fewer digits
//! than cells. A candidate without a combination that is left goes. Cells that see each other (type
//! 1) are looked at before those that do not (type 2).
//!
//! ```text
//! {1 2 3} {1 4}  .   | {2 4} .  .        1 in the first cell leaves 4 for the second, 2 in the first
//!    .    {1 2}  .   |                   leaves 1 or 4: {1 2} forbids 2 with 1, {2 4} 2 with 4. So
//!    .      .    .   |                   2 goes from the first cell.
//! ```
//!
//! *Source*: Rod Hagglund, players' forum, 2005; with almost locked sets of any size as in later
//! threads. The types are those of SudokuWiki.

use crate::board::{bit, digits};
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let takers = takers(context);
    find_with(context, steps, &takers, Pair::Aligned)?;
    find_with(context, steps, &takers, Pair::Apart)
}

/// Whether two cells see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Aligned,
    Apart,
}

fn find_with<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    takers: &[Vec<Taker>],
    pair: Pair,
) -> Flow {
    let board = context.board;
    let sets = context.almost_locked_sets();
    for first in board.open().each() {
        let peers = board.topology.peers[first];
        let seconds = if pair == Pair::Aligned { peers } else { !peers };
        for second in (board.open() & seconds).each().filter(|&second| second > first) {
            let shared = shared(&takers[first], &takers[second]);
            if shared.is_empty() && pair == Pair::Apart {
                continue;
            }
            let turned: Vec<Shared> = shared.iter().map(Shared::turned).collect();
            let masks = [board.mask(first), board.mask(second)];
            let gone: Vec<Candidate> = without_partner(masks, &shared, pair)
                .map(|digit| Candidate::new(first, digit))
                .chain(
                    without_partner([masks[1], masks[0]], &turned, pair)
                        .map(|digit| Candidate::new(second, digit)),
                )
                .collect();
            let marks = gone.iter().map(|&candidate| (candidate, Mark::First)).collect();
            let mut digits: Vec<u8> = gone.iter().map(|candidate| candidate.digit).collect();
            digits.sort_unstable();
            digits.dedup();
            steps.eliminate_all(gone, || Pattern {
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

/// A set from which a cell takes digits, whichever of `mask` it holds.
#[derive(Clone, Copy, Debug)]
struct Taker {
    set: usize,
    mask: u64,
}

/// A set from which both cells take digits.
#[derive(Clone, Copy, Debug)]
struct Shared {
    set: usize,
    first: u64,
    second: u64,
}

impl Shared {
    fn turned(&self) -> Self {
        Self { set: self.set, first: self.second, second: self.first }
    }
}

/// Returns for each cell the sets that it takes digits from, in order.
fn takers<const W: usize>(context: &Context<'_, W>) -> Vec<Vec<Taker>> {
    let board = context.board;
    let mut takers = vec![Vec::<Taker>::new(); board.topology.n_cells];
    for (set, about) in context.almost_locked_sets().iter().enumerate() {
        for part in &about.parts {
            for cell in (board.places(part.digit) & part.seen).each() {
                let takers = &mut takers[cell];
                match takers.last_mut() {
                    Some(last) if last.set == set => last.mask |= bit(part.digit),
                    _ => takers.push(Taker { set, mask: bit(part.digit) }),
                }
            }
        }
    }
    takers
}

/// Returns the sets that forbid some combination of both cells.
fn shared(first: &[Taker], second: &[Taker]) -> Vec<Shared> {
    let mut rest = second.iter().peekable();
    let mut shared = Vec::new();
    for taker in first {
        while rest.next_if(|other| other.set < taker.set).is_some() {}
        if let Some(other) = rest.next_if(|other| other.set == taker.set)
            && (taker.mask | other.mask).count_ones() > 1
        {
            shared.push(Shared { set: taker.set, first: taker.mask, second: other.mask });
        }
    }
    shared
}

/// Returns the digits of the first cell for which the second has no digit left.
fn without_partner(
    [first, second]: [u64; 2],
    shared: &[Shared],
    pair: Pair,
) -> impl Iterator<Item = u8> {
    digits(first).filter(move |&digit| {
        let forbidding = shared.iter().filter(|shared| shared.first & bit(digit) != 0);
        let out = forbidding.fold(0, |out, shared| out | shared.second);
        // The same digit twice takes one from a set, not two.
        let out = if pair == Pair::Aligned { out | bit(digit) } else { out & !bit(digit) };
        second & !out == 0
    })
}
