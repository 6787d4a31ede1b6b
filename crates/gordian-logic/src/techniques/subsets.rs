//! Subsets: k digits in k cells.
//!
//! - *Naked* pair, triple, quadruple ("twins", "triplets"): k cells of a house have only k
//!   different candidates between them. The digits fill these cells and are eliminated from the
//!   rest of the house. The cells of a triple need not have three candidates each: `{1 2} {2 3} {1
//!   3}` and `{1 2 3} {1 2} {2 3}` are triples.
//! - *Hidden* pair, triple, quadruple: k digits of a house have only k cells between them. Other
//!   candidates of these cells are eliminated.
//! - *Locked* pair and triple: a naked subset whose cells are in two houses, so that both lose the
//!   digits.
//!
//! ```text
//! row 2:   {1 7}  .  {1 7}  .  {1 3 7}  {3 8}      1 and 7 fill the first two cells: {1 3 7} is 3
//! ```

use gordian_grid::Candidate;
use smallvec::{SmallVec, smallvec};

use crate::Technique;
use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::Pattern;

/// Finds naked pairs and triples in several houses with eliminations in at least two.
pub(super) fn locked<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let size = if steps.technique == Technique::LockedPair { 2 } else { 3 };
    let (board, topology) = (context.board, &context.board.topology);
    let small_cells = small_cells(board, size);
    for &crossing in &topology.intersections {
        each_naked(board, small_cells & crossing, size, &mut |subset| {
            let is_losing = |house: &usize| {
                let rest = topology.houses[*house].cells - subset.cells;
                digits(subset.mask).any(|digit| board.places(digit).intersects(&rest))
            };
            let houses: SmallVec<[usize; 4]> =
                topology.houses_containing(subset.cells).filter(is_losing).collect();
            if houses.len() > 1 { report_naked(board, steps, subset, houses[0]) } else { CONTINUE }
        })?;
    }
    CONTINUE
}

/// Cells with as many candidates as cells between them.
struct Subset<const W: usize> {
    cells: Cells<W>,
    mask: u64,
}

const CONTINUE: Flow = Flow::Continue(());

pub(super) fn naked<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    size: usize,
) -> Flow {
    let board = context.board;
    let small_cells = small_cells(board, size);
    context.each_house(steps, |steps, number| {
        let cells = small_cells & board.topology.houses[number].cells;
        each_naked(board, cells, size, &mut |subset| report_naked(board, steps, subset, number))
    })
}

/// Returns the cells with two to `size` candidates; fewer would be a single or a contradiction.
fn small_cells<const W: usize>(board: &Board<W>, size: usize) -> Cells<W> {
    let fits = |mask: u64| has_more(mask, 1) && !has_more(mask, size);
    board.open().iter().filter(|&cell| fits(board.mask(cell))).collect()
}

/// Enumerates the naked subsets of some cells.
fn each_naked<const W: usize>(
    board: &Board<W>,
    cells: Cells<W>,
    size: usize,
    report_naked: &mut impl FnMut(&Subset<W>) -> Flow,
) -> Flow {
    if !cells.has_more(size - 1) {
        return CONTINUE;
    }
    let items: SmallVec<[(u64, usize); 16]> =
        cells.iter().map(|cell| (board.mask(cell), cell)).collect();
    each_combination(&items, size, &mut |mask, chosen| {
        report_naked(&Subset { cells: chosen.iter().copied().collect(), mask })
    })
}

/// Reports a naked subset if it eliminates anything.
fn report_naked<const W: usize>(
    board: &Board<W>,
    steps: &mut StepSink<'_>,
    subset: &Subset<W>,
    house: usize,
) -> Flow {
    let seen = board.topology.seen_by_all(subset.cells);
    let losing = |digit: u8| board.places(digit) & seen;
    if digits(subset.mask).all(|digit| losing(digit).is_empty()) {
        return CONTINUE;
    }
    let eliminated = digits(subset.mask)
        .flat_map(|digit| losing(digit).iter().map(move |cell| Candidate::new(cell, digit)));
    steps.eliminate_all(eliminated.collect(), || Pattern {
        digits: digits(subset.mask).collect(),
        cells: subset.cells.to_vec(),
        houses: vec![house],
        ..Pattern::default()
    })
}

pub(super) fn hidden<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
    size: usize,
) -> Flow {
    let (board, topology) = (context.board, &context.board.topology);
    context.each_house(steps, |steps, number| {
        let house = &topology.houses[number];
        if !house.full {
            return CONTINUE;
        }
        let open: SmallVec<[usize; 16]> = (board.open() & house.cells).iter().collect();
        // With only `size` open cells, the subset would be all of them and eliminate nothing.
        if open.len() <= size {
            return CONTINUE;
        }
        // The places of each digit: bit i is open cell i.
        let mut places: SmallVec<[u64; 16]> = smallvec![0; topology.n];
        for (at, &cell) in open.iter().enumerate() {
            digits(board.mask(cell)).for_each(|digit| places[usize::from(digit) - 1] |= 1 << at);
        }
        let all = (1_u8..).zip(&places);
        let items: SmallVec<[(u64, u8); 16]> = all
            .filter(|&(_, &places)| places != 0 && !has_more(places, size))
            .map(|(digit, &places)| (places, digit))
            .collect();
        each_combination(&items, size, &mut |cells, chosen| {
            let mask = chosen.iter().fold(0_u64, |mask, &digit| mask | bit(digit));
            let cells = digits(cells).map(|at| open[usize::from(at) - 1]);
            if cells.clone().all(|cell| board.mask(cell) & !mask == 0) {
                return CONTINUE;
            }
            let eliminated = cells.clone().flat_map(|cell| {
                digits(board.mask(cell) & !mask).map(move |digit| Candidate::new(cell, digit))
            });
            steps.eliminate_all(eliminated.collect(), || Pattern {
                digits: digits(mask).collect(),
                cells: cells.clone().collect(),
                houses: vec![number],
                ..Pattern::default()
            })
        })
    })
}

/// Returns whether a mask has more than `n` members; fast for small `n`.
#[inline]
fn has_more(mut mask: u64, n: usize) -> bool {
    for _ in 0..n {
        mask &= mask.wrapping_sub(1);
    }
    mask != 0
}

/// Passes on all combinations of `size` items whose masks have at most `size` members between them,
/// in the order of the items.
fn each_combination<T: Copy>(
    items: &[(u64, T)],
    size: usize,
    report_naked: &mut impl FnMut(u64, &[T]) -> Flow,
) -> Flow {
    if items.len() < size {
        return CONTINUE;
    }
    grow(items, size, 0, &mut SmallVec::new(), report_naked)
}

fn grow<T: Copy>(
    items: &[(u64, T)],
    size: usize,
    mask: u64,
    chosen: &mut SmallVec<[T; 8]>,
    report_naked: &mut impl FnMut(u64, &[T]) -> Flow,
) -> Flow {
    let missing = size - chosen.len();
    // Enough items must remain to complete the combination.
    for at in 0..=items.len().saturating_sub(missing) {
        let Some(&(own, item)) = items.get(at) else { break };
        let mask = mask | own;
        if has_more(mask, size) {
            continue;
        }
        chosen.push(item);
        if missing == 1 {
            report_naked(mask, chosen)?;
        } else {
            grow(&items[at + 1..], size, mask, chosen, report_naked)?;
        }
        chosen.pop();
    }
    CONTINUE
}
