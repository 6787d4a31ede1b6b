//! Constraint models: integer variables, expressions, constraints and an objective.
//!
//! A model is independent of the solver. [`Model::check`] defines its semantics: it evaluates an
//! assignment, and every solution of every solver is checked by it. [`Node`] documents the rules of
//! evaluation, including division and remainder of negative numbers, division by zero, and indices
//! that are out of range.
//!
//! [`Model::from_json`] and [`Model::to_json`] read and write JSON. A guide, the format and the
//! table of all operations are in `docs/guides/models.md`. The solver is in `gordian-compile`.
//!
//! # Example
//!
//! ```
//! use gordian_model::{Model, all_different};
//!
//! // Two different digits with a given sum, the first of them even.
//! let mut model = Model::new();
//! let a = model.int("a", 0..=9);
//! let b = model.int("b", 0..=9);
//! model.require("differ", all_different([a, b]));
//! model.require("sum", (a + b).eq(11));
//! model.require("even", (a % 2).eq(0));
//!
//! assert!(model.check(&[4, 7]).is_ok());
//! assert_eq!(model.check(&[5, 6]).unwrap_err().to_string(), "constraint `even` does not hold");
//! ```

mod bounds;
mod build;
mod composite;
mod domain;
mod evaluate;
mod expression;
mod global;
mod graph;
mod ids;
mod interval;
mod json;
mod model;
mod names;
mod operators;
mod search;
mod show;
mod strategy;

pub use bounds::{Bounds, ConditionError};
pub use build::{
    absolute, all_different, all_of, any_of, circuit, conditional, connected, connected_edges,
    count_true, cumulative, disjunctive, distinct_count, element, exactly, global_cardinality,
    greatest_common_divisor, inverse, maximum, minimum, path, product, regions, single_cycle, sos1,
    sos2, subcircuit, sum, table,
};
pub use composite::{
    Digits, arg_maximum, arg_minimum, array_set, binary_digits, digits, element_2d, increasing,
    iterate, lexicographic, nth_smallest, one_hot, penalty, sort, strictly_increasing,
    value_precedence,
};
pub use domain::{Domain, DomainError};
pub use evaluate::{Undefined, Violation};
pub use expression::{Comparison, Expr, Node};
pub use gordian_core::{ValueOrder, VarOrder};
pub use graph::{Graph, GraphError};
pub use ids::{ConstraintId, VarId};
pub use interval::{Interval, Optional, no_overlap, no_overlap_2d, pairs_apart, within_capacity};
pub use json::{JsonError, JsonErrorKind, JsonLimits};
pub use model::{Assignment, Constraint, Goal, Model, Variable};
pub use names::name_pattern;
pub use search::{
    Enumeration, NextSolution, OptimisationResult, OptimisationStep, Search, SharedOptimum,
};
pub use strategy::{HintError, SearchPhase, Strategy};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guides/milpmanager.md")]
struct MilpManagerPage;
