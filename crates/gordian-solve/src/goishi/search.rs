//! The depth-first search that finding and counting share.

use gordian_core::{Cancel, Index, Limit, Random};

use super::links::{Coin, Heading, Links, STANDING, back};
use super::memo::Memo;
use super::{Board, Statistics};

/// A state below which fewer nodes were searched is quicker to search again than to keep.
const WORTH_KEEPING: u64 = 4;

/// Nodes between two looks at [`Cancel`].
const POLL_INTERVAL: u64 = 1024;

/// What is done with walks, and what the table keeps.
pub(super) enum Purpose<'a> {
    /// Hand every walk over; states without walks are kept.
    HandOver(&'a mut dyn FnMut(&[usize])),
    /// Only count; states are kept with their counts.
    Count,
}

/// Why a search ended before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The nodes of this run are used up and it has not found a walk.
    Restart,
    /// A limit of the whole search.
    Limit(Limit),
}

/// A coin on the walk that is being built, with the ways on that were not tried yet.
#[derive(Clone, Copy, Debug)]
struct Frame {
    coin: Coin,
    place: u64,
    /// The ways on, best last.
    ways: [(u64, Coin, Heading); 4],
    n_ways: usize,
    /// Walks and nodes before this frame.
    walks: u64,
    nodes: u64,
}

/// A search on one board.
///
/// Between runs no coin is taken. The table outlives the runs: what it says is true of the board,
/// whatever the order of the search.
pub(super) struct Search<'a> {
    links: Links,
    memo: Memo,
    random: Random,
    cancel: &'a Cancel,
    purpose: Purpose<'a>,
    /// Walks found so far, up to `max_walks`.
    walks: u64,
    max_walks: u64,
    max_nodes: u64,
    /// Nodes at which a run without a walk gives up.
    run_end: u64,
    /// The coins walked over by `frames`, and the one stepped on.
    path: Vec<usize>,
    frames: Vec<Frame>,
    statistics: Statistics,
}

impl<'a> Search<'a> {
    /// Returns a search that ends after `max_walks` walks or `max_nodes` nodes.
    pub(super) fn new(
        board: &Board,
        purpose: Purpose<'a>,
        seed: u64,
        max_walks: u64,
        max_nodes: u64,
        cancel: &'a Cancel,
    ) -> Self {
        let links = Links::new(board);
        Self {
            memo: Memo::new(links.left().len()),
            links,
            random: Random::new(seed),
            cancel,
            purpose,
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

    /// Returns what the search did so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Searches all walks from `start`, or from every coin, in an order chosen anew.
    ///
    /// As long as no walk was found at all, the run gives up after `n_nodes` nodes. Walks handed
    /// over by one run are all different.
    ///
    /// # Errors
    ///
    /// Why the search ended before all walks were seen.
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
        self.step(start, STANDING)?;
        while let Some(frame) = self.frames.last_mut() {
            if frame.n_ways > 0 {
                frame.n_ways -= 1;
                let (_, coin, heading) = frame.ways[frame.n_ways];
                self.step(coin, heading)?;
            } else {
                self.close();
            }
        }
        Ok(())
    }

    /// Steps on `coin`: ends a walk, or opens a frame, or finds that there is nothing ahead.
    fn step(&mut self, coin: Coin, heading: Heading) -> Result<(), Stop> {
        self.start_node()?;
        if self.links.n_left() == 1 {
            if let Purpose::HandOver(each) = &mut self.purpose {
                self.path.push(coin.index());
                each(&self.path);
                self.path.pop();
            }
            return self.add_walks(1);
        }
        let place = self.place(coin, heading);
        if let Some(count) = self.memo.get(self.links.left(), place) {
            self.statistics.memo_hits += 1;
            return self.add_walks(count);
        }
        let (walks, nodes) = (self.walks, self.statistics.nodes);
        let near = self.links.near(coin);
        self.links.take(coin);
        let mut frame = Frame { coin, place, ways: [(0, coin, 0); 4], n_ways: 0, walks, nodes };
        self.find_ways(&mut frame, near, heading);
        if frame.n_ways == 0 {
            self.links.put_back(coin);
        } else {
            self.frames.push(frame);
            self.path.push(coin.index());
        }
        Ok(())
    }

    /// Counts a node and looks at the limits.
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

    /// Returns where the walker stands and which way is barred, the latter only where it leads to
    /// a coin: without one, it makes no difference.
    fn place(&self, coin: Coin, heading: Heading) -> u64 {
        let barred = back(heading);
        let matters = barred != STANDING && self.links.near(coin)[barred] != self.links.none();
        coin.index() as u64 * 5 + if matters { barred as u64 } else { 4 }
    }

    /// Puts the ways on from the frame's coin, which was just taken, into the frame.
    fn find_ways(&mut self, frame: &mut Frame, near: [Coin; 4], heading: Heading) {
        let n_leaves = self.links.n_leaves();
        let is_last = self.links.n_left() == 1;
        // One leaf may be stepped on now and another one last of all.
        if !is_last && (n_leaves > 2 || !self.links.still_connected(frame.coin)) {
            return;
        }
        for (way, coin) in near.into_iter().enumerate() {
            if coin == self.links.none() || way == back(heading) {
                continue;
            }
            let n_other_leaves = n_leaves - usize::from(self.links.is_leaf(coin));
            if is_last || (n_other_leaves <= 1 && self.has_way_out(coin, way)) {
                // Coins with few neighbours first; among equals it is left to chance.
                let urgency = u64::from(4 - self.links.degree(coin)) << 32;
                frame.ways[frame.n_ways] = (urgency | self.random.bits() >> 32, coin, way);
                frame.n_ways += 1;
            }
        }
        frame.ways[..frame.n_ways].sort_unstable_by_key(|way| way.0);
    }

    fn has_way_out(&self, coin: Coin, heading: Heading) -> bool {
        let none = self.links.none();
        let near = self.links.near(coin);
        (0..4).any(|way| way != back(heading) && near[way] != none)
    }

    /// Closes the last frame, all of whose ways were tried.
    fn close(&mut self) {
        let frame = self.frames.pop().expect("there is a frame to close");
        self.path.pop();
        self.links.put_back(frame.coin);
        let count = self.walks - frame.walks;
        let keeps = count == 0 || matches!(self.purpose, Purpose::Count);
        if keeps && self.statistics.nodes - frame.nodes >= WORTH_KEEPING {
            self.memo.insert(self.links.left(), frame.place, count);
        }
    }
}
