//! Snapshots of the help, the manual and the completions.

use crate::support::{COMMANDS, gordian};

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
fn version_is_printed() {
    let expected = format!("gordian {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(gordian("--version").ends_with(0).stdout, expected);
}
