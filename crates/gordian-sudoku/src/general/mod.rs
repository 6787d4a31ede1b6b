//! Grids of any size with any houses.
//!
//! Two state spaces, one depth-first search over them:
//!
//! | rows | state | conclusions |
//! | --- | --- | --- |
//! | up to 11 | [`planes`]: for each digit the set of its cells, in one machine word | naked and hidden singles, locked candidates |
//! | up to 64 | [`grid`]: for each cell its digits, and for each house and digit its places | the same and subsets of every size ([`matching`]) |
//!
//! A grid whose cells fit into a word is checked against a house by one AND; nothing needs to be
//! kept up to date, and a node of the search is a copy of a dozen words. Larger grids must only
//! look at what changed.
//!
//! Both spaces draw costly conclusions only while they pay: a search that meets more solutions
//! than dead ends is counting, and does without them (see [`depth`]).
//!
//! Measured and left out, because they cost more than they saved: fish (matchings of rows with
//! columns for one digit), trying both sides of many branches before one is taken, restarts,
//! weights that fade, blame for the cells of a failed subset.

mod bits;
mod choose;
mod depth;
mod grid;
mod matching;
mod planes;
mod search;
mod state;
mod tables;

pub(crate) use depth::{Choice, Space};
pub(crate) use search::{Visitor, search, with_space};

#[cfg(test)]
mod tests;
