//! Every model of `testdata/models` and `testdata/wide` has the answers stated in the `.expected`
//! file beside it.

use std::path::Path;

use gordian_core::{Limits, NoProgress};
use gordian_model::Model;
use gordian_propagate::{Options, PostError, Search as _, Session};

/// Compares the answers of all models of a folder; returns the number of models, and of those with
/// too large numbers.
fn check_folder(name: &str) -> (usize, usize) {
    let folder = format!("{}/../gordian-model/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let (mut n_models, mut n_refused) = (0, 0);
    for entry in fs_err::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|end| end == "json") {
            n_models += 1;
            n_refused += usize::from(!check(&path));
        }
    }
    (n_models, n_refused)
}

/// Returns whether the model can be posted.
fn check(path: &Path) -> bool {
    let read = |path: &Path| fs_err::read_to_string(path).expect("a text");
    let model = Model::from_json(&read(path)).expect("a model");
    let expected = read(&path.with_extension("expected"));
    let number = |key: &str| {
        expected.lines().find_map(|line| line.strip_prefix(key)?.trim().parse::<i64>().ok())
    };
    let post = || match Session::new(&model, &Options::default()) {
        Ok(session) => Some(session),
        Err(PostError::Overflow { .. }) => None,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let Some(mut session) = post() else { return false };
    if let Some(n_answers) = number("answers") {
        let mut n = 0;
        let stopped =
            session.for_each_solution(u64::MAX, &Limits::default(), &NoProgress, &mut |_| n += 1);
        assert_eq!((n, stopped), (n_answers, None), "{}", path.display());
    }
    if model.goal().is_some() {
        let mut session = post().expect("as before");
        let optimum = session.optimise(&Limits::default());
        assert_eq!(optimum.objective, number("best"), "{}", path.display());
    }
    true
}

#[test]
fn models_have_their_answers() {
    let (n_models, n_refused) = check_folder("models");
    assert!(n_models >= 20 && n_refused <= 1, "{n_refused} of {n_models} refused");
}

#[test]
fn wide_models_have_their_answers() {
    let (n_models, n_refused) = check_folder("wide");
    assert!(n_models >= 14 && n_refused < n_models / 2, "{n_refused} of {n_models} refused");
}
