//! Counts walks.

use gordian_core::{Cancel, Limit};

use super::search::{Mode, Search, Stop};
use super::{Board, Statistics};

/// The result of counting walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of different walks found.
    pub walks: u64,
    /// The limit that stopped the count, or `None` if `walks` is exact.
    ///
    /// [`Limit::Solutions`] means that there are at least as many as the limit.
    pub stopped: Option<Limit>,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Counts the walks that collect all coins, beginning at coin `start`, or at any if it is `None`,
/// up to `limit`.
///
/// Walks differ if they collect the coins in different orders. Walks through the same state are
/// counted together, so the count can exceed the number of nodes.
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
    let mut search = Search::new(board, Mode::Count, 0, limit, u64::MAX, cancel);
    let stopped = match search.run(start, u64::MAX) {
        Ok(()) => None,
        Err(Stop::Limit(limit)) => Some(limit),
        Err(Stop::Restart) => unreachable!("a run of unlimited length is never given up"),
    };
    Count { walks: search.walks(), stopped, statistics: search.statistics() }
}
