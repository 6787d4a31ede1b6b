//! What can go wrong between a caller and the database of jobs.

use std::error::Error;

use crate::JobId;

/// Why an operation on jobs was not done.
///
/// That a job failed, was cancelled, or belongs to another worker by now is no error: those are
/// answers ([`State`](crate::State), [`Hold`](crate::Hold)).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobsError {
    /// The address is of no known kind of database.
    #[error("'{given}' names no database of jobs")]
    Url {
        /// The address, without any password.
        given: String,
    },
    /// The database cannot be reached, does not answer in time, or refuses.
    #[error("the database of jobs at {database} cannot be used: {source}")]
    Unavailable {
        /// Where it is, without any password.
        database: String,
        /// What the database or the way to it said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A later program has changed the tables.
    #[error(
        "the database of jobs at {database} has format {found}, this build reads formats up to {known}"
    )]
    Newer {
        /// Where it is, without any password.
        database: String,
        /// The format of the tables.
        found: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The key was used before, with another request.
    #[error("the idempotency key '{key}' belongs to another request, which made job {job}")]
    IdempotencyConflict {
        /// The key.
        key: String,
        /// The job of the first request.
        job: JobId,
    },
    /// The job never was, or was purged.
    #[error("there is no job {job}")]
    UnknownJob {
        /// The id asked for.
        job: JobId,
    },
    /// The job belongs to others.
    #[error("job {job} belongs to another client")]
    NotOwner {
        /// The job.
        job: JobId,
    },
    /// A [cap](crate::Caps) on jobs of one client, on all jobs, or on stored bytes is reached.
    #[error("{reached} {what}, the limit is {limit}")]
    Full {
        /// Which cap.
        cap: Cap,
        /// What is counted.
        what: &'static str,
        /// How many there are.
        reached: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The text is no id of a job.
    #[error("'{given}' is no id of a job")]
    NoJobId {
        /// The text.
        given: String,
    },
    /// A row holds what this program never writes.
    #[error("the database of jobs holds the {what} '{value}', which cannot be read")]
    Corrupt {
        /// Which value.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The settings of a worker contradict each other.
    #[error("the worker's {setting} is {value}, which is not {wanted}")]
    Setting {
        /// Which setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// What it has to be.
        wanted: &'static str,
    },
}

/// A cap that a submission reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// Open jobs of the client.
    Client,
    /// Open jobs of all clients behind one address.
    Address,
    /// Open jobs of all clients.
    Open,
    /// Stored bytes.
    Bytes,
}

impl JobsError {
    /// Returns the name of the kind of error, which never changes.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Url { .. } => "jobs.url",
            Self::Unavailable { .. } => "jobs.unavailable",
            Self::Newer { .. } => "jobs.newer",
            Self::IdempotencyConflict { .. } => "jobs.idempotency",
            Self::UnknownJob { .. } => "jobs.unknown",
            Self::NotOwner { .. } => "jobs.owner",
            Self::Full { cap: Cap::Client | Cap::Address, .. } => "jobs.client-full",
            Self::Full { cap: Cap::Open, .. } => "jobs.queue-full",
            Self::Full { cap: Cap::Bytes, .. } => "jobs.storage-full",
            Self::NoJobId { .. } => "jobs.id",
            Self::Corrupt { .. } => "jobs.corrupt",
            Self::Setting { .. } => "jobs.setting",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Url { .. } => {
                "write 'sqlite:PATH', 'sqlite::memory:' or 'postgres://USER:PASSWORD@HOST/NAME'"
            }
            Self::Unavailable { database, .. } if database.starts_with("sqlite:") => {
                "name a file that is such a database, or none yet, in a folder that exists and may be \
                 written: 'sqlite:PATH'; jobs that it holds are safe"
            }
            Self::Unavailable { .. } => {
                "see that the database runs and that its address and password are right; jobs are \
                 safe and go on when it is back"
            }
            Self::Newer { .. } => "use the newer program, or another database",
            Self::IdempotencyConflict { .. } => {
                "take a new key for a new request; send the very same request to repeat one"
            }
            Self::UnknownJob { .. } => "ended jobs are removed after some time; submit it again",
            Self::NotOwner { .. } => "only who submitted a job can cancel it, or the operator's token",
            Self::Full { cap: Cap::Client | Cap::Address, .. } => "wait until jobs have ended, or cancel some",
            Self::Full { .. } => {
                "try again later; the operator can raise the limit or remove old jobs"
            }
            Self::NoJobId { .. } => "write the id that submitting the job gave",
            Self::Corrupt { .. } => "restore the database from a backup, or start with a new one",
            Self::Setting { .. } => "change the setting",
        }
    }
}
