//! Aborting a compilation: at a limit of time or memory, or because a number does not fit 64 bits.
//!
//! A short model can take minutes to compile, for example with thousands of variables of thousands of
//! values. All nodes and clauses are therefore charged to a [`WorkBudget`]. They are created deep within
//! recursions that cannot return a partial result, so an abort unwinds the stack to the start of the
//! compilation and drops everything created since. No other thread observes the intermediate state.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use gordian_core::{Cancel, Limit};
use gordian_model::{ConstraintId, Model, VarId};

use crate::CompileError;

/// The cancel flag and the clock are checked once per this many events; an event takes from a few
/// nanoseconds to a millisecond.
const CHECK_INTERVAL: u32 = 64;

/// The part of a model that is being compiled, for error messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ModelPart {
    Model,
    Variable(VarId),
    Constraint(ConstraintId),
    Objective,
}

impl ModelPart {
    fn describe(self, model: &Model) -> String {
        match self {
            Self::Model => "the model".to_owned(),
            Self::Variable(var) => format!("variable `{}`", model.variables()[var].name),
            Self::Constraint(id) => format!("constraint `{}`", model.constraints()[id].name),
            Self::Objective => "the objective".to_owned(),
        }
    }
}

/// The payload of an unwinding abort.
enum Abort {
    Limit(Limit),
    Memory,
    Overflow { operation: &'static str, lower: i128, upper: i128 },
}

/// Aborts the compilation because the values of an operation may not fit 64 bits; their bounds are
/// `lower` and `upper`. Must be called within [`catch_abort`].
pub(crate) fn abort_overflow(operation: &'static str, lower: i128, upper: i128) -> ! {
    resume_unwind(Box::new(Abort::Overflow { operation, lower, upper }))
}

/// Checks the limits of time and memory of a compilation.
#[derive(Debug, Default)]
pub(crate) struct WorkBudget {
    /// `None` for structures used outside of [`catch_abort`].
    state: Option<BudgetState>,
    n_events: AtomicU32,
}

#[derive(Debug)]
struct BudgetState {
    cancel: Cancel,
    /// Literals that may still be added, shared by all structures of one compilation.
    literals_left: Arc<AtomicUsize>,
    /// Literals taken by the owner of this budget.
    taken: AtomicUsize,
    /// Literals not yet taken from the shared budget, which is updated in batches.
    pending: AtomicUsize,
}

/// Number of literals taken from the shared budget at once.
const CHARGE_BATCH: usize = 256;

impl WorkBudget {
    /// Returns a budget for use within [`catch_abort`], with memory for `max_literals` literals of
    /// clauses.
    pub(crate) fn new(cancel: &Cancel, max_literals: usize) -> Self {
        Self::with_shared_budget(cancel.clone(), Arc::new(AtomicUsize::new(max_literals)))
    }

    /// Returns another handle to the same limits, for another structure in memory.
    pub(crate) fn share(&self) -> Self {
        match &self.state {
            Some(state) => {
                Self::with_shared_budget(state.cancel.clone(), Arc::clone(&state.literals_left))
            }
            None => Self::default(),
        }
    }

    fn with_shared_budget(cancel: Cancel, literals_left: Arc<AtomicUsize>) -> Self {
        let state = BudgetState {
            cancel,
            literals_left,
            taken: AtomicUsize::new(0),
            pending: AtomicUsize::new(0),
        };
        Self { state: Some(state), n_events: AtomicU32::new(0) }
    }

    /// Aborts the compilation if it was cancelled or its time is over. Cheap enough to be called for
    /// every node and clause.
    pub(crate) fn check_cancelled(&self) {
        let n_events = self.n_events.load(Ordering::Relaxed).wrapping_add(1);
        self.n_events.store(n_events, Ordering::Relaxed);
        if n_events.is_multiple_of(CHECK_INTERVAL)
            && let Some(limit) = self.state.as_ref().and_then(|state| state.cancel.stopped())
        {
            resume_unwind(Box::new(Abort::Limit(limit)));
        }
    }

    /// Takes memory for this many literals, or aborts the compilation if too little remains; accurate to
    /// [`CHARGE_BATCH`] literals.
    ///
    /// The memory is returned when this handle is dropped together with the structure it belongs to.
    pub(crate) fn charge(&self, n_literals: usize) {
        let Some(state) = &self.state else { return };
        // A compilation runs on one thread; the counters are atomic only to make the type `Send`.
        let pending = state.pending.load(Ordering::Relaxed).saturating_add(n_literals);
        state.pending.store(pending, Ordering::Relaxed);
        if pending >= CHARGE_BATCH {
            state.withdraw(pending);
        }
    }
}

impl BudgetState {
    /// Takes the pending literals from the shared budget, or aborts if too few remain.
    fn withdraw(&self, pending: usize) {
        match self.literals_left.load(Ordering::Relaxed).checked_sub(pending) {
            Some(rest) => self.literals_left.store(rest, Ordering::Relaxed),
            None => resume_unwind(Box::new(Abort::Memory)),
        }
        let taken = self.taken.load(Ordering::Relaxed).saturating_add(pending);
        self.taken.store(taken, Ordering::Relaxed);
        self.pending.store(0, Ordering::Relaxed);
    }
}

impl Drop for BudgetState {
    fn drop(&mut self) {
        let taken = self.taken.load(Ordering::Relaxed);
        let rest = self.literals_left.load(Ordering::Relaxed).saturating_add(taken);
        self.literals_left.store(rest, Ordering::Relaxed);
    }
}

/// Calls `work`, which may be aborted by [`abort_overflow`] or a [`WorkBudget`]. `work` keeps the cell at
/// the part of `model` that it is compiling.
///
/// # Errors
///
/// Returns the reason of an abort, or the error of `work`.
pub(crate) fn catch_abort<T>(
    model: &Model,
    work: impl FnOnce(&Cell<ModelPart>) -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    let part = Cell::new(ModelPart::Model);
    // Everything that `work` created is dropped, so no caller observes it incomplete.
    match catch_unwind(AssertUnwindSafe(|| work(&part))) {
        Ok(done) => done,
        Err(cause) => match cause.downcast::<Abort>().map(|stop| *stop) {
            Ok(Abort::Limit(limit)) => Err(CompileError::Stopped { limit }),
            Ok(Abort::Memory) => Err(CompileError::TooManyClauses),
            Ok(Abort::Overflow { operation, lower, upper }) => Err(CompileError::Overflow {
                part: part.get().describe(model),
                operation,
                lower,
                upper,
            }),
            Err(cause) => resume_unwind(cause),
        },
    }
}
