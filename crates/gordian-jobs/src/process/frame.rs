//! Frames between parent and child. A frame has a tag, the number of its parts, and the parts, each
//! preceded by its length.
//!
//! ```text
//! tag  u8 │ parts  u8 │ length  u64 LE │ bytes … │ length  u64 LE │ bytes …
//! ```

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::{ClaimedJob, RunOutcome, SaveOutcome};

/// The first bytes that a child writes; output before them is ignored, because a test program
/// prints lines of its own. The number is the version of the frames.
pub(super) const HANDSHAKE: &[u8] = b"\ngordian-job 1\n";

/// The maximum number of parts: those of a task.
const MAX_PARTS: u8 = 4;
/// The maximum size of a part other than a result: a payload, a checkpoint or a report.
const MAX_PART_BYTES: u64 = 1 << 30;

/// A job, as sent to a child.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) job: ClaimedJob,
    pub(super) fence: i64,
    pub(super) checkpoint: Option<Vec<u8>>,
    /// Memory limit in bytes, in addition to the memory of an idle process.
    pub(super) memory: Option<u64>,
    /// Setup for the program of the child; opaque here.
    pub(super) setup: String,
}

/// Frames from the parent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ToChild {
    Task(Box<Task>),
    Stop,
    Saved(SaveOutcome),
}

/// Frames from the child.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FromChild {
    Report(String),
    Save { checkpoint: Vec<u8>, progress: Option<String> },
    Finished(RunOutcome),
}

#[derive(Serialize, Deserialize)]
struct TaskHeader {
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
struct FailureHeader {
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
                let header = TaskHeader {
                    id: job.id.to_string(),
                    kind: job.kind.clone(),
                    title: job.title.clone(),
                    client: job.client.clone(),
                    attempt: job.attempt,
                    max_attempts: job.max_attempts,
                    fence: *fence,
                    memory: *memory,
                };
                let header = serde_json::to_vec(&header)?;
                let mut parts = vec![&*header, setup.as_bytes(), job.payload.as_bytes()];
                parts.extend(checkpoint.as_deref());
                write_frame(writer, b'T', &parts)
            }
            Self::Stop => write_frame(writer, b'X', &[]),
            Self::Saved(SaveOutcome::Stored) => write_frame(writer, b'Y', &[]),
            Self::Saved(SaveOutcome::LeaseLost) => write_frame(writer, b'N', &[]),
        }
    }

    /// Reads the next frame; `None` at the end of the input.
    pub(super) fn read(reader: &mut impl Read) -> io::Result<Option<Self>> {
        let Some((tag, parts)) = read_frame(reader, b"TXYN", MAX_PART_BYTES)? else {
            return Ok(None);
        };
        let mut parts = parts.into_iter();
        let mut next = || parts.next();
        Ok(Some(match tag {
            b'T' => {
                let header: TaskHeader = serde_json::from_slice(&next().ok_or_else(invalid)?)?;
                let setup = text(next())?;
                let payload = text(next())?;
                let job = ClaimedJob {
                    id: header.id.parse().map_err(|_| invalid())?,
                    kind: header.kind,
                    title: header.title,
                    client: header.client,
                    payload,
                    attempt: header.attempt,
                    max_attempts: header.max_attempts,
                };
                let (fence, memory, checkpoint) = (header.fence, header.memory, next());
                Self::Task(Box::new(Task { job, fence, checkpoint, memory, setup }))
            }
            b'X' => Self::Stop,
            b'Y' => Self::Saved(SaveOutcome::Stored),
            b'N' => Self::Saved(SaveOutcome::LeaseLost),
            _ => return Err(invalid()),
        }))
    }
}

impl FromChild {
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Report(progress) => write_frame(writer, b'P', &[progress.as_bytes()]),
            Self::Save { checkpoint, progress } => {
                let mut parts = vec![&**checkpoint];
                parts.extend(progress.as_deref().map(str::as_bytes));
                write_frame(writer, b'C', &parts)
            }
            Self::Finished(RunOutcome::Done(result)) => {
                write_frame(writer, b'D', &[result.as_bytes()])
            }
            Self::Finished(RunOutcome::Stopped) => write_frame(writer, b'S', &[]),
            Self::Finished(RunOutcome::Failed { code, message, hint, retry }) => {
                let (code, message) = (code.clone(), message.clone());
                let header = FailureHeader { code, message, hint: hint.clone(), retry: *retry };
                write_frame(writer, b'F', &[&serde_json::to_vec(&header)?])
            }
        }
    }

    /// Reads the next frame, whose parts have at most `max_part_bytes`; `None` at the end of the
    /// input.
    ///
    /// A longer part is an error of the kind [`io::ErrorKind::FileTooLarge`].
    pub(super) fn read(reader: &mut impl Read, max_part_bytes: u64) -> io::Result<Option<Self>> {
        let Some((tag, parts)) = read_frame(reader, b"PCDSF", max_part_bytes)? else {
            return Ok(None);
        };
        let mut parts = parts.into_iter();
        let mut next = || parts.next();
        Ok(Some(match tag {
            b'P' => Self::Report(text(next())?),
            b'C' => {
                let checkpoint = next().ok_or_else(invalid)?;
                let progress = next().map(|bytes| text(Some(bytes))).transpose()?;
                Self::Save { checkpoint, progress }
            }
            b'D' => Self::Finished(RunOutcome::Done(text(next())?)),
            b'S' => Self::Finished(RunOutcome::Stopped),
            b'F' => {
                let header: FailureHeader = serde_json::from_slice(&next().ok_or_else(invalid)?)?;
                let FailureHeader { code, message, hint, retry } = header;
                Self::Finished(RunOutcome::Failed { code, message, hint, retry })
            }
            _ => return Err(invalid()),
        }))
    }
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "invalid frame of a job process")
}

fn text(part: Option<Vec<u8>>) -> io::Result<String> {
    String::from_utf8(part.ok_or_else(invalid)?).map_err(|_| invalid())
}

fn write_frame(writer: &mut impl Write, tag: u8, parts: &[&[u8]]) -> io::Result<()> {
    let n_parts = u8::try_from(parts.len()).map_err(|_| invalid())?;
    writer.write_all(&[tag, n_parts])?;
    for part in parts {
        let length = u64::try_from(part.len()).map_err(|_| invalid())?;
        writer.write_all(&length.to_le_bytes())?;
        writer.write_all(part)?;
    }
    writer.flush()
}

/// Reads a frame with one of these tags. The tag is checked before a length is read.
fn read_frame(
    reader: &mut impl Read,
    tags: &[u8],
    max_part_bytes: u64,
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
        if length > max_part_bytes {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{length} bytes")));
        }
        // The buffer grows with the received bytes: a length alone reserves no memory.
        let mut part = Vec::new();
        if reader.by_ref().take(length).read_to_end(&mut part)? as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        parts.push(part);
    }
    Ok(Some((tag[0], parts)))
}

/// Reads up to and including [`HANDSHAKE`]; returns whether it was found.
pub(super) fn read_handshake(reader: &mut impl Read) -> io::Result<bool> {
    let mut matched = 0;
    let mut byte = [0];
    while reader.read(&mut byte)? == 1 {
        // The first byte occurs only once in the handshake, so a mismatch restarts the search.
        matched = if byte[0] == HANDSHAKE[matched] {
            matched + 1
        } else {
            usize::from(byte[0] == HANDSHAKE[0])
        };
        if matched == HANDSHAKE.len() {
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
    fn frames_round_trip() {
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
            ToChild::Saved(SaveOutcome::Stored),
            ToChild::Saved(SaveOutcome::LeaseLost),
        ];
        let mut bytes = Vec::new();
        sent.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut reader = &*bytes;
        for frame in &sent {
            assert_eq!(ToChild::read(&mut reader).unwrap().as_ref(), Some(frame));
        }
        assert_eq!(ToChild::read(&mut reader).unwrap(), None);

        let failed = RunOutcome::Failed {
            code: "a".to_owned(),
            message: "b".to_owned(),
            hint: String::new(),
            retry: true,
        };
        let sent = [
            FromChild::Report("1".to_owned()),
            FromChild::Save { checkpoint: vec![1], progress: None },
            FromChild::Save { checkpoint: vec![], progress: Some(String::new()) },
            FromChild::Finished(RunOutcome::Done("{}".to_owned())),
            FromChild::Finished(RunOutcome::Stopped),
            FromChild::Finished(failed),
        ];
        let mut bytes = b"running 1 test\n\ngordian\n".to_vec();
        bytes.extend(HANDSHAKE);
        sent.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut reader = &*bytes;
        assert!(read_handshake(&mut reader).unwrap());
        for frame in &sent {
            assert_eq!(FromChild::read(&mut reader, 100).unwrap().as_ref(), Some(frame));
        }
        assert_eq!(FromChild::read(&mut reader, 100).unwrap(), None);
    }

    #[test]
    fn invalid_frames_are_rejected() {
        let kind = |bytes: &[u8]| FromChild::read(&mut &*bytes, 100).unwrap_err().kind();
        let mut bytes = Vec::new();
        FromChild::Finished(RunOutcome::Done("x".repeat(101))).write(&mut bytes).unwrap();
        assert_eq!(kind(&bytes), io::ErrorKind::FileTooLarge);
        let mut bytes = Vec::new();
        FromChild::Report("text".to_owned()).write(&mut bytes).unwrap();
        for end in 1..bytes.len() {
            assert_eq!(kind(&bytes[..end]), io::ErrorKind::UnexpectedEof);
        }
        assert_eq!(kind(b"?\x00"), io::ErrorKind::InvalidData);
        assert_eq!(kind(b"\ntest failed, and more than nothing"), io::ErrorKind::InvalidData);
        assert_eq!(kind(b"D\x00"), io::ErrorKind::InvalidData);
        assert!(!read_handshake(&mut &b"another program\n"[..]).unwrap());
    }
}
