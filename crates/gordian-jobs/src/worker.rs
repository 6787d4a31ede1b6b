//! A worker: claims jobs, as many at once as it may, and has each of them attended to.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gordian_core::Random;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::attend::Attendance;
use crate::{JobsError, Runner, Store};

/// How a worker behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it is called in the database, for people.
    pub name: String,
    /// How many jobs it runs at once, at least 1.
    pub at_once: usize,
    /// How long a job stays its own without a heartbeat: so long after a crash somebody else goes on.
    pub lease: Duration,
    /// How often it says that it is alive; at most half the lease.
    pub heartbeat: Duration,
    /// How often it looks for jobs of other processes, give or take half.
    pub poll: Duration,
    /// How long a job that was asked to stop may take to do so; then it is given up as it is.
    pub grace: Duration,
}

impl Default for Settings {
    /// One job at once, a lease of 30 s, a heartbeat every 10 s, a look every second, 10 s to stop.
    fn default() -> Self {
        Self {
            name: format!("process {}", std::process::id()),
            at_once: 1,
            lease: Duration::from_secs(30),
            heartbeat: Duration::from_secs(10),
            poll: Duration::from_secs(1),
            grace: Duration::from_secs(10),
        }
    }
}

impl Settings {
    fn check(&self) -> Result<(), JobsError> {
        let wrong = |setting, value: String, wanted| JobsError::Setting { setting, value, wanted };
        if self.at_once == 0 {
            return Err(wrong("number of jobs at once", "0".to_owned(), "at least 1"));
        }
        if self.poll.is_zero() {
            return Err(wrong("time between looks", "0".to_owned(), "greater than 0"));
        }
        if self.heartbeat.is_zero() || self.heartbeat > self.lease / 2 {
            let value = format!("{:?}", self.heartbeat);
            return Err(wrong("heartbeat", value, "greater than 0 and at most half the lease"));
        }
        Ok(())
    }
}

/// Runs jobs of the kinds that its runner knows.
pub struct Worker<R> {
    store: Store,
    runner: Arc<R>,
    settings: Settings,
}

impl<R: Runner> Worker<R> {
    /// Returns a worker that does nothing yet.
    ///
    /// # Errors
    ///
    /// [`JobsError::Setting`].
    pub fn new(store: &Store, runner: R, settings: Settings) -> Result<Self, JobsError> {
        settings.check()?;
        Ok(Self { store: store.clone(), runner: Arc::new(runner), settings })
    }

    /// Runs jobs until `shutdown` is ready, and then hands back those that it has.
    ///
    /// Jobs submitted in this process are begun at once, others when the worker looks next. While the
    /// database is away the worker keeps trying. After `shutdown` it claims nothing more, asks its jobs
    /// to stop, and returns when they have, or when their time to do so is over. (While the database is
    /// away it may take 10 s to notice `shutdown`.)
    ///
    /// To drop the future instead is like a crash: the threads are asked to stop, nothing more is written,
    /// and the jobs are free when their leases end.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let mut shutdown = pin!(shutdown);
        let kinds = self.runner.kinds();
        let mut queued = self.store.board().queued();
        let (stop, stopped) = watch::channel(());
        let mut jobs = JoinSet::new();
        let mut random = Random::new(seed());
        loop {
            queued.borrow_and_update();
            let mut wait = self.pause(&mut random);
            if jobs.len() < self.settings.at_once {
                // The lease is counted from before the question: so it ends here before it ends there.
                let asked = Instant::now();
                let cancels = self.store.board().cancels();
                let Settings { name, lease, .. } = &self.settings;
                match self.store.claim(&kinds, name, *lease).await {
                    Ok(Some(claim)) => {
                        let (store, settings) = (self.store.clone(), self.settings.clone());
                        let attendance =
                            Attendance::new(store, settings, claim.held, asked, cancels);
                        let runner = Arc::clone(&self.runner);
                        let stopped = stopped.clone();
                        jobs.spawn(attendance.run(runner, claim.job, claim.checkpoint, stopped));
                        // There may be more, but not before a look at the request to stop.
                        wait = Duration::ZERO;
                    }
                    Ok(None) => {}
                    Err(error) => tracing::warn!(%error, "no job can be claimed"),
                }
            }
            let free = jobs.len() < self.settings.at_once;
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

    /// Returns when to look next: workers that began together do not ask together for ever.
    fn pause(&self, random: &mut Random) -> Duration {
        let tenths = u32::try_from(5 + random.below(11)).unwrap_or(10);
        self.settings.poll * tenths / 10
    }
}

/// Differs between workers; nothing else is asked of it.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ (u64::from(std::process::id()) << 32)
}
