//! Models whose numbers exceed 64 bits by the domains, but not by the bounds that follow from the
//! constraints.

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileError, CompileOptions, Config, NextSolution, Search as _, Session};
use gordian_core::{NoProgress, Outcome};
use gordian_model::{Expr, Goal, Model, VarId, conditional, element, maximum, product, sum};

use crate::compiled::overflows;

const WIDE: i64 = 1 << 53;

/// Returns all solutions, in ascending order, and checks that they are the same without presolve
/// and by both engines.
fn solutions(model: &Model) -> Vec<Vec<i64>> {
    let mut all: Option<Vec<Vec<i64>>> = None;
    for presolve in [true, false] {
        for engine in SatSolverKind::ALL {
            let compile = CompileOptions { presolve, ..CompileOptions::default() };
            let config = Config { engine, compile, ..Config::default() };
            let mut session = Session::new(model, &config).expect("the numbers fit");
            let mut found = Vec::new();
            let limits = Limits::default();
            session.for_each_solution(u64::MAX, &limits, &NoProgress, &mut |values| {
                found.push(values.as_slice().to_vec());
            });
            found.sort();
            assert_eq!(*all.get_or_insert_with(|| found.clone()), found, "{engine:?}, {presolve}");
        }
    }
    all.expect("there are engines")
}

/// Returns a model of two wide variables.
fn wide_pair() -> (Model, VarId, VarId) {
    let mut model = Model::new();
    let x = model.int("x", -WIDE..=WIDE);
    let y = model.int("y", -WIDE..=WIDE);
    (model, x, y)
}

#[test]
fn bounds_stated_as_constraints_count() {
    let (mut model, x, y) = wide_pair();
    model.require("bounds", x.ge(-3) & x.le(3) & (x + y).eq(1));
    model.require("cubes", (x * x * x + y * y * y).eq(1));
    assert_eq!(solutions(&model), [[0, 1], [1, 0]]);
    let (mut model, x, y) = wide_pair();
    model.require("squares", (x * x + y * y).le(2) & x.lt(y));
    assert_eq!(solutions(&model), [[-1, 0], [-1, 1], [0, 1]]);
}

#[test]
fn products_of_wide_factors_with_a_known_result_do_not_wrap() {
    for target in [(1 << 53) + 1, 1 << 61, 6, -15, (1 << 53) - 111] {
        let (mut model, x, y) = wide_pair();
        model.require("product", (x * y).eq(target));
        model.require("small", x.gt(1) & x.lt(20));
        let expected: Vec<Vec<i64>> = (2..20)
            .filter(|x| target % x == 0 && (target / x).abs() <= WIDE)
            .map(|x| vec![x, target / x])
            .collect();
        assert_eq!(solutions(&model), expected, "{target}");
    }
}

#[test]
fn factors_may_be_zero_and_negative() {
    let (mut model, x, y) = wide_pair();
    let near = |var: VarId| (var.abs().le(2)) | var.abs().ge(WIDE - 1);
    model.require("near", near(x) & near(y));
    model.require("product", (x * y).abs().le(2));
    let values = [-WIDE, 1 - WIDE, -2, -1, 0, 1, 2, WIDE - 1, WIDE];
    let mut expected = Vec::new();
    for x in values {
        for y in values {
            if (i128::from(x) * i128::from(y)).abs() <= 2 {
                expected.push(vec![x, y]);
            }
        }
    }
    assert_eq!(solutions(&model), expected);
    let (mut zero, x, y) = wide_pair();
    zero.require("near", near(x) & near(y));
    zero.require("product", (x * y).eq(0));
    let expected_zero: Vec<Vec<i64>> =
        expected.iter().filter(|pair| pair.contains(&0)).cloned().collect();
    assert_eq!(solutions(&zero), expected_zero);
    // A range of results too wide for one variable.
    model.require("large", (x * (y + 0)).le(1 << 60) & (x * (y + 0)).ge(-(1 << 60)));
    assert_eq!(solutions(&model), expected);
}

#[test]
fn longer_products_are_bounded_from_the_left() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, -WIDE..=WIDE));
    model.require("product", product([x, y, z]).eq(30));
    model.require("order", x.gt(1) & y.gt(x) & z.gt(y));
    assert_eq!(solutions(&model), [[2, 3, 5]]);
    // A part of the product has no value, although the product is 0.
    let mut zero = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| zero.int(name, -WIDE..=WIDE));
    zero.require("product", product([x, y, z]).eq(0));
    assert!(overflows(&zero));
}

#[test]
fn other_operations_are_bounded_too() {
    let (mut model, x, y) = wide_pair();
    model.require("element", element([x * x, Expr::from(y)], y - 7).eq(9));
    model.require("larger", maximum([x * 5, y * 2]).le(16) & x.ge(-10));
    // y - 7 is an index, so y is 7 or 8.
    assert_eq!(solutions(&model), [[-3, 7], [3, 7]]);
    let (mut model, x, y) = wide_pair();
    let rounded = x / 1_000;
    model.require("quotient", rounded.eq(2) & conditional(y.ge(0), 0, 1).eq(0) & y.le(1));
    model.require("product", (x * x * y).ge(2_999 * 2_999));
    assert_eq!(solutions(&model), [[2_999, 1]]);
    let (mut model, x, y) = wide_pair();
    model.require("powers", x.pow(4).le(16) & (!(x.le(0) | y.ne(x * x))) & y.is_in(small()));
    assert_eq!(solutions(&model), [[1, 1], [2, 4]]);
}

fn small() -> gordian_model::Domain {
    gordian_model::Domain::from_values([1, 4, 9]).expect("the values are small")
}

#[test]
fn contradictions_have_no_solution() {
    let (mut model, x, y) = wide_pair();
    model.require("positive", x.gt(0) & y.gt(0));
    model.require("negative", (x * y).lt(0));
    assert_eq!(solutions(&model), Vec::<Vec<i64>>::new());
    // 2^61 + 1 is divisible by 3, but by no other number below 20.
    let (mut model, x, y) = wide_pair();
    model.require("product", (x * y).eq((1 << 61) + 1) & x.ge(4) & x.lt(20));
    assert_eq!(solutions(&model), Vec::<Vec<i64>>::new());
}

#[test]
fn objectives_are_bounded_too() {
    let (mut model, x, y) = wide_pair();
    model.require("circle", (x * x + y * y).le(50));
    model.set_goal(Goal::Maximise(sum([x * y, Expr::from(x)])));
    let mut session = Session::new(&model, &Config::default()).expect("the numbers fit");
    let optimum = session.optimise(&Limits::default());
    // 5 · 5 + 5, with 25 + 25 at most 50.
    assert_eq!((optimum.outcome, optimum.objective), (Outcome::Optimal, Some(30)));
    let NextSolution::Solution(values) = session.next_solution(&Limits::default()) else {
        panic!("the optimum has a solution")
    };
    assert_eq!(values.as_slice(), [5, 5]);
}

#[test]
fn errors_are_those_of_the_domains() {
    let (mut model, x, y) = wide_pair();
    model.require("product", (x * y).ge(0));
    let limit = i128::from(WIDE) * i128::from(WIDE);
    let session = Session::new(&model, &Config::default());
    let Err(CompileError::Overflow { lower, upper, .. }) = session else {
        panic!("the product is not bounded")
    };
    assert_eq!((lower, upper), (-limit, limit));
}
