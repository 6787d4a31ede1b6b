//! Constraints that are added lazily: clauses only where a solution violates them.
//!
//! A graph constraint has far too many clauses to be stated in advance: one for each set of
//! vertices that could separate two others. The engine therefore searches without them. Each
//! solution is evaluated on the literals of the operands, and if it violates a constraint, clauses
//! are added that every solution of the constraint satisfies, and this one does not; then the
//! search continues. There are finitely many such clauses, so it ends.
//!
//! A constraint that must not hold is excluded for the values of the operands only: such
//! constraints are rare.
//!
//! *Invariant*: every added clause follows from the constraint and the other clauses. A refutation
//! of the formula with these clauses is therefore a refutation of the model, and they are listed as
//! axioms beside a proof.
//!
//! *Source*: Dantzig, Fulkerson, Johnson: "Solution of a large-scale traveling-salesman problem",
//! Journal of the Operations Research Society of America 2 (1954), for cycles that are excluded
//! when a solution has them.

use std::sync::Arc;

use gordian_backend::Lit;
use gordian_model::{ConstraintId, Graph};

use super::{Clauses, VarDecoder};
use crate::lazy::{GraphKind, GraphValues, Part};

/// A graph constraint on literals: one literal of the prefix holds, or the constraint does (or does
/// not).
#[derive(Clone, Debug)]
pub(crate) struct LazyConstraint {
    /// The constraint of the model that it is a part of; `None` for the objective.
    pub(crate) constraint: Option<ConstraintId>,
    pub(crate) kind: GraphKind,
    pub(crate) graph: Arc<Graph>,
    /// Literals equivalent to the conditions.
    pub(crate) conditions: Vec<Lit>,
    pub(crate) sizes: Vec<VarDecoder>,
    pub(crate) prefix: Vec<Lit>,
    /// Whether the graph constraint must not hold.
    pub(crate) negated: bool,
}

impl LazyConstraint {
    /// Returns clauses that a solution violates; none if it satisfies the constraint.
    pub(crate) fn violated_clauses(
        &self,
        holds: &dyn Fn(Lit) -> bool,
        clauses: &mut Clauses,
    ) -> Vec<Vec<Lit>> {
        if self.prefix.iter().any(|&lit| holds(lit)) {
            return Vec::new();
        }
        let conditions: Vec<bool> = self.conditions.iter().map(|&lit| holds(lit)).collect();
        let sizes: Vec<i64> = self.sizes.iter().map(|size| size.decode(holds)).collect();
        let (kind, graph) = (self.kind, &*self.graph);
        let values = GraphValues { kind, graph, conditions: &conditions, sizes: &sizes };
        let violations = values.violations();
        let cuts = match (self.negated, violations.is_empty()) {
            (false, _) => violations,
            (true, true) => vec![values.no_good()],
            (true, false) => Vec::new(),
        };
        let mut literal = |part: &Part| match *part {
            Part::Condition(index, value) => self.conditions[index] ^ !value,
            Part::AtMost(vertex, bound) => self.sizes[vertex].at_most_lit(clauses, bound),
            Part::Above(vertex, bound) => !self.sizes[vertex].at_most_lit(clauses, bound),
        };
        let clause = |cut: &Vec<Part>| {
            self.prefix.iter().copied().chain(cut.iter().map(&mut literal)).collect()
        };
        cuts.iter().map(clause).collect()
    }
}
