//! Sums of different values.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::DifferentSum;
use gordian_lcg::{Propagator, Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(3000, 30_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(2) {
            let (mut vars, mut rest): (Vec<Var>, Vec<(i64, Var)>) = (Vec::new(), Vec::new());
            for var in (0..n_vars).map(Var::from_usize) {
                match random.below(4) {
                    0 => rest.push((below(7, random) - 3, var)),
                    _ => vars.push(var),
                }
            }
            let is_upper = random.flip();
            let center = i64::try_from(vars.len()).unwrap();
            let bound = below(13, random) - 6 + if is_upper { center } else { -center };
            problem.constraints.push(Box::new(move || -> Box<dyn Propagator> {
                Box::new(if is_upper {
                    DifferentSum::at_most(&vars, &rest, bound)
                } else {
                    DifferentSum::at_least(&vars, &rest, bound)
                })
            }));
        }
        problem
    });
    assert!(sweep.n_judged > 500, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 200 && sweep.n_problems(11..) > 200, "{sweep:?}");
}

#[test]
fn bounds_follow_from_different_values() {
    let mut solver = Solver::new();
    let vars = [1, 1, 2, 6].map(|min| solver.add_var(min, 20));
    let total = solver.add_var(0, 15);
    solver.post(Box::new(DifferentSum::at_most(&vars, &[(-1, total)], 0)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    // 1 + 2 + 3 + 6 = 12, and each may be 3 more; without one of the first, the others have the
    // least values 1 and 2.
    assert_eq!(solver.bounds(total), (12, 15));
    assert_eq!(vars.map(|var| solver.bounds(var)), [(1, 6), (1, 6), (2, 6), (6, 9)]);
    solver.add_clause(&[vars[0].at_least(7), total.at_most(11)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}
