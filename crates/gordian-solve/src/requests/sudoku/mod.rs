//! `sudoku/…`: operations on grids.

use gordian_grid::{Candidates, Layout};
use serde_json::{Value, json};

pub(super) mod candidates;
pub(super) mod generate;
pub(super) mod logic;
pub(super) mod read;

/// Returns the candidates of each cell as JSON.
fn candidates_json(candidates: &Candidates, layout: &Layout) -> Value {
    let cells = 0..layout.n_cells();
    json!(cells.map(|cell| candidates.digits(cell).collect::<Vec<u8>>()).collect::<Vec<_>>())
}

/// Returns placed digits as a grid; 0: none.
fn placed_grid(placed: &[(usize, u8)], n_cells: usize) -> Vec<u8> {
    let mut grid = vec![0; n_cells];
    for &(cell, digit) in placed {
        grid[cell] = digit;
    }
    grid
}
