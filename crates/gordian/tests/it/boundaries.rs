//! Which crate may use which, and what every source file keeps.

use toml::Table;

use crate::{files, root};

/// Every crate with the crates of Gordian that it may depend on.
const ALLOWED: [(&str, &[&str]); 16] = [
    ("gordian-core", &[]),
    // For tests only: nothing depends on it otherwise.
    ("gordian-testkit", &[]),
    ("gordian-table", &["gordian-core"]),
    // Knows of no puzzle: what a job is about is bytes to it.
    ("gordian-jobs", &["gordian-core"]),
    ("gordian-perm", &["gordian-core"]),
    ("gordian-model", &["gordian-core"]),
    ("gordian-backend", &["gordian-core"]),
    ("gordian-compile", &["gordian-core", "gordian-model", "gordian-backend"]),
    // Fast grids are free of models and solvers.
    ("gordian-sudoku", &["gordian-core"]),
    // Rules that explain; the searches do not know of them.
    ("gordian-logic", &["gordian-core", "gordian-sudoku"]),
    ("gordian-atlas", &["gordian-core", "gordian-table", "gordian-perm"]),
    // The rules share nothing with a finder.
    ("gordian-puzzles", &["gordian-core", "gordian-perm"]),
    (
        "gordian-solve",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-backend",
            "gordian-compile",
            "gordian-sudoku",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
        ],
    ),
    (
        "gordian",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-backend",
            "gordian-compile",
            "gordian-sudoku",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
        ],
    ),
    (
        "gordian-cli",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-backend",
            "gordian-compile",
            "gordian-sudoku",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
            "gordian",
            "gordian-server",
        ],
    ),
    // The only crate that speaks HTTP.
    (
        "gordian-server",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-backend",
            "gordian-compile",
            "gordian-sudoku",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
            "gordian-jobs",
        ],
    ),
];

fn dependencies(name: &str) -> Vec<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let text = fs_err::read_to_string(path).expect("every crate has a manifest");
    let manifest: Table = text.parse().expect("the manifest is TOML");
    let dependencies = manifest.get("dependencies").and_then(|value| value.as_table());
    dependencies.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn crates_use_only_those_above_them() {
    for (name, allowed) in ALLOWED {
        for dependency in dependencies(name) {
            if dependency.starts_with("gordian") {
                assert!(allowed.contains(&dependency.as_str()), "{name} uses {dependency}");
            }
            assert!(
                !dependency.starts_with("clap") || name == "gordian-cli",
                "{name} uses {dependency}: only gordian-cli knows the command line"
            );
            assert!(
                !["axum", "hyper"].contains(&dependency.as_str()) || name == "gordian-server",
                "{name} uses {dependency}: only gordian-server speaks HTTP"
            );
            assert!(
                !["tokio", "sqlx"].contains(&dependency.as_str())
                    || ["gordian-jobs", "gordian-server"].contains(&name),
                "{name} uses {dependency}: only jobs and their service wait for others"
            );
        }
    }
}

#[test]
fn every_crate_is_listed() {
    for entry in fs_err::read_dir(root().join("crates")).expect("the folder of the crates") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(ALLOWED.iter().any(|known| known.0 == name), "{name} has no place in the order");
    }
}

#[test]
fn every_module_begins_with_its_documentation() {
    for folder in ["crates", "benches", "fuzz"] {
        for path in files(&root().join(folder), ".rs") {
            let text = fs_err::read_to_string(&path).expect("a source file");
            assert!(text.starts_with("//!"), "{} does not begin with `//!`", path.display());
        }
    }
}
