//! Forcing chains and forcing nets: the consequences of a candidate being true, or false.
//!
//! - A *contradiction* refutes an assumption: if it leaves a cell without candidates or a house
//!   without a place for a digit, or puts two digits into a cell or a digit twice into a house, the
//!   assumption is false.
//! - A *verity* has cases of which one is true: the candidates of a cell, the places for a digit in
//!   a full house, or a candidate being true or false. A common consequence of all cases is true.
//! - In *chains* each link depends only on the previous one; they are paths in the graph of links,
//!   including groups. Since the reverse of a path is also a path, a chain from an assumption to a
//!   cell without candidates is equivalent to chains from all candidates of the cell to the
//!   opposite of the assumption. Two digits in a cell or a digit twice in a house give
//!   discontinuous nice loops.
//! - In *nets* a link may depend on all earlier ones: each eliminated candidate may create singles
//!   in cells and houses.
//!
//! ```text
//!        c1       c2       c3
//! r1   {3 4 7}  {4 8}    {7 8}      If r2c2 is 8, then r1c2 is 4, r1c3 is 7, and r2c3 is 3 (the
//! r2      .     {3 8}    {3 5}      last place for 3 in row 2). So r1c1 loses 4, 7 and 3, and no
//! r3      .        .     {5 9}      candidate is left in it.
//! ```
//!
//! *Sources*: Sudoku Players' Forum (2005). With one digit they are called "Nishio"; SudokuWiki
//! calls the verities "digit", "cell" and "unit forcing chains". The distinction between chains and
//! nets, contradictions and verities follows HoDoKu's "Methods of last resort". Steps with the
//! fewest links come first; verities by nets with the fewest cases come first.

mod branch_pattern;
mod chains;
mod choices;
mod nets;
mod propagation;

pub(super) use chains::find as chains;
pub(super) use nets::find as nets;
