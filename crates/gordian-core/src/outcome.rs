//! The outcome of a search. "No solution" is an outcome, not an error.

use std::fmt;

/// The result status of a search.
///
/// JSON documents give it as `outcome`, by the names of [`Outcome::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found and proved to be optimal.
    Optimal,
    /// A solution was found; the problem has no objective.
    Solved,
    /// A solution was found, but a limit stopped the search before optimality was proved.
    Feasible(Limit),
    /// The search proved that there is no solution.
    Infeasible,
    /// A limit stopped the search before it found or disproved a solution.
    Stopped(Limit),
}

impl Outcome {
    /// Returns the name of this outcome in JSON and in text output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimal => "optimal",
            Self::Solved => "solved",
            Self::Feasible(_) => "feasible",
            Self::Infeasible => "infeasible",
            Self::Stopped(_) => "stopped",
        }
    }

    /// Returns whether the search found a solution.
    #[must_use]
    pub fn has_answer(self) -> bool {
        matches!(self, Self::Optimal | Self::Solved | Self::Feasible(_))
    }

    /// Returns the limit that stopped the search, if any.
    #[must_use]
    pub fn limit(self) -> Option<Limit> {
        match self {
            Self::Feasible(limit) | Self::Stopped(limit) => Some(limit),
            Self::Optimal | Self::Solved | Self::Infeasible => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason why a search stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Limit {
    /// The time limit was reached.
    Time,
    /// The limit on conflicts, nodes or restarts was reached.
    Effort,
    /// The requested number of solutions was found.
    Solutions,
    /// The memory limit was reached.
    Memory,
    /// The search was cancelled (Ctrl-C, a cancelled job).
    Interrupted,
    /// The solving techniques that were allowed do not suffice.
    Techniques,
}

impl Limit {
    /// Returns the name of this limit in JSON and in text output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Effort => "effort",
            Self::Solutions => "solutions",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::Techniques => "techniques",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn documents_have_the_names_of_the_text_output() {
        let limits = [
            Limit::Time,
            Limit::Effort,
            Limit::Solutions,
            Limit::Memory,
            Limit::Interrupted,
            Limit::Techniques,
        ];
        for limit in limits {
            assert_eq!(serde_json::to_value(limit).unwrap(), limit.name());
        }
    }
}
