//! The notice board of one process: who waits for something reads there that it has happened, at once
//! and without asking the database.
//!
//! Nothing depends on a notice: what other processes do is found by asking, a little later.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustc_hash::FxHashMap;
use tokio::sync::watch;

use crate::JobId;

/// What is told to whoever waits in this process.
#[derive(Debug)]
pub(crate) struct Board {
    /// Changes when a job becomes queued.
    queued: watch::Sender<()>,
    /// Changes when the cancellation of a running job is asked for.
    cancels: watch::Sender<()>,
    readers: Mutex<Vec<Weak<Watched>>>,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            queued: watch::Sender::new(()),
            cancels: watch::Sender::new(()),
            readers: Mutex::default(),
        }
    }
}

impl Board {
    pub(crate) fn queued(&self) -> watch::Receiver<()> {
        self.queued.subscribe()
    }

    pub(crate) fn cancels(&self) -> watch::Receiver<()> {
        self.cancels.subscribe()
    }

    pub(crate) fn tell_queued(&self) {
        self.queued.send_replace(());
    }

    pub(crate) fn tell_cancel(&self) {
        self.cancels.send_replace(());
    }

    /// Tells that the job has an event of this number now.
    pub(crate) fn event(&self, job: JobId, number: i64) {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.retain(|reader| {
            let reader = reader.upgrade();
            if let Some(reader) = &reader {
                reader.tell(job, number);
            }
            reader.is_some()
        });
    }

    pub(crate) fn add_reader(&self, reader: &Arc<Watched>) {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.push(Arc::downgrade(reader));
    }
}

/// The jobs that somebody waits for, each with the number of its last known event.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    jobs: Mutex<FxHashMap<JobId, watch::Sender<i64>>>,
}

impl Watched {
    /// Returns what changes when the job has new events.
    pub(crate) fn watch(&self, job: JobId) -> watch::Receiver<i64> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.entry(job).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Tells those who wait for the job that it has an event of this number.
    pub(crate) fn tell(&self, job: JobId, number: i64) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = jobs.get(&job) {
            sender.send_if_modified(|known| {
                let news = number > *known;
                *known = number.max(*known);
                news
            });
        }
    }

    /// Returns the jobs that somebody still waits for, in order, and forgets the others.
    pub(crate) fn waited_for(&self) -> Vec<JobId> {
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
    fn who_is_gone_is_forgotten() {
        let board = Board::default();
        let watched = Arc::new(Watched::default());
        board.add_reader(&watched);
        let (first, second) = (JobId::random(), JobId::random());
        let mut followers = [watched.watch(first), watched.watch(first)].to_vec();
        drop(watched.watch(second));
        assert_eq!(watched.waited_for(), [first]);
        board.event(first, 3);
        board.event(second, 3);
        assert_eq!(*followers[0].borrow_and_update(), 3);
        board.event(first, 2);
        assert!(!followers[0].has_changed().expect("a sender"), "numbers only rise");
        followers.pop();
        assert_eq!(watched.waited_for(), [first]);
        followers.clear();
        assert_eq!(watched.waited_for(), []);

        drop(watched);
        board.event(first, 4);
        assert!(board.readers.lock().expect("a lock").is_empty());
    }
}
