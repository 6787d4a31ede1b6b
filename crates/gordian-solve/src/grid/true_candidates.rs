//! True candidates: the candidates that occur in some solution. Steps of logic are checked against
//! them.

use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress};
use gordian_grid::{Candidates, Grid};
use gordian_logic::TrueCandidates;
use gordian_sudoku::tasks;

use super::{GridQuery, GridSearch};

/// The time limit for finding the true candidates of a grid with several solutions.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// Finds the true candidates of a grid with the digits that a player has placed, as (cell, digit).
///
/// The search shares no code with the techniques.
///
/// *Cost*: a proof of uniqueness; for a grid with several solutions, up to one second more. Some
/// candidates may stay undecided in that time: see [`TrueCandidates::confirms`].
///
/// # Errors
///
/// Fails with the limit that stopped the search.
pub fn true_candidates(
    grid: &Grid,
    placed: &[(usize, u8)],
    cancel: &Cancel,
) -> Result<TrueCandidates, Limit> {
    find_within(TIME_LIMIT, grid, placed, cancel)
}

/// As [`true_candidates`], with another time limit for grids with several solutions.
fn find_within(
    time_limit: Duration,
    grid: &Grid,
    placed: &[(usize, u8)],
    cancel: &Cancel,
) -> Result<TrueCandidates, Limit> {
    let mut grid = grid.clone();
    for &(cell, digit) in placed {
        grid.givens[cell] = digit;
    }
    let none = Candidates::from_masks(vec![0; grid.layout.n_cells()]);
    let (mut occurring, mut undecided) = (none.clone(), none);
    let mut search = GridSearch::default();
    let mut add = |digits: &[u8]| {
        for (mask, &digit) in occurring.masks_mut().iter_mut().zip(digits) {
            *mask |= 1 << (digit - 1);
        }
    };
    let found = search.find(&grid, &GridQuery::default(), cancel, &NoProgress, &mut add);
    if found.n_solutions == 2 {
        let cancel = cancel.with_time_limit(time_limit);
        let finder = search.finder(&grid.layout);
        let all = tasks::true_candidates(finder, &grid, &cancel, &NoProgress);
        if all.stopped == Some(Limit::Interrupted) {
            return Err(Limit::Interrupted);
        }
        // A limit may stop that search before it has found again what is known from two solutions.
        undecided = all.undecided;
        let masks = occurring.masks_mut().iter_mut().zip(undecided.masks_mut());
        for ((occurring, undecided), proven) in masks.zip(all.proven.masks()) {
            *occurring |= proven;
            *undecided &= !*occurring;
        }
    } else if let Some(limit) = found.stopped {
        return Err(limit);
    }
    Ok(TrueCandidates::new(occurring, undecided))
}

#[cfg(test)]
mod tests {
    use gordian_grid::Candidate;
    use gordian_grid::Layout;

    use super::*;

    #[test]
    fn placed_digits_decide_between_solutions() {
        let layout = Layout::boxes(2, 2).unwrap();
        // Two solutions: 1 and 2 may be exchanged in the right half of the even rows.
        let givens = vec![1, 2, 3, 4, 3, 4, 0, 0, 2, 1, 4, 3, 4, 3, 0, 0];
        let grid = Grid::new(layout, givens);
        let check = |placed: &[(usize, u8)], solvable: bool, unique: bool, allowed: &[u8]| {
            let found = true_candidates(&grid, placed, &Cancel::new()).unwrap();
            assert_eq!((found.is_solvable(), found.is_unique()), (solvable, unique), "{placed:?}");
            let digits: Vec<u8> =
                (1..=4).filter(|&digit| found.allows(Candidate::new(7, digit))).collect();
            assert_eq!(digits, allowed, "{placed:?}");
        };
        check(&[], true, false, &[1, 2]);
        check(&[(6, 1)], true, true, &[2]);
        check(&[(6, 3)], false, false, &[]);
    }

    #[test]
    fn two_solutions_are_known_although_no_time_is_left_for_all_candidates() {
        let grid = Grid::new(Layout::boxes(2, 2).unwrap(), vec![0; 16]);
        let cancel = Cancel::new();
        let some = find_within(Duration::ZERO, &grid, &[], &cancel).unwrap();
        assert!(some.is_solvable() && !some.is_unique());
        // In the empty grid, every candidate occurs in some solution.
        let all = true_candidates(&grid, &[], &cancel).unwrap();
        let candidates =
            || (0..16).flat_map(|cell| (1..=4).map(move |digit| Candidate::new(cell, digit)));
        assert!(candidates().all(|candidate| all.allows(candidate)));
        let n_undecided = candidates().filter(|&candidate| some.is_undecided(candidate)).count();
        let n_allowed = candidates().filter(|&candidate| some.allows(candidate)).count();
        assert!(n_undecided > 0 && n_undecided + n_allowed == 64, "{n_undecided} of 64");
    }

    #[test]
    fn a_cancelled_search_is_an_error() {
        let grid = Grid::new(Layout::classic(), vec![0; 81]);
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(true_candidates(&grid, &[], &cancel), Err(Limit::Interrupted));
    }
}
