//! Brute force over all assignments, as an independent reference.

use std::collections::BTreeSet;

use gordian_core::Index;
use gordian_model::{Goal, Model};

/// The solutions of a small model.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Answers {
    /// The values of the answer variables of each solution, without duplicates.
    pub(crate) answers: BTreeSet<Vec<i64>>,
    /// The optimal objective value, if there is an objective and a solution.
    pub(crate) best: Option<i64>,
}

/// Returns all assignments of `domains`, in ascending order.
pub(crate) fn assignments(domains: &[Vec<i64>]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![vec![]], |assignments, domain| {
        let extend = |values: &Vec<i64>| {
            let values = values.clone();
            domain.iter().map(move |&value| [values.as_slice(), &[value]].concat())
        };
        assignments.iter().flat_map(extend).collect()
    })
}

/// Returns the solutions of `model`, found by checking all assignments.
pub(crate) fn brute_force(model: &Model) -> Answers {
    let domains: Vec<Vec<i64>> =
        model.variables().iter().map(|variable| variable.domain.values().collect()).collect();
    let mut found = Answers { answers: BTreeSet::new(), best: None };
    for values in assignments(&domains) {
        if model.check(&values).is_err() {
            continue;
        }
        found
            .answers
            .insert(model.answer_variables().iter().map(|var| values[var.index()]).collect());
        if let Some(goal) = model.goal() {
            let value = model.evaluate(goal.objective(), &values).unwrap();
            let best = found.best.get_or_insert(value);
            *best = match goal {
                Goal::Minimise(_) => value.min(*best),
                Goal::Maximise(_) => value.max(*best),
            };
        }
    }
    found
}

/// Returns the names and texts of the files of a folder in `testdata`, in order of names.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let folder = format!("{}/testdata/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|found| found == extension) {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            files.push((name, fs_err::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}
