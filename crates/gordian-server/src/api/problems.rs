//! Conversions of solver errors and job errors into problems.

use std::time::Duration;

use gordian_jobs::{DatabaseFault, JobsError, LimitKind};
use gordian_requests::{ErrorDetail, RequestError};
use http::StatusCode;

use crate::Problem;
use crate::code;

/// The error code of a table operation that reached its time limit.
const ATLAS_STOPPED: &str = "atlas.stopped";

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        let first = &error.details()[0];
        if error.is_internal() {
            let detail = "internal error: the solver failed";
            let all: Vec<String> =
                error.details().iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
            return Self::from_code(code::INTERNAL_ERROR, detail).with_log_detail(all.join("; "));
        }
        if first.code == ATLAS_STOPPED {
            return Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                first.code,
                "the time limit was reached",
            )
            .with_hint("try again: finished tables are kept; or submit it as a job")
            .with_retry_after(Duration::from_secs(1));
        }
        let mut problem = Self::new(StatusCode::BAD_REQUEST, first.code, first.message.clone());
        if let Some(hint) = &first.hint {
            problem = problem.with_hint(hint.clone());
        }
        if let (Some(line), Some(column)) = (first.line, first.column) {
            problem = problem.with_location(line, column);
        }
        if error.details().len() > 1 {
            problem = problem.with_errors(error.details().to_vec());
        }
        problem
    }
}

impl From<ErrorDetail> for Problem {
    fn from(detail: ErrorDetail) -> Self {
        RequestError::from(detail).into()
    }
}

/// The retry delay after a job limit is reached.
const JOB_LIMIT_RETRY_DELAY: Duration = Duration::from_secs(30);

/// The retry delay while the job database rejects operations.
const FAULT_RETRY_DELAY: Duration = Duration::from_secs(5);

fn limit_reached(kind: LimitKind, limit: u64) -> Problem {
    let (code, detail) = match kind {
        LimitKind::Client => {
            (code::QUOTA_JOBS, format!("{limit} of your jobs are queued or running"))
        }
        LimitKind::Address => {
            (code::QUOTA_JOBS, format!("{limit} jobs of your address are queued or running"))
        }
        LimitKind::OpenJobs => {
            (code::JOBS_QUEUE_FULL, format!("{limit} jobs are already queued or running"))
        }
        LimitKind::StoredBytes => {
            (code::JOBS_STORAGE_FULL, "the storage for jobs is full".to_owned())
        }
    };
    Problem::from_code(code, detail).with_retry_after(JOB_LIMIT_RETRY_DELAY)
}

impl From<JobsError> for Problem {
    fn from(error: JobsError) -> Self {
        let (code, hint) = (error.code(), error.hint());
        let status = match &error {
            JobsError::UnknownJob { .. } | JobsError::InvalidJobId { .. } => StatusCode::NOT_FOUND,
            JobsError::IdempotencyConflict { .. } => StatusCode::CONFLICT,
            JobsError::NotOwner { .. } => {
                return Self::from_code(code::JOB_NOT_OWNED, "this job belongs to another client");
            }
            JobsError::LimitReached { kind, limit, .. } => return limit_reached(*kind, *limit),
            // The database error is only logged.
            _ => {
                let what = error.fault().unwrap_or(DatabaseFault::Unavailable).description();
                let detail = format!("the job database {what}");
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail)
                    .with_hint("try again in a moment; stored jobs are safe")
                    .with_retry_after(FAULT_RETRY_DELAY)
                    .with_log_detail(error.to_string());
            }
        };
        Self::new(status, code, error.to_string()).with_hint(hint)
    }
}
