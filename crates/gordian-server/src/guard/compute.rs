//! Computations with a fair share of the machine for each client.
//!
//! A request waits until the [`Scheduler`] admits it to a thread. If its client disconnects or its
//! time limit is reached, its [`Cancel`] is set, and the thread is free as soon as the search
//! notices. The processor time is charged to the client.

use std::sync::Arc;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::sync::oneshot;

use super::Guards;
use super::client::Client;
use super::scheduler::{AdmissionError, Scheduler};
use super::thread_pool::{ThreadPool, catch_panic, thread_cpu_time};
use crate::code;
use crate::config::ComputeLimits;
use crate::{Problem, ServerError};

/// The computing threads and their scheduler.
#[derive(Debug)]
pub(crate) struct ComputePool {
    pool: ThreadPool,
    scheduler: Arc<Scheduler>,
}

/// Cancels the computation when its request is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl ComputePool {
    pub(crate) fn new(mut limits: ComputeLimits) -> Result<Self, ServerError> {
        limits.threads = limits.threads.max(1);
        let threads = limits.threads + limits.long_threads;
        let pool = ThreadPool::new(threads, limits.stack_bytes).map_err(ServerError::Threads)?;
        Ok(Self { pool, scheduler: Scheduler::new(limits) })
    }
}

impl Guards {
    /// Runs `work` on a thread with a deep stack and returns its result.
    ///
    /// The request first waits for its turn. The time limit starts with the computation; its
    /// maximum and default is [`ComputeLimits::max_time`]. Work that notices it through its
    /// [`Cancel`] returns an ordinary result. The flag is also set when the client disconnects.
    ///
    /// # Errors
    ///
    /// A problem if nothing was computed (429 `quota.…`, 503 `server.busy` or `server.stopping`),
    /// or 500 `internal.panic`, whose details are logged.
    ///
    /// # Example
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use axum::Extension;
    /// use gordian_server::guard::{Client, Guards};
    /// use gordian_server::Problem;
    ///
    /// async fn count(
    ///     Extension(guards): Extension<Arc<Guards>>,
    ///     Extension(client): Extension<Client>,
    /// ) -> Result<String, Problem> {
    ///     guards.compute(&client, None, |cancel| format!("{:?}", cancel.stopped())).await
    /// }
    /// ```
    pub async fn compute<T: Send + 'static>(
        &self,
        client: &Client,
        time_limit: Option<Duration>,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let limits = &self.config().compute;
        if self.stopping().is_cancelled() {
            return Err(Problem::from_code(code::SERVER_STOPPING, "the service is stopping"));
        }
        let permit = self.compute_pool().scheduler.admit(client.key()).await;
        let mut permit = permit.map_err(|reason| admission_problem(reason, limits))?;

        let time_limit = time_limit.unwrap_or(limits.max_time).min(limits.max_time);
        let cancel = Cancel::new().with_time_limit(time_limit);
        let _cancel_on_drop = CancelOnDrop(cancel.clone());
        let (sender, receiver) = oneshot::channel();
        let span = tracing::Span::current();
        self.compute_pool().pool.run(move || {
            let begin = thread_cpu_time();
            let result = span.in_scope(|| catch_panic(|| work(&cancel)));
            permit.charge(thread_cpu_time().saturating_sub(begin));
            // The thread is released before the result is sent, so that the client can send its
            // next request immediately.
            drop(permit);
            // The receiver is gone if the client has disconnected.
            let _ = sender.send(result);
        });
        let result = receiver.await.unwrap_or_else(|_| Err("the thread is gone".to_owned()));
        result.map_err(|panic| {
            Problem::from_code(code::INTERNAL_PANIC, "internal error: the computation panicked")
                .with_log_detail(panic)
        })
    }
}

/// Returns the problem for a request that was not admitted.
fn admission_problem(reason: AdmissionError, limits: &ComputeLimits) -> Problem {
    match reason {
        AdmissionError::ClientQueueFull => {
            let waiting = limits.max_waiting_per_client;
            let detail = format!("{waiting} of your requests are waiting to be computed");
            Problem::from_code(code::QUOTA_CONCURRENT, detail)
                .with_retry_after(Duration::from_secs(1))
        }
        AdmissionError::QueueFull => {
            Problem::from_code(code::SERVER_BUSY, "too many requests are waiting")
                .with_retry_after(Duration::from_secs(2))
        }
        AdmissionError::TimedOut => {
            let seconds = limits.max_wait.as_secs_f64();
            Problem::from_code(
                code::SERVER_BUSY,
                format!("the request was not started within {seconds} s"),
            )
            .with_retry_after(Duration::from_secs(2))
        }
    }
}
