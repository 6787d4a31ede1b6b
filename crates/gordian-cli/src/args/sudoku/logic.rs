//! What the commands of `gordian sudoku` take that solve by logic.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gordian::logic::{Config, Level, Technique, UnknownTechnique};

use super::{SudokuReadingArgs, SudokuRunningArgs};
use crate::args::solve::threads;

/// Which techniques are used, in which order.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for techniques")]
pub(crate) struct SudokuTechniquesArgs {
    /// Which techniques are used, in which order
    #[arg(long, value_name = "NAME", default_value = "all")]
    pub(crate) order: SudokuOrder,
    /// Use only this technique; may be given several times
    #[arg(
        long,
        value_name = "TECHNIQUE",
        value_parser = technique,
        conflicts_with_all = ["order", "without", "until"]
    )]
    pub(crate) only: Vec<Technique>,
    #[command(flatten)]
    pub(crate) fewer: SudokuFewerArgs,
}

/// Which techniques are left out.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for techniques")]
pub(crate) struct SudokuFewerArgs {
    /// Leave out a technique, such as `xy-chain`; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) without: Vec<Technique>,
    /// Leave out the techniques that come after this one
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) until: Option<Technique>,
    /// Leave out techniques that take it for granted that there is one solution
    #[arg(long)]
    pub(crate) no_uniqueness: bool,
}

impl SudokuTechniquesArgs {
    /// Returns the techniques in their order.
    pub(crate) fn config(&self) -> Config {
        let config = match self.order {
            SudokuOrder::All => Config::all(),
            SudokuOrder::Hodoku => Config::hodoku(),
        };
        if self.only.is_empty() {
            return self.fewer.of(config);
        }
        let techniques = Config::all().techniques.into_iter();
        let techniques = techniques.filter(|technique| self.only.contains(technique)).collect();
        self.fewer.of(Config { techniques })
    }
}

impl SudokuFewerArgs {
    /// Returns whether any technique is to be left out.
    pub(crate) fn is_some(&self) -> bool {
        !self.without.is_empty() || self.until.is_some() || self.no_uniqueness
    }

    /// Returns what is left of techniques.
    pub(crate) fn of(&self, config: Config) -> Config {
        let mut config = config.without(&self.without);
        let last = config.techniques.iter().position(|&technique| Some(technique) == self.until);
        if let Some(last) = last {
            config.techniques.truncate(last + 1);
        }
        if self.no_uniqueness { config.without_uniqueness() } else { config }
    }
}

/// Reads the name of a technique.
pub(super) fn technique(name: &str) -> Result<Technique, String> {
    name.parse().map_err(|error: UnknownTechnique| {
        let slugs = Technique::all().map(Technique::slug);
        let near = slugs.map(|slug| (strsim::jaro_winkler(&slug, &name.to_lowercase()), slug));
        let near = near.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slug)| slug);
        format!("{error}; the most similar name is `{}`", near.unwrap_or_default())
    })
}

/// Techniques and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuOrder {
    /// All, the easiest first
    All,
    /// Those that HoDoKu uses unless told otherwise, in its order
    Hodoku,
}

/// Show the next step, drawn, and why it holds
///
/// The answer to a puzzle is its grid with all candidates and the easiest step from there. Digits
/// that a player has placed and pencil marks are taken from formats that have them. The step is
/// checked against all solutions; if a placed digit is wrong, that is told instead.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku hint puzzle.sdk
  gordian sudoku hint --only x-wing --only swordfish puzzle.sdk
  gordian sudoku hint --json -")]
pub(crate) struct SudokuHintArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// List all steps that are possible now
///
/// The answer to a puzzle is a line for each step of each technique, the easiest first, each
/// conclusion of a technique once.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku steps puzzle.sdk
  gordian sudoku steps --only als-xz --eureka puzzle.sdk")]
pub(crate) struct SudokuStepsArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Write steps in Eureka notation instead of sentences
    #[arg(long, conflicts_with = "json")]
    pub(crate) eureka: bool,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Explain the whole solution, step by step
///
/// The answer to a puzzle is a numbered line for each step and a summary. Every step is checked
/// against all solutions. If techniques do not suffice and `brute-force` is left out, the position
/// that is left is drawn.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku explain puzzle.sdk
  gordian sudoku explain --draw --without brute-force puzzle.sdk
  gordian solve --explain puzzles/horrendum.toml     for puzzle files")]
pub(crate) struct SudokuExplainArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Draw the grid at every step that is not a single
    #[arg(long, conflicts_with = "json")]
    pub(crate) draw: bool,
    /// Write steps in Eureka notation instead of sentences
    #[arg(long, conflicts_with = "json")]
    pub(crate) eureka: bool,
    #[command(flatten)]
    pub(crate) techniques: SudokuTechniquesArgs,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Rate puzzles
///
/// The answer to a puzzle is its rating, fields separated by tabs; docs/sudoku-logic.md says what the
/// figures are.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian sudoku rate puzzles.txt
  gordian sudoku rate --scale hodoku puzzles.txt
  gordian sudoku rate --scale explainer puzzles.txt")]
pub(crate) struct SudokuRateArgs {
    #[command(flatten)]
    pub(crate) reading: SudokuReadingArgs,
    /// Whose scale
    #[arg(long, value_name = "NAME", default_value = "gordian")]
    pub(crate) scale: SudokuScale,
    #[command(flatten)]
    pub(crate) fewer: SudokuFewerArgs,
    #[command(flatten)]
    pub(crate) running: SudokuRunningArgs,
}

/// Scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuScale {
    /// Ours: the weight of the hardest step, the sum of all weights, the hardest technique
    Gordian,
    /// HoDoKu's: the score, the level, the hardest technique
    Hodoku,
    /// Sudoku Explainer's: ER, EP and ED; 9×9 only, seconds for the hardest puzzles
    Explainer,
}

/// Run cases that say what a technique must find
///
/// Reads lines of HoDoKu's library. The answer to a case is the number of its line, the code, the
/// technique and `pass`, `wrong step`, `no step` or `technique unknown`, separated by tabs; a summary
/// follows. If any fails, the exit code is 1.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  gordian sudoku technique-cases cases.txt")]
pub(crate) struct SudokuCasesArgs {
    /// The cases, or `-`
    pub(crate) file: PathBuf,
    /// How many threads may work
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Write one JSON document a case, each on a line, and one for the summary
    #[arg(long)]
    pub(crate) json: bool,
}

/// What puzzles are wished for.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Options for puzzles of a chosen difficulty")]
pub(crate) struct SudokuWishArgs {
    /// A technique that the solution must use; may be given several times
    ///
    /// Techniques are tried in HoDoKu's order, so that no easier one helps at that point. One that
    /// HoDoKu leaves out, or does not know, is tried too if it is named here.
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) needs: Vec<Technique>,
    /// A technique that the solution must not use; may be given several times
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique)]
    pub(crate) avoids: Vec<Technique>,
    /// HoDoKu's level, or levels: `hard`, `easy..medium`
    #[arg(long, value_name = "LEVELS", value_parser = levels)]
    pub(crate) level: Option<RangeInclusive<Level>>,
    /// HoDoKu's score, from LOW to HIGH: `800..1200`, `800..`
    #[arg(long, value_name = "LOW..HIGH", value_parser = scores)]
    pub(crate) score: Option<RangeInclusive<u32>>,
}

impl SudokuWishArgs {
    /// Returns whether anything is wished for.
    pub(crate) fn is_some(&self) -> bool {
        !self.needs.is_empty()
            || !self.avoids.is_empty()
            || self.level.is_some()
            || self.score.is_some()
    }
}

/// Reads a level or two with dots between them.
fn levels(text: &str) -> Result<RangeInclusive<Level>, String> {
    let level = |name: &str, default: Level| {
        let name = name.trim();
        if name.is_empty() && text.contains("..") {
            return Ok(default);
        }
        let fits = |level: &Level| level.name().eq_ignore_ascii_case(name);
        let found = Level::ALL.into_iter().find(fits);
        let names = Level::ALL.map(Level::name).join(", ");
        found.ok_or_else(|| format!("no level is called `{name}`: there are {names}"))
    };
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let (low, high) = (level(low, Level::Easy)?, level(high, Level::Extreme)?);
    if low > high {
        return Err(format!("`{}` is harder than `{}`", low.name(), high.name()));
    }
    Ok(low..=high)
}

/// Reads scores with dots between them, either of which may be missing.
fn scores(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let wrong = "not two scores such as `800..1200`";
    let (low, high) = text.split_once("..").ok_or(wrong)?;
    let number = |text: &str, default: u32| match text.trim() {
        "" => Ok(default),
        text => text.parse().map_err(|_| wrong),
    };
    let (low, high) = (number(low, 0)?, number(high, u32::MAX)?);
    if low > high { Err("the first score is above the second") } else { Ok(low..=high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_have_many_spellings() {
        let check = |text, expected| assert_eq!(technique(text).ok(), expected, "{text}");
        check("X-Wing", Some(Technique::XWing));
        check("lone ranger", Some(Technique::HiddenSingle));
        check("xwings", None);
        assert!(technique("xwings").unwrap_err().ends_with("name is `x-wing`"));
    }

    #[test]
    fn techniques_are_left_out() {
        let names = |fewer: SudokuFewerArgs| fewer.of(Config::hodoku()).techniques;
        let none = SudokuFewerArgs { without: Vec::new(), until: None, no_uniqueness: false };
        let few = SudokuFewerArgs { until: Some(Technique::HiddenSingle), ..none.clone() };
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        assert_eq!(names(few), singles);
        let fewer = SudokuFewerArgs { without: vec![Technique::XWing], ..none.clone() };
        assert!(!names(fewer).contains(&Technique::XWing));
        assert!(names(none.clone()).contains(&Technique::BugPlusOne));
        let sure = SudokuFewerArgs { no_uniqueness: true, ..none };
        assert!(!names(sure).contains(&Technique::BugPlusOne));
    }

    #[test]
    fn levels_are_one_or_two() {
        let check = |text, expected| assert_eq!(levels(text).ok(), expected, "{text}");
        check("hard", Some(Level::Hard..=Level::Hard));
        check("easy..unfair", Some(Level::Easy..=Level::Unfair));
        check("Hard..", Some(Level::Hard..=Level::Extreme));
        check("..medium", Some(Level::Easy..=Level::Medium));
        for wrong in ["", "hardest", "hard..easy", "easy...hard"] {
            check(wrong, None);
        }
    }

    #[test]
    fn scores_are_two() {
        let check = |text, expected| assert_eq!(scores(text).ok(), expected, "{text}");
        check("800..1200", Some(800..=1200));
        check("800..", Some(800..=u32::MAX));
        check("..1200", Some(0..=1200));
        for wrong in ["", "800", "1200..800", "a..b", "-1..5"] {
            check(wrong, None);
        }
    }
}
