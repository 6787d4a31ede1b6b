//! Errors of tasks.

use gordian_core::Limit;
use thiserror::Error;

/// Why a task cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The task requires the plain 9×9 grid.
    #[error("this requires the plain 9×9 grid with 3×3 boxes")]
    NotClassic,
    /// The task requires a grid with only rows, columns and possibly boxes.
    #[error("this requires a grid with only rows, columns and boxes")]
    ExtraHouses,
    /// The task requires a puzzle without pencil marks.
    #[error("this requires a puzzle without pencil marks")]
    PencilMarks,
    /// The puzzle has no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The puzzle has several solutions.
    #[error("the puzzle has several solutions")]
    SeveralSolutions {
        /// Two of the solutions, row by row.
        solutions: [Vec<u8>; 2],
    },
    /// The search was stopped before it was known whether the puzzle has exactly one solution.
    #[error("the search was stopped ({limit}) before it was known whether the solution is unique")]
    Undecided {
        /// The limit that stopped the search.
        limit: Limit,
    },
    /// The givens do not have the symmetry that must be kept.
    #[error("the givens are not symmetric: cell {cell} has one, cell {image} has none")]
    Asymmetric {
        /// A cell with a given, from 0, row by row.
        cell: usize,
        /// Its image, a cell without a given.
        image: usize,
    },
    /// More holes than cells.
    #[error("{holes} holes do not fit into {cells} cells")]
    TooManyHoles {
        /// The requested number of holes.
        holes: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// More clues than cells.
    #[error("{clues} clues do not fit into {cells} cells")]
    TooManyClues {
        /// The requested number of clues.
        clues: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// A list is not a permutation of all cells or digits.
    #[error("the {what} of a transformation must be a permutation")]
    NotPermutation {
        /// The kind of list: `cells`, `rows`, `columns` or `digits`.
        what: &'static str,
    },
}
