//! One answer for each puzzle of a file, in order.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gordian::Limit;
use gordian::sudoku::classic::batch::{ResultStream, StreamError, StreamPoll};
use serde_json::json;

use super::job::{Job, Piece, TOLD};
use super::source::Puzzles;
use super::worker::Worker;
use crate::args::{SudokuReadingArgs, SudokuRunningArgs};
use crate::commands::Stop;
use crate::commands::square1::Clock;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;
use crate::progress::Spinner;
use crate::work::panicked;

/// How often the progress is drawn and the request to stop is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long answers may come after Ctrl-C: with a tick before and after it, less than 0.2 s.
const GRACE: Duration = Duration::from_millis(100);

pub(super) fn run(
    job: Job,
    reading: &SudokuReadingArgs,
    running: &SudokuRunningArgs,
    console: &mut Console,
) -> Result<Exit, Stop> {
    match answer(job, reading, running, console) {
        Err(Stop::Faults(faults)) if running.json => {
            for fault in faults {
                console.json(&json!({"schema": 1, "error": fault.to_json()}))?;
            }
            Ok(Exit::Error)
        }
        done => done,
    }
}

fn answer(
    job: Job,
    reading: &SudokuReadingArgs,
    running: &SudokuRunningArgs,
    console: &mut Console,
) -> Result<Exit, Stop> {
    let clock = Clock::start();
    let job = Arc::new(Job { colour: console.has_colour(), ..job });
    let slow = job.question.limit().is_none_or(|limit| limit == u64::MAX);
    let threads = job.threads.get();
    let puzzles = Puzzles::open(&reading.file, job.reading.clone(), threads, slow)?;
    // A short file is not worth many threads.
    let useful = puzzles.length.map_or(threads, |length| {
        usize::try_from(length / 16).unwrap_or(usize::MAX).saturating_add(1)
    });
    let length = puzzles.length;
    let workers = (0..threads.min(useful)).map(|_| {
        let mut worker = Worker::new(&job);
        move |input| worker.answer(input)
    });
    let stream = ResultStream::start(puzzles, workers.collect());
    let stream = stream
        .map_err(|error| Fault::new("io.thread", format!("no thread could be started: {error}")))?;
    let mut run = Run { job: &job, total: Piece::default(), length };
    let exit = run.deliver(stream, console);
    if running.stats && matches!(exit, Ok(_) | Err(Stop::Faults(_))) {
        console.flush()?;
        run.tell_stats(&clock, console);
    }
    exit
}

/// A file on its way.
struct Run<'a> {
    job: &'a Job,
    /// All pieces together, without what they wrote.
    total: Piece,
    /// The length of the file, where it is known.
    length: Option<u64>,
}

impl Run<'_> {
    /// Writes the answers as they come.
    fn deliver(
        &mut self,
        mut stream: ResultStream<Piece>,
        console: &mut Console,
    ) -> Result<Exit, Stop> {
        let mut spinner = Spinner::new(named(&self.job.file), console.is_quiet());
        let mut asked: Option<Instant> = None;
        loop {
            match stream.next(TICK) {
                Ok(StreamPoll::Ready(piece)) => {
                    // The line of the progress and those of the answers would mix on a terminal.
                    spinner.clear();
                    if self.take(piece, console)? {
                        return self.end(true, console);
                    }
                }
                Ok(StreamPoll::Pending) => spinner.tick(&self.job.notes),
                Ok(StreamPoll::End) => return self.end(false, console),
                Err(StreamError::Read(error)) => return Err(self.unreadable(&error).into()),
                Err(_) => return Err(panicked().within(&self.job.file).into()),
            }
            if self.job.cancel.stopped() == Some(Limit::Interrupted)
                && asked.get_or_insert_with(Instant::now).elapsed() >= GRACE
            {
                return self.end(true, console);
            }
        }
    }

    /// Writes a piece; returns whether it is the last that is shown.
    fn take(&mut self, piece: Piece, console: &mut Console) -> io::Result<bool> {
        let total = &mut self.total;
        console.out().write_all(&piece.out)?;
        console.flush()?;
        let told = usize::try_from(total.n_faults).unwrap_or(usize::MAX);
        let faults = &piece.faults[..piece.faults.len().min(TOLD.saturating_sub(told))];
        if !faults.is_empty() && !self.job.json {
            console.faults(faults)?;
        }
        for note in piece.notes.difference(&total.notes) {
            console.remark(&format!("note: {note}"))?;
        }
        if piece.n_puzzles + piece.n_faults > 0 {
            total.last = piece.last;
        }
        total.notes.extend(piece.notes);
        total.engines.extend(piece.engines);
        total.n_faults += piece.n_faults;
        total.n_puzzles += piece.n_puzzles;
        total.n_solved += piece.n_solved;
        total.guesses += piece.guesses;
        total.n_bytes += piece.n_bytes;
        total.limited |= piece.limited;
        if let Some(length) = self.length {
            self.job.notes.note_bytes(total.n_bytes, length);
        }
        Ok(piece.interrupted)
    }

    fn end(&self, interrupted: bool, console: &mut Console) -> Result<Exit, Stop> {
        let total = &self.total;
        let told = TOLD as u64;
        if total.n_faults > told && !self.job.json {
            console.remark(&format!("{} more lines with faults", total.n_faults - told))?;
        }
        if !interrupted && total.n_puzzles + total.n_faults == 0 {
            console.remark(&format!("note: no puzzle in {}", named(&self.job.file)))?;
        }
        Ok(match total {
            _ if interrupted => Exit::Interrupted,
            Piece { n_faults: 1.., .. } => Exit::Error,
            Piece { limited: true, .. } => Exit::Limit,
            // The answer to a question; of many, that all were answered is what counts.
            Piece { n_puzzles: 1, last, .. } => *last,
            _ => Exit::Answer,
        })
    }

    fn unreadable(&self, error: &io::Error) -> Fault {
        io_fault(error).within(&self.job.file)
    }

    fn tell_stats(&self, clock: &Clock, console: &Console) {
        let total = &self.total;
        let seconds = clock.elapsed();
        let micros = |seconds: f64| (seconds * 1e6).round() / 1e6;
        let engines: &BTreeSet<String> = &total.engines;
        let engine = engines.iter().map(String::as_str).collect::<Vec<_>>().join("+");
        console.tell_apart(&json!({
            "schema": 1,
            "puzzles": total.n_puzzles,
            "solved": total.n_solved,
            "seconds": {"cpu": micros(seconds.cpu), "wall": micros(seconds.wall)},
            "guesses": total.guesses,
            "engine": engine,
            "threads": self.job.threads,
        }));
    }
}

/// Returns how a file is called in a message.
pub(super) fn named(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}
