//! Grids of any size with any houses.
//!
//! Two state spaces, one depth-first search over them:
//!
//! | rows | state | propagation |
//! | --- | --- | --- |
//! | up to 11 | [`small_grid`]: for each digit the set of its cells, in one machine word | naked and hidden singles, locked candidates |
//! | up to 64 | [`large_grid`]: for each cell its candidates, and for each house and digit its places | the same and subsets of every size ([`matching`]) |
//!
//! In a grid whose cells fit into a word, one AND selects the places of a digit in a house; no
//! derived data are updated, and a search node is a copy of a dozen words. Larger grids must only
//! process changes.
//!
//! Both spaces use costly propagation only while it pays: a search that finds more solutions than
//! dead ends is counting, and does without it (see [`depth_first`]).
//!
//! Measured and rejected, because they cost more than they save: fish (matchings of rows with
//! columns for one digit), probing both branches of many candidates before branching, restarts,
//! decaying weights, blaming the cells of a failed subset.

mod bits;
mod branching;
mod depth_first;
mod dispatch;
mod large_grid;
mod matching;
mod small_grid;
mod state;
mod tables;

pub(crate) use depth_first::{Candidate, StateSpace};
pub(crate) use dispatch::{StateSpaceVisitor, new_search, with_state_space};

#[cfg(test)]
mod tests;
