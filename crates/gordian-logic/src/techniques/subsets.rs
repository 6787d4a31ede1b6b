//! Subsets: as many digits as cells.
//!
//! - *Naked* pair, triple, quadruple ("twins", "triplets"): k cells of a house have only k different
//!   candidates between them; these digits fill the cells and go from the rest of the house. A
//!   triple need not have three candidates in each cell: `{1 2} {2 3} {1 3}` is one, so is
//!   `{1 2 3} {1 2} {2 3}`.
//! - *Hidden* pair, triple, quadruple: k digits of a house have only k cells between them; other
//!   candidates of these cells go.
//! - *Locked* pair and triple: a naked one whose cells lie in two houses at once, so that both lose
//!   the digits.
//!
//! ```text
//! row 2:   {1 7}  .  {1 7}  .  {1 3 7}  {3 8}      1 and 7 fill the first two: {3} is left of {1 3 7}
//! ```

use smallvec::{SmallVec, smallvec};

use crate::Technique;
use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Pattern};

/// Naked pairs and triples in more than one house with eliminations in each.
pub(super) fn locked<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let size = if steps.wanted == Technique::LockedPair { 2 } else { 3 };
    let (board, topology) = (context.board, &context.board.topology);
    let few = few(board, size);
    for &crossing in &topology.crossings {
        naked_in(board, few & crossing, size, &mut |subset| {
            let is_losing = |house: &usize| {
                let rest = topology.houses[*house].cells - subset.cells;
                digits(subset.mask).any(|digit| board.places(digit).meets(&rest))
            };
            let houses: SmallVec<[usize; 4]> =
                topology.houses_with(subset.cells).filter(is_losing).collect();
            if houses.len() > 1 { take(board, steps, subset, houses[0]) } else { GO_ON }
        })?;
    }
    GO_ON
}

/// Cells with as many candidates between them.
struct Subset<const W: usize> {
    cells: Cells<W>,
    mask: u64,
}

const GO_ON: Flow = Flow::Continue(());

pub(super) fn naked<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    size: usize,
) -> Flow {
    let board = context.board;
    let few = few(board, size);
    context.each_house(steps, |steps, number| {
        let cells = few & board.topology.houses[number].cells;
        naked_in(board, cells, size, &mut |subset| take(board, steps, subset, number))
    })
}

/// Returns the cells with two to `size` candidates: one is a single, none a contradiction.
fn few<const W: usize>(board: &Board<W>, size: usize) -> Cells<W> {
    let fits = |mask: u64| has_more(mask, 1) && !has_more(mask, size);
    board.open().each().filter(|&cell| fits(board.mask(cell))).collect()
}

/// Goes through the naked subsets of some cells.
fn naked_in<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    size: usize,
    take: &mut impl FnMut(&Subset<W>) -> Flow,
) -> Flow {
    if !cells.has_more(size - 1) {
        return GO_ON;
    }
    let items: SmallVec<[(u64, usize); 16]> =
        cells.each().map(|cell| (board.mask(cell), cell)).collect();
    choose(&items, size, &mut |mask, chosen| {
        take(&Subset { cells: chosen.iter().copied().collect(), mask })
    })
}

/// Hands over a naked subset, if it takes anything away.
fn take<const W: usize>(
    board: &Board<W>,
    steps: &mut Steps<'_>,
    subset: &Subset<W>,
    house: usize,
) -> Flow {
    let seen = board.topology.seen_by_all(subset.cells);
    let losing = |digit: u8| board.places(digit) & seen;
    if digits(subset.mask).all(|digit| losing(digit).is_empty()) {
        return GO_ON;
    }
    let gone = digits(subset.mask)
        .flat_map(|digit| losing(digit).each().map(move |cell| Candidate::new(cell, digit)));
    steps.eliminate_all(gone.collect(), || Pattern {
        digits: digits(subset.mask).collect(),
        cells: subset.cells.to_vec(),
        houses: vec![house],
        ..Pattern::default()
    })
}

pub(super) fn hidden<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
    size: usize,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    context.each_house(steps, |steps, number| {
        let house = &topology.houses[number];
        if !house.full {
            return GO_ON;
        }
        let open: SmallVec<[usize; 16]> = (board.open() & house.cells).each().collect();
        // With as many open cells, all digits are chosen, and nothing goes.
        if open.len() <= size {
            return GO_ON;
        }
        // For each digit its places: bit i is open cell i.
        let mut places: SmallVec<[u64; 16]> = smallvec![0; topology.n];
        for (at, &cell) in open.iter().enumerate() {
            digits(board.mask(cell)).for_each(|digit| places[usize::from(digit) - 1] |= 1 << at);
        }
        let all = (1_u8..).zip(&places);
        let items: SmallVec<[(u64, u8); 16]> = all
            .filter(|&(_, &places)| places != 0 && !has_more(places, size))
            .map(|(digit, &places)| (places, digit))
            .collect();
        choose(&items, size, &mut |cells, chosen| {
            let mask = chosen.iter().fold(0_u64, |mask, &digit| mask | bit(digit));
            let cells = digits(cells).map(|at| open[usize::from(at) - 1]);
            if cells.clone().all(|cell| board.mask(cell) & !mask == 0) {
                return GO_ON;
            }
            let gone = cells.clone().flat_map(|cell| {
                digits(board.mask(cell) & !mask).map(move |digit| Candidate::new(cell, digit))
            });
            steps.eliminate_all(gone.collect(), || Pattern {
                digits: digits(mask).collect(),
                cells: cells.clone().collect(),
                houses: vec![number],
                ..Pattern::default()
            })
        })
    })
}

/// Returns whether a mask has more than `n` members; quick for small `n`.
#[inline]
fn has_more(mut mask: u64, n: usize) -> bool {
    for _ in 0..n {
        mask &= mask.wrapping_sub(1);
    }
    mask != 0
}

/// Hands over all choices of `size` of `items` whose masks have no more than `size` members between
/// them, with these, in the order of the items.
fn choose<T: Copy>(
    items: &[(u64, T)],
    size: usize,
    take: &mut impl FnMut(u64, &[T]) -> Flow,
) -> Flow {
    if items.len() < size {
        return GO_ON;
    }
    grow(items, size, 0, &mut SmallVec::new(), take)
}

fn grow<T: Copy>(
    items: &[(u64, T)],
    size: usize,
    mask: u64,
    chosen: &mut SmallVec<[T; 8]>,
    take: &mut impl FnMut(u64, &[T]) -> Flow,
) -> Flow {
    let missing = size - chosen.len();
    // The last of them still leaves enough to choose from.
    for at in 0..=items.len().saturating_sub(missing) {
        let Some(&(own, item)) = items.get(at) else { break };
        let mask = mask | own;
        if has_more(mask, size) {
            continue;
        }
        chosen.push(item);
        if missing == 1 {
            take(mask, chosen)?;
        } else {
            grow(&items[at + 1..], size, mask, chosen, take)?;
        }
        chosen.pop();
    }
    GO_ON
}
