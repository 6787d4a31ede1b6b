//! Server-sent events of a job: each once, in order, from where the client left off.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use gordian_jobs::{Event as JobEvent, Following};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::jobs::{id, moment};
use crate::Problem;
use crate::guard::Guards;
use crate::service::Shared;

/// A line goes out this often, so that a client that is gone is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long a client is told to wait before it comes back.
const RETRY: Duration = Duration::from_secs(1);

/// From where on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct From {
    after: Option<i64>,
}

pub(super) async fn follow(
    State(service): State<Arc<Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Path(text): Path<String>,
    from: Result<Query<From>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = id(&text)?;
    let Query(from) = from.map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, "request.query", error.body_text())
            .with_hint("known parameters: `after`")
    })?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.map(|text| text.trim().parse::<i64>()).transpose().map_err(|_| {
        let detail = "`Last-Event-ID` is no number of an event";
        Problem::new(StatusCode::BAD_REQUEST, "request.event-id", detail)
            .with_hint("send the `id` of the last event that came, or leave the header out")
    })?;
    // What the browser remembers is later than what the page asked for.
    let after = last.or(from.after).unwrap_or(0);
    if service.store.get(id).await?.is_none() {
        return Err(gordian_jobs::JobsError::UnknownJob { job: id }.into());
    }
    let following = service.relay.follow(id, after);
    let events = events(following, guards.stopping().clone());
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies that gather replies would keep the events to themselves.
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

/// Returns the events until the last one, or until the service stops: the client comes back then, here
/// or elsewhere, and goes on where it was.
fn events(
    following: Following,
    stopping: CancellationToken,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((following, stopping, true), |(mut following, stopping, first)| async move {
        if first {
            let event = Event::default().retry(RETRY).comment("one event after the other");
            return Some((Ok(event), (following, stopping, false)));
        }
        let event = tokio::select! {
            event = following.next() => event,
            () = stopping.cancelled() => return None,
        };
        match event {
            Ok(Some(event)) => Some((Ok(told(&event)), (following, stopping, false))),
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "events of a job broke off");
                None
            }
        }
    })
}

fn told(event: &JobEvent) -> Event {
    let data = event.data.as_deref().and_then(|data| serde_json::from_str::<Value>(data).ok());
    let mut document = json!({"at": moment(Some(event.at_ms))});
    if let (Value::Object(document), Some(Value::Object(data))) = (&mut document, data) {
        document.extend(data);
    }
    let told = Event::default().id(event.number.to_string()).event(event.kind.name());
    told.data(document.to_string())
}
