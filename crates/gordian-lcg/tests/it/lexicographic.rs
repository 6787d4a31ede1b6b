//! Lists in lexicographic order.

use gordian_core::Cancel;
use gordian_lcg::propagators::{AllDifferent, Lexicographic};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Sweep, random_problem, random_vars};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 15_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(5));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let [first, second] = [(); 2].map(|()| {
                let n = random.below(4);
                random_vars(n, n_vars, random)
            });
            let is_strict = random.flip();
            problem.constraints.push(Box::new(move || {
                Box::new(if is_strict {
                    Lexicographic::less(&first, &second)
                } else {
                    Lexicographic::at_most(&first, &second)
                })
            }));
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 100, "{sweep:?}");
}

/// Each value of each variable that propagation leaves has a solution.
#[test]
fn values_without_a_solution_are_removed_without_search() {
    for seed in gordian_testkit::seeds(400, 4000) {
        let mut random = gordian_core::Random::new(seed);
        let n = 1 + random.below(3);
        let problem = random_problem(2 * n, 0, &mut random);
        let is_strict = random.flip();
        let mut supported = vec![Vec::new(); 2 * n];
        crate::brute_force::for_each_list(&problem.domains, &mut |values| {
            let (first, second) = values.split_at(n);
            if first < second || (!is_strict && first == second) {
                for (list, &value) in supported.iter_mut().zip(values) {
                    list.push(value);
                }
            }
        });
        let mut solver = Solver::new();
        let vars: Vec<Var> =
            problem.domains.iter().map(|&(min, max)| solver.add_var(min, max)).collect();
        let (first, second) = vars.split_at(n);
        solver.post(Box::new(if is_strict {
            Lexicographic::less(first, second)
        } else {
            Lexicographic::at_most(first, second)
        }));
        let verdict = solver.solve(&Cancel::new());
        if supported[0].is_empty() {
            assert_eq!((verdict, solver.stats().decisions), (Verdict::Unsatisfiable, 0));
            continue;
        }
        assert_eq!((verdict, solver.stats().conflicts), (Verdict::Satisfiable, 0));
        for (at, &var) in vars.iter().enumerate() {
            let values = || supported[at].iter().copied();
            let expected = (values().min().unwrap(), values().max().unwrap());
            assert_eq!(solver.bounds(var), expected, "{is_strict} {:?} {at}", problem.domains);
        }
    }
}

#[test]
fn permutations_in_order_are_all_permutations() {
    // 24 lists of 4 different values, each before the next: there are exactly 4! of them.
    let mut solver = Solver::new();
    let lists: Vec<Vec<Var>> =
        (0..24).map(|_| (0..4).map(|_| solver.add_var(1, 4)).collect()).collect();
    for list in &lists {
        for propagator in AllDifferent::propagators(list) {
            solver.post(propagator);
        }
    }
    for pair in lists.windows(2) {
        solver.post(Box::new(Lexicographic::less(&pair[0], &pair[1])));
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let values = |list: &Vec<Var>| list.iter().map(|&var| solver.value(var)).collect::<Vec<_>>();
    assert_eq!(values(&lists[0]), [1, 2, 3, 4]);
    assert_eq!(values(&lists[9]), [2, 3, 4, 1]);
    assert_eq!(values(&lists[23]), [4, 3, 2, 1]);
}
