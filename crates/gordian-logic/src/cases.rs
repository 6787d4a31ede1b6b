//! Library cases: positions with the step that a technique must find.

use gordian_core::Cancel;
use gordian_grid::Candidate;
use gordian_sudoku::formats::{LibraryCase, ParsedPuzzle};

use crate::{Position, Technique};

/// The result of checking a technique against a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseVerdict {
    /// The technique finds the step, or finds none where none is expected.
    Pass,
    /// The technique finds other steps, or finds steps where none is expected.
    WrongStep {
        /// The number of steps found.
        found: usize,
    },
    /// The technique finds no step.
    NoStep,
    /// No technique has the case's code.
    UnknownTechnique,
}

/// Checks a case: the technique must find a step with exactly these placements and eliminations. A
/// search that `cancel` stops finds fewer steps. The variant `x` of a code expects that no step has
/// the digits of the case.
#[must_use]
pub fn check_case(read: &ParsedPuzzle, case: &LibraryCase, cancel: &Cancel) -> CaseVerdict {
    let Some(technique) = Technique::from_hodoku_code(&case.technique) else {
        return CaseVerdict::UnknownTechnique;
    };
    let position = Position::of_player(&read.puzzle, &read.placed, cancel);
    let steps = position.steps_of_cases(technique, cancel).steps;
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
