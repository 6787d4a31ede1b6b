//! The memory of a solver, as it counts it.

use std::sync::Arc;

use gordian_core::{Cancel, Limit, Random};
use gordian_lcg::propagators::graph::{Connected, Graph};
use gordian_lcg::propagators::{AllDifferent, Element, Linear, Table};
use gordian_lcg::{Propagator, Solver, Var, Verdict};

use crate::brute_force::below;

/// Returns by how much a constraint raises the memory.
fn added(solver: &mut Solver, constraint: impl Propagator + 'static) -> u64 {
    let before = solver.n_bytes();
    solver.post(Box::new(constraint));
    solver.n_bytes() - before
}

#[test]
fn a_domain_takes_memory_for_its_values_from_the_first_hole_on() {
    let mut solver = Solver::new();
    let mut of_var = |max: i64| {
        let before = solver.n_bytes();
        let var = solver.add_var(0, max);
        (var, solver.n_bytes() - before)
    };
    let ((small, of_small), (_, of_flag)) = (of_var(4000), of_var(1));
    assert_eq!(of_small, of_flag);
    let before = solver.n_bytes();
    solver.add_clause(&[small.at_least(1)]);
    assert!(solver.n_bytes() - before < 1000);
    solver.add_clause(&[small.not_equal(2000)]);
    // Four bytes for each value.
    assert!(solver.n_bytes() - before > 4 * 4000);
}

#[test]
fn the_rows_of_tables_and_lists_and_the_edges_of_graphs_are_counted() {
    let mut random = Random::new(1);
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..3).map(|_| solver.add_var(0, 999)).collect();
    let rows: Vec<Vec<i64>> =
        (0..1000).map(|_| (0..3).map(|_| below(1000, &mut random)).collect()).collect();
    let of_few = added(&mut solver, Table::new(&vars, &rows[..10]));
    // A row has a number in the list of its value, and the number of that value, in each column.
    assert!(added(&mut solver, Table::new(&vars, &rows)) > of_few + 990 * 3 * 8);
    let list: Vec<i64> = rows.iter().map(|row| row[0]).collect();
    let of_few = added(&mut solver, Element::of_constants(&list[..10], vars[0], vars[1]));
    let of_all = added(&mut solver, Element::of_constants(&list, vars[0], vars[1]));
    assert!(of_all > of_few + 990 * 12, "{of_all}");
    let atoms: Vec<_> = (0..40).map(|_| solver.add_var(0, 1).at_least(1)).collect();
    let pairs = (0..40).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let complete = Arc::new(Graph::new(40, pairs).unwrap());
    let empty = Arc::new(Graph::new(40, Vec::new()).unwrap());
    let of_empty = added(&mut solver, Connected::vertices(empty, atoms.clone()));
    // An edge has two ends, and is a neighbour of each.
    let of_complete = added(&mut solver, Connected::vertices(complete, atoms));
    assert!(of_complete >= of_empty + 780 * 24, "{of_complete}");
}

#[test]
fn learnt_nogoods_are_counted() {
    let mut solver = Solver::new();
    // Nine pigeons in eight holes; the proof without counting is long.
    let vars: Vec<Var> = (0..9).map(|_| solver.add_var(0, 7)).collect();
    for (at, &a) in vars.iter().enumerate() {
        for &b in &vars[..at] {
            for hole in 0..8 {
                solver.add_clause(&[a.not_equal(hole), b.not_equal(hole)]);
            }
        }
    }
    let before = solver.n_bytes();
    solver.limit_conflicts(Some(500));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Stopped(Limit::Effort));
    assert!(solver.n_bytes() > before + 400 * 32, "{} {before}", solver.n_bytes());
}

#[test]
fn the_memory_of_a_search_is_limited() {
    let mut solver = Solver::new();
    let vars: Vec<_> = (0..5000).map(|_| solver.add_var(0, 10_000)).collect();
    for pair in vars.windows(2) {
        solver.post(Box::new(Linear::at_most(&[(1, pair[0]), (-1, pair[1])], -1)));
    }
    solver.limit_memory(Some(solver.n_bytes() + 100_000));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Stopped(Limit::Memory));
    solver.limit_memory(None);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
}

/// One run of the constraint removes many values.
#[test]
fn the_memory_of_one_run_of_a_constraint_is_limited() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..600).map(|_| solver.add_var(0, 599)).collect();
    for (value, &var) in (0..).zip(&vars[..300]) {
        solver.add_clause(&[var.equal(2 * value)]);
    }
    for constraint in AllDifferent::propagators(&vars) {
        solver.post(constraint);
    }
    let limit = solver.n_bytes() + 2_000_000;
    solver.limit_memory(Some(limit));
    solver.tighten(&Cancel::new());
    // The list of the holes of one domain may exceed the limit.
    assert!((limit..limit + 5000).contains(&solver.n_bytes()), "{} {limit}", solver.n_bytes());
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Stopped(Limit::Memory));
    solver.limit_memory(None);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let mut values: Vec<i64> = vars.iter().map(|&var| solver.value(var)).collect();
    values.sort_unstable();
    assert!(values.into_iter().eq(0..600));
}
