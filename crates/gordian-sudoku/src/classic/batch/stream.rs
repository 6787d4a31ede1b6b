//! Files of any size over threads: chunks of lines in, results out in the same order, in constant
//! memory.
//!
//! ```text
//!              chunk 0, 1, 2, ...              results, in any order
//! source ───────────────► workers ───────────────► Stream::next: 0, 1, 2, ...
//!    ▲                                                    │
//!    └──────────────────── permits ◄──────────────────────┘
//! ```
//!
//! The source only cuts its input at ends of lines. Everything that costs time for every line
//! (finding the lines, solving, checking, writing the answers) is done by the workers, so that
//! nothing but the order is left to do on one thread. Workers read for themselves, one at a time,
//! where that never makes them wait; input from a pipe or a terminal is read on a thread of its own.
//!
//! Invariant: a chunk is read only against a permit, and a permit comes back only when the result
//! of a chunk is delivered. So there are never more chunks and results under way than permits,
//! also where one chunk takes for ever and those behind it are done.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::formats::{LineReader, normalise_line_endings};

/// Chunks that are under way for each worker. Results that wait for a slow chunk before them fill
/// these; more would only take memory.
const PERMITS_PER_WORKER: usize = 4;

/// Address space for each worker, not memory: pages that are never touched cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// The longest line that is kept whole.
const MAX_LINE: usize = LineReader::<&[u8]>::MAX_LENGTH;

/// Bytes that are asked for at a time.
const READ_BYTES: usize = 1 << 16;

/// Where chunks come from.
pub trait ChunkSource: Send + 'static {
    /// What a worker gets.
    type Chunk: Send + 'static;

    /// Returns whether reading may wait for somebody: then it is done on a thread of its own.
    fn may_block(&self) -> bool;

    /// Returns the next chunk, or `None` at the end.
    ///
    /// `wanted` says whether a worker has nothing to do: then a chunk that is smaller than usual
    /// is better than waiting for more.
    ///
    /// # Errors
    ///
    /// Fails if the input cannot be read.
    fn next(&mut self, wanted: &dyn Fn() -> bool) -> io::Result<Option<Self::Chunk>>;
}

/// Some lines of a text, each with its end (but perhaps the last one of the text).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first line, from 1.
    pub first_line: u64,
    /// The lines.
    pub bytes: Vec<u8>,
}

/// Cuts a text into chunks of lines.
///
/// A carriage return that ends a line alone becomes a line feed, so that whoever works on a chunk
/// knows one end of a line only.
///
/// A line of more than [`LineReader::MAX_LENGTH`] bytes may lose bytes at its end, but is still too long
/// then: memory does not grow with it.
#[derive(Debug)]
pub struct LineChunks<R> {
    input: R,
    /// About how many bytes a chunk has.
    size: usize,
    /// A worker that waits gets less.
    eager: bool,
    /// What was read and not handed over.
    buffer: Vec<u8>,
    /// The number of the first line in the buffer.
    line: u64,
}

impl<R: Read> LineChunks<R> {
    /// Begins to cut what `input` holds into chunks of about `size` bytes, more where lines are
    /// longer.
    #[must_use]
    pub fn new(input: R, size: usize) -> Self {
        Self { input, size, eager: false, buffer: Vec::new(), line: 1 }
    }

    /// Hands over what there is when a worker waits: for inputs that come slowly, such as a terminal
    /// or a pipe.
    #[must_use]
    pub fn eager(self) -> Self {
        Self { eager: true, ..self }
    }

    /// Reads a piece to the end of the buffer and returns its length: 0 at the end of the input.
    fn read(&mut self) -> io::Result<usize> {
        // What stands behind a carriage return at the end is known only now.
        let is_open = self.buffer.last() == Some(&b'\r');
        let start = self.buffer.len() - usize::from(is_open);
        let length = self.read_raw()?;
        normalise_line_endings(&mut self.buffer[start..]);
        Ok(length)
    }

    /// Reads a piece as it is.
    fn read_raw(&mut self) -> io::Result<usize> {
        let start = self.buffer.len();
        if !self.eager {
            // Where the reader allows it, this writes to memory that was never written before.
            let most = self.size as u64;
            return self.input.by_ref().take(most).read_to_end(&mut self.buffer);
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

    /// Hands over the first `end` bytes of the buffer.
    fn split(&mut self, end: usize) -> Chunk {
        let mut rest = Vec::with_capacity(self.size + READ_BYTES);
        rest.extend_from_slice(&self.buffer[end..]);
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        bytes.truncate(end);
        let first_line = self.line;
        self.line += memchr::memchr_iter(b'\n', &bytes).count() as u64;
        Chunk { first_line, bytes }
    }

    /// Drops what is in the buffer and in the input up to the next end of a line, which is kept with
    /// what was read behind it.
    fn skip_line(&mut self, keep: usize) -> io::Result<()> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[keep..]) {
                self.buffer.drain(keep..keep + at);
                return Ok(());
            }
            // Whether this ends the line is seen with what comes next.
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
        self.eager
    }

    fn next(&mut self, wanted: &dyn Fn() -> bool) -> io::Result<Option<Chunk>> {
        // Where the last line that is whole ends. What the chunk before left is part of a line,
        // unless a line was skipped.
        let mut end = memchr::memrchr(b'\n', &self.buffer).map_or(0, |at| at + 1);
        loop {
            // One byte before what is read may become the end of a line by it.
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
            if end > 0 && (self.buffer.len() >= self.size || self.eager && wanted()) {
                return Ok(Some(self.split(end)));
            }
        }
    }
}

/// The result of the chunk of this number.
type Numbered<T> = (u64, Result<T, StreamError>);

/// How workers get chunks; `None` at the end.
type NextChunk<C> = Arc<dyn Fn() -> Option<(u64, C)> + Send + Sync>;

/// Results on their way, in the order of the chunks.
///
/// Threads that work on it end when it is dropped, each after the chunk it is busy with.
pub struct ResultStream<T> {
    results: Receiver<Numbered<T>>,
    permits: Sender<()>,
    /// Results that came before those of earlier chunks.
    early: BTreeMap<u64, Result<T, StreamError>>,
    /// The number of the chunk whose result is the next.
    next: u64,
}

/// What [`ResultStream::next`] has.
#[derive(Debug)]
pub enum StreamPoll<T> {
    /// The next result.
    Ready(T),
    /// Nothing yet.
    Pending,
    /// There are no more.
    End,
}

/// Why a stream ends early. What comes before in the input was delivered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The input cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A worker or the source panicked.
    #[error("the work on a chunk panicked")]
    Panicked,
}

impl<T: Send + 'static> ResultStream<T> {
    /// Starts a thread for each worker, and perhaps one that reads.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a thread.
    pub fn start<S, F>(source: S, workers: Vec<F>) -> io::Result<Self>
    where
        S: ChunkSource,
        F: FnMut(S::Chunk) -> T + Send + 'static,
    {
        let (to_stream, results) = channel();
        let (permits, taken) = channel();
        for _ in 0..PERMITS_PER_WORKER * workers.len() {
            // The receiver is in this function: nothing can fail.
            let _ = permits.send(());
        }
        let cutter = Cutter { source: Some(source), number: 0, permits: taken };
        let next = if cutter.may_wait() {
            read_ahead(cutter, to_stream.clone())?
        } else {
            read_when_asked(cutter, to_stream.clone())
        };
        for mut worker in workers {
            let (next, to_stream) = (Arc::clone(&next), to_stream.clone());
            spawn("sudoku", STACK_BYTES, move || {
                while let Some((number, chunk)) = next() {
                    let result = catch_unwind(AssertUnwindSafe(|| worker(chunk)));
                    let result = result.map_err(|_| StreamError::Panicked);
                    let stop = result.is_err();
                    if to_stream.send((number, result)).is_err() || stop {
                        return;
                    }
                }
            })?;
        }
        Ok(Self { results, permits, early: BTreeMap::new(), next: 0 })
    }

    /// Returns the next result, if it comes within `patience`.
    ///
    /// # Errors
    ///
    /// Fails if the input cannot be read, or if something panicked; that is the end then.
    pub fn next(&mut self, patience: Duration) -> Result<StreamPoll<T>, StreamError> {
        loop {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                // A reader at the end of its input wants no permit.
                let _ = self.permits.send(());
                return result.map(StreamPoll::Ready);
            }
            match self.results.recv_timeout(patience) {
                Ok((number, result)) => self.early.insert(number, result),
                Err(RecvTimeoutError::Timeout) => return Ok(StreamPoll::Pending),
                Err(RecvTimeoutError::Disconnected) if self.early.is_empty() => {
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

/// A source that gives a chunk for a permit.
struct Cutter<S> {
    /// `None` after its end.
    source: Option<S>,
    /// The number of the next chunk.
    number: u64,
    permits: Receiver<()>,
}

impl<S: ChunkSource> Cutter<S> {
    fn may_wait(&self) -> bool {
        self.source.as_ref().is_some_and(ChunkSource::may_block)
    }

    /// Returns the next chunk with its number; `None` at the end, or if nobody wants more. What is
    /// wrong with the input is the result in the place of the next chunk.
    fn next<T>(
        &mut self,
        wanted: &dyn Fn() -> bool,
        to_stream: &Sender<Numbered<T>>,
    ) -> Option<(u64, S::Chunk)> {
        let source = self.source.as_mut()?;
        self.permits.recv().ok()?;
        let number = self.number;
        self.number += 1;
        let read = catch_unwind(AssertUnwindSafe(|| source.next(wanted)));
        let fault = match read {
            Ok(Ok(Some(chunk))) => return Some((number, chunk)),
            Ok(Ok(None)) => None,
            Ok(Err(error)) => Some(StreamError::Read(error)),
            Err(_) => Some(StreamError::Panicked),
        };
        if let Some(fault) = fault {
            // Who stopped listening does not miss it.
            let _ = to_stream.send((number, Err(fault)));
        }
        self.source = None;
        None
    }
}

/// Returns a function by which workers get chunks: they read them, one worker at a time.
fn read_when_asked<S: ChunkSource, T: Send + 'static>(
    cutter: Cutter<S>,
    to_stream: Sender<Numbered<T>>,
) -> NextChunk<S::Chunk> {
    let shared = Mutex::new((cutter, to_stream));
    Arc::new(move || {
        let (cutter, to_stream) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        cutter.next(&|| true, to_stream)
    })
}

/// Starts a thread that reads, and returns a function by which workers get what it has read.
fn read_ahead<S: ChunkSource, T: Send + 'static>(
    mut cutter: Cutter<S>,
    to_stream: Sender<Numbered<T>>,
) -> io::Result<NextChunk<S::Chunk>> {
    let (to_workers, chunks) = channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let sent = Arc::clone(&waiting);
    spawn("reader", 1 << 20, move || {
        let wanted = || sent.load(Ordering::Relaxed) == 0;
        while let Some(chunk) = cutter.next(&wanted, &to_stream) {
            sent.fetch_add(1, Ordering::Relaxed);
            if to_workers.send(chunk).is_err() {
                return;
            }
        }
    })?;
    let chunks = Mutex::new(chunks);
    Ok(Arc::new(move || {
        // Whoever waits for a chunk holds the lock; the others wait for the lock.
        let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()?;
        waiting.fetch_sub(1, Ordering::Relaxed);
        Some(chunk)
    }))
}
