//! Powers.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Linear, Power};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        // Some results are large.
        if random.flip() {
            let first = [-260, 60, 0, 20][random.below(4)] - below(10, random);
            problem.domains[0] = (first, first + 2 + below(30, random));
        }
        for _ in 0..1 + random.below(3) {
            let [x, y, z] = [(); 3].map(|()| Var::from_usize(random.below(n_vars)));
            problem.constraints.push(Box::new(move || Box::new(Power::new(x, y, z))));
        }
        problem
    });
    assert!(sweep.n_judged > 500, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(6..) > 100, "{sweep:?}");
}

#[test]
fn roots_and_exponents_of_large_powers_are_found() {
    let max = (1 << 62) - 1;
    for seed in gordian_testkit::seeds(100, 1000) {
        let mut random = Random::new(seed);
        let exponent = [0, 1, 2, 2, 3, 5, 10, 61][random.below(8)];
        let bits = if exponent == 0 { 60 } else { 61 / exponent };
        let magnitude = usize::try_from((1_i64 << bits.min(40)) + 1).expect("41 bits");
        let base = below(magnitude, &mut random) * [1, -1][random.below(2)];
        let power = i128::from(base).pow(u32::try_from(exponent).expect("small"));
        let power = i64::try_from(power).expect("at most 61 bits");
        let mut solver = Solver::new();
        let [b, e, r] = [(); 3].map(|()| solver.add_var(-max, max));
        solver.post(Box::new(Power::new(b, e, r)));
        // Two of the three are known, or one and a bound.
        match random.below(4) {
            0 => [b.equal(base), e.equal(exponent)].map(|atom| solver.add_clause(&[atom])),
            1 => [r.equal(power), e.equal(exponent)].map(|atom| solver.add_clause(&[atom])),
            2 => [b.equal(base), r.equal(power)].map(|atom| solver.add_clause(&[atom])),
            _ => [r.equal(power), e.at_least(exponent)].map(|atom| solver.add_clause(&[atom])),
        };
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable, "{base}^{exponent}");
        let [b, e, r] = [b, e, r].map(|var| i128::from(solver.value(var)));
        // Bases that allow any exponent have powers of small exponents with the same parity.
        let e = if b.abs() <= 1 && e > 2 { 2 + e % 2 } else { e };
        assert_eq!(b.pow(u32::try_from(e).expect("a small exponent")), r, "{base}^{exponent}");
        assert!(solver.stats().conflicts < 100, "{base}^{exponent}: {:?}", solver.stats());
    }
}

#[test]
fn sums_of_powers_are_found() {
    // x⁴ + y⁴ = c: 635318657 is the least sum of two fourth powers in two ways.
    let mut solver = Solver::new();
    let [x, y] = [(); 2].map(|()| solver.add_var(0, 1 << 60));
    let four = solver.add_var(4, 4);
    let powers = [x, y].map(|var| {
        let power = solver.add_var(0, 1 << 61);
        solver.post(Box::new(Power::new(var, four, power)));
        (1, power)
    });
    solver.post(Box::new(Linear::at_most(&powers, 635_318_657)));
    solver.post(Box::new(Linear::at_least(&powers, 635_318_657)));
    let mut solutions = Vec::new();
    while solver.solve(&Cancel::new()) == Verdict::Satisfiable {
        let values = [x, y].map(|var| solver.value(var));
        solver.add_clause(&[x.not_equal(values[0]), y.not_equal(values[1])]);
        solutions.push(values);
    }
    solutions.sort_unstable();
    assert_eq!(solutions, [[59, 158], [133, 134], [134, 133], [158, 59]]);
}

#[test]
fn impossible_powers_end_at_once() {
    let max = (1 << 62) - 1;
    let mut solver = Solver::new();
    let [b, e, r] = [(); 3].map(|()| solver.add_var(-max, max));
    solver.post(Box::new(Power::new(b, e, r)));
    // 2⁶² is beyond all domains.
    solver.add_clause(&[e.at_least(62)]);
    for unit in -1..=1 {
        solver.add_clause(&[b.not_equal(unit)]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    let mut solver = Solver::new();
    let [b, e, r] = [(); 3].map(|()| solver.add_var(-max, max));
    solver.post(Box::new(Power::new(b, e, r)));
    solver.add_clause(&[e.at_most(-1)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}
