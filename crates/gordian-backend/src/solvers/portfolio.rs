//! Several engines at work on one formula.
//!
//! The members differ in kind and seed and share nothing but the formula; the first to answer
//! answers for all. Left at that, the answer would depend on which thread the machine favours.
//! The portfolio is deterministic instead:
//!
//! 1. The member that answered last (at first, member 0) tries alone, with a small budget of
//!    conflicts. Easy questions, such as the next of many solutions, start no thread.
//! 2. Then come rounds in which every member gets the same budget of conflicts, on a thread of its
//!    own; the budget doubles from round to round. The lowest-numbered member that has a verdict at
//!    the end of its budget answers. It depends on budgets alone, not on time.
//! 3. As soon as a member has a verdict, those with higher numbers can no longer answer and are
//!    stopped. How far they came does depend on time, so they are thrown away, with what they
//!    learnt, and start anew from the formula when they are next needed. Members below the one that
//!    answered keep everything.
//!
//! Rounds cost the waiting for lower-numbered members; doubling keeps that below the work already
//! done.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Limit, Random};

use super::{SatSolverKind, create_solver};
use crate::{Cnf, Limits, Lit, SatSolver, Stats, Verdict};

/// The conflicts with which one member tries alone: some milliseconds.
const ALONE: u64 = 500;

/// The conflicts of the first round.
const FIRST_ROUND: u64 = 1000;

/// How often somebody looks whether to stop the members.
const LOOK: Duration = Duration::from_millis(5);

/// How many clauses a member takes in between two looks at the clock.
const CLAUSES_PER_LOOK: usize = 4096;

/// An [`SatSolver`] that is several engines, each on a thread of its own.
///
/// Member 0 has the kind and the seed that were asked for; the others alternate between the kinds
/// and have seeds of their own. One member alone behaves, and costs, as the engine itself does.
///
/// Cost: the formula once for each member and, from two members on, once more.
pub struct Portfolio {
    members: Vec<Member>,
    /// The whole formula, for members that have not seen the end of it. Unused by one member alone.
    cnf: Cnf,
    /// The member that answered last.
    lead: usize,
    verdict: Option<Verdict>,
    solves: u64,
    /// The work of members that were thrown away.
    discarded: Stats,
}

struct Member {
    kind: SatSolverKind,
    seed: u64,
    engine: Box<dyn SatSolver>,
    /// How many clauses of the formula the engine has.
    n_fed: usize,
}

impl Member {
    fn new(kind: SatSolverKind, seed: u64) -> Self {
        Self { kind, seed, engine: create_solver(kind, seed), n_fed: 0 }
    }

    fn solve(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.engine.reserve(cnf.n_vars());
        for clause in cnf.iter_from(self.n_fed) {
            if self.n_fed.is_multiple_of(CLAUSES_PER_LOOK)
                && let Some(limit) = limits.cancel.stopped()
            {
                return Verdict::Stopped(limit);
            }
            self.engine.add_clause(clause);
            self.n_fed += 1;
        }
        self.engine.solve(assumptions, limits)
    }
}

impl Portfolio {
    /// Returns a portfolio of `n_members` engines, the first of them of the kind `first`.
    #[must_use]
    pub fn new(first: SatSolverKind, n_members: NonZeroUsize, seed: u64) -> Self {
        let mut seeds = Random::new(seed);
        let members = (0..n_members.get())
            .map(|number| {
                let kind = if number % 2 == 0 { first } else { first.other() };
                // The second member is the other engine as its authors meant it.
                let seed = if number < 2 { seed } else { seeds.bits() };
                Member::new(kind, seed)
            })
            .collect();
        Self {
            members,
            cnf: Cnf::new(),
            lead: 0,
            verdict: None,
            solves: 0,
            discarded: Stats::default(),
        }
    }

    /// Returns the engine, where it is the only one.
    fn only(&mut self) -> Option<&mut dyn SatSolver> {
        match self.members.as_mut_slice() {
            [member] => Some(member.engine.as_mut()),
            _ => None,
        }
    }

    fn solve_in_rounds(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        let allowed = limits.conflicts.unwrap_or(u64::MAX);
        let alone = limits.clone().with_conflicts(allowed.min(ALONE));
        let lead = self.lead;
        let mut verdict = self.members[lead].solve(&self.cnf, assumptions, &alone);
        let mut spent = allowed.min(ALONE);
        let mut budget = FIRST_ROUND;
        while verdict == Verdict::Stopped(Limit::Effort) && spent < allowed {
            let conflicts = budget.min(allowed - spent);
            verdict = self.round(assumptions, &limits.cancel, conflicts);
            spent += conflicts;
            budget = budget.saturating_mul(2);
        }
        verdict
    }

    /// Lets every member search with a budget of `conflicts`, and keeps the answer if there is one.
    fn round(&mut self, assumptions: &[Lit], cancel: &Cancel, conflicts: u64) -> Verdict {
        let (cnf, members) = (&self.cnf, &mut self.members);
        let stops: Vec<Cancel> = members.iter().map(|_| Cancel::new()).collect();
        let verdicts = thread::scope(|scope| {
            let (sender, receiver) = channel();
            for (number, (member, stop)) in members.iter_mut().zip(&stops).enumerate() {
                let sender: Sender<(usize, Verdict)> = sender.clone();
                scope.spawn(move || {
                    let limits = Limits::until(stop).with_conflicts(conflicts);
                    let verdict = member.solve(cnf, assumptions, &limits);
                    // Nobody listens any more if another member panicked; that is told already.
                    let _ = sender.send((number, verdict));
                });
            }
            drop(sender);
            collect(&receiver, &stops, cancel)
        });
        self.settle(&verdicts, cancel)
    }

    /// Says what the verdicts of a round mean, and throws away the members whose state depends on
    /// time.
    fn settle(&mut self, verdicts: &[Verdict], cancel: &Cancel) -> Verdict {
        let answered = |verdict: &Verdict| !matches!(verdict, Verdict::Stopped(_));
        let Some(winner) = verdicts.iter().position(answered) else {
            let interrupted = verdicts.contains(&Verdict::Stopped(Limit::Interrupted));
            let limit = cancel.stopped().filter(|_| interrupted);
            return Verdict::Stopped(limit.unwrap_or(Limit::Effort));
        };
        let verdict = verdicts[winner];
        for other in verdicts.iter().filter(|other| answered(other)) {
            assert_eq!(*other, verdict, "two engines contradict each other");
        }
        for member in &mut self.members[winner + 1..] {
            self.discarded = sum(self.discarded, member.engine.stats());
            *member = Member::new(member.kind, member.seed);
        }
        self.lead = winner;
        verdict
    }
}

/// Waits for the members' verdicts, passes on the wish to stop, and stops members that can no
/// longer answer.
fn collect(
    receiver: &Receiver<(usize, Verdict)>,
    stops: &[Cancel],
    cancel: &Cancel,
) -> Vec<Verdict> {
    let mut verdicts = vec![Verdict::Stopped(Limit::Interrupted); stops.len()];
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok((number, verdict)) => {
                verdicts[number] = verdict;
                if !matches!(verdict, Verdict::Stopped(_)) {
                    stops[number + 1..].iter().for_each(Cancel::cancel);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                if cancel.is_stopped() {
                    stops.iter().for_each(Cancel::cancel);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return verdicts,
        }
    }
}

/// Returns the work of both; what one of them does not tell counts as nothing.
fn sum(a: Stats, b: Stats) -> Stats {
    let add = |a: Option<u64>, b: Option<u64>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (one, other) => one.or(other),
    };
    Stats {
        solves: a.solves + b.solves,
        conflicts: add(a.conflicts, b.conflicts),
        decisions: add(a.decisions, b.decisions),
        propagations: add(a.propagations, b.propagations),
        restarts: add(a.restarts, b.restarts),
    }
}

impl SatSolver for Portfolio {
    fn name(&self) -> &'static str {
        "portfolio"
    }

    fn reserve(&mut self, n_vars: usize) {
        match self.only() {
            Some(engine) => engine.reserve(n_vars),
            None => self.cnf.reserve_vars(n_vars),
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        match self.only() {
            Some(engine) => engine.add_clause(clause),
            None => self.cnf.push(clause),
        }
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        let verdict = match self.only() {
            Some(engine) => engine.solve(assumptions, limits),
            None => self.solve_in_rounds(assumptions, limits),
        };
        self.verdict = Some(verdict);
        verdict
    }

    fn value(&self, lit: Lit) -> bool {
        assert_eq!(self.verdict, Some(Verdict::Sat), "only a solution has values");
        self.members[self.lead].engine.value(lit)
    }

    fn core(&self) -> &[Lit] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "only a contradiction has a core");
        self.members[self.lead].engine.core()
    }

    /// Counts the work of all members, as far as they tell; how much those do that are stopped
    /// depends on time.
    fn stats(&self) -> Stats {
        let work = self.members.iter().map(|member| member.engine.stats());
        Stats { solves: self.solves, ..work.fold(self.discarded, sum) }
    }
}
