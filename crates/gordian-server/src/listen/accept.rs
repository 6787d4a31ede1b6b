//! The accept loop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::serve::Listener;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::stream::Stream;
use crate::ServerError;
use crate::guard::{Guards, Peer};

/// The send buffer of the system for a connection, in bytes; the system may round it up.
const SEND_BUFFER_BYTES: usize = 128 << 10;

/// The minimum buffer size of hyper.
const MIN_BUFFER_BYTES: usize = 8192;

/// The maximum number of connections above the limits that are answered at the same time; others
/// are just closed.
const MAX_REFUSED: usize = 64;

/// How long a connection above the limits may take to send its request.
const REFUSED_HEAD_TIMEOUT: Duration = Duration::from_secs(1);

/// Serves `router`, which [`with_guards`](crate::with_guards) created with the same `guards`, on
/// `listener` until `shutdown` is cancelled.
///
/// On shutdown, no more connections are accepted, idle ones are closed, and running requests have
/// [`ConnectionLimits::shutdown_grace`](crate::config::ConnectionLimits::shutdown_grace) to finish,
/// after which they are cut off. Errors of accept are logged.
///
/// # Errors
///
/// [`ServerError::Listener`] if the listener has no address.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    guards: Arc<Guards>,
    shutdown: CancellationToken,
) -> Result<(), ServerError> {
    let address = listener.local_addr().map_err(ServerError::Listener)?;
    tracing::info!(%address, "listening");
    let limits = &guards.config().connections;
    let refused_slots = Arc::new(Semaphore::new(MAX_REFUSED));
    let mut tasks = JoinSet::new();
    loop {
        let (socket, address) = tokio::select! {
            biased;
            () = shutdown.cancelled() => break,
            Some(_) = tasks.join_next() => continue,
            accepted = Listener::accept(&mut listener) => accepted,
        };
        let ip = address.ip().to_canonical();
        let slot = guards.open_connection(ip);
        let refused_slot = match &slot {
            Ok(_) => None,
            Err(_) => match Arc::clone(&refused_slots).try_acquire_owned() {
                Ok(refused_slot) => Some(refused_slot),
                Err(_) => continue,
            },
        };
        let refusal = slot.as_ref().err().copied();
        let peer = Peer { address: SocketAddr::new(ip, address.port()), refusal };
        let (router, guards, stop) = (router.clone(), Arc::clone(&guards), shutdown.clone());
        tasks.spawn(async move {
            serve_connection(socket, peer, router, guards, stop).await;
            drop((slot, refused_slot));
        });
    }
    drop(listener);
    guards.stop();
    let finished = async { while tasks.join_next().await.is_some() {} };
    if timeout(limits.shutdown_grace, finished).await.is_err() {
        tracing::warn!(connections = tasks.len(), "connections cut off");
        tasks.shutdown().await;
    }
    Ok(())
}

/// Serves a connection until either side closes it.
async fn serve_connection(
    socket: TcpStream,
    peer: Peer,
    router: Router,
    guards: Arc<Guards>,
    stop: CancellationToken,
) {
    // Responses are written as a whole, so Nagle's algorithm would only delay them.
    let _ = socket.set_nodelay(true);
    // Otherwise the system buffers megabytes for a client that does not read, and the write timeout
    // starts only when the buffer is full.
    let _ = SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER_BYTES);
    let _open = guards.metrics().open_connection();
    let limits = &guards.config().connections;
    let is_refused = peer.refusal.is_some();
    let head_timeout = if is_refused { REFUSED_HEAD_TIMEOUT } else { limits.head_timeout };
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .max_header_size(limits.max_head_bytes)
        .max_buf_size(limits.max_head_bytes.max(MIN_BUFFER_BYTES) * 2)
        .keep_alive(!is_refused)
        .serve_connection(TokioIo::new(Stream::new(socket, limits)), service);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(peer = %peer.address, %error, "connection ended");
    }
}
