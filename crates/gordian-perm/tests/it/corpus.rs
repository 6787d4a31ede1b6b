//! Malformed texts with their errors.

use std::fmt::Write;

use gordian_perm::square1::{Colours, Notation, ParseError, Position, parse_position_or_sequence};

use crate::support::text;

/// Returns every text of the corpus with its kind and its error.
pub(crate) fn corpus() -> Vec<(String, String, ParseError)> {
    let read = |line: &str| {
        let (kind, text) = line.split_once(':').unwrap();
        let text = text.strip_prefix(' ').unwrap_or(text);
        let anything = |notation| parse_position_or_sequence(text, Colours::Six, notation);
        let fault = match kind {
            "position" => text.parse::<Position>(),
            "wca" => anything(Notation::Wca),
            "cube21" => anything(Notation::Cube21),
            _ => panic!("{line}"),
        };
        let fault = fault.expect_err(line);
        (kind.to_owned(), text.to_owned(), fault)
    };
    let file = text("testdata/malformed.txt");
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read).collect()
}

#[test]
fn every_malformed_text_has_its_error() {
    let mut shown = String::new();
    for (kind, text, fault) in corpus() {
        let before = text[..fault.span.start].chars().count();
        let marked = text[fault.span.clone()].chars().count().max(1);
        let carets = format!("{}{}", " ".repeat(kind.len() + 2 + before), "^".repeat(marked));
        writeln!(shown, "{kind}: {text}\n{carets}\n{}: {fault}", fault.code()).unwrap();
        writeln!(shown, "hint: {}\n", fault.hint()).unwrap();
    }
    insta::assert_snapshot!(shown);
}
