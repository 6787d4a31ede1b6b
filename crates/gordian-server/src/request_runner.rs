//! Computes the answers of requests, in a worker process.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gordian_core::NoProgress;
use gordian_jobs::Program;
use gordian_puzzles::MAX_NAME_CHARS;
use gordian_requests::{JobKind, RequestContext, RequestError, Resources, ResourcesConfig, handle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config::ComputeLimits;
use crate::options::ServiceOptions;
use crate::worker::{BUILD_TABLE, Handler, TaskContext, WorkerProgram, serve_tasks};
use crate::{Problem, ServerError, code};

/// The first argument of a process that computes requests.
pub const REQUEST_RUNNER: &str = "request-runner";
/// The maximum number of puzzles, positions or solutions in one response.
pub(crate) const MAX_ITEMS: usize = 10_000;
/// The task that checks the input of a job, before the name of its kind.
pub(crate) const CHECK_JOB: &str = "check-job/";

/// When a client should try again if a table is missing.
const MISSING_TABLE_RETRY_DELAY: Duration = Duration::from_secs(5);

/// The setup of a worker.
#[derive(Serialize, Deserialize)]
struct Setup {
    cache: Option<PathBuf>,
    tables: Vec<PathBuf>,
    threads: NonZeroUsize,
    /// Memory for the clauses of one model, in bytes.
    model_bytes: u64,
}

/// The answer about the input of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CheckedJob {
    /// A key that is equal for inputs with the same result.
    pub(crate) dedup_key: Option<String>,
}

/// Computes the requests that the service sends, and returns when the service is gone. Must be
/// called by a program whose first argument is [`REQUEST_RUNNER`].
///
/// # Errors
///
/// Errors of pipes, limits and threads.
pub fn run_requests() -> io::Result<()> {
    serve_tasks(|setup| {
        // Parsing fails only if the service is another version.
        let setup: Setup = serde_json::from_str(setup).expect("the setup of the service's version");
        // The default seed must differ between workers.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seed = now.as_secs() ^ u64::from(now.subsec_nanos()) << 32;
        let seed = seed ^ u64::from(std::process::id()).rotate_left(48);
        let (cache, threads) = (setup.cache, setup.threads);
        // A worker has too little memory to build the larger tables.
        let config = ResourcesConfig { cache, threads, seed, only_open: true };
        let resources = Resources::new(config.clone());
        for table in &setup.tables {
            // A table that was removed since the service started is treated as missing; requests
            // for it get an error.
            let _ = resources.open_square1(table);
        }
        RequestHandler { config, resources, model_bytes: setup.model_bytes }
    })
}

/// Returns the program of the workers.
pub(crate) fn worker_program(
    options: &ServiceOptions,
    cache: Option<&Path>,
    limits: &ComputeLimits,
) -> Result<WorkerProgram, ServerError> {
    let program = match &options.request_program {
        Some(program) => program.clone(),
        None => Program::current_exe([REQUEST_RUNNER]).map_err(ServerError::Program)?,
    };
    let setup = Setup {
        cache: cache.map(Path::to_owned),
        tables: options.tables.clone(),
        threads: options.threads,
        // The rest is for everything else.
        model_bytes: limits.worker_memory_bytes / 4 * 3,
    };
    let handler = serde_json::to_string(&setup).expect("the names of all fields are strings");
    let writable = cache.into_iter().map(Path::to_owned).collect();
    Ok(WorkerProgram { program, handler, readable: options.tables.clone(), writable })
}

struct RequestHandler {
    config: ResourcesConfig,
    resources: Resources,
    model_bytes: u64,
}

impl Handler for RequestHandler {
    fn handle(&self, name: &str, text: &str, task: TaskContext<'_>) -> Result<Value, Problem> {
        let ctx = RequestContext {
            max_time: Some(task.time_limit),
            max_memory: Some(self.model_bytes),
            threads: NonZeroUsize::MIN,
            max_items: MAX_ITEMS,
            max_name_chars: Some(MAX_NAME_CHARS),
            ..RequestContext::new(&self.resources, task.cancel, &NoProgress)
        };
        if name == BUILD_TABLE {
            let builder =
                Resources::new(ResourcesConfig { only_open: false, ..self.config.clone() });
            let built = builder.build_table(text, task.cancel, &NoProgress);
            return Ok(json!(built.map_err(RequestError::from)?));
        }
        if let Some(kind) = name.strip_prefix(CHECK_JOB) {
            return Ok(json!(check_job(kind, text)?));
        }
        handle(name, text, &ctx).map_err(|error| match error.missing_table() {
            Some(table) => Problem::from_code(code::TABLE_MISSING, "a table is not built yet")
                .with_log_detail(table)
                .with_retry_after(MISSING_TABLE_RETRY_DELAY),
            None => error.into(),
        })
    }

    fn prepare(&self) {
        self.resources.open_tables();
    }
}

fn check_job(kind: &str, input: &str) -> Result<CheckedJob, RequestError> {
    let kind = JobKind::find(kind)?;
    kind.check_input(input)?;
    Ok(CheckedJob { dedup_key: kind.dedup_key(input)? })
}
