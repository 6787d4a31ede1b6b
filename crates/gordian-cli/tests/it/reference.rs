//! The reference in `docs/guides/command-line.md` is complete.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::atlas::silver;
use crate::support::{COMMANDS, file, folder, gordian, root};

fn reference() -> String {
    fs_err::read_to_string(root().join("docs/guides/command-line.md")).unwrap()
}

/// Returns the words of a text that start with `start`; letters, digits, `-` and `_` continue a word.
fn words(text: &str, start: &str) -> BTreeSet<String> {
    let starts = text.match_indices(start).map(|(at, _)| &text[at..]);
    let word = |rest: &str| -> String {
        let tail = rest.chars().skip(start.len());
        let tail = tail.take_while(|&c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        start.chars().chain(tail).collect()
    };
    starts.map(word).filter(|word| word.len() > start.len()).collect()
}

#[test]
fn every_command_and_flag_is_documented() {
    let reference = reference();
    for command in COMMANDS {
        assert!(reference.contains(&format!("\n## `gordian {command}")), "{command}");
        let flags = words(&gordian(&format!("{command} --help")).ends_with(0).stdout, "--");
        assert!(flags.contains("--quiet"), "{flags:?}");
        for flag in flags {
            assert!(reference.contains(&format!("`{flag}")), "{flag}");
        }
    }
    let all = std::iter::once("").chain(COMMANDS);
    let all = all.map(|command| words(&gordian(&format!("{command} --help")).stdout, "--"));
    let all: BTreeSet<String> = all.flatten().collect();
    for flag in words(&reference, "`--") {
        assert!(all.contains(&flag[1..]), "{flag} is documented, but does not exist");
    }
}

#[test]
fn every_variable_and_exit_code_is_documented() {
    let (help, reference) = (gordian("--help").stdout, reference());
    let variables = words(&help, "GORDIAN_");
    assert_eq!(variables.len(), 4);
    for variable in variables.iter().map(String::as_str).chain(["NO_COLOR"]) {
        assert!(reference.contains(&format!("| `{variable}` |")), "{variable}");
    }
    let codes = help.split_once("Exit codes:\n").unwrap().1.lines();
    let codes = codes.map_while(|line| line.strip_prefix("  ")?.split_once(' '));
    let codes: Vec<(&str, &str)> = codes.map(|(code, what)| (code, what.trim())).collect();
    assert_eq!(codes.len(), 5);
    for (code, what) in codes {
        assert!(reference.contains(&format!("| {code} | {what} |")), "{code}");
    }
}

#[test]
fn every_field_is_documented() {
    let reference = reference();
    let check = |args: &str| {
        let run = gordian(args);
        let Value::Object(document) = run.json() else { panic!("{} is no object", run.stdout) };
        for key in document.keys() {
            assert!(reference.contains(&format!("| `{key}` |")), "{key}");
        }
    };
    check("solve --json --report --confirm puzzles/killer.toml");
    check("solve --json --start any puzzles/golden-waste.toml");
    check("solve --json --conflict puzzles/killer.toml");
    check("solve --json crates/gordian-puzzles/testdata/malformed/many-faults.toml");
    check("solve --json --count puzzles/square1.toml");
    check("square1 solve --json 01034547-F898BCDC,K");
    check("square1 solve --json x");
    check("cube apply --json R");
    check("perm info --json ivy --after UFR");
    check("perm count --json ivy");
    check("perm distances --json ivy");
    check("perm solve --json ivy UFR");
    check("atlas build square1-silver --json");
    let table = silver().name();
    check(&format!("atlas info --json {table}"));
    check(&format!("atlas verify --json {table}"));
    let folder = folder("documents");
    let position = file(&folder, "position", "/");
    check(&format!("atlas query --json {table} {position}"));
    let ivy = format!("{position}.table");
    gordian(&format!("perm distances ivy --out {ivy}")).ends_with(0);
    check(&format!("perm query --json {ivy} UFR --antipodes 1"));
    let wrong = file(&folder, "wrong", "x");
    check(&format!("atlas query --json {table} {wrong}"));
}
