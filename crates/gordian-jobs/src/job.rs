//! Public types of a job: state, failure, submission and filters.

use std::str::FromStr;

use crate::{JobId, JobsError};

impl FromStr for JobId {
    type Err = JobsError;

    /// Parses 32 lower-case hexadecimal digits, or a decimal number without sign or leading zero.
    /// Each id has exactly one text.
    fn from_str(text: &str) -> Result<Self, JobsError> {
        Self::parse(text).ok_or_else(|| JobsError::InvalidJobId { given: text.to_owned() })
    }
}

/// The state of a job.
///
/// ```text
///             claim                finish
///   queued ----------> running ------------> done
///     |  ^                | |  \
///     |  +----------------+ |   +----------> failed
///     |   hand back, retry  | stopped when asked
///     +---------------------+--------------> cancelled
///       cancel
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobState {
    /// The job waits for a worker.
    Queued,
    /// A worker holds a lease on the job; the lease may have expired.
    Running,
    /// The job has a result.
    Done,
    /// The job has a failure.
    Failed,
    /// The job was cancelled.
    Cancelled,
}

impl JobState {
    /// All states.
    pub const ALL: [Self; 5] =
        [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    /// Returns the name used in the database and in the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns the state with the given name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns whether the state is final. The only later change is the removal of the job.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Why a job, or an attempt at it, failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Stable error code, never empty. The codes of this crate are `job.attempts`, `job.crashed`,
    /// `job.deadline`, `job.memory`, `job.panic`, `job.process`, `job.result-too-large`,
    /// `job.stopped`, `job.thread` and `job.unreadable`.
    pub code: String,
    /// Human-readable message.
    pub message: String,
    /// What to do about it; empty if unknown.
    pub hint: String,
}

/// A job without its payload and result ([`Store::payload`](crate::Store::payload) and
/// [`Store::result`](crate::Store::result) return these).
///
/// Times are milliseconds since 1970 by the database clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The id.
    pub id: JobId,
    /// The position in submission order, used as the cursor of the job list. Jobs that several
    /// programs submit at the same moment can be in either order.
    pub number: i64,
    /// The kind of work; selects what the runner does.
    pub kind: String,
    /// The title for people; may be empty.
    pub title: String,
    /// The client that submitted the job; may be empty.
    pub client: String,
    /// The current state.
    pub state: JobState,
    /// Whether the job is running and its cancellation was requested.
    pub cancelling: bool,
    /// The number of attempts started, not counting those that were handed back.
    pub attempt: u32,
    /// The maximum number of attempts, at least 1.
    pub max_attempts: u32,
    /// The number of claims so far; the fencing token of the latest lease.
    pub fence: i64,
    /// The name of the worker that holds the lease; empty if there is none.
    pub worker: String,
    /// The number of the last event.
    pub last_event: i64,
    /// When the job was submitted.
    pub created_ms: i64,
    /// When the job was first claimed.
    pub started_ms: Option<i64>,
    /// When the job ended.
    pub ended_ms: Option<i64>,
    /// The failure of the job, or of its last attempt if the job will be retried.
    pub failure: Option<Failure>,
}

/// A new job, before it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The kind of work; selects what the runner does.
    pub kind: String,
    /// The input of the runner; opaque to this crate.
    pub payload: String,
    /// The title for people.
    pub title: String,
    /// The client whose turn and quota the job uses.
    pub client: String,
    /// The client that can cancel the job and list it; empty for a job without an owner.
    pub owner: String,
    /// Deduplication key. While a job with this key is queued or running, a submission with the
    /// same key returns that job and adds the owner to it. Empty: the submission always creates a
    /// job.
    pub dedup_key: String,
    /// The maximum number of attempts; 0 is treated as 1. Attempts that ended in a crash count;
    /// attempts that were handed back do not.
    pub max_attempts: u32,
    /// Idempotency key, chosen by the client. Submitting the same request with the same key from
    /// the same client address (the text of `client` up to the first space) returns the first job
    /// again.
    pub idempotency_key: Option<String>,
}

impl Submission {
    /// Creates a submission without title, client, owner and keys, with up to three attempts.
    #[must_use]
    pub fn new(kind: impl Into<String>, payload: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            payload: payload.into(),
            title: String::new(),
            client: String::new(),
            owner: String::new(),
            dedup_key: String::new(),
            max_attempts: 3,
            idempotency_key: None,
        }
    }
}

/// The result of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The job.
    pub job: JobId,
    /// Whether the job was created; `false` if an earlier request or a deduplication key matched.
    pub is_new: bool,
}

/// Limits that a submission must not exceed; `None` is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmitLimits {
    /// Queued and running jobs of this client.
    pub per_client: Option<u64>,
    /// An address and the maximum number of queued and running jobs of its clients: those whose
    /// text is the address, or begins with the address and a space.
    pub per_address: Option<(String, u64)>,
    /// Queued and running jobs of all clients. At this limit, an address with many queued jobs
    /// loses its latest one to an address with fewer.
    pub open_jobs: Option<u64>,
    /// Stored bytes of payloads, checkpoints and results.
    pub stored_bytes: Option<u64>,
}

/// Selects jobs for a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFilter {
    /// Only jobs in this state.
    pub state: Option<JobState>,
    /// Only jobs of this client.
    pub client: Option<String>,
    /// Only jobs visible to this viewer.
    pub visible_to: Option<Viewer>,
    /// Only jobs submitted before this one: the [`Job::number`] of the last job of the previous
    /// page.
    pub before: Option<i64>,
}

/// The owner whose jobs a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Shows the jobs of this owner.
    pub owner: String,
    /// Also shows jobs without an owner.
    pub include_unowned: bool,
}

/// Numbers of queued and running jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Jobs that wait for a worker.
    pub queued: u64,
    /// Jobs that are running.
    pub running: u64,
}

/// The result of a cancel request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelOutcome {
    /// The job was cancelled.
    Cancelled,
    /// The cancellation was recorded. The worker sees it at its next heartbeat; if the worker is
    /// dead, the job is cancelled when the lease expires.
    Requested,
    /// The job continues for its other owners; the caller is no longer one of them.
    OwnerRemoved,
    /// The job had already ended, in this state.
    AlreadyEnded(JobState),
}

/// The numbers of removed jobs and keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PurgeCounts {
    /// Jobs, removed together with their events and contents.
    pub jobs: u64,
    /// Idempotency keys, not counting those removed with their jobs.
    pub idempotency_keys: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_names_round_trip() {
        for state in JobState::ALL {
            assert_eq!(JobState::from_name(state.name()), Some(state));
        }
        assert_eq!(JobState::from_name("Done"), None);
    }
}
