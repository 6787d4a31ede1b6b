//! The interface to the work itself: runners, their outcomes and their context.

use gordian_core::Cancel;
use tokio::sync::{mpsc, oneshot, watch};

use crate::ClaimedJob;

/// Runs jobs of certain kinds.
pub trait Runner: Send + Sync + 'static {
    /// Returns the kinds of jobs that the runner supports.
    fn kinds(&self) -> Vec<String>;

    /// Runs the job, from its last checkpoint if there is one.
    ///
    /// Called on a separate thread with a large stack, for several jobs concurrently. The runner
    /// should check [`JobContext::cancel`] often, and return [`RunOutcome::Stopped`] when it is
    /// cancelled. A panic is a failed attempt.
    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome;
}

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// The attempt produced this result.
    Done(String),
    /// The attempt failed.
    Failed {
        /// Stable error code, not empty.
        code: String,
        /// Human-readable message.
        message: String,
        /// What to do about it; empty if unknown.
        hint: String,
        /// Whether another attempt may succeed.
        retry: bool,
    },
    /// The attempt was asked to stop. Work since the last checkpoint is lost.
    Stopped,
}

/// The result of saving a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// The checkpoint is durable.
    Stored,
    /// The lease is lost, or may be: stop. Further work of this attempt has no effect.
    LeaseLost,
}

/// A request to the task that writes to the database.
#[derive(Debug)]
pub(crate) struct SaveRequest {
    pub(crate) checkpoint: Vec<u8>,
    pub(crate) progress: Option<String>,
    pub(crate) reply: oneshot::Sender<SaveOutcome>,
}

/// What a runner can query and report during an attempt.
#[derive(Debug)]
pub struct JobContext {
    cancel: Cancel,
    fence: i64,
    checkpoint: Option<Vec<u8>>,
    saves: mpsc::Sender<SaveRequest>,
    progress: watch::Sender<Option<String>>,
}

impl JobContext {
    pub(crate) fn new(
        cancel: Cancel,
        fence: i64,
        checkpoint: Option<Vec<u8>>,
    ) -> (Self, mpsc::Receiver<SaveRequest>, watch::Receiver<Option<String>>) {
        let (saves, save_requests) = mpsc::channel(1);
        let (progress, progress_receiver) = watch::channel(None);
        (Self { cancel, fence, checkpoint, saves, progress }, save_requests, progress_receiver)
    }

    /// Returns the cancellation flag. It is set when the job is cancelled, when the lease is lost,
    /// when the database was unreachable for so long that the lease may have expired, and when the
    /// program shuts down.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Returns a number that is greater than that of every earlier attempt at the same job, as a
    /// fencing token for writes to other places.
    #[must_use]
    pub fn fence(&self) -> i64 {
        self.fence
    }

    /// Returns the last checkpoint of earlier attempts.
    #[must_use]
    pub fn checkpoint(&self) -> Option<&[u8]> {
        self.checkpoint.as_deref()
    }

    /// Replaces the last checkpoint, and waits until it is durable.
    ///
    /// *Cost*: a transaction, some milliseconds; while the database is unavailable, up to the rest
    /// of the lease.
    pub fn save_checkpoint(&self, checkpoint: &[u8]) -> SaveOutcome {
        self.request_save(checkpoint, None)
    }

    /// Like [`JobContext::save_checkpoint`], atomically with a progress event (JSON). Unlike
    /// reported progress, such an event is never dropped.
    pub fn save_checkpoint_with_progress(&self, checkpoint: &[u8], progress: &str) -> SaveOutcome {
        self.request_save(checkpoint, Some(progress.to_owned()))
    }

    fn request_save(&self, checkpoint: &[u8], progress: Option<String>) -> SaveOutcome {
        let (reply, answer) = oneshot::channel();
        let save = SaveRequest { checkpoint: checkpoint.to_vec(), progress, reply };
        // If the receiver is gone, the attempt was abandoned.
        match self.saves.blocking_send(save) {
            Ok(()) => answer.blocking_recv().unwrap_or(SaveOutcome::LeaseLost),
            Err(_) => SaveOutcome::LeaseLost,
        }
    }

    /// Reports progress (JSON) without waiting.
    ///
    /// The report becomes a progress event unless a newer report replaces it first: a job has at
    /// most four such events per second. The last report before the end is never dropped.
    pub fn report_progress(&self, progress: &str) {
        self.progress.send_replace(Some(progress.to_owned()));
    }
}
