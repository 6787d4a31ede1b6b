//! Snapshots of the help, the manual and the completions.

use std::path::Path;

use crate::support::{COMMANDS, gordian, root};

#[test]
fn help_matches_the_snapshots() {
    insta::assert_snapshot!("help", gordian("--help").ends_with(0).stdout);
    insta::assert_snapshot!("help_short", gordian("-h").ends_with(0).stdout);
    for command in COMMANDS {
        let help = gordian(&format!("{command} --help")).ends_with(0).stdout;
        insta::assert_snapshot!(format!("help_{}", command.replace(' ', "_")), help);
    }
}

#[test]
fn manual_matches_the_snapshot() {
    let manual = gordian("man").ends_with(0).stdout;
    let manual = manual.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!(manual);
}

#[test]
fn completions_match_the_snapshots() {
    for shell in ["bash", "fish", "zsh"] {
        let script = gordian(&format!("completions {shell}")).ends_with(0).stdout;
        insta::assert_snapshot!(format!("completions_{shell}"), script);
    }
    for shell in ["elvish", "powershell"] {
        let script = gordian(&format!("completions {shell}")).ends_with(0).stdout;
        assert!(script.contains("--ignore-reachability"), "{shell}");
    }
    assert_eq!(gordian("completions tcl").code, 2);
}

#[test]
fn notices_name_what_the_program_contains() {
    let notices = gordian("notices").ends_with(0).stdout;
    for name in ["axum", "cadical", "preact", "three", "The Rust standard library"] {
        assert!(notices.contains(name), "{name}");
    }
    assert!(notices.contains("Armin Biere") && notices.contains("three.js authors"));
}

#[test]
fn help_is_a_command() {
    let help = gordian("help sudoku solve").ends_with(0).stdout;
    assert_eq!(help, gordian("sudoku solve --help").ends_with(0).stdout);
    assert_eq!(gordian("help").ends_with(0).stdout, gordian("--help").ends_with(0).stdout);
    assert_eq!(gordian("help nothing").code, 2);
}

#[test]
fn version_is_printed() {
    let expected = format!("gordian {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(gordian("--version").ends_with(0).stdout, expected);
}

/// Services have the texts of libraries, too; the command line adds the options.
#[test]
fn libraries_do_not_name_options() {
    let mut found = Vec::new();
    for folder in fs_err::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        if !folder.ends_with("gordian-cli") {
            options_in(&folder.join("src"), &mut found);
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Lists the lines of the sources in a folder with an option such as `--limit` outside of comments and tests.
fn options_in(folder: &Path, found: &mut Vec<String>) {
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            options_in(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            let text = fs_err::read_to_string(&path).unwrap();
            let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
            let code = code.filter(|line| !line.trim_start().starts_with("//"));
            found.extend(
                code.filter(|line| has_option(line))
                    .map(|line| format!("{}: {}", path.display(), line.trim())),
            );
        }
    }
}

fn has_option(line: &str) -> bool {
    line.match_indices("--").any(|(at, _)| {
        line[..at].ends_with(['`', '"', ' ', '('])
            && line[at + 2..].starts_with(|next: char| next.is_ascii_lowercase())
    })
}
