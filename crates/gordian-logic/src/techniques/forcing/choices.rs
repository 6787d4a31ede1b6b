//! What must be one way or the other: a cell's candidates, a digit's places in a house, on and off.

use crate::board::{Board, bit, digits};
use crate::links::State;
use crate::step::Candidate;

/// States of which at least one is true.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) kind: Kind,
    pub(super) premises: Vec<State>,
}

/// Why one of them is true.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The cell has a digit.
    Cell(usize),
    /// The house has the digit.
    House(usize, u8),
    /// It is on or off.
    Candidate(Candidate),
}

/// The candidates of a position, numbered by cell and digit as in the graph of links.
#[derive(Debug)]
pub(super) struct Numbers {
    /// Where the candidates of each cell begin.
    of_cell: Vec<usize>,
    pub(super) list: Vec<Candidate>,
}

impl Numbers {
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

/// Returns all choices of at least two states: cells, then houses, then candidates.
pub(super) fn choices<const W: usize>(board: &Board<W>, numbers: &Numbers) -> Vec<Choice> {
    let on = |cell, digit| State::on(numbers.of(board, cell, digit));
    let mut all = Vec::new();
    for cell in board.open().each() {
        let premises = digits(board.mask(cell)).map(|digit| on(cell, digit)).collect();
        all.push(Choice { kind: Kind::Cell(cell), premises });
    }
    for (house, about) in board.topology.houses.iter().enumerate().filter(|(_, house)| house.full) {
        for digit in board.digits() {
            let places = board.places(digit) & about.cells;
            let premises = places.each().map(|cell| on(cell, digit)).collect();
            all.push(Choice { kind: Kind::House(house, digit), premises });
        }
    }
    for (number, &candidate) in numbers.list.iter().enumerate() {
        let premises = vec![State::on(number), State::off(number)];
        all.push(Choice { kind: Kind::Candidate(candidate), premises });
    }
    all.retain(|choice| choice.premises.len() > 1);
    all
}

/// Takes from a row of bits what is not in another.
pub(super) fn keep(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(own, other)| *own &= other);
}

/// Returns the states whose bits are set.
pub(super) fn states(row: &[u64]) -> impl Iterator<Item = State> + '_ {
    crate::commons::members(row.iter().copied()).map(State::new)
}
