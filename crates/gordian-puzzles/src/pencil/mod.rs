//! Pencil puzzles: kinds that are declared by the [`Form`] of their boards and by their rules.
//!
//! A kind implements [`Rules`]: its names, its form, and a checker that restates the rules by plain
//! traversal. Files, links, solutions and drawings follow from the form. The puzzle itself is a
//! [`Pencil`]: metadata and a [`Board`].

pub mod blank;
pub mod check;
pub mod variations;

use std::fmt::Debug;
use std::marker::PhantomData;

use gordian_core::Random;
use serde_json::Value;
use toml::de::DeTable;

pub use self::check::Broken;
pub use crate::pencil_board::{
    BLOCKED, Board, CUSTOM, CellForm, CellLayer, Clue, Colour, EdgeLayer, Family, Form, MAX_NUMBER,
    MAX_PIECES, Marks, OutsideForm, PENTOMINOES, Piece, Place, Rooms, Section, Side, Solved, Walls,
    board, clue_text, describe, form, outside_clue_text, parse_clue, parse_outside_clue,
    remove_impossible_clues,
};
pub use crate::puzzle::{PencilKind, Variations};

use crate::board::{Reader, Size};
use crate::diagnostic::Diagnostic;
use crate::link::{Link, LinkError};
use crate::metadata::Metadata;
use crate::pencil_board::rules::Rule;
use crate::pencil_board::{draw, file, link};
use crate::puzzle::{Puzzle, PuzzleKind, Solution};
use crate::violation::Violation;

/// The rules of a kind of pencil puzzle.
pub trait Rules: Clone + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The value of the key `kind` in puzzle files.
    const NAME: &'static str;
    /// The name as players write it.
    const TITLE: &'static str;
    /// What is drawn in puzzles of the kind.
    const FAMILY: Family;
    /// The names of the kind in links of puzz.link; the first one is written.
    const LINK_NAMES: &'static [&'static str];
    /// The form of boards and solutions.
    const FORM: Form;

    /// The rules of the puzzle for players, in Markdown: sentences, and a list of the rules.
    const DESCRIPTION: &'static str;
    /// Every rule that [`Rules::check`] can name: its stable name, and when it is broken.
    const RULES: &'static [(&'static str, &'static str)];

    /// Returns the rules of the kind that are those of the catalogue, each with its name in
    /// [`Rules::RULES`]. Puzzles can do without them: [`Board::omitted`] has the names of those that
    /// do not hold. [`Rules::check`] and models leave them out.
    fn catalogue() -> Vec<(&'static str, Rule)> {
        Vec::new()
    }

    /// The names of other rules that puzzles can do without: models ask [`Board::omits`] about
    /// them, and what [`Rules::check`] adds for them is ignored.
    const OMITTABLE: &'static [&'static str] = &[];

    /// Checks what the form does not express.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, as a lower-case fragment.
    fn validate(board: &Board) -> Result<(), String> {
        let _ = board;
        Ok(())
    }

    /// Returns a random board for the generator, without the clues that follow from a solution;
    /// with `?` where a model needs clues. By default the board is empty, or has random rooms;
    /// `None` if the kind has no boards of this size.
    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        blank::blank(&Self::FORM, size, random)
    }

    /// Returns a random solution of a [blank](Rules::blank) board, for kinds of which a solution is
    /// easy to state; by default `None`, and a solver finds one.
    fn random_solution(board: &Board, random: &mut Random) -> Option<Solved> {
        let _ = (board, random);
        None
    }

    /// Writes every clue that the printed board may have for a solution, in place of the clues of
    /// the board: a number in each cell that can have one, for example. Walls, holes and pieces
    /// stay.
    fn write_clues(board: &mut Board, solution: &Solved);

    /// Returns boards that differ a little from `board`, before their clues are written, each with
    /// a solution: for the generator, which takes the first of which `other`, another solution of
    /// `board`, is no solution. Walls are moved, or clues within their blocks; so it should be rare
    /// that a board becomes less restricted. A board without variations has none.
    ///
    /// The solutions need not satisfy the rules: the generator checks that.
    fn variations(
        board: &Board,
        solution: &Solved,
        other: &Solved,
        random: &mut Random,
    ) -> Vec<(Board, Solved)> {
        variations::variations(&Self::FORM, board, solution, other, random)
    }

    /// Adds every rule that a complete solution of the board's size breaks, but those of the
    /// [catalogue](Rules::catalogue), by plain loops that share no code with a model. By default there
    /// are no others.
    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let _ = (board, solution, broken);
    }
}

impl PencilKind {
    const fn of<R: Rules>() -> Self {
        Self {
            title: R::TITLE,
            family: R::FAMILY,
            description: R::DESCRIPTION,
            rules: R::RULES,
            form: &R::FORM,
            catalogue: R::catalogue,
            omittable: omittable::<R>,
            puzzle: |metadata, board| Pencil::<R>::new(metadata, board).map(Puzzle::new),
            solution: Solution::of::<Pencil<R>>,
            marks: Solution::as_kind::<Pencil<R>>,
            blank: R::blank,
            random_solution: R::random_solution,
            write_clues: R::write_clues,
            variations: R::variations,
        }
    }
}

/// Returns the names of the rules of a kind that puzzles can do without, in the order of its rules.
fn omittable<R: Rules>() -> Vec<&'static str> {
    let catalogue = R::catalogue();
    let names = R::RULES.iter().map(|(name, _)| *name);
    let is_omittable =
        |name: &&str| R::OMITTABLE.contains(name) || catalogue.iter().any(|(rule, _)| rule == name);
    names.filter(is_omittable).collect()
}

/// A pencil puzzle of the kind `R`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pencil<R> {
    /// Title, author and source.
    pub metadata: Metadata,
    /// What is printed.
    pub board: Board,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules> Pencil<R> {
    /// Returns the puzzle with this board.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the board: numbers out of the range of the kind, for example.
    pub fn new(metadata: Metadata, board: Board) -> Result<Self, String> {
        validate::<R>(&board)?;
        Ok(Self { metadata, board, rules: PhantomData })
    }
}

/// Checks that files can have the clues, that rooms have one number each, and what the kind
/// requires beyond its form.
fn validate<R: Rules>(board: &Board) -> Result<(), String> {
    file::check_clues(&R::FORM, board)?;
    if R::FORM.room_numbers {
        let rooms = board.rooms();
        for (number, room) in rooms.rooms().iter().enumerate() {
            let clues: Vec<_> = room.iter().filter(|&&cell| board.cells[cell].is_clue()).collect();
            if let [_, second, ..] = clues[..] {
                return Err(format!("{} has a second number at {second}", rooms.name(number)));
            }
        }
    }
    R::validate(board)
}

impl<R: Rules> PuzzleKind for Pencil<R> {
    const NAME: &'static str = R::NAME;
    const LINK_NAMES: &'static [&'static str] = R::LINK_NAMES;
    type Solution = Marks;

    const PENCIL: Option<&'static PencilKind> = Some(&const { PencilKind::of::<R>() });

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn pencil_board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<Self> {
        let (metadata, board) = file::read(R::NAME, &R::FORM, &omittable::<R>(), reader, table)?;
        match Self::new(metadata, board) {
            Ok(puzzle) => Some(puzzle),
            Err(message) => {
                reader.error("puzzle.invalid-board", 0..0, message);
                None
            }
        }
    }

    fn to_toml(&self) -> Option<String> {
        let mut text = self.metadata.to_toml(R::NAME);
        if let Some(form) = R::NAME.strip_prefix(CUSTOM).and_then(|rest| rest.strip_prefix('-')) {
            let kind = format!("kind = \"{}\"\n", R::NAME);
            text = text.replacen(&kind, &format!("kind = \"{CUSTOM}\"\nform = \"{form}\"\n"), 1);
        }
        Some(text + &file::write(&R::FORM, &self.board))
    }

    fn check(&self, solution: &Marks) -> Result<(), Vec<Violation>> {
        check::check::<R>(&self.board, solution)
    }

    fn draw(&self, solution: Option<&Marks>) -> String {
        draw::drawing(&R::FORM, &self.board, solution, self.metadata.title_or(R::TITLE)).to_text()
    }

    fn svg(&self, solution: Option<&Marks>) -> String {
        draw::drawing(&R::FORM, &self.board, solution, self.metadata.title_or(R::TITLE)).to_svg()
    }

    fn parse_solution(text: &str) -> Result<Marks, Vec<Diagnostic>> {
        Marks::parse(&R::FORM, text)
    }

    fn is_complete(solution: &Marks) -> bool {
        solution.is_complete()
    }

    fn solution_to_json(solution: &Marks) -> Value {
        solution.to_json(&R::FORM)
    }

    fn from_link(link: &Link, notes: &mut Vec<String>) -> Result<Self, LinkError> {
        let board = link::read(&R::FORM, link, notes)?;
        Self::new(Metadata::default(), board).map_err(|message| LinkError::Invalid { message })
    }

    fn to_link(&self) -> Result<Link, LinkError> {
        match R::LINK_NAMES.first() {
            Some(name) => link::write(&R::FORM, name, &self.board),
            None => Err(LinkError::kind_without_links(R::NAME)),
        }
    }
}
