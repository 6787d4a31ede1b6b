//! Hand-made models of the puzzles with 0/1 variables (*flags*) only.
//!
//! The posts that posed these puzzles model each of them twice: first with integers, in the obvious
//! way, which took a commercial solver minutes or hours; then with a 0/1 variable for every value
//! of each integer, so that every constraint is a sum of flags or an implication between them.
//! These are the second models, constraint by constraint. A modeller should not have to write them:
//! the compiler has to find the structure that they make explicit.
//!
//! *Source*: Adam Furmanek's blog, ILP series, parts 94 (Horrendum), 105 (Sudoku Cube) and 106
//! (Golden Waste).

mod golden_waste;
mod horrendum;
mod sudoku_cube;

use gordian_model::{Assignment, Expr, Model, VarId, sum};
use gordian_puzzles::{Goishi, GridPuzzle, Puzzle, Solution, SudokuCube};

/// A 0/1 model of a puzzle, with the decoder of its solutions.
#[derive(Debug)]
pub struct FlagModel {
    model: Model,
    decoder: SolutionDecoder,
}

#[derive(Debug)]
enum SolutionDecoder {
    Horrendum(horrendum::SolutionDecoder),
    GoldenWaste(golden_waste::SolutionDecoder),
    SudokuCube(Box<sudoku_cube::SolutionDecoder>),
}

impl FlagModel {
    /// Returns the model of `puzzle`; `None` if the puzzle has rules that the posts' models do not
    /// cover (houses of fewer cells than digits, cages, digits other than 1 that read two ways), or
    /// is a Square-1 or 3×3×3 state.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (mut model, decoder) = if let Some(grid) = puzzle.as_kind::<GridPuzzle>() {
            let (model, decoder) = horrendum::model(grid)?;
            (model, SolutionDecoder::Horrendum(decoder))
        } else if let Some(board) = puzzle.as_kind::<Goishi>() {
            let (model, decoder) = golden_waste::model(board);
            (model, SolutionDecoder::GoldenWaste(decoder))
        } else if let Some(cube) = puzzle.as_kind::<SudokuCube>() {
            let (model, decoder) = sudoku_cube::model(cube)?;
            (model, SolutionDecoder::SudokuCube(Box::new(decoder)))
        } else {
            return None;
        };
        if let Some(title) = puzzle.title() {
            model.set_title(format!("{title}, by flags"));
        }
        Some(Self { model, decoder })
    }

    /// Returns the model.
    ///
    /// Its answer variables are the flags that determine the solution: the digits of a grid, the
    /// numbers of the coins, the places of the pieces.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Decodes an assignment of the model.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        match &self.decoder {
            SolutionDecoder::Horrendum(decoder) => decoder.solution(values),
            SolutionDecoder::GoldenWaste(decoder) => decoder.solution(values),
            SolutionDecoder::SudokuCube(decoder) => decoder.solution(values),
        }
    }
}

/// Adds one flag for each of `values`, named by `name`.
fn add_flags<V>(
    model: &mut Model,
    values: impl IntoIterator<Item = V>,
    name: impl Fn(V) -> String,
) -> Vec<VarId> {
    values.into_iter().map(|value| model.boolean(name(value))).collect()
}

/// Returns the condition that exactly one of the flags is set.
fn exactly_one<E: Into<Expr>>(flags: impl IntoIterator<Item = E>) -> Expr {
    sum(flags).eq(1)
}

/// Returns the index of the flag that is set.
fn selected_index(flags: &[VarId], values: &Assignment) -> usize {
    flags
        .iter()
        .position(|&flag| values[flag] == 1)
        .expect("the model requires exactly one set flag")
}

/// Converts a number that the puzzle's rules keep small.
fn to_i64(number: usize) -> i64 {
    i64::try_from(number).expect("sizes of puzzles are small")
}

/// Converts a digit or an index that the puzzle's rules keep small.
fn to_u8(number: usize) -> u8 {
    u8::try_from(number).expect("sizes of puzzles are small")
}
