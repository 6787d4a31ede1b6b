//! Searches for solutions of models with propagators (lazy clause generation).
//!
//! It is: the translation of each operation of a model to a constraint of `gordian-lcg`, and a
//! search ([`Session`]) that finds, counts and optimises. It is not: the compiler to clauses
//! (`gordian-compile`). Both start from the same model and share nothing after it, so that each can
//! confirm the claims of the other: there is no intermediate form, no presolve and no encoding
//! here.
//!
//! # Example
//!
//! ```
//! use gordian_core::Limits;
//! use gordian_model::Model;
//! use gordian_propagate::{NextSolution, Options, Search as _, Session};
//!
//! let mut model = Model::new();
//! let x = model.int("x", -600_000..=600_000);
//! model.require("cube", x.pow(3).eq(8));
//! let mut session = Session::new(&model, &Options::default()).unwrap();
//! let NextSolution::Solution(values) = session.next_solution(&Limits::default()) else { panic!() };
//! assert_eq!(values[x], 2);
//! session.forbid(&values);
//! assert_eq!(session.next_solution(&Limits::default()), NextSolution::Exhausted);
//! ```

mod bounds;
mod condition;
mod distances;
mod error;
mod form;
mod global;
mod knapsack;
mod notes;
mod number;
mod options;
mod poster;
mod report;
mod root;
mod session;
mod structure;

pub use error::PostError;
pub use gordian_lcg::{Lookahead, Values};
pub use gordian_model::{NextSolution, OptimisationResult, Search};
pub use options::Options;
pub use root::RootBounds;
pub use session::Session;
