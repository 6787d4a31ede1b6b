//! Golden Waste, also known as Goishi Hiroi: collect all coins of a grid in one walk.
//!
//! The rules: begin at a coin and collect it. From a coin, go along its row or column, in one of
//! the four directions, to the *first* coin that is not yet collected, and collect it; collected
//! coins and empty cells are passed over. Go straight on, left or right, never back against the
//! direction you came from; the first step may go any way. Collect all.
//!
//! [`find()`] searches for walks and proves that there are no more, [`count()`] counts them, and
//! [`generate()`] generates boards. All three are exact: infeasibility and uniqueness are proved.
//!
//! # How the search works
//!
//! A depth-first search steps from coin to coin. The remaining coins are lists linked along rows
//! and columns, so finding the next coin in a direction is one lookup, and removing or restoring a
//! coin is a few writes. Branches are pruned by four rules. In their proofs, `c` is the coin
//! stepped on last, *remaining* coins are those not collected yet, and a *neighbour* of a coin is
//! the next remaining coin in one of the four directions.
//!
//! 1. **The remaining coins must be connected**: there is a chain of coins between any two of them,
//!    in which consecutive coins share a row or column (`c` counts as remaining). The rest of the
//!    walk is such a chain: it contains every remaining coin, and each of its steps stays within a
//!    row or column.
//!
//!    Only the last coin removed can break this, and only between its row and its column: every chain
//!    through it goes from one coin of these two lines to another, and coins of the same line are
//!    connected anyway. If one of the two lines is empty, the connection is not broken; otherwise it
//!    is enough to search for a chain from one line to the other.
//!
//! 2. **At most one remaining coin may be a leaf** (have at most one neighbour; `c` does not count
//!    as a leaf, but it counts as a neighbour). Let `y` be a leaf. It has coins on at most one
//!    side, and never more, because coins are only removed. So `y` can be entered from that side
//!    only, and leaving it to that side would be a reversal: `y` is the last coin of the walk, and
//!    there is only one last coin. When the next coin is chosen, it is exempt, since it is entered
//!    now.
//!
//! 3. **A coin stepped on must have an exit**, unless it is the last: a neighbour in a direction
//!    other than back.
//!
//! 4. **No state is searched twice.** The continuations depend only on the set of remaining coins,
//!    on `c`, and on the forbidden direction, and on the latter only if there is a coin in it. So
//!    the number of walks of a completely searched state is stored and reused. States are compared
//!    in full, not by hash.
//!
//! None of the rules depends on the order of the search. So the order can be chosen to find walks
//! quickly: the coin with the fewest neighbours first, since it is the next to become a leaf
//! (Warnsdorff's rule for the knight's tour, 1823); ties are broken at random.
//!
//! On a large board, backtracking does not repair a bad choice near the beginning, but another
//! order avoids it. So the search for a first walk is divided into runs of 1, 1, 2, 1, 1, 2, 4, …
//! times a fixed number of nodes, each in a new random order. Since run lengths are unbounded, some
//! run is complete: a board without a walk is proved to have none. After the first walk the run is
//! never stopped, so that it also decides whether there are more.

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
