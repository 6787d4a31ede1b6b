//! Absolute values.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::{Absolute, Linear};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(6));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let [x, y] = [(); 2].map(|()| Var::from_usize(random.below(n_vars)));
            problem.constraints.push(Box::new(move || Box::new(Absolute::new(x, y))));
        }
        problem
    });
    assert!(sweep.n_judged > 500, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 100, "{sweep:?}");
}

#[test]
fn solutions_with_wide_domains_equal_all_assignments() {
    let sweep = Sweep::run(100, 1000, |random| {
        let mut problem = random_problem(3, 2, random);
        problem.domains[0] = (-160 + below(100, random), 150 + below(100, random));
        let first = -5 + below(200, random);
        problem.domains[1] = (first, first + below(400, random));
        let [x, y, z] = [0, 1, 2].map(Var::from_usize);
        problem.constraints.push(Box::new(move || Box::new(Absolute::new(x, y))));
        problem.constraints.push(Box::new(move || Box::new(Absolute::new(z, z))));
        problem.clauses.extend((0..40).map(|_| {
            let hole = below(400, random) - 200;
            vec![z.at_least(below(4, random)), [x, y][random.below(2)].not_equal(hole)]
        }));
        problem.clauses.push(vec![z.at_most(1), x.at_least(100), y.at_most(30)]);
        problem
    });
    assert!(sweep.n_judged > 500, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 3 && sweep.n_problems(11..) > 20, "{sweep:?}");
}

#[test]
fn values_without_counterpart_are_removed() {
    let mut solver = Solver::new();
    let (x, y) = (solver.add_var(-9, 9), solver.add_var(-100, 100));
    solver.post(Box::new(Absolute::new(x, y)));
    for atom in [x.not_equal(0), x.not_equal(1), x.not_equal(-1), y.not_equal(9), y.not_equal(8)] {
        solver.add_clause(&[atom]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((-7, 7), (2, 7)));
    // No number with the missing size 4 is tried.
    solver.add_clause(&[y.not_equal(4)]);
    for phase in [-4, 4] {
        solver.set_phase(x, phase);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    }
    assert_eq!(solver.stats().conflicts, 0);
}

#[test]
fn distances_in_large_domains_are_found() {
    for max in [1_000_000, 1 << 40, (1 << 61) - 1] {
        // |x| + |y| = max and x − y = max − 2
        let mut solver = Solver::new();
        let [x, y] = [(); 2].map(|()| solver.add_var(-max, max));
        let sizes = [x, y].map(|var| {
            let size = solver.add_var(-max, max);
            solver.post(Box::new(Absolute::new(var, size)));
            (1, size)
        });
        for (terms, sum) in [(sizes, max), ([(1, x), (-1, y)], max - 2)] {
            solver.post(Box::new(Linear::at_most(&terms, sum)));
            solver.post(Box::new(Linear::at_least(&terms, sum)));
        }
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        let [x, y] = [x, y].map(|var| i128::from(solver.value(var)));
        assert_eq!((x.abs() + y.abs(), x - y), (max.into(), i128::from(max) - 2));
        assert!(solver.stats().conflicts < 100, "{:?}", solver.stats());
    }
}
