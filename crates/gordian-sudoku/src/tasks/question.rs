//! The one question that all others are made of: is there a solution here?

use gordian_core::{Cancel, Limit};

use crate::{Candidates, Finder, SearchLimits, SearchSummary};

/// Somebody who answers whether there is a solution.
pub(super) struct Asker<'a> {
    pub(super) finder: &'a mut Finder,
    pub(super) cancel: &'a Cancel,
    /// Nodes of the search tree allowed for each question.
    pub(super) max_nodes: Option<u64>,
}

/// The answer.
pub(super) enum Answer {
    /// This is one.
    Solution(Vec<u8>),
    /// There is none; so many guesses were needed to prove it.
    None(u64),
    /// A limit was reached first.
    Undecided(Limit),
}

impl Asker<'_> {
    /// Asks for a solution below `start`.
    pub(super) fn ask(&mut self, start: &Candidates) -> Answer {
        if let Some(limit) = self.cancel.stopped() {
            return Answer::Undecided(limit);
        }
        if start.masks().contains(&0) {
            return Answer::None(0);
        }
        let (mut solutions, found) = self.find(start, 1);
        match (solutions.pop(), found.stopped) {
            (Some(solution), _) => Answer::Solution(solution),
            (None, Some(limit)) => Answer::Undecided(limit),
            (None, None) => Answer::None(found.guesses),
        }
    }

    /// Returns all solutions below `start`, or two of them; or what stopped the search before it
    /// had found all or two.
    pub(super) fn two(&mut self, start: &Candidates) -> Result<Vec<Vec<u8>>, Limit> {
        let (solutions, found) = self.find(start, 2);
        match found.stopped {
            Some(limit) if solutions.len() < 2 => Err(limit),
            _ => Ok(solutions),
        }
    }

    fn find(&mut self, start: &Candidates, limit: u64) -> (Vec<Vec<u8>>, SearchSummary) {
        let mut solutions = Vec::new();
        let query = SearchLimits { max_solutions: limit, max_nodes: self.max_nodes };
        let found = self.finder.find(start, &query, self.cancel, &mut |digits| {
            solutions.push(digits.to_vec());
        });
        (solutions, found)
    }
}
