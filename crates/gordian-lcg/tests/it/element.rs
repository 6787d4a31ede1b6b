//! Elements of lists.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Element, Linear, LinearNotEqual};
use gordian_lcg::{Atom, Propagator, Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_problem};

#[test]
fn solutions_of_constants_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(4));
        let mut problem = random_problem(n_vars, n_clauses, random);
        // Some indices are wide.
        if random.flip() {
            problem.domains[0] = (-2, 4 + below(12, random));
        }
        for _ in 0..1 + random.below(2) {
            let values: Vec<i64> =
                (0..random.below(16) + random.below(4)).map(|_| below(7, random) - 2).collect();
            // Domains that are too wide to lose single values.
            let width = [0, 2, 5, 4096][random.below(4)];
            let [index, result] = [(); 2].map(|()| Var::from_usize(random.below(n_vars)));
            problem.constraints.push(Box::new(move || {
                let element = Element::of_constants(&values, index, result);
                Box::new(element.with_max_filtered_width(width))
            }));
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(6..) > 50, "{sweep:?}");
}

/// Holes and bounds that depend on decisions, with all strategies for long and short lists.
#[test]
fn solutions_with_holes_equal_all_assignments() {
    let sweep = Sweep::run(400, 6000, |random| {
        let n_values = 6 + below(14, random);
        let domains = vec![(0, n_values - 1), (0, 12), (0, 3)];
        let [index, result, switch] = [0, 1, 2].map(Var::from_usize);
        let clauses = (0..20 + random.below(200))
            .map(|_| {
                let condition = switch.not_equal(below(4, random));
                let value = below(13, random);
                let place = below(20, random);
                vec![
                    condition,
                    match random.below(8) {
                        0 => result.at_least(value / 3),
                        1 => result.at_most(12 - value / 3),
                        2..5 => result.not_equal(value),
                        _ => index.not_equal(place),
                    },
                ]
            })
            .collect();
        let values: Vec<i64> = (0..n_values).map(|_| below(14, random) - 1).collect();
        let width = [0, 1, 3, 6, 10, 4096][random.below(6)];
        let make = move || {
            let element = Element::of_constants(&values, index, result);
            Box::new(element.with_max_filtered_width(width)) as Box<dyn Propagator>
        };
        Problem { domains, clauses, constraints: vec![Box::new(make)] }
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 3 && sweep.n_problems(6..) > 100, "{sweep:?}");
}

#[test]
fn solutions_of_vars_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2500, 25_000, |random| {
        let (n_vars, n_clauses) = (2 + random.below(4), random.below(6));
        let mut problem = random_problem(n_vars, n_clauses, random);
        for _ in 0..1 + random.below(3) {
            let vars: Vec<Var> =
                (0..random.below(6)).map(|_| Var::from_usize(random.below(n_vars))).collect();
            let [index, result] = [(); 2].map(|()| Var::from_usize(random.below(n_vars)));
            problem
                .constraints
                .push(Box::new(move || Box::new(Element::of_vars(&vars, index, result))));
        }
        problem
    });
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(6..) > 100, "{sweep:?}");
}

/// Variables with and without common values, in domains that are too wide to be compared by value.
#[test]
fn solutions_of_wide_vars_equal_all_assignments() {
    let sweep = Sweep::run(100, 1000, |random| {
        let mut problem = random_problem(3, 2, random);
        problem.domains[0] = (0, 2);
        let first = below(300, random);
        problem.domains.push((first, first + 290));
        let first = below(600, random) - 200;
        problem.domains.push((first, first + below(300, random)));
        let [index, small, other, wide, result] = [0, 1, 2, 3, 4].map(Var::from_usize);
        problem.domains[2].1 = problem.domains[2].0;
        problem.domains[1].1 = problem.domains[1].0 + 1;
        problem.clauses.clear();
        for _ in 0..30 {
            let hole = below(500, random);
            let var = [wide, result][random.below(2)];
            problem.clauses.push(vec![small.at_least(below(9, random) - 3), var.not_equal(hole)]);
        }
        // Few solutions, but those of all indices.
        problem.clauses.push(vec![index.at_least(1), result.at_most(first + 3)]);
        problem.clauses.push(vec![index.equal(0), wide.at_most(problem.domains[3].0 + 6)]);
        let vars = [wide, small, other];
        problem
            .constraints
            .push(Box::new(move || Box::new(Element::of_vars(&vars, index, result))));
        problem
    });
    assert!(sweep.n_judged > 200, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 5 && sweep.n_problems(6..) > 5, "{sweep:?}");
}

#[test]
fn places_and_values_without_counterpart_are_removed() {
    let mut solver = Solver::new();
    let values = [7, 3, 9, 3, 1, 8];
    let (index, result) = (solver.add_var(-9, 99), solver.add_var(-9, 99));
    solver.post(Box::new(Element::of_constants(&values, index, result)));
    for atom in [result.not_equal(7), index.not_equal(4), result.not_equal(8)] {
        solver.add_clause(&[atom]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(index), solver.bounds(result)), ((1, 3), (3, 9)));
    solver.add_clause(&[index.not_equal(2)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(result), (3, 3));
    // All values are tried first, of the index or of the result; none leads to a conflict.
    for of_result in [false, true] {
        let mut found = Vec::new();
        for value in 0..=9 {
            let mut solver = Solver::new();
            let (first, second) = (solver.add_var(0, 9), solver.add_var(0, 9));
            let (index, result) = if of_result { (second, first) } else { (first, second) };
            solver.post(Box::new(Element::of_constants(&[2, 9, 4, 2, 8, 5, 9], index, result)));
            for atom in [result.not_equal(4), index.not_equal(5)] {
                solver.add_clause(&[atom]);
            }
            solver.set_phase(first, value);
            assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
            assert_eq!(solver.stats().conflicts, 0);
            found.push(solver.value(first));
        }
        let expected: &[i64] = if of_result { &[2, 8, 9] } else { &[0, 1, 3, 4, 6] };
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, expected);
    }
    let mut solver = Solver::new();
    let index = solver.add_var(0, 9);
    let vars: Vec<Var> = (0..10).map(|at| solver.add_var(10 * at, 10 * at + 5)).collect();
    let result = solver.add_var(27, 88);
    solver.post(Box::new(Element::of_vars(&vars, index, result)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(index), solver.bounds(result)), ((3, 8), (30, 85)));
    solver.add_clause(&[index.not_equal(3)]);
    solver.add_clause(&[index.not_equal(8)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(result), (40, 75));
    solver.add_clause(&[result.at_most(66)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(index), solver.bounds(result)), ((4, 6), (40, 65)));
    solver.add_clause(&[index.equal(4)]);
    solver.add_clause(&[vars[4].not_equal(40)]);
    solver.add_clause(&[result.at_most(43)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!((solver.bounds(vars[4]), solver.bounds(result)), ((41, 43), (41, 43)));
}

#[test]
fn bounds_of_long_lists_have_counterparts() {
    let values: Vec<i64> = (0..10_000).map(|at| 3 * at).collect();
    let mut solver = Solver::new();
    let (index, result) = (solver.add_var(-9, 99_999), solver.add_var(3_001, 20_000));
    solver.post(Box::new(Element::of_constants(&values, index, result)));
    let mut bounds = |atom: Option<Atom>| {
        atom.into_iter().for_each(|atom| solver.add_clause(&[atom]));
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        (solver.bounds(index), solver.bounds(result))
    };
    assert_eq!(bounds(None), ((1001, 6666), (3003, 19_998)));
    assert_eq!(bounds(Some(index.at_most(6000))), ((1001, 6000), (3003, 18_000)));
    assert_eq!(bounds(Some(result.not_equal(3003))), ((1002, 6000), (3006, 18_000)));
}

/// Finds two equal places of two lists of a million constants, and a place with a given sum.
#[test]
fn lists_of_a_million_constants_are_searched() {
    let n = 1_000_000;
    let mut random = Random::new(5);
    let max = 1 << 60;
    let mut big = || i64::try_from(random.bits() % (1 << 60)).expect("61 bits");
    let mut lists: Vec<Vec<i64>> = (0..2).map(|_| (0..n).map(|_| big()).collect()).collect();
    lists[1].sort_unstable();
    for planted in [0, 123_456, n - 1] {
        let mut solver = Solver::new();
        let index = solver.add_var(-5, 2_000_000);
        let results = [(); 2].map(|()| solver.add_var(-max, max));
        for (list, result) in lists.iter().zip(results) {
            solver.post(Box::new(Element::of_constants(list, index, result)));
        }
        let terms = results.map(|result| (1, result));
        let sum = lists[0][planted] + lists[1][planted];
        solver.post(Box::new(Linear::at_least(&terms, sum)));
        // The second list grows: its value at the place is the greatest one allowed.
        solver.add_clause(&[results[1].at_most(lists[1][planted])]);
        solver.add_clause(&[results[0].at_most(lists[0][planted])]);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        let place = i64::try_from(planted).expect("a million");
        assert_eq!((solver.value(index), solver.bounds(index).1), (place, place));
        assert!(solver.stats().conflicts < 1000, "{:?}", solver.stats());
    }
}

#[test]
fn long_lists_take_no_quadratic_time() {
    // Twelve indices with different values of one list, whose sum is given.
    let n = 10_000;
    let mut random = Random::new(9);
    let mut list: Vec<i64> = (0..n).collect();
    random.shuffle(&mut list);
    let mut solver = Solver::new();
    let pairs: Vec<(Var, Var)> = (0..12)
        .map(|_| {
            let (index, result) = (solver.add_var(0, n - 1), solver.add_var(0, 1_000_000));
            solver.post(Box::new(Element::of_constants(&list, index, result)));
            (index, result)
        })
        .collect();
    for pair in pairs.windows(2) {
        // Neighbours have growing places and falling values.
        let terms = |x: Var, y: Var| [(1, x), (-1, y)];
        solver.post(Box::new(Linear::at_most(&terms(pair[0].0, pair[1].0), -1)));
        solver.post(Box::new(Linear::at_least(&terms(pair[0].1, pair[1].1), 1)));
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let values: Vec<i64> = pairs.iter().map(|&(_, result)| solver.value(result)).collect();
    assert!(values.is_sorted_by(|a, b| a > b), "{values:?}");
    for (index, result) in pairs {
        let place = usize::try_from(solver.value(index)).expect("a place");
        assert_eq!(list[place], solver.value(result));
    }
    // Ten thousand variables, most of which are fixed one by one by the search.
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..n).map(|at| solver.add_var(at, at + 5)).collect();
    let (index, result) = (solver.add_var(0, n - 1), solver.add_var(0, 1 << 40));
    solver.post(Box::new(Element::of_vars(&vars, index, result)));
    solver.post(Box::new(LinearNotEqual::new(&[(1, result), (-1, index)], 0)));
    solver.add_clause(&[result.at_least(7000)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let place = usize::try_from(solver.value(index)).expect("a place");
    assert_eq!(solver.value(vars[place]), solver.value(result));
    assert!(solver.value(result) != solver.value(index) && solver.value(result) >= 7000);
}
