//! Invalid input gives exit code 2 and a message with the location, never a panic.

use std::fmt::Write as _;

use serde_json::Value;

use crate::support::{file, folder, gordian, gordian_with, root, run};

/// Returns the files in a directory of the workspace, sorted by name.
fn corpus(folder: &str) -> Vec<String> {
    let entries = fs_err::read_dir(root().join(folder)).unwrap();
    let name = |entry: fs_err::DirEntry| entry.file_name().into_string().unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| format!("{folder}/{}", name(entry.unwrap()))).collect();
    files.sort();
    assert!(files.len() > 20, "the corpus is gone");
    files
}

/// Adding a file to either directory adds a case.
#[test]
fn every_malformed_file_is_reported_with_its_location() {
    for folder in
        ["crates/gordian-puzzles/testdata/malformed", "crates/gordian-model/testdata/malformed"]
    {
        let files = corpus(folder);
        let told = run(&[&["solve".to_owned()], &files[..]].concat()).ends_with(2);
        for file in &files {
            let place = told.stderr.split_once(&format!("[{file}:"));
            let (_, place) = place.unwrap_or_else(|| panic!("{file} has no message"));
            let (place, _) = place.split_once(']').unwrap();
            let numbers: Vec<Result<u32, _>> = place.split(':').map(str::parse).collect();
            assert!(matches!(numbers[..], [Ok(1..), Ok(1..)]), "{file}:{place}");
        }
        let n = files.len();
        assert!(told.stdout.contains(&format!("{n} files: 0 solved; {n} with errors")));
        assert!(!told.stderr.contains('\u{1b}'));

        let told = run(&[&["solve".to_owned(), "--json".to_owned()], &files[..]].concat());
        assert_eq!(told.ends_with(2).stdout.lines().count(), n);
    }
}

#[test]
fn errors_are_shown_with_carets_and_hints() {
    let mut out = String::new();
    for name in ["misspelt-key", "many-faults", "givens-bad-with-escape", "two-syntax-errors"] {
        let file = format!("crates/gordian-puzzles/testdata/malformed/{name}.toml");
        writeln!(out, "{}", gordian(&format!("solve {file}")).ends_with(2).stderr).unwrap();
    }
    for name in ["answer-unknown", "not-json"] {
        let file = format!("crates/gordian-model/testdata/malformed/{name}.json");
        writeln!(out, "{}", gordian(&format!("solve {file}")).ends_with(2).stderr).unwrap();
    }
    write!(out, "{}", gordian("solve missing.toml").ends_with(2).stderr).unwrap();
    insta::assert_snapshot!(out);
}

#[test]
fn error_document_has_all_fields() {
    let file = "crates/gordian-puzzles/testdata/malformed/many-faults.toml";
    let document = gordian(&format!("solve --json {file}")).ends_with(2).json();
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema", "file", "error", "errors"]);
    assert_eq!((&document["schema"], &document["file"]), (&1.into(), &file.into()));
    assert_eq!(document["errors"][0], document["error"]);
    assert_eq!(document["errors"].as_array().map(Vec::len), Some(5));
    let error = document["errors"][2].as_object().unwrap();
    let keys: Vec<&String> = error.keys().collect();
    assert_eq!(keys, ["code", "message", "hint", "file", "line", "column"]);
    assert_eq!((&error["line"], &error["column"]), (&5.into(), &14.into()));

    let document = gordian("solve --json missing.toml").ends_with(2).json();
    assert_eq!(document["error"]["line"], Value::Null);
    assert_eq!(document.get("errors"), None);
}

#[test]
fn oversized_and_deeply_nested_texts_are_refused() {
    let check = |text: &str, said: &str| {
        let run = gordian_with("solve -", text).ends_with(2);
        assert!(run.stderr.contains(said), "{}", run.stderr);
        assert!(run.stderr.len() < 100_000, "{}", run.stderr.len());
    };
    check(&format!("kind = {}", "[".repeat(200_000)), "-:1:");
    check(&"[".repeat(200_000), "-:1:");
    check(&"{\"a\":".repeat(200_000), "-:1:");
    check(&"#".repeat(5 << 20), "more than");
    check(
        &format!(
            "{{\"schema\": 1, \"variables\": [], \"comment\": \"{}\", 7}}",
            "x".repeat(1 << 20)
        ),
        "…",
    );
    check("kind = 'grid'\ntitle = '\u{1b}[31m'", "-:2:");
}

#[test]
fn invalid_utf8_is_refused() {
    let folder = folder("bytes");
    let path = folder.join("latin1.toml");
    fs_err::write(&path, b"kind = 'grid'\n# gr\xfc\xdfe\nsize = 4\n").unwrap();
    let run = run(&["solve", path.to_str().unwrap()]).ends_with(2);
    assert!(run.stderr.contains("the text is not UTF-8"), "{}", run.stderr);
    assert!(run.stderr.contains("latin1.toml:2:5]"), "{}", run.stderr);
}

/// A model of the maximum depth must not overflow the stack in any build.
#[test]
fn deepest_model_does_not_overflow_the_stack() {
    let depth = 990;
    let nested =
        format!("{}\"x\"{}", "[\"abs\", [\"sub\", ".repeat(depth / 2), ", 1]]".repeat(depth / 2));
    let model = format!(
        "{{\"schema\": 1, \"variables\": [{{\"name\": \"x\", \"domain\": [0, 9]}}], \
          \"constraints\": [{{\"require\": [\"eq\", {nested}, 0]}}]}}"
    );
    let folder = folder("deep");
    let model = file(&folder, "deep.json", &model);
    let solved = run(&["solve", "--count", &model]);
    assert!([0, 2].contains(&solved.code), "{solved:?}");
    for format in ["cnf", "opb", "lp", "mps"] {
        let exported = run(&["export", "--format", format, &model]);
        assert!([0, 2].contains(&exported.code), "{format}: {}", exported.stderr);
    }
    run(&["solve", "--conflict", &model]);
}

#[test]
fn missing_arguments_show_the_usage() {
    let run = gordian("").ends_with(2);
    assert!(run.stderr.contains("Usage: gordian"), "{}", run.stderr);
    assert_eq!(gordian("solve").code, 2);
    assert_eq!(gordian("sudoku solve x").code, 2);
}

/// Some editors put a byte order mark before a text.
#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    let folder = folder("byte-order-mark");
    let texts = [
        ("solve", "a.toml", "kind = 'nonogram'\nsize = [1, 3]\nabove = '1 1 1'\nleft = '3'\n"),
        (
            "solve",
            "b.json",
            r#"{"schema": 1, "variables": [{"name": "x", "domain": [1, 1]}], "constraints": []}"#,
        ),
        ("solve", "c.fzn", "var 1..1: x :: output_var; solve satisfy;"),
        ("fzn", "d.fzn", "var 1..1: x :: output_var; solve satisfy;"),
        ("sudoku solve", "e.txt", &format!("{}\n", "0".repeat(80) + "1")),
    ];
    for (command, name, text) in texts {
        let plain = run_on(command, &file(&folder, name, text));
        let marked = run_on(command, &file(&folder, name, &format!("\u{feff}{text}")));
        assert_eq!(marked, plain, "{name}");
    }
}

/// Returns the output of a command on a file.
fn run_on(command: &str, file: &str) -> String {
    let args: Vec<&str> = command.split(' ').chain([file]).collect();
    run(&args).ends_with(0).timeless()
}
