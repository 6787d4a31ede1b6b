//! Errors of linearisation.

use gordian_compile::CompileError;
use gordian_compile::presolved::{GRAPH_HINT, PresolveError};
use thiserror::Error;

/// The reason why a model cannot be linearised.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LinearisationError {
    /// A tabulated operation has operands with too many values.
    #[error(
        "constraint `{constraint}`: {operation} has more than {limit} values to list and cannot be \
         linearised"
    )]
    TooManyValues {
        /// The name of the constraint.
        constraint: String,
        /// The operation with its article.
        operation: &'static str,
        /// The limit on the number of values, or of pairs of values.
        limit: usize,
    },
    /// A coefficient does not fit 64 bits.
    #[error("constraint `{constraint}`: the rows need numbers beyond 64 bits")]
    TooLarge {
        /// The name of the constraint.
        constraint: String,
    },
    /// A graph constraint, which the search for solutions adds lazily, has no rows.
    #[error(
        "constraint `{constraint}` has the graph constraint `{operation}`, which no rows state"
    )]
    GraphConstraint {
        /// The name of the constraint.
        constraint: String,
        /// The operation in JSON.
        operation: &'static str,
    },
    /// The model cannot be lowered.
    #[error(transparent)]
    Lowering(#[from] CompileError),
}

impl LinearisationError {
    /// Returns a hint on how to avoid the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooManyValues { .. } | Self::TooLarge { .. } => {
                "give the variables of this constraint smaller domains"
            }
            Self::GraphConstraint { .. } => GRAPH_HINT,
            Self::Lowering(error) => error.hint(),
        }
    }
}

impl From<PresolveError> for LinearisationError {
    fn from(error: PresolveError) -> Self {
        match error {
            PresolveError::TooLarge { constraint } => Self::TooLarge { constraint },
            PresolveError::Compile(error) => Self::Lowering(error),
        }
    }
}

/// A [`LinearisationError`] without the name of its constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TermError {
    /// Too many values to list.
    TooManyValues { operation: &'static str, limit: usize },
    /// A coefficient that does not fit 64 bits.
    TooLarge,
    /// A graph constraint with this name.
    GraphConstraint(&'static str),
}

impl TermError {
    /// Adds the name of the constraint.
    pub(crate) fn in_constraint(self, constraint: &str) -> LinearisationError {
        let constraint = constraint.to_owned();
        match self {
            Self::TooManyValues { operation, limit } => {
                LinearisationError::TooManyValues { constraint, operation, limit }
            }
            Self::TooLarge => LinearisationError::TooLarge { constraint },
            Self::GraphConstraint(operation) => {
                LinearisationError::GraphConstraint { constraint, operation }
            }
        }
    }
}
