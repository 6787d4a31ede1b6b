//! Errors say what is wrong, where, and what to do.

use gordian_flatzinc::{Translation, parse};

/// Checks the error of a text whose faulty part is between `«` and `»`.
fn check(marked: &str, expected: &str) {
    let start = marked.find('«').unwrap();
    let text = marked.replace(['«', '»'], "");
    let end = marked.find('»').unwrap() - '«'.len_utf8();
    let error = match parse(&text) {
        Ok(instance) => Translation::new(&instance).map(|_| ()).unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.to_string(), expected, "{text}");
    assert_eq!(error.span, Some(start..end), "{text}");
}

/// Checks the error of a document or text without a place.
fn check_message(text: &str, expected: &str) {
    let error = match parse(text) {
        Ok(instance) => Translation::new(&instance).map(|_| ()).unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.to_string(), expected, "{text}");
}

#[test]
fn faults_of_texts_have_their_place() {
    check("var 1..3: x«»", "expected `;`, found the end of the text");
    check(
        "«var» 1..3 x; solve satisfy;".replace("«var» 1..3 x", "var 1..3 «x»").as_str(),
        "expected `:`, found `x`",
    );
    check("var 1..3: x; «»", "expected `solve`, found the end of the text");
    check("solve «x»;", "expected `satisfy`, `minimize` or `maximize`, found `x`");
    check("solve minimize «x»;", "`x` is not declared");
    check("solve satisfy; «var» int: x;", "expected the end of the text, found `var`");
    check("var 1..3: x; var 1..3: «x»; solve satisfy;", "`x` is declared twice");
    check(
        "var «float»: x; solve satisfy;",
        "the declaration needs floating-point numbers, which Gordian does not have",
    );
    check(
        "var «0.5»..1.5: x; solve satisfy;",
        "the declaration needs floating-point numbers, which Gordian does not have",
    );
    check(
        "«array [1..3] of int: a = [1, 2]»; solve satisfy;",
        "expected 3 elements, found 2 elements",
    );
    check(
        "«array [1..2] of var int: a»; solve satisfy;",
        "expected an array literal, found another value",
    );
    check(
        "array [1..2] of int: a = [1, 2]; constraint int_eq(«a»[3], 1); solve satisfy;",
        "expected an index from 1 to 2, found 3",
    );
    check(
        "array [1..2] of int: a = [1, 2]; array [1..2] of int: b = [1, «a»]; solve satisfy;",
        "expected a single value, found an array",
    );
    check(
        "array [1..1] of int: a = [1]; constraint int_lin_eq([«a»], [1], 1); solve satisfy;",
        "expected a single value, found an array",
    );
    check("«int: n»; solve satisfy;", "expected the value of the parameter, found `;`");
    check("var 1..3: x; constraint int_eq(x«;» solve satisfy;", "expected `,` or `)`, found `;`");
    let deep = format!("solve :: a({}«[»{} satisfy;", "[".repeat(99) + "[", "]".repeat(101));
    let error = parse(&deep.replace(['«', '»'], "")).unwrap_err();
    assert_eq!(error.to_string(), "annotations are nested too deeply");
}

#[test]
fn sets_without_known_elements_are_refused() {
    let expected = "the set `s` may have more than 50000 elements";
    check_message("var set of int: s; solve satisfy;", expected);
    check_message("var set of int: s; constraint set_union(s, 1..2, s); solve satisfy;", expected);
    check_message("var set of 1..60000: s; solve satisfy;", expected);
}

#[test]
fn faults_of_constraints_have_their_place() {
    let check = |constraint: &str, expected: &str| {
        let text = format!("var 1..3: x; var bool: b; «constraint {constraint}»; solve satisfy;");
        check(&text, expected);
    };
    check("int_foo(x)", "the constraint `int_foo` is not known");
    check("float_eq(x, x)", "`float_eq` needs floating-point numbers, which Gordian does not have");
    check("int_eq(x)", "`int_eq` takes 2 arguments, not 1");
    check("bool_and(b)", "`bool_and` takes 2 or 3 arguments, not 1");
    check("int_eq_reif(x, b)", "`int_eq_reif` takes 3 arguments, not 2");
    check("int_eq(x, 1..3)", "argument 2 of `int_eq` is not an integer");
    check("bool_eq(x, b)", "argument 1 of `bool_eq` is not Boolean");
    check(
        "int_lin_eq([x], [x], 3)",
        "argument 1 of `int_lin_eq` is not an array of constant integers",
    );
    check(
        "int_lin_eq([1], [x, x], 3)",
        "the arguments of `int_lin_eq` do not fit together: the arrays have different lengths",
    );
    check(
        "fzn_table_int([x, x], [1, 2, 3])",
        "the arguments of `fzn_table_int` do not fit together: each row has one value per variable",
    );
    check(
        "gordian_regular([x], 2, 2, [1, 2, 3], 1, {1})",
        "the arguments of `gordian_regular` do not fit together: there is one transition per state and letter",
    );
    check(
        "gordian_regular([x], 1, 2, [1, 2], 1, {1})",
        "the arguments of `gordian_regular` do not fit together: a transition leads to no state",
    );
    check("gordian_regular([x], 1)", "`gordian_regular` takes 6 arguments, not 2");
}

#[test]
fn hints_name_similar_constraints() {
    let instance =
        parse("var 1..3: x; constraint int_lin_eqq([1], [x], 2); solve satisfy;").unwrap();
    let error = Translation::new(&instance).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("did you mean `int_lin_eq`?"));
    assert_eq!(error.code(), "flatzinc.unknown-constraint");
}

#[test]
fn faults_of_documents_have_their_path() {
    let document = |variables: &str, constraints: &str, solve: &str| {
        format!(
            r#"{{"variables": {{{variables}}}, "constraints": [{constraints}], "solve": {{{solve}}}}}"#
        )
    };
    let satisfy = r#""method": "satisfy""#;
    check_message(&document("", "", ""), "missing field `method`");
    check_message(
        &document("", "", r#""method": "count""#),
        "`solve.method` is not `satisfy`, `minimize` or `maximize`",
    );
    check_message(&document("", "", r#""method": "minimize""#), "`solve` has no `objective`");
    check_message(
        &document(r#""x": {"type": "float"}"#, "", satisfy),
        "the variable `x` needs floating-point numbers, which Gordian does not have",
    );
    check_message(
        &document(r#""x": {"type": "int", "domain": [[1]]}"#, "", satisfy),
        "`variables.x.domain` is not a list of ranges of integers",
    );
    check_message(
        &document("", r#"{"id": "int_eq", "args": [1, null]}"#, satisfy),
        "`constraints[0].args[1]` is no value",
    );
    check_message(
        &document("", r#"{"id": "int_eq", "args": [1, "y"]}"#, satisfy),
        "`y` is not declared",
    );
    check_message(
        &document("", r#"{"id": "int_eq", "args": [1, 1.5]}"#, satisfy),
        "`constraints[0].args[1]` needs floating-point numbers, which Gordian does not have",
    );
    check_message(
        &document("", r#"{"id": "int_eq", "args": [1, 18446744073709551615]}"#, satisfy),
        "`constraints[0].args[1]` does not fit into 64 bits",
    );
    for (text, path) in [
        (
            r#"{"arrays": {"a": {"a": [1]}, "b": {"a": [2, "a"]}}, "solve": {"method": "satisfy"}}"#,
            "arrays.b.a[1]",
        ),
        (
            r#"{"arrays": {"a": {"a": [1]}}, "constraints": [{"id": "int_lin_eq", "args": [["a"], [1], 1]}],
                "solve": {"method": "satisfy"}}"#,
            "constraints[0].args[0][0]",
        ),
    ] {
        check_message(text, &format!("`{path}` is an array in an array"));
    }
    let error = parse("{\"solve\": 3}").unwrap_err();
    assert_eq!((error.code(), error.span), ("flatzinc.json", Some(10..10)));
}

#[test]
fn names_are_declared_once_in_json() {
    let solve = r#""solve": {"method": "satisfy"}"#;
    let variable = r#"{"type": "int", "domain": [[0, 3]]}"#;
    for (text, name) in [
        (format!(r#"{{"variables": {{"x": {variable}, "x": {variable}}}, {solve}}}"#), "x"),
        (format!(r#"{{"arrays": {{"a": {{"a": [1]}}, "a": {{"a": [2]}}}}, {solve}}}"#), "a"),
    ] {
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), format!("the name `{name}` is declared twice"));
        let second = text.rfind(&format!("\"{name}\": {{")).unwrap();
        assert!(error.span.is_some_and(|span| span.start >= second), "{text}");
    }
}

#[test]
fn domains_beyond_those_of_models_are_refused() {
    check_message(
        "var 0..9007199254740993: x; solve satisfy;",
        "the variable `x` has values outside of ±2^53",
    );
    check_message(
        "var set of 0..50000: x; solve satisfy;",
        "the set `x` may have more than 50000 elements",
    );
    check_message(
        "var 1..3: x = {1}; solve satisfy;",
        "expected a value of the type of `x`, found another one",
    );
    check_message("solve minimize {1};", "the objective is not an integer");
}

#[test]
fn similar_names_are_suggested_for_short_names_only() {
    let hint = |name: &str| {
        let text = format!("var 0..1: x; constraint {name}(x, 1); solve satisfy;");
        Translation::new(&parse(&text).unwrap()).unwrap_err().hint().unwrap_or_default()
    };
    assert!(hint("int_eqq").contains("`int_eq`"), "{}", hint("int_eqq"));
    let long = format!("int_{}", "eq_".repeat(30_000));
    assert!(!hint(&long).contains("int_eq"), "{}", hint(&long));
}
