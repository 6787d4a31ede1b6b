//! Questions that are answered at once.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Router, routing};
use gordian_core::NoProgress;
use gordian_solve::questions::{Asked, QUESTIONS, Question, Refusal};
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
    for &question in QUESTIONS {
        let answer = move |state, guards, client, headers, text| {
            answer(question, state, guards, client, headers, text)
        };
        router = router.route(&format!("{BASE}/{}", question.name), routing::post(answer));
    }
    router.with_state(Arc::clone(service.shared()))
}

async fn answer(
    question: Question,
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
            let asked = Asked {
                most_time: Some(longest),
                most_memory: Some(memory),
                threads: NonZeroUsize::MIN,
                most_items: MOST_ITEMS,
                ..Asked::new(&service.resources, cancel, &NoProgress)
            };
            // Large documents are written on this thread too, where that is charged.
            let document = question.answer(&text, &asked)?;
            Ok::<_, Refusal>(Document::new(document.to_string(), accepts))
        })
        .await?;
    Ok(answered?)
}
