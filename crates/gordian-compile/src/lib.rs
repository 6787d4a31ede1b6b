//! From a model to an answer: lowering, presolve, encoding as clauses, and search.
//!
//! The crate provides [`Compiled`], a model as clauses with variable decoders and a readable
//! [`Report`]; [`Session`], which drives an engine to solve, enumerate, count and optimise;
//! [`find_conflict`], which finds a minimal set of contradictory constraints; and [`presolved`],
//! the intermediate form after presolve, for outputs other than clauses. Every solution is
//! evaluated on the source model before it is returned.
//!
//! Models need no manual tuning. Write the naive model: the compiler replaces integers by flags,
//! computes constant parts and reuses comparisons.
//!
//! # How a model becomes clauses
//!
//! 0. *Decomposition*: global constraints are rewritten to other operations. Graph constraints
//!    remain: the search adds clauses for them when a solution violates them
//!    ([`Compiled::lazy_clauses`]). If numbers exceed 64 bits by the domains, the bounds that
//!    follow from the constraints count too.
//! 1. *Lowering*: expressions become nodes of a hash-consed graph of a few operations. Shifted,
//!    scaled and negated integers are views of a node. Comparisons with constants, also of
//!    remainders, quotients or array elements, are rewritten to comparisons of the node they depend
//!    on.
//! 2. *Presolve*: root constraints yield facts about single variables (smaller domains, aliases,
//!    0/1 variables that form an integer), and the graph is rebuilt with them, round by round.
//! 3. *Encoding*: integers get a direct, order or log encoding, depending on their uses. Conditions
//!    are encoded only in the direction that is used. Root constraints become clauses without
//!    literals of their own.
//!
//! # Example
//!
//! ```
//! use gordian_backend::Limits;
//! use gordian_compile::{Config, NextSolution, Search as _, Session};
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
mod decompose;
mod encode;
mod error;
mod ir;
mod lazy;
mod narrow;
mod presolve;
pub mod presolved;
mod probe;
mod report;
mod session;
mod wide;

pub use compile::{BYTES_PER_LITERAL, CompileOptions, Compiled, LazyClause};
pub use conflict::{Conflict, find_conflict, find_conflict_assuming};
pub use error::CompileError;
pub use gordian_model::{Enumeration, NextSolution, OptimisationResult, Search};
pub use probe::{Fact, Probe, ProbeVerdict};
pub use report::{ConstraintReport, Report};
pub use session::{Config, Session};
