//! Unique rectangles and hidden rectangles.
//!
//! Four open cells in two rows, two columns and two regions cannot have only the same two
//! candidates a and b: a solution with `a b / b a` there would have a second solution with `b a / a
//! b`. Corners with only a and b are the *floor*, the others the *roof*. One of the extra
//! candidates of the roof must be true:
//!
//! - *Type 1*: one roof corner, which is neither a nor b.
//! - *Type 2*: two adjacent roof corners with the same third candidate and no other. It is in one
//!   of them and is eliminated from the cells that see both.
//! - *Type 3*: two adjacent roof corners; their extra candidates form a naked subset with other
//!   cells of a common house.
//! - *Type 4*: two adjacent roof corners, and a common house has no other place for a: one of them
//!   is a, so neither is b.
//! - *Type 5*: like type 2, with opposite roof corners or three of them.
//! - *Type 6*: two opposite roof corners; both rows or both columns have no other place for a. If
//!   one roof corner were a, so would be the other, and the floor corners b: neither is a.
//! - *Hidden rectangle*: a corner opposite a floor corner; its row and column have no place for a
//!   outside the rectangle. If it were b, both neighbours would be a, and the floor corner b.
//!
//! ```text
//! type 1   {a b}   .  . | {a b}          type 4   {a b}   .  . | {a b}
//!          {a b}   .  . | {a b x}                 {a b x} .  . | {a b y}   no other a in row 2
//! ```
//!
//! A corner may lack one digit of the pair: the exchange is of digits, not of candidates.
//!
//! *Source*: Sudoku Players' Forum (2005); the types are HoDoKu's uniqueness tests 1 to 6.

use gordian_grid::Candidate;
use smallvec::SmallVec;

use crate::Technique;
use crate::board::{Board, digits, lowest};
use crate::cells::Cells;
use crate::context::rectangle::Rectangle;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern, Set};

/// The maximum number of cells of a naked subset besides the corners; enough for classic grids.
const MAX_CELLS: usize = 6;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    for rectangle in context.rectangles() {
        let roof: SmallVec<[usize; 4]> = rectangle.roof(board).collect();
        let is_side = roof.len() == 2 && roof[0] + roof[1] != 3;
        let is_diagonal = roof.len() == 2 && !is_side;
        let corners: SmallVec<[usize; 4]> =
            roof.iter().map(|&corner| rectangle.corners[corner]).collect();
        let rectangle_with_roof = RectangleWithRoof { board, rectangle, roof: corners };
        match steps.technique {
            Technique::UniqueRectangle1 if roof.len() == 1 => rectangle_with_roof.type_1(steps)?,
            Technique::UniqueRectangle2 if is_side => rectangle_with_roof.type_2_or_5(steps)?,
            Technique::UniqueRectangle3 if is_side => rectangle_with_roof.type_3(steps)?,
            Technique::UniqueRectangle4 if is_side => rectangle_with_roof.type_4(steps)?,
            Technique::UniqueRectangle5 if is_diagonal || roof.len() == 3 => {
                rectangle_with_roof.type_2_or_5(steps)?;
            }
            Technique::UniqueRectangle6 if is_diagonal => rectangle_with_roof.type_6(steps)?,
            Technique::HiddenRectangle if is_diagonal || roof.len() == 3 => {
                for corner in (0..4).filter(|&corner| !roof.contains(&(3 - corner))) {
                    rectangle_with_roof.hidden(corner, steps)?;
                }
            }
            _ => {}
        }
    }
    Flow::Continue(())
}

/// A rectangle with its roof corners.
struct RectangleWithRoof<'a, const W: usize> {
    board: &'a Board<W>,
    rectangle: &'a Rectangle,
    roof: SmallVec<[usize; 4]>,
}

impl<const W: usize> RectangleWithRoof<'_, W> {
    /// Type 1: the roof corner is neither digit of the pair.
    fn type_1(&self, steps: &mut StepSink<'_>) -> Flow {
        let corner = self.roof[0];
        let eliminated = self.board.mask(corner) & self.rectangle.pair;
        let eliminated = digits(eliminated).map(|digit| Candidate::new(corner, digit));
        steps.eliminate_all(eliminated.collect(), || self.pattern(Vec::new()))
    }

    /// Types 2 and 5: the only extra candidate of the roof is in one of its corners.
    fn type_2_or_5(&self, steps: &mut StepSink<'_>) -> Flow {
        let extra = self.extra();
        if extra.count_ones() != 1 {
            return Flow::Continue(());
        }
        let seen = self.board.topology.seen_by_all(self.roof.iter().copied().collect());
        let digit = lowest(extra);
        steps.eliminate(digit, self.board.places(digit) & seen, || self.pattern(Vec::new()))
    }

    /// Returns the extra candidates of the roof.
    fn extra(&self) -> u64 {
        let all = self.roof.iter().fold(0, |all, &corner| all | self.board.mask(corner));
        all & !self.rectangle.pair
    }

    /// Type 3: the two roof corners, as one cell with their extra candidates, form a naked subset
    /// with other cells of a house.
    fn type_3(&self, steps: &mut StepSink<'_>) -> Flow {
        let extra = self.extra();
        if extra.count_ones() < 2 {
            return Flow::Continue(());
        }
        let roof: Cells<W> = self.roof.iter().copied().collect();
        let topology = &self.board.topology;
        for number in topology.houses_containing(roof) {
            let rest = (self.board.open() & topology.houses[number].cells) - roof;
            let free = |cell: &usize| self.board.mask(*cell) & self.rectangle.pair == 0;
            let items: SmallVec<[usize; 16]> = rest.iter().filter(free).collect();
            self.subsets(steps, number, &items, (Cells::EMPTY, 0, extra))?;
        }
        Flow::Continue(())
    }

    /// Adds cells from `items` to those of `(cells, how many they are, their digits)`.
    fn subsets(
        &self,
        steps: &mut StepSink<'_>,
        house: usize,
        items: &[usize],
        (cells, n, mask): (Cells<W>, usize, u64),
    ) -> Flow {
        for (number, &cell) in items.iter().enumerate() {
            let (cells, n) = (cells | Cells::one(cell), n + 1);
            let mask = mask | self.board.mask(cell);
            if mask.count_ones() as usize == n + 1 {
                let all = cells | self.roof.iter().copied().collect();
                let seen = self.board.topology.seen_by_all(all);
                let eliminated = digits(mask).flat_map(|digit| {
                    let places = self.board.places(digit) & seen;
                    places.iter().map(move |cell| Candidate::new(cell, digit))
                });
                steps.eliminate_all(eliminated.collect(), || Pattern {
                    sets: vec![Set { cells: cells.to_vec(), digits: mask }],
                    ..self.pattern(vec![house])
                })?;
            }
            if n < MAX_CELLS && mask.count_ones() as usize <= MAX_CELLS + 1 {
                self.subsets(steps, house, &items[number + 1..], (cells, n, mask))?;
            }
        }
        Flow::Continue(())
    }

    /// Type 4: a house has no place for one digit of the pair except the roof corners.
    fn type_4(&self, steps: &mut StepSink<'_>) -> Flow {
        let topology = &self.board.topology;
        let roof: Cells<W> = self.roof.iter().copied().collect();
        for number in topology.houses_containing(roof).filter(|&house| topology.houses[house].full)
        {
            for digit in digits(self.rectangle.pair) {
                if self.is_confined_to(number, digit, &self.roof) {
                    let other = self.rectangle.other(digit);
                    let eliminated = self.board.places(other) & roof;
                    steps.eliminate(other, eliminated, || self.pattern(vec![number]))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Type 6: both rows or both columns have no place for one digit outside the rectangle.
    fn type_6(&self, steps: &mut StepSink<'_>) -> Flow {
        let n = self.board.topology.n;
        let [first, _, _, last] = self.rectangle.corners;
        for lines in [[first / n, last / n], [n + first % n, n + last % n]] {
            for digit in digits(self.rectangle.pair) {
                if lines
                    .into_iter()
                    .all(|line| self.is_confined_to(line, digit, &self.rectangle.corners))
                {
                    let roof: Cells<W> = self.roof.iter().copied().collect();
                    let eliminated = self.board.places(digit) & roof;
                    steps.eliminate(digit, eliminated, || self.pattern(lines.to_vec()))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Hidden rectangle: row and column of `corner` have no place for one digit of the pair outside
    /// the rectangle, and the opposite corner is a floor corner.
    fn hidden(&self, corner: usize, steps: &mut StepSink<'_>) -> Flow {
        let n = self.board.topology.n;
        let cell = self.rectangle.corners[corner];
        let lines = [cell / n, n + cell % n];
        for digit in digits(self.rectangle.pair) {
            if lines
                .into_iter()
                .all(|line| self.is_confined_to(line, digit, &self.rectangle.corners))
            {
                let other = self.rectangle.other(digit);
                let eliminated = self.board.places(other) & Cells::one(cell);
                steps.eliminate(other, eliminated, || self.pattern(lines.to_vec()))?;
            }
        }
        Flow::Continue(())
    }

    /// Returns whether all places for `digit` in `house` are in `cells`, and there is at least one.
    fn is_confined_to(&self, house: usize, digit: u8, cells: &[usize]) -> bool {
        let places = self.board.places_in(house, digit);
        !places.is_empty() && places.is_subset_of(&cells.iter().copied().collect())
    }

    fn pattern(&self, houses: Vec<usize>) -> Pattern {
        let &Rectangle { corners, pair } = self.rectangle;
        let marks = corners.into_iter().flat_map(|corner| {
            let pattern = self.board.marks(corner, pair, Mark::Pattern);
            pattern.chain(self.board.marks(corner, !pair, Mark::Extra))
        });
        Pattern {
            digits: digits(pair).collect(),
            cells: corners.to_vec(),
            houses,
            marks: marks.collect(),
            ..Pattern::default()
        }
    }
}
