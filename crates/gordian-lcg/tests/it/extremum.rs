//! Greatest and least variables.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Linear, Maximum, Minimum};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(6));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let vars: Vec<Var> =
                (0..1 + random.below(4)).map(|_| Var::from_usize(random.below(n_vars))).collect();
            let result = Var::from_usize(random.below(n_vars));
            problem.constraints.push(if random.flip() {
                Box::new(move || Box::new(Maximum::new(&vars, result)))
            } else {
                Box::new(move || Box::new(Minimum::new(&vars, result)))
            });
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 100, "{sweep:?}");
}

#[test]
fn bounds_follow_without_search() {
    let mut solver = Solver::new();
    let vars = [(0, 9), (-5, 3), (2, 6)].map(|(min, max)| solver.add_var(min, max));
    let [greatest, least] = [(); 2].map(|()| solver.add_var(-100, 100));
    solver.post(Box::new(Maximum::new(&vars, greatest)));
    solver.post(Box::new(Minimum::new(&vars, least)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(greatest), solver.bounds(least)), ((2, 9), (-5, 3)));
    // Only the first can be so great, and only the second so small.
    solver.add_clause(&[greatest.at_least(7)]);
    solver.add_clause(&[least.at_most(-1)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(vars[0]), solver.bounds(vars[1])), ((7, 9), (-5, -1)));
    solver.add_clause(&[greatest.at_most(8)]);
    solver.add_clause(&[least.at_least(-2)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(vars[0]), solver.bounds(vars[1])), ((7, 8), (-2, -1)));
}

#[test]
fn planted_values_of_all_magnitudes_are_found() {
    for seed in gordian_testkit::seeds(30, 300) {
        let mut random = Random::new(seed);
        let mut solver = Solver::new();
        let mut planted = Vec::new();
        let vars: Vec<Var> = (0..12)
            .map(|_| {
                let max = [10, 1_000_000, 1 << 60][random.below(3)];
                let value = below(usize::try_from(max).expect("positive"), &mut random);
                planted.push(value);
                solver.add_var(-max, max)
            })
            .collect();
        // The extrema of some groups, and the sums of neighbours.
        for _ in 0..8 {
            let group: Vec<usize> = (0..3).map(|_| random.below(12)).collect();
            let vars: Vec<Var> = group.iter().map(|&at| vars[at]).collect();
            let values = group.iter().map(|&at| planted[at]);
            let wide = (1 << 62) - 1;
            let result = solver.add_var(-wide, wide);
            let value = if random.flip() {
                solver.post(Box::new(Maximum::new(&vars, result)));
                values.max().expect("three")
            } else {
                solver.post(Box::new(Minimum::new(&vars, result)));
                values.min().expect("three")
            };
            solver.add_clause(&[result.equal(value)]);
        }
        for (pair, values) in vars.windows(2).zip(planted.windows(2)) {
            let terms = [(1, pair[0]), (1, pair[1])];
            solver.post(Box::new(Linear::at_least(&terms, values[0] + values[1])));
        }
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        assert!(solver.stats().conflicts < 1000, "{:?}", solver.stats());
        for (pair, values) in vars.windows(2).zip(planted.windows(2)) {
            let sum: i128 = pair.iter().map(|&var| i128::from(solver.value(var))).sum();
            assert!(sum >= i128::from(values[0]) + i128::from(values[1]));
        }
    }
}
