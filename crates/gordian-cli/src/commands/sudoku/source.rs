//! Where puzzles come from: a file of lines, cut into chunks, or a text that is read as a whole.
//!
//! Which of the two it is can only be seen from its beginning. That is read on the thread that reads
//! everything, so that nobody waits for somebody who types.

use std::io::{self, Cursor, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use gordian::sudoku::Layout;
use gordian::sudoku::classic::batch::{Chunk, ChunkSource, LineChunks};
use gordian::sudoku::formats::{
    self, DocumentEntry, Format, FormatError, LineReader, is_line_based, normalise_line_endings,
    parse_classic_line, parse_document,
};

use super::layout::with_diagonals;
use crate::fault::Fault;
use crate::input::{MAX_BYTES, io_fault};

/// Bytes from which can be seen how a text is to be read.
const START_BYTES: usize = 1 << 14;
/// Bytes of a line that is no text that are kept to be shown.
const SHOWN_BYTES: usize = 1 << 12;
/// Puzzles of a text that was read as a whole, in a chunk.
const ENTRIES: usize = 16;
/// Bytes of a chunk where a puzzle may take long: a few puzzles.
const FEW_BYTES: usize = 1 << 8;
/// Bytes of a chunk of 9×9 lines: 2,000 to 16,000 puzzles. Fewer would leave the batch engine idle at
/// the end of each chunk, more would only need memory.
const LINES_BYTES: (usize, usize) = (2_000 * 82, 16_000 * 82);

/// What a worker gets.
pub(super) enum Input {
    /// Lines of a file.
    Lines(Chunk),
    /// Puzzles of a text that was read as a whole.
    Puzzles(Vec<Item>),
}

/// A puzzle of a text that was read as a whole.
pub(super) struct Item {
    pub(super) entry: DocumentEntry,
    /// The line of its fault, if it has one.
    pub(super) text: String,
}

/// How texts are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// The houses where the text does not say them.
    pub(super) layout: Option<Layout>,
    /// The only format that is accepted.
    pub(super) format: Option<Format>,
    /// Plain grids have both long diagonals, besides the houses they have anyway. A layout that is
    /// named has them already.
    pub(super) diagonals: bool,
}

impl Reading {
    /// Returns what was read, with the houses that are asked for.
    pub(super) fn finish(
        &self,
        result: Result<formats::ParsedPuzzle, FormatError>,
    ) -> Result<formats::ParsedPuzzle, FormatError> {
        let mut read = result?;
        let is_plain = matches!(
            read.format,
            Format::Line | Format::Numbers | Format::Block | Format::Sdk | Format::PencilMarks
        );
        if self.diagonals && is_plain {
            read.puzzle.layout = with_diagonals(&read.puzzle.layout);
        }
        Ok(read)
    }

    /// Returns whether a text that begins so is read line by line.
    fn is_by_line(&self, start: &[u8]) -> bool {
        match self.format {
            Some(Format::Line | Format::Numbers | Format::PencilMarks | Format::Hodoku) => true,
            Some(Format::Block | Format::Sdk | Format::OpenSudoku) => false,
            _ => is_line_based(start, self.layout.as_ref()),
        }
    }
}

type Reader = Box<dyn Read + Send>;

/// The puzzles of a file.
pub(super) struct Puzzles {
    state: State,
    reading: Reading,
    /// How many threads will share the chunks.
    threads: usize,
    /// Puzzles may take long.
    slow: bool,
    /// The length of the file, where it is known.
    pub(super) length: Option<u64>,
}

enum State {
    /// Nothing was read.
    Start(Reader),
    Lines(LineChunks<io::Chain<Cursor<Vec<u8>>, Reader>>),
    Whole(std::vec::IntoIter<Item>),
    End,
}

impl Puzzles {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(
        file: &Path,
        reading: Reading,
        threads: usize,
        slow: bool,
    ) -> Result<Self, Fault> {
        let (reader, length): (Reader, _) = if file == Path::new("-") {
            (Box::new(io::stdin()), None)
        } else {
            let fault = |error: io::Error| io_fault(&error).within(&file.display().to_string());
            let file = fs_err::File::open(file).map_err(fault)?;
            let metadata = file.metadata().map_err(fault)?;
            // The bare file can be read into fresh memory; who reports its faults knows its name.
            let (file, _) = file.into_parts();
            (Box::new(file), metadata.is_file().then_some(metadata.len()))
        };
        Ok(Self { state: State::Start(reader), reading, threads, slow, length })
    }

    /// Reads the beginning and finds out how to read on.
    fn begin(&mut self, mut reader: Reader) -> io::Result<State> {
        let mut start = Vec::new();
        let mut by_line = false;
        while start.len() < START_BYTES && !by_line {
            let length = start.len();
            start.resize(START_BYTES, 0);
            let read = loop {
                match reader.read(&mut start[length..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
            start.truncate(length + read);
            by_line = self.reading.is_by_line(&start);
            if read == 0 {
                break;
            }
        }
        if by_line {
            let size = self.chunk_size(&start);
            let lines = LineChunks::new(Cursor::new(start).chain(reader), size);
            // From a file, as much comes at once as is asked for.
            return Ok(State::Lines(if self.length.is_some() {
                lines
            } else {
                lines.flush_when_idle()
            }));
        }
        reader.take(MAX_BYTES + 1).read_to_end(&mut start)?;
        if start.len() as u64 > MAX_BYTES {
            let message =
                format!("the text has more than {MAX_BYTES} bytes and is not one puzzle a line");
            return Err(io::Error::other(message));
        }
        Ok(State::Whole(self.whole(start).into_iter()))
    }

    /// Returns how large a chunk of lines is to be, so that every thread has some of them.
    fn chunk_size(&self, start: &[u8]) -> usize {
        let mut lines = start.split(|&byte| matches!(byte, b'\n' | b'\r'));
        if self.slow || !lines.any(|line| parse_classic_line(line).is_some()) {
            return FEW_BYTES;
        }
        let (least, most) = LINES_BYTES;
        let length = self.length.and_then(|length| usize::try_from(length).ok());
        length.map_or(most, |length| (length / (4 * self.threads)).clamp(least, most))
    }

    /// Reads a whole text.
    fn whole(&self, mut bytes: Vec<u8>) -> Vec<Item> {
        normalise_line_endings(&mut bytes);
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return vec![not_text(&error)],
        };
        let entries = parse_document(&text, self.reading.layout.as_ref());
        let mut lines = text.lines().zip(1..).peekable();
        let item = |mut entry: DocumentEntry| {
            entry.result = self.reading.finish(entry.result);
            // Lines in order, so that this is one walk through the text.
            while lines.next_if(|&(_, number)| number < entry.line).is_some() {}
            let wanted = |&&(_, number): &&(_, u64)| entry.result.is_err() && number == entry.line;
            let line = lines.peek().filter(wanted);
            let text = line.map_or("", |&(line, _)| line).to_owned();
            Item { entry, text }
        };
        // A text without puzzles is a list of none.
        let is_empty = |entry: &DocumentEntry| matches!(entry.result, Err(FormatError::Empty));
        entries.into_iter().filter(|entry| !is_empty(entry)).map(item).collect()
    }
}

/// Returns what is wrong with a text that is not UTF-8: its first line that is none.
fn not_text(error: &FromUtf8Error) -> Item {
    let (before, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let line = &error.as_bytes()[start..before.len() + end];
    let number = memchr::memchr_iter(b'\n', before).count() as u64 + 1;
    // The line alone has the same fault.
    let result = LineReader::new(line).next_line().map_or(Err(FormatError::Empty), |found| {
        found.map_or(Err(FormatError::Empty), |found| found.parse(None))
    });
    let text = String::from_utf8_lossy(&line[..line.len().min(SHOWN_BYTES)]).into_owned();
    Item { entry: DocumentEntry { line: number, result }, text }
}

impl ChunkSource for Puzzles {
    type Chunk = Input;

    fn may_block(&self) -> bool {
        self.length.is_none()
    }

    fn next_chunk(&mut self, wanted: &dyn Fn() -> bool) -> io::Result<Option<Input>> {
        if let State::Start(_) = self.state
            && let State::Start(reader) = std::mem::replace(&mut self.state, State::End)
        {
            self.state = self.begin(reader)?;
        }
        Ok(match &mut self.state {
            State::Start(_) | State::End => None,
            State::Lines(lines) => lines.next_chunk(wanted)?.map(Input::Lines),
            State::Whole(items) => {
                let items: Vec<Item> = items.take(ENTRIES).collect();
                (!items.is_empty()).then_some(Input::Puzzles(items))
            }
        })
    }
}

/// Returns the fault of a text that is no puzzle; `text` is the line with the fault, `number` its
/// number.
pub(super) fn format_fault(error: &FormatError, file: &str, number: u64, text: &str) -> Fault {
    let column = error.column().map_or(0, |column| column - 1);
    let at = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
    let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    let end = if error.column().is_some() { end } else { at };
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let fault = Fault::new(error.code(), error.to_string()).hint(error.hint());
    fault.within(file).at_line(number, text, &(at..end))
}

/// Reads one line; `None` if it is blank or a comment.
pub(super) fn read_line(
    bytes: &[u8],
    reading: &Reading,
) -> Option<Result<formats::ParsedPuzzle, FormatError>> {
    let mut lines = LineReader::new(bytes);
    let line = lines.next_line().expect("a slice can be read")?;
    Some(reading.finish(line.parse(reading.layout.as_ref())))
}
