//! Lines of a file or of standard input, as they come, without ever holding more than a few of them.

use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::fault::Fault;
use crate::input::io_fault;

/// The longest line that is looked at, in bytes; a position has some twenty.
const MAX_LINE: usize = 1 << 16;
/// The most lines that are handed over at a time.
const BATCH: usize = 1 << 12;
/// Batches that are read ahead.
const AHEAD: usize = 2;
/// Bytes that are read at a time; a batch has hardly more of them.
const BUFFER: usize = 1 << 18;

/// One line that is not blank.
#[derive(Debug)]
pub(in crate::commands) struct Line {
    /// From 1.
    pub(in crate::commands) number: usize,
    /// Without its end, or why it cannot be read.
    pub(in crate::commands) text: Result<String, Fault>,
}

/// Some lines, in order, or why no more can be read.
pub(in crate::commands) type Batch = Result<Vec<Line>, Fault>;

/// Reads lines on a thread of its own. A batch comes as soon as the input has nothing further ready,
/// so that somebody who types gets every answer at once.
pub(in crate::commands) fn read(file: &Path) -> Result<Receiver<Batch>, Fault> {
    let (sender, receiver) = sync_channel(AHEAD);
    let name = file.display().to_string();
    let input: Box<dyn Read + Send> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(fs_err::File::open(file).map_err(|error| io_fault(&error).within(&name))?)
    };
    let send = move || {
        let reader = Reader { input: BufReader::with_capacity(BUFFER, input), number: 0, name };
        reader.send_all(&sender);
    };
    thread::Builder::new()
        .name("lines".to_owned())
        .spawn(send)
        .map_err(|error| Fault::new("io.thread", format!("no thread could be started: {error}")))?;
    Ok(receiver)
}

/// What comes next in the input.
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
            let batch = self.batch().map_err(|error| io_fault(&error).within(&self.name));
            let is_last = match &batch {
                Ok(None) => return,
                Ok(Some(_)) => false,
                Err(_) => true,
            };
            // Who stopped listening wants no more.
            if sender.send(batch.map(Option::unwrap_or_default)).is_err() || is_last {
                return;
            }
        }
    }

    /// Returns the next lines, `None` at the end.
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
            let is_full = batch.len() >= BATCH || n_bytes >= BUFFER;
            if is_full || !self.input.buffer().contains(&b'\n') {
                return Ok(Some(batch));
            }
        }
    }

    /// Reads a line.
    fn line(&mut self) -> io::Result<Next> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_LINE + 1).expect("a small number");
        if (&mut self.input).take(limit).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Next::End);
        }
        self.number += 1;
        let number = self.number;
        if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            let message = format!("the line has more than {MAX_LINE} bytes");
            let fault = Fault::new("input.too-long", message).at_line(number, "", &(0..0));
            return Ok(Next::Line(Line { number, text: Err(fault.within(&self.name)) }));
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
                Err(fault.within(&self.name).at_line(number, &text, &(at..at)))
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
    fn what_is_no_text_is_a_fault_of_its_line() {
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
