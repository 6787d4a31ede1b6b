//! Some puzzles in, their answers out.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use gordian::Limit;
use gordian::sudoku::classic::batch::Chunk;
use gordian::sudoku::formats::{self, FormatError, Note};

use super::fast::Fast;
use super::job::{Job, Piece};
use super::replies::Replier;
use super::source::{Input, Item, format_fault, read_line};
use crate::fault::Fault;

/// Answers puzzles, chunk after chunk, on one thread.
pub(super) struct Worker {
    job: Arc<Job>,
    fast: Fast,
    replier: Replier,
}

impl Worker {
    pub(super) fn new(job: &Arc<Job>) -> Self {
        Self { job: Arc::clone(job), fast: Fast::new(job), replier: Replier::new(job) }
    }

    pub(super) fn answer(&mut self, input: Input) -> Piece {
        let mut piece = Piece::default();
        self.job.busy.fetch_add(1, Ordering::Relaxed);
        match input {
            Input::Lines(chunk) => self.lines(&chunk, &mut piece),
            Input::Puzzles(items) => {
                for Item { entry, text } in items {
                    self.puzzle(entry.line, entry.result, &|| text.clone(), &mut piece);
                    if piece.interrupted {
                        break;
                    }
                }
            }
        }
        self.job.busy.fetch_sub(1, Ordering::Relaxed);
        piece
    }

    fn lines(&mut self, chunk: &Chunk, piece: &mut Piece) {
        piece.n_bytes = chunk.bytes.len() as u64;
        if self.fast.take(chunk) {
            let mut fast = std::mem::take(&mut self.fast);
            fast.answer(chunk, piece, &mut |line, bytes, piece| self.line(line, bytes, piece));
            self.fast = fast;
            return;
        }
        let lines = chunk.bytes.split_inclusive(|&byte| byte == b'\n');
        for (line, bytes) in (chunk.first_line..).zip(lines) {
            self.line(line, bytes, piece);
            if piece.interrupted {
                return;
            }
        }
    }

    /// Answers a line of any kind.
    fn line(&mut self, line: u64, bytes: &[u8], piece: &mut Piece) {
        let Some(read) = read_line(bytes, &self.job.reading) else { return };
        // Of a line that is too long the beginning is enough.
        let start = &bytes[..bytes.len().min(1 << 12)];
        let text = || String::from_utf8_lossy(start).trim_end().to_owned();
        self.puzzle(line, read, &text, piece);
    }

    /// Answers what was read; `text` is the line, as far as it is to be shown with a fault.
    fn puzzle(
        &mut self,
        line: u64,
        read: Result<formats::ParsedPuzzle, FormatError>,
        text: &dyn Fn() -> String,
        piece: &mut Piece,
    ) {
        if self.job.cancel.stopped() == Some(Limit::Interrupted) {
            piece.interrupted = true;
            return;
        }
        let here = |fault: Fault| {
            let number = usize::try_from(line).unwrap_or(usize::MAX);
            let text = text();
            fault.within(&self.job.file).at_line(number, &text, &(0..text.len()))
        };
        let reply = match read {
            Err(error) => Err(format_fault(&error, &self.job.file, line, &text())),
            Ok(read) => self
                .accept(&read, piece)
                .and_then(|()| self.replier.reply(&read, piece))
                .map_err(here),
        };
        match reply {
            Ok(reply) => piece.reply(line, reply),
            Err(fault) => piece.fault(line, fault, self.job.json),
        }
    }

    /// Refuses puzzles that were read only in part or as something else, and notes what to know.
    fn accept(&self, read: &formats::ParsedPuzzle, piece: &mut Piece) -> Result<(), Fault> {
        if let Some(wanted) = self.job.reading.format
            && wanted != read.format
        {
            let message = format!("this is of the format `{}`", read.format.name());
            return Err(Fault::new("sudoku.wrong-format", message)
                .hint(format!("only `{}` is accepted because of `--format`", wanted.name())));
        }
        refuse_missing_rules(read)?;
        for note in &read.notes {
            match note {
                Note::AssumedBoxes { height, width } => {
                    let n = read.puzzle.layout.n();
                    let boxes = format!("{height} rows and {width} columns");
                    let note = format!("boxes of {boxes} were assumed for {n}×{n}; see `--box`");
                    piece.notes.insert(note);
                }
                Note::Ignored { what } => {
                    piece.notes.insert(format!("`{what}` was left out: no part of the puzzle"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Refuses puzzles of which some rules were not read.
pub(super) fn refuse_missing_rules(read: &formats::ParsedPuzzle) -> Result<(), Fault> {
    let missing = read.missing_rules();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("rules that are not understood: {}", quoted(&missing));
    Err(Fault::new("sudoku.not-understood", message)
        .hint("without them it would be another puzzle, so it is not answered"))
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
