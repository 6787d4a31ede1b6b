//! The help, the manual and the completions.

use std::path::Path;

use crate::support::{COMMANDS, file, folder, gordian, options, root};

/// Returns the commands without commands below them.
fn leaves() -> impl Iterator<Item = &'static str> {
    let is_group = |name: &str| COMMANDS.iter().any(|it| it.starts_with(&format!("{name} ")));
    COMMANDS.into_iter().filter(move |name| !is_group(name))
}

/// Every command is listed, and says what it does, how it is called, and an example.
#[test]
fn every_command_has_help() {
    for command in COMMANDS {
        let help = gordian(&format!("{command} --help")).ends_with(0).stdout;
        let first = help.lines().next().unwrap();
        assert!(first.starts_with(char::is_uppercase) && first.len() > 10, "{command}: {first}");
        assert!(help.contains(&format!("\nUsage: gordian {command} ")), "{help}");
        // A symbol of several columns counts as one character; none is longer than that.
        let long: Vec<&str> = help.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(long.is_empty(), "{command}: {long:?}");
        assert!(help.contains("--quiet") && help.contains("Global options:"), "{command}");
        let summary = gordian(&format!("{command} -h")).ends_with(0).stdout;
        assert!(summary.len() <= help.len() && summary.starts_with(first), "{command}");
    }
    for command in leaves() {
        let help = gordian(&format!("{command} --help")).stdout;
        assert!(help.contains("\nExample"), "{command} has no example");
        let example = format!("  gordian {command}");
        assert!(help.contains(&example), "no example of {command} calls it");
    }
}

/// The list of commands in the tests is that of the program.
#[test]
fn every_command_is_tested() {
    let pages = gordian("man").ends_with(0).stdout;
    let pages = pages.lines().filter_map(|line| line.strip_prefix(".TH ")?.split(' ').next());
    let pages: Vec<String> = pages.map(|page| page.replace('\\', "")).collect();
    let names = COMMANDS.iter().map(|name| format!("gordian-{}", name.replace(' ', "-")));
    let expected: Vec<String> = std::iter::once("gordian".to_owned()).chain(names).collect();
    assert_eq!(pages, expected);
}

/// The manual has a section of options for each command and is well-formed: no line of text begins
/// with a control character of roff by accident.
#[test]
fn manual_has_every_command_and_option() {
    let manual = gordian("man").ends_with(0).stdout;
    for part in manual.split(".TH ").skip(1) {
        assert!(part.contains("\n.SH NAME\n") && part.contains("\n.SH SYNOPSIS\n"), "{part}");
    }
    for line in manual.lines().filter(|line| line.starts_with(['.', '\''])) {
        let name: String = line.chars().skip(1).take_while(char::is_ascii_alphabetic).collect();
        assert!(
            ["TH", "SH", "TP", "RS", "RE", "br", "ie", "el", "sp", "PP", "IP"]
                .contains(&name.as_str()),
            "{line}"
        );
    }
    let manual = manual.replace('\\', "");
    for command in COMMANDS {
        for flag in options(&gordian(&format!("{command} --help")).stdout) {
            assert!(manual.contains(&flag), "{command} {flag}");
        }
    }
}

#[test]
fn completions_have_every_command_and_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = gordian(&format!("completions {shell}")).ends_with(0).stdout;
        for command in leaves() {
            let last = command.split(' ').next_back().unwrap();
            assert!(script.contains(last), "{shell}: {command}");
            for flag in options(&gordian(&format!("{command} --help")).stdout) {
                let flag = flag.trim_start_matches('-');
                assert!(script.contains(flag), "{shell}: {command} --{flag}");
            }
        }
    }
    assert_eq!(gordian("completions tcl").code, 2);
}

/// The completions for bash are a script that bash reads.
#[test]
#[cfg(unix)]
fn completions_are_scripts() {
    let folder = folder("completions");
    let script = file(&folder, "gordian.bash", &gordian("completions bash").stdout);
    let bash = std::process::Command::new("bash").args(["-n", &script]).status();
    // A system without bash has no use for them.
    assert!(bash.map_or(true, |status| status.success()));
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

/// A release has one version.
#[test]
fn packages_have_the_version_of_the_program() {
    for (file, key) in [
        ("python/Cargo.toml", "version = "),
        ("js/Cargo.toml", "version = "),
        ("js/package.json", "\"version\": "),
    ] {
        let text = fs_err::read_to_string(root().join(file)).unwrap();
        let version = text.lines().find_map(|line| line.trim().strip_prefix(key)).unwrap();
        assert_eq!(version.trim_matches(['"', ',']), env!("CARGO_PKG_VERSION"), "{file}");
    }
    let changes = fs_err::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).unwrap();
    assert!([env!("CARGO_PKG_VERSION"), "Unreleased"].contains(&newest), "{newest}");
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

/// Lists the lines of the sources in a folder with an option such as `--limit` outside of comments
/// and tests.
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
