//! Files on several threads: every line once, in order, for any chunk size and number of threads.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use gordian_sudoku::classic::batch::{
    Chunk, ChunkSource, LineChunks, ResultStream, StreamError, StreamPoll,
};
use gordian_sudoku::formats::LineReader;
use proptest::prelude::*;

const TIMEOUT: Duration = Duration::from_secs(60);
const MAX_LINE: usize = LineReader::<&[u8]>::MAX_LENGTH;

/// A reader that returns a limited number of bytes per call.
struct SlowReader<'a>(&'a [u8], usize);

impl Read for SlowReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

fn collect_chunks(text: &'static [u8], piece: usize, size: usize, eager: bool) -> Vec<Chunk> {
    let mut chunks = LineChunks::new(SlowReader(text, piece), size);
    if eager {
        chunks = chunks.flush_when_idle();
    }
    std::iter::from_fn(|| chunks.next_chunk(&|| true).expect("slices can be read")).collect()
}

fn start_stream<T: Send + 'static>(
    source: impl ChunkSource<Chunk = Chunk>,
    threads: usize,
    work: impl Fn(Chunk) -> T + Clone + Send + 'static,
) -> ResultStream<T> {
    ResultStream::start(source, vec![work; threads]).expect("threads")
}

/// Returns all results of a stream, and how it ended.
fn collect_results<T: Send + 'static>(
    mut stream: ResultStream<T>,
) -> (Vec<T>, Result<(), StreamError>) {
    let mut results = Vec::new();
    loop {
        match stream.next(TIMEOUT) {
            Ok(StreamPoll::Ready(result)) => results.push(result),
            Ok(StreamPoll::Pending) => panic!("no result for a minute"),
            Ok(StreamPoll::End) => return (results, Ok(())),
            Err(error) => return (results, Err(error)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chunks_contain_whole_lines(
        text in "([a-z]{0,9}\r?\n){0,30}[a-z]{0,3}",
        piece in 1..40_usize,
        size in 1..60_usize,
        eager: bool,
    ) {
        let text: &'static [u8] = text.into_bytes().leak();
        let chunks = collect_chunks(text, piece, size, eager);
        let mut line = 1;
        for (number, chunk) in chunks.iter().enumerate() {
            prop_assert_eq!(chunk.first_line, line);
            let n = chunk.bytes.iter().filter(|&&byte| byte == b'\n').count();
            line += u64::try_from(n).unwrap();
            let is_last = number + 1 == chunks.len();
            prop_assert!(!chunk.bytes.is_empty());
            prop_assert!(is_last || chunk.bytes.ends_with(b"\n"));
            prop_assert!(is_last || eager || chunk.bytes.len() + 40 >= size);
        }
        let whole: Vec<u8> = chunks.into_iter().flat_map(|chunk| chunk.bytes).collect();
        prop_assert_eq!(whole, text);
    }

    #[test]
    fn lone_carriage_returns_end_lines(
        text in "([a-z]{0,3}(\r|\n|\r\n)){0,30}[a-z]{0,3}",
        piece in 1..40_usize,
        size in 1..60_usize,
        eager: bool,
    ) {
        let unified = text.replace("\r\n", "\n").replace('\r', "\n");
        let expected: Vec<&str> = unified.lines().collect();
        let chunks = collect_chunks(text.into_bytes().leak(), piece, size, eager);
        let whole: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.bytes.clone()).collect();
        let whole = String::from_utf8(whole).unwrap();
        // A carriage return at the end of the text is harmless.
        let found: Vec<&str> = whole.lines().map(|line| line.trim_end_matches('\r')).collect();
        prop_assert_eq!(found, expected);
        let mut line = 1;
        for chunk in chunks {
            prop_assert_eq!(chunk.first_line, line);
            line += u64::try_from(chunk.bytes.iter().filter(|&&byte| byte == b'\n').count()).unwrap();
        }
    }
}

#[test]
fn memory_is_bounded_for_an_endless_line() {
    let check = |before: &str, length: usize, after: &str, size, eager| {
        let text = format!("{before}{}{after}", "x".repeat(length)).into_bytes().leak();
        let chunks = collect_chunks(text, usize::MAX, size, eager);
        let whole: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.bytes.clone()).collect();
        let kept = whole.iter().filter(|&&byte| byte == b'x').count();
        let expected = format!("{before}{}{after}", "x".repeat(kept)).into_bytes();
        assert!(whole == expected, "{before:?}, {length}, {after:?}, {size}");
        // Either the line is complete, or it is still detected as too long.
        assert!(kept == length || (kept < length && kept > MAX_LINE), "{kept} of {length}");
        for chunk in &chunks {
            assert!(chunk.bytes.len() <= 2 * size + MAX_LINE + 1, "{}", chunk.bytes.len());
        }
    };
    for (size, eager) in [(1 << 10, false), (1 << 18, false), (1 << 18, true), (5 << 20, true)] {
        for length in [MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, 30 * MAX_LINE] {
            check("", length, "", size, eager);
            check("", length, "\n", size, eager);
            check("", length, "\nb", size, eager);
            check("a\nb\n", length, "\nc\nd\n", size, eager);
        }
    }
}

#[test]
fn results_arrive_in_chunk_order() {
    let text: String = (0..1000).map(|number| format!("{number}\n")).collect();
    let bytes: &'static [u8] = text.clone().into_bytes().leak();
    for (threads, eager) in [(1, false), (1, true), (2, false), (2, true), (3, false), (8, true)] {
        let chunks = LineChunks::new(bytes, 40);
        let chunks = if eager { chunks.flush_when_idle() } else { chunks };
        let stream = start_stream(chunks, threads, |chunk: Chunk| {
            // Some chunks take longer than those behind them.
            std::thread::sleep(Duration::from_micros(chunk.first_line * 7919 % 400));
            chunk.bytes
        });
        let (results, end) = collect_results(stream);
        assert!(end.is_ok() && results.len() > 50);
        assert_eq!(String::from_utf8(results.concat()).unwrap(), text, "{threads} threads");
    }
}

#[test]
fn chunks_in_flight_are_bounded_behind_a_slow_chunk() {
    struct EndlessSource(Arc<AtomicUsize>, bool);
    impl ChunkSource for EndlessSource {
        type Chunk = Chunk;
        fn may_block(&self) -> bool {
            self.1
        }
        fn next_chunk(&mut self, _: &dyn Fn() -> bool) -> io::Result<Option<Chunk>> {
            let number = self.0.fetch_add(1, Ordering::SeqCst);
            Ok(Some(Chunk { first_line: u64::try_from(number).unwrap(), bytes: Vec::new() }))
        }
    }
    for may_block in [false, true] {
        let n_read = Arc::new(AtomicUsize::new(0));
        let (release, wait) = channel::<()>();
        let mut wait: Option<Receiver<()>> = Some(wait);
        let workers: Vec<Box<dyn FnMut(Chunk) -> u64 + Send>> = vec![
            Box::new(move |chunk| {
                // The first chunk of this worker blocks until the test releases it.
                if let Some(wait) = wait.take() {
                    let _ = wait.recv();
                }
                chunk.first_line
            }),
            Box::new(|chunk| chunk.first_line),
        ];
        let mut stream =
            ResultStream::start(EndlessSource(Arc::clone(&n_read), may_block), workers).unwrap();
        let mut delivered = 0;
        while let StreamPoll::Ready(number) = stream.next(Duration::from_millis(300)).unwrap() {
            assert_eq!(number, delivered);
            delivered += 1;
            assert!(delivered < 1_000_000, "the first worker got no chunk");
        }
        let read = u64::try_from(n_read.load(Ordering::SeqCst)).unwrap();
        assert!(read <= delivered + 8, "{read} chunks were read, {delivered} delivered");
        release.send(()).unwrap();
        for number in delivered..delivered + 100 {
            assert!(
                matches!(stream.next(TIMEOUT), Ok(StreamPoll::Ready(found)) if found == number)
            );
        }
    }
}

#[test]
fn errors_arrive_in_chunk_order() {
    struct FailingSource(u64, bool);
    impl ChunkSource for FailingSource {
        type Chunk = Chunk;
        fn may_block(&self) -> bool {
            self.1
        }
        fn next_chunk(&mut self, _: &dyn Fn() -> bool) -> io::Result<Option<Chunk>> {
            self.0 += 1;
            match self.0 {
                20 => Err(io::Error::other("it broke")),
                25 => std::panic::resume_unwind(Box::new("as the test wants")),
                first_line => Ok(Some(Chunk { first_line, bytes: Vec::new() })),
            }
        }
    }
    for may_block in [false, true] {
        let (results, end) =
            collect_results(start_stream(FailingSource(0, may_block), 3, |chunk| chunk.first_line));
        assert_eq!(results, (1..20).collect::<Vec<_>>());
        assert!(matches!(end, Err(StreamError::Read(error)) if error.to_string() == "it broke"));

        let (results, end) =
            collect_results(start_stream(FailingSource(0, may_block), 3, |chunk| {
                if chunk.first_line == 7 {
                    std::panic::resume_unwind(Box::new("as the test wants"));
                }
                chunk.first_line
            }));
        assert_eq!(results, (1..7).collect::<Vec<_>>());
        assert!(matches!(end, Err(StreamError::Panicked)));

        let (results, end) =
            collect_results(start_stream(FailingSource(15, may_block), 2, |chunk| {
                chunk.first_line
            }));
        assert_eq!(results, (16..20).collect::<Vec<_>>());
        assert!(matches!(end, Err(StreamError::Read(_))));

        let (results, end) =
            collect_results(start_stream(FailingSource(20, may_block), 2, |chunk| {
                chunk.first_line
            }));
        assert_eq!(results, (21..25).collect::<Vec<_>>());
        assert!(matches!(end, Err(StreamError::Panicked)));
    }
}

#[test]
fn empty_input_has_no_chunks() {
    let (results, end) =
        collect_results(start_stream(LineChunks::new(io::empty(), 100), 2, |chunk| chunk));
    assert!(results.is_empty() && end.is_ok());
}
