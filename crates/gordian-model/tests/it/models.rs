//! Tests of the small models in `testdata/models`.

use gordian_model::*;

use crate::support::{Answers, brute_force, files};

#[test]
fn test_models_have_the_expected_solutions() {
    let expected = files("models", "expected");
    let models = files("models", "json");
    assert!(models.len() >= 29, "only {} models", models.len());
    assert_eq!(models.len(), expected.len());
    for ((name, text), (expected_name, expected)) in models.iter().zip(&expected) {
        assert_eq!(name, expected_name);
        let model = Model::from_json(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Answers { answers, best } = brute_force(&model);
        let best = best.map_or(String::new(), |best| format!("best {best}\n"));
        assert_eq!(&format!("answers {}\n{best}", answers.len()), expected, "{name}");
    }
}

#[test]
fn test_models_use_every_operation() {
    let texts: String = files("models", "json").into_iter().map(|(_, text)| text).collect();
    for name in crate::operations::NAMES {
        assert!(texts.contains(&format!("[\"{name}\"")), "no model uses `{name}`");
    }
}

#[test]
fn test_models_round_trip_through_json() {
    /// These models use alternative notations.
    const SPECIAL: [&str; 5] = [
        "goal-maximise-maximum",
        "goal-maximise-minimum",
        "goal-minimise-maximum",
        "goal-minimise-minimum",
        "sums",
    ];
    for (name, text) in files("models", "json") {
        let model = Model::from_json(&text).unwrap();
        let written = model.to_json();
        assert_eq!(SPECIAL.contains(&name.as_str()), written != text, "{name}:\n{written}");
        let again = Model::from_json(&written).unwrap();
        assert_eq!(again, model, "{name}");
        assert_eq!(again.to_json(), written, "{name}");
    }
}

/// Models that the JSON reader rejects have defined semantics too: a Boolean operation on a number
/// other than 0 and 1 is undefined.
#[test]
fn boolean_operations_on_numbers_are_undefined() {
    let mut model = Model::new();
    let [a, b] = ["a", "b"].map(|name| model.int(name, -1..=2));
    let c = model.boolean("c");
    model.require("either", a | c);
    model.require("choice", conditional(b, a, c).eq(1));
    assert_eq!(brute_force(&model).answers.len(), 4);
    let error = model.check_conditions().unwrap_err();
    assert_eq!(
        error.to_string(),
        "constraint `either`: `or` needs a condition, found a number from -1 to 2"
    );

    let mut model = Model::new();
    let x = model.int("x", 0..=2);
    model.require("number", x);
    assert_eq!(brute_force(&model).answers.len(), 1);
    let error = model.check_conditions().unwrap_err();
    let expected = "constraint `number`: `require` needs a condition, found a number from 0 to 2";
    assert_eq!(error.to_string(), expected);

    let mut model = Model::new();
    let x = model.int("x", 0..=1);
    model.require("flag", x);
    assert_eq!(model.check_conditions(), Ok(()));
    model.set_goal(Goal::minimise(!(x + 1)));
    let error = model.check_conditions().unwrap_err();
    let expected = "the objective: `not` needs a condition, found a number from 1 to 2";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn violations_evaluate_shared_expressions_once() {
    // Evaluated once per constraint, the sum and the undefined quotient would take minutes.
    let n = 50_000;
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
    let total = sum((0..n).map(|_| Expr::from(x)).collect::<Vec<_>>());
    let undefined = total.clone() + sum((0..n).map(|_| Expr::from(1) / y).collect::<Vec<_>>());
    for i in 0..n {
        model.require(format!("large {i}"), total.clone().ge(i));
        model.require(format!("undefined {i}"), undefined.clone().ge(i));
    }
    let violations = model.violations(&Assignment::from_iter([0, 0]));
    // Only `large 0` holds.
    assert_eq!(violations.len() + 1, 2 * usize::try_from(n).unwrap());
    assert_eq!(
        violations[0].to_string(),
        "constraint `undefined 0` has no value: division by zero"
    );
    assert_eq!(violations[1].to_string(), "constraint `large 1` does not hold");
    assert_eq!(model.violations(&Assignment::from_iter([1, 1])), []);
}
