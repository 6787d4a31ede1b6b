//! The source of puzzles: a file of lines, split into chunks, or a text that is read as a whole.
//!
//! The beginning of the input determines which of the two it is. It is read on the reader thread,
//! so that the thread that starts the batch never blocks on interactive input.

use std::io::{self, Cursor, Read};
use std::string::FromUtf8Error;

use gordian_sudoku::classic::batch::{Chunk, ChunkSource, LineChunks};
use gordian_sudoku::formats::{
    DocumentEntry, FormatError, LineReader, normalise_line_endings, parse_classic_line,
    parse_document,
};

use super::read::ReadOptions;

/// The number of bytes from which the kind of input is detected.
const DETECTION_BYTES: usize = 1 << 14;
/// The maximum size in bytes of a text that is read as a whole.
const MAX_BYTES: u64 = 1 << 28;
/// The maximum number of bytes of an invalid line that are kept for messages.
const MAX_SHOWN_BYTES: usize = 1 << 12;
/// The number of puzzles in a chunk of a text that is read as a whole.
const PUZZLES_PER_CHUNK: usize = 16;
/// The size of a chunk in bytes if puzzles may be slow: a few puzzles.
const SMALL_CHUNK_BYTES: usize = 1 << 8;
/// The minimum and maximum size in bytes of a chunk of 9×9 lines: 2,000 to 16,000 puzzles. Fewer
/// would leave the batch engine idle at the end of each chunk; more would only use memory.
const LINE_CHUNK_BYTES: (usize, usize) = (2_000 * 82, 16_000 * 82);

/// A chunk of input for a worker.
pub enum PuzzleChunk {
    /// Lines of a file.
    Lines(Chunk),
    /// Puzzles of a text that is read as a whole.
    Puzzles(Vec<SourcePuzzle>),
}

/// A puzzle of a text that is read as a whole.
pub struct SourcePuzzle {
    /// The puzzle and its line.
    pub entry: DocumentEntry,
    /// The line of its error, if it has one.
    pub text: String,
}

type Reader = Box<dyn Read + Send>;

/// The puzzles of a file or of another input.
pub struct PuzzleSource {
    state: SourceState,
    pub(super) reading: ReadOptions,
    /// The number of threads that share the chunks.
    threads: usize,
    /// Whether puzzles may be slow.
    slow: bool,
    /// The length of the file, if it is known.
    pub(super) length: Option<u64>,
}

enum SourceState {
    /// Nothing has been read.
    Start(Reader),
    Lines(LineChunks<io::Chain<Cursor<Vec<u8>>, Reader>>),
    Whole(std::vec::IntoIter<SourcePuzzle>),
    End,
}

impl PuzzleSource {
    /// Returns the puzzles of an input; `length` is its length in bytes if that is known, as for a
    /// file.
    #[must_use]
    pub fn new(
        reader: impl Read + Send + 'static,
        length: Option<u64>,
        reading: ReadOptions,
    ) -> Self {
        let state = SourceState::Start(Box::new(reader));
        Self { state, reading, threads: 1, slow: true, length }
    }

    /// Sets how many threads share the chunks, and whether puzzles may be slow.
    pub(super) fn share(self, threads: usize, slow: bool) -> Self {
        Self { threads, slow, ..self }
    }

    /// Reads the beginning and detects the kind of input.
    fn begin(&mut self, mut reader: Reader) -> io::Result<SourceState> {
        let mut start = Vec::new();
        let mut by_line = false;
        while start.len() < DETECTION_BYTES && !by_line {
            let length = start.len();
            start.resize(DETECTION_BYTES, 0);
            let read = loop {
                match reader.read(&mut start[length..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
            start.truncate(length + read);
            by_line = self.reading.is_line_based_input(&start);
            if read == 0 {
                break;
            }
        }
        if by_line {
            let size = self.chunk_size(&start);
            let lines = LineChunks::new(Cursor::new(start).chain(reader), size);
            // A file always delivers full reads; a pipe may not.
            return Ok(SourceState::Lines(if self.length.is_some() {
                lines
            } else {
                lines.flush_when_idle()
            }));
        }
        reader.take(MAX_BYTES + 1).read_to_end(&mut start)?;
        if start.len() as u64 > MAX_BYTES {
            let message = format!(
                "the text has more than {MAX_BYTES} bytes and does not have one puzzle per line"
            );
            return Err(io::Error::other(message));
        }
        Ok(SourceState::Whole(self.whole(start).into_iter()))
    }

    /// Returns the size of a chunk of lines, so that every thread gets several chunks.
    fn chunk_size(&self, start: &[u8]) -> usize {
        let mut lines = start.split(|&byte| matches!(byte, b'\n' | b'\r'));
        if self.slow || !lines.any(|line| parse_classic_line(line).is_some()) {
            return SMALL_CHUNK_BYTES;
        }
        let (least, most) = LINE_CHUNK_BYTES;
        let length = self.length.and_then(|length| usize::try_from(length).ok());
        length.map_or(most, |length| (length / (4 * self.threads)).clamp(least, most))
    }

    /// Parses a whole text.
    fn whole(&self, mut bytes: Vec<u8>) -> Vec<SourcePuzzle> {
        normalise_line_endings(&mut bytes);
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return vec![invalid_utf8_item(&error)],
        };
        let entries = parse_document(&text, self.reading.layout.as_ref());
        let mut lines = text.lines().zip(1..).peekable();
        let item = |mut entry: DocumentEntry| {
            entry.result = self.reading.finish(entry.result);
            // Entries are in line order, so the text is traversed once.
            while lines.next_if(|&(_, number)| number < entry.line).is_some() {}
            let wanted = |&&(_, number): &&(_, u64)| entry.result.is_err() && number == entry.line;
            let line = lines.peek().filter(wanted);
            let text = line.map_or("", |&(line, _)| line).to_owned();
            SourcePuzzle { entry, text }
        };
        // A text without puzzles is an empty list.
        let is_empty = |entry: &DocumentEntry| matches!(entry.result, Err(FormatError::Empty));
        entries.into_iter().filter(|entry| !is_empty(entry)).map(item).collect()
    }
}

/// Returns the error of a text that is not UTF-8: its first invalid line.
fn invalid_utf8_item(error: &FromUtf8Error) -> SourcePuzzle {
    let (before, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let line = &error.as_bytes()[start..before.len() + end];
    let number = memchr::memchr_iter(b'\n', before).count() as u64 + 1;
    // Parsing the line alone gives the same error.
    let result = LineReader::new(line).next_line().map_or(Err(FormatError::Empty), |found| {
        found.map_or(Err(FormatError::Empty), |found| found.parse(None))
    });
    let text = String::from_utf8_lossy(&line[..line.len().min(MAX_SHOWN_BYTES)]).into_owned();
    SourcePuzzle { entry: DocumentEntry { line: number, result }, text }
}

impl ChunkSource for PuzzleSource {
    type Chunk = PuzzleChunk;

    fn may_block(&self) -> bool {
        self.length.is_none()
    }

    fn next_chunk(&mut self, wanted: &dyn Fn() -> bool) -> io::Result<Option<PuzzleChunk>> {
        if let SourceState::Start(_) = self.state
            && let SourceState::Start(reader) = std::mem::replace(&mut self.state, SourceState::End)
        {
            self.state = self.begin(reader)?;
        }
        Ok(match &mut self.state {
            SourceState::Start(_) | SourceState::End => None,
            SourceState::Lines(lines) => lines.next_chunk(wanted)?.map(PuzzleChunk::Lines),
            SourceState::Whole(items) => {
                let items: Vec<SourcePuzzle> = items.take(PUZZLES_PER_CHUNK).collect();
                (!items.is_empty()).then_some(PuzzleChunk::Puzzles(items))
            }
        })
    }
}
