//! The true candidates of a puzzle: every step is checked against them.
//!
//! A search finds them that shares no code with the techniques. A correct step never places a digit
//! that no solution has, and never eliminates a candidate of some solution.

use gordian_grid::{Candidate, Candidates};

use crate::step::Step;

/// The candidates that occur in some solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueCandidates {
    occurring: Candidates,
    /// Candidates that the search did not decide in time.
    undecided: Candidates,
}

impl TrueCandidates {
    /// Returns the true candidates from the result of a search: `occurring` are the candidates of
    /// all solutions found, and `undecided` those that may occur in another solution.
    ///
    /// A puzzle without solution has neither.
    #[must_use]
    pub fn new(occurring: Candidates, undecided: Candidates) -> Self {
        Self { occurring, undecided }
    }

    /// Returns whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.undecided.masks().iter().all(|&mask| mask == 0)
            && self.occurring.masks().iter().all(|mask| mask.count_ones() == 1)
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

    /// Returns whether the search did not decide if some solution has the candidate.
    #[must_use]
    pub fn is_undecided(&self, candidate: Candidate) -> bool {
        self.undecided.mask(candidate.cell) >> (candidate.digit - 1) & 1 == 1
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
        let is_proved = |at: &Candidate| {
            self.occurring.mask(at.cell) == 1 << (at.digit - 1) && self.undecided.mask(at.cell) == 0
        };
        self.refutes(step).is_none()
            && !step.eliminations.iter().any(|&at| self.is_undecided(at))
            && step.placements.iter().all(is_proved)
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
        // Two solutions: 1 and 2 may be exchanged in cells 6 and 7; 3 and 4 are elsewhere.
        let candidates = |at_6: u64, at_7: u64| {
            let mut masks: Vec<u64> = [1, 2, 3, 4, 3, 4, 0, 0].map(|digit| 1 << digit >> 1).into();
            (masks[6], masks[7]) = (at_6, at_7);
            TrueCandidates::new(Candidates::from_masks(masks), Candidates::from_masks(vec![0; 8]))
        };
        let two = candidates(0b11, 0b11);
        assert!(two.is_solvable() && !two.is_unique());
        let check = |step: &Step, expected: Option<(usize, u8)>| {
            let expected = expected.map(|(cell, digit)| Candidate::new(cell, digit));
            assert_eq!(two.refutes(step), expected);
        };
        check(&step(&[], &[(6, 3), (7, 4)]), None);
        check(&step(&[], &[(6, 3), (7, 2)]), Some((7, 2)));
        check(&step(&[(6, 1)], &[]), Some((6, 1)));
        check(&step(&[(0, 1)], &[]), None);
        let one = candidates(0b01, 0b10);
        assert!(one.is_unique() && one.refutes(&step(&[(7, 2)], &[])).is_none());
        let none = Candidates::from_masks(vec![0; 8]);
        let none = TrueCandidates::new(none.clone(), none);
        assert!(!none.is_solvable() && !none.is_unique());
    }

    #[test]
    fn undecided_candidate_is_not_confirmed() {
        let layout = Layout::boxes(2, 2).unwrap();
        let masks = |first: u64| {
            let mut masks = vec![0; layout.n_cells()];
            masks[0] = first;
            Candidates::from_masks(masks)
        };
        let candidates = TrueCandidates::new(masks(0b0001), masks(0b0010));
        assert!(!candidates.is_unique());
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
}
