//! What can be wrong with a question.

use gordian_core::Limit;
use thiserror::Error;

/// Why a question about a puzzle cannot be answered as it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// The question needs the plain 9×9 grid.
    #[error("this needs the plain 9×9 grid with boxes of 3×3")]
    NotClassic,
    /// The question needs a grid that has rows, columns and perhaps boxes, and nothing else.
    #[error("this needs a grid of rows, columns and boxes alone")]
    ExtraHouses,
    /// The question is about givens alone.
    #[error("this needs a puzzle without pencil marks")]
    PencilMarks,
    /// The puzzle has no solution.
    #[error("the puzzle has no solution")]
    NoSolution,
    /// The puzzle has several solutions.
    #[error("the puzzle has several solutions")]
    SeveralSolutions {
        /// Two of them, row by row.
        solutions: [Vec<u8>; 2],
    },
    /// The search was stopped before it was known whether the puzzle has exactly one solution.
    #[error("the search was stopped ({limit}) before it was known whether the solution is unique")]
    Undecided {
        /// What stopped it.
        limit: Limit,
    },
    /// The givens do not have the symmetry that was to be kept.
    #[error("the givens are not symmetric: cell {cell} has one, cell {image} has none")]
    Asymmetric {
        /// A cell with a given, from 0, row by row.
        cell: usize,
        /// Its image, which has none.
        image: usize,
    },
    /// More holes than cells.
    #[error("{holes} holes do not fit into {cells} cells")]
    TooManyHoles {
        /// Holes that were asked for.
        holes: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// A number of clues that no grid of this size has.
    #[error("{clues} clues do not fit into {cells} cells")]
    TooManyClues {
        /// Clues that were asked for.
        clues: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// A list that should name every cell or digit once does not.
    #[error("the {what} of a transformation must be a permutation")]
    NotPermutation {
        /// What was listed: `cells`, `rows`, `columns` or `digits`.
        what: &'static str,
    },
}
