//! The engines, and how to choose among them.

mod batsat;
mod cadical;
mod kind;
mod portfolio;
mod renumbering;

pub(crate) use batsat::{Watch, to_batsat};
pub use kind::{SatSolverKind, UnknownSatSolver, create_solver};
pub use portfolio::Portfolio;
