//! Endpoints that answer synchronously.

use std::sync::Arc;

use axum::{Extension, Router, routing};
use gordian_requests::{OPERATIONS, Operation};
use http::HeaderMap;

use super::BASE;
use super::document::Document;
use crate::Problem;
use crate::guard::{Client, Guards, JsonText};
use crate::negotiation::Encoding;

pub(super) fn routes() -> Router {
    let mut router = Router::new();
    for &operation in OPERATIONS {
        let handler =
            move |guards, client, headers, text| handle(operation, guards, client, headers, text);
        router = router.route(&format!("{BASE}/{}", operation.name), routing::post(handler));
    }
    router
}

async fn handle(
    operation: Operation,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonText(text): JsonText,
) -> Result<Document, Problem> {
    let accept_gzip = Encoding::Gzip.is_accepted(&headers);
    guards.compute(&client, operation.name, text, None, accept_gzip).await.map(Document::from)
}
