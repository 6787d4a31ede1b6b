//! The readers that are fuzzed, each with what must hold of what it read.

use std::borrow::Cow;
use std::ops::Range;

use gordian_puzzles::{Diagnostic, line_column};

use crate::Corpus;

mod models;
mod names;
mod perm;
mod puzzles;
mod requests;
mod self_test;
mod sudoku;
mod tables;

/// Whether an input was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was.
    Accepted,
    /// It was refused, with an error that could be rendered.
    Refused,
}

/// A reader.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is that of its folders too.
    pub name: &'static str,
    /// What is read.
    pub summary: &'static str,
    /// Adds its seeds.
    pub seeds: fn(&mut Corpus),
    /// Reads an input and panics if something does not hold.
    pub read: fn(&[u8]) -> Verdict,
}

/// All targets.
pub const ALL: &[Target] = &[
    puzzles::FILES,
    puzzles::SOLUTIONS,
    models::MODELS,
    models::ASSIGNMENTS,
    models::DIMACS,
    sudoku::LINES,
    sudoku::DOCUMENTS,
    sudoku::LINKS,
    sudoku::CASES,
    sudoku::TRANSFORMATIONS,
    perm::SQUARE1_POSITIONS,
    perm::SQUARE1_SEQUENCES,
    perm::CUBE3_POSITIONS,
    perm::CUBE3_SEQUENCES,
    tables::TABLES,
    tables::CHECKPOINTS,
    names::NAMES,
    requests::CHECK,
    requests::SUDOKU_READ,
    requests::SQUARE1,
    requests::CUBE,
    requests::JOBS,
];

/// Targets that fail on purpose: they are found by their names only.
const SELF_TESTS: &[Target] = &[
    self_test::PANIC,
    self_test::ABORT,
    self_test::MEMORY,
    self_test::STACK,
    self_test::SLOW,
    self_test::HANG,
];

/// Returns the target of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().chain(SELF_TESTS).find(|target| target.name == name)
}

/// Returns an input as a text; what is not UTF-8 is replaced.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn verdict(accepted: bool) -> Verdict {
    if accepted { Verdict::Accepted } else { Verdict::Refused }
}

/// Asserts that a place can be shown: it lies in the text, on boundaries of characters.
fn assert_place(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is no place in {} bytes", text.len());
    let (line, column) = line_column(text, span.start);
    assert!(line > 0 && column > 0);
}

/// Asserts that there is a message. Control characters in it are made harmless where it is printed.
fn assert_message(message: &str) {
    assert!(!message.is_empty(), "a message is empty");
}

/// Takes what was made only to see that it can be.
fn made<T>(_: T) {}

/// Asserts that faults can be shown.
fn assert_shown(text: &str, diagnostics: &[Diagnostic]) {
    assert!(!diagnostics.is_empty(), "refused without a reason");
    for diagnostic in diagnostics {
        assert_message(&diagnostic.to_string());
        assert!(!diagnostic.code.is_empty());
        if let Some(hint) = &diagnostic.hint {
            assert_message(hint);
        }
        assert_place(text, &diagnostic.span);
    }
}
