//! The model of Fillomino: the size of the block of each cell, and the borders.

use gordian_model::{Domain, Expr};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::fillomino::Fillomino;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Fillomino {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let borders = sketch.borders();
        let possible = possible_sizes(board);
        let sizes = CellMap::from_fn(size, |cell| match board.cells[cell].number() {
            Some(number) => Expr::from(i64::from(number)),
            None => {
                let values = possible[cell].iter().map(|&value| to_i64(value));
                let domain = Domain::from_values(values).expect("1 is a size");
                sketch.variable(format!("the size of the block of {cell}"), domain)
            }
        });
        for (edge, border) in borders.iter() {
            if let (Some(border), [Some(a), Some(b)]) = (border, edge.cells(size)) {
                let name = format!("{a} and {b} are in one block if their blocks have one size");
                sketch.require(name, border.iff(sizes[a].ne(&sizes[b])));
            }
        }
        sketch.require_blocks("each number is the size of its block", &borders, &sizes);
    }
}

/// Returns the possible sizes of the block of each cell without number: those of the numbers that it can be connected
/// with, and those of blocks without number, which have at most the cells that are connected without numbers.
fn possible_sizes(board: &Board) -> CellMap<Vec<usize>> {
    let size = board.size();
    let number = |cell: Cell| board.cells[cell].number().map(|number| number as usize);
    let mut possible: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
    let mut seen = CellMap::new(size, false);
    for first in size.cells().filter(|&cell| number(cell).is_none()) {
        if seen[first] {
            continue;
        }
        let area = reached(size, first, usize::MAX, |cell| number(cell).is_none());
        for &cell in &area {
            seen[cell] = true;
            possible[cell].extend(1..=area.len());
        }
    }
    for clue in size.cells() {
        let Some(value) = number(clue) else { continue };
        let is_open = |cell| number(cell).is_none_or(|other| other == value);
        for cell in reached(size, clue, value, is_open) {
            if number(cell).is_none() {
                possible[cell].push(value);
            }
        }
    }
    for cell in size.cells() {
        possible[cell].sort_unstable();
        possible[cell].dedup();
    }
    possible
}

/// Returns the cells that are connected with `first` by at most `n` open cells, both included.
fn reached(
    size: gordian_puzzles::board::Size,
    first: Cell,
    n: usize,
    is_open: impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let mut distances: CellMap<usize> = CellMap::new(size, 0);
    distances[first] = 1;
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        if distances[cell] >= n {
            continue;
        }
        for beside in size.neighbours(cell) {
            if distances[beside] == 0 && is_open(beside) {
                distances[beside] = distances[cell] + 1;
                cells.push(beside);
            }
        }
    }
    cells
}
