//! Brute force: a digit of the solution, found by trying.
//!
//! This is no logic, and no step says that it is: a search finds the solution, makes sure that there
//! is no other, and one of its digits is placed where the fewest candidates are left. It is here so
//! that what logic leaves can be gone on with. The name is HoDoKu's.

use gordian_core::Cancel;
use gordian_sudoku::{Candidates, Finder, Puzzle, SearchLimits};

use crate::board::{Board, digits};
use crate::context::{Context, Flow, Steps};
use crate::step::{Candidate, Mark, Pattern};

/// The search is given up after so many nodes; the usual grid needs some tens.
const MAX_NODES: u64 = 1_000_000;

/// Hands over one digit of the solution if the position has exactly one.
pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut Steps<'_>) -> Flow {
    let board = context.board;
    let open = board.open();
    let Some(cell) = open.each().min_by_key(|&cell| board.mask(cell).count_ones()) else {
        return Flow::Continue(());
    };
    let Some(digit) = only_solution(board).map(|solution| solution[cell]) else {
        return Flow::Continue(());
    };
    let pattern = Pattern {
        digits: vec![digit],
        cells: vec![cell],
        marks: vec![(Candidate::new(cell, digit), Mark::Second)],
        ..Pattern::default()
    };
    steps.place(cell, digit, pattern)
}

/// Returns the solution of a position if it is found in time and there is no other.
fn only_solution<const W: usize>(board: &Board<W>) -> Option<Vec<u8>> {
    let layout = board.layout();
    let mut marks = Candidates::all(layout);
    for cell in board.open().each() {
        digits(layout.all_digits() & !board.mask(cell)).for_each(|gone| marks.remove(cell, gone));
    }
    let givens = board.values().to_vec();
    let puzzle = Puzzle { layout: layout.clone(), givens, marks: Some(marks) };
    let query = SearchLimits { max_solutions: 2, max_nodes: Some(MAX_NODES) };
    let mut solution = None;
    let found =
        Finder::new(layout).find(&Candidates::of(&puzzle), &query, &Cancel::new(), &mut |digits| {
            solution = Some(digits.to_vec())
        });
    // A search that was stopped at the limit has found two, one that ran out of nodes may miss some.
    solution.filter(|_| found.n_solutions == 1 && found.stopped.is_none())
}
