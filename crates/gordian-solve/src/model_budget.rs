//! The limits of building the model of a puzzle: memory and cancellation.
//!
//! A short puzzle file can have a large model: on a board of 250×250 without clues, every cell may have any of 62,500
//! numbers. Everything that a model gets is therefore charged to a [`ModelBudget`], by the one place that adds it. Models
//! are built by plain loops that have no use for a partial model, so a limit unwinds the stack to
//! [`ModelBudget::build`], which drops what was built; compilations are aborted in the same way.
//!
//! The bytes are estimates from above: the sizes of the structures, with what an allocation takes besides.

use std::cell::{Cell, RefCell};
use std::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use gordian_core::{Cancel, Limit};
use gordian_model::{Constraint, Domain, Expr, Graph, Node, VarId, Variable};
use rustc_hash::FxHashSet;

/// The cancel flag and the clock are checked once per this many events.
const CHECK_INTERVAL: u64 = 64;
/// What an allocation takes besides its contents: the header, and rounding up.
const ALLOCATION: usize = 24;
/// An operation: with the two counters of its `Arc`.
const OPERATION: usize = size_of::<Node>() + 2 * size_of::<usize>() + ALLOCATION;
/// The entry of a shared operation in the set of those that are charged, which is at least half full.
const SHARED: usize = 2 * (size_of::<usize>() + 1);
/// An item of a list. Lists that grow are up to half empty.
const ITEM: usize = 2 * size_of::<Expr>();
/// A variable, besides its name and its domain: the entries in the list and in the map of names, and the places of a
/// solution.
const VARIABLE: usize = 2 * (size_of::<Variable>() + size_of::<(String, VarId)>() + 64);

/// The payload of an unwinding stop.
struct Stop(Limit);

/// The memory and the time that building a model may take.
#[derive(Debug)]
pub(crate) struct ModelBudget {
    cancel: Cancel,
    max_bytes: u64,
    n_bytes: Cell<u64>,
    n_events: Cell<u64>,
    /// The shared operations, graphs and tables that are charged, by address. The model keeps them alive.
    charged: RefCell<FxHashSet<usize>>,
}

impl ModelBudget {
    /// Returns a budget of about `max_bytes` bytes; `None` for no limit.
    pub(crate) fn new(max_bytes: Option<u64>, cancel: &Cancel) -> Self {
        Self {
            cancel: cancel.clone(),
            max_bytes: max_bytes.unwrap_or(u64::MAX),
            n_bytes: Cell::new(0),
            n_events: Cell::new(0),
            charged: RefCell::default(),
        }
    }

    /// Returns a budget without limits.
    pub(crate) fn unlimited() -> Self {
        Self::new(None, &Cancel::new())
    }

    /// Calls `work`, which charges what it builds to this budget.
    ///
    /// # Errors
    ///
    /// Returns the limit that stopped it. What was built is dropped.
    pub(crate) fn build<T>(&self, work: impl FnOnce() -> T) -> Result<T, Limit> {
        // Nothing that `work` changed is used after an abort, except for the counters.
        catch_unwind(AssertUnwindSafe(work)).map_err(|cause| match cause.downcast::<Stop>() {
            Ok(stop) => stop.0,
            Err(cause) => resume_unwind(cause),
        })
    }

    /// Returns the bytes that are charged.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_bytes.get()
    }

    /// Returns how often something was charged or checked: a measure of the work that does not depend on the machine.
    #[cfg(test)]
    pub(crate) fn n_events(&self) -> u64 {
        self.n_events.get()
    }

    /// Stops the work if it was cancelled or its time is over. Cheap enough for inner loops.
    pub(crate) fn check(&self) {
        let n_events = self.n_events.get() + 1;
        self.n_events.set(n_events);
        if n_events.is_multiple_of(CHECK_INTERVAL)
            && let Some(limit) = self.cancel.stopped()
        {
            stop(limit);
        }
    }

    /// Charges `n` bytes, or stops the work if too few remain.
    fn charge(&self, n: usize) {
        let n_bytes = self.n_bytes.get().saturating_add(n as u64);
        if n_bytes > self.max_bytes {
            stop(Limit::Memory);
        }
        self.n_bytes.set(n_bytes);
    }

    /// Charges items of lists that are held while the model is built: expressions, cells or numbers.
    pub(crate) fn charge_items(&self, n: usize) {
        self.check();
        self.charge(n.saturating_mul(ITEM));
    }

    /// Charges a variable.
    pub(crate) fn charge_variable(&self, name: &str, domain: &Domain) {
        self.check();
        self.charge(VARIABLE + 2 * text(name) + OPERATION + domain_bytes(domain));
    }

    /// Charges a copy of a name.
    pub(crate) fn charge_name(&self, name: &str) {
        self.charge(2 * size_of::<String>() + text(name));
    }

    /// Charges a constraint that the model will keep, except for operations that were charged before.
    pub(crate) fn charge_constraint(&self, name: &str, condition: &Expr) {
        self.check();
        self.charge(2 * size_of::<Constraint>() + text(name));
        let mut charged = self.charged.borrow_mut();
        let mut stack = vec![condition];
        while let Some(expr) = stack.pop() {
            if expr.is_shared() {
                // The operation of a variable is charged with the variable.
                if matches!(expr.node(), Node::Var(_)) || !charged.insert(expr.identity()) {
                    continue;
                }
                self.charge(SHARED);
            }
            self.charge(OPERATION + own_bytes(expr.node(), &mut charged));
            let n_before = stack.len();
            stack.extend(expr.node().children());
            let n_operands = stack.len() - n_before;
            if n_operands > 0 {
                self.charge(ALLOCATION + n_operands * size_of::<Expr>());
            }
        }
    }
}

fn stop(limit: Limit) -> ! {
    resume_unwind(Box::new(Stop(limit)))
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
