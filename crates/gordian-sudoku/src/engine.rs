//! The one interface of the searches.

use gordian_core::Limit;

use crate::Candidates;

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Stop after so many solutions.
    pub max_solutions: u64,
    /// Stop after about so many nodes of the search tree.
    pub max_nodes: Option<u64>,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSummary {
    /// Solutions: all there are, unless `stopped` says that there may be more.
    pub n_solutions: u64,
    /// Nodes of the search tree at which a digit was tried.
    pub guesses: u64,
    /// What ended the search before everything was looked at.
    pub stopped: Option<Limit>,
}

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It stands at a solution.
    Solution,
    /// Everything was looked at.
    Exhausted,
    /// It used up the nodes it was allowed.
    Paused,
}

/// A depth-first search that can be stopped anywhere, go on, and give work away.
///
/// ```text
/// start ──► advance ──► Solution ──► advance ──► ... ──► Exhausted
///              │ ▲
///              ▼ │
///            Paused (any time: look at the clock, donate a node to an idle thread)
/// ```
///
/// Pending nodes are disjoint: every solution below `start` is found exactly once, by this search
/// or by the one that took the donated node.
pub(crate) trait Search: Send {
    /// Forgets everything and begins at `start`.
    fn start(&mut self, start: &Candidates);

    /// Goes on until the next solution, the end, or about `nodes` further nodes.
    fn advance(&mut self, nodes: u64) -> Step;

    /// Writes the digits (from 1) of the solution it stands at, row by row.
    fn solution(&self, digits: &mut [u8]);

    /// Gives away the pending node nearest to the root, if there is one.
    fn donate(&mut self) -> Option<Candidates>;

    /// Returns the number of guesses since the search was made.
    fn guesses(&self) -> u64;
}
