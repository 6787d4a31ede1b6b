//! The user documentation: its examples are correct, and the list of error codes is complete.

use std::collections::BTreeSet;

use gordian_perm::cube3::{
    LowercaseMeaning, Position, UnsolvableReason, draw, parse_position_or_sequence,
};

use super::corpus::corpus;
use super::support::after;
use crate::support::text;

const DOCUMENT: &str = "../../docs/guides/cube.md";

/// Codes that other crates cause.
const OTHER_CODES: [&str; 6] = [
    "cube.impossible",
    "cube.json-schema",
    "cube.json-shape",
    "cube.json-syntax",
    "cube.no-step",
    "cube.not-in-subgroup",
];

/// Returns the cells in backticks of the rows of the table whose first column is `heading`.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let document = text(DOCUMENT);
    let table = document.lines().skip_while(|line| !line.starts_with(&format!("| {heading} |")));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`'));
        cells.map(str::to_owned).collect()
    })
    .collect()
}

#[test]
fn the_examples_are_correct() {
    let examples = rows("sequence");
    assert_eq!(examples.len(), 6);
    for example in examples {
        let [sequence, expected, _] = &example[..] else { panic!("{example:?}") };
        let reached = parse_position_or_sequence(sequence, LowercaseMeaning::Wide).unwrap();
        assert_eq!(&reached.to_string(), expected, "{sequence}");
    }
}

#[test]
fn the_drawings_equal_those_of_the_program() {
    let document = text(DOCUMENT);
    for position in [after("R"), Position::SOLVED.with_centres([None; 6]).unwrap()] {
        assert!(document.contains(&format!("```text\n{}```\n", draw(&position))));
    }
}

#[test]
fn every_error_code_is_documented() {
    let mut codes: BTreeSet<String> =
        corpus().iter().map(|(_, _, fault)| fault.code().to_owned()).collect();
    // Only API callers can give such numbers.
    let numbers = UnsolvableReason::NoSuchPiece { place: String::new() };
    codes.insert(numbers.code().to_owned());
    let list = text("../gordian-cli/src/reference/error_codes.toml");
    let names = list.lines().filter_map(|line| line.strip_prefix("[\"")?.strip_suffix("\"]"));
    let documented = names.filter(|name| name.starts_with("cube.") && !OTHER_CODES.contains(name));
    let documented: BTreeSet<String> = documented.map(str::to_owned).collect();
    assert_eq!(codes, documented);
}
