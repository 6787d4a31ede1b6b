//! Why a model could not be compiled or an answer not be given.

use gordian_core::Limit;
use thiserror::Error;

/// Why a model could not be turned into clauses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A part of the model may take values that 64 bits do not hold.
    #[error(
        "{part} has {operation} with values from {lower} to {upper}, which do not fit into 64 bits"
    )]
    Overflow {
        /// ``constraint `name` ``, `the objective`, ``variable `name` `` or `the model`.
        part: String,
        /// The operation: `a product`.
        operation: &'static str,
        /// The least value that its bounds allow.
        lower: i128,
        /// The greatest value that its bounds allow.
        upper: i128,
    },
    /// The compiled model takes more memory than is allowed.
    #[error("the compiled model takes more memory than is allowed")]
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
            Self::Overflow { .. } => {
                "give the variables in it smaller domains, or put a variable with a smaller domain in place \
                 of an operand; bounds stated as constraints do not count"
            }
            Self::TooManyClauses => {
                "give the variables smaller domains, state the model with fewer constraints, or solve \
                 it with a limit of your own on your own machine"
            }
            Self::Stopped { .. } => "allow more time",
        }
    }
}
