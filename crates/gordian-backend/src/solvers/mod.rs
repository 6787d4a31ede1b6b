//! The SAT solvers and their selection.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod kind;
mod last_answer;
mod portfolio;
mod renumbering;

pub(crate) use batsat::{StopCheck, to_batsat};
pub use kind::{SatSolverKind, UnknownSatSolver, create_solver};
pub use portfolio::Portfolio;
