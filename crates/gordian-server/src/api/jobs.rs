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
use gordian_requests::{ErrorDetail, JobKind, SchemaVersion};
use http::header::LOCATION;
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{BASE, events, job_result};
use crate::Problem;
use crate::code;
use crate::guard::{Client, ClientAddress, Guards, Json, has_token, require_token};
use crate::request_runner::{CHECK_JOB, CheckedJob};
use crate::state::ServiceState;

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

pub(super) fn routes(guards: &Arc<Guards>, state: &Arc<ServiceState>) -> Router {
    let guards = Arc::clone(guards);
    Router::new()
        .route(&format!("{BASE}/jobs"), routing::post(submit).get(list))
        .route_layer(middleware::from_fn_with_state(guards, require_token))
        // The cancel handler checks the token itself, because owners need none.
        .route(&format!("{BASE}/jobs/{{id}}"), routing::get(show).delete(cancel))
        .route(&format!("{BASE}/jobs/{{id}}/events"), routing::get(events::follow))
        .with_state(Arc::clone(state))
}

/// Returns the owner of the client's jobs: the client id in its cookie, independent of the address.
fn job_owner(client: &Client) -> String {
    client.id().to_string()
}

/// The body of a submission.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmitBody {
    /// The kind of the job.
    kind: String,
    /// The input, as for the operation of the same name.
    #[schemars(with = "Value")]
    input: Box<RawValue>,
    /// A human-readable title.
    title: Option<String>,
}

/// A job.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Job")]
pub(super) struct JobDocument {
    schema: SchemaVersion,
    /// Random; a decimal number for jobs of version 0.1.0.
    id: String,
    /// The kind; empty if it is unreadable (`job.unreadable`).
    kind: String,
    /// The title.
    title: Option<String>,
    /// The state.
    state: StateName,
    /// Whether the job is running and its cancellation was requested.
    cancelling: bool,
    /// When it was submitted.
    #[schemars(with = "String", extend("format" = "date-time"))]
    created_at: Option<String>,
    /// When its first attempt started.
    #[schemars(extend("format" = "date-time"))]
    started_at: Option<String>,
    /// When it ended.
    #[schemars(extend("format" = "date-time"))]
    ended_at: Option<String>,
    /// The number of attempts so far.
    attempt: u32,
    /// The most attempts.
    max_attempts: u32,
    /// The number of its last event.
    events: i64,
    /// The latest progress while it is running.
    progress: Option<Map<String, Value>>,
    /// Why the job or its last attempt failed.
    error: Option<JobFailure>,
}

/// The state of a job.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JobState", extend("enum" = JobState::ALL.map(JobState::name)))]
pub(super) struct StateName(&'static str);

/// Why a job or its last attempt failed.
#[derive(Serialize, JsonSchema)]
struct JobFailure {
    /// The stable error code.
    code: String,
    /// What is wrong.
    message: String,
    /// What to do about it.
    hint: Option<String>,
}

/// A job with its input and its result.
#[derive(Serialize, JsonSchema)]
pub(super) struct JobWithResult {
    #[serde(flatten)]
    pub(super) job: JobDocument,
    /// The result document if the job is done; otherwise null.
    #[schemars(with = "Value")]
    pub(super) result: Option<Box<RawValue>>,
    /// The input of the job.
    #[schemars(with = "Value")]
    pub(super) input: Option<Box<RawValue>>,
}

/// A page of the list of jobs.
#[derive(Serialize, JsonSchema)]
pub(super) struct JobList {
    schema: SchemaVersion,
    /// The jobs, newest first.
    jobs: Vec<JobDocument>,
    /// The cursor of the next page.
    next: Option<String>,
}

async fn submit(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Json(new): Json<SubmitBody>,
) -> Result<Response, Problem> {
    let kind = JobKind::find(&new.kind)?;
    // Inputs can be as long as a body, so a worker checks them.
    let task = format!("{CHECK_JOB}{}", kind.name);
    let checked = guards.compute(&client, task, new.input.get(), None, false).await?;
    let checked: CheckedJob = serde_json::from_slice(&checked.bytes).map_err(|error| {
        Problem::from_code(code::INTERNAL_ERROR, "internal error: the worker sent no key")
            .with_log_detail(error.to_string())
    })?;
    let mut submission = Submission::new(kind.name, new.input.get());
    submission.dedup_key = checked.dedup_key.unwrap_or_default();
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
        let kept = limits.retained_per_client;
        // The job exists, so the client must learn its id. The next submission tries again.
        if let Err(error) = service.store.keep_latest_ended(&submission.client, kept).await {
            tracing::warn!(%error, "ended jobs of a client could not be removed");
        }
    }
    let job = find(&service, submitted.job).await?;
    let location = format!("{BASE}/jobs/{}", job.id);
    let document = job_document(&service, &job).await?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], axum::Json(document)).into_response())
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ErrorDetail> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().ok().map(str::trim);
    let fits = |text: &&str| !text.is_empty() && text.chars().count() <= MAX_KEY_CHARS;
    let text = text.filter(fits).ok_or_else(|| {
        let detail =
            format!("the idempotency key must have 1 to {MAX_KEY_CHARS} printable characters");
        ErrorDetail::new("job.key", detail).hint("use a random UUID")
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

/// Returns a job without its input and result.
pub(super) async fn find(service: &ServiceState, job: JobId) -> Result<Job, JobsError> {
    service.store.get(job).await?.ok_or(JobsError::UnknownJob { job })
}

/// Query parameters of the job list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    /// The most jobs of a page.
    #[schemars(with = "u32", range(min = 1, max = MAX_PAGE_SIZE), extend("default" = DEFAULT_PAGE_SIZE))]
    limit: Option<u32>,
    /// The `next` of the previous page.
    #[schemars(with = "String", regex(pattern = "^[1-9][0-9]{0,17}$"))]
    cursor: Option<String>,
    /// Only jobs in this state.
    #[schemars(with = "StateName")]
    state: Option<String>,
}

async fn list(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<axum::Json<JobList>, Problem> {
    let query = parameters(query, "`limit`, `cursor`, `state`")?;
    let operator = has_token(&guards, &headers)?;
    let limit = query.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    if !(1..=MAX_PAGE_SIZE).contains(&limit) {
        let detail = format!("`limit` is {limit}; it must be between 1 and {MAX_PAGE_SIZE}");
        return Err(ErrorDetail::new("request.out-of-range", detail).into());
    }
    let number = |text: &str| text.parse::<i64>().ok().filter(|number| *number > 0);
    let before = query.cursor.as_deref().map(|text| {
        number(text).ok_or_else(|| {
            ErrorDetail::new("request.cursor", "`cursor` is invalid")
                .hint("use the `next` of the previous page")
        })
    });
    let state = query.state.as_deref().map(|name| {
        JobState::from_name(name).ok_or_else(|| {
            let names = JobState::ALL.map(JobState::name).join(", ");
            let detail = format!("unknown state `{}`", name.escape_debug());
            ErrorDetail::new("request.out-of-range", detail).hint(format!("known states: {names}"))
        })
    });
    // Job ids are secrets of their clients, so only the operator sees the jobs of others. Jobs
    // without an owner were created by versions in which all jobs were public.
    let include_unowned = guards.config().token.is_none();
    let viewer = Viewer { owner: job_owner(&client), include_unowned };
    let visible_to = Some(viewer).filter(|_| !operator);
    let (state, before) = (state.transpose()?, before.transpose()?);
    let filter = JobFilter { state, client: None, visible_to, before };
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
    Ok(axum::Json(JobList { schema: SchemaVersion, jobs: documents, next }))
}

/// Returns the parameters of a query, which has no others than the `known` ones.
pub(super) fn parameters<T>(
    query: Result<Query<T>, QueryRejection>,
    known: &str,
) -> Result<T, ErrorDetail> {
    let invalid = |error: QueryRejection| {
        ErrorDetail::new("request.query", error.body_text())
            .hint(format!("known parameters: {known}"))
    };
    query.map(|Query(query)| query).map_err(invalid)
}

async fn show(
    State(service): State<Arc<ServiceState>>,
    Path(text): Path<String>,
) -> Result<Response, Problem> {
    let job = find(&service, text.parse()?).await?;
    let document = job_document(&service, &job).await?;
    let input = match service.store.payload(job.id).await {
        // The job was quarantined.
        Err(JobsError::Corrupt { .. } | JobsError::UnknownJob { .. }) => None,
        payload => RawValue::from_string(payload?).ok(),
    };
    job_result::response(&service.store, job.id, document, input).await
}

async fn cancel(
    State(service): State<Arc<ServiceState>>,
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let operator = has_token(&guards, &headers)?;
    let id: JobId = text.parse()?;
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
    let job = find(&service, id).await?;
    Ok((status, axum::Json(job_document(&service, &job).await?)).into_response())
}

/// Returns the document of a job, without its input and result.
async fn job_document(service: &ServiceState, job: &Job) -> Result<JobDocument, Problem> {
    let not_empty = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let error = job.failure.as_ref().map(|failure| JobFailure {
        code: failure.code.clone(),
        message: failure.message.clone(),
        hint: not_empty(&failure.hint),
    });
    Ok(JobDocument {
        schema: SchemaVersion,
        id: job.id.to_string(),
        kind: job.kind.clone(),
        title: not_empty(&job.title),
        state: StateName(job.state.name()),
        cancelling: job.cancelling,
        created_at: format_time(job.created_ms),
        started_at: job.started_ms.and_then(format_time),
        ended_at: job.ended_ms.and_then(format_time),
        attempt: job.attempt,
        max_attempts: job.max_attempts,
        events: job.last_event,
        progress: latest_progress(service, job).await?,
        error,
    })
}

/// Returns the latest progress of a running job.
async fn latest_progress(
    service: &ServiceState,
    job: &Job,
) -> Result<Option<Map<String, Value>>, Problem> {
    if job.state != JobState::Running {
        return Ok(None);
    }
    let after = (job.last_event - PROGRESS_LOOKBACK).max(0);
    let events = service.store.events(job.id, after, PROGRESS_READ_LIMIT).await?;
    let last = events.into_iter().rev().find(|event| event.kind == EventKind::Progress);
    Ok(last.and_then(|event| serde_json::from_str(&event.data?).ok()))
}

/// Formats a time as RFC 3339.
pub(super) fn format_time(milliseconds: i64) -> Option<String> {
    Timestamp::from_millisecond(milliseconds).ok().map(|time| time.to_string())
}
