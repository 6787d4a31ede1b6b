//! What is true of a position, found by searching: steps are checked against it.
//!
//! The search shares nothing with the techniques. It knows no reasons, so it explains nothing; but
//! what it has not seen in any solution no step may place, and what it has seen no step may take.

use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress};
use gordian_sudoku::tasks::true_candidates;
use gordian_sudoku::{Candidates, Finder, LearningFinder, Puzzle, SearchLimits};

use crate::step::{Candidate, Step};

/// Time for finding out which digits occur in solutions, where there are several.
const TIME: Duration = Duration::from_secs(1);

/// The digits that each cell has in some solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueCandidates {
    possible: Candidates,
    /// Digits of which nothing is known: there was no time.
    open: Candidates,
    is_unique: bool,
}

impl TrueCandidates {
    /// Finds what is true of a puzzle with the digits that a player has placed, as (cell, digit).
    ///
    /// *Cost*: that of a proof that the solution is the only one; for a puzzle with several, a second
    /// more at most. Of some candidates nothing may be known then: see [`confirms`](Self::confirms).
    ///
    /// # Errors
    ///
    /// Fails with the limit that stopped the search.
    pub fn find(puzzle: &Puzzle, placed: &[(usize, u8)], cancel: &Cancel) -> Result<Self, Limit> {
        let mut puzzle = puzzle.clone();
        for &(cell, digit) in placed {
            puzzle.givens[cell] = digit;
        }
        let (mut finder, start) = (Finder::new(&puzzle.layout), Candidates::of(&puzzle));
        let mut possible = Candidates::from_masks(vec![0; puzzle.layout.n_cells()]);
        let budget = Finder::default_budget(&puzzle.layout);
        let query = SearchLimits { max_solutions: 2, max_nodes: Some(budget) };
        let mut found =
            finder.find(&start, &query, cancel, &mut |digits| add(&mut possible, digits));
        if found.stopped == Some(Limit::Effort) {
            possible.masks_mut().fill(0);
            let query = SearchLimits { max_solutions: 2, max_nodes: None };
            let finder = LearningFinder::new(&puzzle.layout, 1, 0);
            found = finder.find(&start, &query, cancel, &NoProgress, &mut |digits| {
                add(&mut possible, digits);
            });
        }
        if found.n_solutions == 2 {
            let cancel = cancel.with_time_limit(TIME);
            let all = true_candidates(&mut finder, &puzzle, &cancel, &NoProgress);
            return match all.stopped {
                Some(Limit::Interrupted) => Err(Limit::Interrupted),
                _ => Ok(Self { possible: all.proven, open: all.undecided, is_unique: false }),
            };
        }
        let open = Candidates::from_masks(vec![0; puzzle.layout.n_cells()]);
        match found.stopped {
            Some(limit) => Err(limit),
            None => Ok(Self { possible, open, is_unique: found.n_solutions == 1 }),
        }
    }

    /// Returns whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// Returns whether there is any solution.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.possible.masks().iter().any(|&mask| mask != 0)
    }

    /// Returns whether some solution has the candidate.
    #[must_use]
    pub fn allows(&self, candidate: Candidate) -> bool {
        self.possible.mask(candidate.cell) >> (candidate.digit - 1) & 1 == 1
    }

    /// Returns the first conclusion of a step that does not hold in every solution.
    #[must_use]
    pub fn refutes(&self, step: &Step) -> Option<Candidate> {
        let gone = step.eliminations.iter().find(|&&candidate| self.allows(candidate));
        let others = |at: &&Candidate| self.possible.mask(at.cell) & !(1 << (at.digit - 1)) != 0;
        gone.or_else(|| step.placements.iter().find(others)).copied()
    }

    /// Returns whether all conclusions of a step are known to hold in every solution.
    #[must_use]
    pub fn confirms(&self, step: &Step) -> bool {
        let is_open = |at: &Candidate| self.open.mask(at.cell) >> (at.digit - 1) & 1 == 1;
        let is_sure = |at: &Candidate| {
            self.possible.mask(at.cell) == 1 << (at.digit - 1) && self.open.mask(at.cell) == 0
        };
        self.refutes(step).is_none()
            && !step.eliminations.iter().any(is_open)
            && step.placements.iter().all(is_sure)
    }
}

/// Adds the digits of a solution.
fn add(possible: &mut Candidates, digits: &[u8]) {
    for (mask, &digit) in possible.masks_mut().iter_mut().zip(digits) {
        *mask |= 1 << (digit - 1);
    }
}

#[cfg(test)]
mod tests {
    use gordian_sudoku::Layout;

    use super::*;
    use crate::Technique;
    use crate::step::Pattern;

    fn step(placements: &[(usize, u8)], eliminations: &[(usize, u8)]) -> Step {
        let candidates = |all: &[(usize, u8)]| {
            all.iter().map(|&(cell, digit)| Candidate::new(cell, digit)).collect()
        };
        Step {
            technique: Technique::NakedSingle,
            placements: candidates(placements),
            eliminations: candidates(eliminations),
            pattern: Pattern::default(),
        }
    }

    #[test]
    fn wrong_steps_are_refuted() {
        let layout = Layout::boxes(2, 2).unwrap();
        // Two solutions: 1 and 2 may be exchanged in the left half of the middle rows.
        let givens = vec![1, 2, 3, 4, 3, 4, 0, 0, 2, 1, 4, 3, 4, 3, 0, 0];
        let puzzle = Puzzle::new(layout, givens);
        let truth = TrueCandidates::find(&puzzle, &[], &Cancel::new()).unwrap();
        assert!(truth.is_solvable() && !truth.is_unique());
        let check = |step: &Step, expected: Option<(usize, u8)>| {
            let expected = expected.map(|(cell, digit)| Candidate::new(cell, digit));
            assert_eq!(truth.refutes(step), expected);
        };
        check(&step(&[], &[(6, 3), (7, 4)]), None);
        check(&step(&[], &[(6, 3), (7, 2)]), Some((7, 2)));
        check(&step(&[(6, 1)], &[]), Some((6, 1)));
        check(&step(&[(0, 1)], &[]), None);
        let truth = TrueCandidates::find(&puzzle, &[(6, 1)], &Cancel::new()).unwrap();
        assert!(truth.is_unique() && truth.refutes(&step(&[(7, 2)], &[])).is_none());
        let truth = TrueCandidates::find(&puzzle, &[(6, 3)], &Cancel::new()).unwrap();
        assert!(!truth.is_solvable() && !truth.is_unique());
    }

    #[test]
    fn what_is_not_known_is_not_confirmed() {
        let layout = Layout::boxes(2, 2).unwrap();
        let masks = |first: u64| {
            let mut masks = vec![0; layout.n_cells()];
            masks[0] = first;
            Candidates::from_masks(masks)
        };
        let truth =
            TrueCandidates { possible: masks(0b0001), open: masks(0b0010), is_unique: false };
        let check = |step: &Step, refuted: bool, confirmed: bool| {
            assert_eq!((truth.refutes(step).is_some(), truth.confirms(step)), (refuted, confirmed));
        };
        check(&step(&[], &[(0, 3)]), false, true);
        check(&step(&[], &[(0, 2)]), false, false);
        check(&step(&[], &[(0, 1)]), true, false);
        check(&step(&[(0, 1)], &[]), false, false);
        check(&step(&[(0, 2)], &[]), true, false);
    }

    #[test]
    fn a_search_that_is_stopped_says_so() {
        let puzzle = Puzzle::new(Layout::classic(), vec![0; 81]);
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(TrueCandidates::find(&puzzle, &[], &cancel), Err(Limit::Interrupted));
    }
}
