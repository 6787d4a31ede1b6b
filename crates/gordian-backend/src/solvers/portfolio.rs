//! A portfolio: several SAT solvers that work on one formula in parallel.
//!
//! The members differ in kind and seed and share only the formula. If the fastest member gave the
//! answer, the answer would depend on thread scheduling. The portfolio is deterministic instead:
//!
//! 1. The lead, which is the member that answered last (at first, member 0), runs alone with a
//!    small conflict budget. Easy calls, such as the next of many solutions, start no thread.
//! 2. Rounds follow, in which every member runs on its own thread with the same conflict budget;
//!    the budget doubles from round to round. The lowest-numbered member that has a verdict at the
//!    end of its budget gives the answer. This depends only on the budgets, not on time.
//! 3. When a member has a verdict, members with higher numbers can no longer give the answer and
//!    are stopped. Their progress depends on time, so they are discarded with their learnt clauses
//!    and reload the formula when they are next needed. Members with lower numbers keep their
//!    state.
//!
//! A round waits for lower-numbered members; because budgets double, the waiting costs less than
//! the work already done. Where no threads can be started, a portfolio has one member.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Limit, Random, threads};

use super::{SatSolverKind, create_solver};
use crate::{Cnf, Limits, Lit, SatSolver, Stats, Verdict};

/// The conflict budget of the lead when it runs alone: a few milliseconds.
const LEAD_CONFLICTS: u64 = 500;

/// The conflict budget of the first round.
const FIRST_ROUND_CONFLICTS: u64 = 1000;

/// The interval at which the portfolio polls for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The number of clauses that a member loads between two polls for cancellation.
const CLAUSES_PER_POLL: usize = 4096;

/// A [`SatSolver`] that runs several solvers, each on its own thread.
///
/// Member 0 has the requested kind and seed; the others alternate between the kinds and have
/// different seeds. A portfolio with one member behaves, and costs, as the solver itself.
///
/// Cost: one copy of the formula for each member, plus one if there are two or more members.
pub struct Portfolio {
    members: Vec<Member>,
    /// The whole formula, for members that have not loaded all of it. Unused with one member.
    cnf: Cnf,
    /// The index of the member that answered last.
    lead: usize,
    verdict: Option<Verdict>,
    solves: u64,
    /// The statistics of discarded members.
    discarded_stats: Stats,
}

struct Member {
    kind: SatSolverKind,
    seed: u64,
    solver: Box<dyn SatSolver>,
    /// The number of clauses of the formula that the solver has loaded.
    n_loaded: usize,
}

impl Member {
    fn new(kind: SatSolverKind, seed: u64) -> Self {
        Self { kind, seed, solver: create_solver(kind, seed), n_loaded: 0 }
    }

    fn solve(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solver.reserve(cnf.n_vars());
        for clause in cnf.iter_from(self.n_loaded) {
            if self.n_loaded.is_multiple_of(CLAUSES_PER_POLL)
                && let Some(limit) = limits.cancel.stopped()
            {
                return Verdict::Stopped(limit);
            }
            self.solver.add_clause(clause);
            self.n_loaded += 1;
        }
        self.solver.solve(assumptions, limits)
    }
}

impl Portfolio {
    /// Returns a portfolio of `n_members` solvers, the first of kind `first`.
    #[must_use]
    pub fn new(first: SatSolverKind, n_members: NonZeroUsize, seed: u64) -> Self {
        let mut seeds = Random::new(seed);
        let others = [Some(first), first.other()];
        let kinds: Vec<SatSolverKind> = others.into_iter().flatten().collect();
        let members = (0..threads::usable(n_members.get()))
            .map(|number| {
                // Each kind begins with the same seed: seed 0 is the unmodified solver.
                let seed = if number < kinds.len() { seed } else { seeds.bits() };
                Member::new(kinds[number % kinds.len()], seed)
            })
            .collect();
        Self {
            members,
            cnf: Cnf::new(),
            lead: 0,
            verdict: None,
            solves: 0,
            discarded_stats: Stats::default(),
        }
    }

    /// Returns the solver if the portfolio has only one member.
    fn single_solver(&mut self) -> Option<&mut dyn SatSolver> {
        match self.members.as_mut_slice() {
            [member] => Some(member.solver.as_mut()),
            _ => None,
        }
    }

    fn solve_in_rounds(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        let allowed = limits.conflicts.unwrap_or(u64::MAX);
        let lead_limits = limits.clone().with_conflicts(allowed.min(LEAD_CONFLICTS));
        let lead = self.lead;
        let mut verdict = self.members[lead].solve(&self.cnf, assumptions, &lead_limits);
        let mut spent = allowed.min(LEAD_CONFLICTS);
        let mut budget = FIRST_ROUND_CONFLICTS;
        while verdict == Verdict::Stopped(Limit::Effort) && spent < allowed {
            let conflicts = budget.min(allowed - spent);
            verdict = self.run_round(assumptions, &limits.cancel, conflicts);
            spent += conflicts;
            budget = budget.saturating_mul(2);
        }
        verdict
    }

    /// Runs every member with a budget of `conflicts` and keeps the answer, if any.
    fn run_round(&mut self, assumptions: &[Lit], cancel: &Cancel, conflicts: u64) -> Verdict {
        let (cnf, members) = (&self.cnf, &mut self.members);
        let cancels: Vec<Cancel> = members.iter().map(|_| Cancel::new()).collect();
        let verdicts = thread::scope(|scope| {
            let (sender, receiver) = channel();
            for (number, (member, cancel)) in members.iter_mut().zip(&cancels).enumerate() {
                let sender: Sender<(usize, Verdict)> = sender.clone();
                scope.spawn(move || {
                    let limits = Limits::until(cancel).with_conflicts(conflicts);
                    let verdict = member.solve(cnf, assumptions, &limits);
                    // The receiver is gone only if another member panicked; `scope` reports that
                    // panic.
                    let _ = sender.send((number, verdict));
                });
            }
            drop(sender);
            collect_verdicts(&receiver, &cancels, cancel)
        });
        self.conclude_round(&verdicts, cancel)
    }

    /// Returns the verdict of a round and discards the members whose state depends on time.
    fn conclude_round(&mut self, verdicts: &[Verdict], cancel: &Cancel) -> Verdict {
        let answered = |verdict: &Verdict| !matches!(verdict, Verdict::Stopped(_));
        let Some(winner) = verdicts.iter().position(answered) else {
            let interrupted = verdicts.contains(&Verdict::Stopped(Limit::Interrupted));
            let limit = cancel.stopped().filter(|_| interrupted);
            return Verdict::Stopped(limit.unwrap_or(Limit::Effort));
        };
        let verdict = verdicts[winner];
        for other in verdicts.iter().filter(|other| answered(other)) {
            assert_eq!(*other, verdict, "two SAT solvers give contradictory verdicts");
        }
        for member in &mut self.members[winner + 1..] {
            self.discarded_stats = add_stats(self.discarded_stats, member.solver.stats());
            *member = Member::new(member.kind, member.seed);
        }
        self.lead = winner;
        verdict
    }
}

/// Waits for the verdicts of the members, forwards cancellation, and stops members that can no
/// longer give the answer.
fn collect_verdicts(
    receiver: &Receiver<(usize, Verdict)>,
    cancels: &[Cancel],
    cancel: &Cancel,
) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Stopped(Limit::Interrupted); cancels.len()];
    loop {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok((number, verdict)) => {
                verdicts[number] = verdict;
                if !matches!(verdict, Verdict::Stopped(_)) {
                    cancels[number + 1..].iter().for_each(Cancel::cancel);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                if cancel.is_stopped() {
                    cancels.iter().for_each(Cancel::cancel);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return verdicts,
        }
    }
}

/// Returns the sum of two statistics.
fn add_stats(a: Stats, b: Stats) -> Stats {
    Stats {
        solves: a.solves + b.solves,
        conflicts: a.conflicts + b.conflicts,
        decisions: a.decisions + b.decisions,
        propagations: a.propagations + b.propagations,
    }
}

impl SatSolver for Portfolio {
    fn name(&self) -> &'static str {
        "portfolio"
    }

    fn reserve(&mut self, n_vars: usize) {
        match self.single_solver() {
            Some(solver) => solver.reserve(n_vars),
            None => self.cnf.reserve_vars(n_vars),
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        match self.single_solver() {
            Some(solver) => solver.add_clause(clause),
            None => self.cnf.push(clause),
        }
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        let verdict = match self.single_solver() {
            Some(solver) => solver.solve(assumptions, limits),
            None => self.solve_in_rounds(assumptions, limits),
        };
        self.verdict = Some(verdict);
        verdict
    }

    fn value(&self, lit: Lit) -> bool {
        assert_eq!(self.verdict, Some(Verdict::Sat), "values exist only after `Verdict::Sat`");
        self.members[self.lead].solver.value(lit)
    }

    fn core(&self) -> &[Lit] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "a core exists only after `Verdict::Unsat`");
        self.members[self.lead].solver.core()
    }

    /// Returns the sum over all members. The work of stopped members depends on time.
    fn stats(&self) -> Stats {
        let work = self.members.iter().map(|member| member.solver.stats());
        Stats { solves: self.solves, ..work.fold(self.discarded_stats, add_stats) }
    }
}
