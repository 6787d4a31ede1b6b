//! Tests of reading and writing models and assignments as JSON.

use gordian_model::*;

/// Returns a model that uses all parts of the format.
fn example() -> Model {
    let mut model = Model::new();
    model.set_title("An \"example\"");
    let x = model.int("x", -3..=9);
    let y = model.add_variable("y", Domain::from_values([1, 2, 4, 8]).unwrap());
    let z = model.add_variable("z", Domain::from_ranges([(0, 9), (20, 29)]).unwrap());
    let flag = model.boolean("é \\");
    let difference = x - y;
    model.require("far", difference.ge(2) | flag);
    model.require("near", difference.le(5));
    model.require("list", element([x, y], z).eq(nth_smallest([x, y, z], 1)));
    model.require("row", table([x, y], vec![vec![1, 2], vec![-3, 4]]));
    model.require("power", x.is_in(Domain::from_range(1..=1).unwrap()) ^ (-x).multiple_of(3));
    model.set_goal(Goal::maximise_minimum([x, y]));
    model.set_answer_variables([y, x]);
    model
}

#[test]
fn models_are_written_with_one_item_per_line() {
    insta::assert_snapshot!(example().to_json(), @r###"
    {
      "schema": 1,
      "title": "An \"example\"",
      "variables": [
        {"name": "x", "domain": [-3, 9]},
        {"name": "y", "domain": {"values": [1, 2, 4, 8]}},
        {"name": "z", "domain": {"ranges": [[0, 9], [20, 29]]}},
        {"name": "é \\", "domain": "boolean"}
      ],
      "shared": [
        ["sub", "x", "y"]
      ],
      "constraints": [
        {"name": "far", "require": ["or", ["ge", {"shared": 0}, 2], "é \\"]},
        {"name": "near", "require": ["le", {"shared": 0}, 5]},
        {"name": "list", "require": ["eq", ["element", ["x", "y"], "z"], ["nth_smallest", ["x", "y", "z"], 1]]},
        {"name": "row", "require": ["table", ["x", "y"], [[1, 2], [-3, 4]]]},
        {"name": "power", "require": ["xor", ["in", "x", [1, 1]], ["eq", ["rem", ["neg", "x"], 3], 0]]}
      ],
      "goal": {"maximise": ["min", "x", "y"]},
      "answer": ["y", "x"]
    }
    "###);
}

#[test]
fn empty_model_is_written() {
    insta::assert_snapshot!(Model::new().to_json(), @r###"
    {
      "schema": 1,
      "variables": [],
      "constraints": []
    }
    "###);
    assert_eq!(Model::from_json(&Model::new().to_json()), Ok(Model::new()));
}

#[test]
fn reading_is_the_inverse_of_writing() {
    let model = example();
    let read = Model::from_json(&model.to_json()).unwrap();
    assert_eq!(read, model);
    assert_eq!(read.to_json(), model.to_json());
}

#[test]
fn models_are_equal_if_all_parts_are_equal() {
    let changes: [fn(&mut Model); 6] = [
        |model| model.set_title(""),
        |model| {
            model.int("w", 0..=1);
        },
        |model| {
            model.require("far", 1);
        },
        |model| model.set_answer_variables(model.variables().indices()),
        |model| model.set_goal(Goal::minimise(1)),
        |model| {
            let Goal::Maximise(objective) = model.goal().unwrap().clone() else { panic!() };
            model.set_goal(Goal::Minimise(objective));
        },
    ];
    assert_eq!(example(), example());
    for (position, change) in changes.into_iter().enumerate() {
        let mut model = example();
        change(&mut model);
        assert!(model != example(), "change {position}");
    }
    let with_name = |name| {
        let mut model = Model::new();
        model.require(name, 1);
        model
    };
    assert!(with_name("a") != with_name("b"));
}

/// Checks that two notations of a condition over `x` and `y` have the same meaning.
fn check_same(one: &str, other: &str) {
    let read = |condition: &str| {
        let text = format!(
            r#"{{"schema": 1, "variables": [{{"name": "x", "domain": [1, 9]}},
            {{"name": "y", "domain": [1, 9]}}], "constraints": [{{"require": {condition}}}]}}"#
        );
        Model::from_json(&text).unwrap()
    };
    assert_eq!(read(one), read(other));
}

#[test]
fn symbols_are_read_as_names() {
    check_same(
        r#"["=", ["+", "x", "y", 1], ["*", "x", 2]]"#,
        r#"["eq", ["add", "x", "y", 1], ["mul", "x", 2]]"#,
    );
    check_same(
        r#"["!=", ["-", "x", "y"], ["-", "x"]]"#,
        r#"["ne", ["sub", "x", "y"], ["neg", "x"]]"#,
    );
    check_same(r#"["eq", ["sub", "x", "y"], 3]"#, r#"["eq", ["add", "x", ["neg", "y"]], 3]"#);
    check_same(r#"["<", "x", ["neg", "y"]]"#, r#"["lt", "x", ["-", "y"]]"#);
    check_same(
        r#"["and", ["<=", "x", 1], [">", "x", 1]]"#,
        r#"["and", ["le", "x", 1], ["gt", "x", 1]]"#,
    );
    check_same(r#"[">=", "x", 1]"#, r#"["ge", "x", 1]"#);
}

#[test]
fn domains_have_several_forms() {
    let check = |written: &str, expected: &str, rewritten: &str| {
        let text = |domain: &str| {
            format!(
                "{{\n  \"schema\": 1,\n  \"variables\": [\n    {{\"name\": \"x\", \"domain\": {domain}}}\n  ],\n  \"constraints\": []\n}}\n"
            )
        };
        let model = Model::from_json(&text(written)).unwrap();
        assert_eq!(model.variables().as_slice()[0].domain.to_string(), expected);
        assert_eq!(model.to_json(), text(rewritten));
    };
    check("[1, 9]", "1..=9", "[1, 9]");
    check("[3, 3]", "3", "[3, 3]");
    check("\"boolean\"", "0..=1", "\"boolean\"");
    check("[0, 1]", "0..=1", "\"boolean\"");
    check(r#"{"values": [4, 1, 2, 4]}"#, "1..=2, 4", r#"{"values": [1, 2, 4]}"#);
    check(r#"{"values": [3, 2, 1]}"#, "1..=3", "[1, 3]");
    check(r#"{"ranges": [[7, 9], [1, 3]]}"#, "1..=3, 7..=9", r#"{"ranges": [[1, 3], [7, 9]]}"#);
    check(
        "[-9007199254740992, 9007199254740992]",
        "-9007199254740992..=9007199254740992",
        "[-9007199254740992, 9007199254740992]",
    );
}

#[test]
fn keys_come_in_any_order() {
    let text = r#"{
        "answer": ["x"], "comment": "not kept",
        "goal": {"minimise": {"shared": 0}},
        "constraints": [
            {"require": ["gt", {"shared": 0}, 3], "comment": "no name"},
            {"require": ["ne", "x", 2], "name": "two"}],
        "shared": [["mul", "x", "x"]],
        "variables": [{"domain": [0, 9], "comment": "root", "name": "x"}],
        "title": "Squares", "schema": 1
    }"#;
    let model = Model::from_json(text).unwrap();
    assert_eq!(model.title(), "Squares");
    let names: Vec<&str> = model.constraints().iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["constraint 1", "two"]);
    assert!(model.has_answer_variables());
    assert_eq!(model.check(&[3]), Ok(()));
}

#[test]
fn shared_expressions_stay_shared() {
    let mut model = Model::new();
    let x = model.boolean("x");
    let y = (0..300).fold(Expr::from(x), |expr, _| (&expr + &expr) / 2);
    model.require("one", y.eq(1));
    model.require("again", y.le(x));
    let text = model.to_json();
    assert!(text.len() < 30_000, "{} bytes", text.len());
    let read = Model::from_json(&text).unwrap();
    assert_eq!(read, model);
    assert_eq!(read.to_json(), text);
    assert_eq!(read.check(&[1]), Ok(()));
}

/// A sum is written as a difference only if its negated operand is not shared.
#[test]
fn shared_negations_stay_shared() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
    let negative = -y;
    model.require("small", (x + &negative).le(3));
    model.require("root", (&negative * &negative).eq(4));
    let text = model.to_json();
    assert!(text.contains(r#"["neg", "y"]"#) && !text.contains("sub"), "{text}");
    assert_eq!(Model::from_json(&text).unwrap().to_json(), text);
}

#[test]
fn depth_is_limited() {
    /// Returns a model with expressions of nesting depth `depth`, in `chunks` shared expressions.
    fn text(depth: usize, chunks: usize) -> String {
        let chunk = |position: usize| {
            let n_operations = depth / chunks;
            let inner = match position {
                0 => "\"x\"".to_owned(),
                _ => format!("{{\"shared\": {}}}", position - 1),
            };
            format!("{}{inner}{}", "[\"not\", ".repeat(n_operations), "]".repeat(n_operations))
        };
        let shared: Vec<String> = (0..chunks).map(chunk).collect();
        format!(
            "{{\"schema\": 1, \"variables\": [{{\"name\": \"x\", \"domain\": \"boolean\"}}],\n\
             \"shared\": [{}],\n\"constraints\": [{{\"require\": {{\"shared\": {}}}}}]}}",
            shared.join(",\n"),
            chunks - 1
        )
    }
    for chunks in [1, 2, 10, 500] {
        let model = Model::from_json(&text(1000, chunks)).unwrap();
        assert_eq!(model.check(&[1]), Ok(()));
        assert_eq!(Model::from_json(&model.to_json()), Ok(model));
    }
    let check = |depth: usize, chunks: usize, line: usize| {
        let error = Model::from_json(&text(depth, chunks)).unwrap_err();
        assert_eq!((error.code(), error.line), ("model-depth", line), "{depth} in {chunks}");
    };
    check(1001, 1, 2);
    check(1010, 10, 11);
    check(1_000_000, 1, 2);
    // A chain of chunks, each of which refers to the previous one, is deep too.
    let nested_lists = "[\"element\", [".repeat(999) + "0" + &"], 0]".repeat(999);
    let text = format!(
        "{{\"schema\": 1, \"variables\": [], \"constraints\": [{{\"require\": {nested_lists}}}]}}"
    );
    assert!(Model::from_json(&text).is_ok());
}

#[test]
fn assignments_are_written_and_read() {
    let model = example();
    let written = model.assignment_to_json(&[-3, 4, 0, 1]);
    insta::assert_snapshot!(written, @r###"
    {
      "x": -3,
      "y": 4,
      "z": 0,
      "é \\": 1
    }
    "###);
    assert_eq!(model.assignment_from_json(&written).unwrap().as_slice(), [-3, 4, 0, 1]);
    assert_eq!(Model::new().assignment_to_json(&[]), "{}\n");
    assert!(Model::new().assignment_from_json("{}").unwrap().is_empty());
}

#[test]
fn invalid_assignments_are_rejected() {
    let mut model = Model::new();
    model.int("first", 0..=9);
    model.int("second", 0..=9);
    let check = |text: &str, expected: &str| {
        let error = model.assignment_from_json(text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check("{\"first\": 1,\n \"secnd\": 2}", "unknown variable `secnd` at line 2, column 2");
    check(" {\"second\": 2}", "no value for variable `first` at line 1, column 2");
    check("{\"first\": 1, \"first\": 2}", "duplicate key `first` at line 1, column 14");
    check("{\"first\": 1.5}", "1.5 is not a 64-bit integer at line 1, column 11");
    check("{\"first\": \"1\"}", "expected an integer, found a text at line 1, column 11");
    check("{\"first\": 1", "not JSON: EOF while parsing an object at line 1, column 11");
    check(
        "[1, 2]",
        "expected an assignment: an object from names to integers, found a list at line 1, column 1",
    );
    let error = model.assignment_from_json("{\"secnd\": 2}").unwrap_err();
    assert_eq!(
        (error.code(), error.hint()),
        ("model-unknown-variable", Some("did you mean `second`?".into()))
    );
}
