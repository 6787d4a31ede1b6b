//! Computing answers without letting anybody take the machine.
//!
//! A question first needs a seat: there are as many as threads and waiting places, and a client may
//! have only some of them. On its seat it waits for a thread, not too long. While it is computed
//! its client may go away or its time may run out: then its [`Cancel`] is set, and seat and thread
//! are free when the search has noticed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gordian_core::Cancel;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::client::Client;
use super::pool::{Pool, caught};
use super::quota::{Payer, Tally};
use super::{Entered, Guards};
use crate::code;
use crate::config::WorkLimits;
use crate::{Problem, ServerError};

/// Where questions are computed.
#[derive(Debug)]
pub(crate) struct Workshop {
    limits: WorkLimits,
    pool: Pool,
    seats: Arc<Semaphore>,
    threads: Arc<Semaphore>,
    tally: Arc<Mutex<Tally>>,
}

/// Stops the work when the request that asked for it is dropped.
struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Workshop {
    pub(crate) fn new(limits: WorkLimits) -> Result<Self, ServerError> {
        let threads = limits.threads.max(1);
        let pool = Pool::new(threads, limits.stack).map_err(ServerError::Threads)?;
        Ok(Self {
            pool,
            seats: Arc::new(Semaphore::new(threads.saturating_add(limits.waiting))),
            threads: Arc::new(Semaphore::new(threads)),
            tally: Arc::default(),
            limits,
        })
    }
}

impl Guards {
    /// Runs `work` on a thread with a deep stack and returns what it returns.
    ///
    /// `cost` is how many tokens of the client's quota the question takes besides the one that each
    /// request takes. The time limit counts from when the computing begins and is at most
    /// [`WorkLimits::longest`], which also is the default; work that notices it through its
    /// [`Cancel`] ends with an ordinary answer. The flag is also set when the client goes away.
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
    ///     guards.work(&client, 0, None, |cancel| format!("{:?}", cancel.stopped())).await
    /// }
    /// ```
    pub async fn work<T: Send + 'static>(
        &self,
        client: &Client,
        cost: u32,
        time_limit: Option<Duration>,
        work: impl FnOnce(&Cancel) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let shop = self.workshop();
        let limits = &shop.limits;
        if self.stopping().is_cancelled() {
            return Err(Problem::of(code::STOPPING, "the service is stopping"));
        }
        if cost > 0 {
            self.charge(client, cost, Instant::now())?;
        }
        let payer = Payer::of(client.address());
        let entered = Entered::enter(&shop.tally, payer, limits.per_client).ok_or_else(|| {
            let detail = format!("{} questions of yours are being computed", limits.per_client);
            Problem::of(code::CONCURRENT, detail).with_retry_after(Duration::from_secs(1))
        })?;
        let busy = || {
            let detail = "too many questions are being computed";
            Problem::of(code::BUSY, detail).with_retry_after(limits.wait)
        };
        let seat = Arc::clone(&shop.seats).try_acquire_owned().map_err(|_| busy())?;
        let thread = timeout(limits.wait, Arc::clone(&shop.threads).acquire_owned()).await;
        let thread = thread.ok().and_then(Result::ok).ok_or_else(busy)?;

        let time_limit = time_limit.unwrap_or(limits.longest).min(limits.longest);
        let cancel = Cancel::new().with_time_limit(time_limit);
        let _stop = StopOnDrop(cancel.clone());
        let (done, answer) = oneshot::channel();
        let span = tracing::Span::current();
        shop.pool.run(move || {
            let result = span.in_scope(|| caught(|| work(&cancel)));
            // Room is made before the answer is sent, so that who gets it may ask again at once.
            drop((entered, seat, thread));
            // Nobody waits any more when the client has gone.
            let _ = done.send(result);
        });
        let result = answer.await.unwrap_or_else(|_| Err("the thread is gone".to_owned()));
        result.map_err(|panic| {
            Problem::of(code::PANIC, "the service has a bug that this question found")
                .with_logged(panic)
        })
    }
}

impl Entered {
    /// Counts one more for `payer`, for as long as the result lives.
    pub(crate) fn enter(tally: &Arc<Mutex<Tally>>, payer: Payer, limit: usize) -> Option<Self> {
        let mut counts = tally.lock().unwrap_or_else(PoisonError::into_inner);
        counts.enter(payer, limit).then(|| Self { tally: Arc::clone(tally), payer })
    }
}
