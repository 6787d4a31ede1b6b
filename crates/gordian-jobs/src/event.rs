//! Events of a job, numbered from 1.

use crate::JobId;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// The job waits for a worker: it is new (no data), or an attempt failed and the job will be
    /// retried (data: the failure).
    Queued,
    /// A worker has claimed the job. Data: `{"attempt":N}`.
    Started,
    /// Progress of the runner. Data: the runner's own JSON.
    Progress,
    /// The worker shut down gracefully and returned the job to the queue. No data.
    HandedBack,
    /// The job has a result, which is read from the job. No data.
    Done,
    /// The job has failed. Data: the failure, `{"code":…,"message":…,"hint":…}`.
    Failed,
    /// The job was cancelled. No data.
    Cancelled,
}

impl EventKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Queued,
        Self::Started,
        Self::Progress,
        Self::HandedBack,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Returns the name used in the database and in the API.
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

    /// Returns whether this is the last event of its job.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// An event of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The job.
    pub job: JobId,
    /// The number of the event, counted from 1 without gaps. Only the latest progress events of a
    /// job are kept ([`MAX_PROGRESS_EVENTS`](crate::MAX_PROGRESS_EVENTS)), so a late follower sees
    /// a gap there.
    pub number: i64,
    /// The kind of the event.
    pub kind: EventKind,
    /// JSON data, depending on the kind.
    pub data: Option<String>,
    /// When the event was stored, in milliseconds since 1970 by the database clock.
    pub at_ms: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_kind_names_round_trip() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(EventKind::from_name("handed back"), None);
    }
}
