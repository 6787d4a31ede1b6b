//! Tests of objectives and answer variables.

use gordian_model::{Domain, Goal, Model, VarId, Violation};

use crate::support::brute_force;

fn check(goal: impl FnOnce([VarId; 2]) -> Goal, expected: i64) {
    let mut model = Model::new();
    let x = model.int("x", 1..=9);
    let y = model.int("y", 0..=7);
    model.require("sum", (x + y).eq(10));
    model.set_goal(goal([x, y]));
    assert_eq!(brute_force(&model).best, Some(expected));
}

#[test]
fn all_kinds_of_goals_are_optimised() {
    check(|[x, _]| Goal::minimise(x), 3);
    check(|[x, _]| Goal::maximise(2 * x), 18);
    check(Goal::minimise_maximum, 5);
    check(Goal::maximise_minimum, 5);
    check(Goal::maximise_maximum, 9);
    check(Goal::minimise_minimum, 1);
}

#[test]
fn is_better_follows_the_direction() {
    let better = |goal: Goal| (goal.is_better(1, 2), goal.is_better(2, 1), goal.is_better(1, 1));
    assert_eq!(better(Goal::minimise(0)), (true, false, false));
    assert_eq!(better(Goal::maximise(0)), (false, true, false));
}

#[test]
fn undefined_objective_is_a_violation() {
    let mut model = Model::new();
    let x = model.int("x", 0..=3);
    model.set_goal(Goal::minimise(12 / x));
    assert!(matches!(model.check(&[0]), Err(Violation::UndefinedObjective { .. })));
    assert_eq!(brute_force(&model).best, Some(4));
}

#[test]
fn solutions_are_projected_to_the_answer_variables() {
    let mut model = Model::new();
    let x = model.int("x", 0..=3);
    let helper = model.int("helper", 0..=9);
    model.require("below", x.le(helper));
    assert_eq!(brute_force(&model).answers.len(), 10 + 9 + 8 + 7);
    model.set_answer_variables([x, x]);
    assert_eq!(model.answer_variables(), [x]);
    assert_eq!(brute_force(&model).answers.len(), 4);
    model.set_answer_variables([]);
    assert_eq!(brute_force(&model).answers.len(), 1);
}

#[test]
fn check_returns_the_first_violation() {
    let mut model = Model::new();
    let x = model.add_variable("x", Domain::from_values([1, 3]).unwrap());
    let y = model.int("y", 0..=9);
    model.require("equal", x.eq(y));
    model.require("quotient", (6 / (y - 1)).eq(3));
    let check = |values: &[i64], expected: &str| {
        assert_eq!(model.check(values).unwrap_err().to_string(), expected);
    };
    check(&[1], "1 values for 2 variables");
    check(&[2, 2], "`x` is 2, which is not in its domain 1, 3");
    check(&[1, 3], "constraint `equal` does not hold");
    check(&[1, 1], "constraint `quotient` has no value: division by zero");
    assert_eq!(model.check(&[3, 3]), Ok(()));
}
