//! Multi-sector locked sets: cells of many houses that have just as many digits as they need.
//!
//! ```text
//!   . 3 9 .  | row 2 has 3 8 twice two, ...      16 cells: two in each arm of a row or column at
//!   2 # 7 .  |                                   four filled cells #. Their candidates are 16
//!   . 1 4 .  |                                   digits, each once in a row, column or box
//! ```
//!
//! Take some open cells, S, of any houses. A *cover* is a digit and a house: the digit is in one cell
//! of the house at most. If every candidate of every cell in S belongs to a cover, S holds at most
//! as many digits as there are covers. If there are as many covers as cells, then
//!
//! - each cover has its digit in S, and the digit goes from the rest of the house;
//! - a candidate in S that belongs to two covers goes, for it would fill both, and the other cells
//!   are one more than the other covers.
//!
//! *Proof.* Each cell of S holds a digit and so fills one cover or more; none is filled twice. With
//! as many cells as covers each cell fills exactly one, and each cover is filled. Any houses will do,
//! full or not, if only a digit is not in them twice. A naked subset is the case of one house, Sue de
//! Coq that of two.
//!
//! For each digit the fewest houses that cover its places in S are chosen, and among those of one
//! size those that say most. Two kinds of S are looked at:
//!
//! - *Rows times columns*: the open cells where three or more rows cross some columns. Some digits
//!   are covered by the rows, the others by the columns; for each choice of rows and digits those
//!   columns are taken that have more open cells than other digits. Typical are four digits covered
//!   by four rows, the five others by five columns.
//! - *SK-loops*: in four boxes, at the corners of a rectangle, the open cells of two rows and two
//!   columns besides their crossings.
//!
//! *Source*: the loop in the puzzle "Easter Monster" was found by Steve Kurzhals (2007), the general
//! form are Allan Barker's sets of rank 0; the rows and columns are the multi-fish and multi-sector
//! locked sets of David P Bird (players' forum, 2012 and 2013).

mod covers;
mod search;

pub(super) use search::find;
