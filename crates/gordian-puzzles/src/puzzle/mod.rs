//! Puzzles, solutions and kinds, whatever the kind: typed values behind handles.
//!
//! The three handles name each other: a [`Kind`] reads a [`Puzzle`], which checks a [`Solution`],
//! which has a kind; and what a pencil puzzle declares ([`PencilKind`]) makes puzzles and solutions
//! from boards and marks.

mod file;
mod kind;
mod link;
mod pencil_kind;
mod solution;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub use self::file::parse;
pub use self::kind::{Kind, KindOption, OptionError, PuzzleKind, SolutionForm};
pub use self::link::{parse_link, parse_link_with_notes};
pub use self::pencil_kind::{PencilKind, Variations};
pub use self::solution::{Solution, check};
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::pencil_board::Board;
use crate::violation::Violation;

/// A puzzle of any kind, as its file states it.
///
/// A parsed puzzle is well-formed (every cell lies on the board, every digit is in range), but it
/// may have no solution: that is an answer, not an error of the file.
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
            None => Err(vec![Violation::other_kind(self.kind().name(), solution.kind().name())]),
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
