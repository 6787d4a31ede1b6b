//! The options of the service other than limits.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use gordian_jobs::Program;

/// Options of the service other than limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServiceOptions {
    /// The job database: `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The folder of tables. Without it, tables stay in memory and cannot be built by jobs.
    pub cache: Option<PathBuf>,
    /// Square-1 tables that are opened at the start.
    pub tables: Vec<PathBuf>,
    /// Whether the tables that most requests about the Square-1 and the cube need are built at the
    /// start, unless they are in the folder. Otherwise, the first request that needs one waits.
    /// Default: true.
    pub build_tables_first: bool,
    /// The number of concurrent jobs of this process; 0 if other processes run the jobs.
    pub workers: usize,
    /// The number of threads for each job and for building tables.
    pub threads: NonZeroUsize,
    /// The program that runs one job by calling [`run_job`](crate::run_job). Default: the current
    /// executable with the argument [`JOB_RUNNER`](crate::JOB_RUNNER).
    pub job_program: Option<Program>,
    /// The program of the workers that compute requests by calling
    /// [`run_requests`](crate::run_requests). Default: the current executable with the argument
    /// [`REQUEST_RUNNER`](crate::REQUEST_RUNNER).
    pub request_program: Option<Program>,
}

impl ServiceOptions {
    /// Returns options with a database, one concurrent job with one thread, and no folder.
    #[must_use]
    pub fn new(database: impl Into<String>) -> Self {
        Self {
            database: database.into(),
            cache: None,
            tables: Vec::new(),
            build_tables_first: true,
            workers: 1,
            threads: NonZeroUsize::MIN,
            job_program: None,
            request_program: None,
        }
    }
}
