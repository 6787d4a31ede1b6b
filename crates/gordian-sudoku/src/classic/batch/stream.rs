//! Files of any size on several threads: chunks of lines in, results out in the same order, in
//! constant memory.
//!
//! ```text
//!              chunk 0, 1, 2, ...              results, in any order
//! source ───────────────► workers ───────────────► ResultStream::next: 0, 1, 2, ...
//!    ▲                                                    │
//!    └──────────────────── permits ◄──────────────────────┘
//! ```
//!
//! The source only splits its input at line ends. Everything with a cost per line (finding the
//! lines, solving, checking, writing the answers) is done by the workers, so that only ordering
//! remains on one thread. Workers read the source themselves, one at a time, if reading never
//! blocks; input from a pipe or a terminal is read on a separate thread.
//!
//! Invariant: reading a chunk takes a permit, and the permit is returned only when the result of a
//! chunk is delivered. So chunks and results in flight never exceed the number of permits, even if
//! one chunk takes very long and those behind it are done.
//!
//! Where no threads can be started, each result is computed when it is asked for.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gordian_core::threads;
use thiserror::Error;

use crate::formats::{LineReader, normalise_line_endings};

/// The number of chunks in flight per worker. Results that wait for a slow chunk before them use
/// these permits; more would only take memory.
const PERMITS_PER_WORKER: usize = 4;

/// Stack size of each worker. This is address space, not memory: untouched pages cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// The longest line that is kept complete.
const MAX_LINE: usize = LineReader::<&[u8]>::MAX_LENGTH;

/// Bytes requested per read.
const READ_BYTES: usize = 1 << 16;

/// A source of chunks.
pub trait ChunkSource: Send + 'static {
    /// The unit of work of a worker.
    type Chunk: Send + 'static;

    /// Returns whether reading can block; then it is done on a separate thread.
    fn may_block(&self) -> bool;

    /// Returns the next chunk, or `None` at the end.
    ///
    /// `worker_is_idle` tells whether a worker is idle: then a smaller chunk is better than waiting
    /// for more input.
    ///
    /// # Errors
    ///
    /// Fails if the input cannot be read.
    fn next_chunk(&mut self, worker_is_idle: &dyn Fn() -> bool) -> io::Result<Option<Self::Chunk>>;
}

/// Some lines of a text, with their line ends (except possibly for the last line of the text).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines.
    pub bytes: Vec<u8>,
}

/// Splits a text into chunks of lines.
///
/// A lone carriage return that ends a line becomes a line feed, so that workers only see line
/// feeds.
///
/// A line of more than [`LineReader::MAX_LENGTH`] bytes can lose bytes at its end, but is still too
/// long then: memory does not grow with it.
#[derive(Debug)]
pub struct LineChunks<R> {
    input: R,
    /// The approximate size of a chunk in bytes.
    size: usize,
    /// Whether an idle worker gets a smaller chunk.
    flush_when_idle: bool,
    /// Bytes that have been read but not delivered.
    buffer: Vec<u8>,
    /// The number of the first line in the buffer.
    line: u64,
}

impl<R: Read> LineChunks<R> {
    /// Splits `input` into chunks of about `size` bytes, more if lines are longer.
    #[must_use]
    pub fn new(input: R, size: usize) -> Self {
        Self { input, size, flush_when_idle: false, buffer: Vec::new(), line: 1 }
    }

    /// Delivers partial chunks while a worker is idle: for slow inputs such as a terminal or a
    /// pipe.
    #[must_use]
    pub fn flush_when_idle(self) -> Self {
        Self { flush_when_idle: true, ..self }
    }

    /// Appends a piece of input to the buffer and returns its length: 0 at the end of the input.
    fn read(&mut self) -> io::Result<usize> {
        // Only now it is known what follows a carriage return at the end of the buffer.
        let is_open = self.buffer.last() == Some(&b'\r');
        let start = self.buffer.len() - usize::from(is_open);
        let length = self.read_raw()?;
        normalise_line_endings(&mut self.buffer[start..]);
        Ok(length)
    }

    /// Appends a piece of input unchanged.
    fn read_raw(&mut self) -> io::Result<usize> {
        let start = self.buffer.len();
        if !self.flush_when_idle {
            // If the reader supports it, this writes to memory that has not been initialised.
            let max_bytes = self.size as u64;
            return self.input.by_ref().take(max_bytes).read_to_end(&mut self.buffer);
        }
        self.buffer.resize(start + READ_BYTES.min(self.size), 0);
        let length = loop {
            match self.input.read(&mut self.buffer[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.buffer.truncate(start + length.as_ref().map_or(0, |&length| length));
        length
    }

    /// Splits off the first `end` bytes of the buffer as a chunk.
    fn split(&mut self, end: usize) -> Chunk {
        let mut rest = Vec::with_capacity(self.size + READ_BYTES);
        rest.extend_from_slice(&self.buffer[end..]);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        bytes.truncate(end);
        let first_line = self.line;
        self.line += memchr::memchr_iter(b'\n', &bytes).count() as u64;
        Chunk { first_line, bytes }
    }

    /// Drops bytes from position `keep` of the buffer and the input up to the next line end, which
    /// is kept together with the bytes read behind it.
    fn skip_line(&mut self, keep: usize) -> io::Result<()> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[keep..]) {
                self.buffer.drain(keep..keep + at);
                return Ok(());
            }
            // The next byte shows whether this ends the line.
            let is_open = self.buffer.len() > keep && self.buffer.last() == Some(&b'\r');
            self.buffer.truncate(keep);
            if is_open {
                self.buffer.push(b'\r');
            }
            if self.read()? == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: Read + Send + 'static> ChunkSource for LineChunks<R> {
    type Chunk = Chunk;

    fn may_block(&self) -> bool {
        self.flush_when_idle
    }

    fn next_chunk(&mut self, worker_is_idle: &dyn Fn() -> bool) -> io::Result<Option<Chunk>> {
        // The end of the last complete line. The rest of the previous chunk is part of a line,
        // unless a line was skipped.
        let mut end = memchr::memrchr(b'\n', &self.buffer).map_or(0, |at| at + 1);
        loop {
            // The byte before the new input can become a line end.
            let start = self.buffer.len().saturating_sub(1);
            if self.read()? == 0 {
                let all = self.buffer.len();
                return Ok((all > 0).then(|| self.split(all)));
            }
            if let Some(at) = memchr::memrchr(b'\n', &self.buffer[start..]) {
                end = start + at + 1;
            }
            let keep = end + MAX_LINE + 1;
            if self.buffer.len() > keep {
                self.skip_line(keep)?;
                end = memchr::memrchr(b'\n', &self.buffer).map_or(0, |at| at + 1);
            }
            if end > 0
                && (self.buffer.len() >= self.size || self.flush_when_idle && worker_is_idle())
            {
                return Ok(Some(self.split(end)));
            }
        }
    }
}

/// The number of a chunk, and its result.
type NumberedResult<T> = (u64, Result<T, StreamError>);

/// Returns the next chunk for a worker, or `None` at the end.
type NextChunk<C> = Arc<dyn Fn() -> Option<(u64, C)> + Send + Sync>;

/// A stream of results in the order of the chunks.
///
/// Its threads end when it is dropped, each after its current chunk.
pub struct ResultStream<T> {
    results: Receiver<NumberedResult<T>>,
    permits: Sender<()>,
    /// Results that arrived before those of earlier chunks.
    out_of_order: BTreeMap<u64, Result<T, StreamError>>,
    /// The number of the next chunk to deliver.
    next: u64,
    /// Where no threads can be started: sends the next result, if there is one.
    compute_here: Option<Box<dyn FnMut() + Send>>,
}

/// The outcome of [`ResultStream::next`].
#[derive(Debug)]
pub enum StreamPoll<T> {
    /// The next result.
    Ready(T),
    /// No result is available yet.
    Pending,
    /// There are no more results.
    End,
}

/// Why a stream ended early. All results before this point were delivered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The input cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A worker or the source panicked.
    #[error("internal error: a worker panicked")]
    Panicked,
}

impl<T: Send + 'static> ResultStream<T> {
    /// Starts a thread for each worker, and one for reading if the source can block.
    ///
    /// # Errors
    ///
    /// Fails if a thread cannot be started.
    pub fn start<S, F>(source: S, workers: Vec<F>) -> io::Result<Self>
    where
        S: ChunkSource,
        F: FnMut(S::Chunk) -> T + Send + 'static,
    {
        if !threads::CAN_SPAWN {
            return Ok(Self::start_here(source, workers));
        }
        let (to_stream, results) = channel();
        let (permits, source) = permitted(source, workers.len());
        let next = if source.may_block() {
            read_ahead(source, to_stream.clone())?
        } else {
            read_on_demand(source, to_stream.clone())
        };
        for mut worker in workers {
            let (next, to_stream) = (Arc::clone(&next), to_stream.clone());
            spawn("sudoku", STACK_BYTES, move || {
                while let Some((number, chunk)) = next() {
                    if !answer(&mut worker, number, chunk, &to_stream) {
                        return;
                    }
                }
            })?;
        }
        Ok(Self { results, permits, out_of_order: BTreeMap::new(), next: 0, compute_here: None })
    }

    /// As [`Self::start`] with one worker, on the thread that asks for results.
    fn start_here<S, F>(source: S, workers: Vec<F>) -> Self
    where
        S: ChunkSource,
        F: FnMut(S::Chunk) -> T + Send + 'static,
    {
        let (to_stream, results) = channel();
        let (permits, source) = permitted(source, 1);
        let next = read_on_demand(source, to_stream.clone());
        let mut worker = workers.into_iter().next();
        let compute_here = move || {
            let Some(each) = &mut worker else { return };
            let goes_on =
                next().is_some_and(|(number, chunk)| answer(each, number, chunk, &to_stream));
            if !goes_on {
                worker = None;
            }
        };
        let compute_here: Option<Box<dyn FnMut() + Send>> = Some(Box::new(compute_here));
        Self { results, permits, out_of_order: BTreeMap::new(), next: 0, compute_here }
    }

    /// Returns the next result if it arrives within `patience`.
    ///
    /// # Errors
    ///
    /// Fails if the input cannot be read, or if a worker or the source panicked. The stream ends
    /// then.
    pub fn next(&mut self, patience: Duration) -> Result<StreamPoll<T>, StreamError> {
        loop {
            if let Some(result) = self.out_of_order.remove(&self.next) {
                self.next += 1;
                // A source at its end receives no permits any more.
                let _ = self.permits.send(());
                return result.map(StreamPoll::Ready);
            }
            let received = match &mut self.compute_here {
                None => self.results.recv_timeout(patience),
                Some(compute) => {
                    compute();
                    // What has not arrived by now never does.
                    self.results.try_recv().map_err(|_| RecvTimeoutError::Disconnected)
                }
            };
            match received {
                Ok((number, result)) => self.out_of_order.insert(number, result),
                Err(RecvTimeoutError::Timeout) => return Ok(StreamPoll::Pending),
                Err(RecvTimeoutError::Disconnected) if self.out_of_order.is_empty() => {
                    return Ok(StreamPoll::End);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(StreamError::Panicked),
            };
        }
    }
}

impl<T> fmt::Debug for ResultStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("next", &self.next).finish_non_exhaustive()
    }
}

fn spawn(name: &str, stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(work).map(drop)
}

/// Sends the result of a chunk; returns whether the worker goes on.
fn answer<C, T>(
    worker: &mut impl FnMut(C) -> T,
    number: u64,
    chunk: C,
    to_stream: &Sender<NumberedResult<T>>,
) -> bool {
    let result = catch_unwind(AssertUnwindSafe(|| worker(chunk)));
    let result = result.map_err(|_| StreamError::Panicked);
    let has_result = result.is_ok();
    to_stream.send((number, result)).is_ok() && has_result
}

/// Returns the source with the permits of `n_workers` workers, and the sender that returns them.
fn permitted<S: ChunkSource>(source: S, n_workers: usize) -> (Sender<()>, PermittedSource<S>) {
    let (permits, taken) = channel();
    for _ in 0..PERMITS_PER_WORKER * n_workers {
        // Sending cannot fail, because the receiver is alive in this function.
        let _ = permits.send(());
    }
    (permits, PermittedSource { source: Some(source), number: 0, permits: taken })
}

/// A source that takes a permit for each chunk.
struct PermittedSource<S> {
    /// `None` after its end.
    source: Option<S>,
    /// The number of the next chunk.
    number: u64,
    permits: Receiver<()>,
}

impl<S: ChunkSource> PermittedSource<S> {
    fn may_block(&self) -> bool {
        self.source.as_ref().is_some_and(ChunkSource::may_block)
    }

    /// Returns the next chunk with its number, or `None` at the end or if the stream was dropped.
    /// An error of the source becomes the result of the next chunk.
    fn next_chunk<T>(
        &mut self,
        worker_is_idle: &dyn Fn() -> bool,
        to_stream: &Sender<NumberedResult<T>>,
    ) -> Option<(u64, S::Chunk)> {
        let source = self.source.as_mut()?;
        self.permits.recv().ok()?;
        let number = self.number;
        self.number += 1;
        let read = catch_unwind(AssertUnwindSafe(|| source.next_chunk(worker_is_idle)));
        let fault = match read {
            Ok(Ok(Some(chunk))) => return Some((number, chunk)),
            Ok(Ok(None)) => None,
            Ok(Err(error)) => Some(StreamError::Read(error)),
            Err(_) => Some(StreamError::Panicked),
        };
        if let Some(fault) = fault {
            // A dropped stream does not need the error.
            let _ = to_stream.send((number, Err(fault)));
        }
        self.source = None;
        None
    }
}

/// Returns a function with which workers read chunks, one worker at a time.
fn read_on_demand<S: ChunkSource, T: Send + 'static>(
    source: PermittedSource<S>,
    to_stream: Sender<NumberedResult<T>>,
) -> NextChunk<S::Chunk> {
    let shared = Mutex::new((source, to_stream));
    Arc::new(move || {
        let (source, to_stream) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        source.next_chunk(&|| true, to_stream)
    })
}

/// Starts a reader thread, and returns a function with which workers receive its chunks.
fn read_ahead<S: ChunkSource, T: Send + 'static>(
    mut source: PermittedSource<S>,
    to_stream: Sender<NumberedResult<T>>,
) -> io::Result<NextChunk<S::Chunk>> {
    let (to_workers, chunks) = channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let sent = Arc::clone(&waiting);
    spawn("reader", 1 << 20, move || {
        let worker_is_idle = || sent.load(Ordering::Relaxed) == 0;
        while let Some(chunk) = source.next_chunk(&worker_is_idle, &to_stream) {
            sent.fetch_add(1, Ordering::Relaxed);
            if to_workers.send(chunk).is_err() {
                return;
            }
        }
    })?;
    let chunks = Mutex::new(chunks);
    Ok(Arc::new(move || {
        // One worker waits for a chunk and holds the lock; the others wait for the lock.
        let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
        waiting.fetch_sub(1, Ordering::Relaxed);
        Some(chunk)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_computed_here_are_those_of_threads() {
        let text: String = (0..1000).map(|n| format!("line {n}\n")).collect();
        let count = |chunk: Chunk| (chunk.first_line, chunk.bytes.len());
        let results = |mut stream: ResultStream<(u64, usize)>| {
            let mut found = Vec::new();
            loop {
                match stream.next(Duration::from_millis(10)).expect("nothing fails") {
                    StreamPoll::Ready(result) => found.push(result),
                    StreamPoll::Pending => {}
                    StreamPoll::End => return found,
                }
            }
        };
        for flush in [false, true] {
            let source = || {
                let source = LineChunks::new(io::Cursor::new(text.clone()), 500);
                if flush { source.flush_when_idle() } else { source }
            };
            let here = results(ResultStream::start_here(source(), vec![count]));
            assert_eq!(here.iter().map(|result| result.1).sum::<usize>(), text.len());
            if !flush {
                let threads = ResultStream::start(source(), vec![count, count]);
                assert_eq!(results(threads.expect("threads start")), here);
                assert!(here.len() > 10, "{}", here.len());
            }
        }
    }

    #[test]
    fn a_panic_ends_results_computed_here() {
        let source = LineChunks::new(io::Cursor::new("a\nb\n"), 2);
        let fail = |chunk: Chunk| assert!(chunk.bytes.is_empty(), "expected by the test");
        let mut stream = ResultStream::start_here(source, vec![fail]);
        assert!(matches!(stream.next(Duration::ZERO), Err(StreamError::Panicked)));
    }
}
