//! Invalid models: each is rejected with its error, and none panics.

use gordian_model::{JsonErrorKind, JsonLimits, Model};

use crate::support::files;

#[test]
fn invalid_models_are_rejected_with_their_errors() {
    let mut report = String::new();
    for (name, text) in files("malformed", "json") {
        let error = match Model::from_json(&text) {
            Err(error) => error,
            Ok(_) => panic!("{name} is accepted"),
        };
        let hint = error.hint().map_or(String::new(), |hint| format!("\n  hint: {hint}"));
        let (line, column, code) = (error.line, error.column, error.code());
        report += &format!("{name}:{line}:{column}: {} [{code}]{hint}\n", error.kind);
    }
    insta::assert_snapshot!(report);
}

#[test]
fn truncated_models_are_rejected() {
    for (name, text) in files("models", "json") {
        let text = text.trim_end();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(Model::from_json(&text[..end]).is_err(), "{name} up to {end}");
        }
    }
}

#[test]
fn names_longer_than_a_limit_are_rejected_where_they_are() {
    // In this text, all names and the title have the same length.
    let text = |title: &str, variable: &str, constraint: &str| {
        format!(
            "{{\"schema\": 1, \"title\": \"{title}\", \"comment\": \"longer than the limit\",\n\
             \"variables\": [{{\"name\": \"{variable}\", \"domain\": [0, 1]}}],\n\
             \"constraints\": [{{\"name\": \"{constraint}\", \"require\": \"{variable}\"}}]}}"
        )
    };
    // Characters count, not bytes.
    let (longest, longer) = ("é→é", "é→éx");
    let limits = JsonLimits { name_chars: Some(3) };
    let read = |text: &str| Model::from_json_within(text, &limits);
    let model = read(&text(longest, longest, longest)).unwrap();
    assert_eq!(model, Model::from_json(&text(longest, longest, longest)).unwrap());
    let check = |text: &str, path: &str, line: usize| {
        let error = read(text).unwrap_err();
        assert_eq!(error.kind, JsonErrorKind::NameTooLong { limit: 3 });
        assert_eq!((&*error.path, error.line), (path, line));
        assert!(Model::from_json(text).is_ok());
    };
    check(&text(longer, longest, longest), "title", 1);
    check(&text(longest, longer, longest), "variables[0].name", 2);
    check(&text(longest, longest, longer), "constraints[0].name", 3);
}

#[test]
fn columns_count_characters() {
    let text = "{\"schema\": 1, \"title\": \"ä→𝄞\", \"variables\": 3}";
    let error = Model::from_json(text).unwrap_err();
    let before = text.split('3').next().unwrap();
    assert_eq!((error.line, error.column), (1, before.chars().count() + 1));
    let error = Model::from_json("{\r\n  \"schema\": 1,\r\n  \"äöü\": \"\"}").unwrap_err();
    assert_eq!((error.line, error.column), (3, 3));
}

#[test]
fn paths_lead_to_the_invalid_value() {
    let check = |name: &str, path: &str| {
        let malformed = files("malformed", "json");
        let (_, text) = malformed.iter().find(|(found, _)| found == name).unwrap();
        assert_eq!(&*Model::from_json(text).unwrap_err().path, path, "{name}");
    };
    check("condition-sum", "constraints[0].require");
    check("condition-in-and", "constraints[0].require[2]");
    check("condition-in-or", "constraints[0].require[2]");
    check("condition-shared", "constraints[1].require[1]");
    check("synonym-sum", "constraints[0].require[1][0]");
    check("number", "");
    let path = |text: &str| Model::from_json(text).unwrap_err().path.into_string();
    assert_eq!(path(r#"{"schema": 1, "variables": [], "odd key": [{"a": 1}]}"#), "");
    assert_eq!(path(r#"{"schema": 1, "va\"r": {"a,[": [1, tru]}}"#), r#"["va\"r"]["a,["][1]"#);
    assert_eq!(path(r#"{"schema": 1, "variables": [{"name": "x"#), "variables[0].name");
    // The path of a deeply nested value is truncated.
    let deep = "[".repeat(100_000);
    let path = path(&format!("{{\"schema\": 1, \"shared\": {deep}"));
    assert_eq!(path, format!("…{}", "[0]".repeat(32)));
}

/// Comparing two names costs the product of their lengths, which would take minutes for names of a
/// megabyte.
#[test]
fn long_names_get_no_suggestion() {
    let hint = |length: usize| {
        let name = "a".repeat(length);
        let text = format!(
            r#"{{"schema": 1, "variables": [{{"name": "{name}", "domain": [0, 1]}}],
               "constraints": [{{"require": ["eq", "{name}b", 1]}}]}}"#
        );
        let error = Model::from_json(&text).unwrap_err();
        assert_eq!(error.code(), "model-unknown-variable");
        error.hint()
    };
    assert!(hint(50).is_some_and(|hint| hint.contains("did you mean")));
    assert_eq!(hint(2000), None);
}
