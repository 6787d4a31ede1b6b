//! The published pencil puzzles of the tests: each file of `testdata/pencil/` belongs to the kind
//! of its name; its README describes the form.

use serde_json::Value;

/// Returns the data of each kind, by its name.
pub(crate) fn data() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../gordian-solve/testdata/pencil");
    let entries = fs_err::read_dir(folder).expect("the folder of the instances");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut data: Vec<(String, Value)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = fs_err::read_to_string(&path).expect("a file that can be read");
            (name, serde_json::from_str(&text).expect("the file is JSON"))
        })
        .collect();
    data.sort_by(|a, b| a.0.cmp(&b.0));
    data
}

/// Returns the records of a list; checks that none is lost.
pub(crate) fn records<'d>(data: &'d Value, list: &str) -> &'d [Value] {
    let records = data[list].as_array().expect("a list");
    assert_eq!(data["counts"][list], records.len(), "{list}");
    records
}

pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{value} has a text `{key}`"))
}

/// Runs a check for each record of a list, and reports all that fail.
pub(crate) fn check_each(list: &str, check: impl Fn(&str, &Value, &Value) -> Result<(), String>) {
    let mut failures = Vec::new();
    let mut n = 0;
    for (kind, data) in data() {
        for record in records(&data, list) {
            n += 1;
            if let Err(message) = check(&kind, &data, record) {
                failures.push(format!("{}: {message}", text(record, "url")));
            }
        }
    }
    assert!(n > 0, "no {list}");
    assert!(failures.is_empty(), "{} of {n} failed:\n{}", failures.len(), failures.join("\n"));
}
