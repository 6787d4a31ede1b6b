//! Other ways to count moves: what the hand does between the twists.
//!
//! A solution is `t₀ / t₁ / … / tₙ`: turns of the layers and `n` twists. It costs
//!
//! - **twist metric**: `n`;
//! - **WCA style**: one for each twist and one for each turn `(x,y)` other than `(0,0)`;
//! - **face turns**: one for each twist, one for each `x` and one for each `y` other than 0.
//!
//! In the latter two it matters how the layers stand at the beginning and at the end. Between two
//! twists there is a turn (two twists in a row undo each other), so with `r` twists to go after a
//! twist at least `2·r` moves remain, and before the first one at least `2·r − 1`. That bound guides a
//! depth-first search with a limit on the cost, raised by one until a solution is found (iterative
//! deepening): the first one is a shortest one, and every limit that was searched in vain is a proof.
//!
//! In WCA style the bound is off by two at most, so the search always ends at once. With face turns
//! it is off by what the layers turn both at a time, and it may not end within the time there is.

use gordian_core::{Cancel, Limit};
use gordian_perm::square1::{Move, Position, Sequence};
use rustc_hash::FxHashSet;

use super::packed::{PackedPosition, to_turn};
use super::paths::ShortestPaths;
use super::pruning_table::PruningTable;
use crate::AtlasError;

/// How moves are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Twists only.
    #[default]
    Twist,
    /// `(x,y)` one, `/` one.
    Wca,
    /// `(x,0)` one, `(0,y)` one, `/` one.
    Face,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 3] = [Self::Twist, Self::Wca, Self::Face];

    /// Returns the name, as on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Twist => "twist",
            Self::Wca => "wca",
            Self::Face => "face",
        }
    }

    /// Returns the cost of a sequence; flips are free.
    #[must_use]
    pub fn cost(self, sequence: &Sequence) -> u32 {
        let cost = |step: &Move| match step {
            Move::Turn(turn) => self.turn_cost(turn.top() != 0, turn.bottom() != 0),
            Move::Twist => 1,
            Move::Flip => 0,
        };
        sequence.moves().iter().map(cost).sum()
    }

    fn turn_cost(self, top: bool, bottom: bool) -> u32 {
        match self {
            Self::Twist => 0,
            Self::Wca => u32::from(top || bottom),
            Self::Face => u32::from(top) + u32::from(bottom),
        }
    }
}

/// A solution and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricSolution {
    /// The best solution found; it leaves the puzzle solved, turned as it should be, not flipped.
    pub sequence: Sequence,
    /// Its cost.
    pub length: u32,
    /// No solution costs less than this. Equal to `length` when the solution is proved shortest.
    pub lower_bound: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The limit that ended the search before it had proved its solution shortest.
    pub stopped: Option<Limit>,
}

/// Returns a shortest solution in `metric`, or the best one found when `cancel` stops the search.
///
/// # Errors
///
/// [`AtlasError::Stopped`] if there was no time for any solution, and what reading tables may bring.
///
/// # Panics
///
/// Panics if the guide is for another colouring.
pub fn shortest_in_metric<G: PruningTable>(
    table: &G,
    position: &Position,
    metric: Metric,
    cancel: &Cancel,
) -> Result<MetricSolution, AtlasError> {
    let model = table.model();
    let start = PackedPosition::new(position);
    let state = start.state(model);
    let estimate = table.estimate(&state, start.parity)?;
    let mut search = Search {
        table,
        metric,
        cancel,
        solved: PackedPosition::new(&Position::solved(position.colours())),
        turns: Vec::new(),
        nodes: 0,
        failed: FxHashSet::default(),
    };
    // Any solution, to have one when the time is up: a shortest one in twists.
    let mut paths = ShortestPaths::new(table, cancel);
    let path = paths.shortest(&state, start.parity)?;
    let known = model.to_moves(position, &path).filter(|path_moves| !path_moves.flipped);
    let known = known.map(|path_moves| (metric.cost(&path_moves.sequence), path_moves.sequence));
    let twists = table.lower_bound(estimate);
    let mut limit = match metric {
        Metric::Twist => twists,
        Metric::Wca | Metric::Face => (2 * twists).saturating_sub(1),
    };
    loop {
        if let Some((length, sequence)) = known.as_ref().filter(|(length, _)| *length <= limit) {
            return Ok(search.answer(sequence.clone(), *length, *length, None));
        }
        match search.search_depth_first(start, estimate, 0, limit) {
            Ok(true) => {
                let sequence = search.sequence();
                return Ok(search.answer(sequence, limit, limit, None));
            }
            Ok(false) => limit += 1,
            Err(AtlasError::Stopped { limit: why }) => {
                let (length, sequence) = known.ok_or(AtlasError::Stopped { limit: why })?;
                return Ok(search.answer(sequence, length, limit, Some(why)));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Failures with fewer moves left are found again faster than they are looked up.
const MIN_MOVES_TO_CACHE: u32 = 6;

/// No more failures than this are noted: about 300 MB.
const MAX_CACHED_FAILURES: usize = 1 << 23;

/// How often the search looks whether to stop: every so many positions.
const NODES_PER_CANCEL_CHECK: u64 = 1 << 12;

struct Search<'a, G: PruningTable> {
    table: &'a G,
    metric: Metric,
    cancel: &'a Cancel,
    solved: PackedPosition,
    /// The turns on the way here, and the last one when it is found.
    turns: Vec<(u32, u32)>,
    nodes: u64,
    /// Positions from which nothing was found within the moves left, see [`Search::key`]; true
    /// whatever the limit was.
    failed: FxHashSet<(PackedPosition, u32)>,
}

impl<G: PruningTable> Search<'_, G> {
    fn answer(
        &self,
        sequence: Sequence,
        length: u32,
        lower_bound: u32,
        stopped: Option<Limit>,
    ) -> MetricSolution {
        MetricSolution { sequence, length, lower_bound, nodes: self.nodes, stopped }
    }

    /// Returns the moves on the way here.
    fn sequence(&self) -> Sequence {
        let mut steps = Vec::new();
        for (index, &turn) in self.turns.iter().enumerate() {
            if index > 0 {
                steps.push(Move::Twist);
            }
            let turn = to_turn(turn);
            if !turn.is_identity() {
                steps.push(Move::Turn(turn));
            }
        }
        Sequence::from(steps)
    }

    /// Returns what a failure after a twist depends on, besides the moves left: in face turns the
    /// position itself; else the position up to turns, for the next turn costs the same whichever it
    /// is. (Not turning at all would undo the twist, and a solution that begins with that would have
    /// been found within a lower limit.)
    fn key(&self, position: PackedPosition) -> PackedPosition {
        if self.metric == Metric::Face { position } else { position.least_turned() }
    }

    /// Looks for a solution that costs no more than `limit`, `spent` included.
    fn search_depth_first(
        &mut self,
        position: PackedPosition,
        estimate: G::Estimate,
        spent: u32,
        limit: u32,
    ) -> Result<bool, AtlasError> {
        let twists = self.table.lower_bound(estimate);
        if twists == 0
            && let Some(turn) = position.turn_to(self.solved)
            && spent + self.metric.turn_cost(turn.0 != 0, turn.1 != 0) <= limit
        {
            self.turns.push(turn);
            return Ok(true);
        }
        let is_first = self.turns.is_empty();
        // What the twist and everything after it costs at least.
        let metric = self.metric;
        let after_turn = |twists: u32| match metric {
            Metric::Twist => 1 + twists,
            Metric::Wca | Metric::Face => 1 + 2 * twists,
        };
        for turn in position.turns() {
            let is_identity = turn == (0, 0);
            if is_identity && !is_first {
                continue;
            }
            let turned = spent + self.metric.turn_cost(turn.0 != 0, turn.1 != 0);
            if turned + after_turn(twists.saturating_sub(1)) > limit {
                continue;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(NODES_PER_CANCEL_CHECK)
                && let Some(limit) = self.cancel.stopped()
            {
                return Err(AtlasError::Stopped { limit });
            }
            let next = position.twisted(turn);
            let left = limit - turned - 1;
            let most = if self.metric == Metric::Twist { left } else { left / 2 };
            let state = next.state(self.table.model());
            let Some(estimate) = self.table.update(&state, next.parity, estimate, most)? else {
                continue;
            };
            let key = (self.key(next), left);
            if self.failed.contains(&key) {
                continue;
            }
            self.turns.push(turn);
            if self.search_depth_first(next, estimate, turned + 1, limit)? {
                return Ok(true);
            }
            self.turns.pop();
            if left >= MIN_MOVES_TO_CACHE && self.failed.len() < MAX_CACHED_FAILURES {
                self.failed.insert(key);
            }
        }
        Ok(false)
    }
}
