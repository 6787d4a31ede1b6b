//! Runs an engine on a position, and replays its solutions.

use std::ops::ControlFlow;

use gordian_atlas::square1::{
    BidirectionalSearch, Metric, Model, PathMoves, PruningTable, ShortestPaths, State,
    middle_parity, shortest_in_metric,
};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_perm::square1::{Position, Sequence};

use super::answer::Answer;
use super::solver::Query;
use super::tables::MAX_STATES;
use crate::SolveError;

/// A search for solutions of one position with one engine.
pub(super) struct PositionSearch<'a, G: PruningTable> {
    table: &'a G,
    engine: &'static str,
    position: Position,
    state: State,
    parity: usize,
    cancel: &'a Cancel,
}

impl<'a, G: PruningTable> PositionSearch<'a, G> {
    pub(super) fn new(
        table: &'a G,
        engine: &'static str,
        position: &Position,
        cancel: &'a Cancel,
    ) -> Self {
        let state = table.model().state(position);
        Self {
            table,
            engine,
            position: *position,
            state,
            parity: middle_parity(position.middle()),
            cancel,
        }
    }

    /// Fills in a shortest solution, then the distance without the middle layer, then the number of
    /// shortest solutions. Results obtained before a limit is reached are kept.
    ///
    /// `with_other_middle` returns the distance with the other middle layer if that is shorter;
    /// without it, the engine is used.
    pub(super) fn shortest(
        &self,
        query: &Query,
        with_other_middle: Option<&dyn Fn(u32) -> Result<Option<u32>, SolveError>>,
        progress: &dyn Progress,
        answer: &mut Answer,
    ) -> Result<(), SolveError> {
        answer.engine = Some(self.engine);
        answer.lower_bound =
            Some(self.table.lower_bound(self.table.estimate(&self.state, self.parity)?));
        let mut paths = ShortestPaths::new(self.table, self.cancel);
        let path = paths.shortest(&self.state, self.parity)?;
        let PathMoves { sequence, flipped } = self.to_moves(&path)?;
        let distance = u32::try_from(path.len()).expect("paths are short");
        answer.outcome = Outcome::Optimal;
        answer.distance = Some(distance);
        answer.lower_bound = Some(distance);
        answer.solution = Some(sequence);
        answer.flipped = flipped;

        let other = match (distance.checked_sub(1), with_other_middle) {
            (None, _) => None,
            (Some(_), Some(with_other_middle)) => with_other_middle(distance)?,
            (Some(limit), None) => {
                let path = paths.shortest_within(&self.state, self.parity ^ 1, limit)?;
                path.map(|path| u32::try_from(path.len()).expect("paths are short"))
            }
        };
        answer.distance_ignoring_middle = Some(other.unwrap_or(distance));
        if query.count {
            progress.report(&ProgressEvent::Phase { name: "counting" });
            let count = paths.count(&self.state, self.parity, distance)?;
            // A count beyond 64 bits is dropped; the largest known counts are in the thousands.
            answer.shortest_solutions = u64::try_from(count).ok();
        }
        Ok(())
    }

    /// Fills in the best solution in a metric that counts turns.
    pub(super) fn in_metric(&self, metric: Metric, answer: &mut Answer) -> Result<(), SolveError> {
        answer.engine = Some(self.engine);
        let found = shortest_in_metric(self.table, &self.position, metric, self.cancel)?;
        let path_moves = PathMoves { sequence: found.sequence, flipped: false };
        let sequence = self.replay(path_moves)?.sequence;
        if metric.cost(&sequence) != found.length {
            return Err(self.unsound("the length of its solution is not the reported one"));
        }
        answer.outcome = match found.stopped {
            Some(limit) if found.lower_bound < found.length => Outcome::Feasible(limit),
            _ => Outcome::Optimal,
        };
        answer.limit = answer.outcome.limit();
        answer.distance = Some(found.length);
        answer.lower_bound = Some(found.lower_bound);
        answer.solution = Some(sequence);
        Ok(())
    }

    /// Passes shortest solutions to `each` until it returns `Break` or `limit` is reached; returns
    /// the limit that ended the list early, if any.
    pub(super) fn each(
        &self,
        limit: Option<u64>,
        each: &mut dyn FnMut(Sequence) -> ControlFlow<()>,
    ) -> Result<Option<Limit>, SolveError> {
        let mut paths = ShortestPaths::new(self.table, self.cancel);
        let distance = paths.shortest(&self.state, self.parity)?.len();
        let distance = u32::try_from(distance).expect("paths are short");
        let mut left = limit.unwrap_or(u64::MAX);
        let mut stopped = None;
        let mut unsound = None;
        let flow = paths.for_each(&self.state, self.parity, distance, &mut |path| {
            // Stop only when a further solution is found: until then the list may be complete.
            if left == 0 {
                stopped = Some(Limit::Solutions);
                return ControlFlow::Break(());
            }
            left -= 1;
            match self.to_moves(path) {
                Ok(path_moves) => each(path_moves.sequence),
                Err(error) => {
                    unsound = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        match (unsound, stopped, flow) {
            (Some(error), _, _) => Err(error),
            (None, None, ControlFlow::Break(())) => Ok(Some(Limit::Interrupted)),
            (None, stopped, _) => Ok(stopped),
        }
    }

    /// Returns the moves along a path, verified by replay.
    fn to_moves(&self, path: &[State]) -> Result<PathMoves, SolveError> {
        let path_moves = self.table.model().to_moves(&self.position, path);
        let path_moves = path_moves
            .ok_or_else(|| self.unsound("its path does not lead to the solved position"))?;
        if path_moves.sequence.twists() != path.len() || path_moves.flipped && !path.is_empty() {
            return Err(self.unsound("the lengths of its solution and of its path differ"));
        }
        self.replay(path_moves)
    }

    /// Replays the moves on the plain simulator.
    fn replay(&self, path_moves: PathMoves) -> Result<PathMoves, SolveError> {
        let reached = self.position.apply(&path_moves.sequence);
        let reached = reached.map_err(|error| self.unsound(&error.to_string()))?;
        let solved = Position::solved(self.position.colours());
        let goal = if path_moves.flipped { solved.flipped() } else { solved };
        if reached != goal {
            return Err(self.unsound(&format!("its solution leads to {reached}")));
        }
        Ok(path_moves)
    }

    fn unsound(&self, violation: &str) -> SolveError {
        SolveError::unsound(self.engine)(violation.to_owned())
    }
}

/// Returns the distance of a position with the other middle layer, if it is less than `distance`,
/// which was found without a table.
///
/// The balls around both positions are equal up to their middle layers, so the bound on their size
/// stops this search no earlier than the previous one; if it does, the distance is at least the
/// next one.
pub(super) fn shorter_with_other_middle(
    position: &Position,
    distance: u32,
    cancel: &Cancel,
) -> Result<Option<u32>, SolveError> {
    let model = Model::new(position.colours());
    let state = model.state(position);
    let other = BidirectionalSearch::search(
        model,
        &state,
        middle_parity(position.middle()) ^ 1,
        MAX_STATES,
        cancel,
    )?;
    Ok(other.map(|other| other.distance()).filter(|&other| other < distance))
}
