//! The catalogue: each kind of puzzle as a naive model.
//!
//! The models use integers, all-different, remainders, conditions and implications, and are not tuned:
//! making them fast is the task of the compiler. `--report` and `--conflict` show the names of
//! constraints, so these use the vocabulary of the puzzle.
//!
//! To add a kind: write a module here that returns the model and decodes its assignments, add a variant
//! to the match of [`PuzzleModel::new`], and write the rules in `gordian-puzzles` independently.

mod goishi;
mod grid;
mod sudoku_cube;

use gordian_model::{Assignment, Model};
use gordian_puzzles::{Cell, Puzzle, Solution};

pub use sudoku_cube::Reachability;

/// The model of a puzzle, with a decoder for its assignments.
#[derive(Debug)]
pub struct PuzzleModel {
    model: Model,
    decoder: SolutionDecoder,
}

#[derive(Debug)]
enum SolutionDecoder {
    Grid(grid::SolutionDecoder),
    Goishi(goishi::SolutionDecoder),
    SudokuCube(Box<sudoku_cube::SolutionDecoder>),
}

impl PuzzleModel {
    /// Returns the naive model of `puzzle`; `None` for the kinds `square1` and `cube3`, whose solutions
    /// are sequences of moves and not states.
    ///
    /// `reachability` says whether the pieces of a Sudoku Cube must be reachable by turns; other kinds
    /// ignore it.
    #[must_use]
    pub fn new(puzzle: &Puzzle, reachability: Reachability) -> Option<Self> {
        let (mut model, decoder) = match puzzle {
            Puzzle::Grid(grid) => {
                let (model, decoder) = grid::model(grid);
                (model, SolutionDecoder::Grid(decoder))
            }
            Puzzle::Goishi(goishi) => {
                let (model, decoder) = goishi::model(goishi);
                (model, SolutionDecoder::Goishi(decoder))
            }
            Puzzle::SudokuCube(cube) => {
                let (model, decoder) = sudoku_cube::model(cube, reachability);
                (model, SolutionDecoder::SudokuCube(Box::new(decoder)))
            }
            Puzzle::Square1(_) | Puzzle::Cube3(_) => return None,
        };
        if let Some(title) = puzzle.title() {
            model.set_title(title);
        }
        Some(Self { model, decoder })
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Decodes an assignment of the model to a solution.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        match &self.decoder {
            SolutionDecoder::Grid(decoder) => decoder.solution(values),
            SolutionDecoder::Goishi(decoder) => decoder.solution(values),
            SolutionDecoder::SudokuCube(decoder) => decoder.solution(values),
        }
    }

    /// Decodes an assignment to the placement of a Sudoku Cube's pieces; `None` for other kinds.
    #[must_use]
    pub fn placement(&self, values: &Assignment) -> Option<gordian_puzzles::cube::Placement> {
        match &self.decoder {
            SolutionDecoder::SudokuCube(decoder) => Some(decoder.placement(values)),
            SolutionDecoder::Grid(_) | SolutionDecoder::Goishi(_) => None,
        }
    }
}

/// Returns the name of a cell as in messages.
fn cell_name(cell: Cell) -> String {
    cell.to_string()
}

/// Converts a number that is small by the rules of the puzzle.
fn to_i64(number: usize) -> i64 {
    i64::try_from(number).expect("sizes of puzzles are small")
}

/// Converts a value of the model to a digit or place.
fn to_u8(value: i64) -> u8 {
    u8::try_from(value).expect("the model's domains are small")
}
