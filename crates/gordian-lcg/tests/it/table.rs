//! Tables.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Linear, Table};
use gordian_lcg::{Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_problem};

fn add_table(problem: &mut Problem, max_rows: usize, random: &mut Random) {
    let n_vars = problem.domains.len();
    let vars: Vec<Var> =
        (0..random.below(5)).map(|_| Var::from_usize(random.below(n_vars))).collect();
    let rows: Vec<Vec<i64>> = (0..1 + random.below(max_rows))
        .map(|_| {
            let value = |var: &Var| {
                let (min, max) = problem.domains[var.index()];
                let width = usize::try_from(max - min + 2).expect("small");
                min + below(width, random)
            };
            vars.iter().map(value).collect()
        })
        .collect();
    problem.constraints.push(Box::new(move || Box::new(Table::new(&vars, &rows))));
}

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2500, 25_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        let max_rows = [6, 40, 200][random.below(3)];
        for _ in 0..1 + random.below(2) {
            add_table(&mut problem, max_rows, random);
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(6..) > 100, "{sweep:?}");
}

/// A wide variable with few values, whose gaps are not removed one by one.
#[test]
fn solutions_with_gaps_equal_all_assignments() {
    let sweep = Sweep::run(200, 2000, |random| {
        let mut problem = random_problem(3, 1, random);
        let width = [300, 5000][random.below(2)];
        problem.domains[0] = (0, width);
        let vars = [0, 1, 2].map(Var::from_usize);
        let rows: Vec<Vec<i64>> = (0..1 + random.below(12))
            .map(|_| {
                let places = usize::try_from(width).expect("positive") + 20;
                let wide = [below(places, random), 0, 2500][random.below(3)];
                let small =
                    |at: usize, random: &mut Random| problem.domains[at].0 + below(4, random);
                vec![wide, small(1, random), small(2, random)]
            })
            .collect();
        problem.constraints.push(Box::new(move || Box::new(Table::new(&vars, &rows))));
        problem
    });
    assert!(sweep.n_judged > 100, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 10 && sweep.n_problems(3..) > 20, "{sweep:?}");
}

#[test]
fn values_without_row_are_removed() {
    // All values are tried first; none leads to a conflict.
    let mut solver = Solver::new();
    let (x, zero) = (solver.add_var(0, 9), solver.add_var(0, 0));
    let rows = [[1, 0], [3, 0], [3, 0], [4, 1], [7, 0], [12, 0]].map(Vec::from);
    solver.post(Box::new(Table::new(&[x, zero], &rows)));
    let mut solutions = Vec::new();
    for value in 0..=9 {
        solver.set_phase(x, value);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        solutions.push(solver.value(x));
    }
    solutions.dedup();
    assert_eq!((solver.stats().conflicts, &solutions[..]), (0, &[1, 3, 7][..]));
    let mut solver = Solver::new();
    let (x, y) = (solver.add_var(0, 9), solver.add_var(-9, 9));
    let rows = [[1, 5], [3, 6], [3, 2], [7, -4], [12, 3]].map(Vec::from);
    solver.post(Box::new(Table::new(&[x, y], &rows)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((1, 7), (-4, 6)));
    solver.add_clause(&[x.at_most(5)]);
    solver.add_clause(&[y.not_equal(6)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(x), solver.bounds(y)), ((1, 3), (2, 5)));
    // Contradicting values of one variable, and no variables at all.
    let mut solver = Solver::new();
    let x = solver.add_var(0, 9);
    solver.post(Box::new(Table::new(&[x, x], &[vec![1, 2], vec![4, 4], vec![3, 0]])));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(x), (4, 4));
    solver.post(Box::new(Table::new(&[], &[vec![]])));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    solver.post(Box::new(Table::new(&[], &[])));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

#[test]
fn planted_rows_of_all_magnitudes_are_found() {
    for seed in gordian_testkit::seeds(20, 200) {
        let mut random = Random::new(seed);
        let mut solver = Solver::new();
        let max = (1 << 62) - 1;
        let vars: Vec<Var> = (0..6).map(|_| solver.add_var(-max, max)).collect();
        let magnitudes = [3, 20, 1000, 1 << 40, 1 << 60];
        let mut value = |at: usize| {
            let magnitude = magnitudes[(at + random.below(2)) % magnitudes.len()];
            below(usize::try_from(2 * magnitude).expect("positive"), &mut random) - magnitude
        };
        let planted: Vec<i64> = (0..6).map(&mut value).collect();
        // Three tables of three variables each; every row shares values with the planted one.
        let mut tables = Vec::new();
        for first in [0, 1, 3] {
            let mut rows: Vec<Vec<i64>> = (0..3000)
                .map(|at| {
                    let cell = |place: usize| match (at + place) % 3 {
                        0 => planted[place],
                        _ => value(place),
                    };
                    (first..first + 3).map(cell).collect()
                })
                .collect();
            rows.push(planted[first..first + 3].to_vec());
            let scope = &vars[first..first + 3];
            solver.post(Box::new(Table::new(scope, &rows)));
            tables.push((scope.to_vec(), rows));
        }
        let sum: i64 = planted.iter().map(|&value| value >> 3).sum();
        let terms: Vec<(i64, Var)> = vars.iter().map(|&var| (1, var)).collect();
        solver.post(Box::new(Linear::at_least(&terms, sum)));
        solver.add_clause(&[vars[0].equal(planted[0])]);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        for (scope, rows) in tables {
            let values: Vec<i64> = scope.iter().map(|&var| solver.value(var)).collect();
            assert!(rows.contains(&values), "{values:?}");
        }
        let total: i128 = vars.iter().map(|&var| i128::from(solver.value(var))).sum();
        assert!(total >= sum.into());
        assert!(solver.stats().conflicts < 3000, "{:?}", solver.stats());
    }
}

#[test]
fn tables_refute_colourings_with_too_few_colours() {
    // Five regions that all touch each other cannot have four colours.
    let rows: Vec<Vec<i64>> =
        (0..4).flat_map(|a| (0..4).filter(move |&b| a != b).map(move |b| vec![a, b])).collect();
    let mut solver = Solver::new();
    let regions: Vec<Var> = (0..5).map(|_| solver.add_var(0, 3)).collect();
    for (at, &a) in regions.iter().enumerate() {
        for &b in &regions[at + 1..] {
            solver.post(Box::new(Table::new(&[a, b], &rows)));
        }
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    assert!(solver.stats().conflicts < 100, "{:?}", solver.stats());
}
