//! Solutions are judged by the rules before they are shown.

use gordian::grid::SolutionChecker;
use gordian::sudoku::Puzzle;

use crate::fault::Fault;

/// Refuses a solution that breaks a rule.
pub(super) fn check(
    checker: &mut SolutionChecker,
    puzzle: &Puzzle,
    solution: &[u8],
    engine: &str,
) -> Result<(), Fault> {
    checker.first_violation(puzzle, solution).map_or(Ok(()), |rule| Err(unsound(engine, &rule)))
}

/// Returns the fault of an engine whose solution breaks a rule: a bug, which is told instead of the
/// solution.
pub(super) fn unsound(engine: &str, rule: &str) -> Fault {
    let message = format!("the engine `{engine}` found a solution that breaks the rules: {rule}");
    Fault::new("solve.unsound", message)
        .hint("this is a bug in Gordian: please report it with the puzzle")
}
