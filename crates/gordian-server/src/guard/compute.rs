//! Computations with a fair share of the machine for each client.
//!
//! A request waits until the [`Scheduler`] admits it; then a [worker process](crate::worker)
//! computes its answer. If its client disconnects, the worker is asked to stop, and killed if it
//! does not. The processor time is charged to the client.

use std::time::Duration;

use bytes::Bytes;
use gordian_jobs::Death;
use tokio::sync::oneshot;
use tracing::Instrument as _;

use super::Guards;
use super::budget::Reservation;
use super::client::Client;
use super::scheduler::AdmissionError;
use crate::Problem;
use crate::code;
use crate::config::ComputeLimits;
use crate::worker::{Ended, Task};

/// When a client should ask again if no worker can be started: the operator has to act.
const NO_WORKER_RETRY_DELAY: Duration = Duration::from_secs(60);

/// Answers up to this size are always accepted: a client that reads slowly must not keep others of
/// its address from small ones.
const SMALL_ANSWER_BYTES: u64 = 64 << 10;

/// The answer of a computation.
#[derive(Debug)]
pub struct Answer {
    /// A JSON document, compressed by gzip or not.
    pub bytes: Bytes,
    /// Whether the bytes are compressed.
    pub is_compressed: bool,
    /// The memory of the bytes, which should live until they are sent.
    pub(crate) reservation: Reservation,
}

impl Guards {
    /// Computes the answer to `text` by the worker's handler, under this name, and returns it;
    /// compressed if `accept_gzip` is set and it is long enough.
    ///
    /// The request first waits for its turn. The time limit starts with the computation; its
    /// maximum and default is [`ComputeLimits::max_time`]. Work that notices it returns an ordinary
    /// answer; a worker that goes on for [`ComputeLimits::kill_delay`] is killed.
    ///
    /// # Errors
    ///
    /// The problem of the handler; a problem if nothing was computed (429 `quota.…`, 503
    /// `server.busy` or `server.stopping`), if the answer is too long (422
    /// `request.answer-too-large`), or if the worker died (422 `request.memory`, 503
    /// `request.deadline`, 500 `internal.…`, whose details are logged).
    pub async fn compute(
        &self,
        client: &Client,
        name: impl Into<String>,
        text: impl Into<String>,
        time_limit: Option<Duration>,
        accept_gzip: bool,
    ) -> Result<Answer, Problem> {
        let limits = &self.config().compute;
        if self.stopping().is_cancelled() {
            return Err(Problem::from_code(code::SERVER_STOPPING, "the service is stopping"));
        }
        let permit = self.scheduler().admit(client.key()).await;
        let mut permit = permit.map_err(|reason| admission_problem(reason, limits))?;

        let time_limit = time_limit.unwrap_or(limits.max_time).min(limits.max_time);
        let task = Task { name: name.into(), text: text.into(), time_limit, accept_gzip };
        let preempted = permit.stopped().clone();
        let stop = preempted.child_token();
        // Stops the worker when the client has disconnected, which drops this future.
        let _stop_on_drop = stop.clone().drop_guard();
        let reservation = self.answer_memory().reserve(client.key().address);
        let (sender, receiver) = oneshot::channel();
        let workers = std::sync::Arc::clone(self.workers());
        let exchange = async move {
            let accepts = |bytes| bytes <= SMALL_ANSWER_BYTES || reservation.grow(bytes);
            let (ended, cost) = workers.run(&task, &stop, accepts).await;
            permit.charge(cost);
            // The turn ends before the result is sent, so that the client can send its next request
            // immediately.
            drop(permit);
            // The receiver is gone if the client has disconnected.
            let _ = sender.send((ended, reservation));
        };
        tokio::spawn(exchange.in_current_span());
        let Ok((ended, reservation)) = receiver.await else {
            return Err(Problem::from_code(
                code::INTERNAL_ERROR,
                "internal error: the task is gone",
            ));
        };
        match ended {
            // What it has found so far is not what was asked for.
            _ if preempted.is_cancelled() => {
                let detail = "the computation was stopped because others wait";
                Err(Problem::from_code(code::SERVER_PREEMPTED, detail)
                    .with_retry_after(Duration::from_secs(5)))
            }
            Ended::Answer { bytes, is_compressed } => {
                Ok(Answer { bytes, is_compressed, reservation })
            }
            other => Err(problem_of(other, limits)),
        }
    }
}

/// Returns the problem of a task without an answer.
fn problem_of(ended: Ended, limits: &ComputeLimits) -> Problem {
    let mebibytes = limits.worker_memory_bytes >> 20;
    match ended {
        Ended::Problem(problem) => problem,
        Ended::Refused | Ended::Answer { .. } => {
            Problem::from_code(code::SERVER_BUSY, "too many large answers are being sent")
                .with_retry_after(Duration::from_secs(1))
        }
        Ended::TimedOut => {
            let detail = format!(
                "the computation did not end {} s after its time limit and was ended",
                limits.kill_delay.as_secs_f64()
            );
            Problem::from_code(code::REQUEST_DEADLINE, detail)
        }
        Ended::Died(Death::OutOfMemory) => {
            let detail = format!("the computation needs more than {mebibytes} MiB of memory");
            Problem::from_code(code::REQUEST_MEMORY, detail)
        }
        Ended::Died(Death::StackOverflow(how)) => {
            Problem::from_code(code::REQUEST_MEMORY, "the computation is nested too deeply")
                .with_log_detail(how)
        }
        Ended::Died(Death::Killed(how) | Death::Crashed(how)) => {
            Problem::from_code(code::INTERNAL_CRASH, "internal error: the worker process died")
                .with_log_detail(how)
        }
        Ended::NotStarted(error) => {
            let detail = "the service cannot start processes that compute; its log has the reason";
            Problem::from_code(code::SERVER_NO_WORKER, detail)
                .with_retry_after(NO_WORKER_RETRY_DELAY)
                .with_log_detail(error)
        }
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
