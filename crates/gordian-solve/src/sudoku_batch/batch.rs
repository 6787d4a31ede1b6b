//! Batches: chunks of puzzles answered on several threads, in order.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gordian_core::{Cancel, Limit, Progress};
use gordian_sudoku::classic::batch::{Chunk, ResultStream, SolveResult};
use gordian_sudoku::formats::{FormatError, ParsedPuzzle};
use serde::Serialize;

use super::answer::{PuzzleAnswer, Status};
use super::fast_path::FastPath;
use super::options::{BatchOptions, Operation};
use super::puzzle_worker::PuzzleWorker;
use super::read::{LineError, reading_notes, refuse_missing_rules};
use super::source::{PuzzleChunk, PuzzleSource, SourcePuzzle};
use crate::Clock;
use crate::Seconds;
use crate::document::SchemaVersion;

/// The number of errors of a chunk that are kept.
pub const MAX_KEPT_ERRORS: usize = 10;

/// Determines the output of a batch. Its methods run on the threads that answer the puzzles.
pub trait AnswerWriter: Send + Sync + 'static {
    /// Appends the answer to the puzzle in line `line`.
    fn write(&self, line: u64, answer: &PuzzleAnswer, out: &mut Vec<u8>);

    /// Appends the error of a puzzle.
    fn write_error(&self, error: &LineError, out: &mut Vec<u8>);

    /// Appends the answer to a plain 9×9 line, which has no undecided solutions, and returns true;
    /// or returns false without writing to have [`AnswerWriter::write`] called.
    ///
    /// There may be millions of such lines per second: implementations should not allocate.
    fn write_plain(
        &self,
        _operation: Operation,
        _result: &SolveResult,
        _out: &mut Vec<u8>,
    ) -> bool {
        false
    }
}

/// Starts to answer the puzzles of `source`. The results arrive in order.
///
/// # Errors
///
/// Fails if no thread can be started.
pub fn start_batch<W: AnswerWriter>(
    options: BatchOptions,
    source: PuzzleSource,
    writer: W,
    cancel: Cancel,
    progress: Arc<dyn Progress>,
) -> io::Result<ResultStream<ChunkResult>> {
    let slow = options.operation.limit().is_none_or(|limit| limit == u64::MAX);
    let threads = options.threads.get();
    // A short file does not need many threads.
    let useful = source.length.map_or(threads, |length| {
        usize::try_from(length / 16).unwrap_or(usize::MAX).saturating_add(1)
    });
    let batch = Arc::new(Batch { options, cancel, progress, busy: AtomicUsize::new(0) });
    let writer = Arc::new(writer);
    let workers = (0..threads.min(useful)).map(|_| {
        let mut worker = BatchWorker::new(&batch, &writer);
        move |chunk| worker.answer(chunk)
    });
    ResultStream::start(source.share(threads, slow), workers.collect())
}

/// The settings and shared state of a batch.
pub(super) struct Batch {
    pub(super) options: BatchOptions,
    pub(super) cancel: Cancel,
    pub(super) progress: Arc<dyn Progress>,
    /// The number of threads that are working.
    busy: AtomicUsize,
}

impl Batch {
    /// Returns the number of threads for one puzzle: its share of all threads.
    pub(super) fn threads_per_puzzle(&self) -> usize {
        (self.options.threads.get() / self.busy.load(Ordering::Relaxed).max(1)).max(1)
    }

    /// Returns the cancellation token with the time limit per puzzle, starting now.
    pub(super) fn puzzle_cancel(&self) -> Cancel {
        self.cancel.within(self.options.time_limit)
    }
}

/// The answers to a chunk of puzzles, or the sum of several chunks without their output.
#[derive(Clone, Debug, Default)]
pub struct ChunkResult {
    /// The output.
    pub out: Vec<u8>,
    /// The first errors, at most [`MAX_KEPT_ERRORS`].
    pub errors: Vec<LineError>,
    /// The number of errors.
    pub n_errors: u64,
    /// The number of answered puzzles.
    pub n_puzzles: u64,
    /// The number of puzzles with a solution.
    pub n_solved: u64,
    /// The number of guesses of the searches.
    pub guesses: u64,
    /// The engines that answered.
    pub engines: BTreeSet<String>,
    /// Notes for the user, without repetitions.
    pub notes: BTreeSet<String>,
    /// The number of input bytes.
    pub n_bytes: u64,
    /// The status of the last answered puzzle.
    pub last: Option<Status>,
    /// Whether a limit left an answer undecided.
    pub limited: bool,
    /// Whether a cancellation left puzzles of this chunk unanswered or the last answer incomplete.
    /// Later chunks should not be shown.
    pub interrupted: bool,
}

impl ChunkResult {
    /// Counts an answered puzzle.
    pub(super) fn count_puzzle(&mut self, solved: bool, status: Status) {
        self.n_puzzles += 1;
        self.n_solved += u64::from(solved);
        self.last = Some(status);
        match status {
            Status::Stopped(Limit::Interrupted) => self.interrupted = true,
            Status::Stopped(_) => self.limited = true,
            Status::Found | Status::None => {}
        }
    }

    /// Adds the counts, engines and notes of the next chunk.
    pub fn add(&mut self, next: Self) {
        self.n_errors += next.n_errors;
        self.n_puzzles += next.n_puzzles;
        self.n_solved += next.n_solved;
        self.guesses += next.guesses;
        self.engines.extend(next.engines);
        self.notes.extend(next.notes);
        self.n_bytes += next.n_bytes;
        self.last = next.last.or(self.last);
        self.limited |= next.limited;
        self.interrupted |= next.interrupted;
    }

    /// Returns the counts as a document.
    #[must_use]
    pub fn stats(&self, seconds: Seconds, threads: usize) -> BatchStats {
        BatchStats {
            schema: SchemaVersion,
            puzzles: self.n_puzzles,
            solved: self.n_solved,
            seconds,
            guesses: self.guesses,
            engine: self.engines.iter().map(String::as_str).collect::<Vec<_>>().join("+"),
            threads,
        }
    }
}

/// The counts of a batch.
#[derive(Clone, Debug, Serialize)]
pub struct BatchStats {
    schema: SchemaVersion,
    /// The number of answered puzzles.
    pub puzzles: u64,
    /// The number of puzzles with a solution.
    pub solved: u64,
    /// The time of the batch.
    pub seconds: Seconds,
    /// The number of guesses of the searches.
    pub guesses: u64,
    /// The engines that answered, joined by `+`.
    pub engine: String,
    /// The number of threads.
    pub threads: usize,
}

/// Collects the output of a chunk.
pub(super) struct ChunkWriter<'a, W> {
    pub(super) writer: &'a W,
    pub(super) result: &'a mut ChunkResult,
}

impl<W: AnswerWriter> ChunkWriter<'_, W> {
    pub(super) fn push_answer(&mut self, line: u64, answer: &PuzzleAnswer) {
        self.writer.write(line, answer, &mut self.result.out);
        self.result.count_puzzle(answer.solved, answer.status);
    }

    pub(super) fn push_error(&mut self, error: LineError) {
        self.writer.write_error(&error, &mut self.result.out);
        self.result.n_errors += 1;
        if self.result.errors.len() < MAX_KEPT_ERRORS {
            self.result.errors.push(error);
        }
    }
}

/// Answers chunks of puzzles on one thread.
struct BatchWorker<W> {
    batch: Arc<Batch>,
    writer: Arc<W>,
    fast_path: FastPath,
    puzzle_worker: PuzzleWorker,
}

impl<W: AnswerWriter> BatchWorker<W> {
    fn new(batch: &Arc<Batch>, writer: &Arc<W>) -> Self {
        Self {
            batch: Arc::clone(batch),
            writer: Arc::clone(writer),
            fast_path: FastPath::new(batch),
            puzzle_worker: PuzzleWorker::new(batch),
        }
    }

    fn answer(&mut self, chunk: PuzzleChunk) -> ChunkResult {
        let mut result = ChunkResult::default();
        self.batch.busy.fetch_add(1, Ordering::Relaxed);
        match chunk {
            PuzzleChunk::Lines(chunk) => self.answer_lines(&chunk, &mut result),
            PuzzleChunk::Puzzles(items) => {
                for SourcePuzzle { entry, text } in items {
                    self.answer_puzzle(entry.line, entry.result, &|| text.clone(), &mut result);
                    if result.interrupted {
                        break;
                    }
                }
            }
        }
        self.batch.busy.fetch_sub(1, Ordering::Relaxed);
        result
    }

    fn answer_lines(&mut self, chunk: &Chunk, result: &mut ChunkResult) {
        result.n_bytes = chunk.bytes.len() as u64;
        if self.fast_path.split_chunk(chunk) {
            let (mut fast_path, writer) =
                (std::mem::take(&mut self.fast_path), Arc::clone(&self.writer));
            let mut out = ChunkWriter { writer: &*writer, result };
            fast_path.answer(chunk, &mut out, &mut |line, bytes, result| {
                self.answer_line(line, bytes, result)
            });
            self.fast_path = fast_path;
            return;
        }
        let lines = chunk.bytes.split_inclusive(|&byte| byte == b'\n');
        for (line, bytes) in (chunk.first_line..).zip(lines) {
            self.answer_line(line, bytes, result);
            if result.interrupted {
                return;
            }
        }
    }

    /// Answers any line.
    fn answer_line(&mut self, line: u64, bytes: &[u8], result: &mut ChunkResult) {
        let Some(read) = self.batch.options.reading.read_line(bytes) else { return };
        // The beginning suffices to show a line that is too long.
        let start = &bytes[..bytes.len().min(1 << 12)];
        let text = || String::from_utf8_lossy(start).trim_end().to_owned();
        self.answer_puzzle(line, read, &text, result);
    }

    /// Answers a parsed puzzle; `text` is the line to show with an error.
    fn answer_puzzle(
        &mut self,
        line: u64,
        read: Result<ParsedPuzzle, FormatError>,
        text: &dyn Fn() -> String,
        result: &mut ChunkResult,
    ) {
        if self.batch.cancel.stopped() == Some(Limit::Interrupted) {
            result.interrupted = true;
            return;
        }
        let answer = match read {
            Err(error) => Err(LineError::of_format(&error, line, text())),
            Ok(read) => self
                .answer_parsed(&read, result)
                .map_err(|detail| LineError::new(detail, line, text())),
        };
        let mut out = ChunkWriter { writer: &*self.writer, result };
        match answer {
            Ok(answer) => out.push_answer(line, &answer),
            Err(error) => out.push_error(error),
        }
    }

    /// Answers a puzzle, unless it has another format or unsupported rules, and collects notes.
    fn answer_parsed(
        &mut self,
        read: &ParsedPuzzle,
        result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, crate::ErrorDetail> {
        self.batch.options.reading.check_format(read)?;
        refuse_missing_rules(read)?;
        result.notes.extend(reading_notes(read));
        let clock = Clock::start();
        let mut answer = self.puzzle_worker.answer(read, result)?;
        answer.seconds = clock.seconds();
        Ok(answer)
    }
}
