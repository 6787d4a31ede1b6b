//! Server-sent events of a job: each event once and in order, starting after the client's last one.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _, future, stream};
use gordian_jobs::{Event as JobEvent, EventStream, JobId};
use gordian_requests::ErrorDetail;
use http::HeaderMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::jobs::{find, format_time, parameters};
use crate::Problem;
use crate::guard::Guards;
use crate::state::ServiceState;

/// The interval of keep-alive lines, by which a closed connection is noticed.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// The reconnection delay that clients are told.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Query parameters of the event stream.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventQuery {
    /// Only events after this number.
    #[schemars(with = "i64")]
    after: Option<i64>,
}

pub(super) async fn follow(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Path(text): Path<String>,
    query: Result<Query<EventQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id: JobId = text.parse()?;
    let query = parameters(query, "`after`")?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.map(|text| text.trim().parse::<i64>()).transpose().map_err(|_| {
        ErrorDetail::new("request.event-id", "`Last-Event-ID` is not an event number")
            .hint("send the `id` of the last received event, or omit the header")
    })?;
    // The browser's last event id is later than the parameter of the page.
    let after = last.or(query.after).unwrap_or(0);
    find(&service, id).await?;
    let events = sse_events(service.relay.follow(id, after), guards.stopping().clone());
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
    let first = Event::default().retry(RECONNECT_DELAY).comment("events in order");
    let others = stream::unfold(job_events, |mut job_events| async move {
        let event = job_events.next().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the event stream of a job failed");
            None
        });
        Some((to_sse_event(&event?), job_events))
    });
    let others = others.take_until(stopping.cancelled_owned());
    stream::once(future::ready(first)).chain(others).map(Ok)
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
