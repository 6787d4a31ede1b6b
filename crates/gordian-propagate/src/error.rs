//! Errors of posting.

use gordian_core::Limit;
use thiserror::Error;

/// The reason why a model could not be posted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PostError {
    /// A part of the model may have values beyond those of the search.
    #[error("{part} has {operation} with values that may not fit into 62 bits")]
    Overflow {
        /// ``constraint `name` `` or `the objective`.
        part: String,
        /// The operation, as in JSON.
        operation: &'static str,
    },
    /// The posted model exceeds the memory limit.
    #[error("the posted model exceeds the memory limit")]
    TooLarge,
    /// Posting was stopped by a limit.
    #[error("stopped by a limit: {limit}")]
    Stopped {
        /// The limit.
        limit: Limit,
    },
}

impl PostError {
    /// Returns a hint on how to avoid the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Overflow { .. } => {
                "give the variables in it smaller domains, or state smaller bounds as constraints"
            }
            Self::TooLarge => {
                "state the model with fewer constraints, or run it locally with a higher memory limit"
            }
            Self::Stopped { .. } => "allow more time",
        }
    }
}
