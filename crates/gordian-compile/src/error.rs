//! Why a model could not be compiled or an answer not be given.

use gordian_core::Limit;
use thiserror::Error;

/// Why a model could not be turned into clauses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A part of the model takes values that 64 bits do not hold with room to spare.
    #[error("{place} has a part whose values may leave the range of 64-bit integers")]
    Overflow {
        /// ``constraint `name` `` or `the objective`.
        place: String,
    },
    /// An operation over too many values to be tabulated, for which there is no other encoding.
    #[error(
        "{place} uses {operation} over too many values ({pairs} combinations, the limit is {limit})"
    )]
    TooLarge {
        /// ``constraint `name` `` or `the objective`.
        place: String,
        /// The operation.
        operation: &'static str,
        /// How many combinations of values its operands have.
        pairs: u64,
        /// How many are possible.
        limit: u64,
    },
    /// The clauses have more literals than are allowed.
    #[error("the clauses of the model take more memory than is allowed")]
    TooManyClauses,
    /// The work was stopped.
    #[error("stopped by a limit: {limit}")]
    Stopped {
        /// Which one.
        limit: Limit,
    },
}

impl CompileError {
    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Overflow { .. } | Self::TooLarge { .. } => {
                "give the variables in it smaller domains, or bound a part by a variable of its own"
            }
            Self::TooManyClauses => {
                "give the variables smaller domains, state the model with fewer constraints, or solve \
                 it with a limit of your own on your own machine"
            }
            Self::Stopped { .. } => "allow more time",
        }
    }
}
