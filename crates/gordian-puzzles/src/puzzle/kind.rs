//! What a kind of puzzle provides, and the handle to a kind.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde_json::Value;
use thiserror::Error;
use toml::de::DeTable;

use super::{PencilKind, Puzzle, Solution};
use crate::board::{Cell, Reader};
use crate::diagnostic::Diagnostic;
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::pencil_board::Board;
use crate::violation::Violation;

/// A kind of puzzle, implemented by the type of its puzzles.
///
/// Pencil puzzles implement the simpler [`pencil::Rules`](crate::pencil::Rules). The items with
/// defaults are for options, for solutions that are sequences of moves, and for highlighted givens.
pub trait PuzzleKind: Clone + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The value of the key `kind` in puzzle files.
    const NAME: &'static str;

    /// A solution, valid or not.
    type Solution: Clone + Debug + PartialEq + Eq + Send + Sync + 'static;

    /// Returns title, author and source.
    fn metadata(&self) -> &Metadata;

    /// Reads a puzzle from the table of its file; reports all errors to `reader`, and returns
    /// `None` only after an error.
    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self>;

    /// Checks a solution by the rules, by plain loops that share no code with a solver.
    ///
    /// # Errors
    ///
    /// Returns the rules that the solution breaks, at least one.
    fn check(&self, solution: &Self::Solution) -> Result<(), Vec<Violation>>;

    /// Draws the puzzle as text, with its solution if there is one. Every line ends with a line
    /// break.
    ///
    /// The solution may be invalid, also of another size.
    fn draw(&self, solution: Option<&Self::Solution>) -> String;

    /// Draws the puzzle as a self-contained SVG element, with its solution if there is one.
    ///
    /// The solution may be invalid, also of another size.
    fn svg(&self, solution: Option<&Self::Solution>) -> String;

    /// Returns a puzzle file that is read as this puzzle; `None` for kinds that are not written.
    #[must_use]
    fn to_toml(&self) -> Option<String> {
        None
    }

    /// Reads a solution from the output of `gordian solve --json`, from its field `solution` alone,
    /// or from a plain text.
    ///
    /// # Errors
    ///
    /// Returns the errors of the text; the rules are not checked.
    fn parse_solution(text: &str) -> Result<Self::Solution, Vec<Diagnostic>>;

    /// Returns whether every place of a solution has a value; by default true, for kinds whose
    /// solutions have no parts.
    #[must_use]
    fn is_complete(solution: &Self::Solution) -> bool {
        let _ = solution;
        true
    }

    /// Returns a solution in the shape of the field `solution` of an answer.
    fn solution_to_json(solution: &Self::Solution) -> Value;

    /// The names of the kind in links of puzz.link; none by default.
    const LINK_NAMES: &'static [&'static str] = &[];

    /// Reads a puzzle from a link that has one of [`PuzzleKind::LINK_NAMES`]; adds notes on what
    /// was ignored.
    ///
    /// # Errors
    ///
    /// Fails if the link is malformed or of a variant that is not supported; by default, always.
    fn from_link(link: &Link, notes: &mut Vec<String>) -> Result<Self, LinkError> {
        let _ = notes;
        Err(LinkError::unknown_kind(link))
    }

    /// Returns the puzzle as a link of puzz.link.
    ///
    /// # Errors
    ///
    /// Fails if links cannot express the puzzle; by default, always.
    fn to_link(&self) -> Result<Link, LinkError> {
        Err(LinkError::kind_without_links(Self::NAME))
    }

    /// The page of the reference, as Markdown; `None` if it follows from what a pencil puzzle
    /// declares.
    const PAGE: Option<&'static str> = None;

    /// What a pencil puzzle declares; `None` for other kinds.
    const PENCIL: Option<&'static PencilKind> = None;

    /// Returns what is printed on the board of a pencil puzzle.
    #[must_use]
    fn pencil_board(&self) -> Option<&Board> {
        None
    }

    /// How solutions are shown as text.
    const SOLUTION_FORM: SolutionForm = SolutionForm::Drawing;

    /// What the length of a solution counts, in the singular: `twist`, `turn`. `None` if solutions
    /// have no length.
    const LENGTH_UNIT: Option<&'static str> = None;

    /// Returns a solution as one line, for kinds with [`SolutionForm::Line`].
    #[must_use]
    fn solution_line(solution: &Self::Solution) -> String {
        Self::solution_to_json(solution).to_string()
    }

    /// Draws a solution, with every character of a given replaced by the result of `highlight`. By
    /// default no given is highlighted.
    #[must_use]
    fn draw_highlighted(
        &self,
        solution: &Self::Solution,
        highlight: &dyn Fn(char) -> String,
    ) -> String {
        let _ = highlight;
        self.draw(Some(solution))
    }

    /// Applies an option that only some kinds accept.
    ///
    /// # Errors
    ///
    /// Returns [`OptionError::NotApplicable`] by default.
    fn set_option(&mut self, option: &KindOption) -> Result<(), OptionError> {
        let _ = option;
        Err(OptionError::NotApplicable)
    }
}

/// How the solutions of a kind are shown as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionForm {
    /// Each solution is drawn in the puzzle.
    Drawing,
    /// The puzzle is drawn once, and each solution is one line below it.
    Line,
}

/// An option of a request that only some kinds accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KindOption {
    /// Begin in this cell, or anywhere if it is `None`.
    Start(Option<Cell>),
    /// Accept solutions that turns of a real cube cannot reach.
    IgnoreReachability,
    /// Find the moves that lead to the solution too. The puzzle stays the same.
    Moves,
}

impl KindOption {
    /// Returns a hint that names the kinds that have the option.
    #[must_use]
    pub fn applies_to(self) -> &'static str {
        match self {
            Self::Start(_) => "it applies to the kind `goishi`",
            Self::IgnoreReachability => "it applies to the kind `sudoku-cube`",
            Self::Moves => {
                "it applies to the kind `sudoku-cube`; the solution of `cube3` and `square1` already \
                 consists of moves"
            }
        }
    }
}

/// Why an option cannot be applied to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The kind does not have the option.
    #[error("the option does not apply to this kind of puzzle")]
    NotApplicable,
    /// The value does not suit the puzzle. The diagnostic has an empty span.
    #[error(transparent)]
    Unsuitable(Diagnostic),
}

/// A kind of puzzle: the value of the key `kind` of a puzzle file.
///
/// A handle that is compared, ordered and displayed by the name.
///
/// # Example
///
/// ```
/// use gordian_puzzles::{GridPuzzle, Kind};
///
/// let kind = Kind::named("grid").unwrap();
/// assert_eq!(kind, Kind::of::<GridPuzzle>());
/// assert!(Kind::all().contains(&kind));
/// ```
#[derive(Clone, Copy)]
pub struct Kind(&'static dyn ErasedKind);

impl Kind {
    /// Returns the kind of the puzzles of type `P`.
    #[must_use]
    pub const fn of<P: PuzzleKind>() -> Self {
        Self(const { &Typed::<P>(PhantomData) })
    }

    /// Returns the kind's name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns how solutions are shown as text.
    #[must_use]
    pub fn solution_form(self) -> SolutionForm {
        self.0.solution_form()
    }

    /// Returns what the kind declares, if it is a pencil puzzle.
    #[must_use]
    pub fn pencil(self) -> Option<&'static PencilKind> {
        self.0.pencil()
    }

    /// Returns the page of the reference that is written for the kind, as Markdown; `None` for
    /// pencil puzzles, whose pages follow from what they declare. Links lead from the folder
    /// `reference/kinds`.
    #[must_use]
    pub fn page(self) -> Option<&'static str> {
        self.0.page()
    }

    /// Returns the name of the kind as players write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        let of_page = || self.page()?.lines().next()?.split_once(": ").map(|(_, title)| title);
        let title = self.pencil().map(|pencil| pencil.title);
        title.or_else(of_page).unwrap_or(self.name())
    }

    /// Returns what the length of a solution counts, in the singular; `None` if solutions have no
    /// length.
    #[must_use]
    pub fn length_unit(self) -> Option<&'static str> {
        self.0.length_unit()
    }

    /// Returns the names of the kind in links of puzz.link.
    #[must_use]
    pub fn link_names(self) -> &'static [&'static str] {
        self.0.link_names()
    }

    /// Returns all names of the kind: that in files first, then those in links.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let others = self.link_names().iter().copied().filter(move |name| *name != self.name());
        std::iter::once(self.name()).chain(others)
    }

    pub(crate) fn read_link(
        self,
        link: &Link,
        notes: &mut Vec<String>,
    ) -> Result<Puzzle, LinkError> {
        self.0.read_link(link, notes)
    }

    pub(crate) fn read(self, reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle> {
        self.0.read(reader, table)
    }

    pub(crate) fn parse_solution(self, text: &str) -> Result<Solution, Vec<Diagnostic>> {
        self.0.parse_solution(text)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kind {}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kind {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The functions of a kind that need no puzzle.
trait ErasedKind: Send + Sync {
    fn name(&self) -> &'static str;
    fn solution_form(&self) -> SolutionForm;
    fn page(&self) -> Option<&'static str>;
    fn pencil(&self) -> Option<&'static PencilKind>;
    fn length_unit(&self) -> Option<&'static str>;
    fn link_names(&self) -> &'static [&'static str];
    fn read_link(&self, link: &Link, notes: &mut Vec<String>) -> Result<Puzzle, LinkError>;
    fn read(&self, reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle>;
    fn parse_solution(&self, text: &str) -> Result<Solution, Vec<Diagnostic>>;
}

/// The kind of the puzzles of type `P`.
struct Typed<P>(PhantomData<fn() -> P>);

impl<P: PuzzleKind> ErasedKind for Typed<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn solution_form(&self) -> SolutionForm {
        P::SOLUTION_FORM
    }

    fn page(&self) -> Option<&'static str> {
        P::PAGE
    }

    fn pencil(&self) -> Option<&'static PencilKind> {
        P::PENCIL
    }

    fn length_unit(&self) -> Option<&'static str> {
        P::LENGTH_UNIT
    }

    fn link_names(&self) -> &'static [&'static str] {
        P::LINK_NAMES
    }

    fn read_link(&self, link: &Link, notes: &mut Vec<String>) -> Result<Puzzle, LinkError> {
        P::from_link(link, notes).map(Puzzle::new)
    }

    fn read(&self, reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Puzzle> {
        P::read(reader, table).map(Puzzle::new)
    }

    fn parse_solution(&self, text: &str) -> Result<Solution, Vec<Diagnostic>> {
        P::parse_solution(text).map(Solution::of::<P>)
    }
}
