//! The format documents: their examples are valid, and the list of error codes is complete.

use std::collections::BTreeSet;

use gordian_perm::cube3::LowercaseMeaning;
use gordian_puzzles::cube3::parse_state;
use gordian_puzzles::{Kind, Solution, SudokuCube, parse};

use crate::support::{cube, files, puzzle, text};

const CODES: &str = "../gordian-cli/src/reference/error_codes.toml";
const CUBE: &str = "../../docs/guides/cube.md";

/// Returns the fenced code blocks of a document in `language`.
pub(crate) fn blocks(document: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = document.split(&fence).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Codes of the listed areas that other crates cause, or that need a rule of a single kind.
const OTHER_CODES: [&str; 6] = [
    "cube.impossible",
    "cube.no-step",
    "cube.not-in-subgroup",
    "puzzle.invalid-board",
    "square1.blocked",
    "square1.no-table",
];

/// Returns the pages that are written by hand.
fn pages() -> String {
    Kind::all().iter().filter_map(|kind| kind.page()).collect()
}

#[test]
fn examples_of_puzzles_are_valid() {
    let examples = blocks(&pages(), "toml");
    assert!(examples.len() >= 5, "{}", examples.len());
    for example in examples {
        puzzle(&example);
    }
}

#[test]
fn the_net_and_the_pieces_of_the_example_are_the_same_cube() {
    let examples = blocks(Kind::of::<SudokuCube>().page().unwrap(), "toml");
    let [net, pieces] = ["net = ", "corners = "]
        .map(|key| examples.iter().find(|example| example.contains(key)).expect("an example"));
    assert_eq!(cube(net), cube(pieces));
}

/// Exactly the error codes that the tests can cause are documented.
#[test]
fn every_code_is_documented() {
    let mut codes = BTreeSet::from(["puzzle.too-long".to_owned(), "solution.too-long".to_owned()]);
    for file in files("testdata/malformed") {
        let diagnostics = parse(&fs_err::read_to_string(file).unwrap()).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    for malformed in ["{", "[]", "null", r#"{"schema": 2, "solution": {}}"#] {
        let diagnostics = Solution::parse(Kind::of::<SudokuCube>(), malformed).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    for malformed in ["{", "{}", r#"{"schema": 2}"#] {
        let diagnostics = parse_state(malformed, LowercaseMeaning::Wide).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    // Invalid piece numbers occur only in positions constructed in code.
    codes.insert("cube.no-such-piece".to_owned());
    let list = text(CODES);
    let names = list.lines().filter_map(|line| line.strip_prefix("[\"")?.strip_suffix("\"]"));
    let areas = ["puzzle.", "solution.", "square1.", "cube."];
    let documented: BTreeSet<String> = names
        .filter(|name| areas.iter().any(|area| name.starts_with(area)))
        .filter(|name| !OTHER_CODES.contains(name))
        .map(str::to_owned)
        .collect();
    assert_eq!(codes, documented);
}

#[test]
fn the_example_position_is_valid() {
    let example = &blocks(&text(CUBE), "json")[0];
    assert_eq!(
        parse_state(example, LowercaseMeaning::Wide),
        parse_state("R", LowercaseMeaning::Wide)
    );
}
