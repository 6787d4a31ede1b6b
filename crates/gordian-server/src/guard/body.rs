//! Limits of request bodies: size, time and minimum rate.
//!
//! The deadline moves with the received bytes: an initial grace period, plus the time that the
//! bytes may take at the minimum rate, up to the timeout for the whole body. Therefore a stalled
//! body is rejected early, and a slow one cannot last long.
//!
//! The reader of the body gets an error. Its kind is also stored beside the request, so that the
//! response reports it regardless of how the handler converts the error.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use super::memory::MemoryReservation;
use crate::Problem;
use crate::code::{self, ErrorCode};
use crate::config::BodyLimits;

/// The number of frames after which their mean size is checked.
const FRAMES_BEFORE_CHECK: u64 = 256;

/// The minimum mean size of frames, in bytes.
const MIN_MEAN_FRAME_BYTES: u64 = 64;

/// The error of a request body, if there was one.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyFault(Arc<OnceLock<ErrorCode>>);

impl BodyFault {
    pub(crate) fn problem(&self, limits: &BodyLimits) -> Option<Problem> {
        self.0.get().map(|&code| problem(code, limits))
    }
}

/// The error that ended reading a body.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.name)]
pub(crate) struct BodyError(ErrorCode);

fn problem(code: ErrorCode, limits: &BodyLimits) -> Problem {
    let detail = match code {
        code::BODY_TOO_LARGE => format!("the body is longer than {} bytes", limits.max_bytes),
        code::BODY_TOO_SLOW => "the body arrived too slowly".to_owned(),
        code::SERVER_BUSY => "too many large bodies are being read".to_owned(),
        _ => "the body is incomplete, has invalid framing, or consists of too many small chunks"
            .to_owned(),
    };
    let problem = Problem::from_code(code, detail);
    if code == code::SERVER_BUSY {
        problem.with_retry_after(Duration::from_secs(1))
    } else {
        problem
    }
}

/// Rejects bodies by their headers.
pub(crate) fn check_headers(headers: &HeaderMap, limits: &BodyLimits) -> Result<(), Problem> {
    let encodings = headers.get_all(CONTENT_ENCODING).iter();
    for encoding in encodings.map(|value| value.to_str().unwrap_or("?")) {
        if !encoding.eq_ignore_ascii_case("identity") {
            let detail = format!("the content encoding `{encoding}` is not supported");
            return Err(Problem::from_code(code::BODY_ENCODING, detail));
        }
    }
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > limits.max_bytes) {
        return Err(problem(code::BODY_TOO_LARGE, limits));
    }
    Ok(())
}

/// A body with limits.
pub(crate) struct LimitedBody {
    body: Body,
    limits: BodyLimits,
    fault: BodyFault,
    reservation: MemoryReservation,
    received: u64,
    frames: u64,
    deadline: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl LimitedBody {
    pub(crate) fn new(
        body: Body,
        limits: BodyLimits,
        fault: BodyFault,
        reservation: MemoryReservation,
    ) -> Self {
        Self { body, limits, fault, reservation, received: 0, frames: 0, deadline: None }
    }

    fn set_fault(&self, code: ErrorCode) -> BodyError {
        BodyError(*self.fault.0.get_or_init(|| code))
    }

    /// Returns the time from the first poll until the deadline for the next bytes.
    fn time_until_deadline(&self) -> Duration {
        let rate = f64::from(self.limits.min_bytes_per_second.max(1));
        // Bodies are far smaller than the 2^53 bytes that an `f64` represents exactly.
        let received = u32::try_from(self.received).map_or(f64::from(u32::MAX), f64::from);
        (self.limits.initial_grace + Duration::from_secs_f64(received / rate))
            .min(self.limits.timeout)
    }
}

impl http_body::Body for LimitedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let allowed = self.time_until_deadline();
        let this = &mut *self;
        let (_, sleep) = this.deadline.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + allowed)))
        });
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Pending if sleep.as_mut().poll(cx).is_ready() => {
                Poll::Ready(Some(Err(this.set_fault(code::BODY_TOO_SLOW))))
            }
            Poll::Pending => Poll::Pending,
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Ready(Some(Err(_))) => Poll::Ready(Some(Err(this.set_fault(code::BODY_BROKEN)))),
            Poll::Ready(Some(Ok(frame))) => {
                let length = frame.data_ref().map_or(0, Bytes::len);
                let length = u64::try_from(length).unwrap_or(u64::MAX);
                this.received = this.received.saturating_add(length);
                if this.received > this.limits.max_bytes {
                    return Poll::Ready(Some(Err(this.set_fault(code::BODY_TOO_LARGE))));
                }
                this.frames += 1;
                // A frame costs as much as hundreds of bytes.
                if this.frames > FRAMES_BEFORE_CHECK
                    && this.received / this.frames < MIN_MEAN_FRAME_BYTES
                {
                    return Poll::Ready(Some(Err(this.set_fault(code::BODY_BROKEN))));
                }
                if !this.reservation.grow(length) {
                    return Poll::Ready(Some(Err(this.set_fault(code::SERVER_BUSY))));
                }
                let allowed = this.time_until_deadline();
                if let Some((begin, sleep)) = &mut this.deadline {
                    sleep.as_mut().reset(*begin + allowed);
                }
                Poll::Ready(Some(Ok(frame)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
