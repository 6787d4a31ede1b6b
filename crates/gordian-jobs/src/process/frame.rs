//! What parent and child tell each other: frames of a tag, a number of parts, and the parts, each
//! with its length before it.
//!
//! ```text
//! tag  u8 │ parts  u8 │ length  u64 LE │ bytes … │ length  u64 LE │ bytes …
//! ```

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::{ClaimedJob, Ended, Saved};

/// What a child writes first. What stands before it on standard output is not read: a program of tests
/// writes lines of its own. The number is the version of the frames.
pub(super) const HELLO: &[u8] = b"\ngordian-job 1\n";

/// The most parts of a frame: those of a task.
const MAX_PARTS: u8 = 4;
/// The longest text but a result: a payload, a checkpoint, a report.
const MAX_PART: u64 = 1 << 30;

/// A job as a child gets it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) job: ClaimedJob,
    pub(super) fence: i64,
    pub(super) checkpoint: Option<Vec<u8>>,
    /// Bytes of memory beyond what the process needs to begin.
    pub(super) memory: Option<u64>,
    /// For the program of the child; means nothing here.
    pub(super) setup: String,
}

/// From the parent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ToChild {
    Task(Box<Task>),
    Stop,
    Saved(Saved),
}

/// From the child.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FromChild {
    Report(String),
    Save { checkpoint: Vec<u8>, progress: Option<String> },
    Ended(Ended),
}

#[derive(Serialize, Deserialize)]
struct TaskHead {
    id: String,
    kind: String,
    title: String,
    client: String,
    attempt: u32,
    max_attempts: u32,
    fence: i64,
    memory: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct FailureHead {
    code: String,
    message: String,
    hint: String,
    retry: bool,
}

impl ToChild {
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Task(task) => {
                let Task { job, fence, checkpoint, memory, setup } = &**task;
                let head = TaskHead {
                    id: job.id.to_string(),
                    kind: job.kind.clone(),
                    title: job.title.clone(),
                    client: job.client.clone(),
                    attempt: job.attempt,
                    max_attempts: job.max_attempts,
                    fence: *fence,
                    memory: *memory,
                };
                let head = serde_json::to_vec(&head)?;
                let mut parts = vec![&*head, setup.as_bytes(), job.payload.as_bytes()];
                parts.extend(checkpoint.as_deref());
                write(writer, b'T', &parts)
            }
            Self::Stop => write(writer, b'X', &[]),
            Self::Saved(Saved::Stored) => write(writer, b'Y', &[]),
            Self::Saved(Saved::Lost) => write(writer, b'N', &[]),
        }
    }

    /// Reads the next frame; `None` at the end.
    pub(super) fn read(reader: &mut impl Read) -> io::Result<Option<Self>> {
        let Some((tag, parts)) = read(reader, b"TXYN", MAX_PART)? else { return Ok(None) };
        let mut parts = parts.into_iter();
        let mut next = || parts.next();
        Ok(Some(match tag {
            b'T' => {
                let head: TaskHead = serde_json::from_slice(&next().ok_or_else(invalid)?)?;
                let setup = text(next())?;
                let payload = text(next())?;
                let job = ClaimedJob {
                    id: head.id.parse().map_err(|_| invalid())?,
                    kind: head.kind,
                    title: head.title,
                    client: head.client,
                    payload,
                    attempt: head.attempt,
                    max_attempts: head.max_attempts,
                };
                let (fence, memory, checkpoint) = (head.fence, head.memory, next());
                Self::Task(Box::new(Task { job, fence, checkpoint, memory, setup }))
            }
            b'X' => Self::Stop,
            b'Y' => Self::Saved(Saved::Stored),
            b'N' => Self::Saved(Saved::Lost),
            _ => return Err(invalid()),
        }))
    }
}

impl FromChild {
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Report(progress) => write(writer, b'P', &[progress.as_bytes()]),
            Self::Save { checkpoint, progress } => {
                let mut parts = vec![&**checkpoint];
                parts.extend(progress.as_deref().map(str::as_bytes));
                write(writer, b'C', &parts)
            }
            Self::Ended(Ended::Done(result)) => write(writer, b'D', &[result.as_bytes()]),
            Self::Ended(Ended::Stopped) => write(writer, b'S', &[]),
            Self::Ended(Ended::Failed { code, message, hint, retry }) => {
                let (code, message) = (code.clone(), message.clone());
                let head = FailureHead { code, message, hint: hint.clone(), retry: *retry };
                write(writer, b'F', &[&serde_json::to_vec(&head)?])
            }
        }
    }

    /// Reads the next frame, whose parts have at most `longest` bytes; `None` at the end.
    ///
    /// A part that is longer is an error of the kind [`io::ErrorKind::FileTooLarge`].
    pub(super) fn read(reader: &mut impl Read, longest: u64) -> io::Result<Option<Self>> {
        let Some((tag, parts)) = read(reader, b"PCDSF", longest)? else { return Ok(None) };
        let mut parts = parts.into_iter();
        let mut next = || parts.next();
        Ok(Some(match tag {
            b'P' => Self::Report(text(next())?),
            b'C' => {
                let checkpoint = next().ok_or_else(invalid)?;
                let progress = next().map(|bytes| text(Some(bytes))).transpose()?;
                Self::Save { checkpoint, progress }
            }
            b'D' => Self::Ended(Ended::Done(text(next())?)),
            b'S' => Self::Ended(Ended::Stopped),
            b'F' => {
                let head: FailureHead = serde_json::from_slice(&next().ok_or_else(invalid)?)?;
                let FailureHead { code, message, hint, retry } = head;
                Self::Ended(Ended::Failed { code, message, hint, retry })
            }
            _ => return Err(invalid()),
        }))
    }
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a frame of a job's process")
}

fn text(part: Option<Vec<u8>>) -> io::Result<String> {
    String::from_utf8(part.ok_or_else(invalid)?).map_err(|_| invalid())
}

fn write(writer: &mut impl Write, tag: u8, parts: &[&[u8]]) -> io::Result<()> {
    let n_parts = u8::try_from(parts.len()).map_err(|_| invalid())?;
    writer.write_all(&[tag, n_parts])?;
    for part in parts {
        let length = u64::try_from(part.len()).map_err(|_| invalid())?;
        writer.write_all(&length.to_le_bytes())?;
        writer.write_all(part)?;
    }
    writer.flush()
}

/// Reads a frame with one of these tags. What is no frame is found out before a length is believed.
fn read(
    reader: &mut impl Read,
    tags: &[u8],
    longest: u64,
) -> io::Result<Option<(u8, Vec<Vec<u8>>)>> {
    let mut tag = [0];
    if reader.read(&mut tag)? == 0 {
        return Ok(None);
    }
    let mut n_parts = [0];
    reader.read_exact(&mut n_parts)?;
    if !tags.contains(&tag[0]) || n_parts[0] > MAX_PARTS {
        return Err(invalid());
    }
    let mut parts = Vec::new();
    for _ in 0..n_parts[0] {
        let mut length = [0; 8];
        reader.read_exact(&mut length)?;
        let length = u64::from_le_bytes(length);
        if length > longest {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{length} bytes")));
        }
        // Grows with what comes: a length alone reserves nothing.
        let mut part = Vec::new();
        if reader.by_ref().take(length).read_to_end(&mut part)? as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        parts.push(part);
    }
    Ok(Some((tag[0], parts)))
}

/// Reads up to and with [`HELLO`]; returns whether it came.
pub(super) fn read_hello(reader: &mut impl Read) -> io::Result<bool> {
    let mut matched = 0;
    let mut byte = [0];
    while reader.read(&mut byte)? == 1 {
        // Its first byte is nowhere else in it, so that a mismatch can only begin anew.
        matched = if byte[0] == HELLO[matched] { matched + 1 } else { usize::from(byte[0] == HELLO[0]) };
        if matched == HELLO.len() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JobId;

    #[test]
    fn frames_come_as_they_were_sent() {
        let job = ClaimedJob {
            id: JobId::random(),
            kind: "kind".to_owned(),
            title: "é\n".to_owned(),
            client: String::new(),
            payload: "{}".to_owned(),
            attempt: 1,
            max_attempts: 3,
        };
        let task = |checkpoint: Option<Vec<u8>>| {
            let (job, setup) = (job.clone(), "setup".to_owned());
            ToChild::Task(Box::new(Task { job, fence: -1, checkpoint, memory: Some(7), setup }))
        };
        let sent = [
            task(None),
            task(Some(vec![])),
            task(Some(vec![0, 255])),
            ToChild::Stop,
            ToChild::Saved(Saved::Stored),
            ToChild::Saved(Saved::Lost),
        ];
        let mut bytes = Vec::new();
        sent.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut reader = &*bytes;
        for frame in &sent {
            assert_eq!(ToChild::read(&mut reader).unwrap().as_ref(), Some(frame));
        }
        assert_eq!(ToChild::read(&mut reader).unwrap(), None);

        let failed = Ended::Failed {
            code: "a".to_owned(),
            message: "b".to_owned(),
            hint: String::new(),
            retry: true,
        };
        let sent = [
            FromChild::Report("1".to_owned()),
            FromChild::Save { checkpoint: vec![1], progress: None },
            FromChild::Save { checkpoint: vec![], progress: Some(String::new()) },
            FromChild::Ended(Ended::Done("{}".to_owned())),
            FromChild::Ended(Ended::Stopped),
            FromChild::Ended(failed),
        ];
        let mut bytes = b"running 1 test\n\ngordian\n".to_vec();
        bytes.extend(HELLO);
        sent.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut reader = &*bytes;
        assert!(read_hello(&mut reader).unwrap());
        for frame in &sent {
            assert_eq!(FromChild::read(&mut reader, 100).unwrap().as_ref(), Some(frame));
        }
        assert_eq!(FromChild::read(&mut reader, 100).unwrap(), None);
    }

    #[test]
    fn what_is_no_frame_is_an_error() {
        let kind = |bytes: &[u8]| FromChild::read(&mut &*bytes, 100).unwrap_err().kind();
        let mut bytes = Vec::new();
        FromChild::Ended(Ended::Done("x".repeat(101))).write(&mut bytes).unwrap();
        assert_eq!(kind(&bytes), io::ErrorKind::FileTooLarge);
        let mut bytes = Vec::new();
        FromChild::Report("text".to_owned()).write(&mut bytes).unwrap();
        for end in 1..bytes.len() {
            assert_eq!(kind(&bytes[..end]), io::ErrorKind::UnexpectedEof);
        }
        assert_eq!(kind(b"?\x00"), io::ErrorKind::InvalidData);
        assert_eq!(kind(b"\ntest failed, and more than nothing"), io::ErrorKind::InvalidData);
        assert_eq!(kind(b"D\x00"), io::ErrorKind::InvalidData);
        assert!(!read_hello(&mut &b"another program\n"[..]).unwrap());
    }
}
