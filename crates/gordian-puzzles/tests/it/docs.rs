//! The format documents: their examples are valid, and their lists of error codes are complete.

use std::collections::BTreeSet;

use gordian_perm::cube3::LowercaseMeaning;
use gordian_puzzles::cube3::parse_state;
use gordian_puzzles::{Kind, Solution, SudokuCube, parse};

use crate::support::{cube, files, puzzle, text};

const PUZZLE_FILES: &str = "../../docs/formats/puzzle-files.md";
const SOLUTION_JSON: &str = "../../docs/formats/solution-json.md";
const SQUARE1: &str = "../../docs/guides/square1.md";
const CUBE: &str = "../../docs/guides/cube.md";

/// Returns the fenced code blocks of a document in `language`.
pub(crate) fn blocks(document: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = document.split(&fence).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Returns the pages of all kinds.
fn pages() -> String {
    Kind::all().iter().map(|kind| text(&format!("../../docs/kinds/{kind}.md"))).collect()
}

#[test]
fn examples_of_puzzles_are_valid() {
    let examples = blocks(&pages(), "toml");
    assert!(examples.len() >= 12, "{}", examples.len());
    for example in examples {
        puzzle(&example);
    }
}

#[test]
fn the_net_and_the_pieces_of_the_example_are_the_same_cube() {
    let examples = blocks(&text("../../docs/kinds/sudoku-cube.md"), "toml");
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
    let documents = [PUZZLE_FILES, SOLUTION_JSON, SQUARE1, CUBE].map(text).concat() + &pages();
    let rows = documents.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<String> = rows
        .filter_map(|row| row.split('`').next())
        .filter(|name| name.contains('.'))
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
