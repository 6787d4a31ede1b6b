//! Delivery of events to the followers of a job.
//!
//! The event table is an outbox whose readers keep their own cursor: a follower passes the number
//! of the last event it has seen (a browser sends it as `Last-Event-ID`) and gets the later ones in
//! order. Rows are never marked as sent. Therefore any number of relays can run, a follower can
//! reconnect on any machine, and it does not matter what it had received when its connection broke:
//! each event has one number.
//!
//! A relay only determines when to look again: immediately if this process has written an event,
//! and otherwise by polling the database for the last event numbers of all followed jobs, in one
//! query. Followers read at their own pace, one page at a time, so a slow follower does not delay
//! others or use memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustc_hash::FxHashSet;
use tokio::sync::watch;

use crate::notify::JobWatchers;
use crate::{Event, JobId, JobsError, Store};

/// The interval at which events of other processes are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// The number of events a follower reads at once.
const PAGE_SIZE: u32 = 64;
/// The maximum number of jobs in one query.
const JOBS_PER_QUERY: usize = 500;

/// Notifies followers of new events. One relay per process is enough; clones share it.
#[derive(Clone, Debug)]
pub struct EventRelay {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    watchers: Arc<JobWatchers>,
    poll_interval: Duration,
    /// Whether the polling task is running.
    polling: AtomicBool,
}

impl EventRelay {
    /// Creates a relay that polls for events of other processes every 200 ms.
    #[must_use]
    pub fn new(store: &Store) -> Self {
        Self::with_poll_interval(store, POLL_INTERVAL)
    }

    /// Like [`EventRelay::new`], with another poll interval.
    #[must_use]
    pub fn with_poll_interval(store: &Store, poll_interval: Duration) -> Self {
        let watchers = Arc::new(JobWatchers::default());
        store.notifier().add_watchers(&watchers);
        let polling = AtomicBool::new(false);
        Self { inner: Arc::new(Inner { store: store.clone(), watchers, poll_interval, polling }) }
    }

    /// Follows the job from the event after this number; 0 starts with the first event.
    #[must_use]
    pub fn follow(&self, job: JobId, after: i64) -> EventStream {
        let last_event_changed = self.inner.watchers.watch(job);
        EventStream {
            relay: self.clone(),
            job,
            after,
            page: VecDeque::new(),
            ended: false,
            last_event_changed,
        }
    }

    /// Starts the polling task if it is not running.
    fn ensure_polling(&self) {
        if !self.inner.polling.swap(true, Ordering::AcqRel) {
            tokio::spawn(poll(Arc::clone(&self.inner)));
        }
    }
}

/// The events of one job, for one follower.
#[derive(Debug)]
pub struct EventStream {
    relay: EventRelay,
    job: JobId,
    after: i64,
    page: VecDeque<Event>,
    ended: bool,
    last_event_changed: watch::Receiver<i64>,
}

impl EventStream {
    /// Waits for the next event; `None` after the last event of the job.
    ///
    /// The future is cancellation-safe. After an error, the next call tries again.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`] if the job does not exist or was purged in the meantime;
    /// [`JobsError::Unavailable`].
    pub async fn next(&mut self) -> Result<Option<Event>, JobsError> {
        loop {
            if let Some(event) = self.page.pop_front() {
                self.after = event.number;
                self.ended = event.kind.is_final();
                return Ok(Some(event));
            }
            if self.ended {
                return Ok(None);
            }
            // The flag is cleared before the table is read: an event written in between sets it
            // again.
            self.last_event_changed.borrow_and_update();
            let store = &self.relay.inner.store;
            let (state, last) = store
                .state_and_last_event(self.job)
                .await?
                .ok_or(JobsError::UnknownJob { job: self.job })?;
            if last > self.after {
                self.page = store.events(self.job, self.after, PAGE_SIZE).await?.into();
            } else if state.is_final() {
                self.ended = true;
            } else {
                self.relay.ensure_polling();
                // The sender lives as long as a receiver exists; if it is gone, reading the table
                // again is correct.
                let _ = self.last_event_changed.changed().await;
            }
        }
    }
}

/// Polls the database until no job is followed.
async fn poll(relay: Arc<Inner>) {
    loop {
        tokio::time::sleep(relay.poll_interval).await;
        let jobs = relay.watchers.watched_jobs();
        if jobs.is_empty() {
            relay.polling.store(false, Ordering::Release);
            // A follower may have been added since, and have seen this task still running.
            if relay.watchers.watched_jobs().is_empty()
                || relay.polling.swap(true, Ordering::AcqRel)
            {
                return;
            }
        }
        for jobs in jobs.chunks(JOBS_PER_QUERY) {
            match relay.store.last_events(jobs).await {
                Ok(events) => notify_watchers(&relay.watchers, jobs, &events),
                Err(error) => tracing::warn!(%error, "polling for events failed"),
            }
        }
    }
}

fn notify_watchers(watchers: &JobWatchers, jobs: &[JobId], events: &[(JobId, i64)]) {
    for &(job, number) in events {
        watchers.notify(job, number);
    }
    let known: FxHashSet<JobId> = events.iter().map(|event| event.0).collect();
    for &job in jobs.iter().filter(|&job| !known.contains(job)) {
        // The job was purged: the follower finds that out when it reads the table.
        watchers.notify(job, i64::MAX);
    }
}

impl Store {
    /// Returns the number of the last event of each of these jobs.
    async fn last_events(&self, jobs: &[JobId]) -> Result<Vec<(JobId, i64)>, JobsError> {
        // The text of an id needs no escaping.
        let names: Vec<String> = jobs.iter().map(|job| format!("'{job}'")).collect();
        let text = format!("SELECT name, events FROM job WHERE name IN ({})", names.join(", "));
        // Each text differs, so preparing it would fill the statement cache of the connection.
        let query = sqlx::query(&text).persistent(false);
        let rows = self.with_timeout(query.fetch_all(self.read_pool())).await?;
        rows.iter().map(|row| Ok((self.job_id(row, 0)?, self.number(row, 1)?))).collect()
    }
}
