//! Cycles.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{AllDifferent, Circuit, Linear, Subcircuit};
use gordian_lcg::{Optimum, Propagator, Solver, Var, Verdict};

use crate::brute_force::{Sweep, below, random_problem, random_vars};

fn sweep(make: impl Fn(&[Var]) -> Box<dyn Propagator> + Copy + 'static) -> Sweep {
    Sweep::run(1000, 10_000, |random| {
        let n = 1 + random.below(5);
        let n_clauses = random.below(6);
        let mut problem = random_problem(n, n_clauses, random);
        let n_values = i64::try_from(n).unwrap();
        for (min, max) in &mut problem.domains {
            *min = below(4, random).min(2) - 1;
            *max = (n_values - below(3, random)).max(*min);
        }
        let mut vars: Vec<Var> = (0..n).map(Var::from_usize).collect();
        random.shuffle(&mut vars);
        if random.below(16) == 0 {
            vars = random_vars(n, n, random);
        }
        problem.constraints.push(Box::new(move || make(&vars)));
        problem
    })
}

#[test]
fn circuits_equal_all_assignments_and_explanations_are_right() {
    let sweep = sweep(|vars| Box::new(Circuit::new(vars)));
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(5..) > 20, "{sweep:?}");
}

#[test]
fn subcircuits_equal_all_assignments_and_explanations_are_right() {
    let sweep = sweep(|vars| Box::new(Subcircuit::new(vars)));
    assert!(sweep.n_judged > 1000, "{sweep:?}");
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(11..) > 20, "{sweep:?}");
}

/// Returns the length of a shortest tour, by dynamic programming over the sets of visited cities.
fn shortest_tour(distances: &[Vec<i64>]) -> i64 {
    let n = distances.len();
    // best[set][last]: from city 0 through all cities of the set to the last of them.
    let mut best = vec![vec![i64::MAX; n]; 1 << n];
    best[1][0] = 0;
    for set in 1..1_usize << n {
        for last in (0..n).filter(|&it| set >> it & 1 == 1) {
            let length = best[set][last];
            if length == i64::MAX {
                continue;
            }
            for next in (0..n).filter(|&it| set >> it & 1 == 0) {
                let longer = length + distances[last][next];
                let entry = &mut best[set | 1 << next][next];
                *entry = longer.min(*entry);
            }
        }
    }
    (1..n).map(|last| best[(1 << n) - 1][last] + distances[last][0]).min().unwrap()
}

#[test]
fn shortest_tours_have_the_length_of_dynamic_programming() {
    for (seed, n) in [(1, 12), (2, 9), (3, 7), (4, 3)] {
        let mut random = Random::new(seed);
        let places: Vec<[i64; 2]> =
            (0..n).map(|_| [(); 2].map(|()| below(100, &mut random))).collect();
        let distance = |a: [i64; 2], b: [i64; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs();
        let distances: Vec<Vec<i64>> =
            places.iter().map(|&a| places.iter().map(|&b| distance(a, b)).collect()).collect();
        let mut solver = Solver::new();
        let last = i64::from(n) - 1;
        let next: Vec<Var> = (0..n).map(|_| solver.add_var(0, last)).collect();
        let mut terms = Vec::new();
        for (&var, row) in next.iter().zip(&distances) {
            let cost = solver.add_var(0, 200);
            for (to, &length) in (0..).zip(row) {
                solver.add_clause(&[var.not_equal(to), cost.at_least(length)]);
            }
            terms.push((1, cost));
        }
        let total = solver.add_var(0, 10_000);
        terms.push((-1, total));
        solver.post(Box::new(Linear::at_most(&terms, 0)));
        solver.post(Box::new(Circuit::new(&next)));
        for propagator in AllDifferent::propagators(&next) {
            solver.post(propagator);
        }
        let optimum = solver.minimise(total, &Cancel::new(), &mut |_, _| {});
        assert_eq!(optimum, Optimum::Proved(shortest_tour(&distances)));
        let (mut at, mut length) = (0, 0);
        for _ in 0..n {
            let to = usize::try_from(solver.value(next[at])).unwrap();
            length += distances[at][to];
            at = to;
        }
        assert!(at == 0 && length == solver.value(total));
    }
}

#[test]
fn chains_are_not_closed_too_early() {
    for may_skip in [false, true] {
        let mut solver = Solver::new();
        let next: Vec<Var> = (0..8).map(|_| solver.add_var(0, 7)).collect();
        solver.post(if may_skip {
            Box::new(Subcircuit::new(&next))
        } else {
            Box::new(Circuit::new(&next))
        });
        // 1 → 2 → 0, and 5 is on the cycle.
        for atom in [next[1].equal(2), next[2].equal(0), next[5].not_equal(5)] {
            solver.add_clause(&[atom]);
        }
        for (&var, value) in next.iter().zip([1, 2, 0, 4, 5, 6, 7, 1]) {
            solver.set_phase(var, value);
        }
        // The value 1 is not tried for vertex 0.
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        assert_eq!((solver.bounds(next[0]), solver.stats().conflicts), ((3, 7), 0));
    }
}

#[test]
fn two_parts_without_a_connection_are_refuted_without_search() {
    // 0 to 9 and 10 to 19; an arc leads from the first part to the second, none back.
    for is_reversed in [false, true] {
        let mut solver = Solver::new();
        let next: Vec<Var> = (0..20).map(|_| solver.add_var(0, 19)).collect();
        for (from, &var) in (0..).zip(&next) {
            for to in 0..20 {
                let is_allowed = (from < 10) == (to < 10)
                    || if is_reversed { (from, to) == (17, 4) } else { (from, to) == (4, 17) };
                if !is_allowed {
                    solver.add_clause(&[var.not_equal(to)]);
                }
            }
        }
        solver.post(Box::new(Circuit::new(&next)));
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
        assert_eq!(solver.stats().decisions, 0);
    }
}

#[test]
fn longest_cycle_of_a_one_way_street_is_found() {
    // Vertex i leads to i + 1, or back to an earlier multiple of 3, or is skipped.
    let n: i64 = 20;
    let mut solver = Solver::new();
    let next: Vec<Var> = (0..n).map(|_| solver.add_var(0, n - 1)).collect();
    let skipped = solver.add_var(0, n);
    let mut terms = vec![(-1, skipped)];
    for (from, &var) in (0..n).zip(&next) {
        for to in 0..n {
            if to > from + 1 || (to < from && (to % 3 != 0 || from % 7 != 6)) {
                solver.add_clause(&[var.not_equal(to)]);
            }
        }
        let is_skipped = solver.add_var(0, 1);
        solver.add_clause(&[var.not_equal(from), is_skipped.at_least(1)]);
        terms.push((1, is_skipped));
    }
    solver.post(Box::new(Linear::at_most(&terms, 0)));
    solver.post(Box::new(Subcircuit::new(&next)));
    // 0 → 1 → … → 13 → 0; only 6 and 13 lead back.
    let optimum = solver.minimise(skipped, &Cancel::new(), &mut |_, _| {});
    assert_eq!(optimum, Optimum::Proved(n - 14));
    assert_eq!(solver.value(next[13]), 0);
}
