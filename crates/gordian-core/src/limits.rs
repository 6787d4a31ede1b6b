//! The limits of a search.

use crate::Cancel;

/// The limits of one search. The default has no limits.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stops the search, at once or at a deadline. Searches poll it every few decisions: they stop
    /// within a millisecond on formulas of some thousand clauses, and within 0.1 s on formulas of
    /// four million. CaDiCaL polls less often during simplification and has taken 0.5 s on the
    /// latter.
    pub cancel: Cancel,
    /// The maximum number of conflicts, in a portfolio for each member; `None` for no maximum.
    ///
    /// A search stops at the first decision after this number of conflicts. With 0 it answers only
    /// if no search is needed. CaDiCaL clamps the number to `i32::MAX`, which is days of work.
    pub conflicts: Option<u64>,
}

impl Limits {
    /// Returns limits that stop the search only by `cancel`.
    #[must_use]
    pub fn until(cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), conflicts: None }
    }

    /// Returns these limits with at most `conflicts` conflicts.
    #[must_use]
    pub fn with_conflicts(self, conflicts: u64) -> Self {
        Self { conflicts: Some(conflicts), ..self }
    }
}
