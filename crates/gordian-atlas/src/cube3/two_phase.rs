//! The two-phase search: enumerates all phase-1 solutions by length, and for each one searches a
//! shortest phase-2 solution that makes the total shorter than the best so far.
//!
//! *Source*: Herbert Kociemba's two-phase algorithm, extended by the parity of the side centres in
//! phase 1 and the remaining orientations of the centres in phase 2.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;

use super::coordinates::{N_CENTRES, N_SLICE_ORDERS};
use super::cubies::{PHASE_2, TURNS};
use super::phase1::{
    CentreFreedom, Phase1State, SideGoal, View, bit_indices, phase2_centres, turned_centres,
    turns_after,
};
use super::tables::{PIECES, Tables};

/// The maximal number of turns of a search path.
pub(super) const MAX_TURNS: usize = 40;

/// The maximal length of phase 2 in turns: longer ones are rarely needed and most expensive.
const MAX_PHASE2_TURNS: usize = 12;

/// The maximal length of phase 2 in quarter turns.
const MAX_PHASE2_QUARTER_TURNS: usize = 20;

/// [`PHASE_2`] as bits.
const PHASE_2_TURNS: u32 = {
    let (mut turns, mut k) = (0, 0);
    while k < PHASE_2.len() {
        turns |= 1 << PHASE_2[k];
        k += 1;
    }
    turns
};

/// The number of nodes between two checks for cancellation.
const NODES_PER_CANCEL_CHECK: u64 = 1 << 12;

/// The state shared by the threads of a search.
pub(super) struct Shared<'a> {
    pub(super) tables: &'a Tables,
    pub(super) cancel: &'a Cancel,
    /// The next solution must be shorter than this.
    pub(super) below: AtomicUsize,
    /// The search stops at a solution of at most this length.
    pub(super) enough: usize,
    /// The best solution so far, as turns of the original position.
    pub(super) best: Mutex<Option<Vec<usize>>>,
    /// Whether the search has ended: a solution is good enough, or the search was cancelled.
    pub(super) is_finished: AtomicBool,
    /// The number of search nodes.
    pub(super) nodes: AtomicU64,
    /// Called with the lengths of better solutions.
    pub(super) report: &'a (dyn Fn(usize) + Sync),
}

impl Shared<'_> {
    /// Records a solution of length `length` if it is shorter than all before.
    fn record_if_shorter(&self, turns: Vec<usize>, length: usize) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if length < self.below.load(Ordering::Relaxed) {
            self.below.store(length, Ordering::Relaxed);
            *best = Some(turns);
            if length <= self.enough {
                self.is_finished.store(true, Ordering::Relaxed);
            }
            (self.report)(length);
        }
    }
}

/// The accepted final values of `centres`, as shifts that map them to the solved value.
struct CentreShifts {
    /// By [`parities`], for each accepted value: the shifted value of each value of `centres`.
    shifted: [Vec<[u8; N_CENTRES]>; 4],
}

/// Returns the parities of the centres that phase-2 turns change together with the parities of the
/// corners and of the slice's edges: of the quarter turns of U and D (bit 0) and of the half turns
/// of the sides (bit 1).
fn parities(centres: u8) -> u8 {
    let sides = centres >> 4;
    let sides = sides ^ sides >> 2;
    (centres ^ centres >> 2) & 1 | (sides ^ sides >> 1) << 1 & 2
}

/// With more accepted values per parity, the bounds without centres are used.
const MAX_CENTRE_SHIFTS: usize = 8;

impl CentreShifts {
    /// Returns the shifts of the accepted values, or `None` if there are too many.
    fn new(freedom: CentreFreedom) -> Option<Self> {
        let mut shifted = [const { Vec::new() }; 4];
        let free = phase2_centres(freedom.0);
        for shift in (0..N_CENTRES).filter(|shift| shift & !free == 0) {
            // U and D count quarter turns, each side is one bit.
            let add = |value: usize| {
                ((value + shift) & 3)
                    | (((value >> 2) + (shift >> 2)) & 3) << 2
                    | (value ^ shift) & 0xf0
            };
            let parities = usize::from(parities(super::cubies::to_u8(shift)));
            shifted[parities].push(std::array::from_fn(|value| super::cubies::to_u8(add(value))));
        }
        let few = shifted.iter().all(|shifts| shifts.len() <= MAX_CENTRE_SHIFTS);
        few.then_some(Self { shifted })
    }
}

/// A state of phase 2.
#[derive(Clone, Copy)]
struct Phase2State {
    corners: u16,
    ud_edges: u16,
    slice_order: u8,
    centres: u8,
}

/// A search through one view of a position.
pub(super) struct TwoPhaseSearch<'a> {
    shared: &'a Shared<'a>,
    start: &'a View,
    sides: SideGoal,
    shifts: Option<CentreShifts>,
    path: [u8; MAX_TURNS],
    /// The number of turns of `path` for which `corners`, `four_edges` and `centres` are up to
    /// date.
    n_tracked: usize,
    corners: [u16; MAX_TURNS],
    four_edges: [[u16; 3]; MAX_TURNS],
    centres: [u32; MAX_TURNS],
    nodes: u64,
    stopped: bool,
}

impl<'a> TwoPhaseSearch<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, start: &'a View) -> Self {
        let sides = start.freedom.sides();
        let mut search = Self {
            shared,
            start,
            sides,
            shifts: if sides == SideGoal::Ignored {
                None
            } else {
                CentreShifts::new(start.freedom)
            },
            path: [0; MAX_TURNS],
            n_tracked: 0,
            corners: [0; MAX_TURNS],
            four_edges: [[0; 3]; MAX_TURNS],
            centres: [0; MAX_TURNS],
            nodes: 0,
            stopped: false,
        };
        search.corners[0] = start.corners;
        search.four_edges[0] = start.four_edges;
        search.centres[0] = start.centres;
        search
    }

    /// Searches all phase-1 solutions of cost `cost` that begin with `first`; `None` stands for
    /// cost 0.
    pub(super) fn run(&mut self, cost: u8, first: Option<usize>) {
        let start = self.start;
        match first {
            None => self.search_phase2(0, 0),
            Some(first) => self.search_phase1(&start.phase1, 1 << first, 0, 0, cost),
        }
        self.shared.nodes.fetch_add(std::mem::take(&mut self.nodes), Ordering::Relaxed);
    }

    /// Returns a lower bound on the cost of phase 1.
    pub(super) fn phase1_bound(&self) -> u8 {
        self.shared.tables.phase1_bound(&self.start.phase1, self.sides)
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CANCEL_CHECK) {
            if self.shared.cancel.is_stopped() {
                self.shared.is_finished.store(true, Ordering::Relaxed);
            }
            self.stopped |= self.shared.is_finished.load(Ordering::Relaxed);
        }
    }

    /// Continues from a state after `depth` turns of cost `cost` with one of `turns` (a bit set),
    /// with cost `left` remaining until phase 2 begins.
    fn search_phase1(
        &mut self,
        phase1: &Phase1State,
        turns: u32,
        depth: usize,
        cost: usize,
        left: u8,
    ) {
        self.count_node();
        let tables = self.shared.tables;
        let mut after = [*phase1; TURNS];
        // If the last turn is a phase-2 turn, the state before it is already in phase 2.
        let turns = if left == 1 { turns & !PHASE_2_TURNS } else { turns };
        let passed = tables.expand(phase1, turns, left, self.sides, &mut after);
        for turn in bit_indices(passed) {
            self.path[depth] = super::cubies::to_u8(turn);
            self.n_tracked = self.n_tracked.min(depth);
            let turn_cost = tables.costs[turn];
            let (left, cost) = (left - turn_cost, cost + usize::from(turn_cost));
            if left == 0 {
                self.search_phase2(depth + 1, cost);
            } else {
                self.search_phase1(&after[turn], turns_after(turn / 3), depth + 1, cost, left);
            }
            if self.stopped {
                return;
            }
        }
    }

    /// Updates the coordinates along the path up to `depth`.
    fn track_path(&mut self, depth: usize) {
        let moves = &self.shared.tables.moves;
        for at in self.n_tracked..depth {
            let turn = usize::from(self.path[at]);
            self.corners[at + 1] = moves.corners[usize::from(self.corners[at])][turn];
            self.four_edges[at + 1] =
                self.four_edges[at].map(|four| moves.four_edges.moves[usize::from(four)][turn]);
            self.centres[at + 1] = turned_centres(self.centres[at], turn);
        }
        self.n_tracked = depth;
    }

    /// Searches the shortest phase 2 after `depth` turns of cost `cost`, and records the solution
    /// if it is the shortest so far.
    fn search_phase2(&mut self, depth: usize, cost: usize) {
        let below = self.shared.below.load(Ordering::Relaxed);
        if cost >= below {
            return;
        }
        self.track_path(depth);
        let tables = self.shared.tables;
        let (ud_edges, slice_order) = tables.moves.four_edges.to_phase2(self.four_edges[depth]);
        let phase2 = Phase2State {
            corners: self.corners[depth],
            ud_edges: super::coordinates::to_u16(ud_edges),
            slice_order: super::cubies::to_u8(slice_order),
            centres: super::cubies::to_u8(phase2_centres(self.centres[depth])),
        };
        let longest = match tables.metric {
            Metric::HalfTurn => MAX_PHASE2_TURNS,
            Metric::QuarterTurn => MAX_PHASE2_QUARTER_TURNS,
        };
        let longest = longest.min(below - 1 - cost).min(MAX_TURNS - 1 - depth);
        let longest = super::cubies::to_u8(longest);
        let shifts = self.shifts.take();
        let fitting = shifts.as_ref().map(|shifts| {
            let corners = tables.moves.corner_parity[usize::from(phase2.corners)];
            let slice = tables.moves.slice_order_parity[slice_order];
            &shifts.shifted[usize::from(parities(phase2.centres) ^ corners ^ slice << 1)][..]
        });
        let mut limit = self.phase2_bound(&phase2, fitting, longest);
        while limit <= longest && !self.stopped {
            if let Some(end) = self.phase2_from(&phase2, fitting, depth, limit) {
                let turns: Vec<usize> =
                    self.path[..end].iter().map(|&turn| usize::from(turn)).collect();
                self.shared.record_if_shorter(
                    self.start.turns_of_original(&turns),
                    cost + usize::from(limit),
                );
                self.stopped |= self.shared.is_finished.load(Ordering::Relaxed);
                break;
            }
            limit += 1;
        }
        self.shifts = shifts;
    }

    /// Returns a lower bound on the cost of phase 2. The evaluation stops early once the bound
    /// exceeds `enough`.
    #[inline]
    fn phase2_bound(
        &self,
        phase2: &Phase2State,
        shifts: Option<&[[u8; N_CENTRES]]>,
        enough: u8,
    ) -> u8 {
        let Tables { symmetric, bounds, .. } = self.shared.tables;
        let corners = symmetric.corners.find(usize::from(phase2.corners));
        let slice_order = usize::from(phase2.slice_order);
        let ud_edge_classes = symmetric.ud_edge_classes.find(usize::from(phase2.ud_edges));
        let bound = match (shifts, &bounds.centres) {
            (Some(shifts), Some(bounds)) => {
                let one = |shift: &[u8; N_CENTRES]| {
                    let centres = usize::from(shift[usize::from(phase2.centres)]);
                    let by_corners =
                        bounds.corners.get(symmetric.phase2_index(corners, slice_order, centres));
                    if by_corners > enough {
                        return by_corners;
                    }
                    by_corners.max(bounds.edges.get(symmetric.phase2_index(
                        ud_edge_classes,
                        slice_order,
                        centres,
                    )))
                };
                shifts.iter().map(one).min().unwrap_or(u8::MAX)
            }
            _ => {
                let at = |(class, symmetry): (usize, usize)| {
                    class * N_SLICE_ORDERS
                        + usize::from(symmetric.slice_order[slice_order][symmetry])
                };
                bounds
                    .plain_corners
                    .get(at(corners))
                    .max(bounds.plain_edges.get(at(ud_edge_classes)))
            }
        };
        match &bounds.pieces {
            Some(pieces) if bound <= enough => {
                let ud_edges = symmetric.ud_edges[usize::from(phase2.ud_edges)][corners.1];
                bound.max(PIECES[usize::from(pieces.get(corners.0, usize::from(ud_edges)))])
            }
            _ => bound,
        }
    }

    /// Searches a phase 2 of cost exactly `left` from a state after `depth` turns; returns the
    /// depth of its end.
    fn phase2_from(
        &mut self,
        phase2: &Phase2State,
        shifts: Option<&[[u8; N_CENTRES]]>,
        depth: usize,
        left: u8,
    ) -> Option<usize> {
        self.count_node();
        if left == 0 {
            // The bound is 0 only if corners, edges and centres may be solved.
            return self.is_solved(phase2, depth).then_some(depth);
        }
        let allowed = match depth.checked_sub(1) {
            Some(last) => turns_after(usize::from(self.path[last]) / 3),
            None => PHASE_2_TURNS,
        };
        let moves = &self.shared.tables.moves;
        for (k, &turn) in PHASE_2.iter().enumerate() {
            let cost = self.shared.tables.costs[turn];
            if allowed >> turn & 1 == 0 || cost > left {
                continue;
            }
            let after = Phase2State {
                corners: moves.corners[usize::from(phase2.corners)][turn],
                ud_edges: moves.ud_edges[usize::from(phase2.ud_edges)][k],
                slice_order: moves.slice_order[usize::from(phase2.slice_order)][k].to_le_bytes()[0],
                centres: moves.centres[usize::from(phase2.centres)][k].to_le_bytes()[0],
            };
            let left = left - cost;
            if self.phase2_bound(&after, shifts, left) > left {
                continue;
            }
            self.path[depth] = super::cubies::to_u8(turn);
            self.n_tracked = self.n_tracked.min(depth);
            if let Some(end) = self.phase2_from(&after, shifts, depth + 1, left) {
                return Some(end);
            }
            if self.stopped {
                return None;
            }
        }
        None
    }

    fn is_solved(&mut self, phase2: &Phase2State, depth: usize) -> bool {
        if (phase2.corners, phase2.ud_edges, phase2.slice_order) != (0, 0, 0) {
            return false;
        }
        self.track_path(depth);
        self.start.freedom.accepts(self.centres[depth])
    }
}

/// Returns the first turns of the tasks of phase-1 cost `cost`.
pub(super) fn tasks(cost: u8) -> Vec<Option<usize>> {
    if cost == 0 { vec![None] } else { (0..TURNS).map(Some).collect() }
}

/// Returns the lower bound on phase 2 of a position that is in it.
#[cfg(test)]
pub(super) fn phase2_lower_bound(tables: &Tables, start: &View) -> u8 {
    let (report, cancel) = (|_| {}, Cancel::new());
    let shared = Shared {
        tables,
        cancel: &cancel,
        below: AtomicUsize::new(MAX_TURNS),
        enough: 0,
        best: Mutex::new(None),
        is_finished: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        report: &report,
    };
    let search = TwoPhaseSearch::new(&shared, start);
    let (ud_edges, slice_order) = tables.moves.four_edges.to_phase2(start.four_edges);
    let phase2 = Phase2State {
        corners: start.corners,
        ud_edges: super::coordinates::to_u16(ud_edges),
        slice_order: super::cubies::to_u8(slice_order),
        centres: super::cubies::to_u8(phase2_centres(start.centres)),
    };
    let shifts = search.shifts.as_ref().map(|shifts| &shifts.shifted[0][..]);
    search.phase2_bound(&phase2, shifts, u8::MAX)
}
