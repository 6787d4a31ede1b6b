//! What a request may use: shared tables, limits and cancellation.

use std::num::NonZeroUsize;
use std::time::Duration;

use gordian_core::{Cancel, Progress};
use gordian_solve::Request;

use super::{ErrorDetail, JobFolder, Resources};

/// The context in which a request is handled.
#[derive(Clone, Copy)]
pub struct RequestContext<'a> {
    /// Tables that are shared between requests.
    pub resources: &'a Resources,
    /// Cancels the request.
    pub cancel: &'a Cancel,
    /// Receives progress events.
    pub progress: &'a dyn Progress,
    /// The longest time a request may take, whatever time limit it asks for; `None`: unlimited.
    pub max_time: Option<Duration>,
    /// How much memory the clauses of a model may take, in bytes; `None`: unlimited.
    pub max_memory: Option<u64>,
    /// How many threads may work on the request.
    pub threads: NonZeroUsize,
    /// The largest number of puzzles, positions or solutions in one response.
    pub max_items: usize,
    /// The largest number of characters of names in models and definitions, which answers repeat
    /// for each solution, state or move; `None`: unlimited. Names in puzzle files have at most 200
    /// in any case.
    pub max_name_chars: Option<usize>,
    /// The folder for files of the job; `None` if the request is not a job.
    pub job_folder: Option<&'a JobFolder>,
}

impl<'a> RequestContext<'a> {
    /// Returns a context with one thread, no time or memory limit, names of any length, and at most
    /// 10 000 items.
    #[must_use]
    pub fn new(resources: &'a Resources, cancel: &'a Cancel, progress: &'a dyn Progress) -> Self {
        Self {
            resources,
            cancel,
            progress,
            max_time: None,
            max_memory: None,
            threads: NonZeroUsize::MIN,
            max_items: 10_000,
            max_name_chars: None,
            job_folder: None,
        }
    }

    /// Returns the cancel token with the time limit of [`Self::time_limit`].
    pub(super) fn cancel_with_time_limit(
        &self,
        wanted: Option<f64>,
    ) -> Result<Cancel, ErrorDetail> {
        Ok(self.cancel.within(self.time_limit(wanted)?))
    }

    /// Returns the time limit that the request asks for, capped by the limit of the context.
    pub(super) fn time_limit(&self, wanted: Option<f64>) -> Result<Option<Duration>, ErrorDetail> {
        Ok(seconds(wanted)?.into_iter().chain(self.max_time).min())
    }

    /// Returns a request to the solvers with the limits of the context.
    pub(super) fn solver_request(&self, time_limit: Option<f64>) -> Result<Request, ErrorDetail> {
        let time_limit = self.time_limit(time_limit)?;
        let mut request = Request { threads: self.threads, time_limit, ..Request::default() };
        if let Some(bytes) = self.max_memory {
            request.limit_memory(bytes);
        }
        Ok(request)
    }

    /// Checks that a request has no more than `max_items` items.
    pub(super) fn check_max_items(&self, what: &str, n: usize) -> Result<(), ErrorDetail> {
        if n <= self.max_items {
            return Ok(());
        }
        let message =
            format!("{n} {what} are more than the limit of {} per request", self.max_items);
        Err(ErrorDetail::new("request.too-many", message).hint("split them into several requests"))
    }
}

/// The shortest time limit, in seconds, as the schemas say.
const MIN_TIME_LIMIT: f64 = 0.001;

/// Reads a time limit in seconds.
pub(super) fn seconds(wanted: Option<f64>) -> Result<Option<Duration>, ErrorDetail> {
    let Some(seconds) = wanted else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds >= MIN_TIME_LIMIT);
    let time = time.ok_or_else(|| {
        let message =
            format!("`time_limit` is {seconds}, not a number of seconds from {MIN_TIME_LIMIT}");
        ErrorDetail::new("request.out-of-range", message)
            .hint("leave it out for the default time limit")
    })?;
    Ok(Some(time))
}
