//! Targets that fail on purpose: each way to fail is found, written down, and found again.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fuzz(arguments: &[&str], found: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gordian-fuzz"));
    command.args(arguments).arg("--found").arg(found).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a target that fails on purpose and returns the inputs that were written down.
fn check(target: &str, arguments: &[&str], message: &str) -> (tempfile::TempDir, Vec<PathBuf>) {
    let found = tempfile::tempdir().unwrap();
    let run = ["--target", target, "--seed", "1", "--memory", "512"];
    let output = fuzz(&[&run[..], arguments].concat(), found.path());
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(err.contains(message), "{out}{err}");
    let mut inputs = Vec::new();
    for entry in fs_err::read_dir(found.path().join(target)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none() {
            let note = fs_err::read_to_string(path.with_extension("txt")).unwrap();
            assert!(note.contains(&format!("target {target}, seed 1, input ")), "{note}");
            let bytes = fs_err::read(&path).unwrap();
            let twice = |pair: &[u8]| pair[0] == pair[1] && pair[0].is_ascii_digit();
            assert!(bytes.windows(2).any(twice), "{path:?} does not fail");
            inputs.push(path);
        }
    }
    assert!(!inputs.is_empty(), "nothing was written down");
    (found, inputs)
}

#[test]
fn a_panic_is_found_and_replayed() {
    let (folder, inputs) = check("self-test-panic", &["--inputs", "500"], "a digit stands twice");
    assert_eq!(inputs.len(), 3, "of one place three are enough");
    let file = inputs[0].to_str().unwrap();
    let output = fuzz(&["--replay", "self-test-panic", file], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("self_test.rs"), "{}", text(&output.stdout));
    let output = fuzz(&["--replay", "dimacs", file], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn an_abort_is_found_and_the_rest_is_tried() {
    let (_folder, inputs) = check("self-test-abort", &["--inputs", "200"], "SIGABRT");
    assert!(inputs.len() > 1, "after an abort the worker begins again");
}

#[test]
fn memory_that_is_not_there_is_found() {
    check("self-test-memory", &["--inputs", "60"], "memory allocation of");
}

#[test]
fn an_overflow_of_the_stack_is_found() {
    check("self-test-stack", &["--inputs", "60"], "stack overflow");
}

#[test]
fn a_slow_input_is_found() {
    check("self-test-slow", &["--inputs", "60", "--slow", "50"], "took ");
}

#[test]
fn a_hang_is_found() {
    let arguments = ["--inputs", "40", "--hang", "1"];
    check("self-test-hang", &arguments, "took more than 1 s");
}

#[test]
fn all_inputs_are_tried_however_many_threads() {
    let folder = tempfile::tempdir().unwrap();
    let counts = |threads: &str| {
        let run = ["--target", "dimacs", "--target", "names", "--inputs", "501", "--seed", "7"];
        let output = fuzz(&[&run[..], &["--threads", threads]].concat(), folder.path());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let table = text(&output.stdout);
        let row = |name: &str| {
            let row = table.lines().find(|line| line.starts_with(name)).expect("a row");
            row.split_whitespace().skip(1).take(3).map(str::to_owned).collect::<Vec<_>>()
        };
        let rows = [row("dimacs"), row("names")];
        assert!(rows.iter().all(|row| row[0] == "501"), "{table}");
        rows
    };
    assert_eq!(counts("1"), counts("2"));
}

#[test]
fn an_input_is_printed_as_it_was_found() {
    let (folder, inputs) = check("self-test-panic", &["--inputs", "500"], "a digit stands twice");
    let name = inputs[0].file_name().unwrap().to_str().unwrap();
    let number = name.strip_prefix("1-").unwrap();
    let arguments = ["--target", "self-test-panic", "--seed", "1", "--print", number];
    assert_eq!(fuzz(&arguments, folder.path()).stdout, fs_err::read(&inputs[0]).unwrap());
}

#[test]
fn targets_are_listed_and_unknown_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = fuzz(&["--list"], folder.path());
    let list = text(&output.stdout);
    assert!(list.contains("puzzle-files") && !list.contains("self-test"), "{list}");
    let output = fuzz(&["--target", "nothing"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no target `nothing`"));
}
