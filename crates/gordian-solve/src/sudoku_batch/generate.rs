//! Generation of puzzles with criteria, one or many.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use gordian_core::{Cancel, Limit, Progress};
use gordian_grid::{Grid, Layout};
use gordian_logic::{
    Config, Criteria, HodokuRating, Level, MatchingSearch, Technique, generate_matching,
};
use gordian_sudoku::tasks::{
    ClueCount, GenerateOptions, GenerateReport, GeneratedPuzzle, Symmetry, TaskError,
    balanced_holes, generate,
};
use gordian_table::ThreadPool;
use rayon::prelude::*;
use thiserror::Error;

use super::puzzle_worker::task_error;
use super::search::check_solution;
use crate::ErrorDetail;

/// No classic 9×9 puzzle with fewer givens has a unique solution (G. McGuire, B. Tugemann, G.
/// Civario, "There is no 16-clue Sudoku", 2012).
const FEWEST_CLUES: usize = 17;

/// The default number of attempts per puzzle.
const ATTEMPTS: u64 = 1000;
/// The default number of attempts per puzzle of a chosen difficulty.
const MATCHING_ATTEMPTS: u64 = 1_000_000;

/// The maximum number of puzzles in a round.
const MAX_PUZZLES_PER_ROUND: u64 = 256;

/// Criteria for the difficulty of a puzzle.
///
/// Techniques are tried in HoDoKu's order, without guessing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// Techniques that the solution must use.
    pub needs: Vec<Technique>,
    /// Techniques that the solution must not use.
    pub avoids: Vec<Technique>,
    /// The accepted HoDoKu levels.
    pub levels: Option<LevelRange>,
    /// The accepted HoDoKu scores.
    pub scores: Option<ScoreRange>,
}

impl Difficulty {
    /// Returns whether there is any criterion.
    #[must_use]
    pub fn is_set(&self) -> bool {
        *self != Self::default()
    }
}

/// A range of HoDoKu levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRange(pub RangeInclusive<Level>);

/// A range of HoDoKu scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRange(pub RangeInclusive<u32>);

/// Why a text is not a range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RangeError {
    /// A level has another name.
    #[error("unknown level `{0}`; the levels are {names}", names = Level::ALL.map(Level::name).join(", "))]
    UnknownLevel(String),
    /// The first level is harder than the second.
    #[error("`{}` is harder than `{}`", .0.name(), .1.name())]
    HarderFirst(Level, Level),
    /// The text is not a range of scores.
    #[error("not a range of scores such as `800..1200`")]
    NotScores,
    /// The first score is above the second.
    #[error("the first score is above the second")]
    HigherFirst,
}

impl FromStr for LevelRange {
    type Err = RangeError;

    /// Parses a level or a range of levels; either end may be missing.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let level = |name: &str, default: Level| {
            let name = name.trim();
            if name.is_empty() && text.contains("..") {
                return Ok(default);
            }
            name.to_ascii_lowercase().parse().map_err(|_| RangeError::UnknownLevel(name.to_owned()))
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let (low, high) = (level(low, Level::Easy)?, level(high, Level::Extreme)?);
        if low > high { Err(RangeError::HarderFirst(low, high)) } else { Ok(Self(low..=high)) }
    }
}

impl FromStr for ScoreRange {
    type Err = RangeError;

    /// Parses a range of scores; either end may be missing.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let (low, high) = text.split_once("..").ok_or(RangeError::NotScores)?;
        let number = |text: &str, default: u32| match text.trim() {
            "" => Ok(default),
            text => text.parse().map_err(|_| RangeError::NotScores),
        };
        let (low, high) = (number(low, 0)?, number(high, u32::MAX)?);
        if low > high { Err(RangeError::HigherFirst) } else { Ok(Self(low..=high)) }
    }
}

/// A number of cells, absolute or relative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellCount {
    /// A number of cells.
    Cells(usize),
    /// A percentage of all cells, from 0 to 100.
    Percent(f64),
}

impl CellCount {
    /// Returns the number of cells out of `cells`, rounded to the nearest.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the result is between 0 and the small number of cells"
    )]
    pub fn of(self, cells: usize) -> usize {
        match self {
            Self::Cells(n) => n,
            Self::Percent(percent) => (percent / 100.0 * cells as f64).round() as usize,
        }
    }
}

/// Why a text is not a number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CellCountError {
    /// It is neither a number nor a percentage.
    #[error("neither a number of cells nor a percentage such as `48%`")]
    NotNumber,
    /// It is a percentage above 100.
    #[error("more than 100 %")]
    MoreThanAll,
}

impl FromStr for CellCount {
    type Err = CellCountError;

    fn from_str(text: &str) -> Result<Self, CellCountError> {
        let Some(percent) = text.strip_suffix('%') else {
            return text.parse().map(Self::Cells).map_err(|_| CellCountError::NotNumber);
        };
        match percent.trim_end().parse() {
            Ok(percent) if percent > 100.0 => Err(CellCountError::MoreThanAll),
            Ok(percent) if percent >= 0.0 => Ok(Self::Percent(percent)),
            _ => Err(CellCountError::NotNumber),
        }
    }
}

/// Generates puzzles with these properties.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The houses.
    pub layout: Layout,
    /// The symmetry of the pattern of givens.
    pub symmetry: Symmetry,
    /// The number of givens.
    pub clues: ClueCount,
    /// Whether every given, or every symmetric set of givens, must be needed.
    pub minimal: bool,
    /// The maximum number of attempts per puzzle: 1000 by default, or a million for a chosen
    /// difficulty.
    pub attempts: Option<u64>,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The number of evenly spread holes in a solved grid, instead of a puzzle with a unique
    /// solution and the other properties.
    pub holes: Option<usize>,
}

/// Why no puzzle has the requested properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CriteriaError {
    /// Classic puzzles with a unique solution have more clues.
    #[error(
        "a puzzle with fewer than {FEWEST_CLUES} clues never has a unique solution (McGuire, Tugemann, \
         Civario 2012)"
    )]
    TooFewClues,
    /// A technique is both needed and avoided.
    #[error("the solution cannot both need and avoid the {0}")]
    NeededAndAvoided(Technique),
}

impl CriteriaError {
    /// The stable code for programs.
    pub const CODE: &'static str = "sudoku.impossible";
}

/// A generated puzzle with a solution, which was checked against the rules.
#[derive(Clone, Debug)]
pub struct GeneratedGrid {
    /// The puzzle.
    pub puzzle: Grid,
    /// A solution, row by row.
    pub solution: Vec<u8>,
    /// Whether the solution is proved to be unique.
    pub unique: bool,
    /// Whether each given is needed, if that is known.
    pub minimal: Option<bool>,
    /// The rating, if a difficulty was requested.
    pub rating: Option<HodokuRating>,
}

/// Why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerationFailure {
    /// The request is invalid, or (a bug) the solution breaks the rules.
    Error(ErrorDetail),
    /// No attempt had the requested number of givens or minimality.
    NotFound {
        /// The number of attempts.
        attempts: u64,
        /// The fewest givens of an attempt.
        fewest_clues: Option<usize>,
    },
    /// No generated puzzle had the requested difficulty.
    NoMatch {
        /// The number of generated puzzles.
        n_examined: u64,
    },
    /// A limit was reached first.
    Stopped {
        /// The limit.
        limit: Limit,
        /// The number of generated puzzles, if a difficulty was requested.
        n_examined: Option<u64>,
    },
}

impl GenerationFailure {
    /// Returns the limit that was reached; `Err` if the request is invalid.
    ///
    /// # Errors
    ///
    /// Returns the error of the request.
    pub fn limit(self) -> Result<Limit, ErrorDetail> {
        match self {
            Self::Error(error) => Err(error),
            Self::NotFound { .. } | Self::NoMatch { .. } => Ok(Limit::Effort),
            Self::Stopped { limit, .. } => Ok(limit),
        }
    }
}

impl Generator {
    /// Returns a generator of puzzles with a unique solution and no other properties.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            symmetry: Symmetry::None,
            clues: ClueCount::Any,
            minimal: false,
            attempts: None,
            difficulty: Difficulty::default(),
            holes: None,
        }
    }

    /// Checks that a puzzle can have these properties.
    ///
    /// # Errors
    ///
    /// [`CriteriaError::TooFewClues`], and [`CriteriaError::NeededAndAvoided`].
    pub fn check(&self) -> Result<(), CriteriaError> {
        let too_few = matches!(self.clues, ClueCount::Exactly(clues) if clues < FEWEST_CLUES);
        if too_few && self.layout.is_classic() {
            return Err(CriteriaError::TooFewClues);
        }
        let Difficulty { needs, avoids, .. } = &self.difficulty;
        match needs.iter().find(|needed| avoids.contains(needed)) {
            Some(&both) => Err(CriteriaError::NeededAndAvoided(both)),
            None => Ok(()),
        }
    }

    /// Generates the puzzle of a seed. The attempts run in parallel on the current rayon pool.
    ///
    /// # Errors
    ///
    /// Returns why no puzzle was generated.
    pub fn generate(
        &self,
        seed: u64,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<GeneratedGrid, GenerationFailure> {
        let made = match self.holes {
            Some(holes) => self.generate_with_holes(holes, seed, cancel),
            None => self.generate_unique(seed, cancel, progress),
        }?;
        match check_solution(&made.puzzle, &made.solution, "generate") {
            Ok(()) => Ok(made),
            Err(error) => Err(GenerationFailure::Error(error)),
        }
    }

    fn generate_with_holes(
        &self,
        holes: usize,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<GeneratedGrid, GenerationFailure> {
        if let Some(limit) = cancel.stopped() {
            return Err(GenerationFailure::Stopped { limit, n_examined: None });
        }
        let made = balanced_holes(&self.layout, holes, seed).map_err(|error| self.error(&error))?;
        let (puzzle, solution) = (made.puzzle, made.solution);
        Ok(GeneratedGrid { puzzle, solution, unique: false, minimal: None, rating: None })
    }

    fn generate_unique(
        &self,
        seed: u64,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<GeneratedGrid, GenerationFailure> {
        let options = GenerateOptions {
            seed,
            symmetry: self.symmetry,
            clues: self.clues,
            minimal: self.minimal,
            attempts: self.attempts.unwrap_or(ATTEMPTS),
            ..GenerateOptions::default()
        };
        if self.difficulty.is_set() {
            return self.generate_matching(options, cancel, progress);
        }
        let made = generate(&self.layout, &options, cancel, progress);
        let GenerateReport { best, attempts, fewest_clues, stopped } =
            made.map_err(|error| self.error(&error))?;
        match (best, stopped) {
            (Some(best), None) => Ok(GeneratedGrid::unique(best, None)),
            (_, Some(Limit::Effort) | None) => {
                Err(GenerationFailure::NotFound { attempts, fewest_clues })
            }
            (_, Some(limit)) => Err(GenerationFailure::Stopped { limit, n_examined: None }),
        }
    }

    /// Generates puzzles until one meets the difficulty criteria.
    fn generate_matching(
        &self,
        options: GenerateOptions,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<GeneratedGrid, GenerationFailure> {
        let Difficulty { needs, avoids, levels, scores } = self.difficulty.clone();
        let criteria = Criteria {
            puzzle: GenerateOptions { attempts: ATTEMPTS, ..options },
            // Guessing must not replace the required techniques.
            config: Config::hodoku_with(&needs).without(&[Technique::BruteForce]),
            needs,
            avoids,
            levels: levels.map_or(Level::Easy..=Level::Extreme, |LevelRange(levels)| levels),
            scores: scores.map_or(0..=u32::MAX, |ScoreRange(scores)| scores),
            max_puzzles: self.attempts.unwrap_or(MATCHING_ATTEMPTS),
        };
        let made = generate_matching(&self.layout, &criteria, cancel, progress);
        let MatchingSearch { found, n_examined, stopped } =
            made.map_err(|error| self.error(&error))?;
        match (found, stopped) {
            (Some(found), _) => Ok(GeneratedGrid::unique(found.generated, found.rating)),
            (None, Some(Limit::Effort) | None) => Err(GenerationFailure::NoMatch { n_examined }),
            (None, Some(limit)) => {
                Err(GenerationFailure::Stopped { limit, n_examined: Some(n_examined) })
            }
        }
    }

    fn error(&self, error: &TaskError) -> GenerationFailure {
        GenerationFailure::Error(task_error(error, self.layout.n()))
    }

    /// Returns the rounds in which `count` puzzles are generated; puzzle k has the seed `seed` plus
    /// k.
    ///
    /// # Errors
    ///
    /// Fails if no threads can be started.
    pub fn rounds(
        self,
        seed: u64,
        count: u64,
        threads: NonZeroUsize,
    ) -> Result<GenerationRounds, ErrorDetail> {
        let pool = thread_pool(threads)?;
        Ok(GenerationRounds { generator: self, seed, count, pool, n_done: 0, round_len: 1 })
    }
}

/// Generates many puzzles, in rounds of increasing size.
#[derive(Debug)]
pub struct GenerationRounds {
    generator: Generator,
    seed: u64,
    count: u64,
    pool: ThreadPool,
    n_done: u64,
    round_len: u64,
}

impl GenerationRounds {
    /// Returns whether all puzzles have been generated.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.n_done >= self.count
    }

    /// Generates the puzzles of the next round, each with its seed.
    ///
    /// The attempts for one puzzle run in parallel, or the puzzles if there are many.
    pub fn next_round(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Vec<(u64, Result<GeneratedGrid, GenerationFailure>)> {
        let numbers = self.n_done..self.count.min(self.n_done + self.round_len);
        self.n_done = numbers.end;
        self.round_len = MAX_PUZZLES_PER_ROUND.min(2 * self.round_len);
        let (generator, seed) = (&self.generator, self.seed);
        self.pool.install(|| {
            let seeds = numbers.into_par_iter().map(|k| seed.wrapping_add(k));
            seeds.map(|seed| (seed, generator.generate(seed, cancel, progress))).collect()
        })
    }
}

/// Creates a thread pool.
pub(super) fn thread_pool(threads: NonZeroUsize) -> Result<ThreadPool, ErrorDetail> {
    let pool = ThreadPool::new(threads.get());
    pool.map_err(|error| ErrorDetail::new("io.thread", format!("cannot start threads: {error}")))
}

impl GeneratedGrid {
    fn unique(made: GeneratedPuzzle, rating: Option<HodokuRating>) -> Self {
        let GeneratedPuzzle { puzzle, solution, minimal, .. } = made;
        Self { puzzle, solution, unique: true, minimal: Some(minimal), rating }
    }

    /// Returns the number of givens.
    #[must_use]
    pub fn n_clues(&self) -> usize {
        self.puzzle.givens.iter().filter(|&&digit| digit != 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_ranges_are_parsed() {
        let check = |text: &str, expected| {
            assert_eq!(text.parse().ok(), Option::map(expected, LevelRange), "{text}");
        };
        check("hard", Some(Level::Hard..=Level::Hard));
        check("easy..unfair", Some(Level::Easy..=Level::Unfair));
        check("Hard..", Some(Level::Hard..=Level::Extreme));
        check("..medium", Some(Level::Easy..=Level::Medium));
        for wrong in ["", "hardest", "hard..easy", "easy...hard"] {
            check(wrong, None);
        }
    }

    #[test]
    fn score_ranges_are_parsed() {
        let check = |text: &str, expected| {
            assert_eq!(text.parse().ok(), Option::map(expected, ScoreRange), "{text}");
        };
        check("800..1200", Some(800..=1200));
        check("800..", Some(800..=u32::MAX));
        check("..1200", Some(0..=1200));
        for wrong in ["", "800", "1200..800", "a..b", "-1..5"] {
            check(wrong, None);
        }
    }

    #[test]
    fn numbers_of_cells_are_absolute_or_percentages() {
        let check = |text: &str, expected| {
            let count = text.parse().ok().map(|count: CellCount| count.of(1296));
            assert_eq!(count, expected, "{text}");
        };
        check("0", Some(0));
        check("622", Some(622));
        check("48%", Some(622));
        check("48.5 %", Some(629));
        check("100%", Some(1296));
        for wrong in ["", "%", "-1", "101%", "-1%", "NaN%", "4.5"] {
            check(wrong, None);
        }
    }
}
