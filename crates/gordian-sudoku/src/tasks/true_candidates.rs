//! True candidates: the digits that occur in some solution.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_grid::{Candidates, Grid};

use super::solution_search::{SearchAnswer, SolutionSearch};
use crate::Finder;

/// The result of [`true_candidates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueCandidates {
    /// Candidates that occur in a solution found. All masks are empty if there is no solution.
    pub proven: Candidates,
    /// Candidates that are neither proven nor refuted because the search was stopped.
    pub undecided: Candidates,
    /// The number of searches made.
    pub searches: u64,
    /// The limit that ended the work before all candidates were decided.
    pub stopped: Option<Limit>,
}

/// Finds all digits that occur in some solution, for each cell of a puzzle.
///
/// Each search looks for a solution with a digit in some cell that no earlier solution has there.
/// It either finds one, which proves at least one candidate and usually many, or refutes all
/// undecided candidates of the cell. So at most one search per cell fails.
///
/// `progress` receives the number of candidates decided.
///
/// # Panics
///
/// Panics if the finder is for another layout.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_sudoku::tasks::true_candidates;
/// use gordian_grid::{Grid, Layout};
/// use gordian_sudoku::Finder;
///
/// let layout = Layout::boxes(2, 2)?;
/// let puzzle = Grid::new(layout.clone(), vec![1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// let found = true_candidates(&mut Finder::new(&layout), &puzzle, &Cancel::new(), &NoProgress);
/// assert_eq!(found.proven.mask(0), 0b0001);
/// assert_eq!(found.proven.mask(1), 0b1110);
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
pub fn true_candidates(
    finder: &mut Finder,
    puzzle: &Grid,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> TrueCandidates {
    let mut search = SolutionSearch { finder, cancel, max_nodes: None };
    // Candidates that are not refuted; candidates that are undecided.
    let mut possible = Candidates::of(puzzle);
    let mut open = possible.clone();
    let n = |candidates: &Candidates| -> u64 {
        candidates.masks().iter().map(|mask| u64::from(mask.count_ones())).sum()
    };
    let total = n(&open);
    let mut found = TrueCandidates {
        proven: Candidates::from_masks(vec![0; puzzle.layout.n_cells()]),
        undecided: Candidates::from_masks(vec![0; puzzle.layout.n_cells()]),
        searches: 0,
        stopped: None,
    };
    while let Some(cell) = cell_with_most_digits(&open) {
        found.searches += 1;
        let mut start = possible.clone();
        start.masks_mut()[cell] = open.mask(cell);
        match search.find_one(&start) {
            SearchAnswer::Solution(digits) => {
                for (cell, digit) in digits.into_iter().enumerate() {
                    open.remove(cell, digit);
                    found.proven.masks_mut()[cell] |= 1 << (digit - 1);
                }
            }
            SearchAnswer::NoSolution(_) => {
                possible.masks_mut()[cell] &= !open.mask(cell);
                open.masks_mut()[cell] = 0;
                if possible.mask(cell) == 0 {
                    return found;
                }
            }
            SearchAnswer::Undecided(limit) => {
                found.undecided = open;
                found.stopped = Some(limit);
                return found;
            }
        }
        progress.report(&ProgressEvent::Part { done: total - n(&open), total });
    }
    found
}

/// Returns the cell with the most candidates, or `None` if no cell has any.
fn cell_with_most_digits(candidates: &Candidates) -> Option<usize> {
    let cells = (0..candidates.masks().len()).filter(|&cell| candidates.mask(cell) != 0);
    cells.max_by_key(|&cell| candidates.mask(cell).count_ones())
}
