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
        let possible = possible_sizes(board, sketch);
        let sizes = CellMap::from_fn(size, |cell| match board.cells[cell].number() {
            Some(number) => Expr::from(i64::from(number)),
            None => {
                let PossibleSizes { max_free, numbers } = &possible[cell];
                let numbers = numbers.iter().map(|&number| to_i64(number));
                let ranges = numbers.map(|number| (number, number)).chain([(1, to_i64(*max_free))]);
                let domain = Domain::from_ranges(ranges).expect("1 is a size");
                let n_cells = sketch.variable(format!("the size of the block of {cell}"), domain);
                let (is, is_not) = (
                    format!("the block of {cell} has "),
                    format!("the block of {cell} does not have "),
                );
                sketch.say_number(&n_cells, is, is_not, " cells");
                n_cells
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

/// The possible sizes of the block of a cell without number.
#[derive(Clone, Debug, Default)]
struct PossibleSizes {
    /// The largest size of a block without number: it has at most the cells that are connected
    /// without numbers.
    max_free: usize,
    /// The numbers that the cell can be connected with, in ascending order.
    numbers: Vec<usize>,
}

/// Returns the possible sizes of the block of each cell without number.
fn possible_sizes(board: &Board, sketch: &Sketch<'_>) -> CellMap<PossibleSizes> {
    let size = board.size();
    let number = |cell: Cell| board.cells[cell].number().map(|number| number as usize);
    let mut possible = CellMap::new(size, PossibleSizes::default());
    for first in size.cells().filter(|&cell| number(cell).is_none()) {
        if possible[first].max_free == 0 {
            let area = reached(size, first, usize::MAX, |cell| number(cell).is_none());
            area.iter().for_each(|&cell| possible[cell].max_free = area.len());
        }
    }
    let mut clues: Vec<(usize, Cell)> =
        size.cells().filter_map(|cell| Some((number(cell)?, cell))).collect();
    clues.sort_unstable();
    for (value, clue) in clues {
        if !sketch.check() {
            return possible;
        }
        let is_open = |cell| number(cell).is_none_or(|other| other == value);
        for cell in reached(size, clue, value, is_open) {
            let numbers = &mut possible[cell].numbers;
            if number(cell).is_none() && numbers.last() != Some(&value) {
                if !sketch.charge_items(1) {
                    return possible;
                }
                numbers.push(value);
            }
        }
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
