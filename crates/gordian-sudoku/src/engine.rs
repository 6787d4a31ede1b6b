//! The interface that all searches implement.

use gordian_core::Limit;
use gordian_grid::Candidates;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Stop after this many solutions.
    pub max_solutions: u64,
    /// Stop after about this many nodes of the search tree.
    pub max_nodes: Option<u64>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSummary {
    /// The number of solutions found: all of them, unless `stopped` is set.
    pub n_solutions: u64,
    /// Nodes of the search tree at which a digit was tried.
    pub guesses: u64,
    /// The limit that ended the search before it was exhausted.
    pub stopped: Option<Limit>,
}

/// How a call of [`Search::advance`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The search is at a solution.
    Solution,
    /// The search tree is exhausted.
    Exhausted,
    /// The allowed number of nodes is used up.
    Paused,
}

/// A depth-first search that can be paused, resumed and split.
///
/// ```text
/// start ──► advance ──► Solution ──► advance ──► ... ──► Exhausted
///              │ ▲
///              ▼ │
///            Paused (at any time: check the clock, donate a node to an idle thread)
/// ```
///
/// Pending nodes are disjoint: every solution below `start` is found exactly once, by this search
/// or by the one that received the donated node.
pub(crate) trait Search: Send {
    /// Discards the current search and starts a new one at `start`.
    fn start(&mut self, start: &Candidates);

    /// Continues until the next solution, the end, or about `nodes` further nodes.
    fn advance(&mut self, nodes: u64) -> Step;

    /// Writes the digits (from 1) of the current solution, row by row.
    fn solution(&self, digits: &mut [u8]);

    /// Removes and returns the pending node nearest to the root, if there is one.
    fn donate(&mut self) -> Option<Candidates>;

    /// Returns the number of guesses since the search was created.
    fn guesses(&self) -> u64;
}
