//! Puzzles of any kind, and the parser for puzzle files.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use toml::de::DeTable;

use crate::board::block::LITERAL_HINT;
use crate::board::reader::{Reader, nearest};
use crate::diagnostic::{Diagnostic, escaped, floor_boundary};
use crate::kind::{Kind, KindOption, OptionError, PuzzleKind};
use crate::link::{Link, LinkError};
use crate::pencil::Board;
use crate::solution::{Solution, Violation};

/// The largest size of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 2 << 20;

/// The largest size of a file, in bytes, of which all syntax errors are reported and not only the first. The
/// parser keeps 600 bytes for each error, and a file can have one in two bytes.
const MAX_RECOVERY_BYTES: usize = 1 << 16;

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
    const KEYS: [&'static str; 4] = ["kind", "title", "author", "source"];

    /// Reads the metadata; reports every key of `table` that is neither one of them nor one of `keys`.
    /// `place` names the table in messages.
    pub(crate) fn read_with_keys(
        reader: &mut Reader<'_>,
        table: &DeTable<'_>,
        place: &str,
        keys: &[&str],
    ) -> Self {
        reader.check_keys(place, table, &[&Self::KEYS[..], keys].concat());
        let mut name = |key: &str| table.get(key).and_then(|value| reader.name(key, value));
        Self { title: name("title"), author: name("author"), source: name("source") }
    }

    /// Returns the title, or `default` for a puzzle without one.
    pub(crate) fn title_or<'t>(&'t self, default: &'t str) -> &'t str {
        self.title.as_deref().unwrap_or(default)
    }

    /// Returns the beginning of a puzzle file.
    pub(crate) fn to_toml(&self, kind: &str) -> String {
        let mut out = format!("kind = \"{kind}\"\n");
        let keys = [("title", &self.title), ("author", &self.author), ("source", &self.source)];
        for (key, value) in keys {
            if let Some(value) = value {
                out.push_str(&format!("{key} = {}\n", toml_text(value)));
            }
        }
        out
    }
}

/// Returns a text as a TOML string.
pub(crate) fn toml_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A puzzle of any kind, as its file states it.
///
/// A parsed puzzle is well-formed (every cell lies on the board, every digit is in range), but it may
/// have no solution: that is an answer, not an error of the file.
///
/// [`Puzzle::as_kind`] returns the typed puzzle. A clone shares it.
///
/// # Example
///
/// ```
/// use gordian_puzzles::{GridPuzzle, Kind, parse};
///
/// let puzzle = parse("kind = 'grid'\nsize = 4").unwrap();
/// assert_eq!(puzzle.kind(), Kind::of::<GridPuzzle>());
/// assert_eq!(puzzle.as_kind::<GridPuzzle>().unwrap().n(), 4);
/// ```
#[derive(Clone)]
pub struct Puzzle(Arc<dyn ErasedPuzzle>);

impl Puzzle {
    /// Returns a typed puzzle as a puzzle of any kind.
    #[must_use]
    pub fn new<P: PuzzleKind>(puzzle: P) -> Self {
        Self(Arc::new(Typed(puzzle)))
    }

    /// Returns the puzzle's kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind()
    }

    /// Returns the typed puzzle, if it is one of type `P`.
    #[must_use]
    pub fn as_kind<P: PuzzleKind>(&self) -> Option<&P> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<Typed<P>>().map(|puzzle| &puzzle.0)
    }

    /// Returns title, author and source.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        self.0.metadata()
    }

    /// Returns what is printed on the board of a pencil puzzle; `None` for other kinds.
    #[must_use]
    pub fn pencil_board(&self) -> Option<&Board> {
        self.0.pencil_board()
    }

    /// Returns the puzzle's title, if its file has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.metadata().title.as_deref()
    }

    /// Checks a solution by the rules of the puzzle; see [`check`](crate::check()).
    ///
    /// # Errors
    ///
    /// Returns the rules that the solution breaks.
    pub fn check(&self, solution: &Solution) -> Result<(), Vec<Violation>> {
        self.0.check(solution)
    }

    /// Draws the puzzle, with its solution if there is one.
    ///
    /// A solution of another kind is ignored. Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, solution: Option<&Solution>) -> String {
        self.0.draw(solution)
    }

    /// Draws the puzzle as a self-contained SVG element, with its solution if there is one.
    ///
    /// A solution of another kind is ignored.
    #[must_use]
    pub fn svg(&self, solution: Option<&Solution>) -> String {
        self.0.svg(solution)
    }

    /// Returns the puzzle as a link of puzz.link; [`parse_link`] reads it.
    ///
    /// # Errors
    ///
    /// Fails if links cannot express the puzzle.
    pub fn to_link(&self) -> Result<Link, LinkError> {
        self.0.to_link()
    }

    /// Returns a puzzle file that is read as this puzzle; `None` for kinds that are not written.
    #[must_use]
    pub fn to_toml(&self) -> Option<String> {
        self.0.to_toml()
    }

    /// Draws a solution, with every character of a given replaced by the result of `highlight`.
    ///
    /// The kind decides what is highlighted. A solution of another kind is ignored.
    #[must_use]
    pub fn draw_highlighted(
        &self,
        solution: &Solution,
        highlight: &dyn Fn(char) -> String,
    ) -> String {
        self.0.draw_highlighted(solution, highlight)
    }

    /// Returns the puzzle with an option that only some kinds accept.
    ///
    /// # Errors
    ///
    /// Fails if the kind does not have the option or the value does not suit the puzzle.
    pub fn with_option(&self, option: &KindOption) -> Result<Self, OptionError> {
        self.0.with_option(option)
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(other)
    }
}

impl Eq for Puzzle {}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The functions of a puzzle whose type is erased.
trait ErasedPuzzle: Any + fmt::Debug + Send + Sync {
    fn kind(&self) -> Kind;
    fn metadata(&self) -> &Metadata;
    fn pencil_board(&self) -> Option<&Board>;
    fn is_equal(&self, other: &Puzzle) -> bool;
    fn check(&self, solution: &Solution) -> Result<(), Vec<Violation>>;
    fn draw(&self, solution: Option<&Solution>) -> String;
    fn svg(&self, solution: Option<&Solution>) -> String;
    fn to_link(&self) -> Result<Link, LinkError>;
    fn to_toml(&self) -> Option<String>;
    fn draw_highlighted(&self, solution: &Solution, highlight: &dyn Fn(char) -> String) -> String;
    fn with_option(&self, option: &KindOption) -> Result<Puzzle, OptionError>;
}

/// A puzzle of type `P`.
struct Typed<P>(P);

impl<P: fmt::Debug> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: PuzzleKind> ErasedPuzzle for Typed<P> {
    fn kind(&self) -> Kind {
        Kind::of::<P>()
    }

    fn metadata(&self) -> &Metadata {
        self.0.metadata()
    }

    fn pencil_board(&self) -> Option<&Board> {
        self.0.pencil_board()
    }

    fn is_equal(&self, other: &Puzzle) -> bool {
        other.as_kind::<P>() == Some(&self.0)
    }

    fn check(&self, solution: &Solution) -> Result<(), Vec<Violation>> {
        match solution.as_kind::<P>() {
            Some(solution) => self.0.check(solution),
            None => Err(vec![Violation::other_kind(self.kind(), solution.kind())]),
        }
    }

    fn draw(&self, solution: Option<&Solution>) -> String {
        self.0.draw(solution.and_then(Solution::as_kind::<P>))
    }

    fn svg(&self, solution: Option<&Solution>) -> String {
        self.0.svg(solution.and_then(Solution::as_kind::<P>))
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        self.0.to_link()
    }

    fn to_toml(&self) -> Option<String> {
        self.0.to_toml()
    }

    fn draw_highlighted(&self, solution: &Solution, highlight: &dyn Fn(char) -> String) -> String {
        match solution.as_kind::<P>() {
            Some(solution) => self.0.draw_highlighted(solution, highlight),
            None => self.0.draw(None),
        }
    }

    fn with_option(&self, option: &KindOption) -> Result<Puzzle, OptionError> {
        let mut puzzle = self.0.clone();
        puzzle.set_option(option)?;
        Ok(Puzzle::new(puzzle))
    }
}

/// Reads a puzzle file.
///
/// The format is described in `docs/formats/puzzle-files.md`.
///
/// # Errors
///
/// Returns all errors of the text, in the order of the text, at most a hundred. For a text that is not
/// valid TOML, returns only the syntax errors; if it has more than 64 KiB, only the first.
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
    if text.len() > MAX_RECOVERY_BYTES
        && let Err(error) = DeTable::parse(text)
    {
        report_syntax_error(&mut reader, text, &error);
        return reader.finish(None);
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        report_syntax_error(&mut reader, text, error);
    }
    if !errors.is_empty() {
        // Further messages about a text with syntax errors would be misleading.
        return reader.finish(None);
    }
    let puzzle = read(&mut reader, document.get_ref());
    reader.finish(puzzle)
}

fn report_syntax_error(reader: &mut Reader<'_>, text: &str, error: &toml::de::Error) {
    let span = error.span().unwrap_or(0..0);
    let span = floor_boundary(text, span.start)..floor_boundary(text, span.end);
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    let is_escape = before.ends_with('\\');
    let message = shown_syntax_error(error.message());
    let diagnostic = Diagnostic::new("puzzle.syntax", span, message);
    reader.report(if is_escape { diagnostic.hint(LITERAL_HINT) } else { diagnostic });
}

/// Reads a puzzle from a link of puzz.link or a relative of it. Nothing is downloaded.
///
/// # Errors
///
/// Fails if the text is not such a link, if the kind is not known, or if the link is malformed or of a
/// variant that is not supported.
pub fn parse_link(text: &str) -> Result<Puzzle, LinkError> {
    parse_link_with_notes(text).map(|(puzzle, _)| puzzle)
}

/// Reads a puzzle from a link like [`parse_link`], and returns notes on what in the link was ignored, for the user.
///
/// # Example
///
/// ```
/// use gordian_puzzles::parse_link_with_notes;
///
/// let (_, notes) = parse_link_with_notes("https://puzz.link/p?akari/3/2/l&id=1").unwrap();
/// assert_eq!(notes, ["ignored what follows the last cell in the link, `&id=1`"]);
/// ```
///
/// # Errors
///
/// Fails as [`parse_link`] does.
pub fn parse_link_with_notes(text: &str) -> Result<(Puzzle, Vec<String>), LinkError> {
    let link = Link::parse(text)?;
    let kind = Kind::all().iter().find(|kind| kind.link_names().contains(&link.kind.as_str()));
    let kind = kind.ok_or_else(|| LinkError::unknown_kind(&link))?;
    let mut notes = link.notes().to_vec();
    let puzzle = kind.read_link(&link, &mut notes)?;
    Ok((puzzle, notes))
}

/// Joins the lines of a TOML parser message: diagnostics have one line.
fn shown_syntax_error(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle> {
    let names = || Kind::all().iter().map(|kind| kind.name()).collect::<Vec<_>>();
    let Some(value) = table.get("kind") else {
        let diagnostic =
            Diagnostic::new("puzzle.missing-key", 0..0, "the puzzle does not say its kind");
        let hint = format!("begin with `kind`, one of {}", names().join(", "));
        reader.report(diagnostic.hint(hint));
        return None;
    };
    let name = reader.text("kind", value)?;
    let Some(kind) = Kind::named(name) else {
        let message = format!("kind `{}` is not known to this version", escaped(name));
        let hint = match nearest(name, &names()) {
            None if name.eq_ignore_ascii_case("sudoku") => {
                "a Sudoku has the kind `grid`, also with irregular regions or cages".to_owned()
            }
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("kinds are {}", names().join(", ")),
        };
        reader.report(Diagnostic::new("puzzle.unknown-kind", value.span(), message).hint(hint));
        return None;
    };
    kind.read(reader, table)
}
