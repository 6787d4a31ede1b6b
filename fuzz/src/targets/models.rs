//! Models, assignments and formulas.

use std::sync::OnceLock;

use gordian_backend::Cnf;
use gordian_model::{JsonError, Model};

use super::{Target, Verdict, assert_message, exercise, text};

pub(super) const MODELS: Target = Target {
    name: "models",
    summary: "models as JSON",
    seeds: |corpus| {
        for folder in ["models", "wide", "malformed"] {
            corpus.add_folder(&format!("crates/gordian-model/testdata/{folder}"), &["json"]);
        }
        corpus.add_fenced_blocks("docs/guides/models.md", &[]);
        corpus.add_fenced_blocks("docs/guides/constraints.md", &[]);
    },
    read: read_model,
};

pub(super) const ASSIGNMENTS: Target = Target {
    name: "assignments",
    summary: "assignments of a model as JSON",
    seeds: |corpus| {
        for text in [r#"{"x": 3, "y": 5, "é \"z\"": -1}"#, r#"{"x": 0}"#, "{}", "[1, 2, 3]"] {
            corpus.add_text(text);
        }
    },
    read: read_assignment,
};

pub(super) const DIMACS: Target =
    Target { name: "dimacs", summary: "formulas as DIMACS", seeds: |_| (), read: read_dimacs };

fn assert_error(text: &str, error: &JsonError) {
    let (line, column) = (error.line, error.column);
    assert!(line > 0 && column > 0);
    // In a text that ends with a line break, the error can be on the line after it.
    let found = text.split('\n').nth(line - 1);
    let found = found.unwrap_or_else(|| panic!("line {line} of {text:?}"));
    assert!(column <= found.chars().count() + 1, "column {column} of line {line}: {found:?}");
    assert!(!error.to_string().is_empty() && !error.code().is_empty());
    exercise(error.hint());
}

fn read_model(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let model = match Model::from_json(&text) {
        Ok(model) => model,
        Err(error) => {
            assert_error(&text, &error);
            return Verdict::Rejected;
        }
    };
    let written = model.to_json();
    match Model::from_json(&written) {
        Ok(again) => assert_eq!(again.to_json(), written, "written text changes"),
        Err(error) => panic!("the written text is rejected: {error}\n{written}"),
    }
    assert!(model.check_conditions().is_ok(), "the model has numbers as conditions");
    for expression in model.expressions() {
        let bounds = model.bounds(expression);
        assert!(bounds.lower <= bounds.upper, "{bounds:?}");
        exercise(model.format_expr(expression));
    }
    let least: Vec<i64> = model.variables().iter().map(|it| it.domain.min()).collect();
    let values = model.assignment_to_json(&least);
    let values = model.assignment_from_json(&values).expect("the written assignment is accepted");
    for violation in model.violations(&values) {
        assert!(!violation.to_string().is_empty());
    }
    for expression in model.expressions() {
        let bounds = model.bounds(expression);
        if let Ok(value) = model.evaluate(expression, &least) {
            assert!((bounds.lower..=bounds.upper).contains(&value), "{value} beyond {bounds:?}");
        }
    }
    Verdict::Accepted
}

fn read_assignment(bytes: &[u8]) -> Verdict {
    static MODEL: OnceLock<Model> = OnceLock::new();
    let model = MODEL.get_or_init(|| {
        let mut model = Model::new();
        for name in ["x", "y", "é \"z\""] {
            model.int(name, -9..=9);
        }
        model
    });
    let text = text(bytes);
    match model.assignment_from_json(&text) {
        Ok(values) => {
            let values: Vec<i64> = values.iter().copied().collect();
            let written = model.assignment_to_json(&values);
            let again = model.assignment_from_json(&written).expect("the written text is accepted");
            assert!(again.iter().eq(&values), "read again from {written}");
            Verdict::Accepted
        }
        Err(error) => {
            assert_error(&text, &error);
            Verdict::Rejected
        }
    }
}

fn read_dimacs(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    match Cnf::from_dimacs(&text) {
        Ok(cnf) => {
            let mut written = Vec::new();
            cnf.write_dimacs(&mut written, ["p cnf 1 1", "two\nlines"])
                .expect("writing to memory succeeds");
            let again = Cnf::from_dimacs(&super::text(&written));
            assert_eq!(again.as_ref(), Ok(&cnf), "parsed value changes");
            Verdict::Accepted
        }
        Err(error) => {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error:?}: {line:?}");
            assert!(!error.to_string().is_empty());
            assert_message(error.kind.hint());
            Verdict::Rejected
        }
    }
}
