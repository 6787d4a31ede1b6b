//! Reading request bodies, with limits of their length, time and memory.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::Guards;
use super::budget::Reservation;
use crate::Problem;
use crate::code;
use crate::config::BodyLimits;

/// Tells whether the body of a request was read to its end.
///
/// A response before that ends the connection, because what follows cannot be told from the rest of
/// the body; it says so, for a proxy that keeps connections for other requests.
#[derive(Clone)]
pub(super) struct BodyEnd(Arc<AtomicBool>);

impl BodyEnd {
    /// Watches the body of a request from here on.
    pub(super) fn watch(request: Request) -> (Request, Self) {
        let end = Self(Arc::new(AtomicBool::new(http_body::Body::is_end_stream(request.body()))));
        let request = request.map(|body| Body::new(WatchedBody { body, end: end.clone() }));
        (request, end)
    }

    /// Returns whether the body was read to its end, or has no content.
    pub(super) fn is_reached(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A body that notes its end.
struct WatchedBody {
    body: Body,
    end: BodyEnd,
}

impl http_body::Body for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.end.0.store(true, Ordering::Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Reads the body of a request within the limits of the service. Its memory is reserved until the
/// request is answered.
pub(super) async fn read_body(request: Request) -> Result<Vec<u8>, Problem> {
    let guards = request.extensions().get::<Arc<Guards>>();
    let limits = guards.map_or_else(BodyLimits::default, |guards| guards.config().body.clone());
    let reservation = request.extensions().get().cloned();
    check_headers(request.headers(), &limits)?;
    timeout(limits.timeout, read_frames(request.into_body(), &limits, reservation))
        .await
        .unwrap_or_else(|_| {
            Err(Problem::from_code(code::BODY_TOO_SLOW, "the body arrived too slowly"))
        })
}

async fn read_frames(
    mut body: Body,
    limits: &BodyLimits,
    reservation: Option<Reservation>,
) -> Result<Vec<u8>, Problem> {
    // Into one buffer, because a list of frames takes far more memory than their bytes.
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            Problem::from_code(code::BODY_BROKEN, "the body is incomplete or has invalid framing")
                .with_log_detail(error.to_string())
        })?;
        let data = frame.into_data().unwrap_or_else(|_| Bytes::new());
        let length = u64::try_from(bytes.len() + data.len()).unwrap_or(u64::MAX);
        if length > limits.max_bytes {
            return Err(too_large(limits));
        }
        let grown = u64::try_from(data.len()).unwrap_or(u64::MAX);
        if reservation.as_ref().is_some_and(|reservation| !reservation.grow(grown)) {
            return Err(Problem::from_code(
                code::SERVER_BUSY,
                "too many large bodies are being read",
            )
            .with_retry_after(Duration::from_secs(1)));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Rejects bodies by their headers.
fn check_headers(headers: &HeaderMap, limits: &BodyLimits) -> Result<(), Problem> {
    let encodings = headers.get_all(CONTENT_ENCODING).iter();
    for encoding in encodings.map(|value| value.to_str().unwrap_or("?")) {
        if !encoding.eq_ignore_ascii_case("identity") {
            let detail = format!("the content encoding `{encoding}` is not supported");
            return Err(Problem::from_code(code::BODY_ENCODING, detail));
        }
    }
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > limits.max_bytes) {
        return Err(too_large(limits));
    }
    Ok(())
}

fn too_large(limits: &BodyLimits) -> Problem {
    let detail = format!("the body is longer than {} bytes", limits.max_bytes);
    Problem::from_code(code::BODY_TOO_LARGE, detail)
}
