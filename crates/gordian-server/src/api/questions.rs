//! Questions that are answered at once.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, routing};
use gordian_core::NoProgress;
use gordian_solve::questions::{Asked, QUESTIONS, Question};

use super::BASE;
use crate::guard::{Client, Guards, JsonText};
use crate::service::Service;
use crate::{Problem, service};

/// Puzzles, positions or solutions in one answer.
pub(super) const MOST_ITEMS: usize = 10_000;

pub(super) fn routes(service: &Service) -> Router {
    let mut router = Router::new();
    for &question in QUESTIONS {
        let answer =
            move |state, guards, client, text| answer(question, state, guards, client, text);
        router = router.route(&format!("{BASE}/{}", question.name), routing::post(answer));
    }
    router.with_state(Arc::clone(service.shared()))
}

async fn answer(
    question: Question,
    State(service): State<Arc<service::Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    JsonText(text): JsonText,
) -> Result<Response, Problem> {
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
            // Large documents are written on this thread too.
            question.answer(&text, &asked).map(|document| document.to_string())
        })
        .await?;
    Ok(json(answered?))
}

/// Returns a reply with a document that is text already.
pub(super) fn json(document: String) -> Response {
    ([(http::header::CONTENT_TYPE, "application/json")], document).into_response()
}
