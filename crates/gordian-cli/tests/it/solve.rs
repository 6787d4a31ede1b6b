//! `gordian solve` on files, directories and standard input.

use serde_json::{Value, json};

use crate::support::{Run, changed, file, folder, gordian, gordian_with, program, root, run};

#[test]
fn readme_command_solves_all_example_puzzles() {
    let run = gordian("solve puzzles").ends_with(0);
    let n = fs_err::read_dir(root().join("puzzles")).unwrap().count();
    let timeless = run.timeless();
    assert_eq!(timeless.matches("solved · unique · checked · [time] · ").count(), n - 3);
    // Without a table, so that no cache is written.
    assert_eq!(timeless.matches("solved · optimal · checked · [time] · meet").count(), 2);
    assert_eq!(timeless.matches("solved · checked · [time] · two-phase").count(), 1);
    let summary = format!("\n{n} files: {n} solved, {} unique, 2 optimal\n", n - 3);
    assert!(timeless.ends_with(&summary), "{timeless}");
    assert_eq!(run.stderr, "");
}

#[test]
fn answer_shows_title_board_and_status() {
    let run = gordian("solve puzzles/golden-waste.toml").ends_with(0);
    insta::assert_snapshot!(run.timeless(), @r#"
    Golden Waste (puzzles/golden-waste.toml)
     · 17  ·  ·  ·  ·  · 18
     ·  ·  ·  ·  4  ·  3  ·
     ·  ·  ·  6  5  ·  2  1
    20  ·  ·  ·  ·  ·  · 19
     ·  · 14  7 13 12  ·  ·
    21  ·  ·  8  9  ·  ·  ·
     ·  ·  ·  · 10 11  ·  ·
    22 16 15 23  · 24  ·  ·
    solved · unique · checked · [time] · search
    "#);
}

#[test]
fn model_answer_lists_names_and_values() {
    let model = json!({
        "schema": 1,
        "variables": [{"name": "a\u{1b}[31m", "domain": [0, 9]}, {"name": "b", "domain": [3, 9]}],
        "constraints": [{"require": ["lt", "b", "a\u{1b}[31m"]}],
        "goal": {"minimise": ["add", "b", "a\u{1b}[31m"]},
    });
    let run = gordian_with("solve -", &model.to_string()).ends_with(0);
    insta::assert_snapshot!(run.timeless(), @r#"
    standard input
    a\u{1b}[31m = 4
    b = 3
    objective 7
    solved · optimal · checked · [time] · model/lcg
    "#);
    let document = gordian_with("solve --json -", &model.to_string()).ends_with(0).json();
    assert_eq!(document["outcome"], "optimal");
    assert_eq!((&document["objective"], &document["bound"]), (&json!(7), &json!(7)));
    assert_eq!(document["solution"], json!({"a\u{1b}[31m": 4, "b": 3}));
}

#[test]
fn only_answer_variables_are_shown() {
    let model = json!({
        "schema": 1,
        "variables": [{"name": "helper", "domain": [0, 1]}, {"name": "x", "domain": [2, 2]}],
        "answer": ["x"],
    });
    let run = gordian_with("solve -", &model.to_string()).ends_with(0);
    assert!(run.timeless().starts_with("standard input\nx = 2\nsolved · unique"), "{}", run.stdout);
}

#[test]
fn solve_document_has_all_fields() {
    let document = gordian("solve --json puzzles/killer.toml").ends_with(0).json();
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    let expected = [
        "schema",
        "file",
        "kind",
        "title",
        "outcome",
        "unique",
        "count",
        "solution",
        "checked",
        "objective",
        "bound",
        "engine",
        "seconds",
        "limit",
    ];
    assert_eq!(keys, expected);
    let check = |key: &str, expected: Value| assert_eq!(document[key], expected, "{key}");
    check("schema", json!(1));
    check("file", json!("puzzles/killer.toml"));
    check("kind", json!("grid"));
    check("title", json!("Killer"));
    check("outcome", json!("solved"));
    check("unique", json!(true));
    check("count", Value::Null);
    check("checked", json!(true));
    check("objective", Value::Null);
    check("bound", Value::Null);
    check("engine", json!("model/batsat"));
    check("limit", Value::Null);
    assert_eq!(document["solution"][0], json!([6, 4, 3, 2, 1, 5]));
    for clock in ["cpu", "wall"] {
        assert!(
            document["seconds"][clock].as_f64().is_some_and(|seconds| seconds > 0.0),
            "{clock}"
        );
    }
}

#[test]
fn each_file_gets_one_document_per_line() {
    let run = gordian("solve --json puzzles").ends_with(0);
    let files: Vec<String> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].to_string())
        .collect();
    let entries = fs_err::read_dir(root().join("puzzles")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut expected: Vec<String> = names.map(|name| format!("\"puzzles/{name}\"")).collect();
    expected.sort();
    assert_eq!(files, expected);
    assert!(files.len() >= 9);
}

#[test]
fn standard_input_may_be_a_puzzle_or_a_model() {
    let check = |text: &str, kind: &str| {
        let document = gordian_with("solve --json -", text).ends_with(0).json();
        assert_eq!((&document["kind"], &document["file"]), (&json!(kind), &json!("-")));
    };
    check(&changed("killer.toml", "", ""), "grid");
    check(&changed("golden-waste.toml", "", ""), "goishi");
    check("\n  {\"schema\": 1, \"variables\": []}", "model");
    // An empty text is parsed as a puzzle.
    let document = gordian_with("solve --json -", "").ends_with(2).json();
    assert_eq!(document["error"]["code"], "puzzle.missing-key");
}

#[test]
fn file_extension_determines_the_format() {
    let folder = folder("names");
    let check = |name: &str, text: &str, code: &str| {
        let file = file(&folder, name, text);
        let document = run(&["solve", "--json", &file]).ends_with(2).json();
        assert_eq!(document["error"]["code"], code, "{name}");
    };
    check("a.json", "kind = 'grid'", "model-syntax");
    check("a.TOML", "{}", "puzzle.syntax");
    check("a.txt", "{}", "model-missing-key");
    check("a", "kind = 'grit'", "puzzle.unknown-kind");
}

#[test]
fn sudoku_texts_and_kinds_are_named() {
    let folder = folder("sudoku-text");
    let line =
        ".....716...8.9.....2............3....54.........1.6.3.........4....4.5.86........\n";
    let one = file(&folder, "a.txt", &line.repeat(3));
    let rows = file(&folder, "b.txt", "1...\n..2.\n.3..\n...4\n");
    for name in [one, rows] {
        let stderr = run(&["solve", &name]).ends_with(2).stderr;
        assert_eq!(stderr.matches(" × ").count(), 1, "{stderr}");
        assert!(stderr.contains("`gordian sudoku solve`"), "{stderr}");
    }
    let kind = file(&folder, "c.toml", "kind = 'Sudoku'\n");
    let stderr = run(&["solve", &kind]).ends_with(2).stderr;
    assert!(stderr.contains("did you mean `sudoku`?"), "{stderr}");
    let text = "kind = 'sudoku'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''\n";
    let document = run(&["solve", "--json", &file(&folder, "e.toml", text)]).ends_with(0).json();
    assert_eq!(document["kind"], "grid");
    // The error of a puzzle file stays.
    let broken = file(&folder, "d.toml", "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n");
    let document = run(&["solve", "--json", &broken]).ends_with(2).json();
    assert_eq!(document["error"]["code"], "puzzle.syntax");
}

#[test]
fn directory_stands_for_its_puzzles_and_models() {
    let folder = folder("folder");
    let name = folder.display().to_string();
    let document = run(&["solve", "--json", &name]).ends_with(2).json();
    assert_eq!(document["error"]["code"], "input.empty-folder");

    file(&folder, "b.toml", &changed("killer.toml", "", ""));
    file(&folder, "a.json", "{\"schema\": 1, \"variables\": []}");
    file(&folder, "README.md", "not a puzzle");
    fs_err::create_dir(folder.join("c.toml")).unwrap();
    file(&folder.join("c.toml"), "d.toml", "not looked at");
    let run = run(&["solve", &name]).ends_with(0);
    assert!(run.stdout.starts_with(&format!("{name}/a.json\n")), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n2 files: 2 solved, all unique\n"), "{}", run.stdout);
}

/// Runs `gordian solve` on a solvable, an infeasible, a broken and a missing file.
fn several(flags: &[&str]) -> Run {
    let folder = folder(&format!("several{}", flags.concat()));
    let mut args = vec!["solve".to_owned()];
    args.extend(flags.iter().map(|&flag| flag.to_owned()));
    args.push("puzzles/killer.toml".to_owned());
    args.push(file(&folder, "broken.toml", "kind = 'grid'\nsiez = 9\nsize = 9\n"));
    args.push(file(
        &folder,
        "none.toml",
        "kind = 'grid'\nsize = 4\ngivens = '''\n11..\n....\n....\n....\n'''",
    ));
    args.push("missing.toml".to_owned());
    run(&args)
}

#[test]
fn broken_file_does_not_stop_the_others() {
    let run = several(&[]).ends_with(2);
    assert!(run.stdout.contains("solved · unique"));
    assert!(run.stdout.contains("no solution (proved)"));
    let expected = "\n4 files: 1 solved, all unique; 1 without solution; 2 with errors\n";
    assert!(run.stdout.ends_with(expected), "{}", run.stdout);
    assert!(run.stderr.contains("broken.toml:2:1]"), "{}", run.stderr);
    assert!(run.stderr.contains("missing.toml"), "{}", run.stderr);
    assert!(!several(&["--quiet"]).stdout.contains("4 files"));

    let run = several(&["--json"]).ends_with(2);
    assert_eq!(run.stderr, "");
    let documents: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 4);
    assert_eq!(documents[1]["error"]["code"], "puzzle.unknown-key");
    assert_eq!(documents[2]["outcome"], "infeasible");
    assert_eq!(documents[3]["error"]["code"], "io.not-found");
}

#[test]
fn most_severe_exit_code_is_returned() {
    let folder = folder("most-severe");
    let none = file(
        &folder,
        "none.toml",
        "kind = 'grid'\nsize = 4\ngivens = '''\n11..\n....\n....\n....\n'''",
    );
    let hard = file(&folder, "hard.json", &crate::support::hard());
    let solved = "puzzles/killer.toml";
    let check = |files: &[&str], code: i32| {
        run(&[&["solve", "--time-limit", "0.3"], files].concat()).ends_with(code);
    };
    check(&[&none, solved], 1);
    check(&[&none, &hard, solved], 3);
    check(&[&hard, "missing.toml", &none], 2);
}

#[test]
fn colour_option_controls_escape_sequences() {
    let escape = '\u{1b}';
    let run = gordian("solve --color always puzzles/killer.toml puzzles/classic.toml").ends_with(0);
    assert!(run.stdout.contains("\u{1b}[1m9\u{1b}[0m"), "the givens are bold");
    assert!(!gordian("solve puzzles/classic.toml").stdout.contains(escape));
    assert!(!gordian("solve --color never puzzles/classic.toml").stdout.contains(escape));
    assert!(gordian("solve --color always missing").ends_with(2).stderr.contains(escape));
    assert!(!gordian("solve --color never missing").ends_with(2).stderr.contains(escape));
    assert_eq!(gordian("solve --color sometimes puzzles").code, 2);
}

#[test]
fn log_filter_is_read_from_the_environment() {
    let log = |value: &str| {
        let mut program = program(&["solve", "puzzles/killer.toml"]);
        Run::of(program.env("GORDIAN_LOG", value).output().unwrap())
    };
    let run = log("debug").ends_with(0);
    assert!(run.stderr.contains("proving uniqueness"), "{}", run.stderr);
    assert_eq!(log("warn").ends_with(0).stderr, "");
    let run = log("debug==").ends_with(2);
    assert!(run.stderr.contains("`GORDIAN_LOG` is not a valid log filter"), "{}", run.stderr);
}

#[test]
fn memory_limit_leaves_the_model_undecided() {
    let names: Vec<String> = (0..20).map(|i| format!("n{i}")).collect();
    let variables: Vec<Value> =
        names.iter().map(|name| json!({"name": name, "domain": [1, 20]})).collect();
    let operands = std::iter::once("all_different".to_owned()).chain(names);
    let condition: Vec<String> = operands.collect();
    let model = json!({
        "schema": 1,
        "variables": variables,
        "constraints": [{"name": "different", "require": condition}],
    });
    let model = model.to_string();
    let run = gordian_with("solve --memory-limit 10kB -", &model).ends_with(3);
    insta::assert_snapshot!(run.timeless(), @"
    standard input
    undecided · stopped by the memory limit · [time] · auto
      stopped while compiling the model
      the model needs more memory than is allowed: give the variables smaller domains, state it with fewer constraints, or allow more memory
    ");
    let document = gordian_with("solve --memory-limit 10kB --json -", &model).ends_with(3).json();
    assert_eq!((&document["outcome"], &document["limit"]), (&json!("stopped"), &json!("memory")));
    gordian_with("solve --memory-limit 10kB --conflict -", &model).ends_with(3);
    gordian_with("solve --memory-limit 1GiB --first -", &model).ends_with(0);
    assert_eq!(gordian_with("solve --memory-limit much -", &model).code, 2);
}
