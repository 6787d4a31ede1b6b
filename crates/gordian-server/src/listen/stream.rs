//! The byte stream of a connection: a timeout for clients that do not read, and a lingering close.
//!
//! Timeouts of reading are not here: hyper limits the time of a head, and the guards that of a
//! body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::config::ConnectionLimits;

/// How long a client may take to read the last response.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum number of received bytes that are discarded before the connection is cut.
const MAX_DISCARDED_BYTES: usize = 16 << 20;

/// The byte stream of a connection.
pub(super) struct Stream {
    socket: TcpStream,
    write_timeout: Duration,
    min_write_progress: usize,
    write_window: Option<WriteWindow>,
    lingering: Option<Lingering>,
}

/// The current window of the write timeout.
struct WriteWindow {
    written_bytes: usize,
    sleep: Pin<Box<Sleep>>,
}

/// A connection that is shut down, and waits for the client to close it.
struct Lingering {
    discarded_bytes: usize,
    sleep: Pin<Box<Sleep>>,
}

impl Stream {
    pub(super) fn new(socket: TcpStream, limits: &ConnectionLimits) -> Self {
        let ConnectionLimits { write_timeout, min_write_progress, .. } = *limits;
        Self { socket, write_timeout, min_write_progress, write_window: None, lingering: None }
    }

    /// Ready with an error when the client has read too little within the write timeout.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let limit = self.write_timeout;
        let new_window = || WriteWindow { written_bytes: 0, sleep: Box::pin(sleep(limit)) };
        let window = self.write_window.get_or_insert_with(new_window);
        while window.sleep.as_mut().poll(cx).is_ready() {
            if window.written_bytes < self.min_write_progress {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            *window = new_window();
        }
        Poll::Pending
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
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

    /// All data was written: hyper flushes only when nothing is left to write.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write_window = None;
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    /// Shuts down the sending side, and waits a short time until the client closes the connection.
    ///
    /// When a socket is closed while the client is still sending, the client's kernel discards
    /// unread data, including the response. Therefore received data is discarded here, up to a
    /// maximum size.
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { socket, lingering, .. } = &mut *self;
        let lingering = match lingering {
            Some(lingering) => lingering,
            None => {
                ready!(Pin::new(&mut *socket).poll_shutdown(cx))?;
                let sleep = Box::pin(sleep(LINGER_TIMEOUT));
                lingering.insert(Lingering { discarded_bytes: 0, sleep })
            }
        };
        while lingering.discarded_bytes < MAX_DISCARDED_BYTES {
            let mut space = [0; 4096];
            let mut space = ReadBuf::new(&mut space);
            match Pin::new(&mut *socket).poll_read(cx, &mut space) {
                Poll::Ready(Ok(())) if !space.filled().is_empty() => {
                    lingering.discarded_bytes += space.filled().len();
                }
                Poll::Ready(_) => break,
                Poll::Pending => return lingering.sleep.as_mut().poll(cx).map(Ok),
            }
        }
        Poll::Ready(Ok(()))
    }
}
