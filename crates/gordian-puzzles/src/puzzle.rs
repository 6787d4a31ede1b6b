//! The kinds of puzzles, and the parser for puzzle files.

use toml::de::DeTable;

use crate::board::reader::{Reader, nearest};
use crate::cube::SudokuCube;
use crate::cube3::Cube3;
use crate::diagnostic::{Diagnostic, escaped, floor_boundary};
use crate::goishi::Goishi;
use crate::grid::Grid;
use crate::square1::Square1;

/// The largest size of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 2 << 20;

/// The kind of a puzzle: the value of the key `kind` of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `grid`: Sudoku and its variants.
    Grid,
    /// `goishi`: Golden Waste, also known as Goishi Hiroi.
    Goishi,
    /// `sudoku-cube`: a cube of 2×2×2 to 5×5×5 with a number on every sticker.
    SudokuCube,
    /// `square1`: a Square-1 to be solved in as few twists as possible.
    Square1,
    /// `cube3`: a 3×3×3 cube to be solved, with or without its centres.
    Cube3,
}

impl Kind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 5] =
        [Self::Grid, Self::Goishi, Self::SudokuCube, Self::Square1, Self::Cube3];

    /// Returns the kind's name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Goishi => "goishi",
            Self::SudokuCube => "sudoku-cube",
            Self::Square1 => "square1",
            Self::Cube3 => "cube3",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The metadata of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title: one line without control characters.
    pub title: Option<String>,
    /// The author: one line without control characters.
    pub author: Option<String>,
    /// The source: one line without control characters.
    pub source: Option<String>,
}

impl Metadata {
    /// The keys that every kind of puzzle has.
    pub(crate) const KEYS: [&'static str; 4] = ["kind", "title", "author", "source"];

    pub(crate) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Self {
        let mut name = |key: &str| table.get(key).and_then(|value| reader.name(key, value));
        Self { title: name("title"), author: name("author"), source: name("source") }
    }
}

/// A puzzle as its file states it.
///
/// A parsed puzzle is well-formed (every cell lies on the board, every digit is in range), but it may
/// have no solution: that is an answer, not an error of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// A Sudoku or a variant.
    Grid(Grid),
    /// A Golden Waste board.
    Goishi(Goishi),
    /// A Sudoku Cube.
    SudokuCube(SudokuCube),
    /// A Square-1.
    Square1(Square1),
    /// A 3×3×3 cube.
    Cube3(Cube3),
}

impl Puzzle {
    /// Returns the puzzle's kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Grid(_) => Kind::Grid,
            Self::Goishi(_) => Kind::Goishi,
            Self::SudokuCube(_) => Kind::SudokuCube,
            Self::Square1(_) => Kind::Square1,
            Self::Cube3(_) => Kind::Cube3,
        }
    }

    /// Returns title, author and source.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        match self {
            Self::Grid(grid) => &grid.metadata,
            Self::Goishi(goishi) => &goishi.metadata,
            Self::SudokuCube(cube) => &cube.metadata,
            Self::Square1(puzzle) => &puzzle.metadata,
            Self::Cube3(puzzle) => &puzzle.metadata,
        }
    }

    /// Returns the puzzle's title, if its file has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.metadata().title.as_deref()
    }
}

/// Reads a puzzle file.
///
/// The format is described in `docs/formats/puzzle-files.md`.
///
/// # Errors
///
/// Returns all errors of the text, in the order of the text, at most a hundred. For a text that is not
/// valid TOML, returns only the syntax errors.
///
/// # Example
///
/// ```
/// let puzzle = gordian_puzzles::parse(
///     "kind = 'grid'
///      givens = '''
///      1...
///      ..2.
///      .3..
///      ...4
///      '''",
/// )
/// .unwrap();
/// assert_eq!(puzzle.kind().name(), "grid");
///
/// let diagnostics = gordian_puzzles::parse("kind = 'grid'\nsize = 9\ngivns = ''").unwrap_err();
/// assert_eq!(diagnostics[0].code, "puzzle.unknown-key");
/// assert_eq!(diagnostics[0].hint.as_deref(), Some("did you mean `givens`?"));
/// ```
pub fn parse(text: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, more than {MAX_FILE_BYTES}", text.len());
        return Err(vec![Diagnostic::new("puzzle.too-long", 0..0, message)]);
    }
    let mut reader = Reader::new(text);
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let span = floor_boundary(text, span.start)..floor_boundary(text, span.end);
        reader.error("puzzle.syntax", span, shown_syntax_error(error.message()));
    }
    if !errors.is_empty() {
        // Further messages about a text with syntax errors would be misleading.
        return reader.finish(None);
    }
    let puzzle = read(&mut reader, document.get_ref());
    reader.finish(puzzle)
}

/// Joins the lines of a TOML parser message: diagnostics have one line.
fn shown_syntax_error(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle> {
    let names = Kind::ALL.map(Kind::name);
    let Some(value) = table.get("kind") else {
        let diagnostic =
            Diagnostic::new("puzzle.missing-key", 0..0, "the puzzle does not say its kind");
        reader.report(diagnostic.hint(format!("begin with `kind`, one of {}", names.join(", "))));
        return None;
    };
    let name = reader.text("kind", value)?;
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let message = format!("kind `{}` is not known to this version", escaped(name));
        let hint = match nearest(name, &names) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("kinds are {}", names.join(", ")),
        };
        reader.report(Diagnostic::new("puzzle.unknown-kind", value.span(), message).hint(hint));
        return None;
    };
    match kind {
        Kind::Grid => crate::grid::read(reader, table).map(Puzzle::Grid),
        Kind::Goishi => crate::goishi::read(reader, table).map(Puzzle::Goishi),
        Kind::SudokuCube => crate::cube::read(reader, table).map(Puzzle::SudokuCube),
        Kind::Square1 => crate::square1::read(reader, table).map(Puzzle::Square1),
        Kind::Cube3 => crate::cube3::read(reader, table).map(Puzzle::Cube3),
    }
}
