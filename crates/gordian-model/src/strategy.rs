//! Advice on the order of decisions.

use gordian_core::{ValueOrder, VarOrder};
use thiserror::Error;

use crate::VarId;

/// Advice on how to search for solutions. It changes no claim of an answer, only which solutions
/// are found first, and how fast. Searches by propagators (engine `lcg`) follow it; those by
/// clauses do not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    /// What is decided first, in order; other variables after all of them.
    pub phases: Vec<SearchPhase>,
    /// Whether decisions are never in another order. Otherwise the search is free between every
    /// second restart and the next.
    pub is_strict: bool,
    /// Values that are tried first until there is a solution. From then on, the values of the best
    /// one are, if there is a goal. [`Model::set_hints`](crate::Model::set_hints) checks that they
    /// are in the domains; here, one that is not stands for the values near it.
    pub hints: Vec<(VarId, i64)>,
}

/// Variables that are decided together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPhase {
    /// The variables.
    pub variables: Vec<VarId>,
    /// Which of them is decided next.
    pub var_order: VarOrder,
    /// Which of its values are tried first.
    pub value_order: ValueOrder,
}

/// The error that a hint is a value that its variable cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the hint for `{name}` is {value}, which is not in its domain {domain}")]
pub struct HintError {
    /// The variable.
    pub var: VarId,
    /// Its name.
    pub name: String,
    /// The value.
    pub value: i64,
    /// The domain, as text.
    pub domain: String,
}

impl HintError {
    /// The stable error code, for programs.
    pub const CODE: &'static str = "model-hint";

    /// The hint on how to correct the error.
    pub const HINT: &'static str = "leave this hint out, or give a value of the domain";
}
