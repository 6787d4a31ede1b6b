//! The puzzles modelled by hand, with flags only.
//!
//! The posts that posed these puzzles model each of them twice: first with integers, the obvious
//! way, which took a commercial solver minutes or hours; then with a 0/1 variable for every value
//! that an integer could have, so that everything is a sum of flags or an implication between
//! them. These are the second models, constraint by constraint. A modeller should not have to write
//! them: what a solver gains by them is what the compiler has to find in the first ones.
//!
//! *Source*: Adam Furmanek's blog, ILP series, parts 94 (Horrendum), 105 (Sudoku Cube) and 106
//! (Golden Waste).

mod golden_waste;
mod horrendum;
mod sudoku_cube;

use gordian_model::{Assignment, Expr, Model, VarId, sum};
use gordian_puzzles::{Puzzle, Solution};

/// A puzzle modelled with flags, and the way back.
#[derive(Debug)]
pub struct FlagModel {
    model: Model,
    reading: Reading,
}

#[derive(Debug)]
enum Reading {
    Horrendum(horrendum::Reading),
    GoldenWaste(golden_waste::Reading),
    SudokuCube(Box<sudoku_cube::Reading>),
}

impl FlagModel {
    /// Returns the model of `puzzle`; `None` if it has rules that the posts' models do not know:
    /// houses of fewer cells than digits, cages, digits other than 1 that read two ways; or is not
    /// about a state.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (mut model, reading) = match puzzle {
            Puzzle::Grid(grid) => {
                let (model, reading) = horrendum::model(grid)?;
                (model, Reading::Horrendum(reading))
            }
            Puzzle::Goishi(board) => {
                let (model, reading) = golden_waste::model(board);
                (model, Reading::GoldenWaste(reading))
            }
            Puzzle::SudokuCube(cube) => {
                let (model, reading) = sudoku_cube::model(cube)?;
                (model, Reading::SudokuCube(Box::new(reading)))
            }
            Puzzle::Square1(_) | Puzzle::Cube3(_) => return None,
        };
        if let Some(title) = puzzle.title() {
            model.set_title(format!("{title}, by flags"));
        }
        Some(Self { model, reading })
    }

    /// Returns the model.
    ///
    /// Its answer variables are the flags that tell the solution: the digits of a grid, the
    /// numbers of the coins, the places of the pieces.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the solution that an answer of the model describes.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        match &self.reading {
            Reading::Horrendum(reading) => reading.solution(values),
            Reading::GoldenWaste(reading) => reading.solution(values),
            Reading::SudokuCube(reading) => reading.solution(values),
        }
    }
}

/// Adds one flag for each of `values`, named by it.
fn flags<V>(
    model: &mut Model,
    values: impl IntoIterator<Item = V>,
    name: impl Fn(V) -> String,
) -> Vec<VarId> {
    values.into_iter().map(|value| model.boolean(name(value))).collect()
}

/// Returns the condition that exactly one of them is set.
fn one_of<E: Into<Expr>>(flags: impl IntoIterator<Item = E>) -> Expr {
    sum(flags).eq(1)
}

/// Returns the place of the flag that is set.
fn set(flags: &[VarId], values: &Assignment) -> usize {
    flags.iter().position(|&flag| values[flag] == 1).expect("the model demands that one is set")
}

/// Returns a number that is small by the puzzle's rules.
fn small(number: usize) -> i64 {
    i64::try_from(number).expect("sizes of puzzles are small")
}

/// Returns a digit or place as the rules write it.
fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("sizes of puzzles are small")
}
