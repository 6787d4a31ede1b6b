//! The form that runs everywhere: one 16-bit word a cell, plain loops.
//!
//! It states the rules of [`super`] cell by cell and is the oracle of the other forms.

use super::search::{Form, Verdict};

/// The portable form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// The candidates of the 81 cells, row by row.
pub(super) type Cells = [u16; 81];

const ALL: u16 = 0x1FF;

impl Form for Portable {
    type Grid = Cells;

    fn load(self, cells: &Cells) -> Cells {
        *cells
    }

    fn store(self, grid: &Cells) -> Cells {
        *grid
    }

    fn propagate(self, grid: &mut Cells) -> Verdict {
        loop {
            let before = *grid;
            lines(grid);
            if !boxes(grid) {
                return Verdict::Dead;
            }
            if *grid == before {
                let solved = grid.iter().all(|&cell| is_single(cell));
                return if solved { Verdict::Solved } else { Verdict::Open };
            }
        }
    }

    fn split(self, grid: &mut Cells) -> Cells {
        let cell = (0..81).min_by_key(|&cell| match grid[cell].count_ones() {
            0 | 1 => 10,
            n => n,
        });
        let cell = cell.expect("81 cells");
        let low = grid[cell] & grid[cell].wrapping_neg();
        let mut first = *grid;
        first[cell] = low;
        grid[cell] &= !low;
        first
    }
}

fn is_single(cell: u16) -> bool {
    cell != 0 && cell & (cell - 1) == 0
}

/// Takes every candidate whose triad cannot be filled.
fn lines(grid: &mut Cells) {
    let mut rows = [[0; 3]; 9];
    let mut columns = [[0; 3]; 9];
    for (cell, &digits) in grid.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        rows[row][column / 3] |= digits;
        columns[column][row / 3] |= digits;
    }
    let rows = kept(&rows);
    let columns = kept(&columns);
    for (cell, digits) in grid.iter_mut().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        *digits &= rows[row][column / 3] & columns[column][row / 3];
    }
}

/// For the three triads of each of nine parallel lines, the digits that they may hold, seen from
/// the triads of the two other lines through the same boxes.
fn kept(triads: &[[u16; 3]; 9]) -> [[u16; 3]; 9] {
    let mut kept = [[0; 3]; 9];
    for line in 0..9 {
        let (next, last) = (line / 3 * 3 + (line + 1) % 3, line / 3 * 3 + (line + 2) % 3);
        for at in 0..3 {
            let (right, left) = ((at + 1) % 3, (at + 2) % 3);
            kept[line][at] = triads[line][at]
                & (triads[next][right] & triads[last][left]
                    | triads[next][left] & triads[last][right]);
        }
    }
    kept
}

/// Settles the cells with one digit and the digits with one cell, box by box; returns false at a
/// contradiction.
fn boxes(grid: &mut Cells) -> bool {
    for top in [0, 27, 54] {
        for left in [0, 3, 6] {
            let cells = [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|offset| top + left + offset);
            let (mut one, mut two, mut placed) = (0, 0, 0);
            for cell in cells {
                two |= one & grid[cell];
                one |= grid[cell];
                if is_single(grid[cell]) {
                    placed |= grid[cell];
                }
            }
            if one != ALL || cells.iter().any(|&cell| grid[cell] == 0) {
                return false;
            }
            for cell in cells {
                let only_here = grid[cell] & !two;
                if only_here != 0 {
                    grid[cell] = only_here;
                } else if !is_single(grid[cell]) {
                    grid[cell] &= !placed;
                }
            }
        }
    }
    true
}
