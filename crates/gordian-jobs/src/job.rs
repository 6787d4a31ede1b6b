//! What a job is, seen from outside: its number, its state, its failure.

use std::fmt;
use std::str::FromStr;

use crate::JobsError;

/// The number of a job, from 1, in the order in which jobs were submitted (jobs submitted at the same
/// moment by several programs may be ordered either way).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct JobId(i64);

impl JobId {
    pub(crate) fn new(number: i64) -> Self {
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for JobId {
    type Err = JobsError;

    /// Reads decimal digits without sign or leading zero: one job has one name.
    fn from_str(text: &str) -> Result<Self, JobsError> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        match text.parse() {
            Ok(number) if digits => Ok(Self(number)),
            _ => Err(JobsError::NoJobId { given: text.to_owned() }),
        }
    }
}

/// Where a job stands.
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
pub enum State {
    /// It waits for a worker.
    Queued,
    /// A worker has it, or had it and its lease has ended.
    Running,
    /// It has a result.
    Done,
    /// It has a failure.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];

    /// Returns the word for it, the same in the database and outside.
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

    /// Returns the state of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Returns whether nothing will ever happen to the job again, except that it is purged.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Why an attempt at a job, or the job, came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A stable name of the kind of failure, never empty. Those beginning with `job.` are given by this
    /// crate: `job.attempts`, `job.panic`, `job.stopped`, `job.thread`.
    pub code: String,
    /// What went wrong, for people.
    pub message: String,
    /// What to do about it; empty if nothing is known.
    pub hint: String,
}

/// A job, without its large parts (for those see [`Store::payload`](crate::Store::payload) and
/// [`Store::result`](crate::Store::result)).
///
/// Times are milliseconds since 1970 by the clock of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What has to be done, a name that runners know.
    pub kind: String,
    /// What it is called, for people; may be empty.
    pub title: String,
    /// Who wants it; may be empty.
    pub client: String,
    /// Where it stands.
    pub state: State,
    /// It is running and somebody has asked to cancel it.
    pub cancelling: bool,
    /// How many attempts were begun, less those that were handed back.
    pub attempt: u32,
    /// How many attempts it may take, at least 1.
    pub max_attempts: u32,
    /// How often it was claimed.
    pub fence: i64,
    /// The worker that has it; empty if none has.
    pub worker: String,
    /// The number of its last event.
    pub events: i64,
    /// When it was submitted.
    pub created_ms: i64,
    /// When it was claimed for the first time.
    pub started_ms: Option<i64>,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// The failure of the job, or of its last attempt when it is to be tried again.
    pub failure: Option<Failure>,
}

/// What is to be done, by whom it is wanted, and how often it may be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What has to be done, a name that runners know.
    pub kind: String,
    /// What the runner gets; this crate does not look inside.
    pub payload: String,
    /// What the job is called, for people.
    pub title: String,
    /// Who wants it.
    pub client: String,
    /// How many attempts it may take: attempts that ended without a word count, those handed back do
    /// not. 0 counts as 1.
    pub max_attempts: u32,
    /// A word of the client's choice that makes repeating the request harmless: the same client, key
    /// and request give the first job again.
    pub key: Option<String>,
}

impl Submission {
    /// Returns a nameless submission by nobody that may be tried three times.
    #[must_use]
    pub fn new(kind: impl Into<String>, payload: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            payload: payload.into(),
            title: String::new(),
            client: String::new(),
            max_attempts: 3,
            key: None,
        }
    }
}

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The job.
    pub job: JobId,
    /// Whether it was made now; if not, the same request came before.
    pub fresh: bool,
}

/// Which jobs to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those in this state.
    pub state: Option<State>,
    /// Only those of this client.
    pub client: Option<String>,
    /// Only those submitted before this one: the last one of the page before.
    pub before: Option<JobId>,
}

/// How many jobs wait and run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that wait for a worker.
    pub queued: u64,
    /// Those that a worker has.
    pub running: u64,
}

/// What became of the wish to cancel a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// It is cancelled.
    AtOnce,
    /// Its worker will hear of it with its next heartbeat; if the worker is dead, the job is cancelled
    /// when its lease ends.
    Asked,
    /// It had ended before, in this state.
    TooLate(State),
}

/// What a purge removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Jobs with their events and contents.
    pub jobs: u64,
    /// Idempotency keys, not counting those that went with their jobs.
    pub keys: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_one_way() {
        assert_eq!("17".parse::<JobId>().unwrap(), JobId(17));
        assert_eq!(JobId(17).to_string(), "17");
        for text in ["", "0", "017", "+17", "-17", "1 7", "9223372036854775808", "x"] {
            assert_eq!(text.parse::<JobId>().unwrap_err().code(), "jobs.id", "{text}");
        }
    }

    #[test]
    fn states_keep_their_names() {
        for state in State::ALL {
            assert_eq!(State::from_name(state.name()), Some(state));
        }
        assert_eq!(State::from_name("Done"), None);
    }
}
