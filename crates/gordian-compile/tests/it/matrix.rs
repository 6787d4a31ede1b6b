//! Every model of `testdata/models` and `testdata/wide`, with every engine, with and without
//! presolve, and with one and four threads, has the answers stated in the `.expected` file beside
//! it.

use std::num::NonZeroUsize;

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileOptions, Config, Search as _, Session};
use gordian_core::NoProgress;
use gordian_model::Model;

/// The contents of a `.expected` file.
#[derive(Debug, PartialEq, Eq)]
struct ExpectedResults {
    answers: Option<u64>,
    best: Option<i64>,
}

fn read_expected(text: &str) -> ExpectedResults {
    let number = |key: &str| {
        text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse::<i64>().ok())
    };
    let answers = number("answers").map(|n| u64::try_from(n).expect("a count"));
    ExpectedResults { answers, best: number("best") }
}

#[test]
fn models_have_their_answers_under_every_configuration() {
    assert!(check_folder("models") >= 20);
}

#[test]
fn wide_models_have_their_answers_under_every_configuration() {
    assert!(check_folder("wide") >= 14);
}

/// Checks all models of a folder; returns their number.
fn check_folder(name: &str) -> usize {
    let folder = format!("{}/../gordian-model/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut n_models = 0;
    let mut names: Vec<_> = fs_err::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    names.sort();
    for path in names.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        n_models += 1;
        let text = fs_err::read_to_string(path).expect("a text");
        let model = Model::from_json(&text).expect("a model");
        let expected = fs_err::read_to_string(path.with_extension("expected")).expect("a text");
        let expected = read_expected(&expected);
        for engine in SatSolverKind::ALL {
            for presolve in [true, false] {
                for threads in [1, 4] {
                    let config = Config {
                        engine,
                        threads: NonZeroUsize::new(threads).expect("one or more"),
                        compile: CompileOptions { presolve, ..CompileOptions::default() },
                        ..Config::default()
                    };
                    check(&model, &config, &expected, &path.display().to_string());
                }
            }
        }
    }
    n_models
}

fn check(model: &Model, config: &Config, expected: &ExpectedResults, name: &str) {
    if let Some(answers) = expected.answers {
        let mut session = Session::new(model, config).expect("the model compiles");
        let count = session.count(u64::MAX, &Limits::default(), &NoProgress);
        assert_eq!(count, (answers, None), "{name} with {config:?}");
    }
    if model.goal().is_some() {
        let mut session = Session::new(model, config).expect("the model compiles");
        let optimum = session.optimise(&Limits::default());
        assert_eq!(optimum.objective, expected.best, "{name} with {config:?}");
    }
}
