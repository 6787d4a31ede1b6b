//! The puzzles of the comparison.

use gordian_puzzles::{KindOption, Puzzle, Solution};
use gordian_solve::models::PuzzleModel;

use crate::flags::FlagModel;

/// A puzzle of the comparison with its models.
#[derive(Debug)]
pub struct Instance {
    /// The name in tables and file names.
    pub name: &'static str,
    /// The puzzle, from the folder `puzzles`.
    pub puzzle: Puzzle,
    /// The model written in the obvious way.
    pub naive: PuzzleModel,
    /// The hand-made 0/1 model; that of the Sudoku Cube ignores reachability.
    pub flags: FlagModel,
}

impl Instance {
    fn new(name: &'static str, puzzle: Puzzle) -> Self {
        let naive = PuzzleModel::new(&puzzle);
        let naive = naive.expect("the puzzle has a model");
        let flags = FlagModel::new(&puzzle).expect("the puzzle has a 0/1 model");
        Self { name, puzzle, naive, flags }
    }

    /// Returns all instances.
    ///
    /// The Sudoku Cube is included twice: as it was posed, where the cube may be taken apart (this
    /// is what its 0/1 model describes), and with the constraint that the solution is reachable by
    /// turns.
    ///
    /// # Panics
    ///
    /// Panics if an embedded puzzle file is invalid.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let read =
            |text| gordian_puzzles::parse(text).expect("the files in `puzzles` are read by tests");
        let cube = read(include_str!("../../puzzles/sudoku-cube.toml"));
        let apart =
            cube.with_option(&KindOption::IgnoreReachability).expect("an option of the kind");
        vec![
            Self::new("horrendum", read(include_str!("../../puzzles/horrendum.toml"))),
            Self::new("golden-waste", read(include_str!("../../puzzles/golden-waste.toml"))),
            Self::new("sudoku-cube", apart),
            Self::new("sudoku-cube-by-turns", cube),
        ]
    }

    /// Checks a solution against the rules of the puzzle. The check shares no code with models and
    /// engines.
    ///
    /// # Errors
    ///
    /// Returns the message of the first violated rule.
    pub fn check(&self, solution: &Solution) -> Result<(), String> {
        gordian_puzzles::check(&self.puzzle, solution).map_err(|broken| {
            broken.first().map_or_else(|| "an unknown rule".to_owned(), ToString::to_string)
        })
    }
}
