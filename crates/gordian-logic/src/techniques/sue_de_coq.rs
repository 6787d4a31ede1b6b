//! Sue de Coq, also "two-sector disjoint subsets": cells of two crossing houses that have just as many
//! digits as they need.
//!
//! Some cells of the intersection have at least two digits more than there are of them. Cells from
//! the rest of the line and cells from the rest of the region, which share no digit with each other
//! that the intersection has, too, take up the surplus: each cell takes one digit off it, if its
//! candidates are among those of the intersection; each further digit that they bring along needs
//! one cell more. Then every digit of all these cells is in one of them, and goes from elsewhere:
//! in the line, those of the intersection and the line's cells; in the region, those of the
//! intersection and the region's cells; from the region not what only the line's cells share with
//! the intersection, and the other way round.
//!
//! ```text
//! {1 2 3 4} {1 2 5}   .   |  .  {1 2}  .       The intersection has 5 digits for 2 cells, 3 too many.
//!   {3 5}      .      .   |                     {1 2} takes one of them, {3 5} and {3 4} two. So 1
//!     .        .    {3 4} |                     and 2 go from row 1, and 3, 4, 5 from the region.
//! ```
//!
//! *Source*: a player called Sue de Coq, players' forum, 2005; the digits that may be added to those
//! of the intersection as in HoDoKu.

use smallvec::SmallVec;

use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

/// Returns how many cells of each house are taken at most: on usual grids all, on larger ones what a
/// person may see and what can be gone through in milliseconds.
fn most_cells(n: usize) -> usize {
    match n {
        ..=9 => 6,
        10..=16 => 4,
        _ => 3,
    }
}

/// Cells with their digits.
#[derive(Clone, Copy, Debug)]
struct Part<const W: usize> {
    cells: Cells<W>,
    n: usize,
    mask: u64,
}

/// The sets of cells of one side.
type Parts<const W: usize> = Vec<Part<W>>;

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let (board, houses) = (context.board, &context.board.topology.houses);
    let (mut centres, mut sides) = (Vec::new(), [Vec::new(), Vec::new()]);
    for (line, first) in houses.iter().enumerate() {
        for (region, second) in houses.iter().enumerate().skip(line + 1) {
            let shared = first.cells & second.cells & board.open();
            if shared.len() < 2 {
                continue;
            }
            let number = line * houses.len() + region;
            context.in_houses(steps, number, &[line, region], |steps| {
                let crossing = Crossing { board, houses: [line, region] };
                crossing.subsets(shared, &mut centres, |part| {
                    part.n >= 2 && part.mask.count_ones() as usize >= part.n + 2
                });
                if centres.is_empty() {
                    return Flow::Continue(());
                }
                // A set that takes no digit off the intersection helps with no part of it.
                let all = shared.each().fold(0, |all, cell| all | board.mask(cell));
                let rest = [first.cells - second.cells, second.cells - first.cells];
                for (rest, side) in rest.into_iter().zip(&mut sides) {
                    crossing.subsets(rest & board.open(), side, |part| {
                        ((part.mask & !all).count_ones() as usize) < part.n
                    });
                }
                for &centre in &centres {
                    crossing.around(steps, centre, &sides)?;
                }
                Flow::Continue(())
            })?;
        }
    }
    Flow::Continue(())
}

/// Two houses with more than one cell in common.
struct Crossing<'a, const W: usize> {
    board: &'a Board<W>,
    houses: [usize; 2],
}

impl<const W: usize> Crossing<'_, W> {
    /// Goes through the sets on both sides that take up the surplus of the intersection.
    fn around(&self, steps: &mut Steps<'_>, centre: Part<W>, sides: &[Parts<W>; 2]) -> Flow {
        let surplus = centre.mask.count_ones() as usize - centre.n;
        // How many digits a set takes off, if it takes some and leaves some to the other side.
        let taken = |part: &Part<W>| {
            let added = (part.mask & !centre.mask).count_ones() as usize;
            part.n.checked_sub(added).filter(|taken| (1..surplus).contains(taken))
        };
        let [lines, regions] = sides;
        let taking = regions.iter().filter_map(|region| Some((*region, taken(region)?)));
        let taking: SmallVec<[(Part<W>, usize); 32]> = taking.collect();
        if taking.is_empty() {
            return Flow::Continue(());
        }
        for line in lines {
            let Some(left) = taken(line).map(|taken| surplus - taken) else { continue };
            for &(region, taken) in &taking {
                if taken == left && line.mask & region.mask & centre.mask == 0 {
                    self.conclude(steps, centre, [*line, region])?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Collects the sets of up to [`most_cells`] of `cells` that are wanted, each before those it
    /// begins.
    fn subsets(&self, cells: Cells<W>, parts: &mut Parts<W>, is_wanted: impl Fn(&Part<W>) -> bool) {
        parts.clear();
        let items: SmallVec<[usize; 16]> = cells.each().collect();
        let most = most_cells(self.board.topology.n);
        let none = Part { cells: Cells::EMPTY, n: 0, mask: 0 };
        self.grow(&items, most, none, parts, &is_wanted);
    }

    fn grow(
        &self,
        items: &[usize],
        most: usize,
        part: Part<W>,
        parts: &mut Parts<W>,
        is_wanted: &impl Fn(&Part<W>) -> bool,
    ) {
        for (number, &cell) in items.iter().enumerate() {
            let part = Part {
                cells: part.cells | Cells::one(cell),
                n: part.n + 1,
                mask: part.mask | self.board.mask(cell),
            };
            if is_wanted(&part) {
                parts.push(part);
            }
            if part.n < most {
                self.grow(&items[number + 1..], most, part, parts, is_wanted);
            }
        }
    }

    fn conclude(&self, steps: &mut Steps<'_>, centre: Part<W>, sides: [Part<W>; 2]) -> Flow {
        let topology = &self.board.topology;
        let used = centre.cells | sides[0].cells | sides[1].cells;
        let mut gone = SmallVec::<[Candidate; 16]>::new();
        for (number, &house) in self.houses.iter().enumerate() {
            let mask = sides[number].mask | (centre.mask & !sides[1 - number].mask);
            for digit in digits(mask) {
                let places = (self.board.places(digit) & topology.houses[house].cells) - used;
                gone.extend(places.each().map(|cell| Candidate::new(cell, digit)));
            }
        }
        if gone.is_empty() {
            return Flow::Continue(());
        }
        steps.eliminate_all(gone.to_vec(), || self.pattern(centre, sides))
    }

    fn pattern(&self, centre: Part<W>, sides: [Part<W>; 2]) -> Pattern {
        let parts = [centre, sides[0], sides[1]];
        let all = parts.iter().fold(0, |all, part| all | part.mask);
        let set = |part: &Part<W>| Set { cells: part.cells.to_vec(), digits: part.mask };
        let mut marks = Vec::new();
        for digit in digits(all) {
            let mark = match sides.each_ref().map(|side| side.mask & bit(digit) != 0) {
                [true, false] => Mark::First,
                [false, true] => Mark::Second,
                _ => Mark::Pattern,
            };
            for part in &parts {
                let places = self.board.places(digit) & part.cells;
                marks.extend(places.each().map(|cell| (Candidate::new(cell, digit), mark)));
            }
        }
        Pattern {
            digits: digits(all).collect(),
            cells: centre.cells.to_vec(),
            houses: self.houses.to_vec(),
            sets: parts.iter().map(set).collect(),
            marks,
            ..Pattern::default()
        }
    }
}
