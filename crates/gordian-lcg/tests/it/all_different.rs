//! Different values.

use gordian_core::{Cancel, Index as _, Limit};
use gordian_lcg::propagators::AllDifferent;
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(3000, 15_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(2) {
            let vars: Vec<Var> =
                (0..n_vars).map(Var::from_usize).filter(|_| random.below(4) > 0).collect();
            for at in 0..AllDifferent::propagators(&vars).len() {
                let vars = vars.clone();
                problem
                    .constraints
                    .push(Box::new(move || AllDifferent::propagators(&vars).swap_remove(at)));
            }
        }
        problem
    });
    assert!(sweep.n_judged > 50, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 100, "{sweep:?}");
}

#[test]
fn pigeons_are_refuted_without_search() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..31).map(|_| solver.add_var(1, 30)).collect();
    for propagator in AllDifferent::propagators(&vars) {
        solver.post(propagator);
    }
    // A search that stops at once forgets no constraint.
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(solver.solve(&cancel), Verdict::Stopped(Limit::Interrupted));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    assert_eq!(solver.stats().decisions, 0);
}

#[test]
fn queens_stand_on_a_large_board() {
    use gordian_lcg::propagators::Linear;
    let n: i64 = 30;
    let mut solver = Solver::new();
    let columns: Vec<Var> = (0..n).map(|_| solver.add_var(0, n - 1)).collect();
    let mut lists = vec![columns.clone()];
    for sign in [1, -1] {
        let mut diagonal = Vec::new();
        for (row, &column) in (0..n).zip(&columns) {
            let place = solver.add_var(-n, 2 * n);
            let terms = [(1, place), (-1, column)];
            solver.post(Box::new(Linear::at_most(&terms, sign * row)));
            solver.post(Box::new(Linear::at_least(&terms, sign * row)));
            diagonal.push(place);
        }
        lists.push(diagonal);
    }
    for list in &lists {
        for propagator in AllDifferent::propagators(list) {
            solver.post(propagator);
        }
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let places: Vec<i64> = columns.iter().map(|&var| solver.value(var)).collect();
    for (a, &x) in (0..n).zip(&places) {
        for (b, &y) in (0..n).zip(&places).filter(|&(b, _)| b > a) {
            assert!(x != y && (x - y).abs() != b - a, "{places:?}");
        }
    }
}
