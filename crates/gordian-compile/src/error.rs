//! Errors of the compiler.

use gordian_core::Limit;
use thiserror::Error;

/// The reason why a model could not be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A part of the model may take values that do not fit 64 bits.
    #[error(
        "{part} has {operation} with values from {lower} to {upper}, which do not fit into 64 bits"
    )]
    Overflow {
        /// ``constraint `name` ``, `the objective`, ``variable `name` `` or `the model`.
        part: String,
        /// The operation with its article: `a product`.
        operation: &'static str,
        /// The least value within the bounds of the operation.
        lower: i128,
        /// The greatest value within the bounds of the operation.
        upper: i128,
    },
    /// A graph constraint is not part of a formula, because its clauses are added only where a
    /// search needs them.
    #[error("{part} has the graph constraint `{operation}`, which no formula states completely")]
    LazyConstraint {
        /// ``constraint `name` `` or `the objective`.
        part: String,
        /// The operation in JSON.
        operation: &'static str,
    },
    /// The compiled model exceeds the memory limit.
    #[error("the compiled model exceeds the memory limit")]
    TooManyClauses,
    /// The compilation was stopped by a limit.
    #[error("stopped by a limit: {limit}")]
    Stopped {
        /// The limit.
        limit: Limit,
    },
}

/// What to do about a graph constraint that another solver cannot have; a hint of error messages.
pub const GRAPH_HINT: &str = "let Gordian solve the model, or state the constraint with other \
                                     operations, such as the distance of each vertex from a root";

impl CompileError {
    /// Returns a hint on how to avoid the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Overflow { .. } => {
                "give the variables in it smaller domains, or constraints that bound them; conflicts and \
                 exported programs count the domains only"
            }
            Self::TooManyClauses => {
                "give the variables smaller domains, state the model with fewer constraints, or run it \
                 locally with a higher memory limit"
            }
            Self::LazyConstraint { .. } => GRAPH_HINT,
            Self::Stopped { .. } => "allow more time",
        }
    }
}
