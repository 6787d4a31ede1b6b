//! The results of searches for assignments, whichever engine searches.

use gordian_core::{Limit, Outcome};

use crate::Assignment;

/// The result of a search for one more solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextSolution {
    /// An assignment that satisfies the model.
    Solution(Assignment),
    /// There is provably no solution other than the forbidden ones.
    Exhausted,
    /// A limit was reached first.
    Stopped(Limit),
}

/// The result of an optimisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimisationResult {
    /// [`Outcome::Optimal`], [`Outcome::Feasible`], [`Outcome::Infeasible`] or
    /// [`Outcome::Stopped`].
    pub outcome: Outcome,
    /// The best solution found.
    pub best: Option<Assignment>,
    /// The objective value of that solution.
    pub objective: Option<i64>,
    /// A bound that no solution can improve on; `None` if there is no solution.
    pub bound: Option<i64>,
}
