//! Kinds whose solutions have one entry for each cell of a board.

use std::fmt::Debug;

use serde_json::Value;
use toml::de::DeTable;

use crate::board::{CellMap, Drawing, Layer, Reader};
use crate::diagnostic::Diagnostic;
use crate::kind::PuzzleKind;
use crate::link::{Link, LinkError};
use crate::puzzle::Metadata;
use crate::solution::Violation;

/// A kind of puzzle whose solutions have one entry for each cell: what most pencil puzzles implement.
///
/// It is a [`PuzzleKind`]: the layer reads and writes the solutions, and one drawing gives text and SVG.
pub trait BoardKind: Clone + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The value of the key `kind` in puzzle files.
    const NAME: &'static str;

    /// The entry of a cell in a solution.
    type Entry: Clone + Debug + PartialEq + Eq + Send + Sync + 'static;

    /// The form of solutions as text and in JSON.
    const LAYER: &'static dyn Layer<Entry = Self::Entry>;

    /// Returns title, author and source.
    fn metadata(&self) -> &Metadata;

    /// Reads a puzzle from the table of its file; see [`PuzzleKind::read`].
    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self>;

    /// Returns a puzzle file that is read as this puzzle.
    #[must_use]
    fn to_toml(&self) -> String;

    /// Checks a solution by the rules, by plain loops that share no code with a solver.
    ///
    /// # Errors
    ///
    /// Returns the rules that the solution breaks, at least one.
    fn check(&self, solution: &CellMap<Self::Entry>) -> Result<(), Vec<Violation>>;

    /// Draws the puzzle, with its solution if there is one. The solution may be invalid, also of another
    /// size.
    fn drawing(&self, solution: Option<&CellMap<Self::Entry>>) -> Drawing;

    /// The names of the kind in links of puzz.link; none by default.
    const LINK_NAMES: &'static [&'static str] = &[];

    /// Reads a puzzle from a link that has one of [`BoardKind::LINK_NAMES`].
    ///
    /// # Errors
    ///
    /// Fails if the link is malformed or of a variant that is not supported; by default, always.
    fn from_link(link: &Link) -> Result<Self, LinkError> {
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
}

impl<B: BoardKind> PuzzleKind for B {
    const NAME: &'static str = B::NAME;
    const LINK_NAMES: &'static [&'static str] = B::LINK_NAMES;
    type Solution = CellMap<B::Entry>;

    fn metadata(&self) -> &Metadata {
        BoardKind::metadata(self)
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        B::read(reader, table)
    }

    fn to_toml(&self) -> Option<String> {
        Some(BoardKind::to_toml(self))
    }

    fn check(&self, solution: &CellMap<B::Entry>) -> Result<(), Vec<Violation>> {
        BoardKind::check(self, solution)
    }

    fn draw(&self, solution: Option<&CellMap<B::Entry>>) -> String {
        self.drawing(solution).to_text()
    }

    fn svg(&self, solution: Option<&CellMap<B::Entry>>) -> String {
        self.drawing(solution).to_svg()
    }

    fn parse_solution(text: &str) -> Result<CellMap<B::Entry>, Vec<Diagnostic>> {
        B::LAYER.parse(text)
    }

    fn solution_to_json(solution: &CellMap<B::Entry>) -> Value {
        B::LAYER.to_json(solution)
    }

    fn from_link(link: &Link) -> Result<Self, LinkError> {
        BoardKind::from_link(link)
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        BoardKind::to_link(self)
    }
}
