//! Refusals of the engines and errors of the jobs' database, as problems.

use std::time::Duration;

use gordian_jobs::{Cap, JobsError};
use gordian_solve::requests::{ErrorDetail as Wrong, RequestError};
use http::StatusCode;

use crate::code;
use crate::{Fault, Problem};

/// The code of work on tables that a limit cut short.
const STOPPED: &str = "atlas.stopped";

impl From<RequestError> for Problem {
    fn from(refusal: RequestError) -> Self {
        let first = &refusal.details()[0];
        if refusal.is_internal() {
            let told = "the service found a fault of its own instead of an answer";
            let all: Vec<String> =
                refusal.details().iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
            return Self::of(code::FAILED, told).with_logged(all.join("; "));
        }
        if first.code == STOPPED {
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, first.code, "the time was over")
                .with_hint("ask again: what was made ready is kept; or make it a job")
                .with_retry_after(Duration::from_secs(1));
        }
        let mut problem = Self::new(StatusCode::BAD_REQUEST, first.code, first.message.clone());
        if let Some(hint) = &first.hint {
            problem = problem.with_hint(hint.clone());
        }
        if let (Some(line), Some(column)) = (first.line, first.column) {
            problem = problem.with_place(line, column);
        }
        if refusal.details().len() > 1 {
            problem = problem.with_errors(refusal.details().iter().map(fault).collect());
        }
        problem
    }
}

fn fault(wrong: &Wrong) -> Fault {
    Fault {
        code: wrong.code.into(),
        message: wrong.message.clone(),
        hint: wrong.hint.clone(),
        line: wrong.line,
        column: wrong.column,
    }
}

/// When a client that has too many jobs may come back, or one that came when there were too many.
const JOBS_RETRY: Duration = Duration::from_secs(30);

fn full(cap: Cap, limit: u64) -> Problem {
    let (code, detail) = match cap {
        Cap::Client => (code::JOBS, format!("{limit} jobs of yours wait or run")),
        Cap::Address => (code::JOBS, format!("{limit} jobs of your address wait or run")),
        Cap::Open => (code::JOBS_QUEUE, format!("{limit} jobs wait or run already")),
        Cap::Bytes => (code::JOBS_STORAGE, "the space for jobs is used up".to_owned()),
    };
    Problem::of(code, detail).with_retry_after(JOBS_RETRY)
}

impl From<JobsError> for Problem {
    fn from(error: JobsError) -> Self {
        let (code, hint) = (error.code(), error.hint());
        let status = match &error {
            JobsError::UnknownJob { .. } | JobsError::NoJobId { .. } => StatusCode::NOT_FOUND,
            JobsError::IdempotencyConflict { .. } => StatusCode::CONFLICT,
            JobsError::NotOwner { .. } => {
                return Self::of(code::JOBS_OWNER, "this job belongs to another client");
            }
            JobsError::Full { cap, limit, .. } => return full(*cap, *limit),
            // What the database said is for the operator.
            _ => {
                let told = "the database of jobs cannot be used now";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, code, told)
                    .with_hint("try again in a moment; jobs are safe and go on")
                    .with_logged(error.to_string());
            }
        };
        Self::new(status, code, error.to_string()).with_hint(hint)
    }
}
