//! The kinds of jobs: work without the usual time limit.
//!
//! A job is a request without the usual time limit, or the building of a table. A job queue knows
//! only the names of the kinds and the inputs as texts; this module defines what they mean.

use gordian_core::{ProgressEvent, excerpt, relative_gap};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::context::seconds;
use super::solve::{CountRequest, SolveRequest};
use super::sudoku::{ExplainRequest, GenerateRequest, RateRequest};
use super::table::{self, BuildTableRequest};
use super::{ErrorDetail, Operation, RequestContext, RequestError, RequestKind, input};

/// Returns the deduplication key of an input.
type DedupKey = fn(&str) -> Result<String, RequestError>;

/// A kind of job.
#[derive(Clone, Copy)]
pub struct JobKind {
    /// The name.
    pub name: &'static str,
    /// What the job does, as a sentence.
    pub summary: &'static str,
    /// The name of the request that the job answers, which most often is an operation.
    pub request: &'static str,
    /// Returns the JSON schema of the input.
    pub input: fn() -> Value,
    /// Whether it keeps files between its attempts ([`JobFolder`](crate::JobFolder)), and may
    /// take a day where others have minutes.
    pub keeps_files: bool,
    /// Returns the deduplication key, for kinds whose equal jobs run only once.
    dedup_key: Option<DedupKey>,
    check: fn(&str) -> Result<(), RequestError>,
    run: fn(&str, &RequestContext<'_>) -> Result<Value, RequestError>,
}

/// All kinds of jobs.
pub const JOB_KINDS: &[JobKind] = &[
    JobKind::of::<SolveRequest>(),
    JobKind::of::<CountRequest>(),
    JobKind::of::<ExplainRequest>(),
    JobKind::of::<RateRequest>(),
    JobKind::of::<GenerateRequest>(),
    JobKind {
        keeps_files: true,
        dedup_key: Some(|text| Ok(table::puzzle(&input::read_document(text)?)?.name().to_owned())),
        ..JobKind::of::<BuildTableRequest>()
    },
];

/// A request that can run as a job.
pub(super) trait JobRequest: RequestKind {
    /// The name of the kind of job.
    const JOB_NAME: &'static str = Self::NAME;
    /// What the job does, as a sentence.
    const JOB_SUMMARY: &'static str;

    /// Checks the request as far as that takes no time.
    fn check(&self) -> Result<(), RequestError>;
}

impl JobRequest for SolveRequest {
    const JOB_SUMMARY: &'static str = "`solve` without the usual time limit";

    fn check(&self) -> Result<(), RequestError> {
        check_time_limit(self.time_limit)
    }
}

impl JobRequest for CountRequest {
    const JOB_SUMMARY: &'static str = "counts the solutions; the input is that of `solve`";

    fn check(&self) -> Result<(), RequestError> {
        self.0.check()
    }
}

impl JobRequest for ExplainRequest {
    const JOB_NAME: &'static str = "explain";
    const JOB_SUMMARY: &'static str = "`sudoku/explain` without the usual time limit";

    fn check(&self) -> Result<(), RequestError> {
        check_time_limit(self.time_limit)
    }
}

impl JobRequest for RateRequest {
    const JOB_NAME: &'static str = "rate";
    const JOB_SUMMARY: &'static str = "`sudoku/rate` without the usual time limit";

    fn check(&self) -> Result<(), RequestError> {
        check_time_limit(self.time_limit)
    }
}

impl JobRequest for GenerateRequest {
    const JOB_NAME: &'static str = "generate";
    const JOB_SUMMARY: &'static str = "`sudoku/generate` without the usual time limit";

    fn check(&self) -> Result<(), RequestError> {
        self.generator()?;
        check_time_limit(self.time_limit)
    }
}

impl JobRequest for BuildTableRequest {
    const JOB_SUMMARY: &'static str = Self::SUMMARY;

    fn check(&self) -> Result<(), RequestError> {
        Ok(table::puzzle(self).map(|_| ())?)
    }
}

/// Checks that a time limit is a valid number of seconds.
fn check_time_limit(limit: Option<f64>) -> Result<(), RequestError> {
    seconds(limit)?;
    Ok(())
}

/// Runs a job.
///
/// # Errors
///
/// As [`handle`](super::handle).
pub fn run_job(kind: &str, input: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    (JobKind::find(kind)?.run)(input, ctx)
}

impl JobKind {
    /// Returns the kind with a name.
    ///
    /// # Errors
    ///
    /// Fails if there is none, with the names of all kinds as the hint.
    pub fn find(name: &str) -> Result<&'static Self, ErrorDetail> {
        JOB_KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let names: Vec<&str> = JOB_KINDS.iter().map(|kind| kind.name).collect();
            let message = format!("unknown job kind `{}`", excerpt(name));
            ErrorDetail::new("job.unknown-kind", message)
                .hint(format!("known kinds: {}", names.join(", ")))
        })
    }

    const fn of<R: JobRequest>() -> Self {
        Self {
            name: R::JOB_NAME,
            summary: R::JOB_SUMMARY,
            request: R::NAME,
            input: Operation::of::<R>().input,
            keeps_files: false,
            dedup_key: None,
            check: |text| input::read_document::<R>(text)?.check(),
            run: Operation::of::<R>().handler,
        }
    }

    /// Returns the deduplication key if one job of this kind serves all clients that submit an
    /// equal input; `None` if every submission is a job of its own.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the input.
    pub fn dedup_key(&self, input: &str) -> Result<Option<String>, RequestError> {
        self.dedup_key.map(|key| Ok(format!("{} {}", self.name, key(input)?))).transpose()
    }

    /// Checks the form of an input before the job is queued. The texts inside it are parsed when
    /// the job runs.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the input.
    pub fn check_input(&self, input: &str) -> Result<(), RequestError> {
        (self.check)(input)
    }
}

/// A progress event of a job, as in its documents.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ProgressDocument {
    /// A new phase of the work began.
    Phase {
        /// The name of the phase.
        phase: &'static str,
    },
    /// Solutions were found.
    Solutions {
        /// Their number so far.
        solutions: u64,
    },
    /// The bounds of an optimisation.
    Bounds {
        /// The best objective found.
        best: Option<i64>,
        /// No solution has a better objective than this.
        bound: i64,
        /// The gap between them: their difference divided by the magnitude of the objective.
        #[serde(skip_serializing_if = "Option::is_none")]
        gap: Option<f64>,
    },
    /// A level of an enumeration is complete.
    Level {
        /// The number of the level.
        level: u64,
        /// The number of positions seen so far.
        done: u64,
        /// The number of all positions.
        total: u64,
    },
    /// A part of the work is complete.
    Part {
        /// The number of completed units.
        done: u64,
        /// The number of all units.
        total: u64,
    },
    /// The effort so far.
    Effort {
        /// The number of conflicts.
        effort: u64,
        /// The time, in seconds.
        seconds: f64,
    },
    /// An event without details.
    Other {},
}

impl From<&ProgressEvent> for ProgressDocument {
    fn from(event: &ProgressEvent) -> Self {
        match *event {
            ProgressEvent::Phase { name } => Self::Phase { phase: name },
            ProgressEvent::Solutions { n } => Self::Solutions { solutions: n },
            ProgressEvent::Bounds { best, bound } => {
                Self::Bounds { best, bound, gap: best.map(|best| relative_gap(best, bound)) }
            }
            ProgressEvent::Level { level, done, total } => Self::Level { level, done, total },
            ProgressEvent::Part { done, total } => Self::Part { done, total },
            ProgressEvent::Effort { conflicts, elapsed } => {
                Self::Effort { effort: conflicts, seconds: elapsed.as_secs_f64() }
            }
            _ => Self::Other {},
        }
    }
}
