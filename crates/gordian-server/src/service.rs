//! The whole service: API, jobs and page.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use gordian_jobs::{EventRelay, Store, Worker, WorkerSettings};
use gordian_requests::{Resources, ResourcesConfig};
use prometheus_client::metrics::gauge::Gauge;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::JobLimits;
use crate::guard::CookieKey;
use crate::job_runner::{JobProcessRunner, host_name, job_folder, remove_job_files};
use crate::options::ServiceOptions;
use crate::request_runner::worker_program;
use crate::state::ServiceState;
use crate::worker::has_landlock;
use crate::{Config, Guards, ServerError, api, page, serve, with_guards};

/// The interval at which job metrics are updated and files of ended jobs are removed.
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(5);
/// The interval at which old jobs are purged.
const PURGE_INTERVAL: Duration = Duration::from_secs(600);

/// A service that does not listen yet.
pub struct Service {
    state: Arc<ServiceState>,
    guards: Arc<Guards>,
    options: ServiceOptions,
    /// The tables, if there is no folder for them; removed at the end.
    _temporary: Option<TempDir>,
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
    /// Errors of the database, of a table, or of starting threads.
    pub async fn open(mut config: Config, options: ServiceOptions) -> Result<Self, ServerError> {
        check_tables(&options)?;
        if let Some(folder) = &options.cache {
            check_writable(folder)
                .map_err(|error| ServerError::Cache { folder: folder.clone(), error })?;
        }
        // Workers cannot build large tables themselves, so these are always in files.
        let temporary = match &options.cache {
            Some(_) => None,
            None => Some(tempfile::tempdir().map_err(ServerError::TemporaryFolder)?),
        };
        let cache = options.cache.as_deref().or(temporary.as_ref().map(TempDir::path));
        let workers = worker_program(&options, cache, &config.compute)?;
        let store = Store::open(&options.database).await?;
        config.cookie_key = cookie_key(&store).await?;
        let relay = EventRelay::new(&store);
        let guards = Guards::new(config, workers);
        let checked = store.clone();
        guards.add_readiness_check("job database", move || match checked.fault() {
            Some(fault) => Err(fault.description().to_owned()),
            None => Ok(()),
        });
        guards.check_workers().await.map_err(ServerError::Worker)?;
        if !has_landlock() {
            tracing::warn!(
                "the system does not enforce Landlock rules: workers can read all files that the service can"
            );
        }
        let pool = Arc::clone(guards.workers());
        guards.add_readiness_check("workers", move || pool.readiness());
        Ok(Self {
            state: Arc::new(ServiceState { store, relay }),
            guards,
            options,
            _temporary: temporary,
        })
    }

    /// Returns the router of the service, behind the guards.
    pub fn router(&self) -> Router {
        with_guards(
            api::routes(&self.guards, &self.state).merge(page::routes()),
            Arc::clone(&self.guards),
        )
    }

    /// Returns the shared state of the guards.
    #[must_use]
    pub fn guards(&self) -> &Arc<Guards> {
        &self.guards
    }

    /// Returns the URL of the job database, without its password.
    #[must_use]
    pub fn database(&self) -> &str {
        self.state.store.redacted_url()
    }

    /// Serves requests and runs jobs until `shutdown` is cancelled. Running requests then have a
    /// grace period, and jobs are handed back.
    ///
    /// # Errors
    ///
    /// Errors of the worker settings or of the listener.
    pub async fn run(
        self,
        listener: TcpListener,
        shutdown: CancellationToken,
    ) -> Result<(), ServerError> {
        let worker = self.start_workers(&shutdown)?;
        let housekeeping_task = tokio::spawn(housekeeping(
            Arc::clone(&self.state),
            Arc::clone(&self.guards),
            job_folder(&self.options),
            shutdown.clone(),
        ));
        let tables_task = self.options.build_tables_first.then(|| {
            let workers = Arc::clone(self.guards.workers());
            tokio::spawn(async move { workers.build_usual_tables().await })
        });
        let store = self.state.store.clone();
        let result = serve(listener, self.router(), Arc::clone(&self.guards), shutdown).await;
        if let Some(task) = tables_task {
            task.abort();
        }
        for task in worker.into_iter().chain([housekeeping_task]) {
            // A panic of a task has already been logged.
            let _ = task.await;
        }
        store.close().await;
        result
    }

    fn start_workers(
        &self,
        shutdown: &CancellationToken,
    ) -> Result<Option<JoinHandle<()>>, ServerError> {
        if self.options.workers == 0 {
            return Ok(None);
        }
        let limits = &self.guards.config().jobs;
        let worker = worker(&self.state.store, &self.options, limits)?;
        let stopped = shutdown.clone().cancelled_owned();
        Ok(Some(tokio::spawn(worker.run(stopped))))
    }
}

/// Returns the cookie key shared by all servers of the database, so that cookies stay valid on all
/// of them.
async fn cookie_key(store: &Store) -> Result<CookieKey, ServerError> {
    let secret = store.secret("cookie-key", &CookieKey::random_secret()).await?;
    // The length differs only if the database was changed manually; a new key is correct then.
    let secret = secret.try_into().unwrap_or_else(|_| CookieKey::random_secret());
    Ok(CookieKey::new(&secret))
}

/// Runs jobs until `shutdown` is cancelled.
pub(crate) async fn run_worker_until(
    options: ServiceOptions,
    limits: JobLimits,
    on_ready: impl FnOnce(&str),
    shutdown: CancellationToken,
) -> Result<(), ServerError> {
    check_tables(&options)?;
    let store = Store::open(&options.database).await?;
    on_ready(store.redacted_url());
    let housekeeping_task =
        remove_job_files_periodically(store.clone(), job_folder(&options), limits.retention);
    let housekeeping_task = tokio::spawn(housekeeping_task);
    worker(&store, &options, &limits)?.run(shutdown.cancelled_owned()).await;
    housekeeping_task.abort();
    // The task was aborted, or its panic has already been logged.
    let _ = housekeeping_task.await;
    store.close().await;
    Ok(())
}

fn worker(
    store: &Store,
    options: &ServiceOptions,
    limits: &JobLimits,
) -> Result<Worker<JobProcessRunner>, ServerError> {
    let jobs = JobProcessRunner::new(options, limits)?;
    let name = format!("{} process {}", host_name(), std::process::id());
    let settings =
        WorkerSettings { name, concurrency: options.workers.max(1), ..WorkerSettings::default() };
    Ok(Worker::new(store, jobs, settings)?)
}

/// Checks that the named tables can be opened.
fn check_tables(options: &ServiceOptions) -> Result<(), ServerError> {
    let resources = Resources::new(ResourcesConfig::default());
    for table in &options.tables {
        resources.open_square1(table)?;
    }
    Ok(())
}

/// Creates the folder if necessary, and checks that files can be written into it.
fn check_writable(folder: &Path) -> io::Result<()> {
    fs_err::create_dir_all(folder)?;
    tempfile::tempfile_in(folder).map(drop)
}

/// Removes files of ended jobs periodically, for as long as it is polled.
async fn remove_job_files_periodically(store: Store, folder: PathBuf, retention: Duration) {
    loop {
        remove_job_files(&store, folder.clone(), retention).await;
        tokio::time::sleep(HOUSEKEEPING_INTERVAL).await;
    }
}

/// Updates job metrics and removes old jobs, until the service stops.
async fn housekeeping(
    state: Arc<ServiceState>,
    guards: Arc<Guards>,
    folder: PathBuf,
    shutdown: CancellationToken,
) {
    let (queued, running, stored): (Gauge, Gauge, Gauge) = Default::default();
    guards.metrics().register("jobs_bytes", "Bytes of job data in the database", stored.clone());
    guards.metrics().register("jobs_queued", "Queued jobs", queued.clone());
    guards.metrics().register("jobs_running", "Running jobs", running.clone());
    let retention = guards.config().jobs.retention;
    // Some space is reserved for jobs that end in the meantime.
    let target_bytes = guards.config().jobs.max_stored_bytes / 10 * 9;
    let mut since_purge = PURGE_INTERVAL;
    loop {
        if let Ok(counts) = state.store.counts(None).await {
            queued.set(i64::try_from(counts.queued).unwrap_or(i64::MAX));
            running.set(i64::try_from(counts.running).unwrap_or(i64::MAX));
        }
        if let Ok(bytes) = state.store.stored_bytes().await {
            stored.set(i64::try_from(bytes).unwrap_or(i64::MAX));
            if bytes > target_bytes {
                match state.store.shrink_storage_to(target_bytes).await {
                    Ok(jobs) => tracing::info!(jobs, "ended jobs removed to free storage"),
                    Err(error) => tracing::warn!(%error, "storage for jobs could not be freed"),
                }
            }
        }
        remove_job_files(&state.store, folder.clone(), retention).await;
        since_purge += HOUSEKEEPING_INTERVAL;
        if since_purge >= PURGE_INTERVAL {
            since_purge = Duration::ZERO;
            match state.store.purge(retention).await {
                Ok(purged) if purged.jobs > 0 => {
                    tracing::info!(jobs = purged.jobs, "old jobs removed")
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "old jobs could not be removed"),
            }
        }
        tokio::select! {
            () = tokio::time::sleep(HOUSEKEEPING_INTERVAL) => {}
            () = shutdown.cancelled() => return,
        }
    }
}
