//! A worker: claims jobs up to its concurrency, and runs an attempt at each.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gordian_core::Random;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::attempt::Attempt;
use crate::{JobsError, Runner, Store, WorkerSettings};

/// Runs the jobs that its runner supports.
pub struct Worker<R> {
    store: Store,
    runner: Arc<R>,
    settings: WorkerSettings,
}

impl<R: Runner> Worker<R> {
    /// Creates a worker that is not running yet.
    ///
    /// # Errors
    ///
    /// [`JobsError::InvalidSetting`].
    pub fn new(store: &Store, runner: R, settings: WorkerSettings) -> Result<Self, JobsError> {
        settings.validate()?;
        Ok(Self { store: store.clone(), runner: Arc::new(runner), settings })
    }

    /// Runs jobs until `shutdown` is ready, and then hands back the jobs that are running.
    ///
    /// Jobs submitted in this process start immediately, others at the next poll. While the
    /// database is unavailable, the worker keeps trying. After `shutdown` it claims no more jobs,
    /// asks the running ones to stop, and returns when they have stopped or their grace period is
    /// over. (While the database is unavailable, it can take 10 s to notice `shutdown`.)
    ///
    /// Dropping the future is like a crash: the threads are asked to stop, nothing more is written,
    /// and the jobs can be claimed when their leases expire.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let mut shutdown = pin!(shutdown);
        let kinds = self.runner.kinds();
        let mut queued = self.store.notifier().subscribe_queued();
        let (stop, stopped) = watch::channel(());
        let mut jobs = JoinSet::new();
        let mut random = Random::new(seed());
        loop {
            queued.borrow_and_update();
            let mut wait = self.jittered_poll_interval(&mut random);
            if jobs.len() < self.settings.concurrency {
                // The lease is counted from before the claim, so it expires here before it expires
                // in the database.
                let requested_at = Instant::now();
                let cancel_requests = self.store.notifier().subscribe_cancel_requests();
                let WorkerSettings { name, lease, .. } = &self.settings;
                match self.store.claim(&kinds, name, *lease).await {
                    Ok(Some(claim)) => {
                        let (store, settings) = (self.store.clone(), self.settings.clone());
                        let attempt = Attempt::new(
                            store,
                            settings,
                            claim.lease,
                            requested_at,
                            cancel_requests,
                        );
                        let runner = Arc::clone(&self.runner);
                        let stopped = stopped.clone();
                        jobs.spawn(attempt.run(runner, claim.job, claim.checkpoint, stopped));
                        // There may be more jobs, but the shutdown request is checked first.
                        wait = Duration::ZERO;
                    }
                    Ok(None) => {}
                    Err(error) => tracing::warn!(%error, "claiming a job failed"),
                }
            }
            let free = jobs.len() < self.settings.concurrency;
            tokio::select! {
                biased;
                () = &mut shutdown => break,
                Some(_) = jobs.join_next() => {}
                _ = queued.changed(), if free => {}
                () = tokio::time::sleep(wait), if free => {}
            }
        }
        stop.send_replace(());
        while jobs.join_next().await.is_some() {}
    }

    /// Returns the time until the next poll, with a jitter, so that workers started together do not
    /// poll in step.
    fn jittered_poll_interval(&self, random: &mut Random) -> Duration {
        let tenths = u32::try_from(5 + random.below(11)).unwrap_or(10);
        self.settings.poll_interval * tenths / 10
    }
}

/// Returns a seed that differs between workers; its quality does not matter.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ (u64::from(std::process::id()) << 32)
}
