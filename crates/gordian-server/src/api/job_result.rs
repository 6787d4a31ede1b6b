//! A job with its result. The stored text is sent unchanged in chunks: it is not parsed, and never
//! completely in memory, however long it is and however slowly the client reads.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, future, stream};
use gordian_jobs::{JobId, JobsError, Store};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde_json::value::RawValue;

use super::document::Document;
use super::jobs::{JobDocument, JobWithResult};
use crate::Problem;

/// The number of bytes that are read from the database at once.
const CHUNK_BYTES: u32 = 1 << 20;

/// Returns the document of a job with its result and its input.
pub(super) async fn response(
    store: &Store,
    job: JobId,
    document: JobDocument,
    input: Option<Box<RawValue>>,
) -> Result<Response, Problem> {
    let document = JobWithResult { job: document, result: None, input };
    let mut head = serde_json::to_string(&document).expect("the names of all fields are strings");
    let Some(size) = store.result_size(job).await? else {
        return Ok(Document::from(head).into_response());
    };
    // The input is last, and the result before it.
    let tail = format!(",\"input\":{}}}", document.input.as_deref().map_or("null", RawValue::get));
    head.truncate(head.len() - tail.len() - "null".len());

    let length = u64::try_from(head.len() + tail.len()).unwrap_or(u64::MAX).saturating_add(size);
    let store = store.clone();
    let result = stream::try_unfold(0, move |from| {
        let store = store.clone();
        async move {
            if from >= size {
                return Ok(None);
            }
            // If the job was purged in the meantime, the response is cut off before its announced
            // length.
            let chunk = store.result_chunk(job, from, CHUNK_BYTES).await?;
            if chunk.is_empty() {
                return Err(JobsError::UnknownJob { job });
            }
            let next = from + u64::try_from(chunk.len()).unwrap_or(u64::MAX);
            Ok(Some((chunk, next)))
        }
    });
    let part = |text: String| stream::once(future::ready(Ok(text.into_bytes())));
    let body = part(head).chain(result).chain(part(tail));
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_LENGTH, length.to_string())];
    Ok((headers, Body::from_stream(body)).into_response())
}
