//! Shortest solutions in metrics that also count the turns between the twists.
//!
//! A solution is `t₀ / t₁ / … / tₙ`: turns of the layers and `n` twists. Its cost is
//!
//! - **twist metric**: `n`;
//! - **WCA style**: one for each twist and one for each turn `(x,y)` other than `(0,0)`;
//! - **face turns**: one for each twist, one for each `x` and one for each `y` other than 0.
//!
//! In the latter two metrics the alignment of the layers matters at the beginning and at the end.
//! Between two twists there is a turn (two consecutive twists cancel), so with `r` twists remaining
//! after a twist, at least `2·r` moves remain, and before the first twist at least `2·r − 1`. This
//! bound prunes a depth-first search with a limit on the cost, which is raised by one until a
//! solution is found (iterative deepening). So the first solution is a shortest one, and each limit
//! without a solution is a proved lower bound.
//!
//! In WCA style the bound is too low by two at most, so the search ends quickly. In face turns it
//! is too low by the number of turns of both layers at once, and the search can exceed its time
//! limit.

use gordian_core::{Cancel, Limit};
use gordian_perm::square1::{Move, Position, Sequence};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::packed::{PackedPosition, to_turn};
use super::paths::ShortestPaths;
use super::pruning_table::PruningTable;
use crate::AtlasError;

/// A metric: the cost of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Square1Metric")]
pub enum Metric {
    /// Twists only.
    #[default]
    Twist,
    /// `(x,y)` costs 1, `/` costs 1.
    Wca,
    /// `(x,0)` costs 1, `(0,y)` costs 1, `/` costs 1.
    Face,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 3] = [Self::Twist, Self::Wca, Self::Face];

    /// Returns the name on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Twist => "twist",
            Self::Wca => "wca",
            Self::Face => "face",
        }
    }

    /// Returns the cost of a sequence; flips cost nothing.
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

/// A solution and a proved lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricSolution {
    /// The best solution found. It ends at the solved position, with both layers aligned and not
    /// flipped.
    pub sequence: Sequence,
    /// Its cost.
    pub length: u32,
    /// A proved lower bound on the cost of any solution. It equals `length` if the solution is
    /// proved shortest.
    pub lower_bound: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The limit that ended the search before the solution was proved shortest.
    pub stopped: Option<Limit>,
}

/// Returns a shortest solution in `metric`, or the best one found when `cancel` stops the search.
///
/// # Errors
///
/// [`AtlasError::Stopped`] if a limit was reached before any solution was found, and the errors of
/// reading a table.
///
/// # Panics
///
/// Panics if `table` is for other colours than `position`.
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
    let mut search = MetricSearch {
        table,
        metric,
        cancel,
        solved: PackedPosition::new(&Position::solved(position.colours())),
        turns: Vec::new(),
        nodes: 0,
        failed: FxHashSet::default(),
    };
    // A solution to return if a limit is reached: a shortest one in twists.
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

/// Failures with fewer remaining moves are not cached: searching again is faster than a lookup.
const MIN_MOVES_TO_CACHE: u32 = 6;

/// The capacity of the cache of failures: about 300 MB.
const MAX_CACHED_FAILURES: usize = 1 << 23;

/// The number of positions between two checks for cancellation.
const NODES_PER_CANCEL_CHECK: u64 = 1 << 12;

struct MetricSearch<'a, G: PruningTable> {
    table: &'a G,
    metric: Metric,
    cancel: &'a Cancel,
    solved: PackedPosition,
    /// The turns on the path to the current position; for a solution, also the final turn.
    turns: Vec<(u32, u32)>,
    nodes: u64,
    /// Positions without a solution within the remaining moves, see [`MetricSearch::key`]. The entries
    /// stay valid when the limit is raised.
    failed: FxHashSet<(PackedPosition, u32)>,
}

impl<G: PruningTable> MetricSearch<'_, G> {
    fn answer(
        &self,
        sequence: Sequence,
        length: u32,
        lower_bound: u32,
        stopped: Option<Limit>,
    ) -> MetricSolution {
        MetricSolution { sequence, length, lower_bound, nodes: self.nodes, stopped }
    }

    /// Returns the moves on the path to the current position.
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

    /// Returns the part of the position after a twist on which a failure depends, besides the
    /// number of remaining moves: in face turns the position itself, otherwise the position up to
    /// turns, because all further turns cost the same. (The identity turn would undo the twist; a
    /// solution that continues in this way would have been found within a lower limit.)
    fn key(&self, position: PackedPosition) -> PackedPosition {
        if self.metric == Metric::Face { position } else { position.least_turned() }
    }

    /// Searches for a solution with a total cost of at most `limit`, including `spent`.
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
        // A lower bound on the cost of the twist and all later moves.
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
