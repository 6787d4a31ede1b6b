//! Errors of operations on the job database.

use std::error::Error;

use crate::{DatabaseFault, JobId};

/// An error of an operation on jobs.
///
/// Every operation that can fail with [`JobsError::Unavailable`] can also fail with
/// [`JobsError::DiskFull`], [`JobsError::ReadOnly`] or [`JobsError::Damaged`].
///
/// A failed or cancelled job, or a lost lease, is not an error: these are values of
/// [`JobState`](crate::JobState) and [`LeaseStatus`](crate::LeaseStatus).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobsError {
    /// The URL does not name a supported database.
    #[error("'{given}' is not the URL of a job database")]
    InvalidUrl {
        /// The URL, without its password.
        given: String,
    },
    /// The database cannot be reached, times out, or rejects a statement.
    #[error("the job database {database} is unavailable: {source}")]
    Unavailable {
        /// The database URL, without its password.
        database: String,
        /// The underlying error.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The disk is full, or the database has reached its maximum size. Nothing was written.
    #[error("the job database {database} has no free disk space: {source}")]
    DiskFull {
        /// The database URL, without its password.
        database: String,
        /// The underlying error.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The database cannot be written.
    #[error("the job database {database} is read-only: {source}")]
    ReadOnly {
        /// The database URL, without its password.
        database: String,
        /// The underlying error.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The file is damaged, or not a database.
    #[error("the job database {database} is damaged: {source}")]
    Damaged {
        /// The database URL, without its password.
        database: String,
        /// The underlying error.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A later version of the program has changed the tables.
    #[error(
        "the job database {database} has format {found}; this build supports formats up to {known}"
    )]
    NewerSchema {
        /// The database URL, without its password.
        database: String,
        /// The format of the tables.
        found: i64,
        /// The latest format that this program supports.
        known: i64,
    },
    /// The key was used before with a different request.
    #[error("the idempotency key '{key}' was used for a different request")]
    IdempotencyConflict {
        /// The key.
        key: String,
        /// The job of the first request; the message does not name it, because it may be that of
        /// another client.
        job: JobId,
    },
    /// The job does not exist or was purged.
    #[error("job {job} does not exist")]
    UnknownJob {
        /// The id.
        job: JobId,
    },
    /// The job belongs to another owner.
    #[error("job {job} belongs to another client")]
    NotOwner {
        /// The job.
        job: JobId,
    },
    /// A [submission limit](crate::SubmitLimits) is reached.
    #[error("{count} {what}; the limit is {limit}")]
    LimitReached {
        /// The limit that is reached.
        kind: LimitKind,
        /// What the limit counts.
        what: &'static str,
        /// The current count.
        count: u64,
        /// The maximum.
        limit: u64,
    },
    /// The text is not a job id.
    #[error("'{given}' is not a job id")]
    InvalidJobId {
        /// The text.
        given: String,
    },
    /// A row contains a value that this program never writes.
    #[error("the job database contains an invalid {what}: '{value}'")]
    Corrupt {
        /// What the value is.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// A setting of a worker is invalid.
    #[error("invalid worker setting: the {setting} is {value}; it must be {requirement}")]
    InvalidSetting {
        /// The name of the setting.
        setting: &'static str,
        /// Its value.
        value: String,
        /// The requirement that it violates.
        requirement: &'static str,
    },
}

/// A submission limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Open jobs of one client.
    Client,
    /// Open jobs of all clients behind one address.
    Address,
    /// Open jobs of all clients.
    OpenJobs,
    /// Stored bytes.
    StoredBytes,
}

impl JobsError {
    /// Creates the error for a fault of the database.
    pub(crate) fn from_fault(
        fault: DatabaseFault,
        database: &str,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        let (database, source) = (database.to_owned(), source.into());
        match fault {
            DatabaseFault::Full => Self::DiskFull { database, source },
            DatabaseFault::ReadOnly => Self::ReadOnly { database, source },
            DatabaseFault::Damaged => Self::Damaged { database, source },
            DatabaseFault::Unavailable => Self::Unavailable { database, source },
        }
    }

    /// Returns the fault of the database that caused the error; `None` if the database works.
    #[must_use]
    pub fn fault(&self) -> Option<DatabaseFault> {
        match self {
            Self::DiskFull { .. } => Some(DatabaseFault::Full),
            Self::ReadOnly { .. } => Some(DatabaseFault::ReadOnly),
            Self::Damaged { .. } => Some(DatabaseFault::Damaged),
            Self::Unavailable { .. } => Some(DatabaseFault::Unavailable),
            _ => None,
        }
    }

    /// Returns the stable error code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidUrl { .. } => "jobs.url",
            Self::Unavailable { .. } => DatabaseFault::Unavailable.code(),
            Self::DiskFull { .. } => DatabaseFault::Full.code(),
            Self::ReadOnly { .. } => DatabaseFault::ReadOnly.code(),
            Self::Damaged { .. } => DatabaseFault::Damaged.code(),
            Self::NewerSchema { .. } => "jobs.newer",
            Self::IdempotencyConflict { .. } => "jobs.idempotency",
            Self::UnknownJob { .. } => "jobs.unknown",
            Self::NotOwner { .. } => "jobs.owner",
            Self::LimitReached { kind: LimitKind::Client | LimitKind::Address, .. } => {
                "jobs.client-full"
            }
            Self::LimitReached { kind: LimitKind::OpenJobs, .. } => "jobs.queue-full",
            Self::LimitReached { kind: LimitKind::StoredBytes, .. } => "jobs.storage-full",
            Self::InvalidJobId { .. } => "jobs.id",
            Self::Corrupt { .. } => "jobs.corrupt",
            Self::InvalidSetting { .. } => "jobs.setting",
        }
    }

    /// Returns what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::InvalidUrl { .. } => {
                "write 'sqlite:PATH', 'sqlite::memory:' or 'postgres://USER:PASSWORD@HOST/NAME'"
            }
            Self::Unavailable { database, .. } if database.starts_with("sqlite:") => {
                "give the path of a job database, or of a new file in an existing, writable folder: \
                 'sqlite:PATH'; stored jobs are safe"
            }
            Self::Unavailable { .. } => {
                "check that the database is running and that its address and password are correct; \
                 jobs are safe and continue when it is back"
            }
            Self::DiskFull { .. } => {
                "free space on the disk of the database; stored jobs are safe and continue then"
            }
            Self::ReadOnly { .. } => {
                "make the database and its folder writable; stored jobs are safe and continue then"
            }
            Self::Damaged { .. } => "restore the database from a backup, or start with a new one",
            Self::NewerSchema { .. } => "use the newer version of the program, or another database",
            Self::IdempotencyConflict { .. } => {
                "use a new key for a new request; to repeat a request, send exactly the same one"
            }
            Self::UnknownJob { .. } => "ended jobs are removed after a while; submit the job again",
            Self::NotOwner { .. } => {
                "a job can be cancelled by the client that submitted it, or with the operator's token"
            }
            Self::LimitReached { kind: LimitKind::Client | LimitKind::Address, .. } => {
                "wait until some jobs have ended, or cancel some"
            }
            Self::LimitReached { .. } => {
                "try again later; the operator can raise the limit or remove old jobs"
            }
            Self::InvalidJobId { .. } => "use the id that was returned when the job was submitted",
            Self::Corrupt { .. } => "restore the database from a backup, or start with a new one",
            Self::InvalidSetting { .. } => "change the setting",
        }
    }
}
