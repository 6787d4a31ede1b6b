//! Reading request bodies, with limits of their length, time and memory.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::Guards;
use super::budget::Reservation;
use crate::Problem;
use crate::code;
use crate::config::BodyLimits;

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
