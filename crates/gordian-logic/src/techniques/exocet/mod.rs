//! Exocets: two base cells and two target cells that must hold the same digits.
//!
//! The *base* is two open cells of a line in one box, with three or four candidates between them.
//! The *cross-lines* are perpendicular to that line: one through every other cell of the line in
//! the box, and one through each of two other boxes of the band. The *targets* are two open cells
//! of the cross-lines. Classic grids have three cross-lines.
//!
//! ```text
//!   B B .  | . . .  | . . .       B base, T targets, o companions. In the first band, the
//!   . . .  | T . .  | . o .       cross-lines can contain a digit of the base only in a target or a
//!   . . .  | o . .  | . T .       companion.
//!   ------------------------
//!   . . S  | S . .  | . S .       S: if no base digit can be in all three cross-lines here at once,
//!   . . S  | S . .  | . S .       the targets hold the digits of the base.
//! ```
//!
//! *Proof.* A digit a of the base is not in any cell that sees both base cells: not elsewhere in
//! the line or the box. Every cross-line contains a in its remaining cells. If these cells without
//! the targets cannot contain a once in every cross-line (there is no choice of one place in each
//! of which no two see each other), then a target holds a. The same is true of the other digit of
//! the base. The base cells see each other, so these are two digits, one in each target. The proof
//! assumes nothing else about boxes or other houses.
//!
//! The conclusions are found by cases: the two digits, their order in the base, and their order in
//! the targets. In each case
//!
//! - the four cells exclude their digits from their peers, and other digits from themselves;
//! - each of the two digits is once in every cross-line, only in the target in the target's
//!   cross-line, and the two never share a cell. A case is impossible if the cross-lines leave no
//!   such choice. If the places of a digit can be covered by as many houses as there are remaining
//!   cross-lines, the digit has no other places in these houses;
//! - in a band of three boxes, a digit of the base and of a target in the band has one or two cells
//!   left in the third box, the *mirror* of the target. Each is a separate case; without any, the
//!   case is impossible.
//!
//! Candidates that are impossible in all remaining cases are eliminated. This includes the classic
//! rules: targets lose digits that are not in the base; base and targets lose digits that are not
//! in both; digits that the cross-lines can hold too few times are eliminated; mirror eliminations;
//! and the consequences of a digit that is in the base in all cases.
//!
//! - *Junior exocet*: one target in each of the two other boxes of the band; the other cells of its
//!   cross-line in the band, its companions, do not have the base digits.
//! - *Senior exocet*: any other two cells of the cross-lines, usually at least one outside the
//!   band.
//!
//! *Source*: found by Allan Barker in the puzzle "Fata Morgana", named by champagne; cross-lines,
//! companions, mirrors, junior and senior are from David P Bird's JExocet Compendium (Sudoku
//! Players' Forum, 2012).

mod cases;
mod search;

pub(super) use search::find;
