//! The interface of an incremental SAT solver.

use gordian_core::{Limit, Limits};

use crate::{Cnf, Lit};

/// An incremental SAT solver with assumptions.
///
/// # States
///
/// ```text
///             add_clause, reserve                 add_clause, reserve
///                ┌──────┐                             ┌──────┐
///                ▼      │         solve               ▼      │
///  created ──► OPEN ────┴──────────────────────────► ANSWERED┘ ──► solve, as often as wanted
/// ```
///
/// - **Open**: `solve` has not been called. [`value`](SatSolver::value) and
///   [`core`](SatSolver::core) panic.
/// - **Answered**: [`solve`](SatSolver::solve) has returned. After [`Verdict::Sat`], `value` gives
///   the satisfying assignment; after [`Verdict::Unsat`], `core` gives the failed assumptions;
///   after [`Verdict::Stopped`], both panic, but learnt clauses are kept and the next `solve`
///   continues with them. Adding clauses and variables does **not** discard the answer: a solution
///   can be read and the clause that forbids it can be added in any order. The next `solve`
///   discards it.
///
/// Clauses are permanent; assumptions hold for one call of `solve`. Once the clauses alone are
/// unsatisfiable, every later verdict is `Unsat` with an empty core (unless a limit was already
/// reached when `solve` was called).
///
/// # Determinism
///
/// Solvers of the same kind and seed that receive the same calls give the same answers, whatever
/// the load of the machine. A call that [`Limits::cancel`] stopped ends this guarantee, because the
/// amount of work done by then is unknown: later answers are still correct, but another solution
/// may be found. A stop by [`Limits::conflicts`] keeps the guarantee.
///
/// # What a solver never does
///
/// A solver does not print, does not read files, and leaves no threads behind. It panics if it
/// detects an internal contradiction.
pub trait SatSolver: Send {
    /// Returns the name that selects this solver.
    fn name(&self) -> &'static str;

    /// Ensures that the variables 0 to `n_vars - 1` exist.
    ///
    /// Other calls add the variables that they need. Reserving all variables first is faster and
    /// lets the seed permute all of them.
    fn reserve(&mut self, n_vars: usize);

    /// Adds a clause permanently. Duplicate literals, tautologies and the empty clause are allowed.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Adds the variables and clauses of `cnf`.
    fn add_cnf(&mut self, cnf: &Cnf) {
        self.reserve(cnf.n_vars());
        for clause in cnf.iter() {
            self.add_clause(clause);
        }
    }

    /// Decides whether the clauses are satisfiable under the `assumptions`.
    ///
    /// Assumptions may be repeated and may contradict each other.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Returns whether `lit` is true in the satisfying assignment. A variable that has not occurred
    /// in a clause or an assumption is false.
    ///
    /// # Panics
    ///
    /// Panics if the last verdict was not [`Verdict::Sat`].
    fn value(&self, lit: Lit) -> bool;

    /// Returns the core: a subset of the last assumptions under which the clauses are
    /// unsatisfiable.
    ///
    /// The literals are in increasing order. The core is not necessarily minimal, and it is empty
    /// if the clauses alone are unsatisfiable.
    ///
    /// # Panics
    ///
    /// Panics if the last verdict was not [`Verdict::Unsat`].
    fn core(&self) -> &[Lit];

    /// Returns the statistics since the solver was created.
    fn stats(&self) -> Stats;
}

/// The result of a call of [`SatSolver::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula is satisfiable; [`SatSolver::value`] gives the assignment.
    Sat,
    /// The formula is unsatisfiable under the assumptions.
    Unsat,
    /// A limit was reached: [`Limit::Time`] or [`Limit::Interrupted`] by [`Limits::cancel`],
    /// [`Limit::Effort`] by [`Limits::conflicts`].
    Stopped(Limit),
}

/// Statistics of a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Calls of [`SatSolver::solve`].
    pub solves: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Propagated literals.
    pub propagations: u64,
}
