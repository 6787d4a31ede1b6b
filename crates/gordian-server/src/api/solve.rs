//! Endpoints that answer synchronously.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Router, routing};
use gordian_core::NoProgress;
use gordian_solve::requests::{OPERATIONS, Operation, RequestContext, RequestError};
use http::HeaderMap;

use super::BASE;
use super::document::Document;
use crate::guard::{Client, Guards, JsonText};
use crate::negotiation::Encoding;
use crate::service::Service;
use crate::{Problem, service};

/// The maximum number of puzzles, positions or solutions in one response.
pub(super) const MAX_ITEMS: usize = 10_000;

pub(super) fn routes(service: &Service) -> Router {
    let mut router = Router::new();
    for &operation in OPERATIONS {
        let handler = move |state, guards, client, headers, text| {
            handle(operation, state, guards, client, headers, text)
        };
        router = router.route(&format!("{BASE}/{}", operation.name), routing::post(handler));
    }
    router.with_state(Arc::clone(service.state()))
}

async fn handle(
    operation: Operation,
    State(service): State<Arc<service::ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonText(text): JsonText,
) -> Result<Document, Problem> {
    let accept_gzip = Encoding::Gzip.is_accepted(&headers);
    let longest = guards.config().compute.max_time;
    let memory = guards.config().compute.model_memory_bytes;
    let answered = guards
        .compute(&client, None, move |cancel| {
            let ctx = RequestContext {
                max_time: Some(longest),
                max_memory: Some(memory),
                threads: NonZeroUsize::MIN,
                max_items: MAX_ITEMS,
                ..RequestContext::new(&service.resources, cancel, &NoProgress)
            };
            // Large documents are serialized on this thread too, so that the client is charged for
            // it.
            let document = operation.handle(&text, &ctx)?;
            Ok::<_, RequestError>(Document::new(document.to_string(), accept_gzip))
        })
        .await?;
    Ok(answered?)
}
