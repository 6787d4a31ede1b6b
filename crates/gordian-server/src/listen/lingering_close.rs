//! Lingering close of connections that the service rejects or ends.
//!
//! When a socket is closed while the client is still sending, the client's kernel discards unread
//! data, including the response. Therefore the response is written, the sending side is shut down,
//! and received data is discarded, for a short time and up to a maximum size.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::Problem;
use crate::negotiation::accepts_html;

/// How long a client may take to read the response.
const LINGER_TIMEOUT: Duration = Duration::from_secs(1);

/// How long to wait for the request, to determine whether a browser will show the response.
const PEEK_TIMEOUT: Duration = Duration::from_millis(200);

/// The maximum number of received bytes that are discarded before the connection is cut.
const MAX_DISCARDED_BYTES: usize = 16 << 20;

/// Sends a problem and closes the connection. `input` is the part of the request that has been
/// read.
pub(super) async fn respond_and_close(
    mut socket: TcpStream,
    input: &[u8],
    problem: &Problem,
    request_id: &str,
) {
    let as_html = if input.is_empty() {
        // The data that the client has sent, or sends soon.
        let mut head = [0; 4096];
        let length = timeout(PEEK_TIMEOUT, socket.peek(&mut head))
            .await
            .map_or(0, Result::unwrap_or_default);
        accepts_html(accept_values(&head[..length]))
    } else {
        accepts_html(accept_values(input))
    };
    let text = problem.to_http_text(request_id, as_html);
    if let Ok(Ok(())) = timeout(LINGER_TIMEOUT, socket.write_all(text.as_bytes())).await {
        close(socket).await;
    }
}

/// Returns the values of the `Accept` headers in a head, which may be incomplete or invalid.
fn accept_values(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = head.split(|&byte| byte == b'\n').filter_map(|line| line.split_first_chunk());
    lines
        .filter(|(name, _): &(&[u8; 7], _)| name.eq_ignore_ascii_case(b"accept:"))
        .map(|(_, value)| value)
}

/// Closes the connection when the client has read the response, or after a short time.
pub(super) async fn close(mut socket: TcpStream) {
    let drain = async {
        socket.shutdown().await?;
        let mut space = [0; 4096];
        let mut discarded = 0;
        while discarded < MAX_DISCARDED_BYTES {
            match socket.read(&mut space).await? {
                0 => break,
                count => discarded += count,
            }
        }
        Ok::<_, std::io::Error>(())
    };
    // The connection is over in any case.
    let _ = timeout(LINGER_TIMEOUT, drain).await;
}
