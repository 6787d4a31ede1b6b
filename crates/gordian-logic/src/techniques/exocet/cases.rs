//! The cases of an exocet and their common eliminations.

use gordian_grid::Candidate;
use smallvec::SmallVec;

use super::search::{Exocet, OrientedGrid};
use crate::board::{bit, digits};
use crate::cells::Cells;
use crate::context::{Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

/// The cells that cannot hold each digit (from 0).
type Excluded<const W: usize> = [Cells<W>; 9];

/// The cases of an exocet.
pub(super) struct Cases<'a, const W: usize> {
    grid: &'a OrientedGrid<'a, W>,
    exocet: &'a Exocet<W>,
    /// The candidates that are impossible in all cases so far.
    excluded: Excluded<W>,
}

/// A case: the digits of the base cells and of the targets, in their order.
#[derive(Clone, Copy, Debug)]
struct Case {
    base: [u8; 2],
    targets: [u8; 2],
}

impl<'a, const W: usize> Cases<'a, W> {
    pub(super) fn new(grid: &'a OrientedGrid<'a, W>, exocet: &'a Exocet<W>) -> Self {
        Self { grid, exocet, excluded: [!Cells::EMPTY; 9] }
    }

    /// Reports the candidates that are impossible in all cases.
    pub(super) fn report(mut self, steps: &mut StepSink<'_>) -> Flow {
        let board = self.grid.board;
        let [first, second] = self.exocet.base.map(|cell| board.mask(cell));
        for one in digits(first) {
            for other in digits(second & !bit(one)) {
                for targets in [[one, other], [other, one]] {
                    self.case(Case { base: [one, other], targets });
                }
            }
        }
        let excluded = board.digits().zip(self.excluded).flat_map(|(digit, excluded)| {
            let excluded = board.places(digit) & excluded;
            excluded.iter().map(move |cell| Candidate::new(cell, digit))
        });
        steps.eliminate_all(excluded.collect(), || self.pattern())
    }

    /// Evaluates a case; candidates that are possible in it are kept.
    fn case(&mut self, case: Case) {
        let exocet = self.exocet;
        let mut excluded = [Cells::EMPTY; 9];
        let cells = exocet.base.into_iter().zip(case.base);
        for (cell, digit) in cells.chain(exocet.targets.into_iter().zip(case.targets)) {
            if !self.place_digit(cell, digit, &mut excluded) {
                return;
            }
        }
        let mut path_cells = SmallVec::<[Cells<W>; 8]>::new();
        let mut n_first = 0;
        for (target, digit) in exocet.targets.into_iter().zip(case.targets) {
            n_first = path_cells.len();
            let possible = self.grid.places_or_filled(digit) - excluded[index(digit)];
            let others = exocet.cross.iter().filter(|(_, rest)| !rest.has(target));
            path_cells.extend(others.map(|(_, rest)| *rest & possible));
        }
        if !self.fits(&path_cells, n_first, &mut SmallVec::new()) {
            return;
        }
        for (digit, path_cells) in
            case.targets.into_iter().zip([&path_cells[..n_first], &path_cells[n_first..]])
        {
            let all = path_cells.iter().fold(Cells::EMPTY, |all, path| all | *path);
            self.cover(all, path_cells.len(), &mut Vec::new(), &mut |houses| {
                for &house in houses {
                    excluded[index(digit)] |= self.grid.board.topology.houses[house].cells - all;
                }
            });
        }
        self.split_by_mirrors(case, 0, &excluded);
    }

    /// Places a digit in a cell; returns false if that is impossible.
    fn place_digit(&self, cell: usize, digit: u8, excluded: &mut Excluded<W>) -> bool {
        let board = self.grid.board;
        if board.mask(cell) & bit(digit) == 0 || excluded[index(digit)].has(cell) {
            return false;
        }
        for other in board.digits() {
            if other != digit {
                excluded[index(other)].insert(cell);
            }
        }
        excluded[index(digit)] |= board.topology.peers[cell];
        true
    }

    /// Returns whether one cell of each of `path_cells` can be chosen such that all are different,
    /// none of the first `n_first` see each other, and none of the others see each other.
    fn fits(
        &self,
        path_cells: &[Cells<W>],
        n_first: usize,
        taken: &mut SmallVec<[usize; 8]>,
    ) -> bool {
        let number = taken.len();
        let Some(path) = path_cells.get(number) else { return true };
        let peers = &self.grid.board.topology.peers;
        for cell in path.iter() {
            let collides = taken.iter().enumerate().any(|(earlier, &other)| {
                cell == other
                    || ((earlier < n_first) == (number < n_first) && peers[cell].has(other))
            });
            if !collides {
                taken.push(cell);
                if self.fits(path_cells, n_first, taken) {
                    return true;
                }
                taken.pop();
            }
        }
        false
    }

    /// Passes on each minimal choice of `n` houses that cover `cells`.
    fn cover(
        &self,
        cells: Cells<W>,
        n: usize,
        houses: &mut Vec<usize>,
        take: &mut dyn FnMut(&[usize]),
    ) {
        let topology = &self.grid.board.topology;
        let Some(cell) = cells.first() else {
            if n == 0 {
                take(houses);
            }
            return;
        };
        if n == 0 {
            return;
        }
        for &house in &topology.houses_of[cell] {
            houses.push(house);
            self.cover(cells - topology.houses[house].cells, n - 1, houses, take);
            houses.pop();
        }
    }

    /// Splits a case by the mirror cells: the places of each target digit, from this number on, in
    /// the third box of the band.
    fn split_by_mirrors(&mut self, case: Case, number: usize, excluded: &Excluded<W>) {
        let (Some(&target), Some(&digit)) =
            (self.exocet.targets.get(number), case.targets.get(number))
        else {
            self.excluded.iter_mut().zip(excluded).for_each(|(all, excluded)| *all &= *excluded);
            return;
        };
        let Some(third) = self.grid.third_box(self.exocet, target) else {
            return self.split_by_mirrors(case, number + 1, excluded);
        };
        let places = self.grid.places_or_filled(digit) & third;
        let left = places - excluded[index(digit)];
        if left.len() > 2 || left.iter().any(|cell| self.grid.board.value(cell) != 0) {
            return self.split_by_mirrors(case, number + 1, excluded);
        }
        for cell in left.iter() {
            let mut excluded = *excluded;
            if self.place_digit(cell, digit, &mut excluded) {
                self.split_by_mirrors(case, number + 1, &excluded);
            }
        }
    }

    fn pattern(&self) -> Pattern {
        let Exocet { base, digits: mask, cross, targets, .. } = self.exocet;
        let board = self.grid.board;
        let bases = base.iter().flat_map(|&cell| board.marks(cell, *mask, Mark::First));
        let ends = targets.iter().flat_map(|&cell| board.marks(cell, *mask, Mark::Second));
        let mut covers = Vec::new();
        let rests = cross.iter().fold(Cells::EMPTY, |all, (_, rest)| all | *rest);
        let rests = rests - targets.iter().copied().collect();
        let mut marks: Vec<_> = bases.chain(ends).collect();
        for digit in digits(*mask) {
            let rest = self.grid.places_or_filled(digit) & rests;
            let open = rest & board.open();
            marks.extend(open.iter().map(|cell| (Candidate::new(cell, digit), Mark::Pattern)));
            let mut fewest: Option<Vec<usize>> = None;
            for n in 0..cross.len() {
                self.cover(rest, n, &mut Vec::new(), &mut |houses| {
                    fewest.get_or_insert_with(|| houses.to_vec());
                });
            }
            covers.extend(fewest.unwrap_or_default());
        }
        covers.sort_unstable();
        covers.dedup();
        let set = |cells: &[usize; 2]| Set { cells: cells.to_vec(), digits: *mask };
        Pattern {
            digits: digits(*mask).collect(),
            cells: base.iter().chain(targets).copied().collect(),
            houses: cross.iter().map(|&(house, _)| house).collect(),
            covers,
            marks,
            sets: vec![set(base), set(targets)],
            ..Pattern::default()
        }
    }
}

fn index(digit: u8) -> usize {
    usize::from(digit) - 1
}
