//! A response body that owns a value until it is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};

/// A body with a value that is dropped when the body is finished or its connection is closed.
pub(crate) struct OwningBody<T> {
    body: Body,
    _owned: T,
}

impl<T> OwningBody<T> {
    pub(crate) fn new(body: Body, owned: T) -> Self {
        Self { body, _owned: owned }
    }
}

impl<T: Unpin> http_body::Body for OwningBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
