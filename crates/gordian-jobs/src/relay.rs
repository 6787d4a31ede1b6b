//! Events on their way to those who follow a job.
//!
//! The table of events is an outbox whose readers keep their position themselves: a follower says after
//! which number it wants to go on (a browser sends it as `Last-Event-ID`) and gets what stands in the
//! table after it, in order. Nobody marks a row as sent. Therefore it does not matter how many relays
//! there are, on which machine a follower comes back, or what it had received when its connection
//! broke: every event is there once, under one number.
//!
//! A relay only knows when to look again: at once if this process has written an event, and otherwise
//! by asking the database for the last numbers of all jobs that somebody follows, in one question for
//! all of them. Followers read at their own pace, a page at a time; a slow one delays nobody and costs
//! no memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustc_hash::FxHashSet;
use tokio::sync::watch;

use crate::board::Watched;
use crate::{Event, JobId, JobsError, Store};

/// How soon events of other processes are seen.
const POLL: Duration = Duration::from_millis(200);
/// How many events a follower reads at once.
const PAGE: u32 = 64;
/// How many jobs one question is about.
const JOBS_PER_QUESTION: usize = 500;

/// Tells followers of jobs when there is something new. One per process is enough; clones are one.
#[derive(Clone, Debug)]
pub struct Relay {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    watched: Arc<Watched>,
    poll: Duration,
    /// Whether the task that asks the database is there.
    polling: AtomicBool,
}

impl Relay {
    /// Returns a relay that sees events of other processes within 200 ms.
    #[must_use]
    pub fn new(store: &Store) -> Self {
        Self::with_poll(store, POLL)
    }

    /// As [`Relay::new`], with another time.
    #[must_use]
    pub fn with_poll(store: &Store, poll: Duration) -> Self {
        let watched = Arc::new(Watched::default());
        store.board().add_reader(&watched);
        let polling = AtomicBool::new(false);
        Self { inner: Arc::new(Inner { store: store.clone(), watched, poll, polling }) }
    }

    /// Follows the job, from the event after this number on; 0 is before the first.
    #[must_use]
    pub fn follow(&self, job: JobId, after: i64) -> Following {
        let news = self.inner.watched.watch(job);
        Following { relay: self.clone(), job, after, page: VecDeque::new(), ended: false, news }
    }

    /// Sees to it that somebody asks the database as long as there are followers.
    fn keep_polling(&self) {
        if !self.inner.polling.swap(true, Ordering::AcqRel) {
            tokio::spawn(poll(Arc::clone(&self.inner)));
        }
    }
}

/// The events of one job for one follower.
#[derive(Debug)]
pub struct Following {
    relay: Relay,
    job: JobId,
    after: i64,
    page: VecDeque<Event>,
    ended: bool,
    news: watch::Receiver<i64>,
}

impl Following {
    /// Waits for the next event; `None` after the last one of the job.
    ///
    /// To drop the future before it is ready loses nothing. After an error the next call tries again.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`] if there is no such job, or if it was purged meanwhile;
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
            // First what is known, then the table: what is written between changes `news` again.
            self.news.borrow_and_update();
            let store = &self.relay.inner.store;
            let (state, last) =
                store.position(self.job).await?.ok_or(JobsError::UnknownJob { job: self.job })?;
            if last > self.after {
                self.page = store.events(self.job, self.after, PAGE).await?.into();
            } else if state.is_final() {
                self.ended = true;
            } else {
                self.relay.keep_polling();
                // The sender is kept as long as there is a receiver; without it, asking again is right.
                let _ = self.news.changed().await;
            }
        }
    }
}

/// Asks the database from time to time, until nobody follows a job.
async fn poll(relay: Arc<Inner>) {
    loop {
        tokio::time::sleep(relay.poll).await;
        let jobs = relay.watched.waited_for();
        if jobs.is_empty() {
            relay.polling.store(false, Ordering::Release);
            // Somebody may have come since, and seen that we are still here.
            if relay.watched.waited_for().is_empty() || relay.polling.swap(true, Ordering::AcqRel) {
                return;
            }
        }
        for jobs in jobs.chunks(JOBS_PER_QUESTION) {
            match relay.store.last_events(jobs).await {
                Ok(events) => tell(&relay.watched, jobs, &events),
                Err(error) => tracing::warn!(%error, "new events cannot be seen"),
            }
        }
    }
}

fn tell(watched: &Watched, jobs: &[JobId], events: &[(JobId, i64)]) {
    for &(job, number) in events {
        watched.tell(job, number);
    }
    let known: FxHashSet<JobId> = events.iter().map(|event| event.0).collect();
    for &job in jobs.iter().filter(|&job| !known.contains(job)) {
        // It was purged: whoever looks at it now learns that.
        watched.tell(job, i64::MAX);
    }
}

impl Store {
    /// Returns the number of the last event of each of these jobs.
    async fn last_events(&self, jobs: &[JobId]) -> Result<Vec<(JobId, i64)>, JobsError> {
        // The text of an id has no character that would have to be escaped.
        let names: Vec<String> = jobs.iter().map(|job| format!("'{job}'")).collect();
        let text = format!("SELECT name, events FROM job WHERE name IN ({})", names.join(", "));
        // Each question is another text: keeping it prepared would fill the connection's memory.
        let query = sqlx::query(&text).persistent(false);
        let rows = self.answer(query.fetch_all(self.readers())).await?;
        rows.iter().map(|row| Ok((self.name(row, 0)?, self.number(row, 1)?))).collect()
    }
}
