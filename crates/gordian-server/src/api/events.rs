//! Server-sent events of a job: each event once and in order, starting after the client's last one.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use gordian_jobs::{Event as JobEvent, EventStream};
use http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::jobs::{format_time, parse_job_id};
use crate::Problem;
use crate::guard::Guards;
use crate::service::ServiceState;

/// The interval of keep-alive lines, by which a closed connection is noticed.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// The reconnection delay that clients are told.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Query parameters of the event stream.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventQuery {
    /// Only events after this number.
    after: Option<i64>,
}

pub(super) async fn follow(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Path(text): Path<String>,
    query: Result<Query<EventQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = parse_job_id(&text)?;
    let Query(query) = query.map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, "request.query", error.body_text())
            .with_hint("known parameters: `after`")
    })?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.map(|text| text.trim().parse::<i64>()).transpose().map_err(|_| {
        let detail = "`Last-Event-ID` is not an event number";
        Problem::new(StatusCode::BAD_REQUEST, "request.event-id", detail)
            .with_hint("send the `id` of the last received event, or omit the header")
    })?;
    // The browser's last event id is later than the parameter of the page.
    let after = last.or(query.after).unwrap_or(0);
    if service.store.get(id).await?.is_none() {
        return Err(gordian_jobs::JobsError::UnknownJob { job: id }.into());
    }
    let job_events = service.relay.follow(id, after);
    let events = sse_events(job_events, guards.stopping().clone());
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_INTERVAL));
    // Buffering proxies would delay the events.
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

/// Returns the events until the last one, or until the service stops. The client then reconnects,
/// here or to another server, and continues after its last event.
fn sse_events(
    job_events: EventStream,
    stopping: CancellationToken,
) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((job_events, stopping, true), |(mut job_events, stopping, first)| async move {
        if first {
            let event = Event::default().retry(RECONNECT_DELAY).comment("events in order");
            return Some((Ok(event), (job_events, stopping, false)));
        }
        let event = tokio::select! {
            event = job_events.next() => event,
            () = stopping.cancelled() => return None,
        };
        match event {
            Ok(Some(event)) => Some((Ok(to_sse_event(&event)), (job_events, stopping, false))),
            Ok(None) => None,
            Err(error) => {
                tracing::warn!(%error, "the event stream of a job failed");
                None
            }
        }
    })
}

/// The data of an event.
#[derive(Serialize)]
struct EventDocument {
    /// When it was written.
    at: Option<String>,
    #[serde(flatten)]
    data: Map<String, Value>,
}

fn to_sse_event(event: &JobEvent) -> Event {
    let data = event.data.as_deref().and_then(|data| serde_json::from_str(data).ok());
    let document = EventDocument { at: format_time(event.at_ms), data: data.unwrap_or_default() };
    let sse_event = Event::default().id(event.number.to_string()).event(event.kind.name());
    sse_event.json_data(document).expect("the names of all fields are strings")
}
