//! What a kind of pencil puzzle declares.

use gordian_core::Random;

use super::{Puzzle, Solution};
use crate::board::Size;
use crate::diagnostic::excerpt;
use crate::metadata::Metadata;
use crate::pencil_board::file::check_omitted;
use crate::pencil_board::rules::Rule;
use crate::pencil_board::{Board, Family, Form, Marks, Solved};

/// Returns boards that differ a little from a board with a solution, each with its solution; the
/// second solution is the one that they exclude.
pub type Variations = fn(&Board, &Solved, &Solved, &mut Random) -> Vec<(Board, Solved)>;

/// What a kind of pencil puzzle declares, for code that treats all kinds alike.
#[derive(Clone, Copy, Debug)]
pub struct PencilKind {
    /// The name as players write it.
    pub title: &'static str,
    /// What is drawn.
    pub family: Family,
    /// The rules for players, in Markdown.
    pub description: &'static str,
    /// The names of the rules, and when each is broken.
    pub rules: &'static [(&'static str, &'static str)],
    /// The form of boards and solutions.
    pub form: &'static Form,
    /// Returns the rules that are those of the catalogue, with their names among the rules; see
    /// [`Rules::catalogue`](crate::pencil::Rules::catalogue).
    pub catalogue: fn() -> Vec<(&'static str, Rule)>,
    /// Returns the names of the rules that puzzles can do without.
    pub omittable: fn() -> Vec<&'static str>,
    /// Returns the puzzle with a board; fails if the board is not valid.
    pub puzzle: fn(Metadata, Board) -> Result<Puzzle, String>,
    /// Returns marks as a solution of the kind.
    pub solution: fn(Marks) -> Solution,
    /// Returns the marks of a solution of the kind.
    pub marks: fn(&Solution) -> Option<&Marks>,
    /// Returns a random board for the generator; see [`Rules::blank`](crate::pencil::Rules::blank).
    pub blank: fn(Size, &mut Random) -> Option<Board>,
    /// Returns a random solution of a blank board; see
    /// [`Rules::random_solution`](crate::pencil::Rules::random_solution).
    pub random_solution: fn(&Board, &mut Random) -> Option<Solved>,
    /// Writes the clues that a solution has; see
    /// [`Rules::write_clues`](crate::pencil::Rules::write_clues).
    pub write_clues: fn(&mut Board, &Solved),
    /// Returns boards that differ a little; see
    /// [`Rules::variations`](crate::pencil::Rules::variations).
    pub variations: Variations,
}

impl PencilKind {
    /// The rules of every kind, which [`Rules::RULES`](crate::pencil::Rules::RULES) does not list.
    pub const COMMON_RULES: [(&'static str, &'static str); 3] = [
        ("wrong-size", "the solution has another size than the board"),
        ("not-complete", "a cell, line or border is not known"),
        ("other-holes", "the solution has other holes than the board"),
    ];

    /// Checks that puzzles can do without a rule of the kind.
    ///
    /// # Errors
    ///
    /// Returns what is wrong and what can be done instead, as a lower-case fragment.
    pub fn check_omitted(&self, name: &str) -> Result<(), String> {
        check_omitted(name, &(self.omittable)()).map_err(|hint| {
            format!("puzzles of the kind cannot do without `{}`: {hint}", excerpt(name))
        })
    }
}
