//! Clauses alone, and the search.

use std::time::Duration;

use gordian_core::{Cancel, Limit};
use gordian_lcg::propagators::Linear;
use gordian_lcg::{Conflict, Domains, Event, Priority, Propagator, Solver, Var, Verdict};

use crate::brute_force::{Sweep, random_problem};

#[test]
fn solutions_of_random_clauses_equal_all_assignments() {
    let sweep = Sweep::run(1500, 15_000, |random| {
        let n_vars = 1 + random.below(5);
        let n_clauses = random.below(14);
        random_problem(n_vars, n_clauses, random)
    });
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(21..) > 100, "{sweep:?}");
}

/// Returns a solver that has no solution: `holes + 1` pigeons, and a variable for each.
fn pigeons(holes: i64) -> Solver {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..=holes).map(|_| solver.add_var(1, holes)).collect();
    for (at, &a) in vars.iter().enumerate() {
        for &b in &vars[at + 1..] {
            for hole in 1..=holes {
                solver.add_clause(&[a.not_equal(hole), b.not_equal(hole)]);
            }
        }
    }
    solver
}

#[test]
fn pigeons_do_not_fit() {
    let mut solver = pigeons(7);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    assert!(solver.stats().conflicts > 10);
    // Once refuted, it stays so.
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

#[test]
fn same_calls_do_the_same_work() {
    let stats = || {
        let mut solver = pigeons(7);
        solver.solve(&Cancel::new());
        solver.stats()
    };
    assert_eq!(stats(), stats());
}

#[test]
fn cancelled_search_stops_and_can_go_on() {
    let mut solver = pigeons(7);
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(solver.solve(&cancel), Verdict::Stopped(Limit::Interrupted));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

/// Cancels the search when it runs, as if a run took the rest of the time.
struct Slow {
    var: Var,
    cancel: Cancel,
}

impl Propagator for Slow {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        vec![(self.var, Event::Bounds)]
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        0
    }

    fn propagate(&mut self, _: &mut Domains<'_>) -> Result<(), Conflict> {
        self.cancel.cancel();
        Ok(())
    }

    fn holds(&self, _: &dyn Fn(Var) -> i64) -> bool {
        true
    }
}

#[test]
fn a_search_stops_after_one_run_of_a_slow_propagator() {
    let mut solver = Solver::new();
    let cancel = Cancel::new();
    for _ in 0..20 {
        let var = solver.add_var(0, 9);
        solver.post(Box::new(Slow { var, cancel: cancel.clone() }));
    }
    assert_eq!(solver.solve(&cancel), Verdict::Stopped(Limit::Interrupted));
    assert_eq!(solver.stats().propagator_runs, 1);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
}

#[test]
fn wide_domains_take_few_steps() {
    let mut solver = Solver::new();
    let wide = 1 << 60;
    let (x, y) = (solver.add_var(-wide, wide), solver.add_var(-wide, wide));
    // x + y ≥ 2⁶⁰ + 5 and x − y ≤ −7
    solver.post(Box::new(Linear::at_least(&[(1, x), (1, y)], wide + 5)));
    solver.post(Box::new(Linear::at_most(&[(1, x), (-1, y)], -7)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let (x, y) = (solver.value(x), solver.value(y));
    assert!(i128::from(x) + i128::from(y) >= i128::from(wide) + 5 && x - y <= -7, "{x} {y}");
    assert!(solver.stats().reductions < 1000, "{:?}", solver.stats());
}

#[test]
fn bounds_are_those_of_all_solutions() {
    let mut solver = Solver::new();
    let x = solver.add_var(0, 100);
    solver.add_clause(&[x.at_least(7)]);
    solver.add_clause(&[x.not_equal(7)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(x), (8, 100));
}

#[test]
fn long_propagation_is_stopped() {
    // x < y < x: the bounds move by one in each step.
    let mut solver = Solver::new();
    let [x, y] = [(); 2].map(|()| solver.add_var(0, 1 << 50));
    for (less, more) in [(x, y), (y, x)] {
        solver.post(Box::new(Linear::at_most(&[(1, less), (-1, more)], -1)));
    }
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(solver.solve(&cancel), Verdict::Stopped(Limit::Interrupted));
    let cancel = Cancel::new().with_time_limit(Duration::from_millis(20));
    for _ in 0..3 {
        let runs = solver.stats().propagator_runs;
        assert_eq!(solver.solve(&cancel), Verdict::Stopped(Limit::Time));
        assert!(solver.stats().propagator_runs >= runs);
    }
    assert!(solver.stats().propagator_runs > 1000);
}
