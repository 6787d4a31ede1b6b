//! `gordian generate`.

use std::path::PathBuf;

use clap::Args;
use gordian::generate::{MAX_SIDE, Symmetry};
use gordian::puzzles::Kind;
use gordian::puzzles::board::Size;
use gordian::steps::Level;

use super::values::{RandomArgs, one_of};

/// Generate pencil puzzles with one solution
///
/// Draws a random solution, writes all clues that it allows, and removes clues in random order
/// while the solution is the only one. The same seed gives the same puzzles. Classic Sudoku puzzles
/// are made by `gordian sudoku generate`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  gordian generate nurikabe --size 8x8                a puzzle file
  gordian generate slither --size 10x12 --count 20 --output links
  gordian generate kurodoko --size 8x8 --symmetry half-turn --seed 7
  gordian generate custom-shading --size 6x6 --rules rules.toml")]
pub(crate) struct GenerateArgs {
    /// The kind of the puzzles
    #[arg(value_name = "KIND", value_parser = kind)]
    pub(crate) kind: Kind,
    /// The size of the board: rows and columns
    #[arg(long, value_name = "RxC", default_value = "8x8", value_parser = size)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) random: RandomArgs,
    /// The symmetry of the places of the clues in the board
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetries())]
    pub(crate) symmetry: Symmetry,
    /// How difficult the puzzles are, by the largest number of clues and rules of a step that
    /// `--explain` shows: one, two, three, or more. Puzzles that are too difficult get clues back;
    /// those that are too easy are discarded, which takes time
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    pub(crate) difficulty: Option<Level>,
    /// A file with `[[rule]]` tables: the rules of a custom puzzle, or others besides those of the
    /// kind
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// How the puzzles are written
    #[arg(long, value_name = "FORM", default_value = "file", value_parser = forms())]
    pub(crate) output: GenerateOutput,
}

/// How generated puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GenerateOutput {
    /// Puzzle files.
    File,
    /// One link on each line.
    Links,
    /// One JSON document on each line.
    Json,
}

fn kind(name: &str) -> Result<Kind, String> {
    if matches!(name, "sudoku" | "grid") {
        return Err("`gordian sudoku generate` generates Sudoku".to_owned());
    }
    let kind = Kind::named(name).ok_or_else(|| {
        let nearest = Kind::nearest_name(name);
        let hint = nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
        format!("`{name}` is not a kind of puzzle{hint}")
    })?;
    match kind.pencil() {
        Some(_) => Ok(kind),
        None => Err(format!("puzzles of the kind `{name}` cannot be generated")),
    }
}

fn size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=MAX_SIDE).contains(side));
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    let (rows, columns) = sides.ok_or_else(|| {
        format!("not a size such as `8x10`, with 2 to {MAX_SIDE} rows and columns")
    })?;
    Ok(Size::new(rows, columns))
}

fn symmetries() -> impl clap::builder::TypedValueParser<Value = Symmetry> {
    one_of([
        (Symmetry::None, "none", "no symmetry"),
        (Symmetry::HalfTurn, "half-turn", "a half turn of the board"),
        (Symmetry::LeftRight, "left-right", "left and right are mirrored"),
        (Symmetry::TopBottom, "top-bottom", "top and bottom are mirrored"),
    ])
}

fn levels() -> impl clap::builder::TypedValueParser<Value = Level> {
    one_of([
        (Level::Easy, "easy", "one clue or rule in each step"),
        (Level::Medium, "medium", "at most two"),
        (Level::Hard, "hard", "at most three"),
        (Level::Expert, "expert", "four or more in some step"),
    ])
}

fn forms() -> impl clap::builder::TypedValueParser<Value = GenerateOutput> {
    one_of([
        (GenerateOutput::File, "file", "puzzle files, with a blank line between them"),
        (GenerateOutput::Links, "links", "one link of puzz.link on each line"),
        (GenerateOutput::Json, "json", "one JSON document on each line: link, file and solution"),
    ])
}
