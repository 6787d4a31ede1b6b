//! The accept loop.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::slots::{Slot, Slots};
use super::{connection, lingering_close};
use crate::ServerError;
use crate::guard::{Guards, Peer};

/// The delay after a failed accept: no file descriptors are left, and some must be freed first.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The send buffer of the system for a connection, in bytes; the system may round it up.
const SEND_BUFFER_BYTES: usize = 128 << 10;

/// The maximum number of rejected connections that get a response at the same time; others are just
/// closed.
const MAX_LINGERING: usize = 64;

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
    listener: TcpListener,
    router: Router,
    guards: Arc<Guards>,
    shutdown: CancellationToken,
) -> Result<(), ServerError> {
    let address = listener.local_addr().map_err(ServerError::Listener)?;
    tracing::info!(%address, "listening");
    let slots = Arc::new(Slots::default());
    let lingering = Arc::new(Slots::default());
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = shutdown.cancelled() => break,
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let (socket, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // A connection that was reset before it was accepted needs no delay.
                if !matches!(
                    error.kind(),
                    ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
                ) {
                    tracing::warn!(%error, "accept failed");
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
                continue;
            }
        };
        let peer = Peer(SocketAddr::new(address.ip().to_canonical(), address.port()));
        match admit(&guards, &slots, peer) {
            Ok(slot) => {
                let (router, guards, stop) =
                    (router.clone(), Arc::clone(&guards), shutdown.clone());
                tasks.spawn(serve_connection(socket, peer, router, guards, stop, slot));
            }
            Err((problem, id)) => {
                if let Ok(slot) = lingering.acquire(peer.0.ip(), MAX_LINGERING, None) {
                    tasks.spawn(async move {
                        lingering_close::respond_and_close(socket, &[], &problem, &id).await;
                        drop(slot);
                    });
                }
            }
        }
    }
    drop(listener);
    guards.stop();
    let grace = guards.config().connections.shutdown_grace;
    let finished = timeout(grace, async { while tasks.join_next().await.is_some() {} }).await;
    if finished.is_err() {
        tracing::warn!(connections = tasks.len(), "connections cut off");
        tasks.shutdown().await;
    }
    Ok(())
}

async fn serve_connection(
    socket: TcpStream,
    peer: Peer,
    router: Router,
    guards: Arc<Guards>,
    stop: CancellationToken,
    slot: Slot,
) {
    // Responses are written as a whole, so Nagle's algorithm would only delay them.
    let _ = socket.set_nodelay(true);
    // Otherwise the system buffers megabytes for a client that does not read, and the write timeout
    // starts only when the buffer is full.
    let _ = SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER_BYTES);
    let open = guards.metrics().open_connection();
    connection::serve(socket, peer, router, guards, stop).await;
    drop((open, slot));
}

/// Reserves a slot for a connection, or returns a problem.
fn admit(
    guards: &Guards,
    slots: &Arc<Slots>,
    peer: Peer,
) -> Result<Slot, (crate::Problem, String)> {
    let limits = &guards.config().connections;
    let proxy = guards.is_proxy(peer.0.ip());
    let per_address = (!proxy).then_some(limits.max_per_address);
    let slot = slots.acquire(peer.0.ip(), limits.max_total, per_address);
    slot.map_err(|code| guards.reject_connection(peer, code))
}
