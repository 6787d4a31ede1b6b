//! Targets that fail on purpose: each kind of failure is found, saved, and reproduced.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fuzz(arguments: &[&str], found: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gordian-fuzz"));
    command.args(arguments).arg("--found").arg(found).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a target that fails on purpose and returns the saved inputs.
fn expect_failure(
    target: &str,
    arguments: &[&str],
    message: &str,
) -> (tempfile::TempDir, Vec<PathBuf>) {
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
            let is_repeated_digit = |pair: &[u8]| pair[0] == pair[1] && pair[0].is_ascii_digit();
            assert!(bytes.windows(2).any(is_repeated_digit), "{path:?} does not fail");
            inputs.push(path);
        }
    }
    assert!(!inputs.is_empty(), "no finding was saved");
    (found, inputs)
}

#[test]
fn panic_is_found_and_replayed() {
    let (folder, inputs) =
        expect_failure("self-test-panic", &["--inputs", "500"], "a digit stands twice");
    assert_eq!(inputs.len(), 3, "at most three findings per location are saved");
    let file = inputs[0].to_str().unwrap();
    let output = fuzz(&["--replay", "self-test-panic", file], folder.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("self_test.rs"), "{}", text(&output.stdout));
    let output = fuzz(&["--replay", "dimacs", file], folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn abort_is_found_and_remaining_inputs_are_tried() {
    let (_folder, inputs) = expect_failure("self-test-abort", &["--inputs", "200"], "SIGABRT");
    assert!(inputs.len() > 1, "a new worker starts after an abort");
}

#[test]
fn memory_exhaustion_is_found() {
    expect_failure("self-test-memory", &["--inputs", "60"], "memory allocation of");
}

#[test]
fn stack_overflow_is_found() {
    expect_failure("self-test-stack", &["--inputs", "60"], "stack overflow");
}

#[test]
fn slow_input_is_found() {
    expect_failure("self-test-slow", &["--inputs", "60", "--slow", "50"], "took ");
}

#[test]
fn hang_is_found() {
    let arguments = ["--inputs", "40", "--hang", "1"];
    expect_failure("self-test-hang", &arguments, "took more than 1 s");
}

#[test]
fn results_are_independent_of_the_number_of_threads() {
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
fn printed_input_equals_the_saved_finding() {
    let (folder, inputs) =
        expect_failure("self-test-panic", &["--inputs", "500"], "a digit stands twice");
    let name = inputs[0].file_name().unwrap().to_str().unwrap();
    let number = name.strip_prefix("1-").unwrap();
    let arguments = ["--target", "self-test-panic", "--seed", "1", "--print", number];
    assert_eq!(fuzz(&arguments, folder.path()).stdout, fs_err::read(&inputs[0]).unwrap());
}

#[test]
fn targets_are_listed_and_unknown_targets_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let output = fuzz(&["--list"], folder.path());
    let list = text(&output.stdout);
    assert!(list.contains("puzzle-files") && !list.contains("self-test"), "{list}");
    let output = fuzz(&["--target", "nothing"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("unknown target `nothing`"));
}
