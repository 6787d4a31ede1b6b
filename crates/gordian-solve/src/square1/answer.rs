//! The answer as data.

use gordian_atlas::square1::Metric;
use gordian_core::{Limit, Outcome};
use gordian_perm::square1::{Move, Position, Sequence};

/// The answer to a query about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// The metric of moves.
    pub metric: Metric,
    /// [`Outcome::Optimal`]: the solution is a shortest one. [`Outcome::Feasible`]: a limit was
    /// reached before that was proved. [`Outcome::Stopped`]: a limit was reached before a solution
    /// was found.
    pub outcome: Outcome,
    /// The length of the solution: the distance, if the outcome is optimal.
    pub distance: Option<u32>,
    /// The distance in twists in the model of 2007, which ignores the middle layer; its levels are
    /// this number plus 1. `None` in other metrics, or if a limit was reached first.
    pub distance_ignoring_middle: Option<u32>,
    /// A proved lower bound on the length of any solution.
    pub lower_bound: Option<u32>,
    /// The number of shortest solutions, as sequences of positions up to turns of the layers and
    /// flips; `None` if they were not counted.
    pub shortest_solutions: Option<u64>,
    /// A shortest solution, or the shortest one found, verified by replay.
    pub solution: Option<Sequence>,
    /// Shortest solutions that the caller collected; see [`Solver::for_each_solution`].
    ///
    /// [`Solver::for_each_solution`]: super::Solver::for_each_solution
    pub solutions: Vec<Sequence>,
    /// Whether the puzzle ends upside down: after the solution it must be flipped over. Only for
    /// positions that are solved up to turns of the layers.
    pub flipped: bool,
    /// The engine that answered: `meet`, `table/square1`, `table/square1-silver` or
    /// `search/square1-silver`; `None` if a limit was reached first.
    pub engine: Option<&'static str>,
    /// The limit that stopped the work early.
    pub limit: Option<Limit>,
    /// Further remarks: that a table was built and where it is stored.
    pub notes: Vec<String>,
}

impl Answer {
    pub(super) fn new(position: &Position, metric: Metric) -> Self {
        Self {
            position: *position,
            metric,
            outcome: Outcome::Stopped(Limit::Interrupted),
            distance: None,
            distance_ignoring_middle: None,
            lower_bound: None,
            shortest_solutions: None,
            solution: None,
            solutions: Vec::new(),
            flipped: false,
            engine: None,
            limit: None,
            notes: Vec::new(),
        }
    }

    /// Returns a sequence that leads from the solved puzzle to the position: the inverse of the
    /// solution.
    #[must_use]
    pub fn scramble(&self) -> Option<Sequence> {
        // Turns and twists do not reach the upside-down solved puzzle, so the sequence begins with
        // a flip.
        let flip = self.flipped.then_some(Move::Flip);
        let solution = self.solution.as_ref()?;
        Some(flip.into_iter().chain(solution.inverse().into_moves()).collect())
    }

    /// Returns whether there is a solution; every solution in an answer was verified by replay.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.solution.is_some()
    }
}
