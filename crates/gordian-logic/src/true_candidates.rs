//! The true candidates of a puzzle, found by search: every step is checked against them.
//!
//! The search shares no code with the techniques. A correct step never places a digit that no
//! solution has, and never eliminates a candidate of some solution.

use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress};
use gordian_grid::{Candidates, Grid};
use gordian_sudoku::tasks::true_candidates;
use gordian_sudoku::{Finder, LearningFinder, SearchLimits};

use crate::step::{Candidate, Step};

/// The time limit for finding the true candidates of a puzzle with several solutions.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// The candidates that occur in some solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueCandidates {
    occurring: Candidates,
    /// Candidates that the search could not decide in time.
    undecided: Candidates,
    is_unique: bool,
}

impl TrueCandidates {
    /// Finds the true candidates of a puzzle with the digits that a player has placed, as
    /// (cell, digit).
    ///
    /// *Cost*: a proof of uniqueness; for a puzzle with several solutions, up to one second more.
    /// Some candidates may stay undecided in that time: see [`confirms`](Self::confirms).
    ///
    /// # Errors
    ///
    /// Fails with the limit that stopped the search.
    pub fn find(puzzle: &Grid, placed: &[(usize, u8)], cancel: &Cancel) -> Result<Self, Limit> {
        Self::find_within(TIME_LIMIT, puzzle, placed, cancel)
    }

    /// Finds the true candidates like [`find`](Self::find), with another time limit for puzzles with
    /// several solutions.
    fn find_within(
        time_limit: Duration,
        puzzle: &Grid,
        placed: &[(usize, u8)],
        cancel: &Cancel,
    ) -> Result<Self, Limit> {
        let mut puzzle = puzzle.clone();
        for &(cell, digit) in placed {
            puzzle.givens[cell] = digit;
        }
        let (mut finder, start) = (Finder::new(&puzzle.layout), Candidates::of(&puzzle));
        let mut occurring = Candidates::from_masks(vec![0; puzzle.layout.n_cells()]);
        let budget = Finder::default_budget(&puzzle.layout);
        let query = SearchLimits { max_solutions: 2, max_nodes: Some(budget) };
        let mut found =
            finder.find(&start, &query, cancel, &mut |digits| add(&mut occurring, digits));
        if found.stopped == Some(Limit::Effort) {
            occurring.masks_mut().fill(0);
            let query = SearchLimits { max_solutions: 2, max_nodes: None };
            let finder = LearningFinder::new(&puzzle.layout, 1, 0);
            found = finder.find(&start, &query, cancel, &NoProgress, &mut |digits| {
                add(&mut occurring, digits);
            });
        }
        if found.n_solutions == 2 {
            let cancel = cancel.with_time_limit(time_limit);
            let all = true_candidates(&mut finder, &puzzle, &cancel, &NoProgress);
            if all.stopped == Some(Limit::Interrupted) {
                return Err(Limit::Interrupted);
            }
            // A limit may stop that search before it has found again what is known from two solutions.
            let mut undecided = all.undecided;
            let masks = occurring.masks_mut().iter_mut().zip(undecided.masks_mut());
            for ((occurring, undecided), proven) in masks.zip(all.proven.masks()) {
                *occurring |= proven;
                *undecided &= !*occurring;
            }
            return Ok(Self { occurring, undecided, is_unique: false });
        }
        let undecided = Candidates::from_masks(vec![0; puzzle.layout.n_cells()]);
        match found.stopped {
            Some(limit) => Err(limit),
            None => Ok(Self { occurring, undecided, is_unique: found.n_solutions == 1 }),
        }
    }

    /// Returns whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// Returns whether there is a solution.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.occurring.masks().iter().any(|&mask| mask != 0)
    }

    /// Returns whether some solution has the candidate.
    #[must_use]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.occurring.mask(candidate.cell) >> (candidate.digit - 1) & 1 == 1
    }

    /// Returns the first conclusion of a step that is false in some solution.
    #[must_use]
    pub fn refutes(&self, step: &Step) -> Option<Candidate> {
        let eliminated = step.eliminations.iter().find(|&&candidate| self.allows(candidate));
        let is_not_forced =
            |at: &&Candidate| self.occurring.mask(at.cell) & !(1 << (at.digit - 1)) != 0;
        eliminated.or_else(|| step.placements.iter().find(is_not_forced)).copied()
    }

    /// Returns whether all conclusions of a step are proved to hold in every solution.
    #[must_use]
    pub fn confirms(&self, step: &Step) -> bool {
        let is_undecided = |at: &Candidate| self.undecided.mask(at.cell) >> (at.digit - 1) & 1 == 1;
        let is_proved = |at: &Candidate| {
            self.occurring.mask(at.cell) == 1 << (at.digit - 1) && self.undecided.mask(at.cell) == 0
        };
        self.refutes(step).is_none()
            && !step.eliminations.iter().any(is_undecided)
            && step.placements.iter().all(is_proved)
    }
}

/// Adds the digits of a solution to the candidates.
fn add(occurring: &mut Candidates, digits: &[u8]) {
    for (mask, &digit) in occurring.masks_mut().iter_mut().zip(digits) {
        *mask |= 1 << (digit - 1);
    }
}

#[cfg(test)]
mod tests {
    use gordian_grid::Layout;

    use super::*;
    use crate::Technique;
    use crate::step::Pattern;

    fn step(placements: &[(usize, u8)], eliminations: &[(usize, u8)]) -> Step {
        let to_candidates = |all: &[(usize, u8)]| {
            all.iter().map(|&(cell, digit)| Candidate::new(cell, digit)).collect()
        };
        Step {
            technique: Technique::NakedSingle,
            placements: to_candidates(placements),
            eliminations: to_candidates(eliminations),
            pattern: Pattern::default(),
        }
    }

    #[test]
    fn wrong_step_is_refuted() {
        let layout = Layout::boxes(2, 2).unwrap();
        // Two solutions: 1 and 2 may be exchanged in the left half of the middle rows.
        let givens = vec![1, 2, 3, 4, 3, 4, 0, 0, 2, 1, 4, 3, 4, 3, 0, 0];
        let puzzle = Grid::new(layout, givens);
        let candidates = TrueCandidates::find(&puzzle, &[], &Cancel::new()).unwrap();
        assert!(candidates.is_solvable() && !candidates.is_unique());
        let check = |step: &Step, expected: Option<(usize, u8)>| {
            let expected = expected.map(|(cell, digit)| Candidate::new(cell, digit));
            assert_eq!(candidates.refutes(step), expected);
        };
        check(&step(&[], &[(6, 3), (7, 4)]), None);
        check(&step(&[], &[(6, 3), (7, 2)]), Some((7, 2)));
        check(&step(&[(6, 1)], &[]), Some((6, 1)));
        check(&step(&[(0, 1)], &[]), None);
        let candidates = TrueCandidates::find(&puzzle, &[(6, 1)], &Cancel::new()).unwrap();
        assert!(candidates.is_unique() && candidates.refutes(&step(&[(7, 2)], &[])).is_none());
        let candidates = TrueCandidates::find(&puzzle, &[(6, 3)], &Cancel::new()).unwrap();
        assert!(!candidates.is_solvable() && !candidates.is_unique());
    }

    #[test]
    fn two_solutions_are_known_although_no_time_is_left_for_all_candidates() {
        let layout = Layout::boxes(2, 2).unwrap();
        let puzzle = Grid::new(layout, vec![0; 16]);
        let cancel = Cancel::new();
        let candidates =
            TrueCandidates::find_within(Duration::ZERO, &puzzle, &[], &cancel).unwrap();
        assert!(candidates.is_solvable() && !candidates.is_unique());
        let all = TrueCandidates::find(&puzzle, &[], &cancel).unwrap();
        for cell in 0..16 {
            let (some, all) = (candidates.occurring.mask(cell), all.occurring.mask(cell));
            assert_eq!((some & !all, some & candidates.undecided.mask(cell)), (0, 0));
            assert_eq!(all & !(some | candidates.undecided.mask(cell)), 0);
        }
        // Nothing is confirmed that was not decided.
        assert!(!candidates.confirms(&step(&[(0, 1)], &[])));
    }

    #[test]
    fn undecided_candidate_is_not_confirmed() {
        let layout = Layout::boxes(2, 2).unwrap();
        let masks = |first: u64| {
            let mut masks = vec![0; layout.n_cells()];
            masks[0] = first;
            Candidates::from_masks(masks)
        };
        let candidates =
            TrueCandidates { occurring: masks(0b0001), undecided: masks(0b0010), is_unique: false };
        let check = |step: &Step, refuted: bool, confirmed: bool| {
            assert_eq!(
                (candidates.refutes(step).is_some(), candidates.confirms(step)),
                (refuted, confirmed)
            );
        };
        check(&step(&[], &[(0, 3)]), false, true);
        check(&step(&[], &[(0, 2)]), false, false);
        check(&step(&[], &[(0, 1)]), true, false);
        check(&step(&[(0, 1)], &[]), false, false);
        check(&step(&[(0, 2)], &[]), true, false);
    }

    #[test]
    fn cancelled_search_is_an_error() {
        let puzzle = Grid::new(Layout::classic(), vec![0; 81]);
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(TrueCandidates::find(&puzzle, &[], &cancel), Err(Limit::Interrupted));
    }
}
