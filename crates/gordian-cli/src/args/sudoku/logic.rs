//! Arguments of the `gordian sudoku` commands that solve by logic.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use gordian::logic::{Config, Technique, UnknownTechnique};
use gordian::sudoku_batch::{Difficulty, LevelRange, Scale, ScoreRange, TechniqueOrder};

use super::{SudokuInputArgs, SudokuRunArgs};
use crate::args::values::{one_of, threads};

/// The techniques and their order.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for techniques")]
pub(crate) struct SudokuTechniquesArgs {
    /// The techniques and their order
    #[arg(long, value_name = "NAME", default_value = "all", value_parser = orders())]
    pub(crate) order: TechniqueOrder,
    /// Use only this technique; may be given several times
    #[arg(
        long,
        value_name = "TECHNIQUE",
        value_parser = technique,
        conflicts_with_all = ["order", "without", "until"]
    )]
    pub(crate) only: Vec<Technique>,
    #[command(flatten)]
    pub(crate) filter: SudokuFilterArgs,
}

/// The techniques to exclude.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for techniques")]
pub(crate) struct SudokuFilterArgs {
    /// Exclude a technique, such as `xy-chain`; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) without: Vec<Technique>,
    /// Exclude the techniques after this one
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) until: Option<Technique>,
    /// Exclude techniques that assume a unique solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,
}

impl SudokuTechniquesArgs {
    /// Returns the techniques in their order.
    pub(crate) fn config(&self) -> Config {
        let config = if self.only.is_empty() {
            self.order.techniques()
        } else {
            Config::all().only(&self.only)
        };
        self.filter.apply(config)
    }
}

impl SudokuFilterArgs {
    /// Returns whether any technique is excluded.
    pub(crate) fn is_set(&self) -> bool {
        !self.without.is_empty() || self.until.is_some() || self.no_uniqueness
    }

    /// Removes the excluded techniques.
    pub(crate) fn apply(&self, config: Config) -> Config {
        let mut config = config.without(&self.without);
        if let Some(last) = self.until {
            config = config.until(last);
        }
        if self.no_uniqueness { config.without_uniqueness() } else { config }
    }
}

/// Parses the name of a technique.
pub(super) fn technique(name: &str) -> Result<Technique, String> {
    name.parse().map_err(|error: UnknownTechnique| {
        let slugs = Technique::all().map(Technique::slug);
        let similar = slugs.map(|slug| (strsim::jaro_winkler(&slug, &name.to_lowercase()), slug));
        let most_similar = similar.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slug)| slug);
        format!("{error}; the most similar name is `{}`", most_similar.unwrap_or_default())
    })
}

fn orders() -> impl TypedValueParser<Value = TechniqueOrder> {
    one_of([
        (TechniqueOrder::All, "all", "All, easiest first"),
        (TechniqueOrder::Hodoku, "hodoku", "The default techniques of HoDoKu, in its order"),
    ])
}

/// Draw and explain the next step
///
/// The answer to a puzzle is its grid with all candidates and the easiest step. Placed digits and
/// pencil marks are used if the format has them. The step is checked against all solutions; if a
/// placed digit is wrong, the answer says so instead.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku hint puzzle.sdk
  gordian sudoku hint --only x-wing --only swordfish puzzle.sdk
  gordian sudoku hint --json -")]
pub(crate) struct SudokuHintArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// List all steps that are possible in the current position
///
/// The answer to a puzzle is one line per step, easiest technique first; each conclusion of a
/// technique is listed once.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku steps puzzle.sdk
  gordian sudoku steps --only als-xz --eureka puzzle.sdk")]
pub(crate) struct SudokuStepsArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// Write steps in Eureka notation instead of sentences
    #[arg(long, conflicts_with = "json")]
    pub(crate) eureka: bool,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Explain the whole solution, step by step
///
/// The answer to a puzzle is one numbered line per step and a summary. Every step is checked
/// against all solutions. If the techniques do not suffice and `brute-force` is excluded, the
/// remaining position is drawn.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku explain puzzle.sdk
  gordian sudoku explain --draw --without brute-force puzzle.sdk
  gordian solve --explain puzzles/horrendum.toml     for puzzle files")]
pub(crate) struct SudokuExplainArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// Draw the grid at every step that is not a single
    #[arg(long, conflicts_with = "json")]
    pub(crate) draw: bool,
    /// Write steps in Eureka notation instead of sentences
    #[arg(long, conflicts_with = "json")]
    pub(crate) eureka: bool,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

/// Rate puzzles
///
/// The answer to a puzzle is its rating, in fields separated by tabs; docs/guides/sudoku-logic.md
/// defines them.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku rate puzzles.txt
  gordian sudoku rate --scale hodoku puzzles.txt
  gordian sudoku rate --scale explainer puzzles.txt")]
pub(crate) struct SudokuRateArgs {
    #[command(flatten)]
    pub(crate) input: SudokuInputArgs,
    /// The rating scale
    #[arg(long, value_name = "NAME", default_value = "gordian", value_parser = scales())]
    pub(crate) scale: Scale,
    #[command(flatten)]
    pub(crate) filter: SudokuFilterArgs,
    #[command(flatten)]
    pub(crate) run: SudokuRunArgs,
}

fn scales() -> impl TypedValueParser<Value = Scale> {
    one_of([
        (
            Scale::Gordian,
            "gordian",
            "Gordian's scale: the weight of the hardest step, the sum of all weights, the hardest technique",
        ),
        (Scale::Hodoku, "hodoku", "HoDoKu's scale: the score, the level, the hardest technique"),
        (
            Scale::Explainer,
            "explainer",
            "Sudoku Explainer's scale: ER, EP and ED; 9×9 only, takes seconds for the hardest puzzles",
        ),
    ])
}

/// Run test cases of HoDoKu's technique library
///
/// Each line of the file is a position and the step that a technique must find. The answer to a
/// case is its line number, the code, the technique and `pass`, `wrong step`, `no step` or
/// `technique unknown`, separated by tabs; a summary follows. If any case fails, the exit code
/// is 1.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku technique-cases cases.txt")]
pub(crate) struct SudokuCasesArgs {
    /// The cases, or `-`
    pub(crate) file: PathBuf,
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Write one JSON document per case, each on one line, and one for the summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// Criteria for the difficulty of generated puzzles.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for puzzles of a chosen difficulty")]
pub(crate) struct SudokuCriteriaArgs {
    /// A technique that the solution must use; may be given several times
    ///
    /// Techniques are tried in HoDoKu's order, so no easier technique applies at that point.
    /// Techniques that HoDoKu does not use by default, or does not have, are tried too if they are
    /// named here.
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) needs: Vec<Technique>,
    /// A technique that the solution must not use; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) avoids: Vec<Technique>,
    /// The HoDoKu level, or a range of levels: `hard`, `easy..medium`
    #[arg(long, value_name = "LEVELS")]
    pub(crate) level: Option<LevelRange>,
    /// The range of the HoDoKu score: `800..1200`, `800..`
    #[arg(long, value_name = "LOW..HIGH")]
    pub(crate) score: Option<ScoreRange>,
}

impl SudokuCriteriaArgs {
    /// Returns the criteria.
    pub(crate) fn difficulty(&self) -> Difficulty {
        let Self { needs, avoids, level: levels, score: scores } = self.clone();
        Difficulty { needs, avoids, levels, scores }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn technique_names_are_parsed_in_several_spellings() {
        let check = |text, expected| assert_eq!(technique(text).ok(), expected, "{text}");
        check("X-Wing", Some(Technique::XWing));
        check("lone ranger", Some(Technique::HiddenSingle));
        check("xwings", None);
        assert!(technique("xwings").unwrap_err().ends_with("name is `x-wing`"));
    }

    #[test]
    fn filters_exclude_techniques() {
        let names = |filter: SudokuFilterArgs| filter.apply(Config::hodoku()).techniques;
        let none = SudokuFilterArgs { without: Vec::new(), until: None, no_uniqueness: false };
        let few = SudokuFilterArgs { until: Some(Technique::HiddenSingle), ..none.clone() };
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        assert_eq!(names(few), singles);
        let filter = SudokuFilterArgs { without: vec![Technique::XWing], ..none.clone() };
        assert!(!names(filter).contains(&Technique::XWing));
        assert!(names(none.clone()).contains(&Technique::BugPlusOne));
        let sure = SudokuFilterArgs { no_uniqueness: true, ..none };
        assert!(!names(sure).contains(&Technique::BugPlusOne));
    }
}
