//! The whole service: questions, jobs, the page, put together and run.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use gordian_core::{Cancel, NoProgress};
use gordian_jobs::{Program, Relay, Settings, Store, Worker};
use gordian_solve::requests::{Resources, ResourcesConfig};
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::JobLimits;
use crate::guard::CookieKey;
use crate::workers::{JobProcesses, folder, machine, remove_files};
use crate::{Config, Guards, ServerError, api, guarded, page, serve};

/// How often figures of jobs are taken and old jobs are looked for.
const HOUSEKEEPING: Duration = Duration::from_secs(5);
/// How often old jobs are removed.
const PURGE: Duration = Duration::from_secs(600);

/// What the service is made of, beside its limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The database of jobs: `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The folder of tables. Without one they stay in memory, and tables are not built as jobs.
    pub cache: Option<PathBuf>,
    /// Tables of the Square-1 that are opened at the start.
    pub tables: Vec<PathBuf>,
    /// Jobs that this process does at once; 0: it only submits them, others do them.
    pub workers: usize,
    /// Threads for each job and for building tables.
    pub threads: NonZeroUsize,
    /// What does one job, by calling [`run_job`](crate::run_job); if nobody says, this program with the
    /// argument [`JOB_RUNNER`](crate::JOB_RUNNER).
    pub job_program: Option<Program>,
}

impl Options {
    /// Returns options with a database, one worker with one thread, and no folder.
    #[must_use]
    pub fn new(database: impl Into<String>) -> Self {
        Self {
            database: database.into(),
            cache: None,
            tables: Vec::new(),
            workers: 1,
            threads: NonZeroUsize::MIN,
            job_program: None,
        }
    }
}

/// What handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) resources: Arc<Resources>,
    pub(crate) store: Store,
    pub(crate) relay: Relay,
}

/// The service before it listens.
pub struct Service {
    shared: Arc<Shared>,
    guards: Arc<Guards>,
    options: Options,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Service {
    /// Opens the database and the tables, and starts the computing threads.
    ///
    /// # Errors
    ///
    /// What is wrong with the database or a table, or threads that cannot be had.
    pub async fn open(mut config: Config, options: Options) -> Result<Self, ServerError> {
        let resources = resources(&options)?;
        let store = Store::open(&options.database).await?;
        config.cookie_key = cookie_key(&store).await?;
        let relay = Relay::new(&store);
        let guards = Guards::new(config)?;
        Ok(Self { shared: Arc::new(Shared { resources, store, relay }), guards, options })
    }

    /// Returns everything that answers, behind the guards.
    pub fn router(&self) -> Router {
        guarded(api::routes(self).merge(page::routes()), Arc::clone(&self.guards))
    }

    /// Returns what the guards share.
    #[must_use]
    pub fn guards(&self) -> &Arc<Guards> {
        &self.guards
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Returns the database of jobs, without a password.
    #[must_use]
    pub fn database(&self) -> &str {
        self.shared.store.database()
    }

    /// Answers until `shutdown` is cancelled, and does jobs meanwhile. Requests that are being answered
    /// then go on for a while; jobs are handed back.
    ///
    /// # Errors
    ///
    /// What the jobs' settings or the listener say.
    pub async fn run(
        self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> Result<(), ServerError> {
        let worker = self.start_workers(&shutdown)?;
        let keeping = tokio::spawn(housekeeping(
            Arc::clone(&self.shared),
            Arc::clone(&self.guards),
            folder(&self.options),
            shutdown.clone(),
        ));
        let (resources, stop) = (Arc::clone(&self.shared.resources), Cancel::new());
        let warming = warm_up(resources, stop.clone());
        let store = self.shared.store.clone();
        let served = serve(listener, self.router(), Arc::clone(&self.guards), shutdown).await;
        stop.cancel();
        for task in worker.into_iter().chain([keeping, warming]) {
            // A task that panicked has been logged.
            let _ = task.await;
        }
        store.close().await;
        served
    }

    fn start_workers(
        &self,
        shutdown: &CancellationToken,
    ) -> Result<Option<JoinHandle<()>>, ServerError> {
        if self.options.workers == 0 {
            return Ok(None);
        }
        let worker = worker(&self.shared, &self.options, &self.guards.config().jobs)?;
        let stopped = shutdown.clone().cancelled_owned();
        Ok(Some(tokio::spawn(worker.run(stopped))))
    }
}

/// Returns the key that all servers of the database share, so that clients stay who they are.
async fn cookie_key(store: &Store) -> Result<CookieKey, ServerError> {
    let secret = store.secret("cookie-key", &CookieKey::random_secret()).await?;
    // Of another length only if the database was changed by hand: then a new key is as good.
    let secret = secret.try_into().unwrap_or_else(|_| CookieKey::random_secret());
    Ok(CookieKey::new(&secret))
}

/// Does jobs, and nothing else, until `shutdown` is cancelled.
pub(crate) async fn work(
    options: Options,
    limits: JobLimits,
    opened: impl FnOnce(&str),
    shutdown: CancellationToken,
) -> Result<(), ServerError> {
    let resources = resources(&options)?;
    let store = Store::open(&options.database).await?;
    opened(store.database());
    let relay = Relay::new(&store);
    let shared = Shared { resources, store: store.clone(), relay };
    let keeping = remove_files_often(store.clone(), folder(&options), limits.keep);
    let keeping = tokio::spawn(keeping);
    worker(&shared, &options, &limits)?.run(shutdown.cancelled_owned()).await;
    keeping.abort();
    // Aborted, or it has panicked, which was logged.
    let _ = keeping.await;
    store.close().await;
    Ok(())
}

fn worker(
    shared: &Shared,
    options: &Options,
    limits: &JobLimits,
) -> Result<Worker<JobProcesses>, ServerError> {
    let jobs = JobProcesses::new(options, limits, Arc::clone(&shared.resources))?;
    let name = format!("{} process {}", machine(), std::process::id());
    let settings = Settings { name, at_once: options.workers.max(1), ..Settings::default() };
    Ok(Worker::new(&shared.store, jobs, settings)?)
}

fn resources(options: &Options) -> Result<Arc<Resources>, ServerError> {
    // Seeds that nobody names are to differ from one start to the next.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = now.as_secs() ^ u64::from(now.subsec_nanos()) << 32;
    let config = ResourcesConfig { cache: options.cache.clone(), threads: options.threads, seed };
    let resources = Resources::new(config);
    for table in &options.tables {
        resources.open_square1(table)?;
    }
    Ok(Arc::new(resources))
}

/// Builds or opens the tables that are needed sooner or later, while nobody waits for them.
fn warm_up(resources: Arc<Resources>, stop: Cancel) -> JoinHandle<()> {
    tokio::task::spawn_blocking(move || match resources.warm_up(&stop, &NoProgress) {
        Ok(notes) => notes.into_iter().for_each(|note| tracing::info!(note, "tables are ready")),
        Err(_) if stop.is_stopped() => {}
        Err(refusal) => {
            let why = &refusal.details()[0].message;
            tracing::warn!(why, "tables could not be made ready; whoever needs one waits for it");
        }
    })
}

/// Removes files of jobs that have ended, for as long as it is polled.
async fn remove_files_often(store: Store, folder: PathBuf, keep: Duration) {
    loop {
        remove_files(&store, folder.clone(), keep).await;
        tokio::time::sleep(HOUSEKEEPING).await;
    }
}

/// Keeps figures of jobs, and removes old ones.
async fn housekeeping(
    shared: Arc<Shared>,
    guards: Arc<Guards>,
    folder: PathBuf,
    shutdown: CancellationToken,
) {
    let (queued, running, stored): (Gauge, Gauge, Gauge) = Default::default();
    guards.metrics().register("jobs_bytes", "Bytes that jobs take in the database", stored.clone());
    guards.metrics().register("jobs_queued", "Jobs that wait for a worker", queued.clone());
    guards.metrics().register("jobs_running", "Jobs that a worker has", running.clone());
    let keep = guards.config().jobs.keep;
    // Jobs that end meanwhile need some.
    let room = guards.config().jobs.stored / 10 * 9;
    let mut since = PURGE;
    loop {
        if let Ok(counts) = shared.store.counts(None).await {
            queued.set(i64::try_from(counts.queued).unwrap_or(i64::MAX));
            running.set(i64::try_from(counts.running).unwrap_or(i64::MAX));
        }
        if let Ok(bytes) = shared.store.stored_bytes().await {
            stored.set(i64::try_from(bytes).unwrap_or(i64::MAX));
            if bytes > room {
                match shared.store.make_room(room).await {
                    Ok(jobs) => tracing::info!(jobs, "ended jobs removed to make room"),
                    Err(error) => tracing::warn!(%error, "no room could be made for jobs"),
                }
            }
        }
        remove_files(&shared.store, folder.clone(), keep).await;
        since += HOUSEKEEPING;
        if since >= PURGE {
            since = Duration::ZERO;
            match shared.store.purge(keep).await {
                Ok(purged) if purged.jobs > 0 => {
                    tracing::info!(jobs = purged.jobs, "old jobs removed")
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "old jobs could not be removed"),
            }
        }
        tokio::select! {
            () = tokio::time::sleep(HOUSEKEEPING) => {}
            () = shutdown.cancelled() => return,
        }
    }
}
