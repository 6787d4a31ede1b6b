//! The cases of an exocet, and what they have in common.

use smallvec::SmallVec;

use super::search::{Exocet, Grid};
use crate::board::{bit, digits};
use crate::cells::Cells;
use crate::context::{Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

/// What is impossible, for each digit (from 0).
type Gone<const W: usize> = [Cells<W>; 9];

/// The cases of an exocet.
pub(super) struct Cases<'a, const W: usize> {
    grid: &'a Grid<'a, W>,
    exocet: &'a Exocet<W>,
    /// What is impossible in all cases so far.
    gone: Gone<W>,
}

/// The digits of base and targets in a case, those of the targets in the order of these.
#[derive(Clone, Copy, Debug)]
struct Case {
    base: [u8; 2],
    targets: [u8; 2],
}

impl<'a, const W: usize> Cases<'a, W> {
    pub(super) fn new(grid: &'a Grid<'a, W>, exocet: &'a Exocet<W>) -> Self {
        Self { grid, exocet, gone: [!Cells::EMPTY; 9] }
    }

    /// Hands over what is impossible in all cases.
    pub(super) fn tell(mut self, steps: &mut Steps<'_>) -> Flow {
        let board = self.grid.board;
        let [first, second] = self.exocet.base.map(|cell| board.mask(cell));
        for one in digits(first) {
            for other in digits(second & !bit(one)) {
                for targets in [[one, other], [other, one]] {
                    self.case(Case { base: [one, other], targets });
                }
            }
        }
        let gone = board.digits().zip(self.gone).flat_map(|(digit, gone)| {
            let gone = board.places(digit) & gone;
            gone.each().map(move |cell| Candidate::new(cell, digit))
        });
        steps.eliminate_all(gone.collect(), || self.pattern())
    }

    /// Looks at a case; what is possible in it is not gone.
    fn case(&mut self, case: Case) {
        let exocet = self.exocet;
        let mut gone = [Cells::EMPTY; 9];
        let cells = exocet.base.into_iter().zip(case.base);
        for (cell, digit) in cells.chain(exocet.targets.into_iter().zip(case.targets)) {
            if !self.put(cell, digit, &mut gone) {
                return;
            }
        }
        let mut ways = SmallVec::<[Cells<W>; 8]>::new();
        let mut n_first = 0;
        for (target, digit) in exocet.targets.into_iter().zip(case.targets) {
            n_first = ways.len();
            let possible = self.grid.holds(digit) - gone[index(digit)];
            let others = exocet.cross.iter().filter(|(_, rest)| !rest.has(target));
            ways.extend(others.map(|(_, rest)| *rest & possible));
        }
        if !self.fits(&ways, n_first, &mut SmallVec::new()) {
            return;
        }
        for (digit, ways) in case.targets.into_iter().zip([&ways[..n_first], &ways[n_first..]]) {
            let all = ways.iter().fold(Cells::EMPTY, |all, way| all | *way);
            self.cover(all, ways.len(), &mut Vec::new(), &mut |houses| {
                for &house in houses {
                    gone[index(digit)] |= self.grid.board.topology.houses[house].cells - all;
                }
            });
        }
        self.mirrors(case, 0, &gone);
    }

    /// Puts a digit into a cell; returns false if it cannot be there.
    fn put(&self, cell: usize, digit: u8, gone: &mut Gone<W>) -> bool {
        let board = self.grid.board;
        if board.mask(cell) & bit(digit) == 0 || gone[index(digit)].has(cell) {
            return false;
        }
        for other in board.digits() {
            if other != digit {
                gone[index(other)].insert(cell);
            }
        }
        gone[index(digit)] |= board.topology.peers[cell];
        true
    }

    /// Returns whether there is a cell in each of `ways` such that none is taken twice, and that none
    /// of the first `n_first`, and none of the others, see each other.
    fn fits(&self, ways: &[Cells<W>], n_first: usize, taken: &mut SmallVec<[usize; 8]>) -> bool {
        let number = taken.len();
        let Some(way) = ways.get(number) else { return true };
        let peers = &self.grid.board.topology.peers;
        for cell in way.each() {
            let collides = taken.iter().enumerate().any(|(earlier, &other)| {
                cell == other
                    || ((earlier < n_first) == (number < n_first) && peers[cell].has(other))
            });
            if !collides {
                taken.push(cell);
                if self.fits(ways, n_first, taken) {
                    return true;
                }
                taken.pop();
            }
        }
        false
    }

    /// Hands over each choice of `n` houses that are needed to cover `cells`.
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

    /// Goes through the places that the digits of the targets, from that with this number on, have
    /// in the third box of the band.
    fn mirrors(&mut self, case: Case, number: usize, gone: &Gone<W>) {
        let (Some(&target), Some(&digit)) =
            (self.exocet.targets.get(number), case.targets.get(number))
        else {
            self.gone.iter_mut().zip(gone).for_each(|(all, gone)| *all &= *gone);
            return;
        };
        let Some(third) = self.grid.third_box(self.exocet, target) else {
            return self.mirrors(case, number + 1, gone);
        };
        let places = self.grid.holds(digit) & third;
        let left = places - gone[index(digit)];
        if left.len() > 2 || left.each().any(|cell| self.grid.board.value(cell) != 0) {
            return self.mirrors(case, number + 1, gone);
        }
        for cell in left.each() {
            let mut gone = *gone;
            if self.put(cell, digit, &mut gone) {
                self.mirrors(case, number + 1, &gone);
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
            let rest = self.grid.holds(digit) & rests;
            let open = rest & board.open();
            marks.extend(open.each().map(|cell| (Candidate::new(cell, digit), Mark::Pattern)));
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
