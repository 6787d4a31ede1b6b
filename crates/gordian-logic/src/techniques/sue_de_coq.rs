//! Sue de Coq, also "two-sector disjoint subsets": cells of two intersecting houses with as many
//! digits as cells.
//!
//! Some cells of the intersection have at least two more digits than cells. Cells from the rest of
//! the line and cells from the rest of the region use up the surplus; these two groups share no
//! digit of the intersection. Each of their cells uses up one digit if its candidates are among
//! those of the intersection; each additional digit needs one more cell. Then every digit of all
//! these cells is in one of them and is eliminated elsewhere: in the line, the digits of the
//! intersection and of the line's cells; in the region, the digits of the intersection and of the
//! region's cells; except that digits that only the other group shares with the intersection stay.
//!
//! ```text
//! {1 2 3 4} {1 2 5}   .   |  .  {1 2}  .       The intersection has 5 digits for 2 cells, 3 too many.
//!   {3 5}      .      .   |                     {1 2} uses up one, {3 5} and {3 4} two: 1 and 2 are
//!     .        .    {3 4} |                     eliminated from row 1, 3, 4 and 5 from the region.
//! ```
//!
//! *Source*: the player Sue de Coq, Sudoku Players' Forum, 2005; additional digits as in HoDoKu.

use gordian_grid::Candidate;
use smallvec::SmallVec;

use crate::board::{Board, bit, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

/// Returns the maximum number of cells taken from each house: all on classic grids; on larger grids
/// as many as a player can see and the search can handle in milliseconds.
fn max_cells(n: usize) -> usize {
    match n {
        ..=9 => 6,
        10..=16 => 4,
        _ => 3,
    }
}

/// A group of cells with its candidates.
#[derive(Clone, Copy, Debug)]
struct CellGroup<const W: usize> {
    cells: Cells<W>,
    n: usize,
    mask: u64,
}

/// The groups of one side.
type CellGroups<const W: usize> = Vec<CellGroup<W>>;

pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
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
                let intersection = Intersection { board, houses: [line, region] };
                intersection.subsets(shared, &mut centres, |part| {
                    part.n >= 2 && part.mask.count_ones() as usize >= part.n + 2
                });
                if centres.is_empty() {
                    return Flow::Continue(());
                }
                // A group that uses up no digit of the whole intersection uses up none of a part.
                let all = shared.iter().fold(0, |all, cell| all | board.mask(cell));
                let rest = [first.cells - second.cells, second.cells - first.cells];
                for (rest, side) in rest.into_iter().zip(&mut sides) {
                    intersection.subsets(rest & board.open(), side, |part| {
                        ((part.mask & !all).count_ones() as usize) < part.n
                    });
                }
                for &centre in &centres {
                    context.continues()?;
                    intersection.find_groups(steps, centre, &sides)?;
                }
                Flow::Continue(())
            })?;
        }
    }
    Flow::Continue(())
}

/// Two houses with several common cells.
struct Intersection<'a, const W: usize> {
    board: &'a Board<W>,
    houses: [usize; 2],
}

impl<const W: usize> Intersection<'_, W> {
    /// Finds the groups on both sides that together use up the surplus of the intersection.
    fn find_groups(
        &self,
        steps: &mut StepSink<'_>,
        centre: CellGroup<W>,
        sides: &[CellGroups<W>; 2],
    ) -> Flow {
        let surplus = centre.mask.count_ones() as usize - centre.n;
        // The number of digits that a group uses up, if some are left for the other side.
        let taken = |part: &CellGroup<W>| {
            let added = (part.mask & !centre.mask).count_ones() as usize;
            part.n.checked_sub(added).filter(|taken| (1..surplus).contains(taken))
        };
        let [lines, regions] = sides;
        let taking = regions.iter().filter_map(|region| Some((*region, taken(region)?)));
        let taking: SmallVec<[(CellGroup<W>, usize); 32]> = taking.collect();
        if taking.is_empty() {
            return Flow::Continue(());
        }
        for line in lines {
            let Some(left) = taken(line).map(|taken| surplus - taken) else { continue };
            for &(region, taken) in &taking {
                if taken == left && line.mask & region.mask & centre.mask == 0 {
                    self.report(steps, centre, [*line, region])?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Collects the groups of up to [`max_cells`] of `cells` that `is_wanted` accepts.
    fn subsets(
        &self,
        cells: Cells<W>,
        parts: &mut CellGroups<W>,
        is_wanted: impl Fn(&CellGroup<W>) -> bool,
    ) {
        parts.clear();
        let items: SmallVec<[usize; 16]> = cells.iter().collect();
        let most = max_cells(self.board.topology.n);
        let none = CellGroup { cells: Cells::EMPTY, n: 0, mask: 0 };
        self.extend(&items, most, none, parts, &is_wanted);
    }

    fn extend(
        &self,
        items: &[usize],
        most: usize,
        part: CellGroup<W>,
        parts: &mut CellGroups<W>,
        is_wanted: &impl Fn(&CellGroup<W>) -> bool,
    ) {
        for (number, &cell) in items.iter().enumerate() {
            let part = CellGroup {
                cells: part.cells | Cells::one(cell),
                n: part.n + 1,
                mask: part.mask | self.board.mask(cell),
            };
            if is_wanted(&part) {
                parts.push(part);
            }
            if part.n < most {
                self.extend(&items[number + 1..], most, part, parts, is_wanted);
            }
        }
    }

    fn report(
        &self,
        steps: &mut StepSink<'_>,
        centre: CellGroup<W>,
        sides: [CellGroup<W>; 2],
    ) -> Flow {
        let topology = &self.board.topology;
        let used = centre.cells | sides[0].cells | sides[1].cells;
        let mut eliminated = SmallVec::<[Candidate; 16]>::new();
        for (number, &house) in self.houses.iter().enumerate() {
            let mask = sides[number].mask | (centre.mask & !sides[1 - number].mask);
            for digit in digits(mask) {
                let places = (self.board.places(digit) & topology.houses[house].cells) - used;
                eliminated.extend(places.iter().map(|cell| Candidate::new(cell, digit)));
            }
        }
        if eliminated.is_empty() {
            return Flow::Continue(());
        }
        steps.eliminate_all(eliminated.to_vec(), || self.pattern(centre, sides))
    }

    fn pattern(&self, centre: CellGroup<W>, sides: [CellGroup<W>; 2]) -> Pattern {
        let parts = [centre, sides[0], sides[1]];
        let all = parts.iter().fold(0, |all, part| all | part.mask);
        let set = |part: &CellGroup<W>| Set { cells: part.cells.to_vec(), digits: part.mask };
        let mut marks = Vec::new();
        for digit in digits(all) {
            let mark = match sides.each_ref().map(|side| side.mask & bit(digit) != 0) {
                [true, false] => Mark::First,
                [false, true] => Mark::Second,
                _ => Mark::Pattern,
            };
            for part in &parts {
                let places = self.board.places(digit) & part.cells;
                marks.extend(places.iter().map(|cell| (Candidate::new(cell, digit), mark)));
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
