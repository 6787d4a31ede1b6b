//! Cases from libraries: positions with the step that a technique must find there.

use gordian_sudoku::formats::{LibraryCase, ParsedPuzzle};

use crate::step::Candidate;
use crate::{Position, Technique};

/// How a technique did on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseVerdict {
    /// The step was found; or there must be none and there is none.
    Pass,
    /// The technique found steps, but not this one; or there must be none and there are some.
    WrongStep {
        /// How many steps it found.
        found: usize,
    },
    /// The technique found nothing.
    NoStep,
    /// The case's code stands for no technique that is known.
    UnknownTechnique,
}

/// Judges a case: the technique must have a step with exactly these placements and eliminations.
/// A variant `x` means that there must be no step with the digits of the case.
#[must_use]
pub fn check_case(read: &ParsedPuzzle, case: &LibraryCase) -> CaseVerdict {
    let Some(technique) = Technique::from_hodoku_code(&case.technique) else {
        return CaseVerdict::UnknownTechnique;
    };
    let steps = Position::new(&read.puzzle, &read.placed).steps_of_cases(technique);
    if case.technique.ends_with("-x") {
        let digits: Vec<u8> = case.digits.bytes().filter(u8::is_ascii_digit).collect();
        let digits: Vec<u8> = digits.into_iter().map(|digit| digit - b'0').collect();
        let found = steps.iter().filter(|step| step.pattern.digits == digits).count();
        return if found == 0 { CaseVerdict::Pass } else { CaseVerdict::WrongStep { found } };
    }
    let sorted = |candidates: &[(usize, u8)]| {
        let candidates = candidates.iter().map(|&(cell, digit)| Candidate::new(cell, digit));
        let mut candidates: Vec<_> = candidates.collect();
        candidates.sort_unstable();
        candidates
    };
    let (placements, eliminations) = (sorted(&case.placements), sorted(&case.eliminations));
    if steps.iter().any(|step| step.placements == placements && step.eliminations == eliminations) {
        return CaseVerdict::Pass;
    }
    match steps.len() {
        0 => CaseVerdict::NoStep,
        found => CaseVerdict::WrongStep { found },
    }
}
