//! The documents of the command line are those of the library, which the service sends.

use std::num::NonZeroUsize;

use gordian::requests::{OPERATIONS, Operation, RequestContext, Resources, ResourcesConfig};
use gordian::{Cancel, NoProgress};
use serde_json::{Value, json};

use crate::support::{file, folder, run_with};

/// Operations whose answer no command writes as JSON: it writes them as text or as files, or
/// answers many lines.
const WITHOUT_COMMAND: [&str; 15] = [
    "draw",
    "recognise",
    "sudoku/read",
    "pencil/kinds",
    "pencil/read",
    "pencil/blank",
    "pencil/rules",
    "pencil/write",
    "square1/distances",
    "square1/apply",
    "square1/scramble",
    "square1/check",
    "square1/report",
    "cube/check",
    "perm/apply",
];

/// Fields of a command's document that are about its input, and those that differ from run to run.
const OWN_FIELDS: [&str; 4] = ["file", "line", "seconds", "engine"];

/// Returns the arguments and the standard input of the command that answers an example.
fn command(name: &str, example: &Value) -> Option<(Vec<String>, String)> {
    let field = |name: &str| example[name].as_str().expect("a text").to_owned();
    let number = |name: &str| example[name].as_u64().expect("a number");
    let (args, more, input) = match name {
        "solve" => ("sudoku solve --json -".to_owned(), vec![], field("puzzle")),
        "check" => {
            let folder = folder("documents");
            let solution = file(&folder, "solution.json", &example["solution"].to_string());
            ("check --json - --solution".to_owned(), vec![solution], field("puzzle"))
        }
        "sudoku/candidates" | "sudoku/hint" | "sudoku/explain" | "sudoku/rate" => {
            (format!("{} --json -", name.replace('/', " ")), vec![], field("puzzle"))
        }
        "sudoku/generate" => {
            let (level, symmetry, seed) = (field("level"), field("symmetry"), number("seed"));
            let args = format!("--json --level {level} --symmetry {symmetry} --seed {seed}");
            (format!("sudoku generate {args}"), vec![], String::new())
        }
        "pencil/explain" => ("solve --json --explain -".to_owned(), vec![], field("puzzle")),
        "pencil/generate" => {
            let (kind, rows, columns) = (field("kind"), number("rows"), number("columns"));
            let seed = number("seed");
            let args = format!("{kind} --size {rows}x{columns} --seed {seed} --output json");
            (format!("generate {args}"), vec![], String::new())
        }
        "square1/solve" => {
            ("square1 solve --json".to_owned(), vec![field("position")], String::new())
        }
        "cube/solve" => {
            let args = "cube solve --json --time-limit 0.1".to_owned();
            (args, vec![field("position")], String::new())
        }
        "cube/apply" => {
            let positions = vec![field("position"), field("moves")];
            ("cube apply --json".to_owned(), positions, String::new())
        }
        "cube/scramble" => {
            let args = format!("cube scramble --json --centres --seed {}", number("seed"));
            (args, vec![], String::new())
        }
        "perm/read" => (format!("perm info --json {}", field("puzzle")), vec![], String::new()),
        "perm/solve" => {
            (format!("perm solve --json {}", field("puzzle")), vec![field("setup")], String::new())
        }
        "perm/scramble" => {
            let (puzzle, seed) = (field("puzzle"), number("seed"));
            (format!("perm scramble --json {puzzle} --seed {seed}"), vec![], String::new())
        }
        _ => return None,
    };
    let args = args.split(' ').map(str::to_owned).chain(more).collect();
    Some((args, input))
}

fn without_own_fields(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("an object");
    OWN_FIELDS.iter().for_each(|field| drop(fields.remove(*field)));
    document
}

#[test]
fn commands_write_the_responses_of_requests() {
    let threads = NonZeroUsize::MIN;
    let resources = Resources::new(ResourcesConfig { threads, ..ResourcesConfig::default() });
    let cancel = Cancel::new();
    let mut n = 0;
    for operation in OPERATIONS {
        let Operation { name, example, .. } = operation;
        let example = example();
        if WITHOUT_COMMAND.contains(name) {
            continue;
        }
        let (args, input) =
            command(name, &example).unwrap_or_else(|| panic!("{name} has no command in this test"));
        let run = run_with(&args, &input);
        let written: Value = serde_json::from_str(run.stdout.trim())
            .unwrap_or_else(|error| panic!("{args:?}: {error}: {}{}", run.stdout, run.stderr));
        let ctx = RequestContext::new(&resources, &cancel, &NoProgress);
        let answer = operation.handle(&example.to_string(), &ctx);
        let answer = answer.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        if *name == "pencil/explain" {
            assert_eq!(written["explanation"], answer["explanation"], "{args:?}");
        } else {
            assert_eq!(without_own_fields(written), without_own_fields(answer), "{args:?}");
        }
        n += 1;
    }
    assert_eq!(n, OPERATIONS.len() - WITHOUT_COMMAND.len());
    assert_eq!(without_own_fields(json!({"line": 1, "schema": 1})), json!({"schema": 1}));
}
