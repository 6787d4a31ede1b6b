//! The work itself, as this crate sees it: something that takes a payload and computes.

use gordian_core::Cancel;
use tokio::sync::{mpsc, oneshot, watch};

use crate::ClaimedJob;

/// Knows how to do jobs of some kinds.
pub trait Runner: Send + Sync + 'static {
    /// Returns the kinds of jobs that it can do.
    fn kinds(&self) -> Vec<String>;

    /// Does the job, from its last checkpoint on if it has one.
    ///
    /// Called on a thread of its own with a large stack, several at a time. It should look at
    /// [`Context::cancel`] often, and return [`Ended::Stopped`] when that asks it to stop. A panic is a
    /// failed attempt.
    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended;
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this result.
    Done(String),
    /// With a failure.
    Failed {
        /// A stable name of the kind of failure, not empty.
        code: String,
        /// What went wrong, for people.
        message: String,
        /// What to do about it; empty if nothing is known.
        hint: String,
        /// Whether another attempt may do better.
        retry: bool,
    },
    /// Because it was asked to stop. Work since the last checkpoint is lost.
    Stopped,
}

/// What became of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is on the disk.
    Stored,
    /// The job is somebody else's by now, or nobody can say: stop. What this attempt does from now on is
    /// in vain.
    Lost,
}

/// A checkpoint, or news, or both, on its way to the task that writes.
#[derive(Debug)]
pub(crate) struct Save {
    pub(crate) checkpoint: Vec<u8>,
    pub(crate) progress: Option<String>,
    pub(crate) reply: oneshot::Sender<Saved>,
}

/// What a runner can ask and tell while it works.
#[derive(Debug)]
pub struct Context {
    cancel: Cancel,
    fence: i64,
    checkpoint: Option<Vec<u8>>,
    saves: mpsc::Sender<Save>,
    news: watch::Sender<Option<String>>,
}

impl Context {
    pub(crate) fn new(
        cancel: Cancel,
        fence: i64,
        checkpoint: Option<Vec<u8>>,
    ) -> (Self, mpsc::Receiver<Save>, watch::Receiver<Option<String>>) {
        let (saves, save_requests) = mpsc::channel(1);
        let (news, news_receiver) = watch::channel(None);
        (Self { cancel, fence, checkpoint, saves, news }, save_requests, news_receiver)
    }

    /// Returns the request to stop: made when somebody cancels the job, when the job belongs to somebody
    /// else by now, when the database was out of reach for so long that it may, and when the program is
    /// about to end.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Returns a number that is greater than that of every earlier attempt at the same job, for what
    /// the runner writes elsewhere.
    #[must_use]
    pub fn fence(&self) -> i64 {
        self.fence
    }

    /// Returns the last checkpoint of earlier attempts.
    #[must_use]
    pub fn checkpoint(&self) -> Option<&[u8]> {
        self.checkpoint.as_deref()
    }

    /// Stores a checkpoint over the last one, and waits until it is on the disk.
    ///
    /// *Cost*: a transaction, some milliseconds; while the database is away, up to the rest of the
    /// lease.
    pub fn save(&self, checkpoint: &[u8]) -> Saved {
        self.store(checkpoint, None)
    }

    /// As [`Context::save`], together with a progress event (JSON): no crash can leave the one without
    /// the other. Unlike reports, no such event is left out.
    pub fn save_and_report(&self, checkpoint: &[u8], progress: &str) -> Saved {
        self.store(checkpoint, Some(progress.to_owned()))
    }

    fn store(&self, checkpoint: &[u8], progress: Option<String>) -> Saved {
        let (reply, answer) = oneshot::channel();
        let save = Save { checkpoint: checkpoint.to_vec(), progress, reply };
        // Where nobody listens any more, the job was given up.
        match self.saves.blocking_send(save) {
            Ok(()) => answer.blocking_recv().unwrap_or(Saved::Lost),
            Err(_) => Saved::Lost,
        }
    }

    /// Tells how far the work is (JSON), without waiting.
    ///
    /// Becomes a progress event if nothing newer is told before its turn comes: a job has at most four
    /// of these a second. The last report before the end is not lost.
    pub fn report(&self, progress: &str) {
        self.news.send_replace(Some(progress.to_owned()));
    }
}
