//! Answers each puzzle of a file, in order.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gordian::Limit;
use gordian::sudoku::classic::batch::{ResultStream, StreamError, StreamPoll};
use serde_json::json;

use super::chunk_worker::ChunkWorker;
use super::context::{BatchContext, ChunkResult, MAX_SHOWN_FAULTS};
use super::source::PuzzleSource;
use crate::args::{SudokuInputArgs, SudokuRunArgs};
use crate::background::{panic_fault, thread_fault};
use crate::commands::{CommandError, Stopwatch, faults_as_json};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;
use crate::progress::Spinner;

/// The interval at which the progress is drawn and cancellation is checked.
const TICK: Duration = Duration::from_millis(20);
/// The time in which answers are still written after Ctrl-C: less than 0.2 s including two ticks.
const CTRL_C_GRACE: Duration = Duration::from_millis(100);

pub(super) fn run(
    context: BatchContext,
    input: &SudokuInputArgs,
    run: &SudokuRunArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let result = answer_file(context, input, run, console);
    faults_as_json(result, run.json, console)
}

fn answer_file(
    context: BatchContext,
    input: &SudokuInputArgs,
    run: &SudokuRunArgs,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let context = Arc::new(BatchContext { colour: console.has_colour(), ..context });
    let slow = context.operation.limit().is_none_or(|limit| limit == u64::MAX);
    let threads = context.threads.get();
    let puzzles = PuzzleSource::open(&input.file, context.reading.clone(), threads, slow)?;
    // A short file does not need many threads.
    let useful = puzzles.length.map_or(threads, |length| {
        usize::try_from(length / 16).unwrap_or(usize::MAX).saturating_add(1)
    });
    let length = puzzles.length;
    let workers = (0..threads.min(useful)).map(|_| {
        let mut worker = ChunkWorker::new(&context);
        move |input| worker.answer(input)
    });
    let stream = ResultStream::start(puzzles, workers.collect());
    let stream = stream.map_err(|error| thread_fault(&error))?;
    let mut batch = BatchRun { context: &context, total: ChunkResult::default(), length };
    let exit = batch.write_answers(stream, console);
    if run.stats && matches!(exit, Ok(_) | Err(CommandError::Faults(_))) {
        console.flush()?;
        batch.print_stats(&stopwatch, console);
    }
    exit
}

/// A batch in progress.
struct BatchRun<'a> {
    context: &'a BatchContext,
    /// The sum of all chunk results, without their output.
    total: ChunkResult,
    /// The length of the file, if it is known.
    length: Option<u64>,
}

impl BatchRun<'_> {
    /// Writes the answers as they arrive.
    fn write_answers(
        &mut self,
        mut stream: ResultStream<ChunkResult>,
        console: &mut Console,
    ) -> Result<Exit, CommandError> {
        let mut spinner = Spinner::new(display_name(&self.context.file), console.is_quiet());
        let mut stop_requested: Option<Instant> = None;
        loop {
            match stream.next(TICK) {
                Ok(StreamPoll::Ready(chunk_result)) => {
                    // The progress line and the answers must not mix on a terminal.
                    spinner.clear();
                    if self.write_chunk(chunk_result, console)? {
                        return self.finish(true, console);
                    }
                }
                Ok(StreamPoll::Pending) => spinner.tick(&self.context.progress),
                Ok(StreamPoll::End) => return self.finish(false, console),
                Err(StreamError::Read(error)) => return Err(self.unreadable(&error).into()),
                Err(_) => return Err(panic_fault().in_file(&self.context.file).into()),
            }
            if self.context.cancel.stopped() == Some(Limit::Interrupted)
                && stop_requested.get_or_insert_with(Instant::now).elapsed() >= CTRL_C_GRACE
            {
                return self.finish(true, console);
            }
        }
    }

    /// Writes a chunk result; returns whether it is the last one to show.
    fn write_chunk(
        &mut self,
        chunk_result: ChunkResult,
        console: &mut Console,
    ) -> io::Result<bool> {
        let total = &mut self.total;
        console.out().write_all(&chunk_result.out)?;
        console.flush()?;
        let n_shown = usize::try_from(total.n_faults).unwrap_or(usize::MAX);
        let faults = &chunk_result.faults
            [..chunk_result.faults.len().min(MAX_SHOWN_FAULTS.saturating_sub(n_shown))];
        if !faults.is_empty() && !self.context.json {
            console.print_faults(faults)?;
        }
        for note in chunk_result.notes.difference(&total.notes) {
            console.print_note(&format!("note: {note}"))?;
        }
        if chunk_result.n_puzzles + chunk_result.n_faults > 0 {
            total.last = chunk_result.last;
        }
        total.notes.extend(chunk_result.notes);
        total.engines.extend(chunk_result.engines);
        total.n_faults += chunk_result.n_faults;
        total.n_puzzles += chunk_result.n_puzzles;
        total.n_solved += chunk_result.n_solved;
        total.guesses += chunk_result.guesses;
        total.n_bytes += chunk_result.n_bytes;
        total.limited |= chunk_result.limited;
        if let Some(length) = self.length {
            self.context.progress.set_bytes(total.n_bytes, length);
        }
        Ok(chunk_result.interrupted)
    }

    fn finish(&self, interrupted: bool, console: &mut Console) -> Result<Exit, CommandError> {
        let total = &self.total;
        let n_shown = MAX_SHOWN_FAULTS as u64;
        if total.n_faults > n_shown && !self.context.json {
            console.print_note(&format!("{} more invalid lines", total.n_faults - n_shown))?;
        }
        if !interrupted && total.n_puzzles + total.n_faults == 0 {
            console
                .print_note(&format!("note: no puzzle in {}", display_name(&self.context.file)))?;
        }
        Ok(match total {
            _ if interrupted => Exit::Interrupted,
            ChunkResult { n_faults: 1.., .. } => Exit::Error,
            ChunkResult { limited: true, .. } => Exit::Limit,
            // A single puzzle determines the exit code; a batch succeeds if every puzzle is answered.
            ChunkResult { n_puzzles: 1, last, .. } => *last,
            _ => Exit::Answer,
        })
    }

    fn unreadable(&self, error: &io::Error) -> Fault {
        io_fault(error).in_file(&self.context.file)
    }

    fn print_stats(&self, stopwatch: &Stopwatch, console: &Console) {
        let total = &self.total;
        let seconds = stopwatch.elapsed();
        let micros = |seconds: f64| (seconds * 1e6).round() / 1e6;
        let engines: &BTreeSet<String> = &total.engines;
        let engine = engines.iter().map(String::as_str).collect::<Vec<_>>().join("+");
        console.print_json_to_stderr(&json!({
            "schema": 1,
            "puzzles": total.n_puzzles,
            "solved": total.n_solved,
            "seconds": {"cpu": micros(seconds.cpu), "wall": micros(seconds.wall)},
            "guesses": total.guesses,
            "engine": engine,
            "threads": self.context.threads,
        }));
    }
}

/// Returns the name of a file for messages.
pub(super) fn display_name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}
