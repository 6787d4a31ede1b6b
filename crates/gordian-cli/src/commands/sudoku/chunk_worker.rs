//! Answers the puzzles of a chunk.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use gordian::Limit;
use gordian::sudoku::classic::batch::Chunk;
use gordian::sudoku::formats::{self, FormatError, Note};

use super::context::{BatchContext, ChunkResult};
use super::fast_path::FastPath;
use super::puzzle_worker::PuzzleWorker;
use super::source::{PuzzleChunk, SourcePuzzle, format_fault, read_line};
use crate::fault::Fault;

/// Answers chunks of puzzles on one thread.
pub(super) struct ChunkWorker {
    context: Arc<BatchContext>,
    fast_path: FastPath,
    puzzle_worker: PuzzleWorker,
}

impl ChunkWorker {
    pub(super) fn new(context: &Arc<BatchContext>) -> Self {
        Self {
            context: Arc::clone(context),
            fast_path: FastPath::new(context),
            puzzle_worker: PuzzleWorker::new(context),
        }
    }

    pub(super) fn answer(&mut self, input: PuzzleChunk) -> ChunkResult {
        let mut chunk_result = ChunkResult::default();
        self.context.busy.fetch_add(1, Ordering::Relaxed);
        match input {
            PuzzleChunk::Lines(chunk) => self.answer_lines(&chunk, &mut chunk_result),
            PuzzleChunk::Puzzles(items) => {
                for SourcePuzzle { entry, text } in items {
                    self.answer_puzzle(
                        entry.line,
                        entry.result,
                        &|| text.clone(),
                        &mut chunk_result,
                    );
                    if chunk_result.interrupted {
                        break;
                    }
                }
            }
        }
        self.context.busy.fetch_sub(1, Ordering::Relaxed);
        chunk_result
    }

    fn answer_lines(&mut self, chunk: &Chunk, chunk_result: &mut ChunkResult) {
        chunk_result.n_bytes = chunk.bytes.len() as u64;
        if self.fast_path.split_chunk(chunk) {
            let mut fast_path = std::mem::take(&mut self.fast_path);
            fast_path.answer(chunk, chunk_result, &mut |line, bytes, chunk_result| {
                self.answer_line(line, bytes, chunk_result)
            });
            self.fast_path = fast_path;
            return;
        }
        let lines = chunk.bytes.split_inclusive(|&byte| byte == b'\n');
        for (line, bytes) in (chunk.first_line..).zip(lines) {
            self.answer_line(line, bytes, chunk_result);
            if chunk_result.interrupted {
                return;
            }
        }
    }

    /// Answers any line.
    fn answer_line(&mut self, line: u64, bytes: &[u8], chunk_result: &mut ChunkResult) {
        let Some(read) = read_line(bytes, &self.context.reading) else { return };
        // The beginning suffices to show a line that is too long.
        let start = &bytes[..bytes.len().min(1 << 12)];
        let text = || String::from_utf8_lossy(start).trim_end().to_owned();
        self.answer_puzzle(line, read, &text, chunk_result);
    }

    /// Answers a parsed puzzle; `text` is the line to show with a fault.
    fn answer_puzzle(
        &mut self,
        line: u64,
        read: Result<formats::ParsedPuzzle, FormatError>,
        text: &dyn Fn() -> String,
        chunk_result: &mut ChunkResult,
    ) {
        if self.context.cancel.stopped() == Some(Limit::Interrupted) {
            chunk_result.interrupted = true;
            return;
        }
        let here = |fault: Fault| {
            let number = usize::try_from(line).unwrap_or(usize::MAX);
            let text = text();
            fault.in_file(&self.context.file).at_line(number, &text, &(0..text.len()))
        };
        let answer = match read {
            Err(error) => Err(format_fault(&error, &self.context.file, line, &text())),
            Ok(read) => self
                .check_readable(&read, chunk_result)
                .and_then(|()| self.puzzle_worker.answer(&read, chunk_result))
                .map_err(here),
        };
        match answer {
            Ok(answer) => chunk_result.push_answer(line, answer),
            Err(fault) => chunk_result.push_fault(line, fault, self.context.json),
        }
    }

    /// Refuses puzzles in another format or with unsupported rules, and collects notes.
    fn check_readable(
        &self,
        read: &formats::ParsedPuzzle,
        chunk_result: &mut ChunkResult,
    ) -> Result<(), Fault> {
        if let Some(expected) = self.context.reading.format
            && expected != read.format
        {
            let message = format!("the puzzle has the format `{}`", read.format.name());
            return Err(Fault::new("sudoku.wrong-format", message)
                .hint(format!("`--format` accepts only `{}`", expected.name())));
        }
        refuse_missing_rules(read)?;
        for note in &read.notes {
            match note {
                Note::AssumedBoxes { height, width } => {
                    let n = read.puzzle.layout.n();
                    let boxes = format!("{height} rows and {width} columns");
                    let note = format!("assumed boxes of {boxes} for {n}×{n}; see `--box`");
                    chunk_result.notes.insert(note);
                }
                Note::Ignored { what } => {
                    chunk_result
                        .notes
                        .insert(format!("ignored `{what}`, which is not part of the puzzle"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Refuses puzzles with unsupported rules.
pub(super) fn refuse_missing_rules(read: &formats::ParsedPuzzle) -> Result<(), Fault> {
    let missing = read.missing_rules();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("unsupported rules: {}", quoted(&missing));
    Err(Fault::new("sudoku.not-understood", message)
        .hint("the puzzle is not answered, because without them it would be a different puzzle"))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
