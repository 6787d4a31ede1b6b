//! The limits of building the model of a puzzle: memory and cancellation.
//!
//! A short puzzle file can have a large model: on a board of 250×250 without clues, every cell may
//! have any of 62,500 numbers. Everything that a model gets is therefore charged to a
//! [`ModelBudget`], by the one place that adds it. Models are built by plain loops that have no use
//! for a partial model: at a limit they go on and add nothing more, except that loops that take
//! long end, and [`ModelBudget::build`] returns the limit.
//!
//! The bytes are estimates from above: the sizes of the structures, with what an allocation takes
//! besides.

use std::cell::RefCell;
use std::mem::size_of;
use std::sync::Arc;

use gordian_core::{Budget, Cancel, Limit};
use gordian_model::{Constraint, Domain, Expr, Graph, Node, VarId, Variable};
use rustc_hash::FxHashSet;

/// What an allocation takes besides its contents: the header, and rounding up.
const ALLOCATION: usize = 24;
/// An operation: with the two counters of its `Arc`.
const OPERATION: usize = size_of::<Node>() + 2 * size_of::<usize>() + ALLOCATION;
/// The entry of a shared operation in the set of those that are charged, which is at least half
/// full.
const SHARED: usize = 2 * (size_of::<usize>() + 1);
/// An item of a list. Lists that grow are up to half empty.
const ITEM: usize = 2 * size_of::<Expr>();
/// A variable, besides its name and its domain: the entries in the list and in the map of names,
/// and the places of a solution.
const VARIABLE: usize = 2 * (size_of::<Variable>() + size_of::<(String, VarId)>() + 64);

/// The memory and the time that building a model may take.
#[derive(Debug)]
pub(crate) struct ModelBudget {
    /// In bytes.
    budget: Budget,
    /// The shared operations, graphs and tables that are charged, by address. The model keeps them
    /// alive.
    charged: RefCell<FxHashSet<usize>>,
}

impl ModelBudget {
    /// Returns a budget of about `max_bytes` bytes; `None` for no limit.
    pub(crate) fn new(max_bytes: Option<u64>, cancel: &Cancel) -> Self {
        Self { budget: Budget::new(cancel, max_bytes), charged: RefCell::default() }
    }

    /// Returns a budget without limits.
    pub(crate) fn unlimited() -> Self {
        Self::new(None, &Cancel::new())
    }

    /// Calls `work`, which charges what it builds to this budget.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached. What was built is incomplete and dropped.
    pub(crate) fn build<T>(&self, work: impl FnOnce() -> T) -> Result<T, Limit> {
        let built = work();
        self.budget.result().map(|()| built)
    }

    /// Returns whether a limit was reached, so that nothing more is added.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// Returns the bytes that are charged.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.budget.n_units()
    }

    /// Returns how often something was charged or checked before a limit was reached, and after it:
    /// measures of the work that do not depend on the machine.
    #[cfg(test)]
    pub(crate) fn n_events(&self) -> (u64, u64) {
        (self.budget.n_events(), self.budget.n_late_events())
    }

    /// Returns whether the work goes on: it was not cancelled, its time is not over, and no other
    /// limit was reached. Cheap enough for inner loops.
    pub(crate) fn check(&self) -> bool {
        self.budget.check()
    }

    /// Charges items of lists that are held while the model is built: expressions, cells or
    /// numbers. Returns whether the work goes on, as the other functions that charge do.
    pub(crate) fn charge_items(&self, n: usize) -> bool {
        self.check() && self.budget.charge(n.saturating_mul(ITEM))
    }

    /// Charges a variable.
    pub(crate) fn charge_variable(&self, name: &str, domain: &Domain) -> bool {
        let n_bytes = VARIABLE + 2 * text(name) + OPERATION + domain_bytes(domain);
        self.check() && self.budget.charge(n_bytes)
    }

    /// Charges a copy of a name.
    pub(crate) fn charge_name(&self, name: &str) -> bool {
        self.budget.charge(2 * size_of::<String>() + text(name))
    }

    /// Charges a constraint that the model will keep, except for operations that were charged
    /// before.
    pub(crate) fn charge_constraint(&self, name: &str, condition: &Expr) -> bool {
        if !self.check() || !self.budget.charge(2 * size_of::<Constraint>() + text(name)) {
            return false;
        }
        let mut charged = self.charged.borrow_mut();
        let mut stack = vec![condition];
        while let Some(expr) = stack.pop() {
            if expr.is_shared() {
                // The operation of a variable is charged with the variable.
                if matches!(expr.node(), Node::Var(_)) || !charged.insert(expr.identity()) {
                    continue;
                }
                self.budget.charge(SHARED);
            }
            if !self.budget.charge(OPERATION + own_bytes(expr.node(), &mut charged)) {
                return false;
            }
            let n_before = stack.len();
            stack.extend(expr.node().children());
            let n_operands = stack.len() - n_before;
            if n_operands > 0 {
                self.budget.charge(ALLOCATION + n_operands * size_of::<Expr>());
            }
        }
        !self.is_exhausted()
    }
}

fn text(text: &str) -> usize {
    text.len() + ALLOCATION
}

fn domain_bytes(domain: &Domain) -> usize {
    ALLOCATION + std::mem::size_of_val(domain.ranges())
}

/// Returns the bytes of what an operation has besides its operands; 0 if that is charged before.
fn own_bytes(node: &Node, charged: &mut FxHashSet<usize>) -> usize {
    fn address<T>(shared: &Arc<T>) -> usize {
        Arc::as_ptr(shared) as usize
    }
    match node {
        Node::Connected(graph, _)
        | Node::ConnectedEdges(graph, _)
        | Node::SingleCycle(graph, _)
        | Node::Path(graph, ..)
        | Node::Regions(graph, ..)
            if charged.insert(address(graph)) =>
        {
            ALLOCATION + size_of::<Graph>() + 2 * std::mem::size_of_val(graph.edges())
        }
        Node::Table(_, rows) if charged.insert(address(rows)) => {
            let row = |row: &Vec<i64>| size_of::<Vec<i64>>() + ALLOCATION + 8 * row.len();
            ALLOCATION + rows.iter().map(row).sum::<usize>()
        }
        Node::InSet(_, set) if charged.insert(address(set)) => domain_bytes(set),
        _ => 0,
    }
}
