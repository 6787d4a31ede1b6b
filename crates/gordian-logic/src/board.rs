//! A position: placed digits and candidates.

use std::sync::Arc;

use gordian_grid::{Candidate, Grid, Layout};

use crate::cells::Cells;
use crate::step::{Mark, Step};
use crate::topology::Topology;

/// A position on a grid whose cells fit into `64·W` bits.
///
/// Invariants: a filled cell has no candidates; `places[d]` are the cells with
/// candidate `d + 1`; no candidate of an open cell is a digit that the cell sees.
#[derive(Clone, Debug)]
pub(crate) struct Board<const W: usize> {
    pub(crate) topology: Arc<Topology<W>>,
    /// The digit of each cell, 0 where it is open.
    values: Vec<u8>,
    /// The candidates of each cell: digit d is bit d − 1.
    masks: Vec<u64>,
    /// The cells with each digit as a candidate; index 0 is digit 1.
    places: Vec<Cells<W>>,
    /// The cells without a digit.
    open: Cells<W>,
    /// The cells whose digit is given.
    givens: Cells<W>,
    /// The digits that the pencil marks and placed digits of the puzzle admit in each cell, as
    /// bits, whatever was eliminated since; `None` if only the givens are conditions.
    conditions: Option<Arc<[u64]>>,
    /// For each house, how often a cell of it lost a candidate or was filled.
    changes: Vec<u32>,
}

impl<const W: usize> Board<W> {
    /// Returns the position of a puzzle: its givens and pencil marks, and the digits that a player
    /// has placed, as (cell, digit).
    ///
    /// The marks and the placed digits are conditions, which every solution must meet. No input
    /// validation is done: the position may be contradictory.
    pub(crate) fn new(topology: &Arc<Topology<W>>, puzzle: &Grid, placed: &[(usize, u8)]) -> Self {
        let n_cells = topology.n_cells;
        let all = puzzle.layout.all_digits();
        let mut board = Self {
            topology: Arc::clone(topology),
            values: vec![0; n_cells],
            masks: vec![all; n_cells],
            places: vec![(0..n_cells).collect(); topology.n],
            open: (0..n_cells).collect(),
            givens: Cells::EMPTY,
            conditions: conditions(puzzle, placed),
            changes: vec![0; topology.houses.len()],
        };
        for (cell, &digit) in puzzle.givens.iter().enumerate() {
            if digit != 0 {
                board.place(cell, digit);
                board.givens.insert(cell);
            }
        }
        for &(cell, digit) in placed {
            board.place(cell, digit);
        }
        if let Some(marks) = &puzzle.marks {
            for cell in board.open.iter() {
                let eliminated = board.masks[cell] & !marks.mask(cell);
                for digit in digits(eliminated) {
                    board.eliminate(cell, digit);
                }
            }
        }
        board
    }

    /// Makes the givens the only conditions: pencil marks and placed digits are conclusions from
    /// them.
    pub(crate) fn lift_conditions(&mut self) {
        self.conditions = None;
    }

    /// Returns whether the conditions of the puzzle admit each of these digits in a cell. They
    /// restrict the solutions that a deadly pattern would have; eliminations do not.
    #[inline]
    pub(crate) fn admits(&self, cell: usize, mask: u64) -> bool {
        let admitted = self.conditions.as_ref().map_or(u64::MAX, |conditions| conditions[cell]);
        !self.givens.has(cell) && mask & !admitted == 0
    }

    /// Places a digit and eliminates it from the peers of the cell.
    pub(crate) fn place(&mut self, cell: usize, digit: u8) {
        for other in digits(self.masks[cell]) {
            self.places[index(other)].remove(cell);
        }
        self.masks[cell] = 0;
        self.values[cell] = digit;
        self.open.remove(cell);
        let eliminated = self.places[index(digit)] & self.topology.peers[cell];
        for other in eliminated.iter() {
            self.masks[other] &= !bit(digit);
            self.note_change(other);
        }
        self.places[index(digit)] -= eliminated;
        self.note_change(cell);
    }

    fn note_change(&mut self, cell: usize) {
        for &house in &self.topology.houses_of[cell] {
            self.changes[house] += 1;
        }
    }

    /// Returns how often a cell of a house lost a candidate or was filled.
    #[inline]
    pub(crate) fn n_changes(&self, house: usize) -> u32 {
        self.changes[house]
    }

    /// Eliminates a candidate.
    pub(crate) fn eliminate(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= !bit(digit);
        self.places[index(digit)].remove(cell);
        self.note_change(cell);
    }

    /// Applies the eliminations and placements of a step.
    pub(crate) fn apply(&mut self, step: &Step) {
        for candidate in &step.eliminations {
            self.eliminate(candidate.cell, candidate.digit);
        }
        for candidate in &step.placements {
            self.place(candidate.cell, candidate.digit);
        }
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.topology.layout
    }

    /// Returns the digit of a cell, 0 if it is open.
    #[inline]
    pub(crate) fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the candidates of a cell as bits, digit d is bit d − 1; 0 for a filled cell.
    #[inline]
    pub(crate) fn mask(&self, cell: usize) -> u64 {
        self.masks[cell]
    }

    /// Returns the open cells with the candidate `digit`.
    #[inline]
    pub(crate) fn places(&self, digit: u8) -> Cells<W> {
        self.places[index(digit)]
    }

    /// Returns the open cells of `house` with the candidate `digit`.
    #[inline]
    pub(crate) fn places_in(&self, house: usize, digit: u8) -> Cells<W> {
        self.places[index(digit)] & self.topology.houses[house].cells
    }

    /// Returns the first full house in which these cells are exactly the places for a digit.
    pub(crate) fn house_with_only_places(&self, digit: u8, cells: Cells<W>) -> Option<usize> {
        let houses = self.topology.houses.iter().enumerate().filter(|(_, house)| house.full);
        let mut numbers = houses.map(|(number, _)| number);
        numbers.find(|&number| self.places_in(number, digit) == cells)
    }

    /// Returns the cells without a digit.
    #[inline]
    pub(crate) fn open(&self) -> Cells<W> {
        self.open
    }

    /// Returns the cells whose digit is given.
    #[inline]
    pub(crate) fn givens(&self) -> Cells<W> {
        self.givens
    }

    /// Returns the open cells with exactly two candidates.
    pub(crate) fn bivalue(&self) -> Cells<W> {
        // Cells with at least one, at least two, and more than two candidates.
        let (mut one, mut two, mut more) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
        for &places in &self.places {
            more |= two & places;
            two |= one & places;
            one |= places;
        }
        two - more
    }

    /// Returns the filled cells whose digit is not given.
    pub(crate) fn placed(&self) -> Cells<W> {
        self.topology.all - self.open - self.givens
    }

    /// Returns the candidates of a cell that are in `mask`, with a mark.
    pub(crate) fn marks(
        &self,
        cell: usize,
        mask: u64,
        mark: Mark,
    ) -> impl Iterator<Item = (Candidate, Mark)> + use<W> {
        digits(self.masks[cell] & mask).map(move |digit| (Candidate::new(cell, digit), mark))
    }

    /// Returns whether an open cell has no candidate.
    pub(crate) fn has_cell_without_candidates(&self) -> bool {
        let alive = self.places.iter().fold(Cells::EMPTY, |alive, &places| alive | places);
        !self.open.is_subset_of(&alive)
    }

    #[inline]
    pub(crate) fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the digits of the grid, from 1.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u8> + use<W> {
        digits(self.topology.layout.all_digits())
    }
}

/// Returns the digits that pencil marks and placed digits admit in each cell; `None` without any.
fn conditions(puzzle: &Grid, placed: &[(usize, u8)]) -> Option<Arc<[u64]>> {
    if puzzle.marks.is_none() && placed.is_empty() {
        return None;
    }
    let mut admitted = match &puzzle.marks {
        Some(marks) => marks.masks().to_vec(),
        None => vec![puzzle.layout.all_digits(); puzzle.layout.n_cells()],
    };
    for &(cell, digit) in placed {
        admitted[cell] = bit(digit);
    }
    Some(admitted.into())
}

/// Returns the bit of a digit.
#[inline]
pub(crate) fn bit(digit: u8) -> u64 {
    1 << (digit - 1)
}

#[inline]
fn index(digit: u8) -> usize {
    usize::from(digit - 1)
}

/// Returns the digits of a mask in increasing order.
#[inline]
pub(crate) fn digits(mask: u64) -> Digits {
    Digits(mask)
}

/// An iterator over the digits of a mask.
#[derive(Clone, Debug)]
pub(crate) struct Digits(u64);

impl Iterator for Digits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let digit = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(digit)
    }
}

/// Returns the smallest digit of a non-empty mask.
#[inline]
pub(crate) fn lowest(mask: u64) -> u8 {
    let digit = mask.trailing_zeros() + 1;
    u8::try_from(digit).expect("at most 65")
}
