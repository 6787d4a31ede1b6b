//! The contract in literals and clauses, and the SAT engines behind it.
//!
//! It is: literals ([`Lit`]), formulas in conjunctive normal form ([`Cnf`]) with their DIMACS text,
//! one contract for whoever decides them ([`Engine`]), two engines that share no code
//! ([`EngineKind`]), several of them at work on one formula ([`Portfolio`]) and a proof of
//! unsatisfiability that a stranger can check ([`prove`]).
//! It is not: anything that knows where a formula comes from, what its variables mean, or how to
//! count its solutions.
//!
//! # Example
//!
//! Neither `a` nor `b` alone contradicts the formula, both together do:
//!
//! ```
//! use gordian_backend::{Cnf, EngineKind, Limits, Lit, Verdict, create};
//!
//! let mut cnf = Cnf::new();
//! let a = Lit::positive(cnf.new_var());
//! let b = Lit::positive(cnf.new_var());
//! cnf.push(&[!a, !b]);
//!
//! for kind in EngineKind::ALL {
//!     let mut engine = create(kind, 0);
//!     engine.add_cnf(&cnf);
//!     assert_eq!(engine.solve(&[a], &Limits::default()), Verdict::Sat);
//!     assert!(engine.value(!b));
//!     assert_eq!(engine.solve(&[a, b], &Limits::default()), Verdict::Unsat);
//!     assert_eq!(engine.core(), [a, b]);
//! }
//! ```
//!
//! # How to add an engine
//!
//! 1. Write an adapter in `src/engines/` that implements [`Engine`]; `Names` in `names.rs` does the
//!    renumbering that makes seeds differ.
//! 2. Add a variant to [`EngineKind`] and a line to [`create`].
//! 3. Add a line to `tests/it/conformance.rs`, which holds every engine to the whole contract.

mod cnf;
mod dimacs;
mod engine;
mod engines;
mod lit;
mod proof;

pub use cnf::Cnf;
pub use dimacs::{DimacsError, DimacsProblem};
pub use engine::{Engine, Limits, Stats, Verdict};
pub use engines::{EngineKind, Portfolio, UnknownEngine, create};
pub use lit::{Lit, Var};
pub use proof::prove;
