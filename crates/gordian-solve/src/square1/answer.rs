//! The answer as data, and its JSON.

use gordian_atlas::square1::Metric;
use gordian_core::{Limit, Outcome};
use gordian_perm::square1::{Notation, Position, Sequence};
use serde_json::{Value, json};

use crate::answer::{Seconds, round_to_micros};

/// The answer to a query about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// The metric of moves.
    pub metric: Metric,
    /// [`Outcome::Optimal`]: the solution is a shortest one. [`Outcome::Feasible`]: a limit was reached
    /// before that was proved. [`Outcome::Stopped`]: a limit was reached before a solution was found.
    pub outcome: Outcome,
    /// The length of the solution: the distance, if the outcome is optimal.
    pub distance: Option<u32>,
    /// The distance in twists in the model of 2007, which ignores the middle layer; its levels are this
    /// number plus 1. `None` in other metrics, or if a limit was reached first.
    pub distance_ignoring_middle: Option<u32>,
    /// A proved lower bound on the length of any solution.
    pub lower_bound: Option<u32>,
    /// The number of shortest solutions, as sequences of positions up to turns of the layers and flips;
    /// `None` if they were not counted.
    pub shortest_solutions: Option<u64>,
    /// A shortest solution, or the shortest one found, verified by replay.
    pub solution: Option<Sequence>,
    /// Shortest solutions that the caller collected; see [`Solver::for_each_solution`].
    ///
    /// [`Solver::for_each_solution`]: super::Solver::for_each_solution
    pub solutions: Vec<Sequence>,
    /// Whether the puzzle ends upside down: after the solution it must be flipped over. Only for positions
    /// that are solved up to turns of the layers.
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

    /// Returns the answer as one JSON object, in the documented order of fields, with its sequences
    /// in `notation`.
    #[must_use]
    pub fn to_json(&self, notation: Notation, seconds: Seconds) -> Value {
        let write = |sequence: &Sequence| sequence.write(notation);
        let mut object = json!({
            "schema": 1,
            "position": self.position.to_string(),
            "metric": self.metric.name(),
            "outcome": self.outcome.name(),
            "distance": self.distance,
            "distance_ignoring_middle": self.distance_ignoring_middle,
            "lower_bound": self.lower_bound,
            "shortest_solutions": self.shortest_solutions,
            "notation": notation.name(),
            "solution": self.solution.as_ref().map(write),
            "solutions": self.solutions.iter().map(write).collect::<Vec<_>>(),
            "flipped": self.flipped,
            "checked": self.is_checked(),
            "engine": self.engine,
            "seconds": {"cpu": round_to_micros(seconds.cpu), "wall": round_to_micros(seconds.wall)},
            "limit": self.limit.map(Limit::name),
        });
        if let (Some(fields), false) = (object.as_object_mut(), self.notes.is_empty()) {
            fields.insert("notes".to_owned(), self.notes.clone().into());
        }
        object
    }

    /// Returns whether there is a solution; every solution in an answer was verified by replay.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.solution.is_some()
    }
}
