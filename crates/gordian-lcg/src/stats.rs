//! What a solver counts.

/// What a solver did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of decisions.
    pub decisions: u64,
    /// The number of conflicts.
    pub conflicts: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The number of reductions of domains.
    pub reductions: u64,
    /// The number of runs of propagators.
    pub propagator_runs: u64,
}
