//! Tests of the dependencies between crates and of the module documentation.

use std::collections::BTreeSet;
use std::path::Path;

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

fn manifest(folder: &Path) -> Table {
    let text = fs_err::read_to_string(folder.join("Cargo.toml"));
    text.expect("every crate has a manifest").parse().expect("the manifest is TOML")
}

fn dependencies(name: &str) -> Vec<String> {
    let manifest = manifest(&root().join("crates").join(name));
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

/// Returns the table of features of a crate.
fn features(name: &str) -> Table {
    let manifest = manifest(&root().join("crates").join(name));
    manifest.get("features").and_then(|value| value.as_table()).cloned().unwrap_or_default()
}

/// Returns the crates that the library consists of: it, and what it depends on.
fn library() -> BTreeSet<String> {
    let mut all = BTreeSet::from(["gordian".to_owned()]);
    let mut open = vec!["gordian".to_owned()];
    while let Some(name) = open.pop() {
        for dependency in dependencies(&name) {
            if dependency.starts_with("gordian") && all.insert(dependency.clone()) {
                open.push(dependency);
            }
        }
    }
    all
}

/// Without the feature `cadical`, no crate of the library depends on the solver in C++: its crate is
/// optional, and whatever enables its feature by default is used without the default.
#[test]
fn the_solver_in_cpp_can_be_left_out() {
    let workspace = manifest(&root());
    let shared = workspace["workspace"]["dependencies"].as_table().expect("a table");
    let mut n = 0;
    for name in library() {
        let manifest = manifest(&root().join("crates").join(&name));
        for (dependency, how) in manifest["dependencies"].as_table().expect("a table") {
            let is = |key: &str| how.get(key).and_then(toml::Value::as_bool) == Some(true);
            assert!(dependency != "cadical" || is("optional"), "{name} needs {dependency}");
            if !dependency.starts_with("gordian") || !features(dependency).contains_key("cadical") {
                continue;
            }
            n += 1;
            let shared_default = shared[dependency].get("default-features");
            assert_eq!(
                shared_default.and_then(toml::Value::as_bool),
                Some(false),
                "{dependency} is used with its default features"
            );
            assert!(how.get("features").is_none(), "{name} enables features of {dependency}");
            let own = features(&name);
            let passed_on = own.get("cadical").and_then(|it| it.as_array());
            let passes_on = |list: &Vec<toml::Value>| {
                let names = list.iter().filter_map(toml::Value::as_str);
                names.map(|it| it.replace('?', "")).any(|it| it == format!("{dependency}/default"))
            };
            // The integer programs need no SAT solver.
            let is_passed_on = passed_on.is_some_and(passes_on);
            assert!(is_passed_on || name == "gordian-ilp", "{name} does not enable {dependency}");
        }
    }
    assert!(n > 8, "{n} dependencies on crates with the feature");
}

/// What WebAssembly does not have is used where there is another way for it.
#[test]
fn the_library_has_clocks_and_threads_for_every_target() {
    for name in library() {
        for path in files(&root().join("crates").join(&name).join("src"), ".rs") {
            let text = fs_err::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a first part");
            let has = |words: &[&str]| words.iter().any(|word| code.contains(word));
            let path = path.display();
            let is_clock = |line: &&str| line.contains("std::time") && line.contains("Instant");
            assert_eq!(code.lines().find(is_clock), None, "{path}: use `gordian_core::Instant`");
            assert!(!has(&["SystemTime"]), "{path} needs a clock of the system");
            // The exchange of MPI is a feature that WebAssembly cannot have.
            let starts = has(&["thread::scope(", "thread::Builder", "thread::spawn"])
                && !has(&["use mpi::"]);
            let asks = has(&["threads::CAN_SPAWN", "threads::usable"]);
            assert!(!starts || asks, "{path} does not ask whether there are threads");
            let starts_pool = has(&["ThreadPoolBuilder::new"]);
            assert!(!starts_pool || asks, "{path}: use `gordian_table::ThreadPool`");
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
    for folder in ["crates", "benches", "fuzz", "js/bindgen", "js/rust", "python/src"] {
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
