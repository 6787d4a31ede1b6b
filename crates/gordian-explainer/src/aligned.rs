//! Aligned exclusion of pairs (6.2) and triplets (7.5).
//!
//! Enumerate all combinations of digits for two or three cells. A combination is excluded if two of
//! the cells see each other and have the same digit, or if a cell that all of them see would lose
//! its last candidate. A candidate that is in no remaining combination is eliminated.

use crate::grid::{CELLS, GRID, Grid, bits, cells};
use crate::step::{ExplainerRule, FoundStep};

/// The cells that may be base cells.
struct BaseCells {
    /// The base cells, in order.
    cells: Vec<usize>,
    /// For each cell, the peers with so few candidates that a combination can exhaust them.
    excluders: [u128; CELLS],
}

impl BaseCells {
    fn new(grid: &Grid, size: u32) -> Self {
        let mut bases = Self { cells: Vec::new(), excluders: [0; CELLS] };
        for cell in (0..CELLS).filter(|&cell| grid.count(cell) >= 2) {
            let mut few = 0;
            let mut single = false;
            for &peer in &GRID.peers[cell] {
                match grid.count(peer) {
                    1 => single = true,
                    n if (2..=size).contains(&n) => few |= 1 << peer,
                    _ => {}
                }
            }
            if !single && few != 0 {
                bases.cells.push(cell);
                bases.excluders[cell] = few;
            }
        }
        bases
    }

    /// Returns the possible third cells, in the order of the peers of the first two.
    fn third_cells(&self, first: usize, second: usize) -> Vec<usize> {
        let mut third_cells = Vec::new();
        for base in [first, second] {
            for &cell in &GRID.peers[base] {
                let fits = self.excluders[base] >> cell & 1 == 1 && self.excluders[cell] != 0;
                if fits && cell != first && cell != second && !third_cells.contains(&cell) {
                    third_cells.push(cell);
                }
            }
        }
        third_cells
    }
}

/// Returns the first exclusion by two cells.
pub(crate) fn pair(grid: &Grid) -> Option<FoundStep> {
    let bases = BaseCells::new(grid, 2);
    each_pair(&bases, |first, second| {
        let removals = exclude(grid, &bases, &[first, second])?;
        FoundStep::removing(ExplainerRule::AlignedPairExclusion, 62, removals)
    })
}

/// Returns the first exclusion by three cells.
pub(crate) fn triplet(grid: &Grid) -> Option<FoundStep> {
    let bases = BaseCells::new(grid, 3);
    if bases.cells.len() < 3 {
        return None;
    }
    each_pair(&bases, |first, second| {
        bases.third_cells(first, second).into_iter().find_map(|third| {
            let removals = exclude(grid, &bases, &[first, second, third])?;
            FoundStep::removing(ExplainerRule::AlignedTripletExclusion, 75, removals)
        })
    })
}

fn each_pair(
    bases: &BaseCells,
    mut check: impl FnMut(usize, usize) -> Option<FoundStep>,
) -> Option<FoundStep> {
    (0..bases.cells.len())
        .flat_map(|high| (0..high).map(move |low| (low, high)))
        .find_map(|(low, high)| check(bases.cells[low], bases.cells[high]))
}

/// Returns the candidates of the cells that are in no combination; `None` if fewer than two cells
/// see all of the cells.
fn exclude(grid: &Grid, bases: &BaseCells, chosen: &[usize]) -> Option<Vec<(usize, u16)>> {
    let common = chosen.iter().fold(u128::MAX, |set, &cell| set & bases.excluders[cell]);
    if common.count_ones() < 2 {
        return None;
    }
    let limits: Vec<u16> = cells(common).map(|cell| grid.mask(cell)).collect();
    let mut allowed = vec![0_u16; chosen.len()];
    each_combination(grid, chosen, &limits, &mut Vec::new(), &mut allowed);
    let removed = |i: usize| (chosen[i], grid.mask(chosen[i]) & !allowed[i]);
    Some((0..chosen.len()).map(removed).filter(|&(_, removed)| removed != 0).collect())
}

/// Enumerates the digits of the remaining cells.
fn each_combination(
    grid: &Grid,
    chosen: &[usize],
    limits: &[u16],
    digits: &mut Vec<usize>,
    allowed: &mut [u16],
) {
    let n = digits.len();
    if n == chosen.len() {
        let used = digits.iter().fold(0_u16, |used, digit| used | 1 << digit);
        if limits.iter().all(|mask| mask & !used != 0) {
            for (mask, digit) in allowed.iter_mut().zip(digits) {
                *mask |= 1 << *digit;
            }
        }
        return;
    }
    for digit in bits(grid.mask(chosen[n])) {
        let twice = |i: usize| digits[i] == digit && GRID.sees[chosen[i]] >> chosen[n] & 1 == 1;
        if !(0..n).any(twice) {
            digits.push(digit);
            each_combination(grid, chosen, limits, digits, allowed);
            digits.pop();
        }
    }
}
