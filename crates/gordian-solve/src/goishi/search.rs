//! The depth-first search that enumerates or counts walks.

use gordian_core::{Cancel, Index, Limit, Random};

use super::links::{Coin, CoinLinks, Heading, NO_HEADING, opposite};
use super::memo::Memo;
use super::{Board, Statistics};

/// States with fewer nodes below them are not stored: searching them again is faster.
const MIN_MEMO_NODES: u64 = 4;

/// Nodes between two checks of [`Cancel`].
const POLL_INTERVAL: u64 = 1024;

/// What to do with walks, and what the memo table stores.
pub(super) enum Mode<'a> {
    /// Passes every walk to a callback; only states without walks are stored.
    Enumerate(&'a mut dyn FnMut(&[usize])),
    /// Counts walks; states are stored with their counts.
    Count,
}

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The node budget of this run is used up without a walk.
    Restart,
    /// A limit of the whole search.
    Limit(Limit),
}

/// A coin on the current path, with its untried moves.
#[derive(Clone, Copy, Debug)]
struct Frame {
    coin: Coin,
    key: u64,
    /// The untried moves, best last: priority, coin and heading.
    moves: [(u64, Coin, Heading); 4],
    n_moves: usize,
    /// The numbers of walks and nodes before this frame.
    walks: u64,
    nodes: u64,
}

/// A search on one board.
///
/// Between runs no coin is removed. The memo table is kept across runs: its entries do not depend
/// on the order of the search.
pub(super) struct Search<'a> {
    links: CoinLinks,
    memo: Memo,
    random: Random,
    cancel: &'a Cancel,
    mode: Mode<'a>,
    /// Walks found so far, up to `max_walks`.
    walks: u64,
    max_walks: u64,
    max_nodes: u64,
    /// The node count at which a run without a walk stops.
    run_end: u64,
    /// The coins of `frames`.
    path: Vec<usize>,
    frames: Vec<Frame>,
    statistics: Statistics,
}

impl<'a> Search<'a> {
    /// Returns a search that ends after `max_walks` walks or `max_nodes` nodes.
    pub(super) fn new(
        board: &Board,
        mode: Mode<'a>,
        seed: u64,
        max_walks: u64,
        max_nodes: u64,
        cancel: &'a Cancel,
    ) -> Self {
        let links = CoinLinks::new(board);
        Self {
            memo: Memo::new(links.left().len()),
            links,
            random: Random::new(seed),
            cancel,
            mode,
            walks: 0,
            max_walks,
            max_nodes,
            run_end: u64::MAX,
            path: Vec::new(),
            frames: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// Returns the number of walks found.
    pub(super) fn walks(&self) -> u64 {
        self.walks
    }

    /// Returns the counters of the search so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Searches all walks from `start`, or from every coin, in a new random order.
    ///
    /// While no walk has been found, the run stops after `n_nodes` nodes. All walks of one run
    /// differ.
    ///
    /// # Errors
    ///
    /// Returns why the run ended before the search was complete.
    pub(super) fn run(&mut self, start: Option<usize>, n_nodes: u64) -> Result<(), Stop> {
        if !self.links.is_connected() {
            return Ok(());
        }
        self.run_end = self.statistics.nodes.saturating_add(n_nodes);
        let mut starts = match start {
            Some(start) => vec![start],
            None => (0..self.links.n_left()).collect(),
        };
        self.random.shuffle(&mut starts);
        starts.into_iter().try_for_each(|start| {
            let end = self.descend(Coin::from_usize(start));
            while let Some(frame) = self.frames.pop() {
                self.links.put_back(frame.coin);
            }
            self.path.clear();
            end
        })
    }

    fn descend(&mut self, start: Coin) -> Result<(), Stop> {
        self.step(start, NO_HEADING)?;
        while let Some(frame) = self.frames.last_mut() {
            if frame.n_moves > 0 {
                frame.n_moves -= 1;
                let (_, coin, heading) = frame.moves[frame.n_moves];
                self.step(coin, heading)?;
            } else {
                self.close();
            }
        }
        Ok(())
    }

    /// Steps on `coin`: completes a walk, uses the memo table, or opens a frame if there are moves.
    fn step(&mut self, coin: Coin, heading: Heading) -> Result<(), Stop> {
        self.start_node()?;
        if self.links.n_left() == 1 {
            if let Mode::Enumerate(each) = &mut self.mode {
                self.path.push(coin.index());
                each(&self.path);
                self.path.pop();
            }
            return self.add_walks(1);
        }
        let key = self.memo_key(coin, heading);
        if let Some(count) = self.memo.get(self.links.left(), key) {
            self.statistics.memo_hits += 1;
            return self.add_walks(count);
        }
        let (walks, nodes) = (self.walks, self.statistics.nodes);
        let neighbours = self.links.neighbours(coin);
        self.links.take(coin);
        let mut frame = Frame { coin, key, moves: [(0, coin, 0); 4], n_moves: 0, walks, nodes };
        self.generate_moves(&mut frame, neighbours, heading);
        if frame.n_moves == 0 {
            self.links.put_back(coin);
        } else {
            self.frames.push(frame);
            self.path.push(coin.index());
        }
        Ok(())
    }

    /// Counts a node and checks the limits.
    fn start_node(&mut self) -> Result<(), Stop> {
        let nodes = self.statistics.nodes;
        if nodes >= self.max_nodes {
            return Err(Stop::Limit(Limit::Effort));
        }
        if nodes >= self.run_end && self.walks == 0 {
            return Err(Stop::Restart);
        }
        if nodes.is_multiple_of(POLL_INTERVAL)
            && let Some(limit) = self.cancel.stopped()
        {
            return Err(Stop::Limit(limit));
        }
        self.statistics.nodes += 1;
        Ok(())
    }

    fn add_walks(&mut self, n: u64) -> Result<(), Stop> {
        self.walks = self.walks.saturating_add(n).min(self.max_walks);
        if self.walks == self.max_walks { Err(Stop::Limit(Limit::Solutions)) } else { Ok(()) }
    }

    /// Returns the memo key: the coin stepped on and the forbidden direction. The direction is
    /// included only if there is a coin in it; otherwise it makes no difference.
    fn memo_key(&self, coin: Coin, heading: Heading) -> u64 {
        let forbidden = opposite(heading);
        let matters =
            forbidden != NO_HEADING && self.links.neighbours(coin)[forbidden] != self.links.none();
        coin.index() as u64 * 5 + if matters { forbidden as u64 } else { 4 }
    }

    /// Fills the frame with the moves from its coin, which was just removed.
    fn generate_moves(&mut self, frame: &mut Frame, neighbours: [Coin; 4], heading: Heading) {
        let n_leaves = self.links.n_leaves();
        let is_last = self.links.n_left() == 1;
        // One leaf may be entered now, and another one may be the last coin.
        if !is_last && (n_leaves > 2 || !self.links.still_connected(frame.coin)) {
            return;
        }
        for (way, coin) in neighbours.into_iter().enumerate() {
            if coin == self.links.none() || way == opposite(heading) {
                continue;
            }
            let n_other_leaves = n_leaves - usize::from(self.links.is_leaf(coin));
            if is_last || (n_other_leaves <= 1 && self.has_way_out(coin, way)) {
                // Coins with few neighbours first; ties are broken at random.
                let urgency = u64::from(4 - self.links.degree(coin)) << 32;
                frame.moves[frame.n_moves] = (urgency | self.random.bits() >> 32, coin, way);
                frame.n_moves += 1;
            }
        }
        frame.moves[..frame.n_moves].sort_unstable_by_key(|way| way.0);
    }

    fn has_way_out(&self, coin: Coin, heading: Heading) -> bool {
        let none = self.links.none();
        let neighbours = self.links.neighbours(coin);
        (0..4).any(|way| way != opposite(heading) && neighbours[way] != none)
    }

    /// Closes the last frame, which has no untried moves.
    fn close(&mut self) {
        let frame = self.frames.pop().expect("there is a frame to close");
        self.path.pop();
        self.links.put_back(frame.coin);
        let count = self.walks - frame.walks;
        let keeps = count == 0 || matches!(self.mode, Mode::Count);
        if keeps && self.statistics.nodes - frame.nodes >= MIN_MEMO_NODES {
            self.memo.insert(self.links.left(), frame.key, count);
        }
    }
}
