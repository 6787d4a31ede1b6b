//! Random models with integers of every magnitude and a planted solution ([`Planted`]): no engine
//! may refute it, whatever the compiler made of the model.
//!
//! A part of the sweep runs with the other tests; see `gordian_testkit` for other parts and the
//! whole sweep.

use std::collections::BTreeSet;
use std::time::Duration;

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileError, CompileOptions, Config, NextSolution, Search as _, Session};
use gordian_core::{Cancel, NoProgress, Outcome};
use gordian_model::Assignment;
use gordian_testkit::mixed_model::Mixed;
use gordian_testkit::planted_model::{Planted, Values};
use rayon::prelude::*;

/// Number of models: by default, and in the whole sweep.
const N_MODELS: (u64, u64) = (150, 20_000);

/// Limit on the conflicts of an engine. A search that reaches it proves nothing.
const MAX_CONFLICTS: u64 = 400;

/// Limit on the size of the formulas; larger ones take too long.
const MAX_LITERALS: usize = 4_000_000;

/// Limit on the number of enumerated solutions.
const MAX_SOLUTIONS: u64 = 1_000;

/// The result of checking a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Solved,
    Overflow,
    Undecided,
}

/// Compares the results of all engines with the known solutions.
fn check(seed: u64, planted: &Planted) -> Verdict {
    let Planted { model, .. } = planted;
    let mut result = Verdict::Undecided;
    for presolve in [true, false] {
        for engine in SatSolverKind::ALL {
            let compile = CompileOptions {
                presolve,
                max_literals: Some(MAX_LITERALS),
                ..CompileOptions::default()
            };
            let config = Config { engine, compile, ..Config::default() };
            let at = format!("seed {seed}, {engine:?}, presolve {presolve}");
            match Session::new(model, &config) {
                Ok(mut session) => {
                    if check_session(&at, planted, &mut session) {
                        result = Verdict::Solved;
                    }
                }
                Err(CompileError::Overflow { lower, upper, .. }) => {
                    // An overflow error requires a bound beyond 64 bits.
                    let fits = |bound: i128| i64::try_from(bound).is_ok();
                    assert!(
                        !fits(lower) || !fits(upper),
                        "{at}: overflow error without need\n{model:?}"
                    );
                    return Verdict::Overflow;
                }
                Err(CompileError::TooManyClauses) => {}
                Err(error) => panic!("{at}: {error}\n{model:?}"),
            }
        }
    }
    result
}

/// Checks a session; returns whether the engine finished within its limits.
fn check_session(at: &str, planted: &Planted, session: &mut Session<'_>) -> bool {
    let Planted { model, solution, .. } = planted;
    let limits = Limits { conflicts: Some(MAX_CONFLICTS), ..Limits::default() };
    if model.goal().is_some() {
        // A bound is bisected up to sixty times with growing conflict limits, so limit the time as
        // well.
        let cancel = Cancel::new().with_time_limit(Duration::from_secs(2));
        let optimum = session.optimise(&Limits { cancel, ..limits });
        match optimum.outcome {
            Outcome::Infeasible => planted.check_optimum(at, None),
            Outcome::Optimal => planted.check_optimum(at, optimum.objective),
            _ => return false,
        }
        return true;
    }
    if let Some(expected) = planted.answers() {
        let mut found: BTreeSet<Values> = BTreeSet::new();
        let mut n = 0;
        let stopped = session.for_each_solution(
            MAX_SOLUTIONS,
            &limits,
            &NoProgress,
            &mut |values: &Assignment| {
                n += 1;
                found.insert(model.answer_variables().iter().map(|&var| values[var]).collect());
            },
        );
        if stopped.is_some() {
            assert!(found.is_subset(&expected), "{at}: {model:?}");
            return false;
        }
        assert_eq!(found, expected, "{at}: {model:?}");
        assert_eq!(n, expected.len(), "{at}: an answer was found twice\n{model:?}");
        return true;
    }
    match session.next_solution(&limits) {
        NextSolution::Exhausted => panic!("{at}: a solution was refuted\n{model:?}\n{solution:?}"),
        NextSolution::Solution(_) => true,
        NextSolution::Stopped(_) => false,
    }
}

#[test]
fn models_of_every_magnitude_keep_their_solutions() {
    let seeds = gordian_testkit::seeds(N_MODELS.0, N_MODELS.1);
    let (first, n) = (seeds.start, seeds.end - seeds.start);
    let tried = seeds.into_par_iter().map(|seed| {
        let planted = Planted::new(seed);
        let sizes = planted.model.variables().iter().map(|variable| variable.domain.size());
        let is_wide = sizes.filter(|&size| size > 1024).count() > 1;
        let checked = std::panic::catch_unwind(|| check(seed, &planted));
        let checked = checked.unwrap_or_else(|cause| {
            // Engines and the compiler do not know the seed, so print it.
            println!("seed {seed}\n{:?}\n{:?}", planted.model, planted.solution);
            std::panic::resume_unwind(cause)
        });
        let (solved, overflowed) = (checked == Verdict::Solved, checked == Verdict::Overflow);
        [solved, overflowed, planted.all.is_some(), is_wide].map(u64::from)
    });
    let add = |a: [u64; 4], b: [u64; 4]| std::array::from_fn(|i| a[i] + b[i]);
    let [solved, overflowed, complete, wide] = tried.reduce(|| [0; 4], add);
    println!(
        "{n} models from seed {first}: no wrong answers, {solved} solved, {overflowed} overflowed, \
         {complete} with all solutions known, {wide} with several wide variables"
    );
    assert!(solved * 2 >= n, "only {solved} of {n} models were solved, {overflowed} overflowed");
    assert!(complete * 3 >= n && wide * 4 >= n, "{complete} complete and {wide} wide ones of {n}");
    // About one in a hundred and fifty does: the default number of models may have none.
    assert!(overflowed > 0 || n < 2000, "no model overflowed");
}

#[test]
fn mixed_magnitudes_have_the_solutions_of_brute_force() {
    let seeds = gordian_testkit::seeds(N_MODELS.0, N_MODELS.1);
    let n = seeds.end - seeds.start;
    let tried = seeds.into_par_iter().map(|seed| {
        let Mixed { model, all } = Mixed::new(seed);
        let mut n_solved = 0_u64;
        for presolve in [true, false] {
            let compile = CompileOptions { presolve, ..CompileOptions::default() };
            let config = Config { compile, ..Config::default() };
            let mut session = match Session::new(&model, &config) {
                Ok(session) => session,
                Err(CompileError::Overflow { .. }) => continue,
                Err(error) => panic!("seed {seed}: {error}\n{model:?}"),
            };
            let cancel = Cancel::new().with_time_limit(Duration::from_secs(1));
            let limits = Limits { cancel, conflicts: Some(MAX_CONFLICTS) };
            let mut found = BTreeSet::new();
            let stopped =
                session.for_each_solution(MAX_SOLUTIONS, &limits, &NoProgress, &mut |values| {
                    let values: Values = values.as_slice().to_vec();
                    assert!(found.insert(values), "seed {seed}: a solution was found twice");
                });
            if stopped.is_some() {
                assert!(found.is_subset(&all), "seed {seed}, presolve {presolve}: {model:?}");
                continue;
            }
            assert_eq!(found, all, "seed {seed}, presolve {presolve}: {model:?}");
            n_solved += 1;
        }
        n_solved
    });
    let n_solved: u64 = tried.sum();
    println!("{n} models twice: no wrong answers, {n_solved} solved");
    assert!(n_solved * 2 >= n, "only {n_solved} of {} were solved", 2 * n);
}
