//! Questions that are answered at once.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Router, routing};
use gordian_core::NoProgress;
use gordian_solve::requests::{OPERATIONS, Operation, RequestContext, RequestError};
use http::HeaderMap;

use super::BASE;
use super::document::{Document, accepts_gzip};
use crate::guard::{Client, Guards, JsonText};
use crate::service::Service;
use crate::{Problem, service};

/// Puzzles, positions or solutions in one answer.
pub(super) const MOST_ITEMS: usize = 10_000;

pub(super) fn routes(service: &Service) -> Router {
    let mut router = Router::new();
    for &operation in OPERATIONS {
        let answer = move |state, guards, client, headers, text| {
            answer(operation, state, guards, client, headers, text)
        };
        router = router.route(&format!("{BASE}/{}", operation.name), routing::post(answer));
    }
    router.with_state(Arc::clone(service.shared()))
}

async fn answer(
    operation: Operation,
    State(service): State<Arc<service::Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonText(text): JsonText,
) -> Result<Document, Problem> {
    let accepts = accepts_gzip(&headers);
    let longest = guards.config().work.longest;
    let memory = guards.config().work.memory;
    let answered = guards
        .work(&client, None, move |cancel| {
            let ctx = RequestContext {
                max_time: Some(longest),
                max_memory: Some(memory),
                threads: NonZeroUsize::MIN,
                max_items: MOST_ITEMS,
                ..RequestContext::new(&service.resources, cancel, &NoProgress)
            };
            // Large documents are written on this thread too, where that is charged.
            let document = operation.handle(&text, &ctx)?;
            Ok::<_, RequestError>(Document::new(document.to_string(), accepts))
        })
        .await?;
    Ok(answered?)
}
