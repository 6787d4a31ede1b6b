//! Brute force: a digit of the solution, found by search.
//!
//! This is not a logical technique: a search finds the solution, proves that it is the only one,
//! and the step places one of its digits in a cell with the fewest candidates. It lets a solution
//! continue when no technique has a step. The name is HoDoKu's.

use gordian_grid::{Candidate, Candidates, Grid};
use gordian_sudoku::{Finder, SearchLimits};

use crate::board::digits;
use crate::context::{Context, Flow, StepSink};
use crate::step::{Mark, Pattern};

/// The maximum number of search nodes; the classic grid needs some tens.
const MAX_NODES: u64 = 1_000_000;

/// Places one digit of the solution if the position has exactly one solution.
pub(super) fn find<const W: usize>(context: &Context<'_, W>, steps: &mut StepSink<'_>) -> Flow {
    let board = context.board;
    let open = board.open();
    let Some(cell) = open.iter().min_by_key(|&cell| board.mask(cell).count_ones()) else {
        return Flow::Continue(());
    };
    let Some(digit) = only_solution(context).map(|solution| solution[cell]) else {
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

/// Returns the only solution of a position; `None` if there are several or the search is stopped.
fn only_solution<const W: usize>(context: &Context<'_, W>) -> Option<Vec<u8>> {
    let board = context.board;
    let layout = board.layout();
    let mut marks = Candidates::all(layout);
    for cell in board.open().iter() {
        digits(layout.all_digits() & !board.mask(cell))
            .for_each(|eliminated| marks.remove(cell, eliminated));
    }
    let givens = board.values().to_vec();
    let puzzle = Grid { layout: layout.clone(), givens, marks: Some(marks) };
    let query = SearchLimits { max_solutions: 2, max_nodes: Some(MAX_NODES) };
    let mut solution = None;
    let found = Finder::new(layout).find(
        &Candidates::of(&puzzle),
        &query,
        context.cancel(),
        &mut |digits| solution = Some(digits.to_vec()),
    );
    // A search that stops at the limit has found two; one that runs out of nodes may miss some.
    solution.filter(|_| found.n_solutions == 1 && found.stopped.is_none())
}
