//! The contract between those who pose a formula and those who decide it.

use gordian_core::{Cancel, Limit};

use crate::{Cnf, Lit};

/// Somebody who decides formulas, clause by clause and question by question.
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
/// - **Open**: no question was asked yet. [`value`](SatSolver::value) and [`core`](SatSolver::core)
///   panic.
/// - **Answered**: [`solve`](SatSolver::solve) returned. After [`Verdict::Sat`], `value` tells the
///   solution; after [`Verdict::Unsat`], `core` tells the assumptions to blame; after
///   [`Verdict::Stopped`], neither, but what was learnt is kept and the next `solve` goes on from
///   there. Adding clauses and variables does **not** take the answer away: read a solution and
///   add the clause that forbids it in any order. The next `solve` does.
///
/// Clauses stay for good; assumptions hold for one `solve`. Once the clauses alone contradict each
/// other, every later verdict is `Unsat` with an empty core (unless a limit had already passed when
/// the question was asked).
///
/// # Determinism
///
/// An engine that is created with the same kind and seed and gets the same calls gives the same
/// answers, on any machine load. A call that [`Limits::cancel`] cut short ends that promise, since
/// nobody can tell how far it came: answers stay right, but which solution is found may change.
/// A stop by [`Limits::conflicts`] keeps it.
///
/// # What an engine never does
///
/// Print, read files, or leave threads behind. An engine that contradicts itself panics.
pub trait SatSolver: Send {
    /// Returns the name by which people choose this engine.
    fn name(&self) -> &'static str;

    /// Makes sure that the variables 0 to `n_vars - 1` exist.
    ///
    /// Other calls make the variables they need; to say beforehand how many will come is faster,
    /// and lets a seed renumber all of them.
    fn reserve(&mut self, n_vars: usize);

    /// Adds a clause for good. Duplicate literals, a literal beside its negation, and the empty
    /// clause are all allowed.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Adds the variables and clauses of `cnf`.
    fn add_cnf(&mut self, cnf: &Cnf) {
        self.reserve(cnf.n_vars());
        for clause in cnf.iter() {
            self.add_clause(clause);
        }
    }

    /// Decides whether the clauses can all be true with the `assumptions` true.
    ///
    /// Assumptions may repeat and may contradict each other.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Returns whether `lit` is true in the solution found. A variable that was in no clause and
    /// no assumption so far is false.
    ///
    /// # Panics
    ///
    /// Panics if the last verdict was not [`Verdict::Sat`].
    fn value(&self, lit: Lit) -> bool;

    /// Returns assumptions that the clauses contradict: a subset of those of the last question, in
    /// increasing order, not necessarily a smallest one, empty if the clauses contradict
    /// themselves.
    ///
    /// # Panics
    ///
    /// Panics if the last verdict was not [`Verdict::Unsat`].
    fn core(&self) -> &[Lit];

    /// Returns the work done since the engine was created.
    fn stats(&self) -> Stats;
}

/// What an engine established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution, and [`SatSolver::value`] tells it.
    Sat,
    /// It is proved that there is no solution under the assumptions.
    Unsat,
    /// A limit came first: [`Limit::Time`] or [`Limit::Interrupted`] by [`Limits::cancel`],
    /// [`Limit::Effort`] by [`Limits::conflicts`].
    Stopped(Limit),
}

/// How long an engine may take for one question.
///
/// The default is: as long as it takes.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Asks to stop, at once or at a deadline. Looked at every few decisions: within a millisecond
    /// on formulas of some thousand clauses, within a tenth of a second on those of four million.
    /// CaDiCaL looks less often while it simplifies and has taken half a second on the latter.
    pub cancel: Cancel,
    /// How many conflicts are allowed, `None` for any number; in a portfolio, for each member.
    ///
    /// An engine stops at the first decision after so many conflicts. With 0 it answers only what
    /// needs no search. CaDiCaL counts to `i32::MAX`, days of work, and takes more for that.
    pub conflicts: Option<u64>,
}

impl Limits {
    /// Returns the limits that stop only when `cancel` asks for it.
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

/// The work an engine has done. `None` where the engine does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Questions answered or given up.
    pub solves: u64,
    /// Contradictions met and learnt from.
    pub conflicts: Option<u64>,
    /// Literals tried.
    pub decisions: Option<u64>,
    /// Literals that followed from others.
    pub propagations: Option<u64>,
    /// Times the search began anew with what it had learnt.
    pub restarts: Option<u64>,
}
