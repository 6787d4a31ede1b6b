//! The reference is complete: commands and options, variables and exit codes, fields of documents.

use serde_json::Value;

use crate::atlas::silver;
use crate::book::reference_page;
use crate::support::{COMMANDS, file, folder, gordian, options, root, words};

#[test]
fn every_command_and_flag_is_documented() {
    let overview = reference_page("commands/index.md");
    for command in COMMANDS {
        let group = command.split(' ').next().unwrap();
        let page = reference_page(&format!("commands/{group}.md"));
        assert!(page.contains(&format!("# `gordian {command}`")), "{command}");
        let flags = options(&gordian(&format!("{command} --help")).ends_with(0).stdout);
        assert!(flags.contains("--quiet"), "{flags:?}");
        for flag in flags {
            let is_documented =
                [page, overview].iter().any(|text| text.contains(&format!("`{flag}`")));
            assert!(is_documented || page.contains(&flag), "{command} {flag}");
        }
    }
}

#[test]
fn every_variable_and_exit_code_is_documented() {
    let (help, page) = (gordian("--help").stdout, reference_page("commands/index.md"));
    let variables = words(&help, "GORDIAN_");
    assert_eq!(variables.len(), 4);
    for variable in variables.iter().map(String::as_str).chain(["NO_COLOR"]) {
        assert!(page.contains(&format!("| `{variable}` |")), "{variable}");
    }
    let codes = help.split_once("Exit codes:\n").unwrap().1.lines();
    let codes = codes.map_while(|line| line.strip_prefix("  ")?.split_once(' '));
    let codes: Vec<(&str, &str)> = codes.map(|(code, what)| (code, what.trim())).collect();
    assert_eq!(codes.len(), 5);
    for (code, what) in codes {
        assert!(page.contains(&format!("| `{code}` | {what} |")), "{code}");
    }
}

#[test]
fn every_field_is_documented() {
    let written = fs_err::read_to_string(root().join("docs/reference/json.md")).unwrap();
    let groups = ["solve", "sudoku", "pencil", "square1", "cube", "perm"];
    let generated = groups.map(|group| reference_page(&format!("documents/{group}.md"))).concat();
    let reference = written + &generated;
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
    check("kinds --json");
    check("kinds --json nurikabe");
    check("explain --json");
    check("explain --json token.wrong");
}
