//! Leaving a compilation early: by a limit of time or memory, or because a number does not fit.
//!
//! A model of one line can take minutes to compile: thousands of variables of thousands of values. All
//! that is made on the way, nodes and clauses, passes by a [`WorkBudget`]. Where it is made, deep within
//! recursions, there is nothing to return that would make sense, so the stack is unwound to where the
//! compilation began, and what was made is dropped. No other thread sees any of it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use gordian_core::{Cancel, Limit};
use gordian_model::{ConstraintId, Model, VarId};

use crate::CompileError;

/// The clock is looked at once for this many things that pass: each takes from some nanoseconds to a
/// millisecond.
const CHECK_INTERVAL: u32 = 64;

/// Which part of a model is being compiled, for error messages.
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

/// What unwinds the stack.
enum Abort {
    Limit(Limit),
    Memory,
    Overflow { operation: &'static str, lower: i128, upper: i128 },
}

/// Leaves the compilation, which has to be within [`catch_abort`]: the values of an operation reach
/// from `lower` to `upper`, as far as their bounds tell, and may not fit 64 bits.
pub(crate) fn abort_overflow(operation: &'static str, lower: i128, upper: i128) -> ! {
    resume_unwind(Box::new(Abort::Overflow { operation, lower, upper }))
}

/// Looks at the limits of time and memory.
#[derive(Debug, Default)]
pub(crate) struct WorkBudget {
    /// `None` for what is made outside of [`catch_abort`].
    state: Option<BudgetState>,
    n_events: AtomicU32,
}

#[derive(Debug)]
struct BudgetState {
    cancel: Cancel,
    /// Literals that may still be added, shared by all that is made for one compilation.
    literals_left: Arc<AtomicUsize>,
    /// What the owner of this watch has taken of it.
    taken: AtomicUsize,
    /// What is to be taken with the next piece: the budget is shared, and looked at piece by piece.
    pending: AtomicUsize,
}

/// Literals that are taken from the budget at once.
const CHARGE_BATCH: usize = 256;

impl WorkBudget {
    /// Returns one for use within [`catch_abort`]; all that is made may take as much memory as this
    /// many literals of clauses.
    pub(crate) fn new(cancel: &Cancel, max_literals: usize) -> Self {
        Self::with_shared_budget(cancel.clone(), Arc::new(AtomicUsize::new(max_literals)))
    }

    /// Returns another one with the same limits, for another structure in memory.
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

    /// Leaves the compilation if its time is over; cheap enough to be called for everything that is
    /// made.
    pub(crate) fn check_cancelled(&self) {
        let n_events = self.n_events.load(Ordering::Relaxed).wrapping_add(1);
        self.n_events.store(n_events, Ordering::Relaxed);
        if n_events.is_multiple_of(CHECK_INTERVAL)
            && let Some(limit) = self.state.as_ref().and_then(|state| state.cancel.stopped())
        {
            resume_unwind(Box::new(Abort::Limit(limit)));
        }
    }

    /// Takes memory for this many literals, or leaves the compilation if there is none left; exact to
    /// [`CHARGE_BATCH`] literals.
    ///
    /// It is given back when the watch is dropped, with what it was taken for.
    pub(crate) fn charge(&self, n_literals: usize) {
        let Some(state) = &self.state else { return };
        // Compilations are the work of one thread; the counters are atomic to be moved to another.
        let pending = state.pending.load(Ordering::Relaxed).saturating_add(n_literals);
        state.pending.store(pending, Ordering::Relaxed);
        if pending >= CHARGE_BATCH {
            state.withdraw(pending);
        }
    }
}

impl BudgetState {
    /// Takes what is pending from the budget, or leaves the compilation if there is not so much left.
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

/// Calls `work`, which may be left by [`abort_overflow`] and by a [`WorkBudget`]. It keeps the cell at the part of
/// `model` it is busy with.
///
/// # Errors
///
/// Returns why it was left, and the errors of `work`.
pub(crate) fn catch_abort<T>(
    model: &Model,
    work: impl FnOnce(&Cell<ModelPart>) -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    let part = Cell::new(ModelPart::Model);
    // What `work` has made is dropped with it, so that no caller sees it incomplete.
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
