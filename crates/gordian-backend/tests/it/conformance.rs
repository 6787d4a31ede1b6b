//! Conformance tests of `SatSolver` that run on every solver.
//!
//! A new solver is one line at the end of this file.

use std::thread;
use std::time::Duration;

use gordian_backend::{Cnf, Limits, Lit, SatSolver, Var, Verdict};
use gordian_core::{Cancel, Index, Limit, Random};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::formulas::{cnf, lit, parity_chains, pigeons, random_3sat, satisfies, solutions};

/// Creates a solver with a seed.
type MakeSolver = fn(u64) -> Box<dyn SatSolver>;

fn solve(solver: &mut dyn SatSolver, assumptions: &[i32]) -> Verdict {
    let assumptions: Vec<Lit> = assumptions.iter().map(|&number| lit(number)).collect();
    solver.solve(&assumptions, &Limits::default())
}

fn loaded(make_solver: MakeSolver, seed: u64, cnf: &Cnf) -> Box<dyn SatSolver> {
    let mut solver = make_solver(seed);
    solver.add_cnf(cnf);
    solver
}

fn values(solver: &dyn SatSolver, n_vars: usize) -> Vec<bool> {
    (0..n_vars).map(|v| solver.value(Lit::positive(Var::from_usize(v)))).collect()
}

/// Adds the clause that forbids the current solution.
fn forbid(solver: &mut dyn SatSolver, n_vars: usize) {
    let clause: Vec<Lit> = (0..n_vars)
        .map(Var::from_usize)
        .map(|var| Lit::new(var, !solver.value(Lit::positive(var))))
        .collect();
    solver.add_clause(&clause);
}

fn trivial_formulas(make_solver: MakeSolver) {
    let mut solver = make_solver(0);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
    solver.reserve(3);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
    solver.add_clause(&[lit(2)]);
    solver.add_clause(&[]);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
    assert_eq!(solver.core(), []);
    assert_eq!(solve(&mut *solver, &[1, 2]), Verdict::Unsat);
    assert_eq!(solver.core(), [], "the clauses alone are unsatisfiable");
    solver.add_clause(&[lit(1), lit(7)]);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
    assert_eq!(solver.stats().solves, 5);
}

fn unused_variables_are_false(make_solver: MakeSolver) {
    for seed in 0..8 {
        let mut solver = make_solver(seed);
        solver.reserve(20);
        solver.add_clause(&[lit(3), lit(-30)]);
        assert_eq!(solve(&mut *solver, &[5, -6]), Verdict::Sat);
        for number in (1..50).filter(|number| ![3, 5, 6, 30].contains(number)) {
            assert!(!solver.value(lit(number)), "seed {seed}: variable {number}");
            assert!(solver.value(lit(-number)), "seed {seed}: variable {number}");
        }
        assert!(solver.value(lit(5)) && solver.value(lit(-6)), "seed {seed}");
    }
}

fn duplicate_literals_and_tautologies_are_allowed(make_solver: MakeSolver) {
    for seed in 0..4 {
        let clauses: &[&[i32]] =
            &[&[1, 1, -2, 1], &[2, -2], &[2, 2], &[-3, 1, 3], &[-1, -1, -3], &[4, 4, 4, 5]];
        let cnf = cnf(clauses);
        let mut solver = loaded(make_solver, seed, &cnf);
        assert_eq!(solve(&mut *solver, &[-4]), Verdict::Sat);
        assert!(satisfies(&cnf, |lit| solver.value(lit)));
        assert!(solver.value(lit(1)) && solver.value(lit(-3)) && solver.value(lit(5)));
        assert_eq!(solve(&mut *solver, &[-4, 3]), Verdict::Unsat);
        assert_eq!(solver.core(), [lit(3)]);
    }
}

fn assumptions_hold_for_one_call(make_solver: MakeSolver) {
    for seed in 0..4 {
        let mut solver = loaded(make_solver, seed, &cnf(&[&[-1, 2], &[-2, 3], &[-3, -4]]));
        assert_eq!(solve(&mut *solver, &[1]), Verdict::Sat);
        assert!(solver.value(lit(3)) && solver.value(lit(-4)));
        assert_eq!(solve(&mut *solver, &[4, 5, 1, -6]), Verdict::Unsat);
        assert_eq!(solver.core(), [lit(1), lit(4)]);
        assert_eq!(solve(&mut *solver, &[4]), Verdict::Sat);
        assert!(solver.value(lit(-1)));
        assert_eq!(solve(&mut *solver, &[1, 1, 1]), Verdict::Sat);
        assert_eq!(solve(&mut *solver, &[9, 8, -9]), Verdict::Unsat);
        assert_eq!(solver.core(), [lit(9), lit(-9)]);
        assert_eq!(solve(&mut *solver, &[4, 4, 1, 4]), Verdict::Unsat);
        assert_eq!(solver.core(), [lit(1), lit(4)]);
        solver.add_clause(&[lit(4)]);
        assert_eq!(solve(&mut *solver, &[1]), Verdict::Unsat);
        assert_eq!(solver.core(), [lit(1)]);
        assert_eq!(solve(&mut *solver, &[]), Verdict::Sat);
        solver.add_clause(&[lit(1)]);
        assert_eq!(solve(&mut *solver, &[5]), Verdict::Unsat);
        assert_eq!(solver.core(), []);
    }
}

/// Returns the pigeonhole formula with seven pigeons and four holes, and a guard literal per
/// pigeon.
fn guarded_pigeons() -> (Cnf, Vec<Lit>) {
    let mut cnf = Cnf::new();
    cnf.reserve_vars(28);
    let guards: Vec<Lit> = (0..7).map(|_| Lit::positive(cnf.new_var())).collect();
    for (number, clause) in pigeons(7, 4).iter().enumerate() {
        let mut clause = clause.to_vec();
        clause.extend(guards.get(number).map(|&guard| !guard));
        cnf.push(&clause);
    }
    (cnf, guards)
}

fn cores_are_unsatisfiable(make_solver: MakeSolver) {
    let (cnf, guards) = guarded_pigeons();
    for seed in 0..4 {
        let mut solver = loaded(make_solver, seed, &cnf);
        assert_eq!(solver.solve(&guards, &Limits::default()), Verdict::Unsat);
        let core = solver.core().to_vec();
        assert!(core.len() >= 5, "four pigeons are satisfiable");
        assert!(core.iter().all(|lit| guards.contains(lit)));
        assert!(core.is_sorted_by(|a, b| a < b));
        assert_eq!(
            loaded(make_solver, seed, &cnf).solve(&core, &Limits::default()),
            Verdict::Unsat
        );
        assert_eq!(solver.solve(&guards[3..], &Limits::default()), Verdict::Sat);
        assert_eq!(solver.solve(&guards[2..], &Limits::default()), Verdict::Unsat);
        assert_eq!(solver.core(), &guards[2..]);
    }
}

fn answer_is_kept_when_clauses_are_added(make_solver: MakeSolver) {
    for seed in 0..4 {
        let mut solver = make_solver(seed);
        solver.reserve(10);
        solver.add_clause(&[lit(1), lit(2)]);
        assert_eq!(solve(&mut *solver, &[-1]), Verdict::Sat);
        let before = values(&*solver, 12);
        solver.reserve(15);
        solver.add_clause(&[lit(1), lit(5), lit(12)]);
        solver.add_clause(&[lit(-2)]);
        assert_eq!(values(&*solver, 12), before);
        assert_eq!(solve(&mut *solver, &[-1]), Verdict::Unsat);
        solver.add_clause(&[lit(7)]);
        assert_eq!(solver.core(), [lit(-1)]);
    }
}

fn conflict_limit_stops_and_next_call_resumes(make_solver: MakeSolver) {
    let effort = Verdict::Stopped(Limit::Effort);
    let none = Limits::default().with_conflicts(0);
    let mut solver = loaded(make_solver, 0, &pigeons(8, 7));
    assert_eq!(solver.solve(&[], &none), effort);
    for _ in 0..5 {
        assert_eq!(solver.solve(&[], &none.clone().with_conflicts(20)), effort);
    }
    assert_eq!(solver.solve(&[], &Limits::default()), Verdict::Unsat, "a limit holds for one call");
    assert_eq!(solver.solve(&[], &none), Verdict::Unsat);

    // Repeated calls with a small limit finish too.
    let mut solver = loaded(make_solver, 0, &pigeons(6, 5));
    let slice = Limits::default().with_conflicts(50);
    let mut n_slices = 1;
    while solver.solve(&[], &slice) == effort {
        n_slices += 1;
    }
    assert!((2..1000).contains(&n_slices), "{n_slices} slices");
    assert_eq!(solver.solve(&[], &Limits::default()), Verdict::Unsat);
}

fn cancelled_limits_stop_at_once(make_solver: MakeSolver) {
    let mut solver = loaded(make_solver, 0, &cnf(&[&[1, 2]]));
    let cancelled = Cancel::new();
    cancelled.cancel();
    let interrupted = Verdict::Stopped(Limit::Interrupted);
    assert_eq!(solver.solve(&[], &Limits::until(&cancelled)), interrupted);
    let late = Cancel::new().with_time_limit(Duration::ZERO);
    assert_eq!(solver.solve(&[lit(-1)], &Limits::until(&late)), Verdict::Stopped(Limit::Time));
    assert_eq!(solve(&mut *solver, &[-2]), Verdict::Sat);
    assert!(solver.value(lit(1)), "assumptions of a stopped call are dropped");
}

/// The pigeonhole formula with twelve pigeons takes hours on every solver.
fn running_search_is_stopped(make_solver: MakeSolver) {
    let hard = pigeons(12, 11);
    let mut solver = loaded(make_solver, 0, &hard);
    for _ in 0..3 {
        let cancel = Cancel::new();
        let verdict = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(60));
                cancel.cancel();
            });
            solver.solve(&[lit(1), lit(13)], &Limits::until(&cancel))
        });
        assert_eq!(verdict, Verdict::Stopped(Limit::Interrupted));
        let soon = Cancel::new().with_time_limit(Duration::from_millis(60));
        assert_eq!(solver.solve(&[], &Limits::until(&soon)), Verdict::Stopped(Limit::Time));
    }
    // The first two pigeons in one hole: unsatisfiable by unit propagation.
    assert_eq!(solve(&mut *solver, &[1, 12]), Verdict::Unsat);
    assert_eq!(solver.core(), [lit(1), lit(12)]);
    solver.add_clause(&[lit(1)]);
    solver.add_clause(&[lit(12)]);
    assert_eq!(solve(&mut *solver, &[]), Verdict::Unsat);
}

/// Returns the solutions in the order in which a solver enumerates them, at most 40.
fn trace(make_solver: MakeSolver, seed: u64, cnf: &Cnf) -> Vec<Vec<bool>> {
    let mut solver = loaded(make_solver, seed, cnf);
    let mut found = Vec::new();
    while found.len() < 40 && solve(&mut *solver, &[]) == Verdict::Sat {
        found.push(values(&*solver, cnf.n_vars()));
        forbid(&mut *solver, cnf.n_vars());
    }
    found
}

fn answers_depend_only_on_the_seed(make_solver: MakeSolver) {
    let cnf = random_3sat(60, 200, 5);
    let traces: Vec<_> = (0..6).map(|seed| trace(make_solver, seed, &cnf)).collect();
    assert!(traces.iter().all(|trace| trace.len() > 1));
    for (seed, expected) in (0..).zip(&traces) {
        assert_eq!(&trace(make_solver, seed, &cnf), expected, "seed {seed}");
    }
    let mut first: Vec<_> = traces.iter().map(|trace| &trace[0]).collect();
    first.sort();
    first.dedup();
    assert!(first.len() >= 3, "seeds lead to different solutions");
}

fn enumeration_finds_all_solutions(make_solver: MakeSolver) {
    // Twelve variables and one clause that excludes one of eight cases.
    let mut solver = loaded(make_solver, 1, &cnf(&[&[1, -4, 12]]));
    solver.reserve(12);
    let mut n_solutions = 0;
    while solve(&mut *solver, &[]) == Verdict::Sat {
        forbid(&mut *solver, 12);
        n_solutions += 1;
    }
    assert_eq!(n_solutions, 7 * 512);
    assert_eq!(solver.core(), []);
}

fn hard_formulas_are_solved(make_solver: MakeSolver) {
    let mut solvable = Vec::new();
    for seed in 0..12 {
        let cnf = random_3sat(110, 470, seed);
        let mut solver = loaded(make_solver, seed, &cnf);
        if solve(&mut *solver, &[]) == Verdict::Sat {
            assert!(satisfies(&cnf, |lit| solver.value(lit)), "seed {seed}");
            solvable.push(seed);
        }
    }
    // The solutions are checked here; the unsatisfiability of the others is proved in `proofs`.
    assert_eq!(solvable, [1, 3, 5, 6, 7, 8, 10]);
    assert_eq!(solve(&mut *loaded(make_solver, 2, &parity_chains(9, 1)), &[]), Verdict::Unsat);
    assert_eq!(solve(&mut *loaded(make_solver, 2, &pigeons(7, 6)), &[]), Verdict::Unsat);
    assert_eq!(solve(&mut *loaded(make_solver, 2, &pigeons(7, 7)), &[]), Verdict::Sat);
}

const N_VARS: usize = 7;

/// The steps of a random session: add a clause, or solve under assumptions.
fn sessions() -> impl Strategy<Value = Vec<(bool, Vec<i32>)>> {
    let max = i32::try_from(N_VARS).expect("a small number");
    let number = (1..=max, any::<bool>()).prop_map(|(v, negate)| if negate { -v } else { v });
    let step = (proptest::bool::weighted(0.6), proptest::collection::vec(number, 1..5));
    proptest::collection::vec(step, 1..40)
}

fn sessions_agree_with_brute_force(make_solver: MakeSolver) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(60));
    let property = |(session, seed): (Vec<(bool, Vec<i32>)>, u64)| {
        let mut known = Cnf::new();
        known.reserve_vars(N_VARS);
        let mut solver = make_solver(seed);
        for (adds, numbers) in session {
            let lits: Vec<Lit> = numbers.into_iter().map(lit).collect();
            if adds {
                known.push(&lits);
                solver.add_clause(&lits);
                continue;
            }
            let contradicts = |assumptions: &[Lit]| {
                let mut with = known.clone();
                assumptions.iter().for_each(|&lit| with.push(&[lit]));
                solutions(&with).is_empty()
            };
            match solver.solve(&lits, &Limits::default()) {
                Verdict::Sat => {
                    prop_assert!(lits.iter().all(|&lit| solver.value(lit)));
                    prop_assert!(satisfies(&known, |lit| solver.value(lit)));
                }
                Verdict::Unsat => {
                    let core = solver.core();
                    prop_assert!(core.iter().all(|lit| lits.contains(lit)));
                    prop_assert!(contradicts(core), "{core:?} is not a core");
                }
                Verdict::Stopped(limit) => prop_assert!(false, "stopped by {limit}"),
            }
        }
        Ok(())
    };
    let result = runner.run(&(sessions(), 0_u64..4), property);
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn enumeration_agrees_with_brute_force(make_solver: MakeSolver) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(40));
    let strategy = (3_usize..9, 0_usize..30, any::<u64>());
    let property = |(n_vars, n_clauses, seed): (usize, usize, u64)| {
        let mut random = Random::new(seed);
        let mut cnf = Cnf::new();
        cnf.reserve_vars(n_vars);
        for _ in 0..n_clauses {
            let mut any_lit = || Lit::new(Var::from_usize(random.below(n_vars)), random.flip());
            let clause = [any_lit(), any_lit(), any_lit(), any_lit()];
            cnf.push(&clause[..1 + random.below(4).max(1)]);
        }
        let mut solver = loaded(make_solver, seed, &cnf);
        let mut found = Vec::new();
        while solve(&mut *solver, &[]) == Verdict::Sat {
            found.push(values(&*solver, n_vars));
            forbid(&mut *solver, n_vars);
        }
        let mut expected = solutions(&cnf);
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
        Ok(())
    };
    let result = runner.run(&strategy, property);
    result.unwrap_or_else(|error| panic!("{error}"));
}

macro_rules! conformance {
    ($name:ident, $make:expr, [$($test:ident)*]) => {
        mod $name {
            const MAKE: super::MakeSolver = $make;
            $(
                #[test]
                fn $test() {
                    super::$test(MAKE);
                }
            )*
        }
    };
    ($($(#[$cfg:meta])? $name:ident: $make:expr;)*) => {$(
        $(#[$cfg])?
        conformance!($name, $make, [
            trivial_formulas
            unused_variables_are_false
            duplicate_literals_and_tautologies_are_allowed
            assumptions_hold_for_one_call
            cores_are_unsatisfiable
            answer_is_kept_when_clauses_are_added
            conflict_limit_stops_and_next_call_resumes
            cancelled_limits_stop_at_once
            running_search_is_stopped
            answers_depend_only_on_the_seed
            enumeration_finds_all_solutions
            hard_formulas_are_solved
            sessions_agree_with_brute_force
            enumeration_agrees_with_brute_force
        ]);
    )*};
}

conformance! {
    batsat: |seed| gordian_backend::create_solver(gordian_backend::SatSolverKind::Batsat, seed);
    #[cfg(feature = "cadical")]
    cadical: |seed| gordian_backend::create_solver(gordian_backend::SatSolverKind::Cadical, seed);
    portfolio_of_1: |seed| crate::portfolio::of(1, seed);
    portfolio_of_2: |seed| crate::portfolio::of(2, seed);
    portfolio_of_4: |seed| crate::portfolio::of(4, seed);
}
