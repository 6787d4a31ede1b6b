//! From a model to an answer: presolve, lowering to clauses, and the search over them.

mod compile;
mod conflict;
mod encode;
mod error;
mod ir;
mod presolve;
mod report;
pub mod rows;
mod session;

pub use compile::{CompileOptions, Compiled};
pub use conflict::{Conflict, find_conflict};
pub use error::CompileError;
pub use report::{Entry, Report};
pub use session::{Config, Enumeration, Found, Optimum, Session};
