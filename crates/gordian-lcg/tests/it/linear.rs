//! Linear inequalities and disequalities.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Linear, LinearNotEqual, Term};
use gordian_lcg::{Conditional, Propagator, Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_atom, random_problem};

fn add_linear(problem: &mut Problem, scale: i64, random: &mut Random) {
    let n_vars = problem.domains.len();
    let terms: Vec<(i64, Term)> = (0..1 + random.below(4))
        .map(|_| {
            let term = match random.below(3) {
                0 => random_atom(&problem.domains, random).into(),
                _ => Var::from_usize(random.below(n_vars)).into(),
            };
            (scale * below(9, random) - 4 * scale, term)
        })
        .collect();
    let bound = scale * (below(17, random) - 6) + below(3, random) - 1;
    let condition = (random.below(3) == 0).then(|| random_atom(&problem.domains, random));
    let (kind, is_wrapped) = (random.below(3), random.flip());
    problem.constraints.push(Box::new(move || {
        let own = condition.filter(|_| !is_wrapped);
        let linear: Box<dyn Propagator> = if kind == 0 {
            let different = LinearNotEqual::new(&terms, bound);
            Box::new(match own {
                Some(condition) => different.only_if(condition),
                None => different,
            })
        } else {
            let linear = match kind {
                1 => Linear::at_least(&terms, -bound),
                _ => Linear::at_most(&terms, bound),
            };
            Box::new(match own {
                Some(condition) => linear.only_if(condition),
                None => linear,
            })
        };
        match condition {
            Some(condition) if is_wrapped => Box::new(Conditional::new(condition, linear)),
            _ => linear,
        }
    }));
}

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(3000, 30_000, |random| {
        // Coefficients of all magnitudes up to 2⁶⁰.
        let scale = [1, 1, 1000, 1 << 30, 1 << 58][random.below(5)];
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(3));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(4) {
            add_linear(&mut problem, scale, random);
        }
        problem
    });
    assert!(sweep.n_judged > 500 && sweep.n_problems(0..1) > 200, "{sweep:?}");
    assert!(sweep.n_problems(11..) > 200, "{sweep:?}");
}

#[test]
fn equation_with_large_coefficients_is_decided() {
    // 6x + 10y + 15z = 2⁴⁰ + 1 has solutions; 6x + 10y = 2⁴⁰ + 1 has none, because the left side is
    // even.
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..3).map(|_| solver.add_var(0, 40)).collect();
    let terms = [(6, vars[0]), (10, vars[1]), (15, vars[2])];
    for linear in [Linear::at_most(&terms, 601), Linear::at_least(&terms, 601)] {
        solver.post(Box::new(linear));
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let sum: i64 = terms.iter().map(|&(c, var)| c * solver.value(var)).sum();
    assert_eq!(sum, 601);
    solver.add_clause(&[vars[2].equal(0)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}
