//! CNF formulas and SAT solvers.
//!
//! The crate has literals ([`Lit`]), CNF formulas ([`Cnf`]) with DIMACS input and output, the
//! interface of an incremental SAT solver ([`SatSolver`]), two solvers that share no code
//! ([`SatSolverKind`]; one without the feature `cadical`, which needs a C++ compiler), a parallel
//! portfolio of them ([`Portfolio`]), and proofs of
//! unsatisfiability for independent checkers ([`solve_with_proof`]). It does not know where a
//! formula comes from or what its variables mean, and it does not count solutions.
//!
//! # Example
//!
//! The formula is satisfiable with assumption `a`, and unsatisfiable with `a` and `b` together:
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
//!     let mut solver = create_solver(kind, 0);
//!     solver.add_cnf(&cnf);
//!     assert_eq!(solver.solve(&[a], &Limits::default()), Verdict::Sat);
//!     assert!(solver.value(!b));
//!     assert_eq!(solver.solve(&[a, b], &Limits::default()), Verdict::Unsat);
//!     assert_eq!(solver.core(), [a, b]);
//! }
//! ```
//!
//! # How to add a solver
//!
//! 1. Write an adapter in `src/solvers/` that implements [`SatSolver`]; `Renumbering` in
//!    `renumbering.rs` makes seeds diversify the search.
//! 2. Add a variant to [`SatSolverKind`] and a line to [`create_solver`].
//! 3. Add a line to `tests/it/conformance.rs`, which runs all conformance tests on every solver.

mod cnf;
mod dimacs;
mod lit;
mod proof;
mod sat_solver;
mod solvers;

pub use cnf::Cnf;
pub use dimacs::{DimacsError, DimacsErrorKind};
pub use gordian_core::Limits;
pub use lit::{Lit, Var};
pub use proof::solve_with_proof;
pub use sat_solver::{SatSolver, Stats, Verdict};
pub use solvers::{Portfolio, SatSolverKind, UnknownSatSolver, create_solver};
