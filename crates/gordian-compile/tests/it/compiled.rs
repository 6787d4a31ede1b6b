//! The compiled model has exactly the answers of the source model.

use std::collections::BTreeSet;

use gordian_backend::{EngineKind, Limits};
use gordian_compile::{
    CompileError, CompileOptions, Compiled, Config, Conflict, Found, Session, find_conflict,
};
use gordian_core::{Cancel, Limit, NoProgress, Outcome};
use gordian_model::{Goal, Model, all_different};

use crate::random_model::{brute_force, model, wide_model};
use crate::structured_model;

/// How many structured models are tried.
const STRUCTURED: u64 = 2_000;

/// More answers than any random model has.
const MANY: u64 = 100_000;

fn config(engine: EngineKind, presolve: bool) -> Config {
    Config {
        engine,
        compile: CompileOptions { presolve, ..CompileOptions::default() },
        ..Config::default()
    }
}

/// Returns the answers that the compiled model has.
fn answers(model: &Model, config: &Config) -> Vec<Vec<i64>> {
    let mut session = Session::new(model, config).expect("small models compile");
    let found = session.enumerate(MANY, &Limits::default(), &NoProgress);
    assert_eq!(found.stopped, None);
    let mut answers: Vec<Vec<i64>> =
        found.solutions.iter().map(|solution| solution.as_slice().to_vec()).collect();
    answers.sort();
    answers
}

/// Returns whether the compiler refuses the model, because a part of it has values beyond what
/// is compiled; then it must say so.
fn is_refused(model: &Model) -> bool {
    matches!(
        Compiled::new(model, &CompileOptions::default()),
        Err(CompileError::Overflow { .. } | CompileError::TooLarge { .. })
    )
}

fn check_answers(seed: u64, model: &Model) {
    if is_refused(model) {
        return;
    }
    let expected = brute_force(model);
    for engine in EngineKind::ALL {
        for presolve in [true, false] {
            let found = answers(model, &config(engine, presolve));
            assert_eq!(found, expected, "seed {seed}, {engine:?}, presolve {presolve}: {model:?}");
        }
    }
}

#[test]
fn few_models_are_refused() {
    let refused = (0..4_000).filter(|&seed| is_refused(&model(seed))).count();
    assert!(refused < 20, "{refused} of 4000 small models were refused");
}

#[test]
fn answers_are_those_of_the_source() {
    for seed in 0..1_500 {
        check_answers(seed, &model(seed));
    }
}

fn check_wide(seeds: std::ops::Range<u64>) {
    let mut refused = 0;
    let n = seeds.end - seeds.start;
    for seed in seeds {
        let model = wide_model(seed);
        if is_refused(&model) {
            refused += 1;
            continue;
        }
        let expected = brute_force(&model);
        // Of many answers, some: each takes its time.
        let limit = 100_u64;
        for presolve in [true, false] {
            let config = config(EngineKind::Batsat, presolve);
            let mut session = Session::new(&model, &config).expect("it compiles");
            let found = session.enumerate(limit, &Limits::default(), &NoProgress).solutions;
            assert_eq!(found.len(), expected.len().min(100), "seed {seed}, {presolve}: {model:?}");
            for solution in found {
                let values = solution.as_slice().to_vec();
                assert!(expected.binary_search(&values).is_ok(), "seed {seed}: {values:?}");
            }
        }
    }
    assert!(refused * 2 < n, "{refused} of {n} models were refused");
}

#[test]
fn wide_models_keep_their_answers() {
    check_wide(0..40);
}

#[test]
#[ignore = "slow: the same on many more models"]
fn wide_models_keep_their_answers_at_length() {
    check_wide(40..160);
}

#[test]
fn structured_models_keep_their_answers() {
    let (mut by_cases, mut solvable) = (0, 0);
    for seed in 0..STRUCTURED {
        let model = structured_model::model(seed);
        check_answers(seed, &model);
        let compiled = Compiled::new(&model, &CompileOptions::default()).expect("it is small");
        let report = compiled.report().display(&model).to_string();
        by_cases += u64::from(report.contains("decided by cases"));
        solvable += u64::from(!brute_force(&model).is_empty());
    }
    assert!(by_cases > STRUCTURED / 3, "only {by_cases} models had variables defined by cases");
    assert!(solvable > STRUCTURED / 2, "only {solvable} models had an answer");
}

#[test]
#[ignore = "slow: the same on thirty thousand models"]
fn answers_are_those_of_the_source_at_length() {
    for seed in 1_500..30_000 {
        check_answers(seed, &model(seed));
        check_answers(seed, &structured_model::model(seed));
    }
}

#[test]
fn projected_answers_are_counted_once() {
    for seed in 0..600 {
        let mut model = model(seed);
        if is_refused(&model) {
            continue;
        }
        let vars: Vec<_> = model.variables().indices().collect();
        let answer = vars[..vars.len().div_ceil(2)].to_vec();
        let n = answer.len();
        model.set_answer(answer);
        let expected: BTreeSet<Vec<i64>> =
            brute_force(&model).into_iter().map(|values| values[..n].to_vec()).collect();
        let mut session = Session::new(&model, &Config::default()).expect("small models compile");
        let (count, stopped) = session.count(MANY, &Limits::default(), &NoProgress);
        assert_eq!((count, stopped), (expected.len() as u64, None), "seed {seed}");
    }
}

#[test]
fn optima_are_those_of_the_source() {
    for seed in 0..3_000 {
        let model = model(seed);
        let Some(goal) = model.goal().filter(|_| !is_refused(&model)) else { continue };
        let values: Vec<i64> = brute_force(&model)
            .iter()
            .map(|values| model.evaluate(goal.objective(), values).expect("checked"))
            .collect();
        let best = match goal {
            Goal::Minimise(_) => values.iter().min(),
            Goal::Maximise(_) => values.iter().max(),
        };
        for presolve in [true, false] {
            let config = config(EngineKind::Batsat, presolve);
            let mut session = Session::new(&model, &config).expect("small models compile");
            let optimum = session.optimise(&Limits::default(), &NoProgress);
            assert_eq!(optimum.objective, best.copied(), "seed {seed}: {model:?}");
            assert_eq!(optimum.bound, best.copied(), "seed {seed}");
            let outcome = if best.is_some() { Outcome::Optimal } else { Outcome::Infeasible };
            assert_eq!(optimum.outcome, outcome, "seed {seed}");
        }
    }
}

/// Returns the model with only some of its constraints.
fn only(model: &Model, keep: impl Fn(usize) -> bool) -> Model {
    let mut part = Model::new();
    for variable in model.variables() {
        part.add_variable(variable.name.clone(), variable.domain.clone());
    }
    for (place, constraint) in model.constraints().iter().enumerate() {
        if keep(place) {
            part.require(constraint.name.clone(), constraint.condition.clone());
        }
    }
    part
}

#[test]
fn conflicts_are_conflicts_and_minimal() {
    let mut n_conflicts = 0;
    for seed in 0..4_000 {
        let model = only(&model(seed), |_| true);
        if is_refused(&model) {
            continue;
        }
        let conflict = find_conflict(&model, &Config::default(), &Limits::default());
        let constraints: Vec<_> = model.constraints().indices().collect();
        match conflict.expect("small models compile") {
            Conflict::None => assert!(!brute_force(&model).is_empty(), "seed {seed}"),
            Conflict::Minimal(named) => {
                n_conflicts += 1;
                let named: Vec<usize> = (0..constraints.len())
                    .filter(|&place| named.contains(&constraints[place]))
                    .collect();
                let conflict = only(&model, |place| named.contains(&place));
                assert_eq!(brute_force(&conflict), Vec::<Vec<i64>>::new(), "seed {seed}");
                for &left_out in &named {
                    let rest = only(&model, |place| place != left_out && named.contains(&place));
                    assert_ne!(brute_force(&rest), Vec::<Vec<i64>>::new(), "seed {seed}");
                }
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(n_conflicts > 100, "only {n_conflicts} models had a conflict");
}

#[test]
fn compiling_can_be_stopped() {
    let mut model = Model::new();
    let numbers: Vec<_> = (0..300).map(|i| model.int(format!("n{i}"), 1..=300)).collect();
    model.require("different", all_different(&numbers));
    let cancel = Cancel::new();
    let options = CompileOptions { cancel: cancel.clone(), ..CompileOptions::default() };
    assert!(Compiled::new(&model, &options).is_ok());
    cancel.cancel();
    let stopped = || Err(CompileError::Stopped { limit: Limit::Interrupted });
    assert_eq!(Compiled::new(&model, &options).map(|_| ()), stopped());
    let config = Config { compile: options, ..Config::default() };
    let conflict = find_conflict(&model, &config, &Limits::default());
    assert_eq!(conflict.map(|_| ()), stopped());
    // What is compiled is searched whatever was said to the compiler.
    let late = Cancel::new();
    let options = CompileOptions { cancel: late.clone(), ..CompileOptions::default() };
    let config = Config { compile: options, ..Config::default() };
    let mut small = Model::new();
    let numbers: Vec<_> = (0..3).map(|i| small.int(format!("n{i}"), 1..=100)).collect();
    small.require("different", all_different(&numbers));
    let mut session = Session::new(&small, &config).unwrap();
    late.cancel();
    for _ in 0..100 {
        let Found::Solution(solution) = session.next(&Limits::default()) else { unreachable!() };
        session.forbid(&solution);
    }
}

#[test]
fn clauses_have_the_room_that_is_allowed() {
    let mut model = Model::new();
    let numbers: Vec<_> = (0..20).map(|i| model.int(format!("n{i}"), 1..=20)).collect();
    model.require("different", all_different(&numbers));
    let literals = Compiled::new(&model, &CompileOptions::default())
        .unwrap()
        .cnf()
        .iter_from(0)
        .map(<[_]>::len)
        .sum::<usize>();
    let within = |max_literals| {
        let options = CompileOptions { max_literals, ..CompileOptions::default() };
        Compiled::new(&model, &options).map(|_| ())
    };
    // What is true from the beginning takes a literal that is not counted.
    assert_eq!(within(Some(literals)), Ok(()));
    assert_eq!(within(Some(literals / 2)), Err(CompileError::TooManyClauses));
    assert_eq!(within(Some(0)), Err(CompileError::TooManyClauses));
    // Solutions are forbidden by clauses too: for them there is room.
    let options = CompileOptions { max_literals: Some(literals), ..CompileOptions::default() };
    let config = Config { compile: options, ..Config::default() };
    let mut session = Session::new(&model, &config).unwrap();
    for _ in 0..3 {
        let Found::Solution(solution) = session.next(&Limits::default()) else { unreachable!() };
        session.forbid(&solution);
    }
}
