//! The true candidates of a grid, and how many solutions it has.

use gordian_core::{Cancel, Progress};
use gordian_grid::Grid;
use gordian_sudoku::tasks::{TrueCandidates, true_candidates};

use super::answer::CandidatesAnswer;
use crate::document::OutcomeName;
use crate::grid::{GridQuery, GridSearch};

impl CandidatesAnswer {
    /// Finds the digits that occur in some solution of a grid.
    pub fn find(
        puzzle: &Grid,
        search: &mut GridSearch,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Self {
        let layout = &puzzle.layout;
        let TrueCandidates { proven, stopped, .. } =
            true_candidates(search.finder(layout), puzzle, cancel, progress);
        let n_digits = |cell| proven.digits(cell).count();
        let none = (0..layout.n_cells()).all(|cell| n_digits(cell) == 0);
        // If every cell has exactly one true candidate, there is exactly one solution.
        let single = (0..layout.n_cells()).all(|cell| n_digits(cell) == 1);
        let several = (0..layout.n_cells()).any(|cell| n_digits(cell) > 1);
        let n_solutions = match (several, none, single, stopped) {
            (true, ..) => Some(2),
            (false, true, _, None) => Some(0),
            (false, false, true, None) => Some(1),
            _ => {
                let query = GridQuery::default();
                let found = search.find(puzzle, &query, cancel, progress, &mut |_| ());
                (found.stopped.is_none() || found.n_solutions == 2).then_some(found.n_solutions)
            }
        };
        Self { puzzle: puzzle.clone(), candidates: proven, n_solutions, limit: stopped }
    }

    /// Returns whether no candidate is known: there is no solution, or none was found in time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.candidates.masks().iter().all(|&mask| mask == 0)
    }

    /// Returns what was established.
    #[must_use]
    pub fn outcome(&self) -> OutcomeName {
        match (self.limit, self.is_empty()) {
            (None, false) => OutcomeName::Solved,
            (Some(_), _) => OutcomeName::Stopped,
            (None, true) => OutcomeName::Infeasible,
        }
    }
}
