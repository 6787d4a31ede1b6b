//! Reads lines of a file or of standard input in batches, as they arrive, in bounded memory, and
//! answers them.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use gordian::background::BackgroundError;
use gordian::{Cancel, Limit};
use serde::Serialize;

use super::CommandError;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::{Fault, FaultDocument};
use crate::input::{open, remove_byte_order_mark};

/// The maximum length of a line in bytes; a position has about twenty.
const MAX_LINE: usize = 1 << 16;
/// The maximum number of lines in a batch.
const BATCH_LINES: usize = 1 << 12;
/// The number of batches that are read ahead.
const BATCHES_AHEAD: usize = 2;
/// The size of the read buffer in bytes, and roughly the maximum size of a batch.
const BUFFER: usize = 1 << 18;
/// The number of faults that are shown on standard error; standard output has all of them.
pub(super) const MAX_SHOWN_FAULTS: usize = 10;
/// The interval at which cancellation is checked while no line arrives.
const TICK: Duration = Duration::from_millis(20);

/// A non-blank line.
#[derive(Debug)]
pub(super) struct Line {
    /// One-based.
    pub(super) number: usize,
    /// The text without its line ending, or the reason why it is invalid.
    pub(super) text: Result<String, Fault>,
}

/// Consecutive lines, or the reason why reading failed.
pub(super) type Batch = Result<Vec<Line>, Fault>;

/// Reads lines on a background thread. A batch is sent as soon as no further input is ready, so
/// that interactive input is answered immediately.
pub(super) fn read(file: &Path) -> Result<Receiver<Batch>, Fault> {
    let (sender, receiver) = sync_channel(BATCHES_AHEAD);
    let name = file.display().to_string();
    let input: Box<dyn Read + Send> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(open(file).map_err(|error| Fault::of(error).in_file(&name))?)
    };
    let send = move || {
        let reader = Reader { input: BufReader::with_capacity(BUFFER, input), number: 0, name };
        reader.send_all(&sender);
    };
    thread::Builder::new()
        .name("lines".to_owned())
        .spawn(send)
        .map_err(|error| Fault::of(BackgroundError::Spawn(error)))?;
    Ok(receiver)
}

/// A line to answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'a> {
    /// One-based.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl TextLine<'_> {
    /// Sets the position of a fault: a span of bytes in this line.
    pub(super) fn locate(&self, fault: Fault, span: &Range<usize>) -> Fault {
        fault.in_file("-").at_line(self.number, self.text, span)
    }
}

/// The document that answers a line.
#[derive(Debug, Serialize)]
pub(super) struct LineDocument<T> {
    #[serde(flatten)]
    pub(super) answer: T,
    /// The number of the line.
    pub(super) line: usize,
}

/// Answers each line of standard input by `answer`, in order; invalid lines are answered by
/// [`LineFaults`].
pub(super) fn answer_each(
    json: bool,
    max_shown: usize,
    cancel: &Cancel,
    console: &mut Console,
    mut answer: impl FnMut(TextLine<'_>, &mut Console) -> Result<Exit, CommandError>,
) -> Result<Exit, CommandError> {
    let batches = read(Path::new("-"))?;
    let mut exit = Exit::Answer;
    let mut line_faults = LineFaults::new(json, max_shown);
    loop {
        let batch = match batches.recv_timeout(TICK) {
            Ok(batch) => batch?,
            Err(RecvTimeoutError::Timeout) if cancel.stopped().is_none() => continue,
            Err(RecvTimeoutError::Timeout) => return Ok(Exit::Interrupted),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        for Line { number, text } in batch {
            if cancel.stopped() == Some(Limit::Interrupted) {
                return Ok(Exit::Interrupted);
            }
            let answered = match &text {
                Ok(text) => answer(TextLine { number, text }, console),
                Err(_) => Ok(Exit::Error),
            };
            let faults = match (answered, text) {
                (_, Err(fault)) => vec![fault],
                (Err(CommandError::Faults(faults)), _) => faults,
                (answered, _) => {
                    exit = exit.max(answered?);
                    console.flush()?;
                    continue;
                }
            };
            line_faults.print(number, &faults, console)?;
            console.flush()?;
        }
    }
    Ok(exit.max(line_faults.finish(console)?))
}

/// Answers invalid lines by documents or, as text, by `error`, the number of the line, a code and a
/// message. As text, the faults are also shown on standard error, up to a maximum number in total.
pub(super) struct LineFaults {
    json: bool,
    max_shown: usize,
    n: usize,
}

impl LineFaults {
    pub(super) fn new(json: bool, max_shown: usize) -> Self {
        Self { json, max_shown, n: 0 }
    }

    /// Answers an invalid line; `faults` is not empty.
    pub(super) fn print(
        &mut self,
        line: usize,
        faults: &[Fault],
        console: &mut Console,
    ) -> io::Result<()> {
        let n_shown = self.max_shown.saturating_sub(self.n).min(faults.len());
        self.n += faults.len();
        let Some(first) = faults.first() else { return Ok(()) };
        if self.json {
            return console.write_json(&FaultDocument::of_line(line as u64, first, faults));
        }
        writeln!(console.out(), "{}", first.to_line(line))?;
        console.print_faults(&faults[..n_shown])
    }

    /// Notes the number of faults that were not shown, and returns the exit code.
    pub(super) fn finish(&self, console: &mut Console) -> io::Result<Exit> {
        if self.n > self.max_shown {
            console.print_note(&format!("{} more invalid lines", self.n - self.max_shown))?;
        }
        Ok(if self.n > 0 { Exit::Error } else { Exit::Answer })
    }
}

/// The next item of the input.
enum Next {
    End,
    Blank,
    Line(Line),
}

struct Reader<R> {
    input: BufReader<R>,
    number: usize,
    name: String,
}

impl<R: Read> Reader<R> {
    fn send_all(mut self, sender: &SyncSender<Batch>) {
        loop {
            let batch = self.batch().map_err(|error| Fault::of(error).in_file(&self.name));
            let is_last = match &batch {
                Ok(None) => return,
                Ok(Some(_)) => false,
                Err(_) => true,
            };
            // The receiver was dropped: no more lines are needed.
            if sender.send(batch.map(Option::unwrap_or_default)).is_err() || is_last {
                return;
            }
        }
    }

    /// Returns the next batch, or `None` at the end.
    fn batch(&mut self) -> io::Result<Option<Vec<Line>>> {
        let mut batch = Vec::new();
        let mut n_bytes = 0;
        loop {
            match self.line()? {
                Next::End => return Ok((!batch.is_empty()).then_some(batch)),
                Next::Blank => {}
                Next::Line(line) => {
                    n_bytes += line.text.as_ref().map_or(0, String::len);
                    batch.push(line);
                }
            }
            let is_full = batch.len() >= BATCH_LINES || n_bytes >= BUFFER;
            if is_full || !self.input.buffer().contains(&b'\n') {
                return Ok(Some(batch));
            }
        }
    }

    /// Reads a line.
    fn line(&mut self) -> io::Result<Next> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_LINE + 1).expect("MAX_LINE fits into 64 bits");
        if (&mut self.input).take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Next::End);
        }
        self.number += 1;
        let number = self.number;
        if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            let message = format!("the line has more than {MAX_LINE} bytes");
            let fault = Fault::new("input.too-long", message).at_line(number, "", &(0..0));
            return Ok(Next::Line(Line { number, text: Err(fault.in_file(&self.name)) }));
        }
        if number == 1 {
            remove_byte_order_mark(&mut bytes);
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => {
                let text = text.trim_end();
                if text.trim_start().is_empty() {
                    return Ok(Next::Blank);
                }
                Ok(text.to_owned())
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let fault = Fault::new("input.not-utf8", "the text is not UTF-8");
                Err(fault.in_file(&self.name).at_line(number, &text, &(at..at)))
            }
        };
        Ok(Next::Line(Line { number, text }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(usize, Option<String>)> {
        let input = BufReader::new(input);
        let mut reader = Reader { input, number: 0, name: "x".to_owned() };
        let mut all = Vec::new();
        while let Some(batch) = reader.batch().unwrap() {
            all.extend(batch.into_iter().map(|line| (line.number, line.text.ok())));
        }
        all
    }

    #[test]
    fn lines_keep_their_numbers() {
        let check = |input: &str, expected: &[(usize, &str)]| {
            let expected: Vec<(usize, Option<String>)> =
                expected.iter().map(|(number, text)| (*number, Some((*text).to_owned()))).collect();
            assert_eq!(lines(input.as_bytes()), expected, "{input:?}");
        };
        check("", &[]);
        check("\n\r\n \n", &[]);
        check("a\n\nb\r\nc", &[(1, "a"), (3, "b"), (4, "c")]);
    }

    #[test]
    fn invalid_utf8_and_long_lines_are_faults_of_their_line() {
        assert_eq!(lines(b"a\n\xff\nb"), [(1, Some("a".into())), (2, None), (3, Some("b".into()))]);
        let mut long = vec![b'x'; MAX_LINE + 1];
        assert_eq!(lines(&long), [(1, None)]);
        long.extend_from_slice(b"x\nb\n");
        assert_eq!(lines(&long), [(1, None), (2, Some("b".into()))]);
        let mut fits = vec![b'x'; MAX_LINE];
        fits.extend_from_slice(b"\nb");
        assert_eq!(lines(&fits)[0].1.as_ref().map(String::len), Some(MAX_LINE));
        assert_eq!(lines(&fits).len(), 2);
    }
}
