//! The byte stream of a connection, with timeouts for everything that the client can delay.
//!
//! The HTTP library reads and writes through [`Stream`]. Its states:
//!
//! ```text
//!            first byte            head complete              body forwarded
//! waiting ───────────────► head ───────────────► forwarding ─────────────────► answering
//!    ▲  first-byte and        head timeout       (body limits: guard)              │
//!    │  idle timeout                                                               │
//!    └─────────────────────────────────────────────────────────────────────────────┘
//!                            the response body is finished
//! ```
//!
//! While a request is answered, no bytes of the next one are forwarded; bytes are read only to
//! detect a closed connection, which cancels the work for the request. A rejected head ends reading
//! with an error; [`Stream::rejection`] then returns the reason, and the connection's driver sends
//! the response instead of the library.

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

use super::head::{Framing, HeadStatus, check_head};
use crate::code::{self, ErrorCode};
use crate::config::ConnectionLimits;

/// The state of the current exchange (request and response), shared with the service that answers.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    answering: AtomicBool,
    last: AtomicBool,
}

impl Exchange {
    /// Marks the response as finished; the next request may follow.
    pub(super) fn end(&self) {
        self.answering.store(false, Ordering::Release);
    }

    /// Returns whether the connection must be closed after this response.
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
pub(super) enum Rejection {
    /// The client sent no request, so there is no response.
    NoRequest,
    /// The head was rejected.
    Respond(ErrorCode),
}

/// How much of the current request is still forwarded to the library.
#[derive(Clone, Copy, Debug)]
enum Forwarding {
    /// Nothing: the next head is awaited.
    Nothing,
    /// This number of bytes.
    Bytes(u64),
    /// Everything until the end of the connection.
    UntilClose,
}

/// The byte stream of a connection.
pub(super) struct Stream {
    socket: TcpStream,
    limits: Arc<ConnectionLimits>,
    exchange: Arc<Exchange>,
    /// Bytes that were read and not yet forwarded: the current head and what follows it.
    input: BytesMut,
    forwarding: Forwarding,
    rejection: Option<Rejection>,
    /// The deadline of the head or of its first byte; `None` while a request is answered.
    read_deadline: Option<Deadline>,
    /// Whether the connection has had no request so far.
    no_request_yet: bool,
    /// Whether written data is not flushed yet; the response is not finished until then.
    unflushed: bool,
    /// Wakes the reading side when the response is flushed, because the library does not poll it
    /// again by itself.
    reader: Option<Waker>,
    write_window: Option<WriteWindow>,
}

/// A deadline, and what it applies to.
struct Deadline {
    head_started: bool,
    sleep: Pin<Box<Sleep>>,
}

/// The current window of the write timeout.
struct WriteWindow {
    written_bytes: usize,
    sleep: Pin<Box<Sleep>>,
}

impl Stream {
    pub(super) fn new(
        socket: TcpStream,
        limits: Arc<ConnectionLimits>,
        exchange: Arc<Exchange>,
    ) -> Self {
        Self {
            socket,
            limits,
            exchange,
            input: BytesMut::new(),
            forwarding: Forwarding::Nothing,
            rejection: None,
            read_deadline: None,
            no_request_yet: true,
            unflushed: false,
            reader: None,
            write_window: None,
        }
    }

    /// Returns why reading ended, if the head was rejected or there was none.
    pub(super) fn rejection(&self) -> Option<Rejection> {
        self.rejection
    }

    /// Returns the socket, and the bytes that were read from it and not forwarded.
    pub(super) fn into_parts(self) -> (TcpStream, BytesMut) {
        (self.socket, self.input)
    }

    /// Waits for the next head and checks it. `Ready(true)`: it is complete. `Ready(false)`: the
    /// client has closed the connection.
    fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        loop {
            let answering = self.exchange.is_answering() || self.unflushed;
            if answering {
                // The exchange ends before the last bytes of the response are flushed, so this
                // waker is set in time.
                self.reader = Some(cx.waker().clone());
                if self.input.len() >= self.limits.max_head_bytes {
                    return Poll::Pending;
                }
            } else if !self.input.is_empty() {
                match check_head(&self.input, &self.limits) {
                    HeadStatus::Complete(length, framing) => {
                        self.read_deadline = None;
                        self.no_request_yet = false;
                        self.exchange.begin(framing);
                        self.forwarding = match framing {
                            Framing::Length(body) => Forwarding::Bytes(
                                body.saturating_add(u64::try_from(length).unwrap_or(u64::MAX)),
                            ),
                            Framing::Chunked => Forwarding::UntilClose,
                        };
                        return Poll::Ready(Ok(true));
                    }
                    HeadStatus::Rejected(code) => return self.reject(Rejection::Respond(code)),
                    HeadStatus::Partial => {}
                }
            }
            let mut buffer = [0; 4096];
            let mut buffer = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.socket).poll_read(cx, &mut buffer)? {
                Poll::Ready(()) if buffer.filled().is_empty() => return Poll::Ready(Ok(false)),
                Poll::Ready(()) => self.input.extend_from_slice(buffer.filled()),
                // Bytes that have arrived count even if they are read late; the deadline is checked
                // only after reading.
                Poll::Pending if !answering && self.poll_deadline(cx).is_ready() => {
                    let slow = Rejection::Respond(code::HEAD_TOO_SLOW);
                    return self.reject(if self.input.is_empty() {
                        Rejection::NoRequest
                    } else {
                        slow
                    });
                }
                Poll::Pending => return Poll::Pending,
            }
        }
    }

    fn reject(&mut self, rejection: Rejection) -> Poll<io::Result<bool>> {
        self.rejection = Some(rejection);
        Poll::Ready(Err(io::ErrorKind::InvalidData.into()))
    }

    /// Ready when the deadline of the head, or of its first byte, has passed.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let head_started = !self.input.is_empty();
        let limit = match (head_started, self.no_request_yet) {
            (true, _) => self.limits.head_timeout,
            (false, true) => self.limits.first_byte_timeout,
            (false, false) => self.limits.idle_timeout,
        };
        let deadline = match &mut self.read_deadline {
            Some(deadline) if deadline.head_started == head_started => deadline,
            other => other.insert(Deadline { head_started, sleep: sleep_for(limit) }),
        };
        deadline.sleep.as_mut().poll(cx)
    }

    /// Ready with an error when the client has read too little within the write timeout.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let limits = &self.limits;
        let window = self.write_window.get_or_insert_with(|| WriteWindow {
            written_bytes: 0,
            sleep: sleep_for(limits.write_timeout),
        });
        while window.sleep.as_mut().poll(cx).is_ready() {
            if window.written_bytes < limits.min_write_progress {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            *window = WriteWindow { written_bytes: 0, sleep: sleep_for(limits.write_timeout) };
        }
        Poll::Pending
    }
}

fn sleep_for(limit: Duration) -> Pin<Box<Sleep>> {
    Box::pin(sleep_until(Instant::now() + limit))
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if let Forwarding::Nothing | Forwarding::Bytes(0) = this.forwarding {
            this.forwarding = Forwarding::Nothing;
            if this.rejection.is_some() {
                return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
            }
            if !ready!(this.poll_head(cx))? {
                return Poll::Ready(Ok(()));
            }
        }
        let wanted = match this.forwarding {
            Forwarding::Bytes(left) => {
                usize::try_from(left).unwrap_or(usize::MAX).min(buf.remaining())
            }
            Forwarding::Nothing | Forwarding::UntilClose => buf.remaining(),
        };
        let forwarded = if this.input.is_empty() {
            let mut part = ReadBuf::new(buf.initialize_unfilled_to(wanted));
            ready!(Pin::new(&mut this.socket).poll_read(cx, &mut part))?;
            let forwarded = part.filled().len();
            buf.advance(forwarded);
            forwarded
        } else {
            let forwarded = wanted.min(this.input.len());
            buf.put_slice(&this.input[..forwarded]);
            this.input.advance(forwarded);
            forwarded
        };
        if let Forwarding::Bytes(left) = &mut this.forwarding {
            *left -= u64::try_from(forwarded).unwrap_or(*left);
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
        this.unflushed = true;
        match Pin::new(&mut this.socket).poll_write(cx, data) {
            Poll::Pending => this.poll_write_timeout(cx).map(Err),
            Poll::Ready(written) => {
                if let (Some(window), Ok(written)) = (&mut this.write_window, &written) {
                    window.written_bytes += written;
                }
                Poll::Ready(written)
            }
        }
    }

    /// All data was written: the library flushes only when nothing is left to write.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write_window = None;
        // The library also flushes when nothing was written; waking then would loop endlessly.
        if mem::take(&mut self.unflushed)
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
