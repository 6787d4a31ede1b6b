//! JSON documents as responses, compressed for clients that accept gzip.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue};
use http_body::{Frame, SizeHint};
use serde::Serialize;

use crate::compression::gzip;
use crate::guard::{Answer, Reservation, owning};
use crate::negotiation::Encoding;

/// A JSON document, ready to be sent.
pub(super) struct Document {
    bytes: Bytes,
    is_compressed: bool,
    /// The memory of an answer, until it is sent.
    reservation: Option<Reservation>,
}

impl From<Answer> for Document {
    fn from(Answer { bytes, is_compressed, reservation }: Answer) -> Self {
        Self { bytes, is_compressed, reservation: Some(reservation) }
    }
}

impl From<String> for Document {
    fn from(text: String) -> Self {
        Self { bytes: text.into(), is_compressed: false, reservation: None }
    }
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        let mut response = match self.reservation {
            Some(reservation) => {
                owning(Body::new(SlicedBody { rest: self.bytes }), reservation).into_response()
            }
            None => self.bytes.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if self.is_compressed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// The size of the pieces in which an answer is given to the connection.
const SLICE_BYTES: usize = 64 << 10;

/// A body that is sent in pieces. A connection takes a whole piece into its buffer, long before the
/// client reads it; the memory of the rest, and its reservation, stay with the body until then.
struct SlicedBody {
    rest: Bytes,
}

impl http_body::Body for SlicedBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(SLICE_BYTES);
        let piece = self.rest.split_to(length);
        // A piece that refers to the answer would keep all of it in memory.
        Poll::Ready(Some(Ok(Frame::data(Bytes::copy_from_slice(&piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(u64::try_from(self.rest.len()).unwrap_or(u64::MAX))
    }
}

/// A document that never changes, compressed once.
pub(super) struct FixedDocument {
    plain: Bytes,
    /// `None` if it is too short.
    compressed: Option<Bytes>,
}

impl FixedDocument {
    pub(super) fn new(document: &impl Serialize) -> Self {
        let text = serde_json::to_string(document).expect("the names of all fields are strings");
        let compressed = gzip(text.as_bytes()).map(Bytes::from);
        Self { plain: text.into(), compressed }
    }

    /// Returns the response to a request with these headers. The cost does not depend on the
    /// length.
    pub(super) fn reply(&self, headers: &HeaderMap) -> Response {
        let compressed = self.compressed.as_ref().filter(|_| Encoding::Gzip.is_accepted(headers));
        let bytes = compressed.unwrap_or(&self.plain).clone();
        let is_compressed = compressed.is_some();
        Document { bytes, is_compressed, reservation: None }.into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_sent_in_pieces_that_do_not_keep_the_rest() {
        let bytes: Bytes = (0..200_000_u32).map(|i| i.to_le_bytes()[0]).collect();
        let rest = bytes.clone();
        let mut body = SlicedBody { rest: bytes };
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut received = Vec::new();
        assert_eq!(http_body::Body::size_hint(&body).exact(), Some(200_000));
        while let Poll::Ready(Some(Ok(frame))) =
            http_body::Body::poll_frame(Pin::new(&mut body), &mut context)
        {
            let piece = frame.into_data().expect("there are no trailers");
            assert!(piece.len() <= SLICE_BYTES);
            let whole = rest.as_ptr_range();
            assert!(!whole.contains(&piece.as_ptr()), "the piece refers to the answer");
            received.extend_from_slice(&piece);
        }
        assert_eq!(received, rest);
        assert!(http_body::Body::is_end_stream(&body));
    }
}
