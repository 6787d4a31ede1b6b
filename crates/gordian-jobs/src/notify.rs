//! Notifications within one process, which save waiting tasks a poll of the database.
//!
//! Correctness does not depend on them: changes by other processes are found by polling.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustc_hash::FxHashMap;
use tokio::sync::watch;

use crate::JobId;

/// The notification channels of a process.
#[derive(Debug)]
pub(crate) struct Notifier {
    /// Changes when a job becomes queued.
    queued: watch::Sender<()>,
    /// Changes when the cancellation of a running job is requested.
    cancel_requests: watch::Sender<()>,
    watchers: Mutex<Vec<Weak<JobWatchers>>>,
}

impl Default for Notifier {
    fn default() -> Self {
        Self {
            queued: watch::Sender::new(()),
            cancel_requests: watch::Sender::new(()),
            watchers: Mutex::default(),
        }
    }
}

impl Notifier {
    pub(crate) fn subscribe_queued(&self) -> watch::Receiver<()> {
        self.queued.subscribe()
    }

    pub(crate) fn subscribe_cancel_requests(&self) -> watch::Receiver<()> {
        self.cancel_requests.subscribe()
    }

    pub(crate) fn notify_queued(&self) {
        self.queued.send_replace(());
    }

    pub(crate) fn notify_cancel_requested(&self) {
        self.cancel_requests.send_replace(());
    }

    /// Notifies watchers that the job has an event with this number.
    pub(crate) fn notify_event(&self, job: JobId, number: i64) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        watchers.retain(|entry| {
            let entry = entry.upgrade();
            if let Some(entry) = &entry {
                entry.notify(job, number);
            }
            entry.is_some()
        });
    }

    pub(crate) fn add_watchers(&self, entry: &Arc<JobWatchers>) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        watchers.push(Arc::downgrade(entry));
    }
}

/// The watched jobs, each with the number of its last known event.
#[derive(Debug, Default)]
pub(crate) struct JobWatchers {
    jobs: Mutex<FxHashMap<JobId, watch::Sender<i64>>>,
}

impl JobWatchers {
    /// Returns a receiver that changes when the job has new events.
    pub(crate) fn watch(&self, job: JobId) -> watch::Receiver<i64> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.entry(job).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Notifies the watchers of the job that it has an event with this number.
    pub(crate) fn notify(&self, job: JobId, number: i64) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = jobs.get(&job) {
            sender.send_if_modified(|known| {
                let is_newer = number > *known;
                *known = number.max(*known);
                is_newer
            });
        }
    }

    /// Returns the jobs that are still watched, in order, and forgets the others.
    pub(crate) fn watched_jobs(&self) -> Vec<JobId> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|_, sender| sender.receiver_count() > 0);
        let mut waited: Vec<JobId> = jobs.keys().copied().collect();
        waited.sort_unstable();
        waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unwatched_jobs_are_forgotten() {
        let notifier = Notifier::default();
        let watchers = Arc::new(JobWatchers::default());
        notifier.add_watchers(&watchers);
        let (first, second) = (JobId::random(), JobId::random());
        let mut followers = [watchers.watch(first), watchers.watch(first)].to_vec();
        drop(watchers.watch(second));
        assert_eq!(watchers.watched_jobs(), [first]);
        notifier.notify_event(first, 3);
        notifier.notify_event(second, 3);
        assert_eq!(*followers[0].borrow_and_update(), 3);
        notifier.notify_event(first, 2);
        assert!(!followers[0].has_changed().expect("a sender"), "numbers only increase");
        followers.pop();
        assert_eq!(watchers.watched_jobs(), [first]);
        followers.clear();
        assert_eq!(watchers.watched_jobs(), []);

        drop(watchers);
        notifier.notify_event(first, 4);
        assert!(notifier.watchers.lock().expect("a lock").is_empty());
    }
}
