//! Functions by their values.

use gordian_core::Index as _;
use gordian_lcg::Var;
use gordian_lcg::propagators::Function;

use crate::brute_force::{Sweep, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(1500, 15_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let operands: Vec<Var> =
                (0..random.below(4)).map(|_| Var::from_usize(random.below(n_vars))).collect();
            let result = Var::from_usize(random.below(n_vars));
            let modulus = 2 + i64::try_from(random.below(3)).expect("a small number");
            problem.constraints.push(Box::new(move || {
                let evaluate = move |values: &[i64]| {
                    let sum: i64 = values.iter().sum();
                    (sum % modulus != 1).then_some(sum - 1)
                };
                Box::new(Function::new(&operands, result, Box::new(evaluate)))
            }));
        }
        problem
    });
    assert!(sweep.n_judged > 200, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(2..) > 100, "{sweep:?}");
}
