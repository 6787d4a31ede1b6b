//! Bounds at the root: no solution lies outside, and models whose constraints state small bounds
//! are posted.

use std::collections::BTreeSet;

use gordian_core::{Cancel, Limits, NoProgress};
use gordian_model::{Expr, Goal, Model, VarId, any_of, conditional, cumulative, element, sum};
use gordian_propagate::{NextSolution, Options, PostError, RootBounds, Search as _, Session};
use gordian_testkit::mixed_model::Mixed;
use gordian_testkit::planted_model::Planted;
use gordian_testkit::random_model::{brute_force, global_model, model};

/// Number of models of each kind: by default, and in the whole sweep.
const N_MODELS: (u64, u64) = (200, 20_000);
/// The greatest magnitude of a domain.
const LIMIT: i64 = 1 << 53;

/// Requires that no solution is outside of the bounds, with the domains and without them.
fn check(at: &str, model: &Model, solutions: impl IntoIterator<Item = Vec<i64>>) {
    let all: Vec<VarId> = model.variables().indices().collect();
    let solutions: Vec<Vec<i64>> = solutions.into_iter().collect();
    for unbounded in [&[], &all[..]] {
        let bounds = RootBounds::new(model, unbounded, &Cancel::new());
        assert!(solutions.is_empty() || !bounds.is_contradictory(), "{at}: {model:?}");
        for values in &solutions {
            for (&var, &value) in all.iter().zip(values) {
                let (min, max) = bounds.of(var);
                let is_within =
                    min.is_none_or(|min| min <= value) && max.is_none_or(|max| value <= max);
                assert!(is_within, "{at}: {var:?} = {value}: {min:?} {max:?}\n{model:?}");
            }
        }
    }
}

#[test]
fn no_solution_is_outside_of_the_bounds() {
    for seed in gordian_testkit::seeds(N_MODELS.0, N_MODELS.1) {
        for (name, model) in [("random", model(seed)), ("global", global_model(seed))] {
            check(&format!("{name} {seed}"), &model, brute_force(&model));
        }
        let Mixed { model, all } = Mixed::new(seed);
        check(&format!("mixed {seed}"), &model, all);
        let planted = Planted::new(seed);
        let known = planted.is_solution.then(|| planted.solution.clone());
        let all = planted.all.clone().unwrap_or_default();
        check(&format!("planted {seed}"), &planted.model, all.into_iter().chain(known));
    }
}

/// Returns the bounds of a variable without bounds under a condition.
fn bounds_under(condition: impl Fn(&Expr, &Expr) -> Expr) -> (Option<i64>, Option<i64>) {
    let mut model = Model::new();
    let x = model.int("x", -LIMIT..=LIMIT);
    let b = model.boolean("b");
    model.require("c", condition(&Expr::from(x), &Expr::from(b)));
    RootBounds::new(&model, &[x], &Cancel::new()).of(x)
}

#[test]
fn variables_without_bounds_get_those_that_follow() {
    assert_eq!(bounds_under(|x, _| (x * x).eq(49)), (Some(-7), Some(7)));
    assert_eq!(bounds_under(|x, _| (x * x).le(49)), (Some(-7), Some(7)));
    assert_eq!(bounds_under(|x, _| x.pow(3).eq(-27)), (Some(-3), Some(-3)));
    assert_eq!(bounds_under(|x, _| (x / 3).eq(2)), (Some(6), Some(8)));
    assert_eq!(bounds_under(|x, _| (x.abs() + 2).le(7)), (Some(-5), Some(5)));
    assert_eq!(bounds_under(|x, _| (3 * x).ge(7)), (Some(3), None));
    // A quotient that truncates towards zero, by cases of the sign.
    let truncated = |x: &Expr| conditional(x.ge(0), x / 3, -(-x / 3));
    assert_eq!(bounds_under(|x, _| truncated(x).eq(2)), (Some(6), Some(8)));
    // By cases of a condition, and of a disjunction.
    let by_cases = |x: &Expr, b: &Expr| (!b | x.eq(3)) & (b | x.eq(5));
    assert_eq!(bounds_under(by_cases), (Some(3), Some(5)));
    assert_eq!(
        bounds_under(|x, _| any_of([x.eq(2), x.eq(9), x.lt(4) & x.gt(3)])),
        (Some(2), Some(9))
    );
    // Nothing follows from these.
    assert_eq!(bounds_under(|x, _| (x % 3).eq(2)), (None, None));
    assert_eq!(bounds_under(|x, b| x.eq(3) | b.eq(1)), (None, None));
    assert_eq!(bounds_under(|x, b| (x * b).eq(0)), (None, None));
}

#[test]
fn an_index_beyond_every_place_is_a_contradiction() {
    let mut model = Model::new();
    let index = model.int("index", -LIMIT..=LIMIT);
    model.require("beyond", index.ge(3));
    model.require("item", element([1, 2, 3], index).eq(1));
    // Without any bound, the index has no greatest value, either.
    for unbounded in [&[][..], &[index]] {
        assert!(RootBounds::new(&model, unbounded, &Cancel::new()).is_contradictory());
    }
}

#[test]
fn bounds_of_better_solutions_follow_from_the_objective() {
    let mut model = Model::new();
    let capacity = model.int("capacity", -LIMIT..=LIMIT);
    let starts = model.ints("start", 2, 0..=3);
    model.require("tasks", cumulative(&starts, [2, 2], [1, 2], capacity));
    model.set_goal(Goal::minimise(Expr::from(capacity)));
    let mut bounds = RootBounds::new(&model, &[capacity], &Cancel::new());
    assert_eq!(bounds.of(capacity), (Some(2), None));
    bounds.require_better(3);
    assert_eq!(bounds.of(capacity), (Some(2), Some(2)));
    bounds.require_better(2);
    assert!(bounds.is_contradictory());
}

/// Returns all solutions, as texts.
fn all_solutions(model: &Model) -> BTreeSet<Vec<i64>> {
    let mut session = Session::new(model, &Options::default()).unwrap();
    let mut found = BTreeSet::new();
    let stopped =
        session.for_each_solution(u64::MAX, &Limits::default(), &NoProgress, &mut |values| {
            found.insert(values.as_slice().to_vec());
        });
    assert_eq!(stopped, None);
    found
}

#[test]
fn bounds_that_constraints_state_count() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, -LIMIT..=LIMIT));
    model.require("product", (x * y).eq(1001));
    model.require("greater", x.gt(1));
    model.require("order", y.gt(x));
    // 1001 = 7 · 11 · 13
    let expected = BTreeSet::from([vec![7, 143], vec![11, 91], vec![13, 77]]);
    assert_eq!(all_solutions(&model), expected);

    // The product itself is as large as a domain.
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, -LIMIT..=LIMIT));
    model.require("product", (x * y).eq(LIMIT + 1));
    model.require("greater", x.gt(1));
    model.require("order", y.gt(x));
    let mut session = Session::new(&model, &Options::default()).unwrap();
    let NextSolution::Solution(values) = session.next_solution(&Limits::default()) else {
        panic!()
    };
    assert!(model.check(values.as_slice()).is_ok());

    // No solution at all, although the numbers do not fit.
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 3..=LIMIT));
    model.require("product", (x * y).eq(8));
    model.set_goal(Goal::minimise(Expr::from(x)));
    let mut session = Session::new(&model, &Options::default()).unwrap();
    assert_eq!(session.next_solution(&Limits::default()), NextSolution::Exhausted);

    // Three factors, and a sum with large coefficients.
    let mut model = Model::new();
    let vars = model.ints("x", 3, -LIMIT..=LIMIT);
    model.require("product", (vars[0] * vars[1] * vars[2]).eq(6));
    model.require("sum", sum(vars.iter().map(|&var| (1 << 30) * Expr::from(var))).eq(6 << 30));
    let found = all_solutions(&model);
    let expected: BTreeSet<Vec<i64>> = (0..13 * 13 * 13)
        .map(|n| vec![n % 13 - 6, n / 13 % 13 - 6, n / 169 - 6])
        .filter(|values| model.check(values).is_ok())
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
}

#[test]
fn products_beyond_128_bits_are_refused() {
    let mut model = Model::new();
    let vars = model.ints("x", 6, -LIMIT..=-1);
    let product = vars.iter().fold(Expr::from(1), |product, &var| product * var);
    model.require(
        "product",
        Expr::new(gordian_model::Node::Mul(vars.iter().map(|&var| var.into()).collect()))
            .eq(product),
    );
    let refused = Session::new(&model, &Options::default());
    assert!(matches!(refused, Err(PostError::Overflow { operation: "mul", .. })), "{refused:?}");
}

#[test]
fn numbers_without_stated_bounds_are_refused() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, -LIMIT..=LIMIT));
    let b = model.boolean("b");
    model.require("product", (x * y).eq(1001) | Expr::from(b));
    let refused = Session::new(&model, &Options::default());
    assert!(matches!(refused, Err(PostError::Overflow { operation: "mul", .. })), "{refused:?}");
}
