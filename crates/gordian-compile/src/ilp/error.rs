//! Errors of linearisation.

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
    /// An expression has an operation that linearisation does not support.
    #[error("constraint `{constraint}` has an operation that cannot be linearised")]
    UnknownOperation {
        /// The name of the constraint.
        constraint: String,
    },
    /// An expression has a variable of another model.
    #[error("constraint `{constraint}` has a variable that is not in the model")]
    UnknownVariable {
        /// The name of the constraint.
        constraint: String,
    },
}

impl LinearisationError {
    /// Returns a hint on how to avoid the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooManyValues { .. } | Self::TooLarge { .. } => {
                "give the variables of this constraint smaller domains"
            }
            Self::GraphConstraint { .. } => crate::error::GRAPH_HINT,
            Self::UnknownOperation { .. } => "write it with other operations",
            Self::UnknownVariable { .. } => "create every variable in the model that uses it",
        }
    }
}

/// A [`LinearisationError`] without the name of its constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TermError {
    /// Too many values to list.
    TooManyValues { operation: &'static str, limit: usize },
    /// A coefficient that does not fit 64 bits.
    TooLarge,
    /// A graph constraint with this name.
    GraphConstraint(&'static str),
    /// An unsupported operation.
    UnknownOperation,
    /// A variable of another model.
    UnknownVariable,
}

impl TermError {
    /// Adds the name of the constraint.
    pub(super) fn in_constraint(self, constraint: &str) -> LinearisationError {
        let constraint = constraint.to_owned();
        match self {
            Self::TooManyValues { operation, limit } => {
                LinearisationError::TooManyValues { constraint, operation, limit }
            }
            Self::TooLarge => LinearisationError::TooLarge { constraint },
            Self::GraphConstraint(operation) => {
                LinearisationError::GraphConstraint { constraint, operation }
            }
            Self::UnknownOperation => LinearisationError::UnknownOperation { constraint },
            Self::UnknownVariable => LinearisationError::UnknownVariable { constraint },
        }
    }
}
