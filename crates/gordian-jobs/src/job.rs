//! What a job is, seen from outside: its number, its state, its failure.

use std::fmt;
use std::str::FromStr;

use crate::JobsError;

/// The id of a job: random, so that it cannot be guessed, and safe in a URL.
///
/// Its text is 32 hexadecimal digits (a random UUID: 122 bits of the system's secure random source).
/// Jobs that version 0.1.0 made have a decimal number instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(Name);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Name {
    /// Of version 0.1.0.
    Number(u64),
    Random(u128),
}

/// Digits of a random id.
const ID_DIGITS: usize = 32;

impl JobId {
    /// Returns an id that no other job has.
    pub(crate) fn random() -> Self {
        Self(Name::Random(uuid::Uuid::new_v4().as_u128()))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Name::Number(number) => write!(f, "{number}"),
            Name::Random(bits) => write!(f, "{bits:0width$x}", width = ID_DIGITS),
        }
    }
}

/// A job as the statements of one transaction name it: the number of its row, and its id for events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobKey {
    pub(crate) row: i64,
    pub(crate) id: JobId,
}

impl FromStr for JobId {
    type Err = JobsError;

    /// Reads 32 lower-case hexadecimal digits, or the decimal digits of an old number without sign or
    /// leading zero: each job has one text.
    fn from_str(text: &str) -> Result<Self, JobsError> {
        let unknown = || JobsError::NoJobId { given: text.to_owned() };
        if text.len() == ID_DIGITS {
            let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let bits = u128::from_str_radix(text, 16).ok().filter(|_| digits);
            return bits.map(|bits| Self(Name::Random(bits))).ok_or_else(unknown);
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse().ok().filter(|_| digits);
        number.map(|number| Self(Name::Number(number))).ok_or_else(unknown)
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
    /// A stable name of the kind of failure, never empty. This crate gives `job.attempts`,
    /// `job.crashed`, `job.deadline`, `job.memory`, `job.panic`, `job.process`, `job.result-too-large`,
    /// `job.stopped`, `job.thread` and `job.unreadable`.
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
    /// Its id.
    pub id: JobId,
    /// Its place in the order of submission, which pages of the list are cut by (jobs that several
    /// programs submit at the same moment may be ordered either way).
    pub number: i64,
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
    /// Whose turn and whose quota it takes.
    pub client: String,
    /// Who may cancel it and sees it in a list; empty: it has no owner.
    pub owner: String,
    /// What the work is, if equal work shall be one job: while a job with this text waits or runs,
    /// submitting it again gives that job, and adds the owner to it. Empty: it is always a new job.
    pub share: String,
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
            owner: String::new(),
            share: String::new(),
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
    /// Whether it was made now; if not, the same request came before, or it is shared.
    pub fresh: bool,
}

/// How many jobs and bytes there may be before a submission is refused; `None` is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// Jobs of the client that wait or run.
    pub client: Option<u64>,
    /// Jobs that wait or run of all clients whose text is this one, or begins with it and a space: those
    /// behind one address.
    pub address: Option<(String, u64)>,
    /// Jobs of all clients that wait or run.
    pub open: Option<u64>,
    /// Bytes of payloads, checkpoints and results that are stored.
    pub bytes: Option<u64>,
}

/// Which jobs to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those in this state.
    pub state: Option<State>,
    /// Only those of this client.
    pub client: Option<String>,
    /// Only those that this owner may see.
    pub visible_to: Option<Viewer>,
    /// Only those submitted before this one: [`Job::number`] of the last one of the page before.
    pub before: Option<i64>,
}

/// Whose jobs a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Jobs of this owner.
    pub owner: String,
    /// Jobs without an owner too.
    pub unowned: bool,
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
    /// It goes on for its other owners; the one who asked is no owner any more.
    Left,
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
    fn ids_are_written_one_way() {
        assert_eq!("17".parse::<JobId>().unwrap(), JobId(Name::Number(17)));
        assert_eq!(JobId(Name::Number(17)).to_string(), "17");
        let random = "00ff000000000000000000000000000a";
        assert_eq!(random.parse::<JobId>().unwrap().to_string(), random);
        let long = "1".repeat(33);
        for text in ["", "0", "017", "+17", "-17", "1 7", "18446744073709551616", "x", &long] {
            assert_eq!(text.parse::<JobId>().unwrap_err().code(), "jobs.id", "{text}");
        }
        for text in [&random.to_uppercase(), &random.replace("00ff", "+0ff"), &random[1..]] {
            assert_eq!(text.parse::<JobId>().unwrap_err().code(), "jobs.id", "{text}");
        }
    }

    #[test]
    fn ids_cannot_be_guessed() {
        let ids: Vec<JobId> = (0..1000).map(|_| JobId::random()).collect();
        for (i, id) in ids.iter().enumerate() {
            assert_eq!(id.to_string().len(), ID_DIGITS);
            assert_eq!(id.to_string().parse::<JobId>().unwrap(), *id);
            assert!(ids[..i].iter().all(|other| other != id));
        }
        // Each of 122 bits is set in about half of the ids: the chance of 400 or fewer is below 1e-9.
        let bits = |id: &JobId| match id.0 {
            Name::Random(bits) => bits,
            Name::Number(_) => 0,
        };
        let even = (0..128).filter(|bit| {
            let set = ids.iter().filter(|id| bits(id) >> bit & 1 == 1).count();
            (400..=600).contains(&set)
        });
        assert_eq!(even.count(), 122);
    }

    #[test]
    fn states_keep_their_names() {
        for state in State::ALL {
            assert_eq!(State::from_name(state.name()), Some(state));
        }
        assert_eq!(State::from_name("Done"), None);
    }
}
