//! Prints the answers to the puzzles of a file as they arrive.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gordian::Limit;
use gordian::background::BackgroundError;
use gordian::sudoku::classic::batch::{ResultStream, StreamError, StreamPoll};
use gordian::sudoku_batch::{
    AnswerText, ChunkResult, ExplanationStyle, MAX_KEPT_ERRORS, start_batch,
};

use super::text::Writer;
use super::{BatchCommand, display_name, open};
use crate::background::CTRL_C_GRACE;
use crate::commands::{CommandError, Stopwatch, faults_as_json};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{ProgressTracker, Spinner};

/// The interval at which the progress is drawn and cancellation is checked.
const TICK: Duration = Duration::from_millis(20);

pub(super) fn run(command: BatchCommand<'_>, console: &mut Console) -> Result<Exit, CommandError> {
    let json = command.run.json;
    let result = answer_file(command, console);
    faults_as_json(result, json, console)
}

fn answer_file(command: BatchCommand<'_>, console: &mut Console) -> Result<Exit, CommandError> {
    let stopwatch = Stopwatch::start();
    let BatchCommand { options, style, input, run, cancel } = command;
    let threads = options.threads.get();
    let (puzzles, length) = open(&input.file, options.reading.clone())?;
    let file = input.file.display().to_string();
    let style = ExplanationStyle { colour: console.has_colour(), ..style };
    let text = AnswerText { operation: options.operation, form: options.form, style };
    let writer = Writer { text, json: run.json, file: file.clone() };
    let progress = Arc::new(ProgressTracker::new());
    let stream = start_batch(
        options,
        puzzles,
        writer,
        cancel.clone(),
        Arc::<ProgressTracker>::clone(&progress),
    );
    let stream = stream.map_err(|error| Fault::of(BackgroundError::Spawn(error)))?;
    let total = ChunkResult::default();
    let mut batch = BatchRun { file, json: run.json, progress, total, length };
    let exit = batch.write_answers(stream, &|| cancel.stopped(), console);
    if run.stats && matches!(exit, Ok(_) | Err(CommandError::Faults(_))) {
        console.flush()?;
        console.print_json_to_stderr(&batch.total.stats(stopwatch.elapsed(), threads));
    }
    exit
}

/// A batch in progress.
struct BatchRun {
    file: String,
    json: bool,
    progress: Arc<ProgressTracker>,
    /// The sum of all chunk results, without their output.
    total: ChunkResult,
    /// The length of the file, if it is known.
    length: Option<u64>,
}

impl BatchRun {
    /// Writes the answers as they arrive.
    fn write_answers(
        &mut self,
        mut stream: ResultStream<ChunkResult>,
        stopped: &dyn Fn() -> Option<Limit>,
        console: &mut Console,
    ) -> Result<Exit, CommandError> {
        let mut spinner = Spinner::new(display_name(&self.file), console.is_quiet());
        let mut stop_requested: Option<Instant> = None;
        loop {
            match stream.next(TICK) {
                Ok(StreamPoll::Ready(chunk_result)) => {
                    // The progress line and the answers must not mix on a terminal.
                    spinner.clear();
                    self.write_chunk(chunk_result, console)?;
                    if self.total.interrupted {
                        return self.finish(console);
                    }
                }
                Ok(StreamPoll::Pending) => spinner.tick(&self.progress),
                Ok(StreamPoll::End) => return self.finish(console),
                Err(StreamError::Read(error)) => {
                    return Err(Fault::of(error).in_file(&self.file).into());
                }
                Err(_) => {
                    return Err(Fault::of(BackgroundError::Panicked).in_file(&self.file).into());
                }
            }
            if stopped() == Some(Limit::Interrupted)
                && stop_requested.get_or_insert_with(Instant::now).elapsed() >= CTRL_C_GRACE
            {
                self.total.interrupted = true;
                return self.finish(console);
            }
        }
    }

    /// Writes a chunk result and adds it to the total.
    fn write_chunk(&mut self, chunk: ChunkResult, console: &mut Console) -> io::Result<()> {
        console.out().write_all(&chunk.out)?;
        console.flush()?;
        let n_shown = usize::try_from(self.total.n_errors).unwrap_or(usize::MAX);
        let n_more = MAX_KEPT_ERRORS.saturating_sub(n_shown);
        if !chunk.errors.is_empty() && n_more > 0 && !self.json {
            let errors = chunk.errors.iter().take(n_more);
            let faults: Vec<Fault> =
                errors.map(|error| Fault::from_line_error(error, &self.file)).collect();
            console.print_faults(&faults)?;
        }
        for note in chunk.notes.difference(&self.total.notes) {
            console.print_note(&format!("note: {note}"))?;
        }
        self.total.add(chunk);
        if let Some(length) = self.length {
            self.progress.set_bytes(self.total.n_bytes, length);
        }
        Ok(())
    }

    fn finish(&self, console: &mut Console) -> Result<Exit, CommandError> {
        let total = &self.total;
        let n_shown = MAX_KEPT_ERRORS as u64;
        if total.n_errors > n_shown && !self.json {
            console.print_note(&format!("{} more invalid lines", total.n_errors - n_shown))?;
        }
        if !total.interrupted && total.n_puzzles + total.n_errors == 0 {
            console.print_note(&format!("note: no puzzle in {}", display_name(&self.file)))?;
        }
        Ok(match total {
            ChunkResult { interrupted: true, .. } => Exit::Interrupted,
            ChunkResult { n_errors: 1.., .. } => Exit::Error,
            ChunkResult { limited: true, .. } => Exit::Limit,
            // A single puzzle determines the exit code; a batch succeeds if every puzzle is
            // answered.
            ChunkResult { n_puzzles: 1, last: Some(last), .. } => Exit::from_status(*last),
            _ => Exit::Answer,
        })
    }
}
