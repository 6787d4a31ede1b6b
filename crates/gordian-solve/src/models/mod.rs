//! The catalogue: each kind of puzzle as a model, written the obvious way.
//!
//! Integers, all-different, remainders, conditions, implications; nobody has tuned them. That they
//! are fast is the compiler's work. The names of constraints are what `--report` and `--conflict`
//! show, so they speak the puzzle's language.
//!
//! To add a kind: a module here that returns the model and reads its answer back, a variant in
//! [`crate::Problem`]'s match, and the rules in `gordian-puzzles`, written apart.

mod goishi;
mod grid;
mod sudoku_cube;

use gordian_model::{Assignment, Model};
use gordian_puzzles::{Cell, Puzzle, Solution};

pub use sudoku_cube::Reachability;

/// A puzzle as a model, with the way back.
#[derive(Debug)]
pub struct PuzzleModel {
    model: Model,
    reading: Reading,
}

#[derive(Debug)]
enum Reading {
    Grid(grid::Reading),
    Goishi(goishi::Reading),
    SudokuCube(Box<sudoku_cube::Reading>),
}

impl PuzzleModel {
    /// Returns the naive model of `puzzle`; `None` if there is none, because what is asked for is not
    /// a state but a way: so for the kinds `square1` and `cube3`.
    ///
    /// `reachability` says whether a Sudoku Cube's pieces may go only where turns can bring them;
    /// other kinds ignore it.
    #[must_use]
    pub fn new(puzzle: &Puzzle, reachability: Reachability) -> Option<Self> {
        let (mut model, reading) = match puzzle {
            Puzzle::Grid(grid) => {
                let (model, reading) = grid::model(grid);
                (model, Reading::Grid(reading))
            }
            Puzzle::Goishi(goishi) => {
                let (model, reading) = goishi::model(goishi);
                (model, Reading::Goishi(reading))
            }
            Puzzle::SudokuCube(cube) => {
                let (model, reading) = sudoku_cube::model(cube, reachability);
                (model, Reading::SudokuCube(Box::new(reading)))
            }
            Puzzle::Square1(_) | Puzzle::Cube3(_) => return None,
        };
        if let Some(title) = puzzle.title() {
            model.set_title(title);
        }
        Some(Self { model, reading })
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the solution that an answer of the model describes.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        match &self.reading {
            Reading::Grid(reading) => reading.solution(values),
            Reading::Goishi(reading) => reading.solution(values),
            Reading::SudokuCube(reading) => reading.solution(values),
        }
    }

    /// Returns where the pieces of a Sudoku Cube go; `None` for other kinds.
    #[must_use]
    pub fn placement(&self, values: &Assignment) -> Option<gordian_puzzles::cube::Placement> {
        match &self.reading {
            Reading::SudokuCube(reading) => Some(reading.placement(values)),
            Reading::Grid(_) | Reading::Goishi(_) => None,
        }
    }
}

/// Names a cell as messages do.
fn name(cell: Cell) -> String {
    cell.to_string()
}

/// Returns a number that is small by the puzzle's rules.
fn small(number: usize) -> i64 {
    i64::try_from(number).expect("sizes of puzzles are small")
}

/// Returns a value of the model as a digit or place.
fn byte(value: i64) -> u8 {
    u8::try_from(value).expect("the model's domains are small")
}
