//! What holds for portfolios beyond the contract of every engine.

use std::num::NonZeroUsize;

use gordian_backend::{Cnf, Limits, Lit, Portfolio, SatSolver, SatSolverKind, Var, Verdict};
use gordian_core::{Index, Limit, Random};

use crate::formulas::{pigeons, random_3sat, satisfies};

/// Returns a portfolio of `n` members, batsat first.
pub(crate) fn of(n: usize, seed: u64) -> Box<dyn SatSolver> {
    let n = NonZeroUsize::new(n).expect("a portfolio has members");
    Box::new(Portfolio::new(SatSolverKind::Batsat, n, seed))
}

/// Asks hard questions about one formula, one after the other, and returns the answers.
fn answers(n_members: usize, cnf: &Cnf) -> Vec<Option<Vec<bool>>> {
    let mut engine = of(n_members, 3);
    engine.add_cnf(cnf);
    let mut random = Random::new(1);
    let mut assumptions = || {
        let var = |_| Var::from_usize(random.below(cnf.n_vars()));
        [0, 1, 2].map(var).map(|var| Lit::new(var, var.index() % 2 == 0))
    };
    (0..8)
        .map(|_| match engine.solve(&assumptions(), &Limits::default()) {
            Verdict::Sat => {
                assert!(satisfies(cnf, |lit| engine.value(lit)));
                let vars = (0..cnf.n_vars()).map(Var::from_usize);
                Some(vars.map(|var| engine.value(Lit::positive(var))).collect())
            }
            Verdict::Unsat => None,
            Verdict::Stopped(limit) => panic!("stopped by {limit}"),
        })
        .collect()
}

#[test]
fn threads_do_not_change_the_answers() {
    let cnf = random_3sat(170, 710, 8);
    for n_members in [2, 3] {
        let expected = answers(n_members, &cnf);
        assert!(expected.iter().any(Option::is_some) && expected.contains(&None));
        for run in 0..3 {
            assert_eq!(answers(n_members, &cnf), expected, "{n_members} members, run {run}");
        }
    }
}

#[test]
fn a_limit_ends_the_rounds() {
    let mut engine = of(2, 0);
    engine.add_cnf(&pigeons(12, 11));
    for conflicts in [400, 500, 501, 1600] {
        let limits = Limits::default().with_conflicts(conflicts);
        let before = engine.stats().conflicts.expect("batsat tells");
        assert_eq!(engine.solve(&[], &limits), Verdict::Stopped(Limit::Effort));
        // Only batsat tells its conflicts, and only member 0 is batsat.
        let spent = engine.stats().conflicts.expect("batsat tells") - before;
        assert!((conflicts..=conflicts + 10).contains(&spent), "{spent} of {conflicts}");
    }
}
