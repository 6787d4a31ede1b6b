//! Parsers never panic, and every diagnostic has a valid span.

use std::sync::LazyLock;

use gordian_perm::cube3::LowercaseMeaning;
use gordian_puzzles::cube3::parse_state;
use gordian_puzzles::{Diagnostic, Kind, Solution, line_column, parse};
use proptest::prelude::*;

use crate::support::{files, text};

fn check_spans(source: &str, result: Result<(), Vec<Diagnostic>>) {
    for Diagnostic { message, span, .. } in result.err().unwrap_or_default() {
        assert!(source.get(span.clone()).is_some(), "{message}: {span:?}");
        assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
        let (line, column) = line_column(source, span.start);
        assert!(line >= 1 && column >= 1);
    }
}

/// Parses a text as each kind of document, and draws it if it is a puzzle.
fn parse_as_everything(source: &str) {
    let puzzle = parse(source);
    if let Ok(puzzle) = &puzzle {
        assert!(!puzzle.draw(None).is_empty());
    }
    check_spans(source, puzzle.map(|_| ()));
    for &kind in Kind::all() {
        check_spans(source, Solution::parse(kind, source).map(|_| ()));
    }
    check_spans(source, parse_state(source, LowercaseMeaning::Face).map(|_| ()));
}

/// The files that are mutated, most of them malformed.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names =
        ["classic", "horrendum", "killer", "golden-waste", "sudoku-cube", "sudoku-cube-4", "cube3"];
    let mut texts: Vec<String> =
        names.iter().map(|name| text(&format!("../../puzzles/{name}.toml"))).collect();
    texts.push(text("testdata/cubes/pieces.toml"));
    for file in files("testdata/malformed") {
        texts.push(fs_err::read_to_string(file).unwrap());
    }
    texts
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_never_panics(source in any::<String>()) {
        parse_as_everything(&source);
        for &kind in Kind::all() {
            parse_as_everything(&format!("kind = '{kind}'\n{source}"));
        }
    }

    #[test]
    fn text_made_of_likely_parts_never_panics(
        parts in prop::collection::vec(prop::sample::select(vec![
            "kind = 'grid'\n", "kind = 'goishi'\n", "kind = 'sudoku-cube'\n", "size = ", "givens = ",
            "regions = ", "box = ", "[[rule]]\n", "[[group]]\n", "type = 'cells'\n", "cells = ",
            "sum = ", "board = ", "start = ", "net = ", "corners = ", "'''\n", "'''", "\"\"\"", "'",
            "\n", "1", "9", "64", "-1", ".", "X", "é", "\\", "\r\n", "[", "]", "{", "}", ",", " ", "=",
            "none", "any", "1^ 2> 3v\n", "1.2.\n", "|", "\u{0}", "1e9", "0x7f", "inf",
        ]), 0..40)
    ) {
        parse_as_everything(&parts.concat());
    }

    #[test]
    fn mutated_files_never_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<char>()), 1..6)
    ) {
        let mut characters: Vec<char> = which.get(&FILES).chars().collect();
        for (at, what, character) in edits {
            if characters.is_empty() {
                break;
            }
            let at = at.index(characters.len());
            match what {
                0 => characters[at] = character,
                1 => characters.insert(at, character),
                2 => { characters.remove(at); }
                _ => characters[at] = *['\'', '"', '.', '1', '\n', '[', '#', ' ']
                    .get(usize::try_from(u32::from(character) % 8).unwrap())
                    .unwrap(),
            }
        }
        parse_as_everything(&characters.into_iter().collect::<String>());
    }
}
