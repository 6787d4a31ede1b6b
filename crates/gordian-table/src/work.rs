//! Threads, cancellation and progress of long operations.

use std::path::Path;
use std::thread;

use gordian_core::{Cancel, threads};
use rayon::ThreadPoolBuildError;

use crate::TableError;
use crate::layout::CHUNK_LEN;

/// A pool of a given number of threads for parallel iterators; the calling thread where no threads
/// can be started.
#[derive(Debug)]
pub struct ThreadPool(Option<rayon::ThreadPool>);

impl ThreadPool {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses them.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        if !threads::CAN_SPAWN {
            return Ok(Self(None));
        }
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().map(|pool| Self(Some(pool)))
    }

    /// Returns the number of threads, at least 1.
    #[must_use]
    pub fn n_threads(&self) -> usize {
        self.0.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// Runs `job` on the threads and waits for it. Its parallel iterators use all of them.
    pub fn install<T: Send>(&self, job: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(job),
            // Outside of a pool, the library finds that there are no threads, and uses this one.
            None => job(),
        }
    }
}

/// Threads, cancellation and progress of reading or writing a whole file.
#[derive(Clone, Copy)]
pub struct WorkContext<'a> {
    /// The number of threads that hash and verify, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Checked before every chunk of 8 MiB.
    pub cancel: &'a Cancel,
    /// Called after every chunk with the number of processed bytes of the payload and its length.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl<'a> WorkContext<'a> {
    /// Returns a context with all threads of the machine and without progress reports.
    #[must_use]
    pub fn new(cancel: &'a Cancel) -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self { threads, cancel, progress: &|_, _| () }
    }

    /// Runs `job` on the threads; errors name the file `path`. Work on few bytes is done by the
    /// calling thread: starting threads takes longer. The argument of `job` tells whether there are
    /// threads.
    pub(crate) fn run<T: Send>(
        &self,
        path: &Path,
        n_bytes: u64,
        job: impl FnOnce(bool) -> Result<T, TableError> + Send,
    ) -> Result<T, TableError> {
        let threads = self.threads.max(1);
        if threads == 1 || n_bytes <= CHUNK_LEN as u64 {
            return job(false);
        }
        // The default pool of the library would read the environment.
        let pool = ThreadPool::new(threads);
        let path = path.to_owned();
        let pool = pool.map_err(|error| TableError::Threads { path, threads, error })?;
        pool.install(|| job(true))
    }

    /// Returns an error about the file `path` if the work is cancelled.
    pub(crate) fn check_stopped(&self, path: &Path) -> Result<(), TableError> {
        match self.cancel.stopped() {
            None => Ok(()),
            Some(limit) => Err(TableError::Stopped { path: path.to_owned(), limit }),
        }
    }
}
