//! Finds walks, with restarts.

use gordian_core::{Cancel, Limit, luby};

use super::Board;
use super::search::{Mode, Search, Stop};

/// Options of the search for walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The seed for ties between equally promising moves. Whether a walk exists never depends on
    /// it.
    pub seed: u64,
    /// Stop after this many walks: 1 to find one, 2 to decide uniqueness.
    pub max_walks: usize,
    /// Stop after this many nodes; `None`: no limit.
    pub max_nodes: Option<u64>,
}

impl Default for Config {
    /// One walk, no node limit, seed 0.
    fn default() -> Self {
        Self { seed: 0, max_walks: 1, max_nodes: None }
    }
}

/// Counters of a search, equal on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Search nodes (coins stepped on), over all runs.
    pub nodes: u64,
    /// Restarts in another order.
    pub restarts: u64,
    /// States found in the memo table.
    pub memo_hits: u64,
}

/// The result of [`find`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Different walks, each with every coin of the board once, as positions in
    /// [`Board::coins`], in the order of collection.
    pub walks: Vec<Vec<usize>>,
    /// The limit that stopped the search, or `None` if `walks` is proved to be complete.
    ///
    /// [`Limit::Solutions`] means that `max_walks` walks were found.
    pub stopped: Option<Limit>,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Searches for walks that collect all coins, beginning at coin `start`, or at any if it is `None`.
///
/// It finds `max_walks` walks or proves that there are fewer, unless a limit stops it. With
/// `max_walks: 2` it decides uniqueness: a unique walk gives one element in `walks` and `None` in
/// `stopped`.
///
/// *Cost*: memory about 100 bytes per coin and at most 128 MiB for the memo table. Boards of 500
/// coins that have walks take about a thousand nodes; a node takes about 0.3 µs. A proof that there
/// is no (other) walk takes exponential time in the worst case.
///
/// # Panics
///
/// Panics if `start` is not a coin of the board.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_solve::goishi::{Board, Config, find};
///
/// // X.X
/// // ..X
/// let board = Board::new(2, 3, vec![(0, 0), (0, 2), (1, 2)]).expect("three coins on the board");
/// let config = Config { max_walks: 2, ..Config::default() };
/// let found = find(&board, Some(0), &config, &Cancel::new());
/// assert_eq!(found.walks, [[0, 1, 2]]);
/// assert_eq!(found.stopped, None, "the walk is unique");
/// ```
#[must_use]
pub fn find(board: &Board, start: Option<usize>, config: &Config, cancel: &Cancel) -> SearchResult {
    let mut walks = Vec::new();
    let mut each = |walk: &[usize]| walks.push(walk.to_vec());
    let Enumeration { stopped, statistics, .. } =
        find_each(board, start, config, cancel, &mut each);
    SearchResult { walks, stopped, statistics }
}

/// The result of [`find_each`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The number of walks found.
    pub n: u64,
    /// The limit that stopped the search, or `None` if the enumeration is proved to be complete.
    pub stopped: Option<Limit>,
    /// Counters of the search.
    pub statistics: Statistics,
}

/// Searches for walks as [`find`] does, and calls `each` for every walk without storing it.
///
/// # Panics
///
/// Panics if `start` is not a coin of the board.
pub fn find_each(
    board: &Board,
    start: Option<usize>,
    config: &Config,
    cancel: &Cancel,
    each: &mut dyn FnMut(&[usize]),
) -> Enumeration {
    assert!(start.is_none_or(|start| start < board.coins().len()), "the start is not a coin");
    if config.max_walks == 0 {
        let statistics = Statistics::default();
        return Enumeration { n: 0, stopped: Some(Limit::Solutions), statistics };
    }
    let mut search = Search::new(
        board,
        Mode::Enumerate(each),
        config.seed,
        config.max_walks as u64,
        config.max_nodes.unwrap_or(u64::MAX),
        cancel,
    );
    let unit = (2 * board.coins().len() as u64).max(1000);
    let mut restarts = 0;
    let stopped = loop {
        match search.run(start, luby(restarts).saturating_mul(unit)) {
            Ok(()) => break None,
            Err(Stop::Limit(limit)) => break Some(limit),
            Err(Stop::Restart) => restarts += 1,
        }
    };
    let statistics = Statistics { restarts, ..search.statistics() };
    Enumeration { n: search.walks(), stopped, statistics }
}
