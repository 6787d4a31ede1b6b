//! Frames between the service and a worker.
//!
//! ```text
//! to the worker    tag u8 │ length u32 LE │ header (JSON) │ length u32 LE │ text
//! to the service   tag u8 │ flags u8 │ length u64 LE │ bytes
//! ```

use std::io::{self, Read, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// The first bytes that a worker writes; output before them is ignored, because a test program
/// prints lines of its own. The number is the version of the frames.
pub(super) const HANDSHAKE: &[u8] = b"\ngordian-worker 1\n";
/// The maximum output before the handshake.
const MAX_PREAMBLE: usize = 64 << 10;
/// The maximum length of a part that the service sends: a body and what surrounds it.
const MAX_PART: u32 = 1 << 30;

const SETUP: u8 = b'S';
const TASK: u8 = b'T';
const STOP: u8 = b'X';
const ANSWER: u8 = b'A';
const PROBLEM: u8 = b'P';

/// The limits of a worker, and the setup of its handler.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The setup of the handler; opaque here.
    pub(super) handler: String,
    /// Memory limit in bytes, in addition to the stack.
    pub(super) memory_bytes: Option<u64>,
    pub(super) stack_bytes: usize,
    /// Folders and files that may be read, and those that may be written.
    pub(super) readable: Vec<std::path::PathBuf>,
    pub(super) writable: Vec<std::path::PathBuf>,
}

/// The description of a task, beside its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TaskHeader {
    pub(super) name: String,
    pub(super) time_limit: Duration,
    pub(super) max_answer_bytes: usize,
    pub(super) accept_gzip: bool,
}

/// A frame to a worker; the type of the text is that of the sender or of the receiver.
#[derive(Debug)]
pub(super) enum ToWorker<T> {
    Setup(Setup),
    Task(TaskHeader, T),
    Stop,
}

impl ToWorker<&str> {
    pub(super) async fn write(&self, writer: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        let (tag, header, text) = match self {
            Self::Setup(setup) => (SETUP, serde_json::to_vec(setup)?, ""),
            Self::Task(header, text) => (TASK, serde_json::to_vec(header)?, *text),
            Self::Stop => (STOP, Vec::new(), ""),
        };
        let mut frame = vec![tag];
        frame.extend(part_length(header.len())?.to_le_bytes());
        frame.extend(header);
        frame.extend(part_length(text.len())?.to_le_bytes());
        // One write wakes the worker once.
        frame.extend_from_slice(text.as_bytes());
        writer.write_all(&frame).await?;
        writer.flush().await
    }
}

impl ToWorker<String> {
    /// Reads the next frame; `None` at the end of the input.
    pub(super) fn read(reader: &mut impl Read) -> io::Result<Option<Self>> {
        let mut tag = [0];
        if reader.read(&mut tag)? == 0 {
            return Ok(None);
        }
        let header = read_part(reader)?;
        let text = read_part(reader)?;
        Ok(Some(match tag[0] {
            SETUP => Self::Setup(serde_json::from_slice(&header)?),
            TASK => {
                let text = String::from_utf8(text).map_err(|_| invalid())?;
                Self::Task(serde_json::from_slice(&header)?, text)
            }
            STOP => Self::Stop,
            _ => return Err(invalid()),
        }))
    }
}

fn part_length(length: usize) -> io::Result<u32> {
    u32::try_from(length).ok().filter(|&length| length <= MAX_PART).ok_or_else(invalid)
}

fn read_part(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    reader.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MAX_PART {
        return Err(invalid());
    }
    let mut part = Vec::new();
    if reader.by_ref().take(length.into()).read_to_end(&mut part)? as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(part)
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "invalid frame of a worker process")
}

/// The kind of a frame to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyKind {
    Answer {
        /// Whether the bytes are compressed by gzip.
        is_compressed: bool,
    },
    /// A problem, and whether the worker goes on.
    Problem { is_last: bool },
}

/// Writes a frame to the service.
pub(super) fn write_reply(
    writer: &mut impl Write,
    kind: ReplyKind,
    bytes: &[u8],
) -> io::Result<()> {
    let (tag, flags) = match kind {
        ReplyKind::Answer { is_compressed } => (ANSWER, u8::from(is_compressed)),
        ReplyKind::Problem { is_last } => (PROBLEM, u8::from(is_last)),
    };
    let length = u64::try_from(bytes.len()).map_err(|_| invalid())?;
    // One write of a short frame wakes the service once.
    let mut frame = Vec::with_capacity(bytes.len().saturating_add(10));
    frame.extend([tag, flags]);
    frame.extend(length.to_le_bytes());
    frame.extend_from_slice(bytes);
    writer.write_all(&frame)?;
    writer.flush()
}

/// Reads the head of a frame from a worker: its kind and the number of its bytes.
pub(super) async fn read_reply_head(
    reader: &mut (impl AsyncRead + Unpin),
) -> io::Result<(ReplyKind, u64)> {
    let mut head = [0; 10];
    reader.read_exact(&mut head).await?;
    let [tag, flags, length @ ..] = head;
    let kind = match tag {
        ANSWER => ReplyKind::Answer { is_compressed: flags == 1 },
        PROBLEM => ReplyKind::Problem { is_last: flags == 1 },
        _ => return Err(invalid()),
    };
    Ok((kind, u64::from_le_bytes(length)))
}

/// Reads up to and including [`HANDSHAKE`].
pub(super) async fn read_handshake(reader: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    let mut matched = 0;
    for _ in 0..MAX_PREAMBLE {
        let byte = reader.read_u8().await?;
        // The first byte occurs only once before the last one, so a mismatch restarts the search.
        matched = if byte == HANDSHAKE[matched] {
            matched + 1
        } else {
            usize::from(byte == HANDSHAKE[0])
        };
        if matched == HANDSHAKE.len() {
            return Ok(());
        }
    }
    Err(invalid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frames_round_trip() {
        let header = TaskHeader {
            name: "solve".to_owned(),
            time_limit: Duration::from_millis(1500),
            max_answer_bytes: 7,
            accept_gzip: true,
        };
        let mut bytes = Vec::new();
        ToWorker::Task(header.clone(), "é").write(&mut bytes).await.unwrap();
        ToWorker::Stop.write(&mut bytes).await.unwrap();
        let mut reader = &*bytes;
        let Some(ToWorker::Task(read, text)) = ToWorker::read(&mut reader).unwrap() else {
            panic!("a task")
        };
        assert_eq!((read, text.as_str()), (header, "é"));
        assert!(matches!(ToWorker::read(&mut reader).unwrap(), Some(ToWorker::Stop)));
        assert!(ToWorker::read(&mut reader).unwrap().is_none());
        for end in 1..bytes.len() - 9 {
            assert!(ToWorker::read(&mut &bytes[..end]).is_err(), "{end}");
        }
        let mut reply = b"running 1 test\n\n".to_vec();
        reply.extend(HANDSHAKE);
        for kind in [
            ReplyKind::Answer { is_compressed: true },
            ReplyKind::Problem { is_last: false },
            ReplyKind::Problem { is_last: true },
        ] {
            write_reply(&mut reply, kind, b"abc").unwrap();
        }
        let mut reader = &*reply;
        read_handshake(&mut reader).await.unwrap();
        let head = read_reply_head(&mut reader).await.unwrap();
        assert_eq!(head, (ReplyKind::Answer { is_compressed: true }, 3));
        assert!(read_reply_head(&mut &b"another program"[..]).await.is_err());
        assert!(read_handshake(&mut &b"another program\n"[..]).await.is_err());
    }
}
