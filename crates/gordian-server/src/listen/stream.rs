//! A connection's bytes, with a time limit on everything the other end could drag out.
//!
//! The HTTP library reads and writes through [`Stream`]. Its states:
//!
//! ```text
//!            first byte            head judged whole            body passed on
//! waiting ───────────────► head ───────────────────► passing ─────────────────► answering
//!    ▲  silence, idle limit    head limit              (body limits: guard)         │
//!    └──────────────────────────────────────────────────────────────────────────────┘
//!                              the reply's body is finished
//! ```
//!
//! While a request is answered nothing of the next one is passed on; bytes are read only to notice
//! that the client has gone, which ends the connection and cancels the work for it.
//! A refused head ends reading with an error; [`Stream::refusal`] then says why, and the
//! connection's driver answers in the library's place.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;
use std::{io, mem};

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::head::{Framing, Head, judge};
use crate::code::{self, Code};
use crate::config::ConnectionLimits;

/// Whose turn it is on a connection, shared with the service that answers.
#[derive(Debug, Default)]
pub(super) struct Turn {
    answering: AtomicBool,
    last: AtomicBool,
}

impl Turn {
    /// The reply is finished; the next request may come.
    pub(super) fn end(&self) {
        self.answering.store(false, Ordering::Release);
    }

    /// Returns whether the connection must be closed after this reply.
    pub(super) fn is_last(&self) -> bool {
        self.last.load(Ordering::Acquire)
    }

    fn begin(&self, framing: Framing) {
        self.last.store(framing == Framing::Chunked, Ordering::Release);
        self.answering.store(true, Ordering::Release);
    }

    fn is_answering(&self) -> bool {
        self.answering.load(Ordering::Acquire)
    }
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Nothing was asked: there is nothing to answer.
    Silent,
    /// The head was refused.
    Answer(Code),
}

/// How much of the present message the library still gets.
#[derive(Clone, Copy, Debug)]
enum Passing {
    /// None: the next head is awaited.
    Nothing,
    /// So many bytes.
    Bytes(u64),
    /// Everything until the end of the connection.
    Everything,
}

/// A connection's bytes.
pub(super) struct Stream {
    socket: TcpStream,
    limits: Arc<ConnectionLimits>,
    turn: Arc<Turn>,
    /// Bytes that were read and not passed on: the head under judgement and what came with it.
    input: BytesMut,
    passing: Passing,
    refusal: Option<Refusal>,
    /// When the head, or its first byte, must be there. Unset while a request is answered.
    read_deadline: Option<Deadline>,
    /// Whether nothing was asked on this connection so far.
    fresh: bool,
    /// Whether something written is not sent yet: then the reply is not finished either.
    unsent: bool,
    /// Wakes the reading side when the reply is sent: the library does not ask it again by itself.
    reader: Option<Waker>,
    write_stall: Option<Stall>,
}

/// What is awaited until when.
struct Deadline {
    head_begun: bool,
    sleep: Pin<Box<Sleep>>,
}

/// A reader who does not take what is written.
struct Stall {
    taken: usize,
    sleep: Pin<Box<Sleep>>,
}

impl Stream {
    pub(super) fn new(socket: TcpStream, limits: Arc<ConnectionLimits>, turn: Arc<Turn>) -> Self {
        Self {
            socket,
            limits,
            turn,
            input: BytesMut::new(),
            passing: Passing::Nothing,
            refusal: None,
            read_deadline: None,
            fresh: true,
            unsent: false,
            reader: None,
            write_stall: None,
        }
    }

    /// Returns why reading ended, if a head was refused or none came.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        self.refusal
    }

    /// Returns the socket, and what was read from it and not passed on.
    pub(super) fn into_parts(self) -> (TcpStream, BytesMut) {
        (self.socket, self.input)
    }

    /// Waits for the next head and judges it. `Ready(true)`: it is there. `Ready(false)`: the
    /// client is gone.
    fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        loop {
            let answering = self.turn.is_answering() || self.unsent;
            if answering {
                // The turn ends before the last bytes of the reply are sent, so that wakes in time.
                self.reader = Some(cx.waker().clone());
                if self.input.len() >= self.limits.max_head {
                    return Poll::Pending;
                }
            } else if !self.input.is_empty() {
                match judge(&self.input, &self.limits) {
                    Head::Whole(length, framing) => {
                        self.read_deadline = None;
                        self.fresh = false;
                        self.turn.begin(framing);
                        self.passing = match framing {
                            Framing::Length(body) => Passing::Bytes(
                                body.saturating_add(u64::try_from(length).unwrap_or(u64::MAX)),
                            ),
                            Framing::Chunked => Passing::Everything,
                        };
                        return Poll::Ready(Ok(true));
                    }
                    Head::Refused(code) => return self.refuse(Refusal::Answer(code)),
                    Head::Partial => {}
                }
            }
            let mut space = [0; 4096];
            let mut space = ReadBuf::new(&mut space);
            match Pin::new(&mut self.socket).poll_read(cx, &mut space)? {
                Poll::Ready(()) if space.filled().is_empty() => return Poll::Ready(Ok(false)),
                Poll::Ready(()) => self.input.extend_from_slice(space.filled()),
                // What has come counts even if nobody had time to look: only now is it too late.
                Poll::Pending if !answering && self.poll_deadline(cx).is_ready() => {
                    let slow = Refusal::Answer(code::HEAD_SLOW);
                    return self.refuse(if self.input.is_empty() { Refusal::Silent } else { slow });
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    fn refuse(&mut self, refusal: Refusal) -> Poll<io::Result<bool>> {
        self.refusal = Some(refusal);
        Poll::Ready(Err(io::ErrorKind::InvalidData.into()))
    }

    /// Ready when the head, or its first byte, is too late.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let head_begun = !self.input.is_empty();
        let limit = match (head_begun, self.fresh) {
            (true, _) => self.limits.head,
            (false, true) => self.limits.silence,
            (false, false) => self.limits.idle,
        };
        let deadline = match &mut self.read_deadline {
            Some(deadline) if deadline.head_begun == head_begun => deadline,
            other => other.insert(Deadline { head_begun, sleep: alarm(limit) }),
        };
        deadline.sleep.as_mut().poll(cx)
    }

    /// An error when the reader took too little for too long.
    fn poll_stall(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let limits = &self.limits;
        let stall = self
            .write_stall
            .get_or_insert_with(|| Stall { taken: 0, sleep: alarm(limits.write_stall) });
        while stall.sleep.as_mut().poll(cx).is_ready() {
            if stall.taken < limits.write_step {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            *stall = Stall { taken: 0, sleep: alarm(limits.write_stall) };
        }
        Poll::Pending
    }
}

fn alarm(limit: Duration) -> Pin<Box<Sleep>> {
    Box::pin(sleep_until(Instant::now() + limit))
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if let Passing::Nothing | Passing::Bytes(0) = this.passing {
            this.passing = Passing::Nothing;
            if this.refusal.is_some() {
                return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
            }
            if !ready!(this.poll_head(cx))? {
                return Poll::Ready(Ok(()));
            }
        }
        let wanted = match this.passing {
            Passing::Bytes(left) => {
                usize::try_from(left).unwrap_or(usize::MAX).min(buf.remaining())
            }
            Passing::Nothing | Passing::Everything => buf.remaining(),
        };
        let passed = if this.input.is_empty() {
            let mut part = ReadBuf::new(buf.initialize_unfilled_to(wanted));
            ready!(Pin::new(&mut this.socket).poll_read(cx, &mut part))?;
            let passed = part.filled().len();
            buf.advance(passed);
            passed
        } else {
            let passed = wanted.min(this.input.len());
            buf.put_slice(&this.input[..passed]);
            this.input.advance(passed);
            passed
        };
        if let Passing::Bytes(left) = &mut this.passing {
            *left -= u64::try_from(passed).unwrap_or(*left);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        this.unsent = true;
        match Pin::new(&mut this.socket).poll_write(cx, data) {
            Poll::Pending => this.poll_stall(cx).map(Err),
            Poll::Ready(written) => {
                if let (Some(stall), Ok(written)) = (&mut this.write_stall, &written) {
                    stall.taken += written;
                }
                Poll::Ready(written)
            }
        }
    }

    /// Everything was taken: the library flushes when nothing is left to write.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write_stall = None;
        // The library also flushes when nothing was written; to wake then would never end.
        if mem::take(&mut self.unsent)
            && let Some(reader) = self.reader.take()
        {
            reader.wake();
        }
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}
