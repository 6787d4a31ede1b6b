//! The bivalue universal grave (5.6 to 6.1).
//!
//! If every open cell had two candidates and every digit two places in each region, the puzzle
//! would have two solutions or none. So if a position has this form except for a few extra
//! candidates, one of the extra candidates is true. Type 1: they are in one cell; type 2: they are
//! of one digit; type 3: their cells form a naked set with other cells of a region; type 4: two
//! cells of a region share a digit that must be in one of them.

use crate::grid::{CELLS, GRID, Grid, REGIONS, bits, cells, choices};
use crate::sets::union_of;
use crate::step::{ExplainerRule, FoundStep};

/// The cells with extra candidates.
struct BugPattern {
    /// The cells with their extra candidates, in the order of discovery.
    extra_cells: Vec<(usize, u16)>,
    /// All extra digits.
    digits: u16,
    /// The cells that see all of these cells.
    common: u128,
}

/// Returns the first step of a bivalue universal grave.
pub(crate) fn find(grid: &Grid) -> Option<FoundStep> {
    let pattern = BugPattern::new(grid)?;
    let rule = ExplainerRule::Bug;
    if let [(cell, further)] = *pattern.extra_cells.as_slice() {
        return FoundStep::removing(rule, 56, vec![(cell, grid.mask(cell) & !further)]);
    }
    if pattern.digits.count_ones() == 1 {
        let digit = pattern.digits.trailing_zeros() as usize;
        let losing = cells(pattern.common).filter(|&cell| grid.has(cell, digit));
        let removals = losing.map(|cell| (cell, pattern.digits)).collect();
        return FoundStep::removing(rule, 57, removals).or_else(|| pattern.type_4(grid));
    }
    if pattern.common == 0 {
        return None;
    }
    pattern.type_4(grid).or_else(|| pattern.type_3(grid))
}

impl BugPattern {
    /// Returns the extra candidates if the position without them is a bivalue universal grave.
    fn new(grid: &Grid) -> Option<Self> {
        let mut pattern = Self { extra_cells: Vec::new(), digits: 0, common: u128::MAX };
        let mut rest = grid.clone();
        for region in 0..REGIONS {
            for digit in 0..9 {
                let places = grid.places(region, digit);
                if places == 0 || places.count_ones() == 2 {
                    continue;
                }
                let mut rich = bits(places)
                    .map(|place| GRID.cells[region][place])
                    .filter(|&cell| grid.count(cell) >= 3);
                let cell = rich.next()?;
                // If several cells qualify, another region decides.
                if rich.next().is_none() {
                    pattern.add(cell, digit);
                    rest.remove(cell, digit);
                    if pattern.extra_cells.len() > 1
                        && pattern.digits.count_ones() > 1
                        && pattern.common == 0
                    {
                        return None;
                    }
                }
            }
        }
        let two = |set: u16| set == 0 || set.count_ones() == 2;
        let cells = (0..CELLS).all(|cell| !rest.is_empty(cell) || rest.count(cell) == 2);
        let regions = (0..REGIONS).all(|region| (0..9).all(|d| two(rest.places(region, d))));
        (cells && regions && !pattern.extra_cells.is_empty()).then_some(pattern)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        match self.extra_cells.iter_mut().find(|(extra_cells, _)| *extra_cells == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.extra_cells.push((cell, 1 << digit)),
        }
        self.digits |= 1 << digit;
        self.common &= GRID.sees[cell];
        self.common &= self
            .extra_cells
            .iter()
            .fold(u128::MAX, |set, (extra_cells, _)| set & !(1 << extra_cells));
    }

    /// Returns the regions that contain all cells with extra candidates.
    fn regions(&self) -> impl Iterator<Item = usize> {
        (0..3).filter_map(|kind| {
            let region = GRID.region[self.extra_cells[0].0][kind];
            self.extra_cells
                .iter()
                .all(|&(cell, _)| GRID.region[cell][kind] == region)
                .then_some(region)
        })
    }

    fn type_3(&self, grid: &Grid) -> Option<FoundStep> {
        let first = self.extra_cells[0].0;
        for region in self.regions() {
            // In the order of the first cell's peers.
            let others: Vec<usize> = GRID.peers[first]
                .iter()
                .copied()
                .filter(|&cell| self.common >> cell & 1 == 1 && GRID.region[cell].contains(&region))
                .collect();
            let n = u32::try_from(others.len()).expect("nine cells");
            for size in (2..=6).filter(|&size| n >= size) {
                for set in choices(size - 1, n) {
                    if let Some(found) = self.naked(grid, &others, set, size) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    fn naked(&self, grid: &Grid, others: &[usize], set: u64, size: u32) -> Option<FoundStep> {
        let chosen = || (0..others.len()).filter(move |i| set >> i & 1 == 1);
        let covered = chosen().fold(0, |digits, i| digits | grid.mask(others[i]));
        if covered.count_ones() != size {
            return None;
        }
        let mask = |i: usize| if i < others.len() { grid.mask(others[i]) } else { self.digits };
        let digits = union_of(set | 1 << others.len(), size, mask)?;
        let removals = (0..others.len())
            .filter(|i| set >> i & 1 == 0)
            .map(|i| (others[i], grid.mask(others[i]) & digits))
            .filter(|&(_, removed)| removed != 0)
            .collect();
        let set_bonus = u16::try_from(size).expect("at most nine") - 1;
        FoundStep::removing(ExplainerRule::Bug, 57 + set_bonus, removals)
    }

    fn type_4(&self, grid: &Grid) -> Option<FoundStep> {
        let [(first, own), (second, other)] = *self.extra_cells.as_slice() else { return None };
        let common = grid.mask(first) & grid.mask(second) & !self.digits;
        self.regions().next().filter(|_| common.count_ones() == 1)?;
        let removals = vec![
            (first, grid.mask(first) & !own & !common),
            (second, grid.mask(second) & !other & !common),
        ];
        FoundStep::removing(ExplainerRule::Bug, 57, removals)
    }
}
