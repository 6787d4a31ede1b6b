//! The bivalue universal grave (5.6 to 6.1).
//!
//! If every open cell had two candidates and every digit two places in each region, the puzzle had
//! two solutions or none. So in a position that is this but for a few further candidates, one of
//! these is true. Type 1: they are in one cell; 2: they are of one digit; 3: the cells that have
//! them form a naked set with others of a region; 4: two cells of a region share a digit that must
//! be in one of them.

use super::grid::{CELLS, GRID, Grid, REGIONS, bits, cells, choices};
use super::sets::union_of;
use super::step::{ExplainerRule, Found};

/// The cells with further candidates.
struct Grave {
    /// The cells, in the order in which they are met.
    odd: Vec<(usize, u16)>,
    /// All further digits.
    digits: u16,
    /// Cells that see all of them.
    common: u128,
}

/// Returns the first step at a grave.
pub(super) fn find(grid: &Grid) -> Option<Found> {
    let grave = Grave::new(grid)?;
    let rule = ExplainerRule::Bug;
    if let [(cell, further)] = *grave.odd.as_slice() {
        return Found::removing(rule, 56, vec![(cell, grid.mask(cell) & !further)]);
    }
    if grave.digits.count_ones() == 1 {
        let digit = grave.digits.trailing_zeros() as usize;
        let losing = cells(grave.common).filter(|&cell| grid.has(cell, digit));
        let removals = losing.map(|cell| (cell, grave.digits)).collect();
        return Found::removing(rule, 57, removals).or_else(|| grave.type_4(grid));
    }
    if grave.common == 0 {
        return None;
    }
    grave.type_4(grid).or_else(|| grave.type_3(grid))
}

impl Grave {
    /// Returns the further candidates if taking them away leaves a grave.
    fn new(grid: &Grid) -> Option<Self> {
        let mut grave = Self { odd: Vec::new(), digits: 0, common: u128::MAX };
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
                // Of several cells any may be the odd one: another region will tell.
                if rich.next().is_none() {
                    grave.add(cell, digit);
                    rest.remove(cell, digit);
                    if grave.odd.len() > 1 && grave.digits.count_ones() > 1 && grave.common == 0 {
                        return None;
                    }
                }
            }
        }
        let two = |set: u16| set == 0 || set.count_ones() == 2;
        let cells = (0..CELLS).all(|cell| !rest.is_empty(cell) || rest.count(cell) == 2);
        let regions = (0..REGIONS).all(|region| (0..9).all(|d| two(rest.places(region, d))));
        (cells && regions && !grave.odd.is_empty()).then_some(grave)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        match self.odd.iter_mut().find(|(odd, _)| *odd == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.odd.push((cell, 1 << digit)),
        }
        self.digits |= 1 << digit;
        self.common &= GRID.sees[cell];
        self.common &= self.odd.iter().fold(u128::MAX, |set, (odd, _)| set & !(1 << odd));
    }

    /// Returns the regions that hold all cells with further candidates.
    fn regions(&self) -> impl Iterator<Item = usize> {
        (0..3).filter_map(|kind| {
            let region = GRID.region[self.odd[0].0][kind];
            self.odd.iter().all(|&(cell, _)| GRID.region[cell][kind] == region).then_some(region)
        })
    }

    fn type_3(&self, grid: &Grid) -> Option<Found> {
        let first = self.odd[0].0;
        for region in self.regions() {
            // In the order in which the first cell sees them.
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

    fn naked(&self, grid: &Grid, others: &[usize], set: u64, size: u32) -> Option<Found> {
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
            .filter(|&(_, gone)| gone != 0)
            .collect();
        let harder = u16::try_from(size).expect("at most nine") - 1;
        Found::removing(ExplainerRule::Bug, 57 + harder, removals)
    }

    fn type_4(&self, grid: &Grid) -> Option<Found> {
        let [(first, own), (second, other)] = *self.odd.as_slice() else { return None };
        let common = grid.mask(first) & grid.mask(second) & !self.digits;
        self.regions().next().filter(|_| common.count_ones() == 1)?;
        let removals = vec![
            (first, grid.mask(first) & !own & !common),
            (second, grid.mask(second) & !other & !common),
        ];
        Found::removing(ExplainerRule::Bug, 57, removals)
    }
}
