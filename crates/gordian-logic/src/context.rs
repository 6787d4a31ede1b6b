//! What a finder looks at, and where it puts what it finds.

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;

use crate::Technique;
use crate::als::{self, Als};
use crate::board::Board;
use crate::cells::Cells;
use crate::commons::{Commons, Overlap};
use crate::links::{Detail, LinkGraph};
use crate::placing;
use crate::step::{Candidate, Pattern, Step};
use crate::techniques::{Rectangle, rectangles};

/// Whether a finder goes on.
pub(crate) type Flow = ControlFlow<()>;

/// What stays true from one position of a solution to the next.
#[derive(Debug)]
pub(crate) struct Memo<const W: usize> {
    /// For each digit (from 0) its places, and those of them that are in no complete placing.
    impossible: RefCell<Vec<(Cells<W>, Cells<W>)>>,
    /// For each technique, and each digit, its places when no step was found.
    barren_digits: RefCell<Table<Cells<W>>>,
    /// For each technique, and each house, how often it had changed when no step was found.
    barren_houses: RefCell<Table<u32>>,
}

impl<const W: usize> Memo<W> {
    pub(crate) fn new() -> Self {
        Self {
            impossible: RefCell::default(),
            barren_digits: RefCell::new(Table(Vec::new())),
            barren_houses: RefCell::new(Table(Vec::new())),
        }
    }
}

/// Something for each technique and number, where it is known.
#[derive(Debug)]
struct Table<T>(Vec<Vec<Option<T>>>);

impl<T: Copy + PartialEq> Table<T> {
    fn is(&self, technique: Technique, number: usize, value: T) -> bool {
        let row = self.0.get(technique as usize);
        row.and_then(|row| row.get(number)).is_some_and(|known| *known == Some(value))
    }

    fn set(&mut self, technique: Technique, number: usize, value: T) {
        let index = technique as usize;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, Vec::new);
        }
        let row = &mut self.0[index];
        if row.len() <= number {
            row.resize(number + 1, None);
        }
        row[number] = Some(value);
    }
}

/// A position with what several techniques need of it, made when it is first asked for.
pub(crate) struct Context<'a, const W: usize> {
    pub(crate) board: &'a Board<W>,
    memo: &'a Memo<W>,
    sets: OnceCell<Vec<Als<W>>>,
    /// How sets touch, without and with common cells.
    commons: [OnceCell<Commons>; 2],
    rectangles: OnceCell<Vec<Rectangle>>,
    /// The graphs of links, one for each [`Detail`].
    links: [OnceCell<LinkGraph<W>>; 3],
}

impl<'a, const W: usize> Context<'a, W> {
    pub(crate) fn new(board: &'a Board<W>, memo: &'a Memo<W>) -> Self {
        Self {
            board,
            memo,
            sets: OnceCell::new(),
            commons: Default::default(),
            rectangles: OnceCell::new(),
            links: Default::default(),
        }
    }

    /// Returns the candidates of `digit` that are in no complete placing of it, so that patterns of
    /// the digit alone may show that they go; others cannot go by such a pattern.
    pub(crate) fn impossible(&self, digit: u8) -> Cells<W> {
        let places = self.board.places(digit);
        let mut known = self.memo.impossible.borrow_mut();
        let index = usize::from(digit - 1);
        if known.len() <= index {
            known.resize(index + 1, (Cells::EMPTY, Cells::EMPTY));
        }
        if known[index].0 != places {
            known[index] = (places, placing::impossible(self.board, digit));
        }
        known[index].1
    }
}

impl<const W: usize> Context<'_, W> {
    /// Has `find` look for steps of one digit after the other, if patterns of the digit alone can
    /// show anything that they have not shown before.
    ///
    /// What is found must depend on the places of the digit only.
    pub(crate) fn each_digit(
        &self,
        steps: &mut Steps<'_>,
        mut find: impl FnMut(&mut Steps<'_>, u8) -> Flow,
    ) -> Flow {
        for digit in self.board.digits() {
            if self.is_barren(steps, digit) {
                continue;
            }
            find(steps, digit)?;
            self.note_barren(steps, digit);
        }
        Flow::Continue(())
    }

    /// Returns whether patterns of a digit alone can show nothing that they have not shown before.
    pub(crate) fn is_barren(&self, steps: &Steps<'_>, digit: u8) -> bool {
        let (places, number) = (self.board.places(digit), usize::from(digit));
        self.memo.barren_digits.borrow().is(steps.wanted, number, places)
            || self.impossible(digit).is_empty()
    }

    /// Notes that all steps of a digit were found.
    pub(crate) fn note_barren(&self, steps: &Steps<'_>, digit: u8) {
        if !steps.thorough {
            let (places, number) = (self.board.places(digit), usize::from(digit));
            self.memo.barren_digits.borrow_mut().set(steps.wanted, number, places);
        }
    }

    /// Has `find` look for steps in one house after the other, if it has changed since none were
    /// found.
    ///
    /// Whether there are any must depend on the candidates in the house only, or be less likely the
    /// fewer candidates there are elsewhere.
    pub(crate) fn each_house(
        &self,
        steps: &mut Steps<'_>,
        mut find: impl FnMut(&mut Steps<'_>, usize) -> Flow,
    ) -> Flow {
        for house in 0..self.board.topology.houses.len() {
            self.in_houses(steps, house, &[house], |steps| find(steps, house))?;
        }
        Flow::Continue(())
    }

    /// Has `find` look for steps in some houses, as [`each_house`](Self::each_house) does; `number`
    /// is one that no other choice of houses has.
    pub(crate) fn in_houses(
        &self,
        steps: &mut Steps<'_>,
        number: usize,
        houses: &[usize],
        find: impl FnOnce(&mut Steps<'_>) -> Flow,
    ) -> Flow {
        // Of numbers that only grow, the sum is the same only if all are.
        let n_changes = houses.iter().map(|&house| self.board.n_changes(house)).sum();
        if self.memo.barren_houses.borrow().is(steps.wanted, number, n_changes) {
            return Flow::Continue(());
        }
        find(steps)?;
        if !steps.thorough {
            self.memo.barren_houses.borrow_mut().set(steps.wanted, number, n_changes);
        }
        Flow::Continue(())
    }

    /// Returns the rectangles of open cells whose digits could be exchanged.
    pub(crate) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| rectangles(self.board))
    }

    /// Returns the almost locked sets, the smallest first.
    pub(crate) fn almost_locked_sets(&self) -> &[Als<W>] {
        self.sets.get_or_init(|| als::almost_locked_sets(self.board))
    }

    /// Returns how the almost locked sets touch.
    pub(crate) fn commons(&self, overlap: Overlap) -> &Commons {
        let make = || Commons::new(self.board, self.almost_locked_sets(), overlap);
        self.commons[overlap as usize].get_or_init(make)
    }

    /// Returns the links between candidates, and between what else `detail` says.
    pub(crate) fn links(&self, detail: Detail) -> &LinkGraph<W> {
        self.links[detail as usize].get_or_init(|| {
            let sets = if detail == Detail::Sets { self.almost_locked_sets() } else { &[] };
            LinkGraph::new(self.board, detail, sets)
        })
    }
}

/// Takes the steps that are found.
pub(crate) struct Steps<'a> {
    /// Only steps of this technique are wanted; finders of several leave the others out.
    pub(crate) wanted: Technique,
    /// Whether steps are wanted, too, that a solution leaves to other techniques: chains through
    /// almost locked sets, and sets with common cells.
    pub(crate) thorough: bool,
    /// Whether two fish with the same base are one step, too, as libraries of cases have them.
    pub(crate) joined: bool,
    take: &'a mut dyn FnMut(Step) -> Flow,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(wanted: Technique, take: &'a mut dyn FnMut(Step) -> Flow) -> Self {
        Self { wanted, thorough: false, joined: false, take }
    }

    /// As [`new`](Self::new), for a technique on its own.
    pub(crate) fn thorough(wanted: Technique, take: &'a mut dyn FnMut(Step) -> Flow) -> Self {
        Self { wanted, thorough: true, joined: false, take }
    }

    /// Takes a step that places one digit.
    pub(crate) fn place(&mut self, cell: usize, digit: u8, pattern: Pattern) -> Flow {
        (self.take)(Step {
            technique: self.wanted,
            placements: vec![Candidate::new(cell, digit)],
            eliminations: Vec::new(),
            pattern,
        })
    }

    /// Takes a step that places one digit in several cells, unless there are none.
    pub(crate) fn place_all<const W: usize>(
        &mut self,
        digit: u8,
        cells: Cells<W>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if cells.is_empty() {
            return Flow::Continue(());
        }
        let placements = cells.each().map(|cell| Candidate::new(cell, digit)).collect();
        let technique = self.wanted;
        (self.take)(Step { technique, placements, eliminations: Vec::new(), pattern: pattern() })
    }

    /// Takes a step that eliminates `digit` from `cells`, unless there are none; the pattern is made
    /// only if there are some.
    pub(crate) fn eliminate<const W: usize>(
        &mut self,
        digit: u8,
        cells: Cells<W>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if cells.is_empty() {
            return Flow::Continue(());
        }
        let gone = cells.each().map(|cell| Candidate::new(cell, digit)).collect();
        self.eliminate_all(gone, pattern)
    }

    /// Takes a step that eliminates candidates, unless there are none.
    pub(crate) fn eliminate_all(
        &mut self,
        mut eliminations: Vec<Candidate>,
        pattern: impl FnOnce() -> Pattern,
    ) -> Flow {
        if eliminations.is_empty() {
            return Flow::Continue(());
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        let technique = self.wanted;
        (self.take)(Step { technique, placements: Vec::new(), eliminations, pattern: pattern() })
    }
}
