//! Compatibility with 0.1.0: its files are still read, with the same results.
//!
//! Tables, checkpoints and job databases are tested in the crates that read them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::{file, folder, root, run};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/v0.1.0")
}

/// Returns the path of a file that 0.1.0 wrote or read.
fn path_of(name: &str) -> String {
    testdata().join(name).into_os_string().into_string().expect("UTF-8")
}

fn text(name: &str) -> String {
    fs_err::read_to_string(path_of(name)).expect("the file exists")
}

/// Puzzles and models; `NAME.answer.json` is the document that 0.1.0 printed.
const PROBLEMS: [&str; 11] = [
    "classic.toml",
    "cube3.toml",
    "golden-waste.toml",
    "horrendum.toml",
    "killer.toml",
    "model-goal.json",
    "model.json",
    "square1-silver.toml",
    "square1.toml",
    "sudoku-cube-4.toml",
    "sudoku-cube.toml",
];

/// Returns the name of the answer.
fn answer_of(problem: &str) -> String {
    let (name, _) = problem.rsplit_once('.').expect("an ending");
    format!("{name}.answer.json")
}

#[test]
fn solutions_of_0_1_0_pass_the_check() {
    for problem in PROBLEMS {
        let run = run(&["check", &path_of(problem), "--solution", &path_of(&answer_of(problem))]);
        assert_eq!(run.ends_with(0).stdout, "right: the solution keeps every rule\n", "{problem}");
    }
}

#[test]
fn problems_of_0_1_0_have_the_same_answers() {
    // The length of a cube solution depends on timing; its correctness is tested above.
    for problem in PROBLEMS.into_iter().filter(|problem| *problem != "cube3.toml") {
        let then: Value = serde_json::from_str(&text(&answer_of(problem))).expect("JSON");
        let now = run(&["solve", "--json", &path_of(problem)]).ends_with(0).json();
        // No field has been removed.
        for field in then.as_object().expect("an object").keys() {
            assert!(now.get(field).is_some(), "{problem}: `{field}` is gone");
        }
        let mut proved = vec!["schema", "kind", "title", "outcome", "unique", "count", "checked"];
        proved.extend(["objective", "bound"]);
        if then["unique"] == true {
            proved.push("solution");
        }
        for field in proved {
            assert_eq!(now[field], then[field], "{problem}: `{field}`");
        }
    }
}

#[test]
fn sudoku_texts_of_0_1_0_have_the_same_solutions() {
    for name in ["sudoku-block", "sudoku-lines", "sudoku-link", "sudoku-marks"] {
        let run = run(&["sudoku", "solve", &path_of(&format!("{name}.txt"))]).ends_with(0);
        assert_eq!(run.stdout, text(&format!("{name}.solved")), "{name}");
    }
}

#[test]
fn cube_position_of_0_1_0_is_read() {
    let position = text("cube-position.json");
    let mut written = run(&["cube", "apply", "--json", &position]).ends_with(0).json();
    // A field of later versions.
    let fields = written.as_object_mut().expect("an object");
    assert!(fields.remove("position").is_some_and(|position| position.is_string()));
    assert_eq!(written, serde_json::from_str::<Value>(&position).expect("JSON"));
}

/// Returns the document with another version.
fn with_schema(document: &str, schema: &Value) -> String {
    let mut document: Value = serde_json::from_str(document).expect("JSON");
    assert_eq!(document["schema"], 1);
    document["schema"] = schema.clone();
    document.to_string()
}

#[test]
fn documents_of_other_schemas_are_refused_and_unchanged() {
    let folder = folder("upgrade");
    let refused = |args: &[&str], changed: &str, schema: &Value| {
        let before = fs_err::read(changed).expect("it is there");
        let run = run(args).ends_with(2);
        let message = format!("schema {schema} is not supported");
        for part in [&*message, "hint: this build reads schema 1 only"] {
            assert!(run.stderr.contains(part), "no {part} in {}", run.stderr);
        }
        assert!(run.stdout.is_empty(), "{}", run.stdout);
        assert!(fs_err::read(changed).expect("it is there") == before);
    };
    for schema in [json!(0), json!(2), json!(99)] {
        for problem in PROBLEMS {
            let answer = with_schema(&text(&answer_of(problem)), &schema);
            let answer = file(&folder, "answer.json", &answer);
            let args = ["check", &path_of(problem), "--solution", &answer];
            refused(&args, &answer, &schema);
        }
        let model = file(&folder, "model.json", &with_schema(&text("model.json"), &schema));
        refused(&["solve", &model], &model, &schema);
        refused(&["export", "--format", "lp", &model], &model, &schema);
        let answer = path_of("model.answer.json");
        refused(&["check", &model, "--solution", &answer], &model, &schema);
        // A position is an argument.
        let position = with_schema(&text("cube-position.json"), &schema);
        refused(&["cube", "check", &position], &model, &schema);
    }
}

/// Returns the rows of the table in a Markdown text whose first column is headed `first`.
fn rows<'t>(text: &'t str, first: &str) -> Vec<Vec<&'t str>> {
    let cells = |line: &'t str| line.trim_matches('|').split('|').map(str::trim).collect();
    text.lines()
        .skip_while(|line| !line.starts_with(&format!("| {first} |")))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect()
}

/// Returns the version in the second column of a row.
fn version_in(rows: &[Vec<&str>], what: &str) -> u64 {
    let row = rows.iter().find(|row| row[0].starts_with(what)).expect("a row");
    let words = row[1].split([',', ';', ' ']).filter(|word| !word.is_empty());
    words.filter_map(|word| word.parse().ok()).next().expect("a version")
}

#[test]
fn document_of_versions_agrees_with_the_files_of_0_1_0() {
    let document = fs_err::read_to_string(root().join("docs/formats/versions.md")).expect("text");

    // The versions of formats that did not change are those in the files.
    let formats = rows(&document, "what");
    let table = root().join("crates/gordian-table/testdata/v0.1.0/squares.table");
    let table = fs_err::read(table).expect("the file exists");
    let version_of_table = u32::from_le_bytes(table[8..12].try_into().expect("four bytes"));
    assert_eq!(version_in(&formats, "table ("), u64::from(version_of_table));
    let schema = |text: &str| serde_json::from_str::<Value>(text).expect("JSON")["schema"].clone();
    assert_eq!(schema(&text("model.json")), version_in(&formats, "model"));
    assert_eq!(schema(&text("classic.answer.json")), version_in(&formats, "answer with"));
    assert_eq!(schema(&text("classic.answer.json")), version_in(&formats, "answer of the service"));
    assert_eq!(schema(&text("cube-position.json")), version_in(&formats, "position of"));
    // The database is upgraded: one version per file.
    let migrations = root().join("crates/gordian-jobs/migrations");
    let migrations = fs_err::read_dir(migrations).expect("a folder").count();
    assert_eq!(version_in(&formats, "database"), u64::try_from(migrations).expect("few"));

    // The crates with files, each with a description of how they were made.
    let mut with_files = BTreeSet::new();
    for entry in fs_err::read_dir(root().join("crates")).expect("a folder") {
        let entry = entry.expect("readable");
        let files = entry.path().join("testdata/v0.1.0");
        if files.is_dir() {
            assert!(files.join("README.md").is_file(), "{}", files.display());
            with_files.insert(format!("`{}`", entry.file_name().display()));
        }
    }
    let listed: BTreeSet<_> =
        rows(&document, "crate").iter().map(|row| row[0].to_owned()).collect();
    assert_eq!(listed, with_files);
}
