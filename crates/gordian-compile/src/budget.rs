//! The end of a compilation before it is complete: at a limit of time or memory, or because a
//! number does not fit 64 bits.
//!
//! A short model can take minutes to compile, for example with thousands of variables of thousands
//! of values. All nodes and clauses are therefore charged to a [`Budget`], and numbers that do not
//! fit are recorded. Nodes and clauses are created deep within recursions that have no use for a
//! partial result. So neither a limit nor an overflow ends them: from then on, the arena and the
//! formula stay as they are, and what they return are placeholders. Long loops ask [`is_stopped`],
//! and at the end of each phase [`go_on`] returns to the caller. Everything that was created is
//! dropped.
//!
//! *Invariant*: what is built after a limit or an overflow is never returned from [`guarded`].

use std::cell::Cell;

use gordian_core::{Budget, Limit};
use gordian_model::{ConstraintId, Model, VarId};

use crate::CompileError;

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

/// An operation whose values may not fit 64 bits, with their bounds.
#[derive(Clone, Copy, Debug)]
struct Overflow {
    operation: &'static str,
    lower: i128,
    upper: i128,
}

/// The arithmetic of a compilation. A compilation runs on one thread.
#[derive(Clone, Copy, Debug)]
enum Arithmetic {
    /// No compilation is running.
    Idle,
    /// All numbers fitted so far.
    Exact,
    /// The first operation that did not fit.
    Overflowed(Overflow),
}

thread_local! {
    /// Sticky, as the budget: operators on numbers have no access to it, and no error to return.
    static ARITHMETIC: Cell<Arithmetic> = const { Cell::new(Arithmetic::Idle) };
}

/// Records that the values of an operation may not fit 64 bits; their bounds are `lower` and
/// `upper`. The caller goes on with any number that fits.
///
/// # Panics
///
/// Panics outside of [`guarded`], where all numbers are known to fit.
#[cold]
pub(crate) fn record_overflow(operation: &'static str, lower: i128, upper: i128) {
    match ARITHMETIC.get() {
        Arithmetic::Idle => {
            panic!("internal error: {operation} with values from {lower} to {upper} does not fit")
        }
        Arithmetic::Exact => {
            let overflow = Overflow { operation, lower, upper };
            ARITHMETIC.set(Arithmetic::Overflowed(overflow));
        }
        // The first one is the cause.
        Arithmetic::Overflowed(_) => {}
    }
}

/// Returns whether a number did not fit.
#[inline]
pub(crate) fn has_overflowed() -> bool {
    matches!(ARITHMETIC.get(), Arithmetic::Overflowed(_))
}

/// Returns whether the compilation cannot be completed, for loops that take long.
#[inline]
pub(crate) fn is_stopped(budget: &Budget) -> bool {
    budget.is_exhausted() || has_overflowed()
}

/// The compilation cannot be completed; the budget, or the record of overflows, has the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Returns at the end of a phase whether the next one begins.
pub(crate) fn go_on(budget: &Budget) -> Result<(), Stopped> {
    if is_stopped(budget) { Err(Stopped) } else { Ok(()) }
}

/// Calls `work`, which may exhaust `budget` or overflow. `work` keeps the cell at the part of
/// `model` that it is compiling.
///
/// # Errors
///
/// Returns the limit that was reached, or the first overflow.
pub(crate) fn guarded<T>(
    model: &Model,
    budget: &Budget,
    work: impl FnOnce(&Cell<ModelPart>) -> Result<T, Stopped>,
) -> Result<T, CompileError> {
    let part = Cell::new(ModelPart::Model);
    let outer = ARITHMETIC.replace(Arithmetic::Exact);
    let done = work(&part);
    let arithmetic = ARITHMETIC.replace(outer);
    // After a limit, numbers are placeholders.
    budget.result().map_err(|limit| match limit {
        Limit::Memory => CompileError::TooManyClauses,
        limit => CompileError::Stopped { limit },
    })?;
    if let Arithmetic::Overflowed(Overflow { operation, lower, upper }) = arithmetic {
        let part = part.get().describe(model);
        return Err(CompileError::Overflow { part, operation, lower, upper });
    }
    Ok(done.expect("only limits and overflows stop the work"))
}
