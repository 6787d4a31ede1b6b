//! Unique rectangles and hidden rectangles.
//!
//! Four open cells in two rows, two columns and two regions must not come down to the same two
//! candidates a, b: in a solution with `a b / b a` there, `b a / a b` would do as well. Corners with
//! nothing but a and b are called pure here, the others rough. In whatever a rough corner has besides
//! the pair lies the way out:
//!
//! - *Type 1*: one rough corner, which is neither a nor b.
//! - *Type 2*: two rough corners side by side, which have the same third candidate and no other.
//!   It is in one of them and goes from the cells that see both.
//! - *Type 3*: two rough corners side by side; what they have besides the pair forms a naked subset
//!   with other cells of a house they share.
//! - *Type 4*: two rough corners side by side, and a house they share has no other place for a: one of
//!   them is a, so neither is b.
//! - *Type 5*: like type 2, with opposite rough corners or three of them.
//! - *Type 6*: two opposite rough corners; both rows or both columns have no other place for a. If one
//!   rough corner were a, so would be the other, and the pure corners b: neither is a.
//! - *Hidden rectangle*: a corner opposite a pure one, whose row and column have no other place
//!   for a besides the rectangle's. If it were b, both neighbours would be a, and the pure corner b.
//!
//! ```text
//! type 1   {a b}   .  . | {a b}          type 4   {a b}   .  . | {a b}
//!          {a b}   .  . | {a b x}                 {a b x} .  . | {a b y}   no other a in row 2
//! ```
//!
//! A corner may lack one digit of the pair: the exchange is of digits, not of candidates.
//!
//! *Source*: common knowledge of the players' forum (2005); the numbers are those of HoDoKu. Its
//! uniqueness tests 1 to 6 are these types.

use smallvec::SmallVec;

use super::rectangle::Rectangle;
use crate::Technique;
use crate::board::{Board, digits, lowest};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern, Set};

/// How many cells a naked subset has besides the corners, at most: all on usual grids.
const MOST_CELLS: usize = 6;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let board = context.board;
    for rectangle in context.rectangles() {
        let rough: SmallVec<[usize; 4]> = rectangle.rough(board).collect();
        let is_side = rough.len() == 2 && rough[0] + rough[1] != 3;
        let is_diagonal = rough.len() == 2 && !is_side;
        let corners: SmallVec<[usize; 4]> =
            rough.iter().map(|&corner| rectangle.corners[corner]).collect();
        let shape = Shape { board, rectangle, rough: corners };
        match steps.wanted {
            Technique::UniqueRectangle1 if rough.len() == 1 => shape.one_rough(steps)?,
            Technique::UniqueRectangle2 if is_side => shape.same_extra(steps)?,
            Technique::UniqueRectangle3 if is_side => shape.subset(steps)?,
            Technique::UniqueRectangle4 if is_side => shape.confined(steps)?,
            Technique::UniqueRectangle5 if is_diagonal || rough.len() == 3 => {
                shape.same_extra(steps)?;
            }
            Technique::UniqueRectangle6 if is_diagonal => shape.crossed(steps)?,
            Technique::HiddenRectangle if is_diagonal || rough.len() == 3 => {
                for corner in (0..4).filter(|&corner| !rough.contains(&(3 - corner))) {
                    shape.hidden(corner, steps)?;
                }
            }
            _ => {}
        }
    }
    Flow::Continue(())
}

/// A rectangle and its rough corners.
struct Shape<'a, const W: usize> {
    board: &'a Board<W>,
    rectangle: &'a Rectangle,
    rough: SmallVec<[usize; 4]>,
}

impl<const W: usize> Shape<'_, W> {
    /// Type 1: the rough corner is something else.
    fn one_rough(&self, steps: &mut Steps<'_>) -> Flow {
        let corner = self.rough[0];
        let gone = self.board.mask(corner) & self.rectangle.pair;
        let gone = digits(gone).map(|digit| Candidate::new(corner, digit));
        steps.eliminate_all(gone.collect(), || self.pattern(Vec::new()))
    }

    /// Types 2 and 5: the one candidate that the rough corners have besides the pair is in one of
    /// them.
    fn same_extra(&self, steps: &mut Steps<'_>) -> Flow {
        let extra = self.extra();
        if extra.count_ones() != 1 {
            return Flow::Continue(());
        }
        let seen = self.board.topology.seen_by_all(self.rough.iter().copied().collect());
        let digit = lowest(extra);
        steps.eliminate(digit, self.board.places(digit) & seen, || self.pattern(Vec::new()))
    }

    /// Returns the candidates of the rough corners besides the pair.
    fn extra(&self) -> u64 {
        let all = self.rough.iter().fold(0, |all, &corner| all | self.board.mask(corner));
        all & !self.rectangle.pair
    }

    /// Type 3: with other cells of a house, the two rough corners, taken as one cell with their
    /// extra candidates, make a naked subset.
    fn subset(&self, steps: &mut Steps<'_>) -> Flow {
        let extra = self.extra();
        if extra.count_ones() < 2 {
            return Flow::Continue(());
        }
        let rough: Cells<W> = self.rough.iter().copied().collect();
        let topology = &self.board.topology;
        for number in topology.houses_with(rough) {
            let rest = (self.board.open() & topology.houses[number].cells) - rough;
            let free = |cell: &usize| self.board.mask(*cell) & self.rectangle.pair == 0;
            let items: SmallVec<[usize; 16]> = rest.each().filter(free).collect();
            self.subsets(steps, number, &items, (Cells::EMPTY, 0, extra))?;
        }
        Flow::Continue(())
    }

    /// Adds cells from `items` to those of `(cells, how many they are, their digits)`.
    fn subsets(
        &self,
        steps: &mut Steps<'_>,
        house: usize,
        items: &[usize],
        (cells, n, mask): (Cells<W>, usize, u64),
    ) -> Flow {
        for (number, &cell) in items.iter().enumerate() {
            let (cells, n) = (cells | Cells::one(cell), n + 1);
            let mask = mask | self.board.mask(cell);
            if mask.count_ones() as usize == n + 1 {
                let all = cells | self.rough.iter().copied().collect();
                let seen = self.board.topology.seen_by_all(all);
                let gone = digits(mask).flat_map(|digit| {
                    let places = self.board.places(digit) & seen;
                    places.each().map(move |cell| Candidate::new(cell, digit))
                });
                steps.eliminate_all(gone.collect(), || Pattern {
                    sets: vec![Set { cells: cells.to_vec(), digits: mask }],
                    ..self.pattern(vec![house])
                })?;
            }
            if n < MOST_CELLS && mask.count_ones() as usize <= MOST_CELLS + 1 {
                self.subsets(steps, house, &items[number + 1..], (cells, n, mask))?;
            }
        }
        Flow::Continue(())
    }

    /// Type 4: a house has no place for one digit of the pair but the rough corners.
    fn confined(&self, steps: &mut Steps<'_>) -> Flow {
        let topology = &self.board.topology;
        let rough: Cells<W> = self.rough.iter().copied().collect();
        for number in topology.houses_with(rough).filter(|&house| topology.houses[house].full) {
            for digit in digits(self.rectangle.pair) {
                if self.is_confined(number, digit, &self.rough) {
                    let other = self.rectangle.other(digit);
                    let gone = self.board.places(other) & rough;
                    steps.eliminate(other, gone, || self.pattern(vec![number]))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Type 6: both rows or both columns have no place for one digit but in the rectangle.
    fn crossed(&self, steps: &mut Steps<'_>) -> Flow {
        let n = self.board.topology.n;
        let [first, _, _, last] = self.rectangle.corners;
        for lines in [[first / n, last / n], [n + first % n, n + last % n]] {
            for digit in digits(self.rectangle.pair) {
                if lines
                    .into_iter()
                    .all(|line| self.is_confined(line, digit, &self.rectangle.corners))
                {
                    let rough: Cells<W> = self.rough.iter().copied().collect();
                    let gone = self.board.places(digit) & rough;
                    steps.eliminate(digit, gone, || self.pattern(lines.to_vec()))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Hidden rectangle: row and column of `corner` have no place for one digit of the pair but in
    /// the rectangle, and the opposite corner is pure.
    fn hidden(&self, corner: usize, steps: &mut Steps<'_>) -> Flow {
        let n = self.board.topology.n;
        let cell = self.rectangle.corners[corner];
        let lines = [cell / n, n + cell % n];
        for digit in digits(self.rectangle.pair) {
            if lines.into_iter().all(|line| self.is_confined(line, digit, &self.rectangle.corners))
            {
                let other = self.rectangle.other(digit);
                let gone = self.board.places(other) & Cells::one(cell);
                steps.eliminate(other, gone, || self.pattern(lines.to_vec()))?;
            }
        }
        Flow::Continue(())
    }

    /// Returns whether `digit` is in one of `cells`, seen from `house`: it has places there and
    /// nowhere else.
    fn is_confined(&self, house: usize, digit: u8, cells: &[usize]) -> bool {
        let places = self.board.places_in(house, digit);
        !places.is_empty() && places.is_within(&cells.iter().copied().collect())
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
