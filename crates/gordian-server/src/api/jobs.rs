//! Jobs: submitted, looked at, followed, cancelled.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware, routing};
use gordian_jobs::{
    Cancelled, Caps, EventKind, Filter, Job, JobId, JobsError, State as JobState, Submission,
    Viewer,
};
use gordian_solve::requests::JOB_KINDS;
use http::header::LOCATION;
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{BASE, events, result};
use crate::Problem;
use crate::guard::{Client, ClientAddress, Guards, Json, has_token, require_token};
use crate::service::{Service, Shared};

/// Jobs on a page, if nobody says how many, and at most.
const PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;
/// The longest title of a job, in characters.
const MAX_TITLE: usize = 200;
/// The longest idempotency key, in characters.
const MAX_KEY: usize = 200;
/// Events that are looked at for the last progress.
const LAST_EVENTS: i64 = 8;
/// More may have come since the job was looked at.
const LAST_EVENTS_READ: u32 = 16;

pub(super) fn routes(service: &Service) -> Router {
    let guards = Arc::clone(service.guards());
    Router::new()
        .route(&format!("{BASE}/jobs"), routing::post(submit).get(list))
        .route_layer(middleware::from_fn_with_state(guards, require_token))
        // Cancelling looks at the token itself: owners need none.
        .route(&format!("{BASE}/jobs/{{id}}"), routing::get(show).delete(cancel))
        .route(&format!("{BASE}/jobs/{{id}}/events"), routing::get(events::follow))
        .with_state(Arc::clone(service.shared()))
}

/// Returns the owner of the jobs of a client: the id in its cookie, wherever it asks from.
fn owner(client: &Client) -> String {
    client.id().to_string()
}

/// What is to be done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewJob {
    kind: String,
    input: Box<RawValue>,
    title: Option<String>,
}

async fn submit(
    State(service): State<Arc<Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Json(new): Json<NewJob>,
) -> Result<Response, Problem> {
    let kind = JOB_KINDS.iter().find(|kind| kind.name == new.kind).ok_or_else(|| {
        let names: Vec<&str> = JOB_KINDS.iter().map(|kind| kind.name).collect();
        let detail = format!("there is no kind of job `{}`", new.kind.escape_debug());
        Problem::new(StatusCode::BAD_REQUEST, "job.unknown-kind", detail)
            .with_hint(format!("kinds are {}", names.join(", ")))
    })?;
    // Inputs can be as long as a body: they are read where requests are computed.
    let input = new.input.get().to_owned();
    let checked = guards.work(&client, None, move |_| {
        kind.check_input(&input)?;
        kind.dedup_key(&input)
    });
    let mut submission = Submission::new(kind.name, new.input.get());
    submission.share = checked.await??.unwrap_or_default();
    submission.client = client.name();
    submission.owner = owner(&client);
    submission.key = key(&headers)?;
    submission.title = title(&new);
    let limits = &guards.config().jobs;
    let caps = Caps {
        client: Some(limits.per_client),
        address: Some((ClientAddress::of(client.address()).to_string(), limits.per_address)),
        open: Some(limits.queued),
        bytes: Some(limits.stored),
    };
    let submitted = service.store.submit_within(&submission, &caps).await?;
    if submitted.fresh {
        service.store.keep_latest(&submission.client, limits.keep_per_client).await?;
    }
    let id = submitted.job;
    let job = service.store.get(id).await?.ok_or_else(|| gone(id))?;
    let place = format!("{BASE}/jobs/{}", job.id);
    let document = document(&service, &job).await?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, place)], axum::Json(document)).into_response())
}

fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().ok().map(str::trim);
    let fits = |text: &&str| !text.is_empty() && text.chars().count() <= MAX_KEY;
    let text = text.filter(fits).ok_or_else(|| {
        let detail = format!("the idempotency key is not 1 to {MAX_KEY} printable characters");
        Problem::new(StatusCode::BAD_REQUEST, "job.key", detail).with_hint("a random UUID is best")
    })?;
    Ok(Some(text.to_owned()))
}

/// Returns what the job is called: what the client says, or else its kind.
fn title(new: &NewJob) -> String {
    let given = new.title.as_deref().unwrap_or_default();
    // Line breaks and what turns the direction of text would also change what stands around it.
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = given.chars().filter(|&c| !c.is_control() && !turns(c));
    plain.take(MAX_TITLE).collect::<String>().trim().to_owned()
}

fn gone(job: JobId) -> Problem {
    JobsError::UnknownJob { job }.into()
}

/// Which page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    limit: Option<u32>,
    cursor: Option<String>,
    state: Option<String>,
}

async fn list(
    State(service): State<Arc<Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(page) = page.map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, "request.query", error.body_text())
            .with_hint("known parameters: `limit`, `cursor`, `state`")
    })?;
    let operator = has_token(&guards, &headers)?;
    let limit = page.limit.unwrap_or(PAGE);
    if limit == 0 || limit > MAX_PAGE {
        let detail = format!("`limit` is {limit}, not between 1 and {MAX_PAGE}");
        return Err(Problem::new(StatusCode::BAD_REQUEST, "request.out-of-range", detail));
    }
    let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number > 0);
    let before = page.cursor.as_deref().map(|text| number(text).ok_or(())).transpose();
    let before = before.map_err(|()| {
        Problem::new(StatusCode::BAD_REQUEST, "request.cursor", "`cursor` is none of ours")
            .with_hint("take the `next` of the page before")
    })?;
    let state = page.state.as_deref().map(|name| {
        JobState::from_name(name).ok_or_else(|| {
            let names = JobState::ALL.map(JobState::name).join(", ");
            let detail = format!("there is no state `{}`", name.escape_debug());
            Problem::new(StatusCode::BAD_REQUEST, "request.out-of-range", detail)
                .with_hint(format!("states are {names}"))
        })
    });
    // Ids are secrets of those who submitted: only the operator sees the jobs of others. Jobs without an
    // owner come from versions in which jobs were public.
    let unowned = guards.config().token.is_none();
    let viewer = Viewer { owner: owner(&client), unowned };
    let visible_to = Some(viewer).filter(|_| !operator);
    let filter = Filter { state: state.transpose()?, client: None, visible_to, before };
    // One more shows whether there is another page.
    let mut jobs = service.store.list(&filter, limit + 1).await?;
    let more = jobs.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    if more {
        jobs.pop();
    }
    let next = jobs.last().filter(|_| more).map(|job| job.number.to_string());
    let mut documents = Vec::new();
    for job in &jobs {
        documents.push(document(&service, job).await?);
    }
    Ok(axum::Json(json!({"schema": 1, "jobs": documents, "next": next})).into_response())
}

/// Reads the id of a job in a path.
pub(super) fn id(text: &str) -> Result<JobId, Problem> {
    text.parse().map_err(Problem::from)
}

async fn show(
    State(service): State<Arc<Shared>>,
    Path(text): Path<String>,
) -> Result<Response, Problem> {
    let id = id(&text)?;
    let job = service.store.get(id).await?.ok_or_else(|| gone(id))?;
    let document = document(&service, &job).await?;
    let input = match service.store.payload(id).await {
        // It was set aside.
        Err(JobsError::Corrupt { .. } | JobsError::UnknownJob { .. }) => None,
        payload => RawValue::from_string(payload?).ok(),
    };
    result::with_result(&service.store, id, &document, input.as_deref()).await
}

async fn cancel(
    State(service): State<Arc<Shared>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let operator = has_token(&guards, &headers)?;
    let id = id(&text)?;
    let cancelled = if operator {
        service.store.cancel(id).await?
    } else {
        // Where no token is set, what has no owner belongs to everybody.
        let unowned = guards.config().token.is_none();
        service.store.cancel_for(id, &owner(&client), unowned).await?
    };
    let status = match cancelled {
        Cancelled::TooLate(_) | Cancelled::Left => StatusCode::OK,
        Cancelled::AtOnce | Cancelled::Asked => StatusCode::ACCEPTED,
    };
    let job = service.store.get(id).await?.ok_or_else(|| gone(id))?;
    Ok((status, axum::Json(document(&service, &job).await?)).into_response())
}

/// Returns a job as a document, without its input and result.
async fn document(service: &Shared, job: &Job) -> Result<Value, Problem> {
    Ok(json!({
        "schema": 1,
        "id": job.id.to_string(),
        "kind": job.kind,
        "title": Some(&job.title).filter(|title| !title.is_empty()),
        "state": job.state.name(),
        "cancelling": job.cancelling,
        "created_at": moment(Some(job.created_ms)),
        "started_at": moment(job.started_ms),
        "ended_at": moment(job.ended_ms),
        "attempt": job.attempt,
        "max_attempts": job.max_attempts,
        "events": job.events,
        "progress": progress(service, job).await?,
        "error": job.failure.as_ref().map(|failure| json!({
            "code": failure.code,
            "message": failure.message,
            "hint": Some(&failure.hint).filter(|hint| !hint.is_empty()),
        })),
    }))
}

/// Returns what a job that runs told last of how far it is.
async fn progress(service: &Shared, job: &Job) -> Result<Value, Problem> {
    if job.state != JobState::Running {
        return Ok(Value::Null);
    }
    let after = (job.events - LAST_EVENTS).max(0);
    let events = service.store.events(job.id, after, LAST_EVENTS_READ).await?;
    let last = events.into_iter().rev().find(|event| event.kind == EventKind::Progress);
    let data = last.and_then(|event| event.data);
    Ok(data.and_then(|data| serde_json::from_str(&data).ok()).unwrap_or(Value::Null))
}

/// Returns a moment as RFC 3339 writes it.
pub(super) fn moment(milliseconds: Option<i64>) -> Option<String> {
    Timestamp::from_millisecond(milliseconds?).ok().map(|moment| moment.to_string())
}
