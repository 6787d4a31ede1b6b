//! Threads, cancellation and progress of long operations.

use std::path::Path;
use std::thread;

use gordian_core::Cancel;

use crate::TableError;

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

    /// Runs `job` on the threads; errors name the file `path`.
    pub(crate) fn run<T: Send>(
        &self,
        path: &Path,
        job: impl FnOnce() -> Result<T, TableError> + Send,
    ) -> Result<T, TableError> {
        // The default of the library would read the environment.
        let threads = self.threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let path = path.to_owned();
        pool.map_err(|error| TableError::Threads { path, threads, error })?.install(job)
    }

    /// Returns an error about the file `path` if the work is cancelled.
    pub(crate) fn check_stopped(&self, path: &Path) -> Result<(), TableError> {
        match self.cancel.stopped() {
            None => Ok(()),
            Some(limit) => Err(TableError::Stopped { path: path.to_owned(), limit }),
        }
    }
}
