//! Recorded requests and responses of the service of 0.1.0 are still valid.

use std::num::NonZeroUsize;
use std::path::Path;

use gordian_core::{Cancel, NoProgress};
use gordian_requests::{
    JobFolder, OPERATIONS, RequestContext, Resources, ResourcesConfig, run_job,
};
use serde_json::{Value, json};

use crate::files_of_v0_1_0::write_checkpoint;
use crate::requests::request;
use crate::schema::Schema;

/// One recorded request and response.
struct Recorded {
    name: String,
    input: Value,
    output: Value,
}

fn recorded() -> Vec<Recorded> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/v0.1.0/questions.json");
    let text = fs_err::read_to_string(path).expect("the recording is in the repository");
    let all: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let one = |it: Value| Recorded {
        name: it["question"].as_str().expect("a name").to_owned(),
        input: it["input"].clone(),
        output: it["output"].clone(),
    };
    all.into_iter().map(one).collect()
}

/// Fields of 0.1.0 that were always null or empty, and are gone.
const GONE: [(&str, &[&str]); 2] =
    [("sudoku/hint", &["solution", "rating", "steps"]), ("sudoku/explain", &["step"])];

fn gone(operation: &str) -> &'static [&'static str] {
    GONE.iter().find(|it| it.0 == operation).map_or(&[], |it| it.1)
}

/// Returns the fields that every response has since.
fn new_fields(operation: &str) -> Value {
    match operation {
        "check" => json!({
            "complete": true, "violations": [], "possible": null, "conflicts": [], "limit": null
        }),
        "sudoku/rate" => json!({"checked": false}),
        _ => json!({}),
    }
}

/// Returns the fields of a response that must be equal to those of 0.1.0: proved results, parsed
/// data and positions. Solutions that are not unique, explanations and random results may differ.
fn pinned_fields(operation: &str) -> &'static [&'static str] {
    match operation {
        "solve" => &["schema", "kind", "outcome", "unique", "solution", "checked", "limit"],
        "check" => &["schema", "right", "broken"],
        "sudoku/read" => &["schema", "puzzles"],
        "sudoku/candidates" => &["schema", "n", "outcome", "solutions", "candidates", "basic"],
        "sudoku/hint" => &["schema", "outcome", "unique", "checked", "start"],
        "sudoku/explain" => &["schema", "outcome", "unique", "checked", "solution"],
        "sudoku/rate" => &["schema", "outcome", "unique", "scale"],
        "sudoku/generate" => &["schema", "outcome", "seed", "unique"],
        "square1/solve" => &[
            "schema",
            "position",
            "outcome",
            "distance",
            "distance_ignoring_middle",
            "lower_bound",
            "shortest_solutions",
        ],
        "square1/distances" => &["schema", "distances", "errors"],
        "square1/apply" => &["schema", "position", "positions", "steps"],
        "square1/check" => &["schema", "position", "possible", "colours", "can_twist"],
        "square1/scramble" | "cube/scramble" => &["schema", "seed"],
        "cube/solve" => &["schema", "position", "metric", "outcome", "length", "lower_bound"],
        "cube/apply" => &["schema", "position", "facelets", "centres"],
        "cube/check" => &["schema", "position", "facelets", "centres", "possible"],
        _ => panic!("no response of 0.1.0 is recorded for {operation}"),
    }
}

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Every operation of 0.1.0 is recorded except `square1/report`, whose response is 50 KB of numbers
/// that other tests cover.
#[test]
fn operations_of_0_1_0_still_exist() {
    let mut names: Vec<String> = recorded().into_iter().map(|it| it.name).collect();
    names.push("square1/report".to_owned());
    assert_eq!(names.len(), 18);
    for name in names {
        assert!(OPERATIONS.iter().any(|operation| operation.name == name), "{name} is gone");
    }
}

#[test]
fn documents_of_0_1_0_match_the_schemas() {
    for Recorded { name, input, mut output } in recorded() {
        for (field, value) in new_fields(&name).as_object().expect("an object") {
            assert!(output.get(field).is_none(), "{name} of 0.1.0 has `{field}`");
            output[field] = value.clone();
        }
        let operation = OPERATIONS
            .iter()
            .find(|operation| operation.name == name)
            .expect("the operation exists");
        let schemas = [((operation.input)(), &input), ((operation.output)(), &output)];
        for (schema, document) in schemas {
            assert_eq!(Schema::new(schema).validation_error(document), None, "{name}");
        }
    }
}

/// Responses have every field of those of 0.1.0, with the same type.
#[test]
fn requests_of_0_1_0_have_equal_responses() {
    for Recorded { name, input, output } in recorded() {
        let now = request(&name, &input);
        let now = now.unwrap_or_else(|error| panic!("{name} {input}: {error:?}"));
        for (field, then) in output.as_object().expect("an object") {
            if gone(&name).contains(&field.as_str()) {
                assert!(then.is_null() || then == &json!([]), "{name}: `{field}` had a meaning");
                assert!(now.get(field).is_none(), "{name}: `{field}` is there");
                continue;
            }
            let now = now.get(field).unwrap_or_else(|| panic!("{name}: `{field}` is gone"));
            assert_eq!(json_type(now), json_type(then), "{name}: `{field}`");
            if let Some(fields) = then.as_object() {
                for part in fields.keys() {
                    assert!(now.get(part).is_some(), "{name}: `{field}` has no `{part}`");
                }
            }
        }
        for field in pinned_fields(&name) {
            assert!(output.get(*field).is_some(), "{name} of 0.1.0 has no `{field}`");
            assert_eq!(now[*field], output[*field], "{name}: `{field}`");
        }
    }
}

/// File names are those of 0.1.0: table, job and fence.
#[test]
fn tables_begun_by_0_1_0_are_completed() {
    let folder = gordian_testkit::folder();
    let jobs = folder.path().join("jobs");
    fs_err::create_dir_all(&jobs).expect("a folder");
    write_checkpoint(&jobs.join("square1-silver-7-1.table.checkpoint"));

    let threads = NonZeroUsize::new(2).expect("2 is not 0");
    let cache = Some(folder.path().to_owned());
    let resources =
        Resources::new(ResourcesConfig { cache, threads, seed: 1, ..Default::default() });
    let place = JobFolder { path: jobs.clone(), job: "7".to_owned(), fence: 2 };
    let cancel = Cancel::new();
    let ctx = RequestContext {
        job_folder: Some(&place),
        ..RequestContext::new(&resources, &cancel, &NoProgress)
    };
    let done = run_job("build-table", r#"{"puzzle": "square1-silver"}"#, &ctx).expect("done");
    assert_eq!(done["resumed_at_level"], json!(2));
    assert!(folder.path().join("square1-silver.table").exists());
    let left = fs_err::read_dir(&jobs).expect("a folder").count();
    assert_eq!(left, 0, "files of the job remain");
}
