//! The request to stop, heard while a model is compiled.
//!
//! A model of one line can take minutes to compile: thousands of variables of thousands of values. All
//! that is made on the way, nodes and clauses, passes by a [`Watch`]. Where it is made, deep within
//! recursions, there is nothing to return that would make sense, so the stack is unwound to where the
//! compilation began, and what was made is dropped. Nothing of it is shared with anybody.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use gordian_core::{Cancel, Limit};

use crate::CompileError;

/// So many things pass before the clock is looked at: each takes from some nanoseconds to a
/// millisecond.
const STEP: u32 = 64;

/// What unwinds the stack.
struct Stop(Limit);

/// Looks whether to stop.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// None for what is made outside of [`stoppable`].
    cancel: Option<Cancel>,
    passed: AtomicU32,
}

impl Watch {
    /// Returns one for use within [`stoppable`].
    pub(crate) fn new(cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), passed: AtomicU32::new(0) }
    }

    /// Returns another one for the same request.
    pub(crate) fn again(&self) -> Self {
        Self { cancel: self.cancel.clone(), passed: AtomicU32::new(0) }
    }

    /// Leaves the compilation if it is to stop; cheap enough to be called for whatever is made.
    pub(crate) fn look(&self) {
        let passed = self.passed.load(Ordering::Relaxed).wrapping_add(1);
        self.passed.store(passed, Ordering::Relaxed);
        if passed.is_multiple_of(STEP)
            && let Some(limit) = self.cancel.as_ref().and_then(Cancel::stopped)
        {
            resume_unwind(Box::new(Stop(limit)));
        }
    }
}

/// Does `work`, which may be left by a [`Watch`].
///
/// # Errors
///
/// [`CompileError::Stopped`] then, and what `work` returns.
pub(crate) fn stoppable<T>(
    work: impl FnOnce() -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    // What `work` has made goes with it, so nobody sees it half done.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done,
        Err(cause) => match cause.downcast::<Stop>() {
            Ok(stop) => Err(CompileError::Stopped { limit: stop.0 }),
            Err(cause) => resume_unwind(cause),
        },
    }
}
