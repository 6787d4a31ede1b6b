//! Aligned exclusion of pairs (6.2) and triplets (7.5).
//!
//! Take two or three cells and go through all ways to fill them. A way is out if two of the cells
//! see each other and hold the same digit, or if a cell that all of them see would lose its last
//! candidate. A candidate that is in no way that is left goes.

use super::grid::{CELLS, GRID, Grid, bits, cells};
use super::step::{ExplainerRule, Found};

/// The cells that may take part.
struct Bases {
    /// In order.
    cells: Vec<usize>,
    /// For each cell those it sees with so few candidates that a filling can exhaust them.
    excluders: [u128; CELLS],
}

impl Bases {
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

    /// Returns the cells from which a third is taken, in the order in which the two see them.
    fn tails(&self, first: usize, second: usize) -> Vec<usize> {
        let mut tails = Vec::new();
        for base in [first, second] {
            for &cell in &GRID.peers[base] {
                let fits = self.excluders[base] >> cell & 1 == 1 && self.excluders[cell] != 0;
                if fits && cell != first && cell != second && !tails.contains(&cell) {
                    tails.push(cell);
                }
            }
        }
        tails
    }
}

/// Returns the first exclusion by two cells.
pub(super) fn pair(grid: &Grid) -> Option<Found> {
    let bases = Bases::new(grid, 2);
    each_pair(&bases, |first, second| {
        let removals = exclude(grid, &bases, &[first, second])?;
        Found::removing(ExplainerRule::AlignedPairExclusion, 62, removals)
    })
}

/// Returns the first exclusion by three cells.
pub(super) fn triplet(grid: &Grid) -> Option<Found> {
    let bases = Bases::new(grid, 3);
    if bases.cells.len() < 3 {
        return None;
    }
    each_pair(&bases, |first, second| {
        bases.tails(first, second).into_iter().find_map(|third| {
            let removals = exclude(grid, &bases, &[first, second, third])?;
            Found::removing(ExplainerRule::AlignedTripletExclusion, 75, removals)
        })
    })
}

fn each_pair(bases: &Bases, mut judge: impl FnMut(usize, usize) -> Option<Found>) -> Option<Found> {
    (0..bases.cells.len())
        .flat_map(|high| (0..high).map(move |low| (low, high)))
        .find_map(|(low, high)| judge(bases.cells[low], bases.cells[high]))
}

/// Returns the candidates of the cells that no way to fill them has; `None` if fewer than two cells
/// see them all.
fn exclude(grid: &Grid, bases: &Bases, chosen: &[usize]) -> Option<Vec<(usize, u16)>> {
    let common = chosen.iter().fold(u128::MAX, |set, &cell| set & bases.excluders[cell]);
    if common.count_ones() < 2 {
        return None;
    }
    let limits: Vec<u16> = cells(common).map(|cell| grid.mask(cell)).collect();
    let mut allowed = vec![0_u16; chosen.len()];
    fill(grid, chosen, &limits, &mut Vec::new(), &mut allowed);
    let gone = |i: usize| (chosen[i], grid.mask(chosen[i]) & !allowed[i]);
    Some((0..chosen.len()).map(gone).filter(|&(_, gone)| gone != 0).collect())
}

/// Goes through the ways to fill the cells after those that have a digit already.
fn fill(
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
            fill(grid, chosen, limits, digits, allowed);
            digits.pop();
        }
    }
}
