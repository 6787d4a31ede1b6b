//! Optimal solutions by iterative deepening (IDA*).
//!
//! The bound is the phase-1 bound along each of the three axes, because a solved cube is in phase 2
//! of every axis. The last turn of a solution turns a face of some axis and is a phase-2 turn of
//! that axis, so the cube was in phase 2 one turn earlier: the distance exceeds the least of the
//! three bounds.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;
use rayon::prelude::*;

use super::coset_search::{CosetBounds, CosetSearch};
use super::cubies::{Cubies, TURNS, rotated_turn, to_u8};
use super::phase1::{Phase1State, SideGoal, View, bit_indices, turned_centres, turns_after};
use super::tables::Tables;
use super::two_phase::MAX_TURNS;

/// The number of nodes between two checks for cancellation.
const NODES_PER_CANCEL_CHECK: u64 = 1 << 12;

/// The search for solutions by increasing length.
pub(super) struct IterativeDeepening<'a> {
    pub(super) tables: &'a Tables,
    pub(super) cube: Cubies,
    /// The views along the three axes.
    pub(super) views: [&'a View; 3],
    /// By axis.
    sides: [SideGoal; 3],
    /// By axis: the name of each turn in its view.
    pub(super) turn_in_view: [[usize; TURNS]; 3],
    nodes: AtomicU64,
}

/// The result of the search for one length.
pub(super) enum LengthResult {
    /// There is a solution of this length.
    Found(Vec<usize>),
    /// No solution has this length.
    NotFound,
    /// The search was stopped.
    Stopped,
}

impl<'a> IterativeDeepening<'a> {
    /// Returns the search; `views` are those of [`View::all_of`].
    pub(super) fn new(tables: &'a Tables, cube: Cubies, views: &'a [View]) -> Self {
        let views = [&views[0], &views[1], &views[2]];
        let same: [usize; TURNS] = std::array::from_fn(|turn| turn);
        let once = same.map(rotated_turn);
        Self {
            tables,
            cube,
            views,
            sides: views.map(|view| view.freedom.sides()),
            turn_in_view: [same, once, once.map(rotated_turn)],
            nodes: AtomicU64::new(0),
        }
    }

    /// Returns the number of search nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns a lower bound on the length of a solution.
    pub(super) fn bound(&self) -> u8 {
        let bounds: [u8; 3] = std::array::from_fn(|axis| {
            self.tables.phase1_bound(&self.views[axis].phase1, self.sides[axis])
        });
        let solved = self.is_solved(&[]);
        let least = bounds.into_iter().min().expect("three axes") + u8::from(!solved);
        let bound = bounds.into_iter().max().expect("three axes").max(least);
        bound + u8::from(!self.has_matching_parity(bound))
    }

    /// Returns whether a solution may have this length: the number of quarter turns has the parity
    /// of the corner permutation.
    pub(super) fn has_matching_parity(&self, length: u8) -> bool {
        let odd = self.tables.moves.corner_parity[usize::from(self.views[0].corners)];
        self.tables.metric == Metric::HalfTurn || odd == length % 2
    }

    fn is_solved(&self, path: &[u8]) -> bool {
        let cube = path.iter().fold(self.cube, |cube, &turn| cube.turned(usize::from(turn)));
        let centres = path.iter().fold(self.views[0].centres, |centres, &turn| {
            turned_centres(centres, usize::from(turn))
        });
        Cubies { centres: [0; 6], ..cube } == Cubies::SOLVED
            && self.views[0].freedom.accepts(centres)
    }

    /// Searches a solution of cost exactly `length`, with at most `nodes` search nodes in total, if
    /// there are `cosets` with their bounds.
    pub(super) fn search_length(
        &self,
        length: u8,
        nodes: u64,
        cosets: Option<&CosetBounds<'_>>,
        cancel: &Cancel,
    ) -> LengthResult {
        let root = self.views.map(|view| view.phase1);
        let cosets = cosets.filter(|bounds| length >= bounds.min_length());
        if length == 0 {
            return if self.is_solved(&[]) {
                LengthResult::Found(Vec::new())
            } else {
                LengthResult::NotFound
            };
        }
        let stopped = AtomicBool::new(false);
        // The first solution in task order wins, independent of thread timing. Tasks start in this
        // order too: those after the first one with a solution are lost work.
        let found = AtomicUsize::new(usize::MAX);
        let next_pair = AtomicUsize::new(0);
        let run_next = |_| {
            let pair = next_pair.fetch_add(1, Ordering::Relaxed);
            if found.load(Ordering::Relaxed) < pair {
                return None;
            }
            let mut search = DepthFirstSearch {
                all: self,
                path: [0; MAX_TURNS],
                nodes: 0,
                limit: nodes,
                cancel,
                stopped: &stopped,
                found: &found,
                pair,
            };
            let turns = [pair / TURNS, pair % TURNS];
            let path = match cosets {
                Some(bounds) => {
                    let mut search = CosetSearch::new(bounds, search);
                    let end = search.search_pair(length, turns);
                    search.lower.check_limits();
                    end.map(|end| bounds.merged(&search.lower.path[..end]))
                }
                None => {
                    let end = search.search_pair(&root, length, turns);
                    search.check_limits();
                    let path = |end: usize| &search.path[..end];
                    end.map(|end| path(end).iter().map(|&turn| usize::from(turn)).collect())
                }
            };
            path.map(|path: Vec<usize>| {
                found.fetch_min(pair, Ordering::Relaxed);
                (pair, path)
            })
        };
        let work = (0..TURNS * TURNS).into_par_iter().filter_map(run_next);
        let work = work.min_by_key(|(pair, _)| *pair).map(|(_, path)| path);
        match work {
            Some(turns) => LengthResult::Found(turns),
            None if stopped.load(Ordering::Relaxed) => LengthResult::Stopped,
            None => LengthResult::NotFound,
        }
    }
}

/// The depth-first search of one task: all paths that begin with two given turns.
pub(super) struct DepthFirstSearch<'a> {
    pub(super) all: &'a IterativeDeepening<'a>,
    pub(super) path: [u8; MAX_TURNS],
    nodes: u64,
    limit: u64,
    cancel: &'a Cancel,
    stopped: &'a AtomicBool,
    /// The number of the first task that found a solution.
    found: &'a AtomicUsize,
    /// The number of this task.
    pair: usize,
}

impl DepthFirstSearch<'_> {
    /// Searches the paths that begin with two turns. If the first turn uses up the length, only the
    /// pair with second turn 0 is searched.
    fn search_pair(
        &mut self,
        root: &[Phase1State; 3],
        length: u8,
        [first, second]: [usize; 2],
    ) -> Option<usize> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let cost = self.all.tables.costs[first];
        let left = length.checked_sub(cost)?;
        let second =
            if left > 0 { 1 << second & turns_after(first / 3) } else { u32::from(second == 0) };
        if second == 0 {
            return None;
        }
        self.descend(root, [1 << first, second], 0, length)
    }

    /// Publishes the node count and checks the limits.
    pub(super) fn check_limits(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        let before = self.all.nodes.fetch_add(nodes, Ordering::Relaxed);
        if before + nodes > self.limit || self.cancel.is_stopped() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Counts nodes; returns whether the search must stop.
    pub(super) fn count_nodes(&mut self, n: u64) -> bool {
        self.nodes += n;
        if self.nodes >= NODES_PER_CANCEL_CHECK {
            self.check_limits();
        }
        self.stopped.load(Ordering::Relaxed) || self.found.load(Ordering::Relaxed) < self.pair
    }

    /// Searches on after the first `depth` turns of `path`, with one of `turns` and exactly `left`
    /// cost. Returns the end of the path.
    pub(super) fn continue_path(&mut self, depth: usize, turns: u32, left: u8) -> Option<usize> {
        let IterativeDeepening { tables, views, turn_in_view, .. } = self.all;
        let states = [0, 1, 2].map(|axis| {
            let path = self.path[..depth].iter();
            let end = path.fold(views[axis].phase1, |state, &turn| {
                tables.moved(&state, turn_in_view[axis][usize::from(turn)])
            });
            Phase1State { distance: tables.find_phase1_distance(&end), ..end }
        });
        self.descend(&states, [turns, (1 << TURNS) - 1], depth, left)
    }

    /// Continues from a state after `depth` turns with a turn of the first set of `turns`, then a
    /// turn of the second set, then any turns.
    fn descend(
        &mut self,
        state: &[Phase1State; 3],
        turns: [u32; 2],
        depth: usize,
        left: u8,
    ) -> Option<usize> {
        if self.count_nodes(1) {
            return None;
        }
        let IterativeDeepening { tables, turn_in_view, sides, .. } = self.all;
        let mut after = [[state[0]; TURNS]; 3];
        let mut passed = turns[0];
        for axis in 0..3 {
            let renamed =
                bit_indices(passed).fold(0, |set, turn| set | 1 << turn_in_view[axis][turn]);
            let kept = tables.expand(&state[axis], renamed, left, sides[axis], &mut after[axis]);
            passed = bit_indices(passed)
                .filter(|&turn| kept >> turn_in_view[axis][turn] & 1 == 1)
                .fold(0, |set, turn| set | 1 << turn);
        }
        for turn in bit_indices(passed) {
            let next: [Phase1State; 3] =
                std::array::from_fn(|axis| after[axis][turn_in_view[axis][turn]]);
            let left = left - tables.costs[turn];
            self.path[depth] = to_u8(turn);
            if left == 0 {
                if self.all.is_solved(&self.path[..=depth]) {
                    return Some(depth + 1);
                }
                continue;
            }
            // An unsolved state needs at least one turn more than the least distance. (`distance`
            // is 0 if the filters decide.)
            if next.iter().all(|phase1| phase1.distance >= left) {
                continue;
            }
            let turns = [turns[1] & turns_after(turn / 3), (1 << TURNS) - 1];
            let end = self.descend(&next, turns, depth + 1, left);
            if end.is_some() {
                return end;
            }
        }
        None
    }
}
