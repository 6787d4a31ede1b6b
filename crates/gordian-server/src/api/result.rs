//! A job with its result: the stored text goes out as it is, piece by piece. Nobody parses it, and the
//! whole of it is never in memory, however long it is and however slowly the client reads.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use gordian_jobs::{JobId, JobsError, Store};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Problem;

/// Bytes of a result that are read from the database at once.
const PIECE: u32 = 1 << 20;

/// Where the body of a reply is.
enum Next {
    Head(String),
    /// From this byte of the result on.
    Result(u64),
    End,
}

/// Returns the document of a job with the fields `result` and `input`.
pub(super) async fn with_result(
    store: &Store,
    job: JobId,
    document: &Value,
    input: Option<&RawValue>,
) -> Result<Response, Problem> {
    let size = store.result_size(job).await?;
    let mut head = document.to_string();
    // The document is an object with fields: two more come behind them.
    head.pop();
    head.push_str(",\"result\":");
    let tail = format!(",\"input\":{}}}", input.map_or("null", RawValue::get));
    let Some(size) = size else { return Ok(super::questions::json(head + "null" + &tail)) };

    let length = u64::try_from(head.len() + tail.len()).unwrap_or(u64::MAX).saturating_add(size);
    let body = stream::try_unfold((Next::Head(head), tail, store.clone()), {
        move |(next, tail, store)| async move {
            Ok::<_, JobsError>(match next {
                Next::Head(head) => Some((head.into_bytes(), (Next::Result(0), tail, store))),
                Next::Result(from) if from < size => {
                    // If it is purged meanwhile, the connection breaks off: the length says so.
                    let piece = store.result_part(job, from, PIECE).await?;
                    if piece.is_empty() {
                        return Err(JobsError::UnknownJob { job });
                    }
                    let next = from + u64::try_from(piece.len()).unwrap_or(u64::MAX);
                    Some((piece, (Next::Result(next), tail, store)))
                }
                Next::Result(_) => {
                    Some((tail.into_bytes(), (Next::End, String::new(), store)))
                }
                Next::End => None,
            })
        }
    });
    let headers = [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_LENGTH, length.to_string())];
    Ok((headers, Body::from_stream(body)).into_response())
}
