//! What happens to a job, one numbered event after the other.

use crate::JobId;

/// What an event tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// It waits for a worker: it is new (no data), or an attempt failed and it will be tried again
    /// (data: the failure).
    Queued,
    /// A worker has claimed it. Data: `{"attempt":N}`.
    Started,
    /// Whatever the runner had to say. Data: the runner's.
    Progress,
    /// Its worker stopped in good order; it waits for another one. No data.
    HandedBack,
    /// It has a result. No data: the result is read from the job.
    Done,
    /// It has failed. Data: the failure, `{"code":…,"message":…,"hint":…}`.
    Failed,
    /// It was cancelled. No data.
    Cancelled,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Queued,
        Self::Started,
        Self::Progress,
        Self::HandedBack,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Returns the word for it, the same in the database and outside.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Started => "started",
            Self::Progress => "progress",
            Self::HandedBack => "handed-back",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns whether it is the last event of its job.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// One thing that happened to a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The job.
    pub job: JobId,
    /// 1 for the first event of the job, and so on without gaps. Of a job with very many progress
    /// events only the latest are kept ([`PROGRESS_KEPT`](crate::PROGRESS_KEPT)): who reads late sees
    /// the numbers jump there.
    pub number: i64,
    /// What it tells.
    pub kind: EventKind,
    /// JSON, by its kind.
    pub data: Option<String>,
    /// When it happened, in milliseconds since 1970 by the clock of the database.
    pub at_ms: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_keep_their_names() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(EventKind::from_name("handed back"), None);
    }
}
