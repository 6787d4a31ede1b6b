//! Uniqueness: a puzzle with one solution has no *deadly pattern*, a set of cells whose digits
//! could be exchanged to give a second solution.
//!
//! These techniques are valid only for puzzles with exactly one solution, and only if the exchange
//! keeps the digits of every house: in jigsaws or with diagonals far fewer rectangles are deadly.
//!
//! The second solution must also meet the conditions of the puzzle. Pencil marks that came with a
//! puzzle are conditions, unless its givens alone have one solution: then marks are conclusions
//! from the givens, and an exchange against them contradicts the givens. So a rectangle needs both
//! digits among the original marks of all its corners (`Board::admits`); what logic has eliminated
//! since does not matter. In a bivalue universal grave the exchange is of current candidates, which
//! are among the original marks.

mod avoidable;
mod bug;
mod types;

pub(super) use avoidable::find as avoidable;
pub(super) use bug::find as bug;
pub(super) use types::find as rectangle;
