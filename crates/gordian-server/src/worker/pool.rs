//! The worker processes of a service.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use gordian_jobs::{Death, Program};
use prometheus_client::metrics::counter::Counter;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::frame::{ReplyKind, Setup, TaskHeader};
use super::process::{Exchange, WorkerProcess};
use super::tables::TableBuilds;
use crate::Problem;
use crate::code;
use crate::config::ComputeLimits;
use crate::metrics::Metrics;

/// The number of idle workers that are started ahead.
const N_SPARE: usize = 2;
/// The private memory of all idle workers, above which they are replaced.
const MAX_IDLE_BYTES: u64 = 512 << 20;
/// How long a task waits for a table that is being built: less than the time for a response.
const BUILDING_WAIT: Duration = Duration::from_secs(55);
/// The maximum number of tables that a task waits for; each task needs few.
const MAX_MISSING_TABLES: usize = 4;

/// The program of a worker, which calls [`serve_tasks`](super::serve_tasks), and what it may use.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The program.
    pub program: Program,
    /// The setup of its handler.
    pub handler: String,
    /// Files and folders that it may read, besides those of the system.
    pub readable: Vec<PathBuf>,
    /// Folders in which it may write.
    pub writable: Vec<PathBuf>,
}

/// A computation.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The name, for the handler.
    pub(crate) name: String,
    /// The input.
    pub(crate) text: String,
    pub(crate) time_limit: Duration,
    /// Whether the answer may be compressed.
    pub(crate) accept_gzip: bool,
}

/// How a task ended.
#[derive(Debug)]
pub(crate) enum Ended {
    Answer {
        bytes: Bytes,
        is_compressed: bool,
    },
    Problem(Problem),
    /// There is no memory for the answer.
    Refused,
    /// The worker was killed at the deadline.
    TimedOut,
    /// The worker died.
    Died(Death),
    /// No worker could be started.
    NotStarted(String),
}

impl Ended {
    /// Returns the name of the table that the task needs and that is not built.
    fn missing_table(&self) -> Option<&str> {
        match self {
            Self::Problem(problem) if problem.code() == code::TABLE_MISSING.name => {
                problem.log_detail()
            }
            _ => None,
        }
    }
}

/// The worker processes. Whoever runs a task bounds their number.
#[derive(Debug)]
pub(crate) struct WorkerPool {
    program: WorkerProgram,
    limits: ComputeLimits,
    idle: Mutex<Vec<IdleWorker>>,
    n_starting: AtomicUsize,
    /// Why the last worker could not be started; `None` if it was.
    start_error: Mutex<Option<String>>,
    pub(super) builds: TableBuilds,
    starts: Counter,
    deaths: Counter,
}

#[derive(Debug)]
struct IdleWorker {
    process: WorkerProcess,
    private_bytes: u64,
}

impl WorkerPool {
    pub(crate) fn new(
        program: WorkerProgram,
        limits: ComputeLimits,
        metrics: &Metrics,
    ) -> Arc<Self> {
        let (starts, deaths): (Counter, Counter) = Default::default();
        metrics.register("worker_starts", "Started worker processes", starts.clone());
        metrics.register("worker_deaths", "Workers that died or were killed", deaths.clone());
        Arc::new(Self {
            program,
            limits,
            idle: Mutex::default(),
            n_starting: AtomicUsize::new(0),
            start_error: Mutex::default(),
            builds: TableBuilds::default(),
            starts,
            deaths,
        })
    }

    /// Runs a task and returns how it ended, and the processor time that it took. When `stop` is
    /// cancelled, the answer is no longer needed. `accepts` tells whether an answer of this many
    /// bytes may be read.
    ///
    /// If a table is missing, it is built, and the task runs again.
    pub(crate) async fn run(
        self: &Arc<Self>,
        task: &Task,
        stop: &CancellationToken,
        accepts: impl Fn(u64) -> bool,
    ) -> (Ended, Duration) {
        let mut cost = Duration::ZERO;
        let mut built: Option<String> = None;
        for _ in 0..MAX_MISSING_TABLES {
            let began = Instant::now();
            // After a build, an idle worker may have been busy until now, and know the tables of
            // before.
            let (ended, spent) = self.run_once(task, built.is_some(), stop, &accepts).await;
            cost += spent;
            let Some(table) = ended.missing_table().map(str::to_owned) else {
                return (ended, cost);
            };
            if built.as_ref() == Some(&table) {
                // It could not be kept; the log says why.
                self.builds.set_ended(&table, true);
                return (ended, cost);
            }
            let this = Arc::clone(self);
            let name = table.clone();
            // The build goes on when the client is gone: it serves all later requests.
            let build = tokio::spawn(async move { this.build_table(&name, began).await });
            let waited = tokio::select! {
                waited = timeout(BUILDING_WAIT, build) => waited,
                () = stop.cancelled() => return (ended, cost),
            };
            if !matches!(waited, Ok(Ok(true))) {
                return (ended, cost);
            }
            built = Some(table);
        }
        let problem = Problem::from_code(code::TABLE_MISSING, "several tables are not built yet");
        (Ended::Problem(problem), cost)
    }

    /// Runs a task once, in a new worker if `needs_new` is set.
    async fn run_once(
        self: &Arc<Self>,
        task: &Task,
        needs_new: bool,
        stop: &CancellationToken,
        accepts: impl Fn(u64) -> bool,
    ) -> (Ended, Duration) {
        let idle = if needs_new { None } else { self.take_idle() };
        self.start_ahead();
        let worker = match idle {
            Some(process) => Ok(process),
            None => self.start(Some(self.limits.worker_memory_bytes)).await,
        };
        let mut process = match worker {
            Ok(process) => process,
            Err(error) => return (Ended::NotStarted(error), Duration::ZERO),
        };
        let (begin, cpu_before) = (Instant::now(), process.cpu_time());
        let exchange = self.exchange(&mut process, task, stop, accepts).await;
        let cost = match (cpu_before, process.cpu_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            // The process is gone, or the system does not tell.
            _ => begin.elapsed(),
        };
        (self.finish(process, exchange).await, cost)
    }

    /// Takes the idle worker that ended its task last: its memory is the most likely to be in the
    /// caches.
    fn take_idle(&self) -> Option<WorkerProcess> {
        let mut idle = self.lock();
        loop {
            let mut worker = idle.pop()?;
            // It may have been killed, for example when the machine ran out of memory.
            if worker.process.is_running() {
                return Some(worker.process);
            }
        }
    }

    /// Runs a task in a process of its own without a memory limit, such as building tables.
    pub(crate) async fn run_apart(
        self: &Arc<Self>,
        task: &Task,
        stop: &CancellationToken,
    ) -> Ended {
        match self.start(None).await {
            Ok(mut process) => match self.exchange(&mut process, task, stop, |_| true).await {
                Exchange::Reply(kind, bytes) => ended(kind, bytes),
                Exchange::Refused | Exchange::TimedOut => Ended::TimedOut,
                Exchange::Broken => Ended::Died(death(process.kill().await)),
            },
            Err(error) => Ended::NotStarted(error),
        }
    }

    /// Replaces the idle workers by new ones.
    pub(super) fn replace_idle(self: &Arc<Self>) {
        self.lock().clear();
        self.start_ahead();
    }

    /// Starts workers until some are spare.
    pub(crate) fn start_ahead(self: &Arc<Self>) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let n_idle = self.lock().len();
        while n_idle + self.n_starting.load(Ordering::Relaxed) < N_SPARE {
            self.n_starting.fetch_add(1, Ordering::Relaxed);
            let this = Arc::clone(self);
            runtime.spawn(async move {
                let started = this.start(Some(this.limits.worker_memory_bytes)).await;
                this.n_starting.fetch_sub(1, Ordering::Relaxed);
                match started {
                    Ok(process) => this.keep(process),
                    Err(error) => tracing::error!(error, "a worker could not be started"),
                }
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<IdleWorker>> {
        // The list is changed by single calls that do not panic halfway.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn start(&self, memory_bytes: Option<u64>) -> Result<WorkerProcess, String> {
        let setup = Setup {
            handler: self.program.handler.clone(),
            memory_bytes,
            stack_bytes: self.limits.stack_bytes,
            readable: self.program.readable.clone(),
            writable: self.program.writable.clone(),
        };
        self.starts.inc();
        let started = WorkerProcess::start(&self.program.program, &setup).await;
        let started = started.map_err(|error| error.to_string());
        let error = started.as_ref().err().cloned();
        *self.start_error.lock().unwrap_or_else(PoisonError::into_inner) = error;
        started
    }

    /// Starts a worker, which the next task gets.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be started.
    pub(crate) async fn check_start(self: &Arc<Self>) -> Result<(), String> {
        let process = self.start(Some(self.limits.worker_memory_bytes)).await?;
        self.keep(process);
        Ok(())
    }

    /// Returns whether workers can be started, as far as is known, or why not; then another one is
    /// tried.
    pub(crate) fn readiness(self: &Arc<Self>) -> Result<(), String> {
        let has_error = self.start_error.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if !has_error {
            return Ok(());
        }
        self.start_ahead();
        // The log has the reason, which may name paths.
        Err("cannot be started".to_owned())
    }

    async fn exchange(
        &self,
        process: &mut WorkerProcess,
        task: &Task,
        stop: &CancellationToken,
        accepts: impl Fn(u64) -> bool,
    ) -> Exchange {
        let &Task { ref name, ref text, time_limit, accept_gzip } = task;
        let (name, max_answer_bytes) = (name.clone(), self.limits.max_answer_bytes);
        let header = TaskHeader { name, time_limit, max_answer_bytes, accept_gzip };
        process.exchange(header, text, stop, self.limits.kill_delay, accepts).await
    }

    /// Keeps or replaces a worker after its task.
    async fn finish(self: &Arc<Self>, process: WorkerProcess, exchange: Exchange) -> Ended {
        match exchange {
            Exchange::Reply(kind, bytes) => {
                if kind != (ReplyKind::Problem { is_last: true }) {
                    self.keep(process);
                }
                ended(kind, bytes)
            }
            Exchange::Refused => {
                self.keep(process);
                Ended::Refused
            }
            Exchange::TimedOut => {
                self.deaths.inc();
                let (_, log) = process.kill().await;
                tracing::warn!(log, "worker killed at its deadline");
                Ended::TimedOut
            }
            Exchange::Broken => {
                self.deaths.inc();
                let (status, log) = process.end().await;
                let status_text = status.map(|it| it.to_string());
                tracing::warn!(log, status = status_text, "worker died");
                Ended::Died(death((status, log)))
            }
        }
    }

    /// Keeps a worker for other tasks, unless it is old or large.
    fn keep(self: &Arc<Self>, process: WorkerProcess) {
        let private_bytes = process.private_bytes().unwrap_or(0);
        let is_small = private_bytes <= self.limits.worker_memory_bytes / 2;
        if !is_small || process.n_tasks >= self.limits.worker_tasks {
            drop(process);
            self.start_ahead();
            return;
        }
        let mut idle = self.lock();
        let idle_bytes: u64 = idle.iter().map(|it| it.private_bytes).sum();
        if idle.len() < self.limits.threads && idle_bytes + private_bytes <= MAX_IDLE_BYTES {
            // A new worker has to open tables; `take_idle` takes the last one.
            let at = if process.n_tasks == 0 { 0 } else { idle.len() };
            idle.insert(at, IdleWorker { process, private_bytes });
        }
    }
}

fn ended(kind: ReplyKind, bytes: Vec<u8>) -> Ended {
    match kind {
        ReplyKind::Answer { is_compressed } => Ended::Answer { bytes: bytes.into(), is_compressed },
        ReplyKind::Problem { .. } => match Problem::from_bytes(&bytes) {
            Some(problem) => Ended::Problem(problem),
            None => Ended::Died(Death::Crashed("sent an invalid problem".to_owned())),
        },
    }
}

fn death((status, log): (Option<ExitStatus>, String)) -> Death {
    match status {
        Some(status) => Death::of(status, &log),
        None => Death::Crashed("did not end".to_owned()),
    }
}
