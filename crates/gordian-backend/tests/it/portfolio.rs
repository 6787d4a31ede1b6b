//! Tests of portfolios beyond the conformance tests.

use std::num::NonZeroUsize;

use gordian_backend::{Cnf, Limits, Lit, Portfolio, SatSolver, SatSolverKind, Var, Verdict};
#[cfg(feature = "cadical")]
use gordian_core::Limit;
use gordian_core::{Index, Random};

#[cfg(feature = "cadical")]
use crate::formulas::pigeons;
use crate::formulas::{random_3sat, satisfies};

/// Returns a portfolio of `n` members, batsat first.
pub(crate) fn of(n: usize, seed: u64) -> Box<dyn SatSolver> {
    let n = NonZeroUsize::new(n).expect("a portfolio has members");
    Box::new(Portfolio::new(SatSolverKind::Batsat, n, seed))
}

/// Solves one formula under a sequence of assumptions and returns the answers.
fn answers(n_members: usize, cnf: &Cnf) -> Vec<Option<Vec<bool>>> {
    let mut solver = of(n_members, 3);
    solver.add_cnf(cnf);
    let mut random = Random::new(1);
    let mut assumptions = || {
        let var = |_| Var::from_usize(random.below(cnf.n_vars()));
        [0, 1, 2].map(var).map(|var| Lit::new(var, var.index() % 2 == 0))
    };
    (0..8)
        .map(|_| match solver.solve(&assumptions(), &Limits::default()) {
            Verdict::Sat => {
                assert!(satisfies(cnf, |lit| solver.value(lit)));
                let vars = (0..cnf.n_vars()).map(Var::from_usize);
                Some(vars.map(|var| solver.value(Lit::positive(var))).collect())
            }
            Verdict::Unsat => None,
            Verdict::Stopped(limit) => panic!("stopped by {limit}"),
        })
        .collect()
}

#[test]
fn answers_do_not_depend_on_thread_scheduling() {
    let cnf = random_3sat(170, 710, 8);
    for n_members in [2, 3] {
        let expected = answers(n_members, &cnf);
        assert!(expected.iter().any(Option::is_some) && expected.contains(&None));
        for run in 0..3 {
            assert_eq!(answers(n_members, &cnf), expected, "{n_members} members, run {run}");
        }
    }
}

#[cfg(feature = "cadical")]
#[test]
fn conflict_limit_ends_the_rounds() {
    let mut solver = of(2, 0);
    solver.add_cnf(&pigeons(12, 11));
    for conflicts in [400, 500, 501, 1600] {
        let limits = Limits::default().with_conflicts(conflicts);
        let before = solver.stats().conflicts;
        assert_eq!(solver.solve(&[], &limits), Verdict::Stopped(Limit::Effort));
        // The first 500 by one member, the others by both.
        let expected = conflicts + conflicts.saturating_sub(500);
        let spent = solver.stats().conflicts - before;
        assert!((expected..=expected + 10).contains(&spent), "{spent} of {conflicts}");
    }
}
