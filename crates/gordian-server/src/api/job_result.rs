//! A job with its result. The stored text is sent unchanged in chunks: it is not parsed, and never
//! completely in memory, however long it is and however slowly the client reads.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use gordian_jobs::{JobId, JobsError, Store};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde_json::value::RawValue;

use super::document::Document;
use super::jobs::{JobDocument, JobWithResult};
use crate::Problem;

/// The number of bytes that are read from the database at once.
const CHUNK_BYTES: u32 = 1 << 20;

/// The next part of the response body.
enum BodyPart {
    Head(String),
    /// The result from this offset.
    Result(u64),
    End,
}

/// Returns the document of a job with its result and its input.
pub(super) async fn response(
    store: &Store,
    job: JobId,
    document: JobDocument,
    input: Option<Box<RawValue>>,
) -> Result<Response, Problem> {
    let document = JobWithResult { job: document, result: None, input };
    let text =
        |document| serde_json::to_string(document).expect("the names of all fields are strings");
    let Some(size) = store.result_size(job).await? else {
        return Ok(Document::new(text(&document), false).into_response());
    };
    let tail = format!(",\"input\":{}}}", document.input.as_deref().map_or("null", RawValue::get));
    // The input is last, and the result before it.
    let mut head = text(&document);
    head.truncate(head.len() - tail.len() - "null".len());

    let length = u64::try_from(head.len() + tail.len()).unwrap_or(u64::MAX).saturating_add(size);
    let body = stream::try_unfold((BodyPart::Head(head), tail, store.clone()), {
        move |(next, tail, store)| async move {
            Ok::<_, JobsError>(match next {
                BodyPart::Head(head) => {
                    Some((head.into_bytes(), (BodyPart::Result(0), tail, store)))
                }
                BodyPart::Result(from) if from < size => {
                    // If the job was purged in the meantime, the response is cut off before its
                    // announced length.
                    let chunk = store.result_chunk(job, from, CHUNK_BYTES).await?;
                    if chunk.is_empty() {
                        return Err(JobsError::UnknownJob { job });
                    }
                    let next = from + u64::try_from(chunk.len()).unwrap_or(u64::MAX);
                    Some((chunk, (BodyPart::Result(next), tail, store)))
                }
                BodyPart::Result(_) => {
                    Some((tail.into_bytes(), (BodyPart::End, String::new(), store)))
                }
                BodyPart::End => None,
            })
        }
    });
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_LENGTH, length.to_string())];
    Ok((headers, Body::from_stream(body)).into_response())
}
