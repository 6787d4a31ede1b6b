//! The intermediate form after presolve, for outputs other than clauses.
//!
//! Another output, such as the rows of `gordian-ilp`, starts where the encoding to clauses starts:
//! from a [`PresolvedModel`]. It reads the nodes by [`PresolvedModel::op`] and
//! [`PresolvedModel::domain`], children first, and states that all [`roots`](PresolvedModel::roots)
//! and [`groups`](PresolvedModel::groups) hold. The views of the variables then have exactly the
//! solutions of the model.
//!
//! The form can only be read: nodes are created by the compiler alone, which keeps equal operations
//! one node.
//!
//! # Example
//!
//! ```
//! use gordian_compile::presolved::PresolvedModel;
//! use gordian_model::Model;
//!
//! let mut model = Model::new();
//! let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
//! model.require("sum", (x + y).eq(11));
//!
//! let presolved = PresolvedModel::new(&model)?;
//! // Presolve replaces y by 11 − x, which leaves 2 to 9 for x and nothing to state.
//! let [of_x, of_y] = [x, y].map(|var| presolved.vars()[var]);
//! assert_eq!((of_x.node, of_y.factor, of_y.offset), (of_y.node, -1, 11));
//! assert_eq!((presolved.domain(of_x.node).min(), presolved.domain(of_x.node).max()), (2, 9));
//! assert!(presolved.roots().is_empty());
//! # Ok::<(), gordian_compile::presolved::PresolveError>(())
//! ```

use gordian_core::{Budget, IndexVec};
use gordian_model::{ConstraintId, Model, VarId};
use thiserror::Error;

use crate::CompileError;
use crate::budget::guarded;
use crate::compile::lower_with_presolve;
use crate::decompose::{Decomposed, decompose};
pub use crate::error::GRAPH_HINT;
use crate::ir::LoweredModel;
pub use crate::ir::{
    Binary, BoolRef, ExclusiveGroup, GraphOp, IntRef, NodeDomain, NodeId, Op, RootConstraint,
    Unary, apply_binary, apply_unary,
};
use crate::report::Report;

/// The reason why a model has no intermediate form.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PresolveError {
    /// A sum of a global constraint may exceed 64 bits. In the global constraint it is exact, in
    /// the operations that replace it, it is undefined.
    #[error("constraint `{constraint}` has sums that may exceed 64 bits")]
    TooLarge {
        /// The name of the constraint, or `objective`.
        constraint: String,
    },
    /// The model cannot be lowered.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

/// A model as nodes, after decomposition of its global constraints and presolve.
///
/// Undefined parts of a constraint are root constraints of their own, so that the nodes can be
/// taken as defined.
#[derive(Debug)]
pub struct PresolvedModel {
    lowered: LoweredModel,
}

impl PresolvedModel {
    /// Lowers a model and runs presolve, without limits of time and memory.
    ///
    /// # Errors
    ///
    /// Fails if a number does not fit 64 bits.
    pub fn new(model: &Model) -> Result<Self, PresolveError> {
        let budget = Budget::unlimited();
        let decomposed = decompose(model, &budget).expect("there is no limit");
        let Decomposed { model: decomposed, too_large } = decomposed;
        if let Some(constraint) = too_large {
            return Err(PresolveError::TooLarge { constraint });
        }
        let model = &*decomposed;
        let lowered = guarded(model, &budget, |current_part| {
            lower_with_presolve(model, &budget, &mut Report::new(), current_part)
        });
        Ok(Self { lowered: lowered? })
    }

    /// Returns the conditions that must hold.
    #[must_use]
    pub fn roots(&self) -> &[RootConstraint] {
        &self.lowered.roots
    }

    /// Returns the groups of exclusive conditions, each with the constraint that states it.
    #[must_use]
    pub fn groups(&self) -> &[(ConstraintId, ExclusiveGroup)] {
        &self.lowered.groups
    }

    /// Returns the variables of the model as views; several variables can be views of one node.
    #[must_use]
    pub fn vars(&self) -> &IndexVec<VarId, IntRef> {
        &self.lowered.vars
    }

    /// Returns the objective, if the model has one.
    #[must_use]
    pub fn objective(&self) -> Option<IntRef> {
        self.lowered.objective
    }

    /// Returns the operation of a node. Its children precede the node.
    #[must_use]
    pub fn op(&self, node: NodeId) -> &Op {
        self.lowered.arena.op(node)
    }

    /// Returns a superset of the values of a node.
    #[must_use]
    pub fn domain(&self, node: NodeId) -> &NodeDomain {
        self.lowered.arena.domain(node)
    }

    /// Returns for each node how many nodes and root constraints refer to it; members of groups are
    /// not counted.
    #[must_use]
    pub fn count_uses(&self) -> IndexVec<NodeId, u32> {
        let conditions = self.lowered.roots.iter().map(|root| root.condition);
        self.lowered.arena.count_uses(conditions).into_iter().collect()
    }
}
