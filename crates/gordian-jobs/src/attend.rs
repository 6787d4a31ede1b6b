//! One job of a worker, from its claim to its end.
//!
//! The runner computes on a thread; the task here does all the writing, so that what is written about a
//! job stands in one order. It says that the worker is alive, stores what the thread hands over, and
//! asks the thread to stop when there is a reason to. The reasons, and what follows when the thread
//! stops:
//!
//! | reason | what follows |
//! | --- | --- |
//! | somebody cancels the job | it is cancelled |
//! | the worker shuts down | it is handed back |
//! | no heartbeat came through for a whole lease | it is handed back, if it is still ours |
//! | a heartbeat was refused: the job is somebody else's | nothing |

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::{
    ClaimedJob, Context, End, Ended, Failure, Held, Hold, JobsError, Runner, Saved, Settings, Store,
};

/// Address space, not memory: pages that are never touched cost nothing.
pub(crate) const STACK_BYTES: usize = 256 << 20;
/// At most so often one job reports progress.
const REPORT_EVERY: Duration = Duration::from_millis(250);
/// After a failed attempt to reach the database.
const RETRY: Duration = Duration::from_millis(200);

/// Whether the job is still the worker's, as far as the worker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tenure {
    Held,
    /// A lease has passed without a word from the database: it may be somebody else's.
    Overdue,
    /// It is somebody else's, or has been given up.
    Lost,
}

/// The state of attending to one job.
#[derive(Debug)]
pub(crate) struct Attendance {
    store: Store,
    settings: Settings,
    held: Held,
    cancels: watch::Receiver<()>,
    cancel: Cancel,
    tenure: Tenure,
    /// When the lease ends, at the latest; by the clock of the database it ends later.
    lease_end: Instant,
    next_beat: Instant,
    cancelling: bool,
    stopping: bool,
    /// When the job is given up although its thread has not stopped.
    give_up: Option<Instant>,
}

impl Attendance {
    /// `asked` is when the claim was begun, `cancels` a look at the board from before that: so no wish
    /// to cancel falls between.
    pub(crate) fn new(
        store: Store,
        settings: Settings,
        held: Held,
        asked: Instant,
        cancels: watch::Receiver<()>,
    ) -> Self {
        Self {
            held,
            cancels,
            cancel: Cancel::new(),
            tenure: Tenure::Held,
            lease_end: asked + settings.lease,
            next_beat: asked + settings.heartbeat,
            cancelling: false,
            stopping: false,
            give_up: None,
            store,
            settings,
        }
    }

    /// Runs the job, and returns when it has ended or was given up because the worker shuts down.
    pub(crate) async fn run<R: Runner>(
        mut self,
        runner: Arc<R>,
        job: ClaimedJob,
        checkpoint: Option<Vec<u8>>,
        mut stopped: watch::Receiver<()>,
    ) {
        let fence = self.held.fence();
        let (context, mut saves, mut news) = Context::new(self.cancel.clone(), fence, checkpoint);
        let mut end = match start(runner, job, context) {
            Ok(end) => end,
            Err(error) => {
                let message = format!("no thread could be started: {error}");
                let failure = failure("job.thread", message, "run fewer jobs at once");
                return self.finish(&End::Failed { failure, retry: true }).await;
            }
        };
        let mut next_report = Instant::now();
        loop {
            let active = self.tenure == Tenure::Held;
            let give_up = self.give_up.unwrap_or(self.lease_end);
            tokio::select! {
                biased;
                ended = &mut end => {
                    self.last_report(&mut news).await;
                    return self.settle(ended).await;
                }
                Ok(()) = stopped.changed(), if !self.stopping => self.stop(),
                () = sleep_until(give_up), if self.give_up.is_some() => {
                    self.give_up = None;
                    self.finish(&End::HandedBack).await;
                    self.tenure = Tenure::Lost;
                    if self.stopping {
                        return;
                    }
                }
                Some(save) = saves.recv() => {
                    if save.progress.is_some() {
                        // An earlier report would come too late now.
                        news.borrow_and_update();
                    }
                    let saved = self.save(Some(&save.checkpoint), save.progress.as_deref()).await;
                    // If the thread is gone, it does not want to know.
                    let _ = save.reply.send(saved);
                }
                () = sleep_until(self.next_beat), if active => self.beat().await,
                _ = self.cancels.changed(), if active && !self.cancelling => self.beat().await,
                () = report_due(&mut news, next_report), if active => {
                    let progress = news.borrow_and_update().clone();
                    self.save(None, progress.as_deref()).await;
                    next_report = Instant::now() + REPORT_EVERY;
                }
            }
        }
    }

    /// Asks the thread to stop because the worker does.
    fn stop(&mut self) {
        self.stopping = true;
        self.cancel.cancel();
        self.give_up = Some(Instant::now() + self.settings.grace);
    }

    /// Takes note of an answer to something that was asked at this time.
    fn note(&mut self, hold: Hold, asked: Instant) {
        match hold {
            Hold::Kept { cancelling } => {
                self.lease_end = asked + self.settings.lease;
                self.next_beat = asked + self.settings.heartbeat;
                if cancelling && !self.cancelling {
                    self.cancelling = true;
                    self.cancel.cancel();
                    self.give_up.get_or_insert(Instant::now() + self.settings.grace);
                }
            }
            Hold::Lost => {
                tracing::warn!(job = %self.held.job(), "the job is somebody else's by now");
                self.tenure = Tenure::Lost;
                self.cancel.cancel();
            }
        }
    }

    /// Takes note that the database did not answer.
    fn note_failure(&mut self, error: Option<&JobsError>) {
        let job = self.held.job();
        match error {
            Some(error) => tracing::warn!(%job, %error, "the job cannot be written about"),
            None => tracing::warn!(%job, "the database does not answer in time"),
        }
        let now = Instant::now();
        self.next_beat = (now + RETRY).min(self.lease_end.max(now));
        if now >= self.lease_end && self.tenure == Tenure::Held {
            self.tenure = Tenure::Overdue;
            self.cancel.cancel();
        }
    }

    async fn beat(&mut self) {
        let asked = Instant::now();
        match timeout_at(self.lease_end, self.store.heartbeat(&self.held)).await {
            Ok(Ok(hold)) => self.note(hold, asked),
            Ok(Err(error)) => self.note_failure(Some(&error)),
            Err(_) => self.note_failure(None),
        }
    }

    /// Stores what the thread has, however often it has to be tried within the lease.
    async fn save(&mut self, checkpoint: Option<&[u8]>, progress: Option<&str>) -> Saved {
        while self.tenure == Tenure::Held {
            let asked = Instant::now();
            let save = self.store.save(&mut self.held, checkpoint, progress);
            match timeout_at(self.lease_end, save).await {
                Ok(Ok(hold)) => self.note(hold, asked),
                Ok(Err(error)) => {
                    self.note_failure(Some(&error));
                    sleep(RETRY).await;
                    continue;
                }
                Err(_) => {
                    self.note_failure(None);
                    continue;
                }
            }
            if self.tenure == Tenure::Held {
                return Saved::Stored;
            }
        }
        Saved::Lost
    }

    /// Stores a report that had to wait.
    async fn last_report(&mut self, news: &mut watch::Receiver<Option<String>>) {
        let progress = unread(news);
        if progress.is_some() {
            self.save(None, progress.as_deref()).await;
        }
    }

    /// Writes down how the attempt ended.
    async fn settle(&mut self, ended: Result<Ended, oneshot::error::RecvError>) {
        let asked_to_stop = self.stopping || self.cancelling || self.tenure == Tenure::Overdue;
        let end = match ended {
            Ok(Ended::Done(result)) => End::Done(result),
            Ok(Ended::Failed { code, message, hint, retry }) => {
                End::Failed { failure: Failure { code, message, hint }, retry }
            }
            Ok(Ended::Stopped) if asked_to_stop => End::HandedBack,
            Ok(Ended::Stopped) => {
                let message = "the work stopped although nobody had asked it to".to_owned();
                let failure =
                    failure("job.stopped", message, "submit it again with a larger limit");
                End::Failed { failure, retry: false }
            }
            // The thread catches every panic and tells it.
            Err(_) => return,
        };
        self.finish(&end).await;
    }

    /// Ends the job for this worker, however often it has to be tried within the time there is.
    async fn finish(&mut self, end: &End) {
        if self.tenure == Tenure::Lost {
            return;
        }
        let patience = if self.stopping { self.settings.grace } else { self.settings.lease };
        let until = Instant::now() + patience;
        let job = self.held.job();
        loop {
            match timeout_at(until, self.store.finish(&self.held, end)).await {
                Ok(Ok(Some(state))) => return tracing::debug!(%job, state = state.name(), "ended"),
                Ok(Ok(None)) => {
                    return tracing::warn!(%job, "the end of the job came too late");
                }
                Ok(Err(error)) => tracing::warn!(%job, %error, "the job cannot be ended"),
                Err(_) => {}
            }
            if Instant::now() + RETRY >= until {
                // Whoever claims the job when its lease ends goes on from its last checkpoint.
                return tracing::warn!(%job, "the end of the job could not be written");
            }
            sleep(RETRY).await;
        }
    }
}

impl Drop for Attendance {
    /// Also when the worker is dropped in the middle of the work: nobody stores anything for the thread
    /// any more.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Waits until a report may be written and there is one. To drop the future loses no report.
async fn report_due(news: &mut watch::Receiver<Option<String>>, next: Instant) {
    sleep_until(next).await;
    if news.changed().await.is_err() {
        // The thread has ended: its end is the next thing to happen.
        std::future::pending::<()>().await;
    }
}

/// Returns the report that nobody has read yet; the thread that made it may have ended.
pub(crate) fn unread(news: &mut watch::Receiver<Option<String>>) -> Option<String> {
    let last = news.borrow_and_update();
    if last.has_changed() { last.clone() } else { None }
}

/// Lets the runner do the job on a thread of its own; a panic is an end like others.
pub(crate) fn start<R: Runner>(
    runner: Arc<R>,
    job: ClaimedJob,
    context: Context,
) -> std::io::Result<oneshot::Receiver<Ended>> {
    let (sender, end) = oneshot::channel();
    let work = move || {
        let ended = catch_unwind(AssertUnwindSafe(|| runner.run(&job, &context)));
        let ended = ended.unwrap_or_else(|panic| panicked(&*panic));
        // If nobody listens, the job was given up.
        drop(sender.send(ended));
    };
    let name = "job".to_owned();
    thread::Builder::new().name(name).stack_size(STACK_BYTES).spawn(work)?;
    Ok(end)
}

fn panicked(panic: &(dyn Any + Send)) -> Ended {
    let said = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let failure = failure(
        "job.panic",
        format!("the work panicked: {}", said.as_deref().unwrap_or("it did not say why")),
        "this is a bug in Gordian: please report it with the payload of the job",
    );
    let Failure { code, message, hint } = failure;
    Ended::Failed { code, message, hint, retry: true }
}

fn failure(code: &str, message: String, hint: &str) -> Failure {
    Failure { code: code.to_owned(), message, hint: hint.to_owned() }
}
