//! Computing answers without letting one client take the machine.
//!
//! A request waits until the [`Scheduler`] gives it a thread. While it is computed, its client may go
//! away or its time limit may be reached: then its [`Cancel`] is set, and the thread is free as soon
//! as the search has noticed. The processor time it took is charged to its client.

use std::sync::Arc;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::sync::oneshot;

use super::Guards;
use super::client::Client;
use super::pool::{Pool, caught, thread_time};
use super::schedule::{NotAdmitted, Scheduler};
use crate::code;
use crate::config::WorkLimits;
use crate::{Problem, ServerError};

/// The threads on which requests are computed, and the order in which they get them.
#[derive(Debug)]
pub(crate) struct Work {
    pool: Pool,
    scheduler: Arc<Scheduler>,
}

/// Stops the work when the request that asked for it is dropped.
struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Work {
    pub(crate) fn new(mut limits: WorkLimits) -> Result<Self, ServerError> {
        limits.threads = limits.threads.max(1);
        let pool = Pool::new(limits.threads, limits.stack).map_err(ServerError::Threads)?;
        Ok(Self { pool, scheduler: Scheduler::new(limits) })
    }
}

impl Guards {
    /// Runs `work` on a thread with a deep stack and returns what it returns.
    ///
    /// The request waits for its turn among those of other clients. The time limit counts from when
    /// the computing begins and is at most [`WorkLimits::longest`], which also is the default; work
    /// that notices it through its [`Cancel`] ends with an ordinary answer. The flag is also set when
    /// the client goes away.
    ///
    /// # Errors
    ///
    /// A problem that says why nothing was computed (429 `quota.…`, 503 `server.busy` or
    /// `server.stopping`), or 500 `internal.panic`, whose details go to the log.
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
    ///     guards.work(&client, None, |cancel| format!("{:?}", cancel.stopped())).await
    /// }
    /// ```
    pub async fn work<T: Send + 'static>(
        &self,
        client: &Client,
        time_limit: Option<Duration>,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let limits = &self.config().work;
        if self.stopping().is_cancelled() {
            return Err(Problem::of(code::STOPPING, "the service is stopping"));
        }
        let permit = self.workplace().scheduler.admit(client.key()).await;
        let mut permit = permit.map_err(|reason| not_admitted(reason, limits))?;

        let time_limit = time_limit.unwrap_or(limits.longest).min(limits.longest);
        let cancel = Cancel::new().with_time_limit(time_limit);
        let _stop = StopOnDrop(cancel.clone());
        let (done, answer) = oneshot::channel();
        let span = tracing::Span::current();
        self.workplace().pool.run(move || {
            let begin = thread_time();
            let result = span.in_scope(|| caught(|| work(&cancel)));
            permit.charge(thread_time().saturating_sub(begin));
            // The thread is given back before the answer is sent, so that its receiver may ask again
            // at once.
            drop(permit);
            // There is no receiver when the client has gone.
            let _ = done.send(result);
        });
        let result = answer.await.unwrap_or_else(|_| Err("the thread is gone".to_owned()));
        result.map_err(|panic| {
            Problem::of(code::PANIC, "the service has a bug that this question found")
                .with_logged(panic)
        })
    }
}

/// Returns the refusal of a request that got no thread.
fn not_admitted(reason: NotAdmitted, limits: &WorkLimits) -> Problem {
    match reason {
        NotAdmitted::ClientQueueFull => {
            let waiting = limits.client_waiting;
            let detail = format!("{waiting} of your requests are waiting to be computed");
            Problem::of(code::CONCURRENT, detail).with_retry_after(Duration::from_secs(1))
        }
        NotAdmitted::QueueFull => Problem::of(code::BUSY, "too many requests are waiting")
            .with_retry_after(Duration::from_secs(2)),
        NotAdmitted::TimedOut => {
            let seconds = limits.wait.as_secs_f64();
            Problem::of(code::BUSY, format!("the request was not begun within {seconds} s"))
                .with_retry_after(Duration::from_secs(2))
        }
    }
}
