//! Takes connections until told to stop.

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
use super::{connection, farewell};
use crate::ServerError;
use crate::guard::{Guards, Peer};

/// How long to wait after a failed accept: descriptors have run out, and some must be freed.
const PAUSE: Duration = Duration::from_millis(50);

/// Bytes that the system keeps for a client that does not read; it may round that up.
const SEND_BUFFER: usize = 128 << 10;

/// How many refused connections are told why at once; more are closed without a word.
const FAREWELLS: usize = 64;

/// Answers requests on `listener` with `router`, which [`guarded`](crate::guarded) made with the
/// same `guards`, until `shutdown` is cancelled.
///
/// Then no more connections are taken, idle ones are closed, and running requests have
/// [`ConnectionLimits::grace`](crate::config::ConnectionLimits::grace) to finish, after which they
/// are cut off. An accept that fails is logged and survived.
///
/// # Errors
///
/// [`ServerError::Listener`] when the listener has no address.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    guards: Arc<Guards>,
    shutdown: CancellationToken,
) -> Result<(), ServerError> {
    let address = listener.local_addr().map_err(ServerError::Listener)?;
    tracing::info!(%address, "listening");
    let slots = Arc::new(Slots::default());
    let farewells = Arc::new(Slots::default());
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
                // A connection that was reset before it was taken is no reason to wait.
                if !matches!(
                    error.kind(),
                    ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
                ) {
                    tracing::warn!(%error, "accept failed");
                    sleep(PAUSE).await;
                }
                continue;
            }
        };
        let peer = Peer(SocketAddr::new(address.ip().to_canonical(), address.port()));
        match admit(&guards, &slots, peer) {
            Ok(slot) => {
                let (router, guards, stop) =
                    (router.clone(), Arc::clone(&guards), shutdown.clone());
                tasks.spawn(serve_one(socket, peer, router, guards, stop, slot));
            }
            Err((problem, id)) => {
                if let Ok(slot) = farewells.take(peer.0.ip(), FAREWELLS, None) {
                    tasks.spawn(async move {
                        farewell::answer(socket, &[], &problem, &id).await;
                        drop(slot);
                    });
                }
            }
        }
    }
    drop(listener);
    guards.stop();
    let grace = guards.config().connections.grace;
    let finished = timeout(grace, async { while tasks.join_next().await.is_some() {} }).await;
    if finished.is_err() {
        tracing::warn!(connections = tasks.len(), "connections cut off");
        tasks.shutdown().await;
    }
    Ok(())
}

async fn serve_one(
    socket: TcpStream,
    peer: Peer,
    router: Router,
    guards: Arc<Guards>,
    stop: CancellationToken,
    slot: Slot,
) {
    // Answers are written whole: waiting to fill packets would only delay them.
    let _ = socket.set_nodelay(true);
    // Otherwise the system keeps megabytes for a client that does not read, and the limit on stalled
    // readers begins when that is full.
    let _ = SockRef::from(&socket).set_send_buffer_size(SEND_BUFFER);
    let open = guards.metrics().connection();
    connection::serve(socket, peer, router, guards, stop).await;
    drop((open, slot));
}

/// Finds a place for a connection, or says why there is none.
fn admit(
    guards: &Guards,
    slots: &Arc<Slots>,
    peer: Peer,
) -> Result<Slot, (crate::Problem, String)> {
    let limits = &guards.config().connections;
    let proxy = guards.is_proxy(peer.0.ip());
    let per_address = (!proxy).then_some(limits.per_address);
    let slot = slots.take(peer.0.ip(), limits.total, per_address);
    slot.map_err(|code| guards.refuse_connection(peer, code))
}
