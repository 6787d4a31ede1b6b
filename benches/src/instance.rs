//! The puzzles of the comparison.

use gordian_puzzles::{Puzzle, Solution};
use gordian_solve::models::{PuzzleModel, Reachability};

use crate::flags::FlagModel;

/// A puzzle of the comparison with its models.
#[derive(Debug)]
pub struct Instance {
    /// The name in tables and of files.
    pub name: &'static str,
    /// The puzzle, from the folder `puzzles`.
    pub puzzle: Puzzle,
    /// Whether the naive model of a Sudoku Cube demands that turns can reach the answer.
    pub reachability: Reachability,
    /// The model written the obvious way.
    pub naive: PuzzleModel,
    /// The model made of flags by hand; the one of the Sudoku Cube knows nothing of turns.
    pub flags: FlagModel,
}

impl Instance {
    fn new(name: &'static str, text: &str, reachability: Reachability) -> Self {
        let puzzle =
            gordian_puzzles::parse(text).expect("the files in `puzzles` are read by tests");
        let naive = PuzzleModel::new(&puzzle, reachability);
        let naive = naive.expect("the puzzle has a model");
        let flags = FlagModel::new(&puzzle).expect("a puzzle of a kind that has flags");
        Self { name, puzzle, reachability, naive, flags }
    }

    /// Returns all instances.
    ///
    /// The Sudoku Cube comes twice: the way it was posed, as if the cube could be taken apart,
    /// which is what its flags model, and with the demand that turns can reach the answer.
    ///
    /// # Panics
    ///
    /// Panics if a puzzle file that the program was built with is broken.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let cube = include_str!("../../puzzles/sudoku-cube.toml");
        vec![
            Self::new(
                "horrendum",
                include_str!("../../puzzles/horrendum.toml"),
                Reachability::Ignored,
            ),
            Self::new(
                "golden-waste",
                include_str!("../../puzzles/golden-waste.toml"),
                Reachability::Ignored,
            ),
            Self::new("sudoku-cube", cube, Reachability::Ignored),
            Self::new("sudoku-cube-by-turns", cube, Reachability::Enforced),
        ]
    }

    /// Judges a solution by the rules of the puzzle, which share nothing with models and engines.
    ///
    /// # Errors
    ///
    /// Returns the first rule that is broken, in the puzzle's own words.
    pub fn check(&self, solution: &Solution) -> Result<(), String> {
        gordian_puzzles::check(&self.puzzle, solution).map_err(|broken| {
            broken.first().map_or_else(|| "an unknown rule".to_owned(), ToString::to_string)
        })
    }
}
