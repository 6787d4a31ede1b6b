//! Tests of the dependencies between crates and of the module documentation.

use toml::Table;

use crate::{files, root};

/// For each crate, the crates of Gordian on which it can depend.
const ALLOWED: [(&str, &[&str]); 24] = [
    ("gordian-core", &[]),
    // Only a dev-dependency.
    ("gordian-testkit", &["gordian-core", "gordian-model"]),
    ("gordian-table", &["gordian-core"]),
    // Knows no puzzles: the content of a job is bytes.
    ("gordian-jobs", &["gordian-core"]),
    ("gordian-perm", &["gordian-core"]),
    ("gordian-model", &["gordian-core"]),
    // The second road to an answer: these two share nothing with the compiler and the SAT solvers.
    ("gordian-lcg", &["gordian-core"]),
    ("gordian-flatzinc", &["gordian-core", "gordian-model"]),
    ("gordian-propagate", &["gordian-core", "gordian-model", "gordian-lcg"]),
    ("gordian-backend", &["gordian-core"]),
    ("gordian-compile", &["gordian-core", "gordian-model", "gordian-backend"]),
    // Another output of the compiler's intermediate form, without clauses.
    ("gordian-ilp", &["gordian-core", "gordian-model", "gordian-compile"]),
    // Data only, because checkers and the searches that they check share it.
    ("gordian-grid", &["gordian-core"]),
    // Fast Sudoku searches, without models and SAT solvers.
    ("gordian-sudoku", &["gordian-core", "gordian-grid"]),
    // A model of another program; of the techniques it knows nothing.
    ("gordian-explainer", &["gordian-core", "gordian-grid", "gordian-sudoku"]),
    // Techniques that explain; the searches do not depend on them. Their weights are in the unit
    // of Sudoku Explainer.
    ("gordian-logic", &["gordian-core", "gordian-grid", "gordian-sudoku", "gordian-explainer"]),
    ("gordian-atlas", &["gordian-core", "gordian-table", "gordian-perm"]),
    // The rules share no code with the searches; a grid is data.
    ("gordian-puzzles", &["gordian-core", "gordian-grid", "gordian-perm"]),
    // Models only: which engine answers, and what is known then.
    (
        "gordian-search",
        &[
            "gordian-core",
            "gordian-model",
            "gordian-propagate",
            "gordian-backend",
            "gordian-compile",
        ],
    ),
    (
        "gordian-solve",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-propagate",
            "gordian-backend",
            "gordian-compile",
            "gordian-search",
            "gordian-ilp",
            "gordian-grid",
            "gordian-sudoku",
            "gordian-explainer",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
        ],
    ),
    // Typed documents; no HTTP and no command line.
    (
        "gordian-requests",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-grid",
            "gordian-sudoku",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
        ],
    ),
    (
        "gordian",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-flatzinc",
            "gordian-lcg",
            "gordian-propagate",
            "gordian-backend",
            "gordian-compile",
            "gordian-search",
            "gordian-ilp",
            "gordian-grid",
            "gordian-sudoku",
            "gordian-explainer",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
            "gordian-requests",
        ],
    ),
    (
        "gordian-cli",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-flatzinc",
            "gordian-propagate",
            "gordian-backend",
            "gordian-compile",
            "gordian-search",
            "gordian-ilp",
            "gordian-grid",
            "gordian-sudoku",
            "gordian-explainer",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
            "gordian-requests",
            "gordian",
            "gordian-server",
        ],
    ),
    // The only crate that uses HTTP.
    (
        "gordian-server",
        &[
            "gordian-core",
            "gordian-table",
            "gordian-perm",
            "gordian-model",
            "gordian-propagate",
            "gordian-backend",
            "gordian-compile",
            "gordian-search",
            "gordian-ilp",
            "gordian-grid",
            "gordian-sudoku",
            "gordian-explainer",
            "gordian-logic",
            "gordian-atlas",
            "gordian-puzzles",
            "gordian-solve",
            "gordian-requests",
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
fn crates_have_only_allowed_dependencies() {
    for (name, allowed) in ALLOWED {
        for dependency in dependencies(name) {
            if dependency.starts_with("gordian") {
                assert!(allowed.contains(&dependency.as_str()), "{name} uses {dependency}");
            }
            assert!(
                !dependency.starts_with("clap") || name == "gordian-cli",
                "{name} uses {dependency}: only gordian-cli can use it"
            );
            assert!(
                !["axum", "hyper"].contains(&dependency.as_str()) || name == "gordian-server",
                "{name} uses {dependency}: only gordian-server can use it"
            );
            assert!(
                !["tokio", "sqlx"].contains(&dependency.as_str())
                    || ["gordian-jobs", "gordian-server"].contains(&name),
                "{name} uses {dependency}: only gordian-jobs and gordian-server can use it"
            );
        }
    }
}

#[test]
fn every_crate_is_listed() {
    for entry in fs_err::read_dir(root().join("crates")).expect("the folder of the crates") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(ALLOWED.iter().any(|known| known.0 == name), "{name} is not in the list of crates");
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

/// A limit ends the work by values: unwinding the stack would end programs with `panic = "abort"`.
#[test]
fn engines_do_not_unwind_the_stack() {
    let engines = [
        "core",
        "model",
        "lcg",
        "propagate",
        "flatzinc",
        "backend",
        "compile",
        "ilp",
        "puzzles",
        "solve",
    ];
    for engine in engines {
        let folder = root().join("crates").join(format!("gordian-{engine}")).join("src");
        for path in files(&folder, ".rs") {
            let text = fs_err::read_to_string(&path).expect("a source file");
            for word in ["catch_unwind", "resume_unwind", "panic_any"] {
                assert!(!text.contains(word), "{} has {word}", path.display());
            }
        }
    }
}
