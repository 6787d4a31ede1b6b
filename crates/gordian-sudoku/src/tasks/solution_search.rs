//! The search for one or two solutions that the tasks build on.

use gordian_core::{Cancel, Limit};
use gordian_grid::Candidates;

use crate::{Finder, SearchLimits, SearchSummary};

/// Decides whether candidates have a solution.
pub(super) struct SolutionSearch<'a> {
    pub(super) finder: &'a mut Finder,
    pub(super) cancel: &'a Cancel,
    /// The node limit of each search.
    pub(super) max_nodes: Option<u64>,
}

/// The result of [`SolutionSearch::find_one`].
pub(super) enum SearchAnswer {
    /// A solution.
    Solution(Vec<u8>),
    /// There is no solution; the proof took this many guesses.
    NoSolution(u64),
    /// The search was stopped by a limit.
    Undecided(Limit),
}

impl SolutionSearch<'_> {
    /// Searches for a solution below `start`.
    pub(super) fn find_one(&mut self, start: &Candidates) -> SearchAnswer {
        if let Some(limit) = self.cancel.stopped() {
            return SearchAnswer::Undecided(limit);
        }
        if start.masks().contains(&0) {
            return SearchAnswer::NoSolution(0);
        }
        let (mut solutions, found) = self.find_up_to(start, 1);
        match (solutions.pop(), found.stopped) {
            (Some(solution), _) => SearchAnswer::Solution(solution),
            (None, Some(limit)) => SearchAnswer::Undecided(limit),
            (None, None) => SearchAnswer::NoSolution(found.guesses),
        }
    }

    /// Returns up to two solutions below `start`. Fails if a limit stopped the search before it
    /// found two or exhausted the search tree.
    pub(super) fn find_up_to_two(&mut self, start: &Candidates) -> Result<Vec<Vec<u8>>, Limit> {
        let (solutions, found) = self.find_up_to(start, 2);
        match found.stopped {
            Some(limit) if solutions.len() < 2 => Err(limit),
            _ => Ok(solutions),
        }
    }

    fn find_up_to(&mut self, start: &Candidates, limit: u64) -> (Vec<Vec<u8>>, SearchSummary) {
        let mut solutions = Vec::new();
        let limits = SearchLimits { max_solutions: limit, max_nodes: self.max_nodes };
        let found = self.finder.find(start, &limits, self.cancel, &mut |digits| {
            solutions.push(digits.to_vec());
        });
        (solutions, found)
    }
}
