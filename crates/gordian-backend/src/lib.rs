//! The contract in literals and clauses, and the SAT engines behind it.
//!
//! It is: literals ([`Lit`]), formulas in conjunctive normal form ([`Cnf`]) with their DIMACS text,
//! one contract for whoever decides them ([`SatSolver`]), two engines that share no code
//! ([`SatSolverKind`]), several of them at work on one formula ([`Portfolio`]) and a proof of
//! unsatisfiability that a stranger can check ([`solve_with_proof`]).
//! It is not: anything that knows where a formula comes from, what its variables mean, or how to
//! count its solutions.
//!
//! # Example
//!
//! Neither `a` nor `b` alone contradicts the formula, both together do:
//!
//! ```
//! use gordian_backend::{Cnf, SatSolverKind, Limits, Lit, Verdict, create_solver};
//!
//! let mut cnf = Cnf::new();
//! let a = Lit::positive(cnf.new_var());
//! let b = Lit::positive(cnf.new_var());
//! cnf.push(&[!a, !b]);
//!
//! for kind in SatSolverKind::ALL {
//!     let mut engine = create_solver(kind, 0);
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
//! 1. Write an adapter in `src/solvers/` that implements [`SatSolver`]; `Renumbering` in
//!    `renumbering.rs` does the
//!    renumbering that makes seeds differ.
//! 2. Add a variant to [`SatSolverKind`] and a line to [`create_solver`].
//! 3. Add a line to `tests/it/conformance.rs`, which holds every engine to the whole contract.

mod cnf;
mod dimacs;
mod lit;
mod proof;
mod sat_solver;
mod solvers;

pub use cnf::Cnf;
pub use dimacs::{DimacsError, DimacsErrorKind};
pub use lit::{Lit, Var};
pub use proof::solve_with_proof;
pub use sat_solver::{Limits, SatSolver, Stats, Verdict};
pub use solvers::{Portfolio, SatSolverKind, UnknownSatSolver, create_solver};
