//! `sudoku/…`: grids without cages.

use gordian_sudoku::{Candidates, Layout};
use serde_json::{Value, json};

pub(super) mod candidates;
pub(super) mod generate;
pub(super) mod logic;
pub(super) mod read;

/// Returns the digits that each cell can still be.
fn digits(candidates: &Candidates, layout: &Layout) -> Value {
    let cells = 0..layout.n_cells();
    json!(cells.map(|cell| candidates.digits(cell).collect::<Vec<u8>>()).collect::<Vec<_>>())
}

/// Returns digits that were placed, as a grid.
fn placed_grid(placed: &[(usize, u8)], n_cells: usize) -> Vec<u8> {
    let mut grid = vec![0; n_cells];
    for &(cell, digit) in placed {
        grid[cell] = digit;
    }
    grid
}
