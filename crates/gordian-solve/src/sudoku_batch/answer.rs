//! The answers to the puzzles of a batch.

use gordian_core::{Limit, Outcome};
use gordian_grid::{Candidates, Grid};
use gordian_sudoku::Estimate;

use super::logic_answer::LogicAnswer;
use super::options::Operation;
use crate::Seconds;
use crate::document::OutcomeName;

/// The answer to a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleAnswer {
    /// The answer as data.
    pub data: AnswerData,
    /// How the operation ended.
    pub status: Status,
    /// Whether a solution was found.
    pub solved: bool,
    /// The time that the answer took; of puzzles that are solved together, an equal share.
    pub seconds: Seconds,
}

impl PuzzleAnswer {
    /// Returns an answer whose time is not measured yet.
    pub(super) fn new(data: AnswerData, status: Status, solved: bool) -> Self {
        Self { data, status, solved, seconds: Seconds::default() }
    }
}

/// How the operation on a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With a positive answer.
    Found,
    /// With a proof that there is none.
    None,
    /// At a limit, which left the answer undecided.
    Stopped(Limit),
}

impl Status {
    /// Returns the status of work that was stopped by `limit`. Reaching the requested number of
    /// solutions is an answer.
    pub(super) fn of_limit(limit: Limit) -> Self {
        if limit == Limit::Solutions { Self::Found } else { Self::Stopped(limit) }
    }
}

/// The data of an answer.
#[derive(Clone, Debug)]
pub enum AnswerData {
    /// Of [`Operation::Solve`], [`Operation::Count`] and [`Operation::Check`].
    Search(SearchAnswer),
    /// Of [`Operation::Estimate`].
    Estimate(EstimateAnswer),
    /// Of [`Operation::Candidates`].
    Candidates(CandidatesAnswer),
    /// Of [`Operation::Redundant`].
    Redundant(RedundantAnswer),
    /// Of [`Operation::Minimise`].
    Minimised(MinimisedAnswer),
    /// Of [`Operation::Canonical`].
    Canonical(CanonicalAnswer),
    /// Of [`Operation::Hint`], [`Operation::Steps`], [`Operation::Explain`] and
    /// [`Operation::Rate`].
    Logic(Box<LogicAnswer>),
}

/// The result of a search for solutions.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The number of solutions found, a lower bound if `stopped` is set.
    pub n: u64,
    /// The first solution, row by row, checked against the rules.
    pub first: Option<Vec<u8>>,
    /// The limit that stopped the search.
    pub stopped: Option<Limit>,
    /// The name of the engine.
    pub engine: String,
}

impl SearchResult {
    /// Returns the limit that left the result undecided.
    #[must_use]
    pub fn undecided(&self) -> Option<Limit> {
        self.stopped.filter(|&limit| limit != Limit::Solutions)
    }

    /// Returns whether there is exactly one solution, or `None` if that is unknown.
    #[must_use]
    pub fn unique(&self) -> Option<bool> {
        match (self.n, self.stopped) {
            (0 | 2.., None) | (2.., Some(_)) => Some(false),
            (1, None) => Some(true),
            (0 | 1, Some(_)) => None,
        }
    }

    /// Returns the word for the number of solutions: `none`, `unique`, `several` or `undecided`.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match (self.n, self.unique()) {
            (2.., _) => "several",
            (_, None) => "undecided",
            (_, Some(true)) => "unique",
            (_, Some(false)) => "none",
        }
    }

    fn outcome(&self) -> Outcome {
        match (self.n, self.undecided()) {
            (1.., _) => Outcome::Solved,
            (0, None) => Outcome::Infeasible,
            (0, Some(limit)) => Outcome::Stopped(limit),
        }
    }

    /// Returns the answer to a puzzle.
    pub(super) fn into_answer(self, operation: Operation) -> PuzzleAnswer {
        let open = match operation {
            Operation::Solve { prove } => prove && self.n == 1,
            Operation::Count { .. } => true,
            _ => self.n < 2,
        };
        let undecided = self.undecided().filter(|_| open || self.n == 0);
        let status = match (undecided, operation, self.n) {
            (Some(limit), ..) => Status::of_limit(limit),
            (None, _, 0) | (None, Operation::Check { .. }, 2..) => Status::None,
            (None, ..) => Status::Found,
        };
        let is_count = matches!(operation, Operation::Count { .. });
        // Reaching the requested number of solutions is reported as a limit of a count, as in
        // `gordian solve`.
        let limit = undecided.or(self.stopped.filter(|_| is_count));
        let solved = self.n > 0;
        let answer = SearchAnswer {
            outcome: self.outcome().into(),
            unique: self.unique().filter(|_| solved),
            count: is_count.then_some(self.n),
            limit,
            minimal: None,
            result: self,
        };
        PuzzleAnswer::new(AnswerData::Search(answer), status, solved)
    }
}

/// The answer of a search for solutions.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether the solution is unique; `None` if that is unknown or there is no solution.
    pub unique: Option<bool>,
    /// The number of solutions, if they were counted.
    pub count: Option<u64>,
    /// The limit that stopped the search.
    pub limit: Option<Limit>,
    /// Whether each given is needed, if that was requested; the inner value is `None` if that is
    /// unknown.
    pub minimal: Option<Option<bool>>,
    /// The result of the search, with the first solution.
    pub result: SearchResult,
}

/// The answer of an estimate of the number of solutions.
#[derive(Clone, Debug)]
pub struct EstimateAnswer {
    /// The estimate.
    pub found: Estimate,
    /// The requested number of probes.
    pub requested: u64,
}

/// The true candidates of a puzzle.
#[derive(Clone, Debug)]
pub struct CandidatesAnswer {
    /// The puzzle.
    pub puzzle: Grid,
    /// Of each cell, digits that occur in some solution; all of them if `limit` is `None`.
    pub candidates: Candidates,
    /// The number of solutions: 0, 1, or 2 for two or more; `None` if it is not decided.
    pub n_solutions: Option<u64>,
    /// The limit that stopped the search.
    pub limit: Option<Limit>,
}

/// The redundant givens of a puzzle.
#[derive(Clone, Debug)]
pub struct RedundantAnswer {
    /// The cells of the redundant givens; `None` unless there is exactly one solution.
    pub redundant: Option<Vec<String>>,
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether there is exactly one solution; `None` if that is unknown or there is no solution.
    pub unique: Option<bool>,
    /// The limit that stopped the search.
    pub limit: Option<Limit>,
}

/// A puzzle without redundant givens.
#[derive(Clone, Debug)]
pub struct MinimisedAnswer {
    /// The puzzle; `None` unless there is exactly one solution.
    pub puzzle: Option<String>,
    /// The solution as a line, which was checked against the rules.
    pub solution: Option<String>,
    /// The cells of the removed givens.
    pub removed: Option<Vec<String>>,
    /// What was established.
    pub outcome: OutcomeName,
    /// Whether there is exactly one solution; `None` if that is unknown or there is no solution.
    pub unique: Option<bool>,
    /// The limit that stopped the search.
    pub limit: Option<Limit>,
}

/// The canonical form of a puzzle.
#[derive(Clone, Debug)]
pub struct CanonicalAnswer {
    /// The canonical form.
    pub puzzle: String,
    /// The number of symmetry operations that map the puzzle to itself.
    pub automorphisms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_require_a_completed_search() {
        let check = |n, stopped, expected| {
            let result = SearchResult { n, stopped, ..SearchResult::default() };
            assert_eq!(result.verdict(), expected, "{n}, {stopped:?}");
        };
        check(0, None, "none");
        check(1, None, "unique");
        check(2, None, "several");
        check(2, Some(Limit::Solutions), "several");
        check(7, Some(Limit::Time), "several");
        check(0, Some(Limit::Time), "undecided");
        check(1, Some(Limit::Time), "undecided");
        check(1, Some(Limit::Interrupted), "undecided");
        check(1, Some(Limit::Solutions), "undecided");
    }
}
