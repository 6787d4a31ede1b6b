//! Which digits occur in a solution.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};

use super::question::{Answer, Asker};
use crate::{Candidates, Finder, Puzzle};

/// The digits that occur in some solution, per cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueCandidates {
    /// Digits of which a solution with them in the cell was seen. All masks are empty if there is
    /// no solution.
    pub proven: Candidates,
    /// Digits of which nothing is known because the search was stopped; empty if it was not.
    pub undecided: Candidates,
    /// The searches that were made.
    pub searches: u64,
    /// What ended the work before everything was known.
    pub stopped: Option<Limit>,
}

/// Finds all digits that occur in some solution, for each cell of a puzzle.
///
/// Each search asks for a solution that has a digit in some cell that no solution before it had
/// there. It finds one, which shows at least one new digit and mostly many, or proves that there
/// is none, which settles the cell. So there are at most as many fruitless searches as cells.
///
/// `progress` is told how many of the digits are settled.
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
/// use gordian_sudoku::{Finder, Layout, Puzzle};
///
/// let layout = Layout::boxes(2, 2)?;
/// let puzzle = Puzzle::new(layout.clone(), vec![1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// let found = true_candidates(&mut Finder::new(&layout), &puzzle, &Cancel::new(), &NoProgress);
/// assert_eq!(found.proven.mask(0), 0b0001);
/// assert_eq!(found.proven.mask(1), 0b1110);
/// # Ok::<(), gordian_sudoku::LayoutError>(())
/// ```
pub fn true_candidates(
    finder: &mut Finder,
    puzzle: &Puzzle,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> TrueCandidates {
    let mut asker = Asker { finder, cancel, max_nodes: None };
    // What has not been refuted; what no solution was seen of.
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
    while let Some(cell) = fullest(&open) {
        found.searches += 1;
        let mut start = possible.clone();
        start.masks_mut()[cell] = open.mask(cell);
        match asker.ask(&start) {
            Answer::Solution(digits) => {
                for (cell, digit) in digits.into_iter().enumerate() {
                    open.remove(cell, digit);
                    found.proven.masks_mut()[cell] |= 1 << (digit - 1);
                }
            }
            Answer::None(_) => {
                possible.masks_mut()[cell] &= !open.mask(cell);
                open.masks_mut()[cell] = 0;
                if possible.mask(cell) == 0 {
                    return found;
                }
            }
            Answer::Undecided(limit) => {
                found.undecided = open;
                found.stopped = Some(limit);
                return found;
            }
        }
        progress.report(&ProgressEvent::Part { done: total - n(&open), total });
    }
    found
}

/// Returns the cell with the most digits, if there is any digit.
fn fullest(candidates: &Candidates) -> Option<usize> {
    let cells = (0..candidates.masks().len()).filter(|&cell| candidates.mask(cell) != 0);
    cells.max_by_key(|&cell| candidates.mask(cell).count_ones())
}
