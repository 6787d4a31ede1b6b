//! Endpoints for jobs: submit, list, show, follow and cancel.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware, routing};
use gordian_jobs::{
    CancelOutcome, EventKind, Job, JobFilter, JobId, JobState, JobsError, Submission, SubmitLimits,
    Viewer,
};
use gordian_solve::requests::JOB_KINDS;
use http::header::LOCATION;
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{BASE, events, job_result};
use crate::Problem;
use crate::guard::{Client, ClientAddress, Guards, Json, has_token, require_token};
use crate::service::{Service, ServiceState};

/// The default and the maximum page size of the job list.
const DEFAULT_PAGE_SIZE: u32 = 20;
const MAX_PAGE_SIZE: u32 = 100;
/// The maximum length of a job title, in characters.
const MAX_TITLE_CHARS: usize = 200;
/// The maximum length of an idempotency key, in characters.
const MAX_KEY_CHARS: usize = 200;
/// The number of latest events that are searched for progress.
const PROGRESS_LOOKBACK: i64 = 8;
/// More events may have been added since the job was read.
const PROGRESS_READ_LIMIT: u32 = 16;

pub(super) fn routes(service: &Service) -> Router {
    let guards = Arc::clone(service.guards());
    Router::new()
        .route(&format!("{BASE}/jobs"), routing::post(submit).get(list))
        .route_layer(middleware::from_fn_with_state(guards, require_token))
        // The cancel handler checks the token itself, because owners need none.
        .route(&format!("{BASE}/jobs/{{id}}"), routing::get(show).delete(cancel))
        .route(&format!("{BASE}/jobs/{{id}}/events"), routing::get(events::follow))
        .with_state(Arc::clone(service.state()))
}

/// Returns the owner of the client's jobs: the client id in its cookie, independent of the address.
fn job_owner(client: &Client) -> String {
    client.id().to_string()
}

/// The body of a submission.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmitBody {
    kind: String,
    input: Box<RawValue>,
    title: Option<String>,
}

async fn submit(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Json(new): Json<SubmitBody>,
) -> Result<Response, Problem> {
    let kind = JOB_KINDS.iter().find(|kind| kind.name == new.kind).ok_or_else(|| {
        let names: Vec<&str> = JOB_KINDS.iter().map(|kind| kind.name).collect();
        let detail = format!("unknown job kind `{}`", new.kind.escape_debug());
        Problem::new(StatusCode::BAD_REQUEST, "job.unknown-kind", detail)
            .with_hint(format!("known kinds: {}", names.join(", ")))
    })?;
    // Inputs can be as long as a body, so they are parsed on a computing thread.
    let input = new.input.get().to_owned();
    let checked = guards.compute(&client, None, move |_| {
        kind.check_input(&input)?;
        kind.dedup_key(&input)
    });
    let mut submission = Submission::new(kind.name, new.input.get());
    submission.dedup_key = checked.await??.unwrap_or_default();
    submission.client = client.job_client_name();
    submission.owner = job_owner(&client);
    submission.idempotency_key = idempotency_key(&headers)?;
    submission.title = job_title(&new);
    let limits = &guards.config().jobs;
    let submit_limits = SubmitLimits {
        per_client: Some(limits.max_per_client),
        per_address: Some((
            ClientAddress::of(client.address()).to_string(),
            limits.max_per_address,
        )),
        open_jobs: Some(limits.max_open),
        stored_bytes: Some(limits.max_stored_bytes),
    };
    let submitted = service.store.submit_with_limits(&submission, &submit_limits).await?;
    if submitted.is_new {
        service.store.keep_latest_ended(&submission.client, limits.retained_per_client).await?;
    }
    let id = submitted.job;
    let job = service.store.get(id).await?.ok_or_else(|| unknown_job(id))?;
    let location = format!("{BASE}/jobs/{}", job.id);
    let document = job_document(&service, &job).await?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], axum::Json(document)).into_response())
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().ok().map(str::trim);
    let fits = |text: &&str| !text.is_empty() && text.chars().count() <= MAX_KEY_CHARS;
    let text = text.filter(fits).ok_or_else(|| {
        let detail =
            format!("the idempotency key must have 1 to {MAX_KEY_CHARS} printable characters");
        Problem::new(StatusCode::BAD_REQUEST, "job.key", detail).with_hint("use a random UUID")
    })?;
    Ok(Some(text.to_owned()))
}

/// Returns the title given by the client, without control characters; may be empty.
fn job_title(new: &SubmitBody) -> String {
    let given = new.title.as_deref().unwrap_or_default();
    // Line breaks and bidirectional controls could change the text around the title.
    let is_bidi_control = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = given.chars().filter(|&c| !c.is_control() && !is_bidi_control(c));
    plain.take(MAX_TITLE_CHARS).collect::<String>().trim().to_owned()
}

fn unknown_job(job: JobId) -> Problem {
    JobsError::UnknownJob { job }.into()
}

/// Query parameters of the job list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    limit: Option<u32>,
    cursor: Option<String>,
    state: Option<String>,
}

async fn list(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| {
        Problem::new(StatusCode::BAD_REQUEST, "request.query", error.body_text())
            .with_hint("known parameters: `limit`, `cursor`, `state`")
    })?;
    let operator = has_token(&guards, &headers)?;
    let limit = query.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    if limit == 0 || limit > MAX_PAGE_SIZE {
        let detail = format!("`limit` is {limit}; it must be between 1 and {MAX_PAGE_SIZE}");
        return Err(Problem::new(StatusCode::BAD_REQUEST, "request.out-of-range", detail));
    }
    let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number > 0);
    let before = query.cursor.as_deref().map(|text| number(text).ok_or(())).transpose();
    let before = before.map_err(|()| {
        Problem::new(StatusCode::BAD_REQUEST, "request.cursor", "`cursor` is invalid")
            .with_hint("use the `next` of the previous page")
    })?;
    let state = query.state.as_deref().map(|name| {
        JobState::from_name(name).ok_or_else(|| {
            let names = JobState::ALL.map(JobState::name).join(", ");
            let detail = format!("unknown state `{}`", name.escape_debug());
            Problem::new(StatusCode::BAD_REQUEST, "request.out-of-range", detail)
                .with_hint(format!("known states: {names}"))
        })
    });
    // Job ids are secrets of their clients, so only the operator sees the jobs of others. Jobs
    // without an owner were created by versions in which all jobs were public.
    let include_unowned = guards.config().token.is_none();
    let viewer = Viewer { owner: job_owner(&client), include_unowned };
    let visible_to = Some(viewer).filter(|_| !operator);
    let filter = JobFilter { state: state.transpose()?, client: None, visible_to, before };
    // One additional job shows whether there is another page.
    let mut jobs = service.store.list(&filter, limit + 1).await?;
    let has_more = jobs.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    if has_more {
        jobs.pop();
    }
    let next = jobs.last().filter(|_| has_more).map(|job| job.number.to_string());
    let mut documents = Vec::new();
    for job in &jobs {
        documents.push(job_document(&service, job).await?);
    }
    Ok(axum::Json(json!({"schema": 1, "jobs": documents, "next": next})).into_response())
}

/// Parses the job id in a path.
pub(super) fn parse_job_id(text: &str) -> Result<JobId, Problem> {
    text.parse().map_err(Problem::from)
}

async fn show(
    State(service): State<Arc<ServiceState>>,
    Path(text): Path<String>,
) -> Result<Response, Problem> {
    let id = parse_job_id(&text)?;
    let job = service.store.get(id).await?.ok_or_else(|| unknown_job(id))?;
    let document = job_document(&service, &job).await?;
    let input = match service.store.payload(id).await {
        // The job was quarantined.
        Err(JobsError::Corrupt { .. } | JobsError::UnknownJob { .. }) => None,
        payload => RawValue::from_string(payload?).ok(),
    };
    job_result::response(&service.store, id, &document, input.as_deref()).await
}

async fn cancel(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let operator = has_token(&guards, &headers)?;
    let id = parse_job_id(&text)?;
    let cancelled = if operator {
        service.store.cancel(id).await?
    } else {
        // Without a configured token, every client can cancel a job that has no owner.
        let include_unowned = guards.config().token.is_none();
        service.store.cancel_as_owner(id, &job_owner(&client), include_unowned).await?
    };
    let status = match cancelled {
        CancelOutcome::AlreadyEnded(_) | CancelOutcome::OwnerRemoved => StatusCode::OK,
        CancelOutcome::Cancelled | CancelOutcome::Requested => StatusCode::ACCEPTED,
    };
    let job = service.store.get(id).await?.ok_or_else(|| unknown_job(id))?;
    Ok((status, axum::Json(job_document(&service, &job).await?)).into_response())
}

/// Returns a job as a JSON document, without its input and result.
async fn job_document(service: &ServiceState, job: &Job) -> Result<Value, Problem> {
    Ok(json!({
        "schema": 1,
        "id": job.id.to_string(),
        "kind": job.kind,
        "title": Some(&job.title).filter(|title| !title.is_empty()),
        "state": job.state.name(),
        "cancelling": job.cancelling,
        "created_at": format_time(Some(job.created_ms)),
        "started_at": format_time(job.started_ms),
        "ended_at": format_time(job.ended_ms),
        "attempt": job.attempt,
        "max_attempts": job.max_attempts,
        "events": job.last_event,
        "progress": latest_progress(service, job).await?,
        "error": job.failure.as_ref().map(|failure| json!({
            "code": failure.code,
            "message": failure.message,
            "hint": Some(&failure.hint).filter(|hint| !hint.is_empty()),
        })),
    }))
}

/// Returns the latest progress of a running job.
async fn latest_progress(service: &ServiceState, job: &Job) -> Result<Value, Problem> {
    if job.state != JobState::Running {
        return Ok(Value::Null);
    }
    let after = (job.last_event - PROGRESS_LOOKBACK).max(0);
    let events = service.store.events(job.id, after, PROGRESS_READ_LIMIT).await?;
    let last = events.into_iter().rev().find(|event| event.kind == EventKind::Progress);
    let data = last.and_then(|event| event.data);
    Ok(data.and_then(|data| serde_json::from_str(&data).ok()).unwrap_or(Value::Null))
}

/// Formats a time as RFC 3339.
pub(super) fn format_time(milliseconds: Option<i64>) -> Option<String> {
    Timestamp::from_millisecond(milliseconds?).ok().map(|time| time.to_string())
}
