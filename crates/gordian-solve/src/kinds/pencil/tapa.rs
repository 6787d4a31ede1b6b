//! The model of Tapa: which cells are shaded.

use gordian_model::{Expr, table};
use gordian_puzzles::board::{Cell, CellMap, Size};
use gordian_puzzles::kinds::pencil::tapa::Tapa;
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::Sketch;

/// The places around a cell, in a circle: one more than the difference of rows and of columns.
const RING: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];

impl PencilModel for Tapa {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        for (cell, clue) in board.clues() {
            let Clue::Several(numbers) = clue else { continue };
            let texts: Vec<String> = numbers
                .iter()
                .map(|it| it.map_or("?".to_owned(), |number| number.to_string()))
                .collect();
            let name = format!("the runs around the clue at {cell} are {}", texts.join(" "));
            sketch.require(name, runs_are(board, size, cell, numbers, &shaded));
        }
    }
}

/// Returns the condition that the runs of shaded cells around a clue are those of its numbers.
fn runs_are(
    board: &Board,
    size: Size,
    clue: Cell,
    numbers: &[Option<u32>],
    shaded: &CellMap<Expr>,
) -> Expr {
    // The places of the ring that can be shaded, each with its cell.
    let place = |(bit, (r, c)): (usize, (usize, usize))| {
        let row = (clue.row + r).checked_sub(1)?;
        let column = (clue.column + c).checked_sub(1)?;
        let cell = Cell::new(row, column);
        (size.contains(cell) && !board.cells[cell].is_clue()).then_some((bit, cell))
    };
    let free: Vec<(usize, Cell)> = RING.into_iter().enumerate().filter_map(place).collect();
    let mut rows = Vec::new();
    for choice in 0..1_u32 << free.len() {
        let is_chosen = |index: usize| choice >> index & 1 == 1;
        let mut ring = [false; 8];
        for (index, &(bit, _)) in free.iter().enumerate() {
            ring[bit] = is_chosen(index);
        }
        if has_runs(ring, numbers) {
            rows.push((0..free.len()).map(|index| i64::from(is_chosen(index))).collect());
        }
    }
    match (rows.is_empty(), free.is_empty()) {
        (true, _) => Expr::from(0),
        (false, true) => Expr::from(1),
        (false, false) => table(free.iter().map(|&(_, cell)| shaded[cell].clone()), rows),
    }
}

/// Returns whether the numbers are the lengths of the runs of a ring, in any order.
fn has_runs(ring: [bool; 8], numbers: &[Option<u32>]) -> bool {
    // The number of runs of each length.
    let mut n_runs = [0_usize; 9];
    if ring == [true; 8] {
        n_runs[8] = 1;
    }
    for start in 0..8 {
        if !ring[(start + 7) % 8] {
            let length = (0..8).take_while(|it| ring[(start + it) % 8]).count();
            n_runs[length] += usize::from(length > 0);
        }
    }
    let total: usize = n_runs.iter().sum();
    if total == 0 {
        return matches!(numbers, [None | Some(0)]);
    }
    let n_given = |length: usize| {
        numbers.iter().filter(|it| it.is_some_and(|number| number as usize == length)).count()
    };
    total == numbers.len() && n_given(0) == 0 && (1..=8).all(|it| n_given(it) <= n_runs[it])
}
