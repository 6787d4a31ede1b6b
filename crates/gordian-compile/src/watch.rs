//! Leaving a compilation early: by a limit of time or memory, or because a number does not fit.
//!
//! A model of one line can take minutes to compile: thousands of variables of thousands of values. All
//! that is made on the way, nodes and clauses, passes by a [`Watch`]. Where it is made, deep within
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
const STEP: u32 = 64;

/// Which part of a model is being compiled, for error messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Model,
    Variable(VarId),
    Constraint(ConstraintId),
    Objective,
}

impl Place {
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
enum Stop {
    Limit(Limit),
    Memory,
    Beyond { operation: &'static str, lower: i128, upper: i128 },
}

/// Leaves the compilation, which has to be within [`stoppable`]: the values of an operation reach
/// from `lower` to `upper`, as far as their bounds tell, and may not fit 64 bits.
pub(crate) fn refuse(operation: &'static str, lower: i128, upper: i128) -> ! {
    resume_unwind(Box::new(Stop::Beyond { operation, lower, upper }))
}

/// Looks at the limits of time and memory.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// `None` for what is made outside of [`stoppable`].
    limits: Option<Limits>,
    passed: AtomicU32,
}

#[derive(Debug)]
struct Limits {
    cancel: Cancel,
    /// Literals that may still be added, shared by all that is made for one compilation.
    budget: Arc<AtomicUsize>,
    /// What the owner of this watch has taken of it.
    taken: AtomicUsize,
    /// What is to be taken with the next piece: the budget is shared, and looked at piece by piece.
    pending: AtomicUsize,
}

/// Literals that are taken from the budget at once.
const PIECE: usize = 256;

impl Watch {
    /// Returns one for use within [`stoppable`]; all that is made may take as much memory as this
    /// many literals of clauses.
    pub(crate) fn new(cancel: &Cancel, max_literals: usize) -> Self {
        Self::sharing(cancel.clone(), Arc::new(AtomicUsize::new(max_literals)))
    }

    /// Returns another one with the same limits, for another structure in memory.
    pub(crate) fn again(&self) -> Self {
        match &self.limits {
            Some(limits) => Self::sharing(limits.cancel.clone(), Arc::clone(&limits.budget)),
            None => Self::default(),
        }
    }

    fn sharing(cancel: Cancel, budget: Arc<AtomicUsize>) -> Self {
        let limits =
            Limits { cancel, budget, taken: AtomicUsize::new(0), pending: AtomicUsize::new(0) };
        Self { limits: Some(limits), passed: AtomicU32::new(0) }
    }

    /// Leaves the compilation if its time is over; cheap enough to be called for everything that is
    /// made.
    pub(crate) fn look(&self) {
        let passed = self.passed.load(Ordering::Relaxed).wrapping_add(1);
        self.passed.store(passed, Ordering::Relaxed);
        if passed.is_multiple_of(STEP)
            && let Some(limit) = self.limits.as_ref().and_then(|limits| limits.cancel.stopped())
        {
            resume_unwind(Box::new(Stop::Limit(limit)));
        }
    }

    /// Takes memory for this many literals, or leaves the compilation if there is none left; exact to
    /// [`PIECE`] literals.
    ///
    /// It is given back when the watch is dropped, with what it was taken for.
    pub(crate) fn charge(&self, n_literals: usize) {
        let Some(limits) = &self.limits else { return };
        // Compilations are the work of one thread; the counters are atomic to be moved to another.
        let pending = limits.pending.load(Ordering::Relaxed).saturating_add(n_literals);
        limits.pending.store(pending, Ordering::Relaxed);
        if pending >= PIECE {
            limits.settle(pending);
        }
    }
}

impl Limits {
    /// Takes what is pending from the budget, or leaves the compilation if there is not so much left.
    fn settle(&self, pending: usize) {
        match self.budget.load(Ordering::Relaxed).checked_sub(pending) {
            Some(rest) => self.budget.store(rest, Ordering::Relaxed),
            None => resume_unwind(Box::new(Stop::Memory)),
        }
        let taken = self.taken.load(Ordering::Relaxed).saturating_add(pending);
        self.taken.store(taken, Ordering::Relaxed);
        self.pending.store(0, Ordering::Relaxed);
    }
}

impl Drop for Limits {
    fn drop(&mut self) {
        let taken = self.taken.load(Ordering::Relaxed);
        let rest = self.budget.load(Ordering::Relaxed).saturating_add(taken);
        self.budget.store(rest, Ordering::Relaxed);
    }
}

/// Calls `work`, which may be left by [`refuse`] and by a [`Watch`]. It keeps the cell at the part of
/// `model` it is busy with.
///
/// # Errors
///
/// Returns why it was left, and the errors of `work`.
pub(crate) fn stoppable<T>(
    model: &Model,
    work: impl FnOnce(&Cell<Place>) -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    let place = Cell::new(Place::Model);
    // What `work` has made is dropped with it, so that no caller sees it incomplete.
    match catch_unwind(AssertUnwindSafe(|| work(&place))) {
        Ok(done) => done,
        Err(cause) => match cause.downcast::<Stop>().map(|stop| *stop) {
            Ok(Stop::Limit(limit)) => Err(CompileError::Stopped { limit }),
            Ok(Stop::Memory) => Err(CompileError::TooManyClauses),
            Ok(Stop::Beyond { operation, lower, upper }) => Err(CompileError::Overflow {
                place: place.get().describe(model),
                operation,
                lower,
                upper,
            }),
            Err(cause) => resume_unwind(cause),
        },
    }
}
