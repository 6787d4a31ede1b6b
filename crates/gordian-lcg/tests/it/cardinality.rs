//! Numbers of occurrences.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::{Cardinality, Linear};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_problem, random_vars};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 15_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(2) {
            let n = 1 + random.below(5);
            let vars = random_vars(n, n_vars, random);
            // Values may occur several times, and counts may be counted.
            let n_values = random.below(4);
            let values: Vec<i64> = (0..n_values).map(|_| below(5, random) - 2).collect();
            let counts = random_vars(n_values, n_vars, random);
            problem
                .constraints
                .push(Box::new(move || Box::new(Cardinality::new(&vars, &values, &counts))));
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(4..) > 100, "{sweep:?}");
}

/// Variables that lose the value between two counted ones only under a decision.
#[test]
fn holes_between_the_values_are_explained() {
    for seed in gordian_testkit::seeds(200, 2000) {
        let mut random = gordian_core::Random::new(seed);
        let n = 2 + random.below(2);
        // The condition, the two counts, and the variables.
        let mut domains = vec![(0, 1), (0, 3), (0, 3)];
        domains.extend(vec![(1, 3); n]);
        let vars: Vec<Var> = (0..domains.len()).map(Var::from_usize).collect();
        let mut problem = Problem { domains, clauses: Vec::new(), constraints: Vec::new() };
        let condition = vars[0].equal(below(2, &mut random));
        problem.clauses.extend(vars[3..].iter().map(|x| vec![condition, x.not_equal(2)]));
        let few = [1, 2].map(|at| vars[at].at_most(below(2, &mut random)));
        problem.clauses.push(few.to_vec());
        let counted = vars[3..].to_vec();
        problem.constraints.push(Box::new(move || {
            Box::new(Cardinality::new(&counted, &[1, 3], &[vars[1], vars[2]]))
        }));
        let (n_solutions, n_judged) = problem.compare();
        assert!(n_solutions > 0 && n_judged > 0);
    }
}

#[test]
fn counts_of_distant_values_are_right() {
    let far = (1 << 62) - 1;
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..6).map(|_| solver.add_var(-far, far)).collect();
    let counts: Vec<Var> = (0..3).map(|_| solver.add_var(-far, far)).collect();
    solver.post(Box::new(Cardinality::new(&vars, &[-far, 0, far], &counts)));
    for (&count, n) in counts.iter().zip([3, 1, 2]) {
        solver.add_clause(&[count.at_least(n)]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let mut values: Vec<i64> = vars.iter().map(|&var| solver.value(var)).collect();
    values.sort_unstable();
    assert_eq!(values, [-far, -far, -far, 0, far, far]);
    solver.add_clause(&[counts[1].at_least(2)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

#[test]
fn more_required_occurrences_than_variables_are_refuted_without_search() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..40).map(|_| solver.add_var(1, 10)).collect();
    let counts: Vec<Var> = (0..8).map(|_| solver.add_var(5, 6)).collect();
    let values: Vec<i64> = (1..=8).collect();
    solver.post(Box::new(Cardinality::new(&vars, &values, &counts)));
    // All counts must be 5.
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    solver.add_clause(&[counts[3].at_least(6)]);
    let decisions = solver.stats().decisions;
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    assert_eq!(solver.stats().decisions, decisions);
}

/// The list of 9 numbers `x` in which each `i` occurs `x[i]` times is unique.
#[test]
fn list_that_describes_itself_is_found() {
    let n: i64 = 9;
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..n).map(|_| solver.add_var(0, n)).collect();
    let values: Vec<i64> = (0..n).collect();
    solver.post(Box::new(Cardinality::new(&vars, &values, &vars)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let solution: Vec<i64> = vars.iter().map(|&var| solver.value(var)).collect();
    assert_eq!(solution, [5, 2, 1, 0, 0, 1, 0, 0, 0]);
    let sum: Vec<(i64, Var)> = vars.iter().map(|&var| (1, var)).collect();
    solver.post(Box::new(Linear::at_least(&sum, 10)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}
