//! What became of a search. An answer is not an error, and neither is a proof that there is none.

use std::fmt;

/// What a search established.
///
/// The five cases are the `outcome` of the JSON documents; their names there are those of
/// [`Outcome::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer was found and proved to be the best.
    Optimal,
    /// An answer was found; there was nothing to optimise.
    Solved,
    /// An answer was found, but a limit stopped the search before it was proved to be the best.
    Feasible(Limit),
    /// It was proved that there is no answer.
    Infeasible,
    /// A limit stopped the search before it established anything.
    Stopped(Limit),
}

impl Outcome {
    /// Returns the word that stands for this outcome in JSON and in text.
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

    /// Returns whether there is an answer to show.
    #[must_use]
    pub fn has_answer(self) -> bool {
        matches!(self, Self::Optimal | Self::Solved | Self::Feasible(_))
    }

    /// Returns the limit that cut the search short, if one did.
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

/// The limit that stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time limit passed.
    Time,
    /// The number of conflicts, nodes or restarts that was allowed is used up.
    Effort,
    /// As many solutions as were asked for have been found.
    Solutions,
    /// The memory that was allowed is used up.
    Memory,
    /// Somebody asked to stop (Ctrl-C, a cancelled job).
    Interrupted,
}

impl Limit {
    /// Returns the word that stands for this limit in JSON and in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Effort => "effort",
            Self::Solutions => "solutions",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
