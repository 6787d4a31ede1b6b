//! The fuzzed parsers, each with the invariants of its results.

use std::borrow::Cow;
use std::ops::Range;

use gordian_puzzles::{Diagnostic, line_column};

use crate::Corpus;

mod definitions;
mod flatzinc;
mod models;
mod names;
mod perm;
mod puzzles;
mod requests;
mod self_test;
pub(crate) mod sudoku;
mod tables;

/// Whether an input was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The input was parsed.
    Accepted,
    /// The input was rejected with an error that can be displayed.
    Rejected,
}

/// A fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, also that of its folders.
    pub name: &'static str,
    /// A summary of the input format.
    pub summary: &'static str,
    /// Adds its seeds to a corpus.
    pub seeds: fn(&mut Corpus),
    /// Parses an input and panics if an invariant is violated.
    pub read: fn(&[u8]) -> Verdict,
}

/// All targets.
pub const ALL: &[Target] = &[
    puzzles::FILES,
    puzzles::SOLUTIONS,
    puzzles::LINKS,
    models::MODELS,
    models::ASSIGNMENTS,
    models::DIMACS,
    flatzinc::FLATZINC,
    sudoku::LINES,
    sudoku::DOCUMENTS,
    sudoku::LINKS,
    sudoku::CASES,
    sudoku::TRANSFORMATIONS,
    perm::SQUARE1_POSITIONS,
    perm::SQUARE1_SEQUENCES,
    perm::CUBE3_POSITIONS,
    perm::CUBE3_SEQUENCES,
    definitions::DEFINITIONS,
    tables::TABLES,
    tables::CHECKPOINTS,
    names::NAMES,
    requests::CHECK,
    requests::SUDOKU_READ,
    requests::SQUARE1,
    requests::CUBE,
    requests::JOBS,
];

/// Targets that fail on purpose; `--list` omits them.
const SELF_TESTS: &[Target] = &[
    self_test::PANIC,
    self_test::ABORT,
    self_test::MEMORY,
    self_test::STACK,
    self_test::SLOW,
    self_test::HANG,
];

/// Returns the target with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().chain(SELF_TESTS).find(|target| target.name == name)
}

/// Decodes an input as text; invalid UTF-8 is replaced.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn verdict(accepted: bool) -> Verdict {
    if accepted { Verdict::Accepted } else { Verdict::Rejected }
}

/// Asserts that a span can be shown: it lies in the text and on character boundaries.
fn assert_span(text: &str, span: &Range<usize>) {
    assert!(
        text.get(span.clone()).is_some(),
        "{span:?} is not a valid span in {} bytes",
        text.len()
    );
    let (line, column) = line_column(text, span.start);
    assert!(line > 0 && column > 0);
}

/// Asserts that a message is not empty. Control characters are escaped on output.
fn assert_message(message: &str) {
    assert!(!message.is_empty(), "a message is empty");
}

/// Drops a value that was computed only to check that the computation does not panic.
fn exercise<T>(_: T) {}

/// Asserts that diagnostics can be shown.
fn assert_diagnostics(text: &str, diagnostics: &[Diagnostic]) {
    assert!(!diagnostics.is_empty(), "rejected without a diagnostic");
    for diagnostic in diagnostics {
        assert_message(&diagnostic.to_string());
        assert!(!diagnostic.code.is_empty());
        if let Some(hint) = &diagnostic.hint {
            assert_message(hint);
        }
        assert_span(text, &diagnostic.span);
    }
}
