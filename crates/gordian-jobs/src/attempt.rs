//! One attempt of a worker at a job, from its claim to its completion.
//!
//! The runner computes on a separate thread. The task here does all the writing, so writes about a
//! job have one order: it sends heartbeats, stores what the thread reports, and asks the thread to
//! stop for one of these reasons:
//!
//! | reason | effect when the thread stops |
//! | --- | --- |
//! | the job is cancelled | it becomes cancelled |
//! | the worker shuts down | the job is handed back |
//! | no heartbeat succeeded during a whole lease | the job is handed back if its lease is valid |
//! | a heartbeat was rejected: the lease is lost | none |

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::{
    ClaimedJob, Completion, Failure, JobContext, JobsError, Lease, LeaseStatus, RunOutcome, Runner,
    SaveOutcome, Store, WorkerSettings,
};

/// Address space, not memory: untouched pages cost nothing.
pub(crate) const STACK_BYTES: usize = 256 << 20;
/// The minimum interval between progress events of a job.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);
/// The delay after a failed database operation.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The state of the lease, as far as the worker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeaseState {
    Held,
    /// A whole lease has passed without a reply of the database: another worker may have claimed
    /// the job.
    Expired,
    /// The lease is lost, or the job was abandoned.
    Lost,
}

/// The state of an attempt.
#[derive(Debug)]
pub(crate) struct Attempt {
    store: Store,
    settings: WorkerSettings,
    lease: Lease,
    cancel_requests: watch::Receiver<()>,
    cancel: Cancel,
    lease_state: LeaseState,
    /// The latest time at which the lease is valid; by the database clock it expires later.
    lease_end: Instant,
    next_heartbeat: Instant,
    cancelling: bool,
    shutting_down: bool,
    /// When the job is abandoned although its thread has not stopped.
    abandon_at: Option<Instant>,
}

impl Attempt {
    /// `requested_at` is the time before the claim was sent, and `cancel_requests` was subscribed
    /// before it, so that no cancel request is missed.
    pub(crate) fn new(
        store: Store,
        settings: WorkerSettings,
        lease: Lease,
        requested_at: Instant,
        cancel_requests: watch::Receiver<()>,
    ) -> Self {
        Self {
            lease,
            cancel_requests,
            cancel: Cancel::new(),
            lease_state: LeaseState::Held,
            lease_end: requested_at + settings.lease,
            next_heartbeat: requested_at + settings.heartbeat_interval,
            cancelling: false,
            shutting_down: false,
            abandon_at: None,
            store,
            settings,
        }
    }

    /// Runs the job, and returns when it is completed, or abandoned because the worker shuts down.
    pub(crate) async fn run<R: Runner>(
        mut self,
        runner: Arc<R>,
        job: ClaimedJob,
        checkpoint: Option<Vec<u8>>,
        mut shutdown: watch::Receiver<()>,
    ) {
        let fence = self.lease.fence();
        let (context, mut saves, mut progress_updates) =
            JobContext::new(self.cancel.clone(), fence, checkpoint);
        let mut outcome = match spawn_runner(runner, job, context) {
            Ok(outcome) => outcome,
            Err(error) => {
                let message = format!("could not start a thread: {error}");
                let failure = failure("job.thread", message, "run fewer concurrent jobs");
                return self.finish(&Completion::Failed { failure, retry: true }).await;
            }
        };
        let mut next_progress = Instant::now();
        loop {
            let holds_lease = self.lease_state == LeaseState::Held;
            let abandon_at = self.abandon_at.unwrap_or(self.lease_end);
            tokio::select! {
                biased;
                outcome = &mut outcome => {
                    self.store_last_progress(&mut progress_updates).await;
                    return self.store_outcome(outcome).await;
                }
                Ok(()) = shutdown.changed(), if !self.shutting_down => self.begin_shutdown(),
                () = sleep_until(abandon_at), if self.abandon_at.is_some() => {
                    self.abandon_at = None;
                    self.finish(&Completion::HandedBack).await;
                    self.lease_state = LeaseState::Lost;
                    if self.shutting_down {
                        return;
                    }
                }
                Some(save) = saves.recv() => {
                    if save.progress.is_some() {
                        // An earlier report is obsolete now.
                        progress_updates.borrow_and_update();
                    }
                    let saved = self.save(Some(&save.checkpoint), save.progress.as_deref()).await;
                    // The thread may be gone, and then needs no reply.
                    let _ = save.reply.send(saved);
                }
                () = sleep_until(self.next_heartbeat), if holds_lease => self.heartbeat().await,
                _ = self.cancel_requests.changed(), if holds_lease && !self.cancelling => {
                    self.heartbeat().await;
                }
                () = next_progress_due(&mut progress_updates, next_progress), if holds_lease => {
                    let progress = progress_updates.borrow_and_update().clone();
                    self.save(None, progress.as_deref()).await;
                    next_progress = Instant::now() + PROGRESS_INTERVAL;
                }
            }
        }
    }

    /// Asks the thread to stop because the worker shuts down.
    fn begin_shutdown(&mut self) {
        self.shutting_down = true;
        self.cancel.cancel();
        self.abandon_at = Some(Instant::now() + self.settings.grace_period);
    }

    /// Records the reply to an operation that was started at this time.
    fn record_status(&mut self, status: LeaseStatus, requested_at: Instant) {
        match status {
            LeaseStatus::Held { cancelling } => {
                self.lease_end = requested_at + self.settings.lease;
                self.next_heartbeat = requested_at + self.settings.heartbeat_interval;
                if cancelling && !self.cancelling {
                    self.cancelling = true;
                    self.cancel.cancel();
                    self.abandon_at.get_or_insert(Instant::now() + self.settings.grace_period);
                }
            }
            LeaseStatus::Lost => {
                tracing::warn!(job = %self.lease.job(), "the lease of the job is lost");
                self.lease_state = LeaseState::Lost;
                self.cancel.cancel();
            }
        }
    }

    /// Records that a database operation failed.
    fn record_database_failure(&mut self, error: Option<&JobsError>) {
        let job = self.lease.job();
        match error {
            Some(error) => tracing::warn!(%job, %error, "writing to the job failed"),
            None => tracing::warn!(%job, "the database timed out"),
        }
        let now = Instant::now();
        self.next_heartbeat = (now + RETRY_DELAY).min(self.lease_end.max(now));
        if now >= self.lease_end && self.lease_state == LeaseState::Held {
            self.lease_state = LeaseState::Expired;
            self.cancel.cancel();
        }
    }

    async fn heartbeat(&mut self) {
        let requested_at = Instant::now();
        match timeout_at(self.lease_end, self.store.heartbeat(&self.lease)).await {
            Ok(Ok(status)) => self.record_status(status, requested_at),
            Ok(Err(error)) => self.record_database_failure(Some(&error)),
            Err(_) => self.record_database_failure(None),
        }
    }

    /// Stores a checkpoint or progress, with retries until the lease expires.
    async fn save(&mut self, checkpoint: Option<&[u8]>, progress: Option<&str>) -> SaveOutcome {
        while self.lease_state == LeaseState::Held {
            let requested_at = Instant::now();
            let save = self.store.save(&mut self.lease, checkpoint, progress);
            match timeout_at(self.lease_end, save).await {
                Ok(Ok(status)) => self.record_status(status, requested_at),
                Ok(Err(error)) => {
                    self.record_database_failure(Some(&error));
                    sleep(RETRY_DELAY).await;
                    continue;
                }
                Err(_) => {
                    self.record_database_failure(None);
                    continue;
                }
            }
            if self.lease_state == LeaseState::Held {
                return SaveOutcome::Stored;
            }
        }
        SaveOutcome::LeaseLost
    }

    /// Stores the last reported progress.
    async fn store_last_progress(
        &mut self,
        progress_updates: &mut watch::Receiver<Option<String>>,
    ) {
        let progress = take_unread_progress(progress_updates);
        if progress.is_some() {
            self.save(None, progress.as_deref()).await;
        }
    }

    /// Stores the outcome of the attempt.
    async fn store_outcome(&mut self, outcome: Result<RunOutcome, oneshot::error::RecvError>) {
        let asked_to_stop =
            self.shutting_down || self.cancelling || self.lease_state == LeaseState::Expired;
        let end = match outcome {
            Ok(RunOutcome::Done(result)) => Completion::Done(result),
            Ok(RunOutcome::Failed { code, message, hint, retry }) => {
                Completion::Failed { failure: Failure { code, message, hint }, retry }
            }
            Ok(RunOutcome::Stopped) if asked_to_stop => Completion::HandedBack,
            Ok(RunOutcome::Stopped) => {
                let message = "the work stopped without a request to stop".to_owned();
                let failure =
                    failure("job.stopped", message, "submit it again with a larger limit");
                Completion::Failed { failure, retry: false }
            }
            // Not reached: the thread catches all panics and sends an outcome.
            Err(_) => return,
        };
        self.finish(&end).await;
    }

    /// Completes the job, with retries until the time limit.
    async fn finish(&mut self, completion: &Completion) {
        if self.lease_state == LeaseState::Lost {
            return;
        }
        let time_limit =
            if self.shutting_down { self.settings.grace_period } else { self.settings.lease };
        let until = Instant::now() + time_limit;
        let job = self.lease.job();
        loop {
            match timeout_at(until, self.store.finish(&self.lease, completion)).await {
                Ok(Ok(Some(state))) => return tracing::debug!(%job, state = state.name(), "ended"),
                Ok(Ok(None)) => {
                    return tracing::warn!(%job, "the outcome came too late: the lease is lost");
                }
                Ok(Err(error)) => tracing::warn!(%job, %error, "completing the job failed"),
                Err(_) => {}
            }
            if Instant::now() + RETRY_DELAY >= until {
                // The next worker that claims the job resumes from its last checkpoint.
                return tracing::warn!(%job, "the outcome of the job could not be stored");
            }
            sleep(RETRY_DELAY).await;
        }
    }
}

impl Drop for Attempt {
    /// Also stops the thread when the worker is dropped during the work, because nothing can be
    /// stored for it any more.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Waits until a progress event may be written and a report exists. Cancellation-safe.
async fn next_progress_due(progress_updates: &mut watch::Receiver<Option<String>>, next: Instant) {
    sleep_until(next).await;
    if progress_updates.changed().await.is_err() {
        // The thread has ended; its outcome arrives next.
        std::future::pending::<()>().await;
    }
}

/// Returns the last unread progress; the thread that reported it may have ended.
pub(crate) fn take_unread_progress(
    progress_updates: &mut watch::Receiver<Option<String>>,
) -> Option<String> {
    let last = progress_updates.borrow_and_update();
    if last.has_changed() { last.clone() } else { None }
}

/// Runs the job on a separate thread; a panic becomes a failed outcome.
pub(crate) fn spawn_runner<R: Runner>(
    runner: Arc<R>,
    job: ClaimedJob,
    context: JobContext,
) -> std::io::Result<oneshot::Receiver<RunOutcome>> {
    let (sender, end) = oneshot::channel();
    let work = move || {
        let ended = catch_unwind(AssertUnwindSafe(|| runner.run(&job, &context)));
        let ended = ended.unwrap_or_else(|panic| panic_outcome(&*panic));
        // If the receiver is gone, the attempt was abandoned.
        drop(sender.send(ended));
    };
    let name = "job".to_owned();
    thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(work)?;
    Ok(end)
}

fn panic_outcome(panic: &(dyn Any + Send)) -> RunOutcome {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let failure = failure(
        "job.panic",
        format!("the work panicked: {}", text.as_deref().unwrap_or("no message")),
        "this is a bug in Gordian: please report it with the payload of the job",
    );
    let Failure { code, message, hint } = failure;
    RunOutcome::Failed { code, message, hint, retry: true }
}

fn failure(code: &str, message: String, hint: &str) -> Failure {
    Failure { code: code.to_owned(), message, hint: hint.to_owned() }
}
