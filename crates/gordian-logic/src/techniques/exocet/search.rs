//! The search for base, cross-lines and targets.

use gordian_sudoku::HouseKind;
use smallvec::SmallVec;

use super::cases::Cases;
use crate::Technique;
use crate::board::{Board, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};

/// Larger grids have too many places for all of it.
const MOST_DIGITS: usize = 9;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let board = context.board;
    let n = board.topology.n;
    let Some((height, width)) = board.layout().box_size().filter(|_| n <= MOST_DIGITS) else {
        return Flow::Continue(());
    };
    let holds: SmallVec<[Cells<W>; 9]> = board.digits().map(|digit| holds(board, digit)).collect();
    for (lines, height, width) in [(Lines::Rows, height, width), (Lines::Columns, width, height)] {
        let grid = Grid { board, lines, height, width, holds: &holds };
        for line in 0..n {
            for number in 0..n / width {
                grid.bases(line, number, steps)?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the cells that may hold a digit or do.
fn holds<const W: usize>(board: &Board<W>, digit: u8) -> Cells<W> {
    let filled = (0..board.topology.n_cells).filter(|&cell| board.value(cell) == digit);
    board.places(digit) | filled.collect()
}

/// Which lines have the bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Rows,
    Columns,
}

/// A grid, looked at along its rows or along its columns.
pub(super) struct Grid<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    lines: Lines,
    /// Lines of a box, as many as boxes have in a band.
    height: usize,
    /// Cells of a line in a box.
    width: usize,
    /// For each digit (from 0) the cells that may hold it or do.
    pub(super) holds: &'a [Cells<W>],
}

/// Two base cells with cross-lines and targets.
pub(super) struct Exocet<const W: usize> {
    pub(super) base: [usize; 2],
    /// The candidates of the base.
    pub(super) digits: u64,
    /// The cross-lines: numbers of their houses, and the cells that do not see both base cells.
    pub(super) cross: SmallVec<[(usize, Cells<W>); 4]>,
    /// The line of the base.
    line: usize,
    pub(super) targets: [usize; 2],
}

impl<'a, const W: usize> Grid<'a, W> {
    /// Returns a cell by its line and its place in it.
    fn cell(&self, line: usize, place: usize) -> usize {
        let n = self.board.topology.n;
        match self.lines {
            Lines::Rows => line * n + place,
            Lines::Columns => place * n + line,
        }
    }

    /// Returns the place of a cell in its line.
    fn place(&self, cell: usize) -> usize {
        let n = self.board.topology.n;
        match self.lines {
            Lines::Rows => cell % n,
            Lines::Columns => cell / n,
        }
    }

    fn line(&self, cell: usize) -> usize {
        let n = self.board.topology.n;
        match self.lines {
            Lines::Rows => cell / n,
            Lines::Columns => cell % n,
        }
    }

    /// Returns the number of the line across at a place, as a house.
    fn across(&self, place: usize) -> usize {
        match self.lines {
            Lines::Rows => self.board.topology.n + place,
            Lines::Columns => place,
        }
    }

    /// Goes through the bases of a line in its box with this number.
    fn bases(&self, line: usize, number: usize, steps: &mut Steps<'_>) -> Flow {
        let board = self.board;
        let places = number * self.width..(number + 1) * self.width;
        for one in places.clone() {
            for other in one + 1..places.end {
                let base = [self.cell(line, one), self.cell(line, other)];
                let masks = base.map(|cell| board.mask(cell));
                if masks.contains(&0) || !(3..=4).contains(&(masks[0] | masks[1]).count_ones()) {
                    continue;
                }
                let seen = board.topology.peers[base[0]] & board.topology.peers[base[1]];
                let cross = |place: usize| {
                    let house = self.across(place);
                    let rest = board.topology.houses[house].cells - seen;
                    (house, rest - base.into_iter().collect())
                };
                let own = places.clone().filter(|&place| place != one && place != other);
                let own = own.map(cross).collect();
                let mut exocet =
                    Exocet { base, digits: masks[0] | masks[1], cross: own, line, targets: [0; 2] };
                for first in 0..board.topology.n {
                    for second in first + 1..board.topology.n {
                        if places.contains(&first) || places.contains(&second) {
                            continue;
                        }
                        exocet.cross.truncate(self.width - 2);
                        exocet.cross.extend([cross(first), cross(second)]);
                        if steps.wanted == Technique::JuniorExocet {
                            self.junior(&mut exocet, [first, second], steps)?;
                        } else {
                            self.senior(&mut exocet, steps)?;
                        }
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Returns the only open cell with base digits that the line across at a place has in the band,
    /// if the others there do not hold base digits either.
    fn target(&self, exocet: &Exocet<W>, place: usize) -> Option<usize> {
        let band = exocet.line / self.height * self.height;
        let mut target = None;
        for line in (band..band + self.height).filter(|&line| line != exocet.line) {
            let cell = self.cell(line, place);
            if !digits(exocet.digits).any(|digit| self.holds(digit).has(cell)) {
                continue;
            }
            if target.is_some() || self.board.value(cell) != 0 {
                return None;
            }
            target = Some(cell);
        }
        target
    }

    /// Looks for targets in the band, with the last cross-lines at `places`.
    fn junior(&self, exocet: &mut Exocet<W>, places: [usize; 2], steps: &mut Steps<'_>) -> Flow {
        if places[0] / self.width == places[1] / self.width {
            return Flow::Continue(());
        }
        let [Some(first), Some(second)] = places.map(|place| self.target(exocet, place)) else {
            return Flow::Continue(());
        };
        exocet.targets = [first, second];
        if self.without(exocet, &[first, second]).is_some() {
            return Flow::Continue(());
        }
        Cases::new(self, exocet).tell(steps)
    }

    /// Looks for targets anywhere in the cross-lines: each of the digits' ways through the
    /// cross-lines must lead through one of them.
    fn senior(&self, exocet: &mut Exocet<W>, steps: &mut Steps<'_>) -> Flow {
        let Some(way) = self.without(exocet, &[]) else { return Flow::Continue(()) };
        let mut found = SmallVec::<[[usize; 2]; 8]>::new();
        let is_open = |cell: &&usize| self.board.value(**cell) == 0;
        for &first in way.iter().filter(is_open) {
            let Some(way) = self.without(exocet, &[first]) else { continue };
            for &second in way.iter().filter(is_open) {
                let mut targets = [first, second];
                targets.sort_unstable();
                if !found.contains(&targets) && self.without(exocet, &targets).is_none() {
                    found.push(targets);
                }
            }
        }
        found.sort_unstable();
        for targets in found {
            exocet.targets = targets;
            if !self.is_junior(exocet) {
                Cases::new(self, exocet).tell(steps)?;
            }
        }
        Flow::Continue(())
    }

    fn is_junior(&self, exocet: &Exocet<W>) -> bool {
        let [first, second] = exocet.targets.map(|cell| self.place(cell));
        let is_target = |&target: &usize| self.target(exocet, self.place(target)) == Some(target);
        first / self.width != second / self.width && exocet.targets.iter().all(is_target)
    }

    /// Returns cells for some digit of the base, one in each cross-line, of which no two see each
    /// other and none is one of `targets`.
    fn without(&self, exocet: &Exocet<W>, targets: &[usize]) -> Option<SmallVec<[usize; 4]>> {
        let targets: Cells<W> = targets.iter().copied().collect();
        digits(exocet.digits).find_map(|digit| {
            let mut way = SmallVec::new();
            self.way(exocet, self.holds(digit) - targets, &mut way).then_some(way)
        })
    }

    fn way(&self, exocet: &Exocet<W>, free: Cells<W>, way: &mut SmallVec<[usize; 4]>) -> bool {
        let Some((_, rest)) = exocet.cross.get(way.len()) else { return true };
        for cell in (*rest & free).each() {
            way.push(cell);
            if self.way(exocet, free - self.board.topology.peers[cell], way) {
                return true;
            }
            way.pop();
        }
        false
    }

    /// Returns the cells that may hold a digit or do.
    pub(super) fn holds(&self, digit: u8) -> Cells<W> {
        self.holds[usize::from(digit) - 1]
    }

    /// Returns the boxes of the base's band, if there are three, that hold neither the base nor
    /// `target`; none if the target is outside of the band.
    pub(super) fn third_box(&self, exocet: &Exocet<W>, target: usize) -> Option<Cells<W>> {
        let n = self.board.topology.n;
        let is_in_band = self.line(target) / self.height == exocet.line / self.height;
        if n / self.width != 3 || !is_in_band {
            return None;
        }
        let taken = [target, exocet.base[0]].map(|cell| self.place(cell) / self.width);
        let third = (0..3).find(|number| !taken.contains(number))?;
        let cell = self.cell(exocet.line, third * self.width);
        let topology = &self.board.topology;
        let mut houses = topology.houses_of[cell].iter().map(|&house| &topology.houses[house]);
        houses.find(|house| house.kind == HouseKind::Region).map(|house| house.cells)
    }
}
