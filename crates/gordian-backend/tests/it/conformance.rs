//! The contract of `SatSolver`, tried on every engine.
//!
//! A new engine is a line at the end of this file.

use std::thread;
use std::time::Duration;

use gordian_backend::{Cnf, Limits, Lit, SatSolver, Var, Verdict};
use gordian_core::{Cancel, Index, Limit, Random};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::formulas::{cnf, lit, parity_chains, pigeons, random_3sat, satisfies, solutions};

/// Makes an engine with a seed.
type Make = fn(u64) -> Box<dyn SatSolver>;

fn solve(engine: &mut dyn SatSolver, assumptions: &[i32]) -> Verdict {
    let assumptions: Vec<Lit> = assumptions.iter().map(|&number| lit(number)).collect();
    engine.solve(&assumptions, &Limits::default())
}

fn loaded(make: Make, seed: u64, cnf: &Cnf) -> Box<dyn SatSolver> {
    let mut engine = make(seed);
    engine.add_cnf(cnf);
    engine
}

fn values(engine: &dyn SatSolver, n_vars: usize) -> Vec<bool> {
    (0..n_vars).map(|v| engine.value(Lit::positive(Var::from_usize(v)))).collect()
}

/// Adds the clause that forbids the solution found.
fn forbid(engine: &mut dyn SatSolver, n_vars: usize) {
    let clause: Vec<Lit> = (0..n_vars)
        .map(Var::from_usize)
        .map(|var| Lit::new(var, !engine.value(Lit::positive(var))))
        .collect();
    engine.add_clause(&clause);
}

fn trivial_formulas(make: Make) {
    let mut engine = make(0);
    assert_eq!(solve(&mut *engine, &[]), Verdict::Sat);
    engine.reserve(3);
    assert_eq!(solve(&mut *engine, &[]), Verdict::Sat);
    engine.add_clause(&[lit(2)]);
    engine.add_clause(&[]);
    assert_eq!(solve(&mut *engine, &[]), Verdict::Unsat);
    assert_eq!(engine.core(), []);
    assert_eq!(solve(&mut *engine, &[1, 2]), Verdict::Unsat);
    assert_eq!(engine.core(), [], "no assumption is to blame");
    engine.add_clause(&[lit(1), lit(7)]);
    assert_eq!(solve(&mut *engine, &[]), Verdict::Unsat);
    assert_eq!(engine.stats().solves, 5);
}

fn unused_variables_are_false(make: Make) {
    for seed in 0..8 {
        let mut engine = make(seed);
        engine.reserve(20);
        engine.add_clause(&[lit(3), lit(-30)]);
        assert_eq!(solve(&mut *engine, &[5, -6]), Verdict::Sat);
        for number in (1..50).filter(|number| ![3, 5, 6, 30].contains(number)) {
            assert!(!engine.value(lit(number)), "seed {seed}: variable {number}");
            assert!(engine.value(lit(-number)), "seed {seed}: variable {number}");
        }
        assert!(engine.value(lit(5)) && engine.value(lit(-6)), "seed {seed}");
    }
}

fn odd_clauses(make: Make) {
    for seed in 0..4 {
        let clauses: &[&[i32]] =
            &[&[1, 1, -2, 1], &[2, -2], &[2, 2], &[-3, 1, 3], &[-1, -1, -3], &[4, 4, 4, 5]];
        let cnf = cnf(clauses);
        let mut engine = loaded(make, seed, &cnf);
        assert_eq!(solve(&mut *engine, &[-4]), Verdict::Sat);
        assert!(satisfies(&cnf, |lit| engine.value(lit)));
        assert!(engine.value(lit(1)) && engine.value(lit(-3)) && engine.value(lit(5)));
        assert_eq!(solve(&mut *engine, &[-4, 3]), Verdict::Unsat);
        assert_eq!(engine.core(), [lit(3)]);
    }
}

fn assumptions_hold_for_one_question(make: Make) {
    for seed in 0..4 {
        let mut engine = loaded(make, seed, &cnf(&[&[-1, 2], &[-2, 3], &[-3, -4]]));
        assert_eq!(solve(&mut *engine, &[1]), Verdict::Sat);
        assert!(engine.value(lit(3)) && engine.value(lit(-4)));
        assert_eq!(solve(&mut *engine, &[4, 5, 1, -6]), Verdict::Unsat);
        assert_eq!(engine.core(), [lit(1), lit(4)]);
        assert_eq!(solve(&mut *engine, &[4]), Verdict::Sat);
        assert!(engine.value(lit(-1)));
        assert_eq!(solve(&mut *engine, &[1, 1, 1]), Verdict::Sat);
        assert_eq!(solve(&mut *engine, &[9, 8, -9]), Verdict::Unsat);
        assert_eq!(engine.core(), [lit(9), lit(-9)]);
        assert_eq!(solve(&mut *engine, &[4, 4, 1, 4]), Verdict::Unsat);
        assert_eq!(engine.core(), [lit(1), lit(4)]);
        engine.add_clause(&[lit(4)]);
        assert_eq!(solve(&mut *engine, &[1]), Verdict::Unsat);
        assert_eq!(engine.core(), [lit(1)]);
        assert_eq!(solve(&mut *engine, &[]), Verdict::Sat);
        engine.add_clause(&[lit(1)]);
        assert_eq!(solve(&mut *engine, &[5]), Verdict::Unsat);
        assert_eq!(engine.core(), []);
    }
}

/// Seven pigeons of which each can be asked to take part, in four holes.
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

fn cores_contradict(make: Make) {
    let (cnf, guards) = guarded_pigeons();
    for seed in 0..4 {
        let mut engine = loaded(make, seed, &cnf);
        assert_eq!(engine.solve(&guards, &Limits::default()), Verdict::Unsat);
        let core = engine.core().to_vec();
        assert!(core.len() >= 5, "four pigeons fit");
        assert!(core.iter().all(|lit| guards.contains(lit)));
        assert!(core.is_sorted_by(|a, b| a < b));
        assert_eq!(loaded(make, seed, &cnf).solve(&core, &Limits::default()), Verdict::Unsat);
        assert_eq!(engine.solve(&guards[3..], &Limits::default()), Verdict::Sat);
        assert_eq!(engine.solve(&guards[2..], &Limits::default()), Verdict::Unsat);
        assert_eq!(engine.core(), &guards[2..]);
    }
}

fn an_answer_outlives_new_clauses(make: Make) {
    for seed in 0..4 {
        let mut engine = make(seed);
        engine.reserve(10);
        engine.add_clause(&[lit(1), lit(2)]);
        assert_eq!(solve(&mut *engine, &[-1]), Verdict::Sat);
        let before = values(&*engine, 12);
        engine.reserve(15);
        engine.add_clause(&[lit(1), lit(5), lit(12)]);
        engine.add_clause(&[lit(-2)]);
        assert_eq!(values(&*engine, 12), before);
        assert_eq!(solve(&mut *engine, &[-1]), Verdict::Unsat);
        engine.add_clause(&[lit(7)]);
        assert_eq!(engine.core(), [lit(-1)]);
    }
}

fn conflicts_are_limited_and_work_is_resumed(make: Make) {
    let effort = Verdict::Stopped(Limit::Effort);
    let none = Limits::default().with_conflicts(0);
    let mut engine = loaded(make, 0, &pigeons(8, 7));
    assert_eq!(engine.solve(&[], &none), effort);
    for _ in 0..5 {
        assert_eq!(engine.solve(&[], &none.clone().with_conflicts(20)), effort);
    }
    assert_eq!(engine.solve(&[], &Limits::default()), Verdict::Unsat, "limits do not stick");
    assert_eq!(engine.solve(&[], &none), Verdict::Unsat);

    // Many small portions come to the end too.
    let mut engine = loaded(make, 0, &pigeons(6, 5));
    let portion = Limits::default().with_conflicts(50);
    let mut n_portions = 1;
    while engine.solve(&[], &portion) == effort {
        n_portions += 1;
    }
    assert!((2..1000).contains(&n_portions), "{n_portions} portions");
    assert_eq!(engine.solve(&[], &Limits::default()), Verdict::Unsat);
}

fn requests_to_stop_are_obeyed(make: Make) {
    let mut engine = loaded(make, 0, &cnf(&[&[1, 2]]));
    let cancelled = Cancel::new();
    cancelled.cancel();
    let interrupted = Verdict::Stopped(Limit::Interrupted);
    assert_eq!(engine.solve(&[], &Limits::until(&cancelled)), interrupted);
    let late = Cancel::new().with_time_limit(Duration::ZERO);
    assert_eq!(engine.solve(&[lit(-1)], &Limits::until(&late)), Verdict::Stopped(Limit::Time));
    assert_eq!(solve(&mut *engine, &[-2]), Verdict::Sat);
    assert!(engine.value(lit(1)), "assumptions of a question that was stopped are gone");
}

/// Twelve pigeons and eleven holes take any engine hours.
fn running_search_is_stopped(make: Make) {
    let hard = pigeons(12, 11);
    let mut engine = loaded(make, 0, &hard);
    for _ in 0..3 {
        let cancel = Cancel::new();
        let verdict = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(60));
                cancel.cancel();
            });
            engine.solve(&[lit(1), lit(13)], &Limits::until(&cancel))
        });
        assert_eq!(verdict, Verdict::Stopped(Limit::Interrupted));
        let soon = Cancel::new().with_time_limit(Duration::from_millis(60));
        assert_eq!(engine.solve(&[], &Limits::until(&soon)), Verdict::Stopped(Limit::Time));
    }
    // The first two pigeons in one hole: plain to see, once somebody goes on.
    assert_eq!(solve(&mut *engine, &[1, 12]), Verdict::Unsat);
    assert_eq!(engine.core(), [lit(1), lit(12)]);
    engine.add_clause(&[lit(1)]);
    engine.add_clause(&[lit(12)]);
    assert_eq!(solve(&mut *engine, &[]), Verdict::Unsat);
}

/// What an engine finds on the way through the solutions of a formula, up to 40.
fn trace(make: Make, seed: u64, cnf: &Cnf) -> Vec<Vec<bool>> {
    let mut engine = loaded(make, seed, cnf);
    let mut found = Vec::new();
    while found.len() < 40 && solve(&mut *engine, &[]) == Verdict::Sat {
        found.push(values(&*engine, cnf.n_vars()));
        forbid(&mut *engine, cnf.n_vars());
    }
    found
}

fn a_seed_fixes_the_answers(make: Make) {
    let cnf = random_3sat(60, 200, 5);
    let traces: Vec<_> = (0..6).map(|seed| trace(make, seed, &cnf)).collect();
    assert!(traces.iter().all(|trace| trace.len() > 1));
    for (seed, expected) in (0..).zip(&traces) {
        assert_eq!(&trace(make, seed, &cnf), expected, "seed {seed}");
    }
    let mut first: Vec<_> = traces.iter().map(|trace| &trace[0]).collect();
    first.sort();
    first.dedup();
    assert!(first.len() >= 3, "seeds lead to different solutions");
}

fn all_solutions_of_many(make: Make) {
    // Twelve variables with one clause that forbids one case.
    let mut engine = loaded(make, 1, &cnf(&[&[1, -4, 12]]));
    engine.reserve(12);
    let mut n_solutions = 0;
    while solve(&mut *engine, &[]) == Verdict::Sat {
        forbid(&mut *engine, 12);
        n_solutions += 1;
    }
    assert_eq!(n_solutions, 7 * 512);
    assert_eq!(engine.core(), []);
}

fn hard_formulas(make: Make) {
    let mut solvable = Vec::new();
    for seed in 0..12 {
        let cnf = random_3sat(110, 470, seed);
        let mut engine = loaded(make, seed, &cnf);
        if solve(&mut *engine, &[]) == Verdict::Sat {
            assert!(satisfies(&cnf, |lit| engine.value(lit)), "seed {seed}");
            solvable.push(seed);
        }
    }
    // The solutions are checked; that the others have none is proved in `proofs`.
    assert_eq!(solvable, [1, 3, 5, 6, 7, 8, 10]);
    assert_eq!(solve(&mut *loaded(make, 2, &parity_chains(9, 1)), &[]), Verdict::Unsat);
    assert_eq!(solve(&mut *loaded(make, 2, &pigeons(7, 6)), &[]), Verdict::Unsat);
    assert_eq!(solve(&mut *loaded(make, 2, &pigeons(7, 7)), &[]), Verdict::Sat);
}

const N_VARS: usize = 7;

/// Steps of a random session: a clause to add, or a question with assumptions.
fn sessions() -> impl Strategy<Value = Vec<(bool, Vec<i32>)>> {
    let max = i32::try_from(N_VARS).expect("a small number");
    let number = (1..=max, any::<bool>()).prop_map(|(v, negate)| if negate { -v } else { v });
    let step = (proptest::bool::weighted(0.6), proptest::collection::vec(number, 1..5));
    proptest::collection::vec(step, 1..40)
}

fn sessions_agree_with_brute_force(make: Make) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(60));
    let property = |(session, seed): (Vec<(bool, Vec<i32>)>, u64)| {
        let mut known = Cnf::new();
        known.reserve_vars(N_VARS);
        let mut engine = make(seed);
        for (adds, numbers) in session {
            let lits: Vec<Lit> = numbers.into_iter().map(lit).collect();
            if adds {
                known.push(&lits);
                engine.add_clause(&lits);
                continue;
            }
            let contradicts = |assumptions: &[Lit]| {
                let mut with = known.clone();
                assumptions.iter().for_each(|&lit| with.push(&[lit]));
                solutions(&with).is_empty()
            };
            match engine.solve(&lits, &Limits::default()) {
                Verdict::Sat => {
                    prop_assert!(lits.iter().all(|&lit| engine.value(lit)));
                    prop_assert!(satisfies(&known, |lit| engine.value(lit)));
                }
                Verdict::Unsat => {
                    let core = engine.core();
                    prop_assert!(core.iter().all(|lit| lits.contains(lit)));
                    prop_assert!(contradicts(core), "{core:?} is no core");
                }
                Verdict::Stopped(limit) => prop_assert!(false, "stopped by {limit}"),
            }
        }
        Ok(())
    };
    let result = runner.run(&(sessions(), 0_u64..4), property);
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn enumeration_agrees_with_brute_force(make: Make) {
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
        let mut engine = loaded(make, seed, &cnf);
        let mut found = Vec::new();
        while solve(&mut *engine, &[]) == Verdict::Sat {
            found.push(values(&*engine, n_vars));
            forbid(&mut *engine, n_vars);
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
            const MAKE: super::Make = $make;
            $(
                #[test]
                fn $test() {
                    super::$test(MAKE);
                }
            )*
        }
    };
    ($($name:ident: $make:expr;)*) => {$(
        conformance!($name, $make, [
            trivial_formulas
            unused_variables_are_false
            odd_clauses
            assumptions_hold_for_one_question
            cores_contradict
            an_answer_outlives_new_clauses
            conflicts_are_limited_and_work_is_resumed
            requests_to_stop_are_obeyed
            running_search_is_stopped
            a_seed_fixes_the_answers
            all_solutions_of_many
            hard_formulas
            sessions_agree_with_brute_force
            enumeration_agrees_with_brute_force
        ]);
    )*};
}

conformance! {
    batsat: |seed| gordian_backend::create_solver(gordian_backend::SatSolverKind::Batsat, seed);
    cadical: |seed| gordian_backend::create_solver(gordian_backend::SatSolverKind::Cadical, seed);
    portfolio_of_1: |seed| crate::portfolio::of(1, seed);
    portfolio_of_2: |seed| crate::portfolio::of(2, seed);
    portfolio_of_4: |seed| crate::portfolio::of(4, seed);
}
