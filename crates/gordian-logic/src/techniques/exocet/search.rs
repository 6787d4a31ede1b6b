//! The search for base, cross-lines and targets.

use gordian_grid::HouseKind;
use smallvec::SmallVec;

use super::cases::Cases;
use crate::Technique;
use crate::board::{Board, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};

/// The maximum number of digits; larger grids have too many possible exocets.
const MAX_DIGITS: usize = 9;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    let n = board.topology.n;
    let Some((height, width)) = board.layout().box_size().filter(|_| n <= MAX_DIGITS) else {
        return Flow::Continue(());
    };
    let places_or_filled: SmallVec<[Cells<W>; 9]> =
        board.digits().map(|digit| places_or_filled(board, digit)).collect();
    for (lines, height, width) in [(Lines::Rows, height, width), (Lines::Columns, width, height)] {
        let grid =
            OrientedGrid { board, lines, height, width, places_or_filled: &places_or_filled };
        for line in 0..n {
            for number in 0..n / width {
                context.continues()?;
                grid.bases(line, number, steps)?;
            }
        }
    }
    Flow::Continue(())
}

/// Returns the cells that hold a digit or have it as a candidate.
fn places_or_filled<const W: usize>(board: &Board<W>, digit: u8) -> Cells<W> {
    let filled = (0..board.topology.n_cells).filter(|&cell| board.value(cell) == digit);
    board.places(digit) | filled.collect()
}

/// The direction of the lines that contain the bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Rows,
    Columns,
}

/// A grid with the lines in row or column direction.
pub(super) struct OrientedGrid<'a, const W: usize> {
    pub(super) board: &'a Board<W>,
    lines: Lines,
    /// The number of lines of a box, which is that of a band.
    height: usize,
    /// The number of cells of a line in a box.
    width: usize,
    /// For each digit (from 0), the cells that hold it or have it as a candidate.
    pub(super) places_or_filled: &'a [Cells<W>],
}

/// Two base cells with cross-lines and targets.
pub(super) struct Exocet<const W: usize> {
    pub(super) base: [usize; 2],
    /// The candidates of the base.
    pub(super) digits: u64,
    /// The cross-lines: house numbers, and the cells that do not see both base cells.
    pub(super) cross: SmallVec<[(usize, Cells<W>); 4]>,
    /// The line of the base.
    line: usize,
    pub(super) targets: [usize; 2],
}

impl<'a, const W: usize> OrientedGrid<'a, W> {
    /// Returns the cell at a place of a line.
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

    /// Returns the house number of the cross-line at a place.
    fn cross_line(&self, place: usize) -> usize {
        match self.lines {
            Lines::Rows => self.board.topology.n + place,
            Lines::Columns => place,
        }
    }

    /// Enumerates the bases of a line in its box with this number.
    fn bases(&self, line: usize, number: usize, steps: &mut StepSink<'_>) -> Flow {
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
                    let house = self.cross_line(place);
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
                        if steps.technique == Technique::JuniorExocet {
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

    /// Returns the only cell with base digits that the cross-line at a place has in the band, if it
    /// is open.
    fn target(&self, exocet: &Exocet<W>, place: usize) -> Option<usize> {
        let band = exocet.line / self.height * self.height;
        let mut target = None;
        for line in (band..band + self.height).filter(|&line| line != exocet.line) {
            let cell = self.cell(line, place);
            if !digits(exocet.digits).any(|digit| self.places_or_filled(digit).has(cell)) {
                continue;
            }
            if target.is_some() || self.board.value(cell) != 0 {
                return None;
            }
            target = Some(cell);
        }
        target
    }

    /// Finds targets in the band, with the last cross-lines at `places`.
    fn junior(&self, exocet: &mut Exocet<W>, places: [usize; 2], steps: &mut StepSink<'_>) -> Flow {
        if places[0] / self.width == places[1] / self.width {
            return Flow::Continue(());
        }
        let [Some(first), Some(second)] = places.map(|place| self.target(exocet, place)) else {
            return Flow::Continue(());
        };
        exocet.targets = [first, second];
        if self.path_avoiding(exocet, &[first, second]).is_some() {
            return Flow::Continue(());
        }
        Cases::new(self, exocet).report(steps)
    }

    /// Finds targets anywhere in the cross-lines: every choice of places for a base digit must
    /// include one of them.
    fn senior(&self, exocet: &mut Exocet<W>, steps: &mut StepSink<'_>) -> Flow {
        let Some(path) = self.path_avoiding(exocet, &[]) else { return Flow::Continue(()) };
        let mut found = SmallVec::<[[usize; 2]; 8]>::new();
        let is_open = |cell: &&usize| self.board.value(**cell) == 0;
        for &first in path.iter().filter(is_open) {
            let Some(path) = self.path_avoiding(exocet, &[first]) else { continue };
            for &second in path.iter().filter(is_open) {
                let mut targets = [first, second];
                targets.sort_unstable();
                if !found.contains(&targets) && self.path_avoiding(exocet, &targets).is_none() {
                    found.push(targets);
                }
            }
        }
        found.sort_unstable();
        for targets in found {
            exocet.targets = targets;
            if !self.is_junior(exocet) {
                Cases::new(self, exocet).report(steps)?;
            }
        }
        Flow::Continue(())
    }

    fn is_junior(&self, exocet: &Exocet<W>) -> bool {
        let [first, second] = exocet.targets.map(|cell| self.place(cell));
        let is_target = |&target: &usize| self.target(exocet, self.place(target)) == Some(target);
        first / self.width != second / self.width && exocet.targets.iter().all(is_target)
    }

    /// Returns places for some digit of the base, one in each cross-line, of which no two see each
    /// other and none is in `targets`; `None` if there are none.
    fn path_avoiding(&self, exocet: &Exocet<W>, targets: &[usize]) -> Option<SmallVec<[usize; 4]>> {
        let targets: Cells<W> = targets.iter().copied().collect();
        digits(exocet.digits).find_map(|digit| {
            let mut path = SmallVec::new();
            self.path(exocet, self.places_or_filled(digit) - targets, &mut path).then_some(path)
        })
    }

    fn path(&self, exocet: &Exocet<W>, free: Cells<W>, path: &mut SmallVec<[usize; 4]>) -> bool {
        let Some((_, rest)) = exocet.cross.get(path.len()) else { return true };
        for cell in (*rest & free).iter() {
            path.push(cell);
            if self.path(exocet, free - self.board.topology.peers[cell], path) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// Returns the cells that hold a digit or have it as a candidate.
    pub(super) fn places_or_filled(&self, digit: u8) -> Cells<W> {
        self.places_or_filled[usize::from(digit) - 1]
    }

    /// Returns the box of the base's band that contains neither the base nor `target`; `None` if
    /// the target is outside the band or the band does not have three boxes.
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
