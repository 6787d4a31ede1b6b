//! How to go about work that takes a while.

use std::path::Path;
use std::thread;

use gordian_core::Cancel;

use crate::TableError;

/// Threads, cancellation and progress of reading or writing a whole file.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// How many threads hash and compare, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Looked at before every piece of 8 MiB.
    pub cancel: &'a Cancel,
    /// Told after every piece how many bytes of the payload are done, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> Work<'a> {
    /// Returns work that takes as many threads as the machine has and tells nobody.
    #[must_use]
    pub fn new(cancel: &'a Cancel) -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self { threads, cancel, progress: &|_, _| () }
    }

    /// Runs `job` about the file at `path` on its threads.
    pub(crate) fn run<T: Send>(
        &self,
        path: &Path,
        job: impl FnOnce() -> Result<T, TableError> + Send,
    ) -> Result<T, TableError> {
        // Never the library's default, which asks the environment.
        let threads = self.threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let path = path.to_owned();
        pool.map_err(|error| TableError::Threads { path, threads, error })?.install(job)
    }

    /// Returns an error about the file at `path` when it is time to stop.
    pub(crate) fn go_on(&self, path: &Path) -> Result<(), TableError> {
        match self.cancel.stopped() {
            None => Ok(()),
            Some(limit) => Err(TableError::Stopped { path: path.to_owned(), limit }),
        }
    }
}
