//! Counting walks.

use gordian_core::{Cancel, Limit};

use super::search::{Purpose, Search, Stop};
use super::{Board, Statistics};

/// How many walks there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Different walks counted.
    pub walks: u64,
    /// Why the counting stopped, or `None` if `walks` is the exact number.
    ///
    /// [`Limit::Solutions`] says that there are at least as many as the limit.
    pub stopped: Option<Limit>,
    /// What the search did.
    pub statistics: Statistics,
}

/// Counts the walks that collect all coins, beginning at coin `start`, or at any if it is `None`,
/// up to `limit`.
///
/// A walk is counted by the order in which it collects the coins. Walks that lead to the same
/// state are counted together, so the number may be larger than the time spent.
///
/// # Panics
///
/// Panics if `start` is not a coin of the board.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_solve::goishi::{Board, count};
///
/// // X.X
/// // ..X
/// let board = Board::new(2, 3, vec![(0, 0), (0, 2), (1, 2)]).expect("three coins on the board");
/// assert_eq!(count(&board, None, u64::MAX, &Cancel::new()).walks, 2);
/// ```
#[must_use]
pub fn count(board: &Board, start: Option<usize>, limit: u64, cancel: &Cancel) -> Count {
    assert!(start.is_none_or(|start| start < board.coins().len()), "the start is not a coin");
    if limit == 0 {
        let statistics = Statistics::default();
        return Count { walks: 0, stopped: Some(Limit::Solutions), statistics };
    }
    let mut search = Search::new(board, Purpose::Count, 0, limit, u64::MAX, cancel);
    let stopped = match search.run(start, u64::MAX) {
        Ok(()) => None,
        Err(Stop::Limit(limit)) => Some(limit),
        Err(Stop::Restart) => unreachable!("a run of unlimited length is never given up"),
    };
    Count { walks: search.walks(), stopped, statistics: search.statistics() }
}
