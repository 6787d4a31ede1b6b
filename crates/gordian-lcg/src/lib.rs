//! A search over integer variables that learns from conflicts: lazy clause generation.
//!
//! It is: variables with domains of any size ([`Solver`]), clauses over atoms such as `x ≥ 3`
//! ([`Atom`]), constraints that reduce domains and explain each reduction ([`Propagator`],
//! [`propagators`]), and a search that learns a nogood from each conflict. It is not: models and
//! their translation; it shares no code with `gordian-compile`, so that each road to an answer can
//! confirm the other.
//!
//! Atoms have no Boolean variables of their own, so a domain of a million values costs no more than
//! a small one.
//!
//! *Source*: Ohrimenko, Stuckey, Codish: "Propagation via lazy clause generation", Constraints 14
//! (2009); Feydy, Stuckey: "Lazy clause generation reengineered", CP 2009.
//!
//! # Example
//!
//! ```
//! use gordian_core::Cancel;
//! use gordian_lcg::propagators::Linear;
//! use gordian_lcg::{Solver, Verdict};
//!
//! // 3x + 5y = 4000001 with x ≥ y
//! let mut solver = Solver::new();
//! let (x, y) = (solver.add_var(0, 1_000_000), solver.add_var(0, 1_000_000));
//! solver.post(Box::new(Linear::at_most(&[(3, x), (5, y)], 4_000_001)));
//! solver.post(Box::new(Linear::at_least(&[(3, x), (5, y)], 4_000_001)));
//! solver.post(Box::new(Linear::at_most(&[(1, y), (-1, x)], 0)));
//! assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
//! assert_eq!(3 * solver.value(x) + 5 * solver.value(y), 4_000_001);
//! ```

mod analysis;
mod atom;
mod branching;
mod choices;
mod engine;
mod heuristics;
mod nogoods;
mod propagator;
pub mod propagators;
mod solver;
mod stats;
mod trail;

pub use atom::{Atom, MAX_VALUE, Relation, Var};
pub use branching::Branching;
pub use propagator::{
    Before, Conditional, Conflict, Domains, Event, Explanation, Priority, Propagator,
    VisitExplanation,
};
pub use solver::{Lookahead, ObjectiveExchange, Optimum, Solver, Values, Verdict};
pub use stats::Stats;
