//! Inverse lists.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::{Inverse, Linear};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem, random_vars};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(1500, 15_000, |random| {
        let n = 1 + random.below(3);
        let mut problem = random_problem(2 * n, random.below(3), random);
        for (min, max) in &mut problem.domains {
            *min = below(3, random) - 1;
            *max = 2 + below(2, random);
        }
        let mut vars: Vec<Var> = (0..2 * n).map(Var::from_usize).collect();
        // Variables may occur several times, also in both lists.
        if random.below(4) == 0 {
            vars = random_vars(2 * n, 2 * n, random);
        }
        problem.constraints.push(Box::new(move || Box::new(Inverse::new(&vars[..n], &vars[n..]))));
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(4..) > 20, "{sweep:?}");
}

#[test]
fn inverse_of_a_permutation_follows_without_search() {
    let n: i64 = 40;
    let mut solver = Solver::new();
    let lists = [0, 1].map(|_| (0..n).map(|_| solver.add_var(-5, 60)).collect::<Vec<Var>>());
    solver.post(Box::new(Inverse::new(&lists[0], &lists[1])));
    // i ↦ 7i + 3 mod 40
    for (i, &var) in (0..n).zip(&lists[0]) {
        let image = (7 * i + 3) % n;
        solver.post(Box::new(Linear::at_most(&[(1, var)], image)));
        solver.post(Box::new(Linear::at_least(&[(1, var)], image)));
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.stats().decisions, 0);
    for (i, &var) in (0..n).zip(&lists[1]) {
        // 7 · 23 = 161 = 4 · 40 + 1
        assert_eq!(solver.value(var), (23 * (i + n - 3)) % n);
    }
}

#[test]
fn values_are_removed_and_found_in_both_lists_without_search() {
    let mut solver = Solver::new();
    let [first, second] = [0, 1].map(|_| (0..4).map(|_| solver.add_var(0, 3)).collect::<Vec<_>>());
    solver.post(Box::new(Inverse::new(&first, &second)));
    solver.add_clause(&[first[3].not_equal(2)]);
    solver.add_clause(&[second[0].not_equal(1)]);
    solver.add_clause(&[first[0].equal(1)]);
    let stop = Cancel::new();
    assert_eq!(solver.solve(&stop), Verdict::Satisfiable);
    assert_eq!((solver.bounds(second[1]), solver.bounds(first[1])), ((0, 0), (2, 3)));
    // The other three are 3 → {0, 3}, 1 → {2, 3} and 2 → {0, 2, 3}.
    solver.add_clause(&[second[2].not_equal(1)]);
    assert_eq!(solver.solve(&stop), Verdict::Satisfiable);
    let fixed = [first[1], second[3], first[3], second[0], first[2], second[2]];
    assert_eq!(fixed.map(|var| solver.bounds(var)), [3, 1, 0, 3, 2, 2].map(|it| (it, it)));
}
