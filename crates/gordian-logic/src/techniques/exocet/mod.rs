//! Exocets: two cells of a line in one box, and two cells elsewhere that must hold the same digits.
//!
//! The *base* are two open cells of a line in one box, with three or four candidates between them.
//! The *cross-lines* run across that line: one through every further cell that the line has in the
//! box, and one through each of two other boxes of the band. The *targets* are two open cells of
//! the cross-lines. In usual grids there are three cross-lines.
//!
//! ```text
//!   B B .  | . . .  | . . .       B base, T targets, o cross-lines: no base digit can be in their
//!   . . .  | T . .  | . o .       cells in the first band, as soon as it is in the base, but in a
//!   . . .  | o . .  | . T .       target, or where the companions, o, let it
//!   ------------------------
//!   . . S  | S . .  | . S .       S: if no base digit can be in all three of these columns at once,
//!   . . S  | S . .  | . S .       T T hold what B B hold
//! ```
//!
//! *Proof.* A digit that the base holds, a, is in none of the cells that see both base cells: not in
//! the line, not in the box. Every cross-line has its a, so it is in the rest of them. If these
//! rests without the targets have no place for as many a as there are cross-lines (no choice of one
//! place in each, of which no two see each other), then a target holds a. The same goes for the other
//! digit of the base, and both base cells see each other, so these are two digits: one in each
//! target. Nothing else is taken for granted, of boxes or of further houses.
//!
//! What follows is found by going through the cases: which two digits, in which order in the base,
//! in which order in the targets. In each case
//!
//! - the four cells forbid their digits to what they see, and other digits to themselves;
//! - each of both digits is once in every cross-line, in that of its target only there, and the two
//!   do not need the same cell; so a case falls where the cross-lines leave no such choice, and what
//!   can be covered with as many houses as cross-lines are left is for the digit the only place in
//!   these houses;
//! - in a band of three boxes, a digit that is in the base and in a target of the band has in the
//!   third box one cell or two left, the *mirror* of the target: these are two cases more, and one
//!   without any falls.
//!
//! What is impossible in all cases that are left goes. This comprises that the targets lose what is
//! not in the base, and base and targets what is not in both; that a digit which the cross-lines
//! cannot hold but too few times goes; what the mirrors show; and what follows for the rest of the
//! grid from a digit that all cases have.
//!
//! - *Junior exocet*: one target in each of the two other boxes of the band, and the other cells of
//!   its cross-line in that band, its companions, without base digits.
//! - *Senior exocet*: any other two cells of the cross-lines. One at least is usually outside of the
//!   band.
//!
//! *Source*: found by Allan Barker in the puzzle "Fata Morgana", named by champagne; cross-lines,
//! companions and mirrors are those of David P Bird's JExocet Compendium (players' forum, 2012), as
//! are junior and senior.

mod cases;
mod search;

pub(super) use search::find;
