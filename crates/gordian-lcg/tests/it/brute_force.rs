//! Compares the engine with the enumeration of all assignments, and judges every explanation.
//!
//! [`Judged`] wraps a propagator: whatever it concludes is checked against all values in the
//! domains before the first decision that satisfy the constraint and the explanation.

use std::cell::RefCell;
use std::ops::RangeBounds;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::{
    Atom, Before, Conflict, Domains, Event, Priority, Propagator, Solver, Var, Verdict,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A propagator all of whose explanations are checked.
pub(crate) struct Judged {
    inner: Box<dyn Propagator>,
    /// Its variables and, in that order, all values within the domains with which it holds.
    vars: Vec<Var>,
    solutions: Vec<Vec<i64>>,
    /// What was judged before.
    judged: RefCell<FxHashSet<(Option<Atom>, Vec<Atom>)>>,
    /// The places of the solutions that the last explanation of each atom admits, by the data of
    /// the explanation.
    admitted: RefCell<FxHashMap<(Atom, u32), Vec<usize>>>,
    n_judged: Arc<AtomicUsize>,
}

impl Judged {
    fn new(inner: Box<dyn Propagator>, domains: &[(i64, i64)], n_judged: Arc<AtomicUsize>) -> Self {
        let mut vars: Vec<Var> = inner.subscriptions().iter().map(|&(var, _)| var).collect();
        vars.sort_unstable();
        vars.dedup();
        let mut solutions = Vec::new();
        for_each_assignment(&vars, domains, &mut |value| {
            if inner.holds(value) {
                solutions.push(vars.iter().map(|&var| value(var)).collect());
            }
        });
        let (judged, admitted) = (RefCell::default(), RefCell::default());
        Self { inner, vars, solutions, judged, admitted, n_judged }
    }

    fn place(&self, var: Var) -> usize {
        self.vars.binary_search(&var).expect("a variable of the constraint")
    }

    /// Fails unless the explanation held and, with the constraint, implies the atom; `None` is a
    /// conflict.
    fn judge(&self, atom: Option<Atom>, explanation: &[Atom], before: &Before<'_>) {
        for it in explanation {
            let (min, max) = (before.min(it.var), before.max(it.var));
            let possible = (min..=max).filter(|&value| before.contains(it.var, value));
            let holds = possible.into_iter().all(|value| it.holds_for(value));
            assert!(holds, "{it:?} explains {atom:?} but did not hold before it");
        }
        if !self.judged.borrow_mut().insert((atom, explanation.to_vec())) {
            return;
        }
        self.n_judged.fetch_add(1, Ordering::Relaxed);
        for values in &self.solutions {
            let holds = |it: Atom| it.holds_for(values[self.place(it.var)]);
            if explanation.iter().all(|&it| holds(it)) && !atom.is_some_and(holds) {
                let mut vars = self.vars.iter().zip(values);
                let is_possible = vars.all(|(&var, &value)| before.root_contains(var, value));
                assert!(!is_possible, "{atom:?} ⇐ {explanation:?}: {:?} {values:?}", self.vars);
            }
        }
    }
}

/// Receives an assignment as a function from variables to values.
type Visit<'a> = dyn FnMut(&dyn Fn(Var) -> i64) + 'a;

/// Calls `visit` with every assignment of some variables.
fn for_each_assignment(vars: &[Var], domains: &[(i64, i64)], visit: &mut Visit<'_>) {
    let mut values: Vec<i64> = domains.iter().map(|&(min, _)| min).collect();
    loop {
        visit(&|var: Var| values[var.index()]);
        let next = vars.iter().find(|var| values[var.index()] < domains[var.index()].1);
        let Some(next) = next else { return };
        for var in vars.iter().take_while(|var| *var != next) {
            values[var.index()] = domains[var.index()].0;
        }
        values[next.index()] += 1;
    }
}

/// Calls `visit` with every list of values within some domains.
pub(crate) fn for_each_list(domains: &[(i64, i64)], visit: &mut dyn FnMut(&[i64])) {
    let vars: Vec<Var> = (0..domains.len()).map(Var::from_usize).collect();
    for_each_assignment(&vars, domains, &mut |value| {
        visit(&vars.iter().map(|&var| value(var)).collect::<Vec<_>>());
    });
}

impl Propagator for Judged {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        self.inner.subscriptions()
    }

    fn priority(&self) -> Priority {
        self.inner.priority()
    }

    fn n_bytes(&self) -> u64 {
        self.inner.n_bytes()
    }

    fn observes_undone(&self) -> bool {
        self.inner.observes_undone()
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let n_changes = domains.n_changes();
        let propagated = self.inner.propagate(domains);
        let conflict = propagated.as_ref().err();
        domains.visit_explanations(n_changes, conflict, &mut |atom, explanation, before| {
            self.judge(atom, explanation, before);
        });
        propagated
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let n = out.len();
        self.inner.explain(atom, data, before, out);
        self.judge(Some(atom), &out[n..], before);
        let admitted = (0..self.solutions.len()).filter(|&at| {
            let values = &self.solutions[at];
            let mut vars = self.vars.iter().zip(values);
            vars.all(|(&var, &value)| before.root_contains(var, value))
                && out[n..].iter().all(|it| it.holds_for(values[self.place(it.var)]))
        });
        self.admitted.borrow_mut().insert((atom, data), admitted.collect());
    }

    fn explains_too(&self, explained: (Atom, u32), other: (Atom, u32)) -> bool {
        let explains = self.inner.explains_too(explained, other);
        if explains {
            let (atom, place) = (other.0, self.place(other.0.var));
            for &at in &self.admitted.borrow()[&explained] {
                let values = &self.solutions[at];
                assert!(atom.holds_for(values[place]), "{atom:?} like {explained:?}: {values:?}");
            }
        }
        explains
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        self.inner.holds(value)
    }
}

/// A random problem: domains, clauses and constraints.
pub(crate) struct Problem {
    pub(crate) domains: Vec<(i64, i64)>,
    pub(crate) clauses: Vec<Vec<Atom>>,
    pub(crate) constraints: Vec<Box<dyn Fn() -> Box<dyn Propagator>>>,
}

impl Problem {
    /// Enumerates all solutions with the engine, by clauses that exclude those found, and compares
    /// them with all assignments that satisfy the constraints; returns their number and the number
    /// of judged explanations.
    pub(crate) fn compare(&self) -> (usize, usize) {
        let vars: Vec<Var> = (0..self.domains.len()).map(Var::from_usize).collect();
        let mut expected = Vec::new();
        let constraints: Vec<_> = self.constraints.iter().map(|make| make()).collect();
        for_each_assignment(&vars, &self.domains, &mut |value| {
            let clauses = self.clauses.iter();
            let mut holds = clauses.map(|it| it.iter().any(|a| a.holds_for(value(a.var))));
            if holds.all(|it| it) && constraints.iter().all(|it| it.holds(value)) {
                expected.push(vars.iter().map(|&var| value(var)).collect::<Vec<_>>());
            }
        });
        let n_judged = Arc::new(AtomicUsize::new(0));
        let mut solver = Solver::new();
        // Some searches bisect domains as soon as a bound moves.
        if self.domains.len().is_multiple_of(2) {
            solver.bisect_after(1, 1);
        }
        for &(min, max) in &self.domains {
            solver.add_var(min, max);
        }
        for clause in &self.clauses {
            solver.add_clause(clause);
        }
        for inner in constraints {
            solver.post(Box::new(Judged::new(inner, &self.domains, Arc::clone(&n_judged))));
        }
        let mut found = Vec::new();
        loop {
            match solver.solve(&Cancel::new()) {
                Verdict::Satisfiable => {}
                Verdict::Unsatisfiable => break,
                Verdict::Stopped(limit) => panic!("stopped by {limit:?}"),
            }
            let solution: Vec<i64> = vars.iter().map(|&var| solver.value(var)).collect();
            assert!(
                found.len() < expected.len(),
                "{solution:?} is new or no solution: {expected:?}"
            );
            let exclusion: Vec<Atom> =
                vars.iter().zip(&solution).map(|(var, &value)| var.not_equal(value)).collect();
            solver.add_clause(&exclusion);
            found.push(solution);
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        (found.len(), n_judged.load(Ordering::Relaxed))
    }
}

/// The number of solutions of each problem of a sweep, and the number of judged explanations.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    n_solutions: Vec<usize>,
    pub(crate) n_judged: usize,
}

impl Sweep {
    /// Compares random problems ([`Problem::compare`]): `part` of them by default, or `whole`.
    pub(crate) fn run(part: u64, whole: u64, make: impl Fn(&mut Random) -> Problem) -> Self {
        let mut sweep = Self::default();
        for seed in gordian_testkit::seeds(part, whole) {
            let (n, n_judged) = make(&mut Random::new(seed)).compare();
            sweep.n_solutions.push(n);
            sweep.n_judged += n_judged;
        }
        sweep
    }

    /// Returns the number of problems whose number of solutions is in a range.
    pub(crate) fn n_problems(&self, n_solutions: impl RangeBounds<usize>) -> usize {
        self.n_solutions.iter().filter(|n| n_solutions.contains(n)).count()
    }
}

/// Returns a random number from 0 to `n - 1`.
pub(crate) fn below(n: usize, random: &mut Random) -> i64 {
    i64::try_from(random.below(n)).expect("small numbers")
}

/// Returns `n` random variables, which may occur several times, of `n_vars`.
pub(crate) fn random_vars(n: usize, n_vars: usize, random: &mut Random) -> Vec<Var> {
    (0..n).map(|_| Var::from_usize(random.below(n_vars))).collect()
}

/// Returns a random atom about one of some variables, about a value near its domain.
pub(crate) fn random_atom(domains: &[(i64, i64)], random: &mut Random) -> Atom {
    let at = random.below(domains.len());
    let (min, max) = domains[at];
    let width = usize::try_from(max - min + 3).expect("small domains");
    let value = min - 1 + below(width, random);
    let var = Var::from_usize(at);
    match random.below(4) {
        0 => var.at_least(value),
        1 => var.at_most(value),
        2 => var.equal(value),
        _ => var.not_equal(value),
    }
}

/// Returns random domains and clauses.
pub(crate) fn random_problem(n_vars: usize, n_clauses: usize, random: &mut Random) -> Problem {
    let domains: Vec<(i64, i64)> = (0..n_vars)
        .map(|_| {
            let [min, width] = [5, 4].map(|n| below(n, random));
            (min - 3, min - 3 + width)
        })
        .collect();
    let clauses = (0..n_clauses)
        .map(|_| (0..1 + random.below(4)).map(|_| random_atom(&domains, random)).collect())
        .collect();
    Problem { domains, clauses, constraints: Vec::new() }
}
