//! Products.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::Product;
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, random_problem};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(1500, 15_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let [x, y, z] = [(); 3].map(|()| Var::from_usize(random.below(n_vars)));
            problem.constraints.push(Box::new(move || Box::new(Product::new([x, y], z))));
        }
        problem
    });
    assert!(sweep.n_judged > 100, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 50, "{sweep:?}");
}

#[test]
fn cube_roots_of_large_domains_are_found() {
    // x³ = c
    let root = |c: i64| {
        let mut solver = Solver::new();
        let x = solver.add_var(-600_000, 600_000);
        let square = solver.add_var(0, 360_000_000_000);
        let cube = solver.add_var(c, c);
        solver.post(Box::new(Product::new([x, x], square)));
        solver.post(Box::new(Product::new([square, x], cube)));
        let verdict = solver.solve(&Cancel::new());
        assert!(solver.stats().conflicts < 5000, "{:?}", solver.stats());
        (verdict == Verdict::Satisfiable).then(|| solver.value(x))
    };
    assert_eq!(root(8), Some(2));
    assert_eq!(root(-27), Some(-3));
    assert_eq!(root(599_999_i64.pow(3)), Some(599_999));
    assert_eq!(root(9), None);
}
