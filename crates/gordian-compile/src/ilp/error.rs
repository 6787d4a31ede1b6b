//! Why a model has no rows.

use thiserror::Error;

/// Why a model cannot be written as rows.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LinearisationError {
    /// An operation that has to list its operands' values has operands with too many.
    #[error(
        "constraint `{constraint}`: {operation} with more than {limit} values to list cannot be \
         written as rows"
    )]
    TooManyValues {
        /// The constraint's name.
        constraint: String,
        /// The operation, as a noun.
        operation: &'static str,
        /// How many values, or pairs of values, can be listed.
        limit: usize,
    },
    /// A number of the rows would not fit into 64 bits.
    #[error("constraint `{constraint}`: rows would need numbers outside 64 bits")]
    TooLarge {
        /// The constraint's name.
        constraint: String,
    },
    /// An expression has an operation that is newer than the rows.
    #[error("constraint `{constraint}` has an operation that cannot be written as rows")]
    UnknownOperation {
        /// The constraint's name.
        constraint: String,
    },
    /// An expression has a variable that is not the model's.
    #[error("constraint `{constraint}` has a variable that the model does not")]
    UnknownVariable {
        /// The constraint's name.
        constraint: String,
    },
}

impl LinearisationError {
    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TooManyValues { .. } | Self::TooLarge { .. } => {
                "give the variables of this constraint smaller domains"
            }
            Self::UnknownOperation { .. } => "write it with other operations",
            Self::UnknownVariable { .. } => "make every variable with the model that uses it",
        }
    }
}

/// A [`LinearisationError`] that does not know yet which constraint it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TermError {
    /// Too many values to list.
    TooManyValues { operation: &'static str, limit: usize },
    /// A number outside 64 bits.
    TooLarge,
    /// An operation of a newer model.
    UnknownOperation,
    /// A variable of another model.
    UnknownVariable,
}

impl TermError {
    /// Names the constraint.
    pub(super) fn in_constraint(self, constraint: &str) -> LinearisationError {
        let constraint = constraint.to_owned();
        match self {
            Self::TooManyValues { operation, limit } => {
                LinearisationError::TooManyValues { constraint, operation, limit }
            }
            Self::TooLarge => LinearisationError::TooLarge { constraint },
            Self::UnknownOperation => LinearisationError::UnknownOperation { constraint },
            Self::UnknownVariable => LinearisationError::UnknownVariable { constraint },
        }
    }
}
