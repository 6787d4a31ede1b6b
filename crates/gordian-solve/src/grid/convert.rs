//! Converts grids of puzzle files to the grids of the search.

use gordian_grid::Layout;
use gordian_puzzles::Grid;
use gordian_puzzles::grid::Diagonal;
use thiserror::Error;

/// The error for a grid with cages, which the search does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the grid has cages, which the search does not support")]
pub struct UnsupportedCages;

/// Converts a grid to the form of the search.
///
/// # Errors
///
/// Fails if the grid has variant rules such as cages.
///
/// # Panics
///
/// Panics if the grid violates the invariants of its fields.
pub fn sudoku_from_grid(grid: &Grid) -> Result<gordian_grid::Grid, UnsupportedCages> {
    if !grid.rules.is_empty() {
        return Err(UnsupportedCages);
    }
    let n = grid.n;
    let mut layout = if grid.regions.is_empty() {
        Layout::latin(n)
    } else {
        let mut labels = vec![usize::MAX; n * n];
        for (number, region) in grid.regions.iter().enumerate() {
            for cell in &region.cells {
                labels[cell.index(n)] = number;
            }
        }
        Layout::regions(n, &labels)
    }
    .expect("regions of a grid have n cells each");
    for diagonal in &grid.diagonals {
        layout = match diagonal {
            Diagonal::Main => layout.with_main_diagonal(),
            Diagonal::Anti => layout.with_anti_diagonal(),
        };
    }
    let groups = grid
        .groups
        .iter()
        .map(|group| (group.name.clone(), group.cells.iter().map(|cell| cell.index(n)).collect()));
    let layout = layout.with_groups(groups).expect("cells of a group differ");
    Ok(gordian_grid::Grid::new(layout, grid.givens.clone()))
}
