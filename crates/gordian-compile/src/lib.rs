//! From a model to an answer: presolve, lowering to clauses, and the search over them.
//!
//! It is: [`Compiled`], a model as clauses with the way back and a [`Report`] for people;
//! [`Session`], which drives an engine to solve, enumerate, count and optimise;
//! [`find_conflict`], which names constraints that exclude each other; and [`ilp`], the model as
//! linear rows for other solvers. Every solution is evaluated on the source model before it is
//! returned.
//!
//! It is not: a place where a model is tuned by hand. Write the naive model; what a person would
//! do to it (flags instead of integers, values computed outside, comparisons reused) is done here.
//!
//! # How a model becomes clauses
//!
//! 1. *Lowering*: expressions become nodes of a hash-consed graph of few operations. Shifted, scaled
//!    and negated integers are views of a node; comparisons with constants, also of remainders,
//!    quotients or array elements, are stated on the node they depend on.
//! 2. *Presolve*: demands are read for what they say about single variables (smaller domains,
//!    variables that are views of others, flags that form an integer), and the graph is rebuilt with
//!    that, round by round.
//! 3. *Encoding*: integers get a literal per value, per "at most", or per binary digit, as their use
//!    asks for; truths are encoded only in the direction that is used; what is demanded becomes
//!    clauses without literals of its own.
//!
//! # Example
//!
//! ```
//! use gordian_backend::Limits;
//! use gordian_compile::{Config, NextSolution, Session};
//! use gordian_model::{Model, all_different};
//!
//! let mut model = Model::new();
//! let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 1..=3));
//! model.require("different", all_different([x, y, z]));
//! model.require("order", x.lt(y) & y.lt(z));
//!
//! let mut session = Session::new(&model, &Config::default())?;
//! let NextSolution::Solution(values) = session.next_solution(&Limits::default()) else { unreachable!() };
//! assert_eq!((values[x], values[y], values[z]), (1, 2, 3));
//! session.forbid(&values);
//! assert_eq!(session.next_solution(&Limits::default()), NextSolution::Exhausted);
//! # Ok::<(), gordian_compile::CompileError>(())
//! ```

mod budget;
mod compile;
mod conflict;
mod encode;
mod error;
pub mod ilp;
mod ir;
mod presolve;
mod report;
mod session;
mod stack;
mod wide;

pub use compile::{CompileOptions, Compiled};
pub use conflict::{Conflict, find_conflict};
pub use error::CompileError;
pub use report::{ConstraintReport, Report};
pub use session::{Config, Enumeration, NextSolution, OptimisationResult, Session};
