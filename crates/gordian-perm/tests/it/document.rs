//! The user documentation: its drawing and its examples are correct, and the list of error codes is
//! complete.

use std::collections::BTreeSet;

use gordian_perm::square1::{Colours, Notation, Position, Sequence, draw};

use crate::corpus::corpus;
use crate::support::text;

const DOCUMENT: &str = "../../docs/guides/square1.md";

/// Codes that other crates cause.
const OTHER_CODES: [&str; 2] = ["square1.blocked", "square1.no-table"];

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
fn the_drawing_equals_that_of_the_program() {
    let solved = Position::solved(Colours::Six);
    assert!(text(DOCUMENT).contains(&format!("```text\n{}```\n", draw(&solved))));
}

#[test]
fn the_examples_are_correct() {
    let examples = rows("WCA");
    assert_eq!(examples.len(), 6);
    for example in examples {
        let [wca, cube21, expected, _] = &example[..] else { panic!("{example:?}") };
        let read = |text, notation| Sequence::parse(text, notation).unwrap();
        for sequence in [read(wca, Notation::Wca), read(cube21, Notation::Cube21)] {
            let reached = Position::solved(Colours::Six).apply(&sequence).unwrap();
            assert_eq!(&reached.to_string(), expected);
        }
    }
}

#[test]
fn every_error_code_is_documented() {
    let codes: BTreeSet<String> =
        corpus().iter().map(|(_, _, fault)| fault.code().to_owned()).collect();
    let list = text("../gordian-cli/src/reference/error_codes.toml");
    let names = list.lines().filter_map(|line| line.strip_prefix("[\"")?.strip_suffix("\"]"));
    let documented =
        names.filter(|name| name.starts_with("square1.") && !OTHER_CODES.contains(name));
    let documented: BTreeSet<String> = documented.map(str::to_owned).collect();
    assert_eq!(codes, documented);
}
