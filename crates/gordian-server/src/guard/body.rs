//! What a body may take: bytes, time, and a pace.
//!
//! The time allowed grows with what has come: a start, plus what the bytes so far may take at the
//! least pace, up to the time for the whole. So a body that stalls is refused soon, and one that
//! trickles cannot last.
//!
//! Whoever reads the body gets an error; what kind is noted beside the request, so that the reply
//! names it whatever the handler made of the error.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::Problem;
use crate::code::{self, Code};
use crate::config::BodyLimits;

/// What went wrong with the body of a request, if something did.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyFault(Arc<OnceLock<Code>>);

impl BodyFault {
    pub(crate) fn problem(&self, limits: &BodyLimits) -> Option<Problem> {
        self.0.get().map(|&code| problem(code, limits))
    }
}

/// Why reading a body ended.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.name)]
pub(crate) struct BodyError(Code);

fn problem(code: Code, limits: &BodyLimits) -> Problem {
    let detail = match code {
        code::BODY_LARGE => format!("the body is longer than {} bytes", limits.max),
        code::BODY_SLOW => "the body came too slowly".to_owned(),
        code::BUSY => "too many large bodies are being read".to_owned(),
        _ => "the body broke off or is framed wrongly".to_owned(),
    };
    let problem = Problem::of(code, detail);
    if code == code::BUSY { problem.with_retry_after(Duration::from_secs(1)) } else { problem }
}

/// Refuses what the headers announce already.
pub(crate) fn announced(headers: &HeaderMap, limits: &BodyLimits) -> Result<(), Problem> {
    let encodings = headers.get_all(CONTENT_ENCODING).iter();
    for encoding in encodings.map(|value| value.to_str().unwrap_or("?")) {
        if !encoding.eq_ignore_ascii_case("identity") {
            let detail = format!("bodies encoded as `{encoding}` are not read");
            return Err(Problem::of(code::BODY_ENCODING, detail));
        }
    }
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > limits.max) {
        return Err(problem(code::BODY_LARGE, limits));
    }
    Ok(())
}

/// The memory that bodies take, of all requests together.
#[derive(Debug)]
pub(crate) struct BodyMemory {
    used: Arc<AtomicU64>,
    limit: u64,
}

/// The part of it that one request takes, until the last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct BodyShare(Arc<Share>);

#[derive(Debug)]
struct Share {
    all: Arc<AtomicU64>,
    limit: u64,
    own: AtomicU64,
}

impl BodyMemory {
    pub(crate) fn new(limit: u64) -> Self {
        Self { used: Arc::default(), limit }
    }

    /// Returns the share of a new request, which is empty.
    pub(crate) fn share(&self) -> BodyShare {
        let all = Arc::clone(&self.used);
        BodyShare(Arc::new(Share { all, limit: self.limit, own: AtomicU64::new(0) }))
    }
}

impl BodyShare {
    /// Takes more memory, if that much is left.
    fn grow(&self, bytes: u64) -> bool {
        let Share { all, limit, own } = &*self.0;
        let taken = all.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            used.checked_add(bytes).filter(|used| used <= limit)
        });
        let is_taken = taken.is_ok();
        if is_taken {
            own.fetch_add(bytes, Ordering::Relaxed);
        }
        is_taken
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.all.fetch_sub(*self.own.get_mut(), Ordering::Relaxed);
    }
}

/// A body within limits.
pub(crate) struct Limited {
    body: Body,
    limits: BodyLimits,
    fault: BodyFault,
    share: BodyShare,
    come: u64,
    begun: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Limited {
    pub(crate) fn new(body: Body, limits: BodyLimits, fault: BodyFault, share: BodyShare) -> Self {
        Self { body, limits, fault, share, come: 0, begun: None }
    }

    fn fail(&self, code: Code) -> BodyError {
        BodyError(*self.fault.0.get_or_init(|| code))
    }

    /// Returns how long after the beginning the next bytes must have come.
    fn allowed(&self) -> Duration {
        let pace = f64::from(self.limits.pace.max(1));
        // Bodies are far shorter than the 2^53 bytes that a float counts exactly.
        let come = u32::try_from(self.come).map_or(f64::from(u32::MAX), f64::from);
        (self.limits.start + Duration::from_secs_f64(come / pace)).min(self.limits.time)
    }
}

impl http_body::Body for Limited {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let allowed = self.allowed();
        let this = &mut *self;
        let (_, alarm) = this.begun.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + allowed)))
        });
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Pending if alarm.as_mut().poll(cx).is_ready() => {
                Poll::Ready(Some(Err(this.fail(code::BODY_SLOW))))
            }
            Poll::Pending => Poll::Pending,
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Ready(Some(Err(_))) => Poll::Ready(Some(Err(this.fail(code::BODY_BROKEN)))),
            Poll::Ready(Some(Ok(frame))) => {
                let length = frame.data_ref().map_or(0, Bytes::len);
                let length = u64::try_from(length).unwrap_or(u64::MAX);
                this.come = this.come.saturating_add(length);
                if this.come > this.limits.max {
                    return Poll::Ready(Some(Err(this.fail(code::BODY_LARGE))));
                }
                if !this.share.grow(length) {
                    return Poll::Ready(Some(Err(this.fail(code::BUSY))));
                }
                let allowed = this.allowed();
                if let Some((begin, alarm)) = &mut this.begun {
                    alarm.as_mut().reset(*begin + allowed);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_bodies_is_limited_and_given_back() {
        let memory = BodyMemory::new(100);
        let (first, second) = (memory.share(), memory.share());
        assert!(first.grow(60) && second.grow(40) && !second.grow(1) && !first.grow(u64::MAX));
        let kept = first.clone();
        drop(first);
        assert!(!second.grow(1));
        drop(kept);
        assert!(second.grow(60) && !second.grow(1));
        drop(second);
        assert_eq!(memory.used.load(Ordering::Relaxed), 0);
    }
}
