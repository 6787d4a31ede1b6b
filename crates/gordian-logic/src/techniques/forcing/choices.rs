//! Choices of which one is true: the candidates of a cell, the places of a digit in a house, on or
//! off.

use gordian_grid::Candidate;

use crate::board::{Board, bit, digits};
use crate::context::links::State;

/// States of which at least one is true.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) kind: ChoiceKind,
    pub(super) premises: Vec<State>,
}

/// The reason why one of the premises is true.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChoiceKind {
    /// The cell must have a digit.
    Cell(usize),
    /// The house must have the digit.
    House(usize, u8),
    /// The candidate is on or off.
    Candidate(Candidate),
}

/// The candidates of a position, numbered by cell and digit as in the graph of links.
#[derive(Debug)]
pub(super) struct CandidateIndex {
    /// The first candidate of each cell.
    of_cell: Vec<usize>,
    pub(super) list: Vec<Candidate>,
}

impl CandidateIndex {
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Self {
        let mut of_cell = Vec::with_capacity(board.topology.n_cells);
        let mut list = Vec::new();
        for cell in 0..board.topology.n_cells {
            of_cell.push(list.len());
            list.extend(digits(board.mask(cell)).map(|digit| Candidate::new(cell, digit)));
        }
        Self { of_cell, list }
    }

    /// Returns the number of a candidate of the position.
    #[inline]
    pub(super) fn of<const W: usize>(&self, board: &Board<W>, cell: usize, digit: u8) -> usize {
        let smaller = board.mask(cell) & (bit(digit) - 1);
        self.of_cell[cell] + smaller.count_ones() as usize
    }
}

/// Returns all choices with at least two premises: cells, then houses, then candidates.
pub(super) fn choices<const W: usize>(board: &Board<W>, numbers: &CandidateIndex) -> Vec<Choice> {
    let on = |cell, digit| State::on(numbers.of(board, cell, digit));
    let mut all = Vec::new();
    for cell in board.open().iter() {
        let premises = digits(board.mask(cell)).map(|digit| on(cell, digit)).collect();
        all.push(Choice { kind: ChoiceKind::Cell(cell), premises });
    }
    for (house, entry) in board.topology.houses.iter().enumerate().filter(|(_, house)| house.full) {
        for digit in board.digits() {
            let places = board.places(digit) & entry.cells;
            let premises = places.iter().map(|cell| on(cell, digit)).collect();
            all.push(Choice { kind: ChoiceKind::House(house, digit), premises });
        }
    }
    for (number, &candidate) in numbers.list.iter().enumerate() {
        let premises = vec![State::on(number), State::off(number)];
        all.push(Choice { kind: ChoiceKind::Candidate(candidate), premises });
    }
    all.retain(|choice| choice.premises.len() > 1);
    all
}

/// Intersects a row of bits with another.
pub(super) fn intersect(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(own, other)| *own &= other);
}

/// Returns the states whose bits are set.
pub(super) fn states(row: &[u64]) -> impl Iterator<Item = State> + '_ {
    crate::context::restricted_commons::members(row.iter().copied()).map(State::new)
}
