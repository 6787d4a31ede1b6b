//! The last words on a connection that is closed by the service.
//!
//! A socket closed while the other end still sends makes its kernel throw away what it has not
//! read yet, the reply included. So the reply is written, the writing side is closed, and what
//! still comes is read and dropped: for a moment, and not much of it.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Problem;

/// How long a client may take to read the reply.
const MOMENT: Duration = Duration::from_secs(1);

/// How long to wait for the request to know whether a person is to read the reply.
const SOON: Duration = Duration::from_millis(200);

/// How much of what still comes is dropped before the connection is cut.
const MUCH: usize = 16 << 20;

/// Answers with a problem and closes.
pub(super) async fn answer(mut socket: TcpStream, problem: &Problem, request_id: &str) {
    let text = problem.raw(request_id, is_browser(&socket).await);
    if let Ok(Ok(())) = timeout(MOMENT, socket.write_all(text.as_bytes())).await {
        close(socket).await;
    }
}

/// Returns whether a browser waits for a page: what it has sent, or sends soon, says so.
async fn is_browser(socket: &TcpStream) -> bool {
    let mut head = [0; 4096];
    let Ok(Ok(length)) = timeout(SOON, socket.peek(&mut head)).await else { return false };
    let head = &head[..length];
    let accepts = head.split(|&byte| byte == b'\n').filter_map(|line| line.split_first_chunk());
    accepts
        .filter(|(name, _): &(&[u8; 7], _)| name.eq_ignore_ascii_case(b"accept:"))
        .any(|(_, value)| value.windows(9).any(|part| part == b"text/html"))
}

/// Closes when the reply was read, or after a moment.
pub(super) async fn close(mut socket: TcpStream) {
    let drain = async {
        socket.shutdown().await?;
        let mut space = [0; 4096];
        let mut dropped = 0;
        while dropped < MUCH {
            match socket.read(&mut space).await? {
                0 => break,
                count => dropped += count,
            }
        }
        Ok::<_, std::io::Error>(())
    };
    // However this ends, the connection is over.
    let _ = timeout(MOMENT, drain).await;
}
