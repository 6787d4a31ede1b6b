//! Serves one connection from its first byte to its last.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use http::header::CONNECTION;
use http::{HeaderValue, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::farewell;
use super::stream::{Refusal, Stream, Turn};
use crate::guard::{Guards, Kept, Peer};

/// The library insists on a buffer of this size at least.
const LEAST_BUFFER: usize = 8192;

/// Serves a connection until it is closed, by either end.
pub(super) async fn serve(
    socket: TcpStream,
    peer: Peer,
    router: Router,
    guards: Arc<Guards>,
    stop: CancellationToken,
) {
    let limits = Arc::new(guards.config().connections.clone());
    let turn = Arc::new(Turn::default());
    let stream = Stream::new(socket, Arc::clone(&limits), Arc::clone(&turn));
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, turn) = (router.clone(), TurnEnd(Arc::clone(&turn)));
        Box::pin(answer(router, request, peer, turn))
    });
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(limits.max_head.max(LEAST_BUFFER) * 2)
        .serve_connection(TokioIo::new(stream), service);
    let mut stopping = std::pin::pin!(stop.cancelled());
    let mut told = false;
    // How it ended is in the stream: what the library says about it adds nothing.
    let _ = poll_fn(|cx| {
        if !told && stopping.as_mut().poll(cx).is_ready() {
            told = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        connection.poll_without_shutdown(cx)
    })
    .await;
    let stream = connection.into_parts().io.into_inner();
    match stream.refusal() {
        Some(Refusal::Answer(code)) => {
            let (problem, id) = guards.refuse_connection(peer, code);
            let (socket, input) = stream.into_parts();
            farewell::answer(socket, &input, &problem, &id).await;
        }
        Some(Refusal::Silent) => drop(stream),
        None => farewell::close(stream.into_parts().0).await,
    }
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: Peer,
    turn: TurnEnd,
) -> Result<Response<Kept<TurnEnd>>, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(peer);
    let mut response = router.oneshot(request).await?;
    if turn.0.is_last() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response.map(|body| Kept::new(body, turn)))
}

/// Ends the turn when dropped: kept with the reply's body, it ends when that is finished.
struct TurnEnd(Arc<Turn>);

impl Drop for TurnEnd {
    fn drop(&mut self) {
        self.0.end();
    }
}
