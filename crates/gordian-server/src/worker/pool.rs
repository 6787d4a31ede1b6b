//! The worker processes of a service.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use gordian_jobs::{Death, Program};
use prometheus_client::metrics::counter::Counter;
use rustc_hash::FxHashMap;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::frame::{ReplyKind, Setup, TaskHeader};
use super::process::{Exchange, WorkerProcess};
use crate::Problem;
use crate::code;
use crate::config::ComputeLimits;
use crate::metrics::Metrics;

/// The number of idle workers that are started ahead.
const N_SPARE: usize = 2;
/// The private memory of all idle workers, above which they are replaced.
const MAX_IDLE_BYTES: u64 = 512 << 20;
/// The kinds of tasks that need tables, which take some tenths of a second to read.
const TABLE_FAMILIES: [&str; 2] = ["cube", "square1"];
/// How long such a task waits for the tables to be built: less than the time for a response.
const BUILDING_WAIT: Duration = Duration::from_secs(55);
/// How long such a task waits for a worker that has the tables, if there are as many of these as processors.
const TABLE_WAIT: Duration = Duration::from_millis(500);
/// The tasks whose answers depend on their text and on the tables alone, and take seconds: they are computed once.
const FIXED_TASKS: [&str; 1] = ["square1/report"];
/// The maximum number of kept answers.
const MAX_FIXED_ANSWERS: usize = 16;

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

/// The worker processes. Whoever runs a task bounds their number.
#[derive(Debug)]
pub(crate) struct WorkerPool {
    program: WorkerProgram,
    limits: ComputeLimits,
    idle: Mutex<Vec<IdleWorker>>,
    n_starting: AtomicUsize,
    /// The numbers of workers with the tables of each of [`TABLE_FAMILIES`], and that of processors.
    n_with_tables: [Arc<AtomicUsize>; TABLE_FAMILIES.len()],
    n_processors: usize,
    /// Whether tables are built; until then, tasks that need them wait.
    has_tables: watch::Sender<bool>,
    /// Told when a worker becomes idle.
    returned: Notify,
    /// Workers of an earlier generation are replaced.
    generation: AtomicU64,
    /// Answers to [`FIXED_TASKS`], with the generation of the tables.
    fixed: Mutex<FxHashMap<FixedKey, (u64, FixedAnswer)>>,
    /// Held while such an answer is computed.
    fixed_turn: tokio::sync::Mutex<()>,
    starts: Counter,
    deaths: Counter,
}

/// The name and the text of a task, and whether its answer may be compressed.
type FixedKey = (String, String, bool);

/// An answer that does not change: its bytes, and whether they are compressed.
type FixedAnswer = (Bytes, bool);

#[derive(Debug)]
struct IdleWorker {
    process: WorkerProcess,
    generation: u64,
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
            n_with_tables: Default::default(),
            n_processors: std::thread::available_parallelism().map_or(1, usize::from),
            has_tables: watch::Sender::new(true),
            returned: Notify::new(),
            generation: AtomicU64::new(0),
            fixed: Mutex::default(),
            fixed_turn: tokio::sync::Mutex::default(),
            starts,
            deaths,
        })
    }

    /// Runs a task and returns how it ended, and the processor time that it took. When `stop` is cancelled, the answer is no
    /// longer needed. `accepts` tells whether an answer of this many bytes may be read.
    pub(crate) async fn run(
        self: &Arc<Self>,
        task: Task,
        stop: &CancellationToken,
        accepts: impl Fn(u64) -> bool,
    ) -> (Ended, Duration) {
        let fixed_key = FIXED_TASKS
            .contains(&task.name.as_str())
            .then(|| (task.name.clone(), task.text.clone(), task.accept_gzip));
        // The first one computes it, others wait for it.
        let _in_turn = match &fixed_key {
            Some(_) => Some(self.fixed_turn.lock().await),
            None => None,
        };
        let fixed = fixed_key.as_ref().and_then(|key| self.fixed_answer(key));
        if let Some((bytes, is_compressed)) = fixed {
            return (Ended::Answer { bytes, is_compressed }, Duration::ZERO);
        }
        let family = family(&task.name);
        if TABLE_FAMILIES.contains(&family) {
            let mut has_tables = self.has_tables.subscribe();
            let ready = timeout(BUILDING_WAIT, has_tables.wait_for(|&ready| ready)).await;
            if ready.is_err() {
                let problem = Problem::from_code(code::SERVER_NOT_READY, "tables are being built");
                let problem = problem.with_retry_after(Duration::from_secs(2));
                return (Ended::Problem(problem), Duration::ZERO);
            }
        }
        let idle = self.take_idle(family).await;
        self.start_ahead();
        let worker = match idle {
            Some(idle) => Ok((idle.process, idle.generation)),
            None => self.start(Some(self.limits.worker_memory_bytes)).await,
        };
        let (mut process, generation) = match worker {
            Ok(worker) => worker,
            Err(error) => return (Ended::NotStarted(error), Duration::ZERO),
        };
        if !process.families.contains_key(family) {
            let position = TABLE_FAMILIES.iter().position(|&it| it == family);
            let count = position.map(|at| TableCount::new(&self.n_with_tables[at]));
            process.families.insert(family.to_owned(), count);
        }
        let (begin, cpu_before) = (Instant::now(), process.cpu_time());
        let exchange = self.exchange(&mut process, task, stop, accepts).await;
        let cost = match (cpu_before, process.cpu_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            // The process is gone, or the system does not tell.
            _ => begin.elapsed(),
        };
        let ended = self.finish(process, generation, exchange).await;
        if let (Some(key), Ended::Answer { bytes, is_compressed }) = (fixed_key, &ended) {
            let mut fixed = self.fixed.lock().unwrap_or_else(PoisonError::into_inner);
            if fixed.len() >= MAX_FIXED_ANSWERS {
                fixed.clear();
            }
            fixed.insert(key, (generation, (bytes.clone(), *is_compressed)));
        }
        (ended, cost)
    }

    fn fixed_answer(&self, key: &FixedKey) -> Option<FixedAnswer> {
        let fixed = self.fixed.lock().unwrap_or_else(PoisonError::into_inner);
        let (generation, answer) = fixed.get(key)?;
        (*generation == self.generation.load(Ordering::Relaxed)).then(|| answer.clone())
    }

    /// Takes an idle worker: the latest one that has had such tasks and so has their tables, or the one that has had the fewest
    /// kinds of tasks.
    async fn take_idle(&self, family: &str) -> Option<IdleWorker> {
        let count = TABLE_FAMILIES.iter().position(|&it| it == family);
        let count = count.map(|at| &self.n_with_tables[at]);
        let deadline = Instant::now() + TABLE_WAIT;
        loop {
            // Before the look, so that no return is missed.
            let returned = self.returned.notified();
            if let Some(worker) = self.take_with_tables(family) {
                return Some(worker);
            }
            let n_with_tables = count.map_or(0, |count| count.load(Ordering::Relaxed));
            if n_with_tables < self.n_processors || timeout_at(deadline, returned).await.is_err() {
                break;
            }
        }
        let mut idle = self.lock();
        idle.retain_mut(|it| it.process.is_running());
        let n_families = |at: &usize| idle[*at].process.families.len();
        let fewest = (0..idle.len()).rev().min_by_key(n_families);
        fewest.map(|at| idle.remove(at))
    }

    fn take_with_tables(&self, family: &str) -> Option<IdleWorker> {
        let mut idle = self.lock();
        // Some may have been killed, for example when the machine ran out of memory.
        idle.retain_mut(|it| it.process.is_running());
        let at = idle.iter().rposition(|it| it.process.families.contains_key(family));
        at.map(|at| idle.remove(at))
    }

    /// Sets whether the tables that tasks need are built. A worker has too little memory to build the larger ones.
    pub(crate) fn set_tables_ready(&self, are_ready: bool) {
        self.has_tables.send_replace(are_ready);
    }

    /// Runs a task in as many workers as there are processors, so that they have its tables.
    pub(crate) async fn prepare(self: &Arc<Self>, task: Task, stop: &CancellationToken) {
        let runs = (0..self.n_processors).map(|_| self.run(task.clone(), stop, |_| true));
        futures_util::future::join_all(runs).await;
    }

    /// Runs a task in a process of its own without a memory limit, such as building tables.
    pub(crate) async fn run_apart(self: &Arc<Self>, task: Task, stop: &CancellationToken) -> Ended {
        match self.start(None).await {
            Ok((mut process, _)) => match self.exchange(&mut process, task, stop, |_| true).await {
                Exchange::Reply(kind, bytes) => ended(kind, bytes),
                Exchange::Refused | Exchange::TimedOut => Ended::TimedOut,
                Exchange::Broken => Ended::Died(death(process.kill().await)),
            },
            Err(error) => Ended::NotStarted(error),
        }
    }

    /// Replaces all workers when they end their tasks, because the tables have changed.
    pub(crate) fn replace_all(self: &Arc<Self>) {
        self.generation.fetch_add(1, Ordering::Relaxed);
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
                    Ok((process, generation)) => this.keep(process, generation),
                    Err(error) => tracing::error!(error, "a worker could not be started"),
                }
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<IdleWorker>> {
        // The list is changed by single calls that do not panic halfway.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn start(&self, memory_bytes: Option<u64>) -> Result<(WorkerProcess, u64), String> {
        let generation = self.generation.load(Ordering::Relaxed);
        let setup = Setup {
            handler: self.program.handler.clone(),
            memory_bytes,
            stack_bytes: self.limits.stack_bytes,
            readable: self.program.readable.clone(),
            writable: self.program.writable.clone(),
        };
        self.starts.inc();
        let started = WorkerProcess::start(&self.program.program, &setup).await;
        started.map(|process| (process, generation)).map_err(|error| error.to_string())
    }

    async fn exchange(
        &self,
        process: &mut WorkerProcess,
        task: Task,
        stop: &CancellationToken,
        accepts: impl Fn(u64) -> bool,
    ) -> Exchange {
        let Task { name, text, time_limit, accept_gzip } = task;
        let max_answer_bytes = self.limits.max_answer_bytes;
        let header = TaskHeader { name, time_limit, max_answer_bytes, accept_gzip };
        process.exchange(header, text, stop, self.limits.kill_delay, accepts).await
    }

    /// Keeps or replaces a worker after its task.
    async fn finish(
        self: &Arc<Self>,
        process: WorkerProcess,
        generation: u64,
        exchange: Exchange,
    ) -> Ended {
        match exchange {
            Exchange::Reply(kind, bytes) => {
                if kind != (ReplyKind::Problem { is_last: true }) {
                    self.keep(process, generation);
                }
                ended(kind, bytes)
            }
            Exchange::Refused => {
                self.keep(process, generation);
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
    fn keep(self: &Arc<Self>, process: WorkerProcess, generation: u64) {
        let private_bytes = process.private_bytes().unwrap_or(0);
        let is_current = generation == self.generation.load(Ordering::Relaxed);
        let is_small = private_bytes <= self.limits.worker_memory_bytes / 2;
        if !is_current || !is_small || process.n_tasks >= self.limits.worker_tasks {
            drop(process);
            self.start_ahead();
            return;
        }
        let mut idle = self.lock();
        let idle_bytes: u64 = idle.iter().map(|it| it.private_bytes).sum();
        if idle.len() < self.limits.threads && idle_bytes + private_bytes <= MAX_IDLE_BYTES {
            idle.push(IdleWorker { process, generation, private_bytes });
            drop(idle);
            self.returned.notify_waiters();
        }
    }
}

/// Counts a worker among those with the tables of a family, until it is dropped.
#[derive(Debug)]
pub(super) struct TableCount(Arc<AtomicUsize>);

impl TableCount {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for TableCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns what tasks with common tables have in common: the first part of their names.
fn family(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
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
