//! The engines, and how to choose among them.

mod batsat;
mod cadical;
mod kind;
mod names;
mod portfolio;

pub(crate) use batsat::{Watch, to_batsat};
pub use kind::{EngineKind, UnknownEngine, create};
pub use portfolio::Portfolio;
