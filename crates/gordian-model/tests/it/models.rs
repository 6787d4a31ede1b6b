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
