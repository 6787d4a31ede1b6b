//! Answers to puzzles as text or JSON.

use gordian::requests::sudoku::PuzzleDocument;
use gordian::sudoku::classic::batch::SolveResult;
use gordian::sudoku_batch::{AnswerText, AnswerWriter, LineError, Operation, PuzzleAnswer};
use serde::Serialize;

use crate::commands::lines::LineDocument;
use crate::fault::{Fault, FaultDocument};

/// Writes the answers of a batch.
pub(super) struct Writer {
    pub(super) text: AnswerText,
    /// Whether answers are JSON documents.
    pub(super) json: bool,
    /// The name of the input file.
    pub(super) file: String,
}

/// Appends a document as a line.
pub(super) fn push_json(document: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(&mut *out, document).expect("the names of all fields are strings");
    out.push(b'\n');
}

/// Appends the error of a line.
pub(super) fn push_error(line: u64, fault: &Fault, as_json: bool, out: &mut Vec<u8>) {
    if as_json {
        return push_json(&FaultDocument::of_line(line, fault, &[]), out);
    }
    out.extend_from_slice(format!("{}\n", fault.to_line(line)).as_bytes());
}

impl AnswerWriter for Writer {
    fn write(&self, line: u64, answer: &PuzzleAnswer, out: &mut Vec<u8>) {
        if self.json {
            let answer = PuzzleDocument::new(self.text.operation, answer);
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            return push_json(&LineDocument { answer, line }, out);
        }
        out.extend_from_slice(self.text.text(answer).as_bytes());
    }

    fn write_error(&self, error: &LineError, out: &mut Vec<u8>) {
        push_error(error.line, &Fault::from_line_error(error, &self.file), self.json, out);
    }

    #[inline]
    fn write_plain(&self, operation: Operation, result: &SolveResult, out: &mut Vec<u8>) -> bool {
        if !self.json {
            AnswerText::push_plain(operation, result, out);
        }
        !self.json
    }
}
