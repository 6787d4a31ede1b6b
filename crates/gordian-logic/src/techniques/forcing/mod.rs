//! Forcing chains and forcing nets: what follows if a candidate is true, or false.
//!
//! - A *contradiction* refutes what it begins with: if an assumption leaves a cell without
//!   candidates or a house without a place for a digit, or puts two digits into a cell or a digit
//!   twice into a house, then the assumption is wrong.
//! - A *verity* needs no assumption: one of the candidates of a cell is true, and one of the places
//!   for a digit in a full house, and a candidate is true or false; what follows from each of them is
//!   true.
//! - In *chains* each link rests on the one before it alone; they are paths in the graph of links,
//!   groups included. Since such a path holds backwards, too, a chain from an assumption to a cell
//!   without candidates is nothing else than chains from all of the cell's candidates to the opposite
//!   of the assumption. Two digits in a cell or a digit twice in a house are discontinuous nice loops.
//! - In *nets* a link may rest on all that was found before: with each candidate that goes, singles
//!   appear in cells and houses.
//!
//! ```text
//!        c1       c2       c3
//! r1   {3 4 7}  {4 8}    {7 8}      If r2c2 were 8, r1c2 would be 4 and lose r1c1 its 4, r1c3 would
//! r2      .     {3 8}    {3 5}      be 7 and lose it its 7, r2c3 would be 3 and so would r2c2 not, in
//! r3      .        .     {5 9}      whose box r1c1 loses its 3: nothing is left of r1c1.
//! ```
//!
//! *Sources*: forcing chains are as old as Sudoku on the web (2005); "Nishio" is what they are called
//! with one digit, "digit", "cell" and "unit forcing chains" what SudokuWiki calls the verities. What
//! counts as chain and as net, contradiction and verity follows HoDoKu's "Methods of last resort".
//! Of all steps those with the fewest links come first; of verities by nets those with the fewest
//! cases.

mod chains;
mod choices;
mod net;
mod nets;
mod tell;

pub(super) use chains::find as chains;
pub(super) use nets::find as nets;
