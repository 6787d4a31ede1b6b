//! Finding walks, with restarts.

use gordian_core::{Cancel, Limit};

use super::Board;
use super::search::{Purpose, Search, Stop};

/// How to look for walks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Chooses among equally promising ways. The answer to "is there a walk" never depends on it.
    pub seed: u64,
    /// Walks after which to stop: 1 to find one, 2 to learn whether it is the only one.
    pub max_walks: usize,
    /// Nodes after which to stop, or `None` to go on until the question is settled.
    pub max_nodes: Option<u64>,
}

impl Default for Config {
    /// One walk, however long it takes, with seed 0.
    fn default() -> Self {
        Self { seed: 0, max_walks: 1, max_nodes: None }
    }
}

/// What a search did, in exact counts: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Coins stepped on, over all attempts.
    pub nodes: u64,
    /// Runs that were given up to begin again in another order.
    pub restarts: u64,
    /// States that had been settled before.
    pub memo_hits: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// Different walks, each with every coin of the board once, as positions in
    /// [`Board::coins`], in the order of collection.
    pub walks: Vec<Vec<usize>>,
    /// Why the search stopped, or `None` if `walks` are proved to be all there are.
    ///
    /// [`Limit::Solutions`] says that as many as asked for were found.
    pub stopped: Option<Limit>,
    /// What the search did.
    pub statistics: Statistics,
}

/// Looks for walks that collect all coins, beginning at coin `start`, or at any if it is `None`.
///
/// It either finds as many walks as asked for or proves that there are no more, unless a limit
/// stops it. `max_walks: 2` so answers "is it the only one": then `walks` has one element and
/// `stopped` is `None`.
///
/// *Cost*: memory about 100 bytes per coin and at most 128 MiB for settled states. Boards of 500
/// coins that have walks take about a thousand nodes; a node takes about 0.3 µs. To prove that
/// there is no (other) walk takes exponential time in the worst case.
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
/// assert_eq!(found.stopped, None, "it is the only one");
/// ```
#[must_use]
pub fn find(board: &Board, start: Option<usize>, config: &Config, cancel: &Cancel) -> SearchResult {
    let mut walks = Vec::new();
    let mut each = |walk: &[usize]| walks.push(walk.to_vec());
    let Enumeration { stopped, statistics, .. } =
        find_each(board, start, config, cancel, &mut each);
    SearchResult { walks, stopped, statistics }
}

/// What came of walks that were handed over one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// How many there were.
    pub n: u64,
    /// Why the search stopped, or `None` if it is proved that these were all.
    pub stopped: Option<Limit>,
    /// What the search did.
    pub statistics: Statistics,
}

/// Looks for walks as [`find`] does, and calls `each` on every walk as it is found. None is kept.
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
        Purpose::HandOver(each),
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

/// Returns the element at `position`, from zero, of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …
///
/// *Source*: Luby, Sinclair, Zuckerman: "Optimal speedup of Las Vegas algorithms", Information
/// Processing Letters 47, 1993: no other fixed sequence of run lengths is better by more than a
/// logarithmic factor, whatever the distribution of the time to success.
fn luby(position: u64) -> u64 {
    let mut position = position + 1;
    loop {
        let bits = position.ilog2() + 1;
        if position == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        position -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
