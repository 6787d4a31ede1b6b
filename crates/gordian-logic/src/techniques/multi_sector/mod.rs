//! Multi-sector locked sets (MSLS): cells of many houses with as many possible digits as cells.
//!
//! ```text
//!   . 3 9 .  | an SK loop                        16 cells: two on each side of four filled cells #
//!   2 # 7 .  |                                   in rows and columns. Their candidates are covered
//!   . 1 4 .  |                                   by 16 digits, each once in a row, column or box
//! ```
//!
//! Let S be a set of open cells of any houses. A *cover* is a digit and a house, which contains the
//! digit at most once. If every candidate of every cell in S belongs to a cover, S holds at most as
//! many digits as there are covers. If there are as many covers as cells, then
//!
//! - each cover has its digit in S, so the digit is eliminated from the rest of the house;
//! - a candidate in S that belongs to two covers is eliminated: it would fill both, and the other
//!   cells would outnumber the other covers.
//!
//! *Proof.* Each cell of S holds a digit and so fills at least one cover; no cover is filled twice.
//! With as many cells as covers, each cell fills exactly one, and each cover is filled. The houses
//! need not be full. A naked subset is the case of one house, Sue de Coq that of two.
//!
//! For each digit the fewest houses that cover its places in S are chosen, and among choices of
//! equal size the one with the most eliminations. Two kinds of S are searched:
//!
//! - *Rows times columns*: the open cells where three or more rows meet some columns. Some digits
//!   are covered by the rows, the others by the columns; for each choice of rows and digits, the
//!   columns with more open cells than other digits are taken. Typically four digits are covered by
//!   four rows and the five others by five columns.
//! - *SK loops*: in four boxes at the corners of a rectangle, the open cells of two rows and two
//!   columns except their intersections.
//!
//! *Source*: Steve Kurzhals found the loop in the puzzle "Easter Monster" (2007); the general form
//! are Allan Barker's sets of rank 0; rows and columns are the multi-fish and multi-sector locked
//! sets of David P Bird (Sudoku Players' Forum, 2012 and 2013).

mod covers;
mod search;

pub(super) use search::find;
