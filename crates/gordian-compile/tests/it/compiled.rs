//! Compiled models have exactly the answers of the source model.

use std::collections::BTreeSet;

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{
    CompileError, CompileOptions, Compiled, Config, Conflict, NextSolution, Search as _, Session,
    find_conflict, find_conflict_assuming,
};
use gordian_core::{Cancel, Limit, NoProgress, Outcome, Random};
use gordian_model::{
    Domain, Expr, Goal, Model, VarId, all_different, conditional, distinct_count, element, exprs,
    greatest_common_divisor, maximum, minimum, nth_smallest, sum,
};

use gordian_testkit::random_model::{brute_force, model, wide_model};
use gordian_testkit::structured_model;

/// Number of structured models.
const N_STRUCTURED: u64 = 2_000;

/// More answers than any random model has.
const MAX_ANSWERS: u64 = 100_000;

pub(crate) fn config(engine: SatSolverKind, presolve: bool) -> Config {
    Config {
        engine,
        compile: CompileOptions { presolve, ..CompileOptions::default() },
        ..Config::default()
    }
}

/// Returns the answers of the compiled model.
pub(crate) fn answers(model: &Model, config: &Config) -> Vec<Vec<i64>> {
    let mut session = Session::new(model, config).expect("small models compile");
    let found = session.enumerate(MAX_ANSWERS, &Limits::default(), &NoProgress);
    assert_eq!(found.stopped, None);
    let mut answers: Vec<Vec<i64>> =
        found.solutions.iter().map(|solution| solution.as_slice().to_vec()).collect();
    answers.sort();
    answers
}

/// Returns whether compilation fails because a part of the model has values beyond 64 bits.
pub(crate) fn overflows(model: &Model) -> bool {
    matches!(Compiled::new(model, &CompileOptions::default()), Err(CompileError::Overflow { .. }))
}

pub(crate) fn check_answers(seed: u64, model: &Model) {
    if overflows(model) {
        return;
    }
    let expected = brute_force(model);
    for engine in SatSolverKind::ALL {
        for presolve in [true, false] {
            let found = answers(model, &config(engine, presolve));
            assert_eq!(found, expected, "seed {seed}, {engine:?}, presolve {presolve}: {model:?}");
        }
    }
}

#[test]
fn few_small_models_overflow() {
    let n_overflows = (0..4_000).filter(|&seed| overflows(&model(seed))).count();
    assert!(n_overflows < 20, "{n_overflows} of 4000 small models overflow");
}

#[test]
fn answers_equal_brute_force() {
    for seed in 0..1_500 {
        check_answers(seed, &model(seed));
    }
}

fn check_wide(seeds: std::ops::Range<u64>) {
    let mut n_overflows = 0;
    let n = seeds.end - seeds.start;
    for seed in seeds {
        let model = wide_model(seed);
        if overflows(&model) {
            n_overflows += 1;
            continue;
        }
        let expected = brute_force(&model);
        // Only some of many answers, to save time.
        let limit = 100_u64;
        for presolve in [true, false] {
            let config = config(SatSolverKind::Batsat, presolve);
            let mut session = Session::new(&model, &config).expect("it compiles");
            let found = session.enumerate(limit, &Limits::default(), &NoProgress).solutions;
            assert_eq!(found.len(), expected.len().min(100), "seed {seed}, {presolve}: {model:?}");
            for solution in found {
                let values = solution.as_slice().to_vec();
                assert!(expected.binary_search(&values).is_ok(), "seed {seed}: {values:?}");
            }
        }
    }
    assert!(n_overflows * 2 < n, "{n_overflows} of {n} models overflow");
}

#[test]
fn wide_models_keep_their_answers() {
    check_wide(0..40);
}

#[test]
#[ignore = "slow: wide models on as many seeds as requested"]
fn wide_models_keep_their_answers_on_many_seeds() {
    check_wide(gordian_testkit::seeds(60, 1_000));
}

#[test]
fn structured_models_keep_their_answers() {
    let (mut n_by_cases, mut n_solvable) = (0, 0);
    for seed in 0..N_STRUCTURED {
        let model = structured_model::model(seed);
        check_answers(seed, &model);
        let compiled = Compiled::new(&model, &CompileOptions::default()).expect("it is small");
        let report = compiled.report().display(&model).to_string();
        n_by_cases += u64::from(report.contains("defined by exhaustive cases"));
        n_solvable += u64::from(!brute_force(&model).is_empty());
    }
    assert!(
        n_by_cases > N_STRUCTURED / 3,
        "only {n_by_cases} models had variables defined by cases"
    );
    assert!(n_solvable > N_STRUCTURED / 2, "only {n_solvable} models had an answer");
}

/// Presolve ends when a round deduces little about many variables: what that round began must have
/// no effect.
#[test]
fn answers_do_not_depend_on_variables_without_constraints() {
    let mut n_solvable = 0;
    for seed in 0..600 {
        for model in [structured_model::model(seed), model(seed), flags(seed)] {
            if overflows(&model) {
                continue;
            }
            let expected = brute_force(&model);
            n_solvable += usize::from(!expected.is_empty());
            for n_unused in [15, 40, 100] {
                let mut large = model.clone();
                for unused in 0..n_unused {
                    large.int(format!("unused {unused}"), 0..=0);
                }
                let mut found = answers(&large, &config(SatSolverKind::Batsat, true));
                found.iter_mut().for_each(|values| values.truncate(model.variables().len()));
                assert_eq!(found, expected, "seed {seed}, {n_unused} more variables: {model:?}");
            }
        }
    }
    assert!(n_solvable > 600, "only {n_solvable} models had an answer");
}

/// Returns a model of flags: sums of groups, flags that imply a sum of others, and flags with a
/// value.
fn flags(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let flags: Vec<VarId> = (0..10).map(|at| model.boolean(format!("f{at}"))).collect();
    let some = |random: &mut Random| {
        let n = 2 + random.below(3);
        sum((0..n).map(|_| Expr::from(*random.choose(&flags))).collect::<Vec<_>>())
    };
    for number in 0..2 + random.below(3) {
        let (group, n) = (some(&mut random), 1 + random.below(2));
        model.require(format!("sum {number}"), group.eq(i64::try_from(n).expect("small")));
    }
    for number in 0..2 + random.below(4) {
        let (flag, group) = (*random.choose(&flags), some(&mut random));
        model.require(format!("implication {number}"), Expr::from(flag).implies(group.eq(1)));
    }
    for number in 0..random.below(4) {
        let (flag, value) = (*random.choose(&flags), i64::from(random.flip()));
        model.require(format!("value {number}"), flag.eq(value));
    }
    model
}

#[test]
fn report_distinguishes_constraints_that_always_and_never_hold() {
    let check = |bound: i64, expected: &str| {
        let mut model = Model::new();
        let x = model.int("x", 1..=3);
        model.require("bound", x.ge(bound));
        let compiled = Compiled::new(&model, &CompileOptions::default()).expect("it is small");
        let report = compiled.report().display(&model).to_string();
        assert!(report.contains(expected), "{report}");
    };
    check(0, "bound: always holds\n");
    check(1000, "bound: never holds; 1 clause\n");
}

#[test]
#[ignore = "slow: brute force on 4,000 models, or 30,000"]
fn answers_equal_brute_force_on_many_models() {
    for seed in gordian_testkit::seeds(4_000, 30_000) {
        check_answers(seed, &model(seed));
        check_answers(seed, &structured_model::model(seed));
    }
}

#[test]
fn projected_answers_are_counted_once() {
    for seed in 0..600 {
        let mut model = model(seed);
        if overflows(&model) {
            continue;
        }
        let vars: Vec<_> = model.variables().indices().collect();
        let answer = vars[..vars.len().div_ceil(2)].to_vec();
        let n = answer.len();
        model.set_answer_variables(answer);
        let expected: BTreeSet<Vec<i64>> =
            brute_force(&model).into_iter().map(|values| values[..n].to_vec()).collect();
        let mut session = Session::new(&model, &Config::default()).expect("small models compile");
        let (count, stopped) = session.count(MAX_ANSWERS, &Limits::default(), &NoProgress);
        assert_eq!((count, stopped), (expected.len() as u64, None), "seed {seed}");
    }
}

#[test]
fn optima_equal_brute_force() {
    for seed in 0..3_000 {
        let model = model(seed);
        let Some(goal) = model.goal().filter(|_| !overflows(&model)) else { continue };
        let values: Vec<i64> = brute_force(&model)
            .iter()
            .map(|values| model.evaluate(goal.objective(), values).expect("checked"))
            .collect();
        let best = match goal {
            Goal::Minimise(_) => values.iter().min(),
            Goal::Maximise(_) => values.iter().max(),
        };
        for presolve in [true, false] {
            let config = config(SatSolverKind::Batsat, presolve);
            let mut session = Session::new(&model, &config).expect("small models compile");
            let optimum = session.optimise(&Limits::default());
            assert_eq!(optimum.objective, best.copied(), "seed {seed}: {model:?}");
            assert_eq!(optimum.bound, best.copied(), "seed {seed}");
            let outcome = if best.is_some() { Outcome::Optimal } else { Outcome::Infeasible };
            assert_eq!(optimum.outcome, outcome, "seed {seed}");
        }
    }
}

/// Returns the model with only some of its constraints.
fn with_constraints(model: &Model, keep: impl Fn(usize) -> bool) -> Model {
    let mut part = Model::new();
    for variable in model.variables() {
        part.add_variable(variable.name.clone(), variable.domain.clone());
    }
    for (index, constraint) in model.constraints().iter().enumerate() {
        if keep(index) {
            part.require(constraint.name.clone(), constraint.condition.clone());
        }
    }
    part
}

#[test]
fn conflicts_are_unsatisfiable_and_minimal() {
    let mut n_conflicts = 0;
    for seed in 0..4_000 {
        let model = with_constraints(&model(seed), |_| true);
        if overflows(&model) {
            continue;
        }
        let conflict = find_conflict(&model, &Config::default(), &Limits::default());
        let constraints: Vec<_> = model.constraints().indices().collect();
        match conflict.expect("small models compile") {
            Conflict::None => assert!(!brute_force(&model).is_empty(), "seed {seed}"),
            Conflict::Minimal(named) => {
                n_conflicts += 1;
                let named: Vec<usize> = (0..constraints.len())
                    .filter(|&index| named.contains(&constraints[index]))
                    .collect();
                let conflict = with_constraints(&model, |index| named.contains(&index));
                assert_eq!(brute_force(&conflict), Vec::<Vec<i64>>::new(), "seed {seed}");
                for &left_out in &named {
                    let rest = with_constraints(&model, |index| {
                        index != left_out && named.contains(&index)
                    });
                    assert_ne!(brute_force(&rest), Vec::<Vec<i64>>::new(), "seed {seed}");
                }
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(n_conflicts > 100, "only {n_conflicts} models had a conflict");
}

#[test]
fn assumed_constraints_are_never_part_of_a_conflict() {
    let mut n_conflicts = 0;
    for seed in 0..2_000 {
        let model = with_constraints(&model(seed), |_| true);
        if overflows(&model) {
            continue;
        }
        let constraints = model.constraints();
        let assumed: Vec<&str> = constraints.iter().step_by(2).map(|it| it.name.as_str()).collect();
        let is_assumed = |name: &str| assumed.contains(&name);
        let (config, limits) = (Config::default(), Limits::default());
        let conflict = find_conflict_assuming(&model, is_assumed, &config, &limits);
        let Conflict::Minimal(named) = conflict.expect("small models compile") else {
            assert!(!brute_force(&model).is_empty(), "seed {seed}");
            continue;
        };
        n_conflicts += 1;
        assert!(named.iter().all(|&it| !is_assumed(&constraints[it].name)), "seed {seed}");
        let ids: Vec<_> = constraints.indices().collect();
        let is_part =
            |index: usize| is_assumed(&constraints[ids[index]].name) || named.contains(&ids[index]);
        assert!(brute_force(&with_constraints(&model, is_part)).is_empty(), "seed {seed}");
        for &left_out in &named {
            let rest = with_constraints(&model, |it| ids[it] != left_out && is_part(it));
            assert!(!brute_force(&rest).is_empty(), "seed {seed}");
        }
    }
    assert!(n_conflicts > 50, "{n_conflicts} models had conflicts");
}

#[test]
fn compilation_can_be_cancelled() {
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
    // Cancelling the compiler after compilation does not affect the search.
    let late = Cancel::new();
    let options = CompileOptions { cancel: late.clone(), ..CompileOptions::default() };
    let config = Config { compile: options, ..Config::default() };
    let mut small = Model::new();
    let numbers: Vec<_> = (0..3).map(|i| small.int(format!("n{i}"), 1..=100)).collect();
    small.require("different", all_different(&numbers));
    let mut session = Session::new(&small, &config).unwrap();
    late.cancel();
    for _ in 0..100 {
        let NextSolution::Solution(solution) = session.next_solution(&Limits::default()) else {
            unreachable!()
        };
        session.forbid(&solution);
    }
}

/// Compiles the model with this limit on literals.
fn compile_within(model: &Model, max_literals: usize) -> Result<(), CompileError> {
    let options = CompileOptions { max_literals: Some(max_literals), ..CompileOptions::default() };
    Compiled::new(model, &options).map(|_| ())
}

#[test]
fn nodes_and_literals_count_towards_the_memory_limit() {
    // Only literals of disjunctions: "one of the two" for each pair.
    let mut disjunctions = Model::new();
    let flags: Vec<_> = (0..200).map(|i| disjunctions.boolean(format!("f{i}"))).collect();
    let pairs = || (0..200).flat_map(|i| (0..i).map(move |k| (i, k)));
    let either = pairs().map(|(i, k)| flags[i] | flags[k]);
    disjunctions.require("many", gordian_model::count_true(either).ge(1));
    // Only nodes: a chain of remainders that always satisfies its constraint.
    let mut nodes = Model::new();
    let x = nodes.int("x", 0..=1_000_000);
    let mut last = x + 0;
    for step in 1..=1_000 {
        last = (last + step) % 999_983;
    }
    nodes.require("small", last.ge(0));
    for model in [disjunctions, nodes] {
        assert_eq!(compile_within(&model, 10_000), Err(CompileError::TooManyClauses));
        assert_eq!(compile_within(&model, 10_000_000), Ok(()));
    }
}

#[test]
fn overflowing_products_of_constants_are_errors() {
    let large = Domain::from_values([3_037_000_500]).expect("a value");
    let products: [fn(VarId) -> Expr; 4] =
        [|x| x * x, |x| x * -x, |x| 3_037_000_500 * x, |x| conditional(x.eq(0), x * x, x)];
    for product in products {
        let mut model = Model::new();
        let x = model.add_variable("x", large.clone());
        model.require("no value", product(x).ne(5));
        assert!(overflows(&model), "{model:?}");
        let mut goal = Model::new();
        let x = goal.add_variable("x", large.clone());
        goal.set_goal(Goal::Minimise(product(x)));
        assert!(overflows(&goal), "{goal:?}");
    }
}

#[test]
fn self_powers_are_defined_where_they_fit_64_bits() {
    // 15^15 fits 64 bits, 16^16 does not. There are more pairs than are tabulated.
    let mut model = Model::new();
    let x = model.int("x", -400..=425);
    model.require("large", x.ge(14));
    model.require("power", x.pow(x).ne(5));
    for presolve in [true, false] {
        let found = answers(&model, &config(SatSolverKind::Batsat, presolve));
        assert_eq!(found, [[14], [15]]);
    }
}

#[test]
fn remainders_are_bounded_by_the_dividend() {
    let mut model = Model::new();
    let x = model.int("x", -3..=1 << 53);
    let rest = Expr::from(9) % x;
    model.require("square", (rest.clone() * rest).eq(4));
    let mut session = Session::new(&model, &Config::default()).expect("9 · 9 fits");
    assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Solution(_)));
}

#[test]
fn counts_of_many_flags_take_few_clauses() {
    for n in [1_000, 2_000, 10_000] {
        let mut model = Model::new();
        let flags: Vec<_> = (0..n).map(|i| model.boolean(format!("f{i}"))).collect();
        model.require("half of them", sum(flags.iter().copied()).eq(n / 2));
        let options = CompileOptions::default();
        let compiled = Compiled::new(&model, &options).expect("it compiles");
        let n_clauses = i64::try_from(compiled.cnf().len()).expect("small");
        // A totalizer of 10,000 flags takes more than 50 million clauses.
        assert!(n_clauses < 25_000_000, "{n_clauses} clauses for {n} flags");
        if n < 10_000 {
            let mut session = Session::new(&model, &Config::default()).expect("it compiles");
            assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Solution(_)));
        }
    }
}

#[test]
fn presolve_bounds_variables_along_chains() {
    let n = 300;
    let steps = 0..usize::try_from(n).unwrap() - 1;
    let orders = [steps.clone().collect::<Vec<_>>(), steps.rev().collect()];
    for order in orders {
        let mut model = Model::new();
        let x = model.ints("x", order.len() + 1, 0..=n - 1);
        for at in order {
            model.require(format!("step {at}"), (x[at + 1] - x[at]).ge(1));
        }
        let compiled = Compiled::new(&model, &CompileOptions::default()).unwrap();
        // Every value is fixed: only the clause of the literal that is true is left.
        assert_eq!(compiled.cnf().len(), 1);
        model.require("too far", x[0].ge(1));
        let compiled = Compiled::new(&model, &CompileOptions::default()).unwrap();
        let report = compiled.report().display(&model).to_string();
        assert!(report.contains("no assignment satisfies the model"), "{report}");
    }
    // Bounds that move by 1 each time are left to the engine.
    let model = structured_model::small_steps(1 << 50);
    assert_eq!(answers(&model, &config(SatSolverKind::Batsat, true)), Vec::<Vec<i64>>::new());
}

#[test]
fn operations_on_large_domains_are_solved() {
    let operations: [fn(VarId, VarId) -> Expr; 12] = [
        |x, y| x.pow((y % 3).abs()),
        |x, y| (x % 1_000).pow(y % 4),
        |x, y| greatest_common_divisor([x, y]),
        |x, _| greatest_common_divisor([x + 0, 123_456_i64.into()]),
        |x, _| (x + 3_000_000).greatest_power_dividing(2),
        |x, _| x.greatest_power_not_above(3),
        |x, y| nth_smallest(exprs![x, y, 5, x + y], 1),
        |x, y| distinct_count(exprs![x, y, x, y + 1]),
        |x, y| x / y,
        |x, y| x % y,
        |x, y| minimum(exprs![x * y, x - y, y]),
        |x, y| element(exprs![x, y, x * x], y % 3),
    ];
    let values = [(-999_999, 7), (1_000_000, -524_288), (786_432, 1_000_000), (-1, -6), (0, 3)];
    for (kind, operation) in operations.into_iter().enumerate() {
        for (x_value, y_value) in values {
            for differs in [false, true] {
                let mut model = Model::new();
                let [x, y] = ["x", "y"].map(|name| model.int(name, -1_000_000..=1_000_000));
                let value = model.evaluate(&operation(x, y), &[x_value, y_value]).expect("defined");
                for (var, value) in [(x, x_value), (y, y_value)] {
                    model.require("one", var.is_in(Domain::from_values([value]).expect("one")));
                }
                let result = operation(x, y);
                model.require("c", if differs { result.ne(value) } else { result.eq(value) });
                for engine in SatSolverKind::ALL {
                    let mut session =
                        Session::new(&model, &config(engine, false)).expect("no overflow");
                    let found = session.next_solution(&Limits::default());
                    let at = format!("operation {kind} of {x_value} and {y_value}, {engine:?}");
                    assert_eq!(
                        matches!(found, NextSolution::Solution(_)),
                        !differs,
                        "{at}: {found:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn all_different_mixes_small_and_large_domains() {
    let mut model = Model::new();
    let a = model.int("a", 1..=3);
    let [b, c] = ["b", "c"].map(|name| model.int(name, 1..=2000));
    model.require("different", all_different([a, b, c]));
    for engine in SatSolverKind::ALL {
        for presolve in [true, false] {
            let mut session = Session::new(&model, &config(engine, presolve)).expect("it compiles");
            assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Solution(_)));
        }
    }
}

/// Calls `work` on a thread with a small stack.
fn with_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(work);
    thread.expect("threads can be started").join().expect("the work is done");
}

#[test]
fn deep_nesting_compiles_with_a_small_stack() {
    const DEPTH: i64 = 20_000;
    let deepen: [fn(Expr, VarId, i64) -> Expr; 5] = [
        |deep, x, step| (deep + step) % 1009 + x,
        |deep, x, step| maximum([deep - 1, x + step % 7]),
        |deep, x, step| conditional(deep.gt(step), x, step),
        |deep, x, _| (deep ^ x.ge(3)) & x.ge(0),
        |deep, x, step| (deep + 1).abs() % (2000 + step % 3) + x * x,
    ];
    for (kind, deepen) in deepen.into_iter().enumerate() {
        with_small_stack(move || {
            let mut model = Model::new();
            let x = model.int("x", 0..=if kind == 4 { 5_000 } else { 9 });
            let is_condition = kind == 3;
            let mut deep = if is_condition { x.ge(1) } else { x + 0 };
            // A division in the log encoding takes thousands of clauses per step.
            let depth = if kind == 4 { 200 } else { DEPTH };
            for step in 0..depth {
                deep = deepen(deep, x, step);
            }
            model.require("deep", if is_condition { deep } else { deep.ge(-1_000_000) });
            for presolve in [true, false] {
                let compile = CompileOptions { presolve, ..CompileOptions::default() };
                assert!(Compiled::new(&model, &compile).is_ok(), "kind {kind}");
            }
        });
    }
}

#[test]
fn overflow_errors_name_the_part_and_its_bounds() {
    let overflow_message = |constrain: fn(&mut Model, VarId, VarId)| {
        let mut model = Model::new();
        let limit = 1 << 53;
        let x = model.int("x", -limit..=limit);
        let y = model.int("y", 0..=9);
        constrain(&mut model, x, y);
        Compiled::new(&model, &CompileOptions::default()).unwrap_err().to_string()
    };
    let message = overflow_message(|model, x, _| {
        model.require("square", (x * x).ne(4));
    });
    assert_eq!(
        message,
        "constraint `square` has a square with values from 0 to \
         81129638414606681695789005144064, which do not fit into 64 bits"
    );
    let message = overflow_message(|model, x, y| model.set_goal(Goal::Minimise(x * y * 1_000)));
    assert_eq!(
        message,
        "the objective has a product with values from -81064793292668928000 to \
         81064793292668928000, which do not fit into 64 bits"
    );
}

#[test]
fn clauses_fit_the_memory_limit() {
    let mut model = Model::new();
    let numbers: Vec<_> = (0..20).map(|i| model.int(format!("n{i}"), 1..=20)).collect();
    model.require("different", all_different(&numbers));
    let literals = Compiled::new(&model, &CompileOptions::default())
        .unwrap()
        .cnf()
        .iter_from(0)
        .map(<[_]>::len)
        .sum::<usize>();
    let compile_within =
        |max_literals: Option<usize>| compile_within(&model, max_literals.expect("a limit"));
    // The graph of the model counts too, with a few literals per node.
    assert_eq!(compile_within(Some(literals + 2_000)), Ok(()));
    assert_eq!(compile_within(Some(literals / 2)), Err(CompileError::TooManyClauses));
    assert_eq!(compile_within(Some(0)), Err(CompileError::TooManyClauses));
    // Blocking clauses are not subject to the limit.
    let max_literals = Some(literals + 2_000);
    let options = CompileOptions { max_literals, ..CompileOptions::default() };
    let config = Config { compile: options, ..Config::default() };
    let mut session = Session::new(&model, &config).unwrap();
    for _ in 0..3 {
        let NextSolution::Solution(solution) = session.next_solution(&Limits::default()) else {
            unreachable!()
        };
        session.forbid(&solution);
    }
}
