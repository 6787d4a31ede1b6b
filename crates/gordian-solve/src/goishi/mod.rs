//! Golden Waste, also known as Goishi Hiroi: collect all coins of a grid in one walk.
//!
//! The rules: begin at a coin and collect it. From a coin, go along its row or column, in one of
//! the four directions, to the *first* coin that is not yet collected, and collect it; collected
//! coins and empty cells are passed over. Go straight on, left or right, never back against the
//! direction you came from; the first step may go any way. Collect all.
//!
//! [`find()`] looks for walks and goes on to prove that there are no more, [`count()`] counts them,
//! [`generate()`] makes boards. All three are exact: what they call impossible or the only one is so.
//!
//! # How the search works
//!
//! A depth-first search steps from coin to coin. The coins left are lists linked along rows and
//! columns, so the first coin in a direction is one look away, and taking a coin and putting it
//! back are a few writes. Branches are cut by four rules. In their proofs, `c` is the coin stepped
//! on last, *left* are the coins not collected yet, and a *neighbour* of a coin is the next coin
//! left from it in one of the four directions.
//!
//! 1. **What is left must hang together** (a chain of coins from any to any other, two in a row of
//!    it sharing a row or column; `c` counts as left). The rest of the walk is such a chain itself:
//!    it contains every coin left, and each of its steps stays within a row or column.
//!
//!    Only the last coin taken can break this, and only between its row and its column: every chain
//!    that used it went from one coin of these two lines to another, and coins of the same line
//!    hang together anyway. If one of the two lines is empty by now, nothing can be broken;
//!    otherwise it is enough to look for a chain from the one line to the other.
//!
//! 2. **At most one coin left may be a leaf** (have at most one neighbour; `c` does not count as a
//!    leaf, but it counts as a neighbour). Let `y` be a leaf. On all sides of `y` but one there is
//!    no coin left, and there never will be, because coins are only taken away. So `y` can be
//!    entered from that one side only, and left to that one side only, which would be back: `y` is
//!    the last coin of the walk, and there is only one last coin. When the next coin is chosen, it
//!    is exempt, since it is entered now.
//!
//! 3. **A coin stepped on must have a way out**, unless it is the last: a neighbour in a direction
//!    other than back.
//!
//! 4. **No state is searched twice.** Which continuations there are depends on the set of coins
//!    left, on `c`, and on the direction that is barred, the last only if there is a coin in it. So
//!    the number of walks of a state that was searched completely is kept, and used when the state
//!    comes again. States are compared in full, not by hash.
//!
//! None of the rules depends on the order of the search. So the order can be chosen to find walks
//! quickly: the coin with the fewest neighbours first, since it is the next to become a leaf
//! (Warnsdorff's rule for the knight's tour, 1823); ties are broken at random.
//!
//! On a large board a bad choice near the beginning is never repaired by backtracking, but another
//! order does not make it. So the search for a first walk is cut into runs of 1, 1, 2, 1, 1, 2, 4,
//! … times a fixed number of nodes, each in a new random order. Since run lengths grow beyond every
//! bound, some run has the time to see everything: a board without a walk is proved to have none.
//! After the first walk the run is never given up, so that it also settles whether there are more.

mod board;
mod count;
mod find;
mod generate;
mod lines;
mod links;
mod memo;
mod search;

pub use board::{Board, BoardError};
pub use count::{Count, count};
pub use find::{Config, Enumeration, SearchResult, Statistics, find, find_each};
pub use generate::{GenerateConfig, GenerateError, Generated, generate};
