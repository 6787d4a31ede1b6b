//! Serves one connection.

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

use super::lingering_close;
use super::stream::{Exchange, Rejection, Stream};
use crate::guard::{Guards, OwningBody, Peer};

/// The minimum buffer size of the HTTP library.
const MIN_BUFFER_BYTES: usize = 8192;

/// Serves a connection until either side closes it.
pub(super) async fn serve(
    socket: TcpStream,
    peer: Peer,
    router: Router,
    guards: Arc<Guards>,
    stop: CancellationToken,
) {
    let limits = Arc::new(guards.config().connections.clone());
    let exchange = Arc::new(Exchange::default());
    let stream = Stream::new(socket, Arc::clone(&limits), Arc::clone(&exchange));
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, exchange) = (router.clone(), ExchangeEnd(Arc::clone(&exchange)));
        Box::pin(serve_request(router, request, peer, exchange))
    });
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(limits.max_head_bytes.max(MIN_BUFFER_BYTES) * 2)
        .serve_connection(TokioIo::new(stream), service);
    let mut stopping = std::pin::pin!(stop.cancelled());
    let mut shutdown_started = false;
    // The stream knows why the connection ended, so the error of the library is not needed.
    let _ = poll_fn(|cx| {
        if !shutdown_started && stopping.as_mut().poll(cx).is_ready() {
            shutdown_started = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        connection.poll_without_shutdown(cx)
    })
    .await;
    let stream = connection.into_parts().io.into_inner();
    match stream.rejection() {
        Some(Rejection::Respond(code)) => {
            let (problem, id) = guards.reject_connection(peer, code);
            let (socket, input) = stream.into_parts();
            lingering_close::respond_and_close(socket, &input, &problem, &id).await;
        }
        Some(Rejection::NoRequest) => drop(stream),
        None => lingering_close::close(stream.into_parts().0).await,
    }
}

async fn serve_request(
    router: Router,
    request: Request<Incoming>,
    peer: Peer,
    exchange: ExchangeEnd,
) -> Result<Response<OwningBody<ExchangeEnd>>, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(peer);
    let mut response = router.oneshot(request).await?;
    if exchange.0.is_last() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response.map(|body| OwningBody::new(body, exchange)))
}

/// Ends the exchange when dropped, which is when the response body is finished.
struct ExchangeEnd(Arc<Exchange>);

impl Drop for ExchangeEnd {
    fn drop(&mut self) {
        self.0.end();
    }
}
