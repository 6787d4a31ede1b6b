//! Remote pairs: a chain of cells with the same two candidates.
//!
//! Each cell of the chain sees the next, so the digits alternate, and two cells with an even number
//! of cells between them hold both digits. A cell that sees both of them can hold neither digit.
//! The chain has at least four cells (two would be a naked pair).
//!
//! ```text
//! {a b}   .    .  | {a b}  .   .        A chain along row 1, column 4 and row 5. Its first and last
//!   .    -ab   .  |   .    .   .        cells, r1c1 and r5c2, differ, so cells that see both are
//!   .    -ab   .  |   .    .   .        neither a nor b.
//! ----------------+---------------
//!  -ab    .    .  |   .    .   .
//!   .   {a b}  .  | {a b}  .   .
//!  -ab    .    .  |   .    .   .
//! ```
//!
//! *Source*: Sudoku Players' Forum (2005).

use gordian_grid::Candidate;
use smallvec::SmallVec;

use crate::board::digits;
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Link, Mark, Node, Pattern};

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    let bivalue = board.bivalue();
    let mut rest = bivalue;
    while let Some(cell) = rest.first() {
        let mask = board.mask(cell);
        let same: Cells<W> = rest.iter().filter(|&cell| board.mask(cell) == mask).collect();
        rest -= same;
        if same.len() >= 4 {
            for start in same.iter() {
                chains_from(context, steps, start, same)?;
            }
        }
    }
    Flow::Continue(())
}

/// Follows the shortest chains within `same` from `start` to cells with a greater number.
fn chains_from<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    start: usize,
    same: Cells<W>,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    // The reached cells in order of distance, each with the index of its predecessor.
    let mut reached: SmallVec<[(usize, usize); 16]> = SmallVec::from_slice(&[(start, 0)]);
    let mut left = same - Cells::one(start);
    let mut next = 0;
    while next < reached.len() {
        let new = topology.peers[reached[next].0] & left;
        left -= new;
        reached.extend(new.iter().map(|cell| (cell, next)));
        let chain = chain_to(&reached, next);
        next += 1;
        if chain.len() < 4 || chain.len() % 2 == 1 || chain[0] < start {
            continue;
        }
        let mut eliminated = Cells::EMPTY;
        for (number, &cell) in chain.iter().enumerate() {
            for &other in chain[number + 1..].iter().skip(2).step_by(2) {
                eliminated |= topology.peers[cell] & topology.peers[other];
            }
        }
        eliminated -= chain.iter().copied().collect();
        let mask = board.mask(start);
        let eliminated = digits(mask).flat_map(|digit| {
            (board.places(digit) & eliminated).iter().map(move |cell| Candidate::new(cell, digit))
        });
        steps.eliminate_all(eliminated.collect(), || pattern(&chain, mask))?;
    }
    Flow::Continue(())
}

/// Returns the cells from index `place` back to the start.
fn chain_to(reached: &[(usize, usize)], place: usize) -> SmallVec<[usize; 16]> {
    let mut chain = SmallVec::new();
    let mut at = place;
    loop {
        let (cell, before) = reached[at];
        chain.push(cell);
        if at == 0 {
            return chain;
        }
        at = before;
    }
}

fn pattern(chain: &[usize], mask: u64) -> Pattern {
    let both: Vec<u8> = digits(mask).collect();
    let parts = [Mark::First, Mark::Second];
    let marks = chain.iter().enumerate().flat_map(|(number, &cell)| {
        let mark = move |which: usize| parts[(number + which) % 2];
        [(Candidate::new(cell, both[0]), mark(0)), (Candidate::new(cell, both[1]), mark(1))]
    });
    let links = chain.windows(2).enumerate().map(|(number, pair)| {
        let digit = both[number % 2];
        Link::weak(Node::one(pair[0], digit), Node::one(pair[1], digit))
    });
    Pattern {
        cells: chain.to_vec(),
        marks: marks.collect(),
        links: links.collect(),
        digits: both.clone(),
        ..Pattern::default()
    }
}
