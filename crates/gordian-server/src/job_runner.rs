//! Runs the job kinds of `gordian-requests` in the job queue of `gordian-jobs`, each job in a child
//! process.
//!
//! [`JobProcessRunner`] is the parent. It starts the current executable, which calls [`run_job`],
//! which runs the job with [`JobRunner`].

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use gordian_core::{Limit, Progress, ProgressEvent};
use gordian_jobs::{
    ClaimedJob, JobContext, ProcessRunner, Program, RunOutcome, Runner, SaveOutcome, Store,
};
use gordian_puzzles::MAX_NAME_CHARS;
use gordian_requests::{
    JOB_KINDS, JobFolder, ProgressDocument, RequestContext, Resources, ResourcesConfig,
    run_job as answer,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ServerError;
use crate::config::JobLimits;
use crate::options::ServiceOptions;
use crate::request_runner::MAX_ITEMS;
use crate::worker::restrict_files_and_calls;

/// The first argument of a process that runs one job.
pub const JOB_RUNNER: &str = "job-runner";

/// Setup of a job process, sent by the parent.
#[derive(Serialize, Deserialize)]
struct Setup {
    cache: Option<PathBuf>,
    tables: Vec<PathBuf>,
    /// The folder in which jobs keep files between attempts.
    folder: PathBuf,
    threads: NonZeroUsize,
    /// The maximum computing time of a job, in seconds.
    max_seconds: f64,
    /// Memory for the clauses of one model, in bytes.
    model_bytes: u64,
}

/// Runs the job that the parent process sends, and returns when its outcome is sent. Must be called
/// by a program whose first argument is [`JOB_RUNNER`].
///
/// # Errors
///
/// Errors of pipes, limits and threads.
pub fn run_job() -> io::Result<()> {
    gordian_jobs::run_child(|setup| {
        // Parsing fails only if the parent is another version.
        let setup: Setup = serde_json::from_str(setup).expect("the setup of the parent's version");
        let writable: Vec<PathBuf> =
            setup.cache.iter().cloned().chain([setup.folder.clone()]).collect();
        restrict_files_and_calls(&setup.tables, &writable).expect("restrictions");
        JobRunner { setup }
    })
}

/// Runs jobs in this process.
struct JobRunner {
    setup: Setup,
}

/// Forwards progress of the solver to the job's followers.
struct ProgressForwarder<'a>(&'a JobContext);

impl Progress for ProgressForwarder<'_> {
    fn report(&self, event: &ProgressEvent) {
        self.0.report_progress(&to_text(&ProgressDocument::from(event)));
    }
}

impl Runner for JobRunner {
    fn kinds(&self) -> Vec<String> {
        kinds()
    }

    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        let Setup { cache, tables, folder, threads, max_seconds, model_bytes } = &self.setup;
        let seed = u64::from(std::process::id()) ^ context.fence().unsigned_abs().rotate_left(32);
        let config = ResourcesConfig {
            cache: cache.clone(),
            threads: *threads,
            seed: seed ^ job_seed(job),
            ..Default::default()
        };
        let resources = Resources::new(config);
        for table in tables {
            // A table that was removed since the service started is treated as missing; requests
            // for it get an error.
            let _ = resources.open_square1(table);
        }
        let place =
            JobFolder { path: folder.clone(), job: job.id.to_string(), fence: context.fence() };
        let progress = ProgressForwarder(context);
        let ctx = RequestContext {
            max_time: Some(Duration::try_from_secs_f64(*max_seconds).unwrap_or(Duration::MAX)),
            max_memory: Some(*model_bytes),
            threads: *threads,
            max_items: MAX_ITEMS,
            max_name_chars: Some(MAX_NAME_CHARS),
            job_folder: Some(&place),
            ..RequestContext::new(&resources, context.cancel(), &progress)
        };
        let done = answer(&job.kind, &job.payload, &ctx);
        let stopped = context.cancel().is_stopped();
        match done {
            // Interrupted because the job is taken away: there is no result. A result that was
            // ready is kept.
            Ok(document) if stopped && document["limit"] == Limit::Interrupted.name() => {
                RunOutcome::Stopped
            }
            Err(_) if stopped => RunOutcome::Stopped,
            Ok(document) => RunOutcome::Done(document.to_string()),
            Err(error) => {
                let fault = &error.details()[0];
                RunOutcome::Failed {
                    code: fault.code.to_owned(),
                    message: fault.message.clone(),
                    hint: fault.hint.clone().unwrap_or_default(),
                    retry: error.is_internal(),
                }
            }
        }
    }
}

/// Returns a seed that differs between jobs, so that jobs without a seed generate different
/// puzzles.
fn job_seed(job: &ClaimedJob) -> u64 {
    let hash = blake3::hash(job.id.to_string().as_bytes());
    u64::from_le_bytes(std::array::from_fn(|at| hash.as_bytes()[at]))
}

fn kinds() -> Vec<String> {
    JOB_KINDS.iter().map(|kind| kind.name.to_owned()).collect()
}

/// Runs each job in a child process.
pub(crate) struct JobProcessRunner {
    processes: ProcessRunner,
    folder: PathBuf,
    limits: JobLimits,
}

/// The checkpoint of a job that keeps files: where they are.
#[derive(Serialize, Deserialize)]
struct FileLocation {
    machine: String,
    folder: PathBuf,
}

/// Progress that tells what happened.
#[derive(Serialize)]
struct Note {
    note: &'static str,
}

fn to_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the names of all fields are strings")
}

impl JobProcessRunner {
    pub(crate) fn new(options: &ServiceOptions, limits: &JobLimits) -> Result<Self, ServerError> {
        let folder = job_folder(options);
        let setup = Setup {
            cache: options.cache.clone(),
            tables: options.tables.clone(),
            folder: folder.clone(),
            threads: options.threads,
            max_seconds: limits.max_time.as_secs_f64(),
            // The rest is for everything else.
            model_bytes: limits.memory_bytes / 4 * 3,
        };
        let program = match &options.job_program {
            Some(program) => program.clone(),
            None => Program::current_exe([JOB_RUNNER]).map_err(ServerError::Program)?,
        };
        let processes = ProcessRunner {
            program,
            kinds: kinds(),
            setup: to_text(&setup),
            memory_limit: Some(limits.memory_bytes),
            time_limit: limits.max_time.saturating_add(limits.kill_delay),
            stop_timeout: limits.stop_timeout,
            max_result_bytes: limits.max_result_bytes,
        };
        Ok(Self { processes, folder, limits: limits.clone() })
    }

    /// Stores the location of this attempt's files. If files of an earlier attempt cannot be
    /// reached from here, the job starts again, and an event reports that.
    fn store_file_location(&self, job: &ClaimedJob, context: &JobContext) -> SaveOutcome {
        let place = JobFolder {
            path: self.folder.clone(),
            job: job.id.to_string(),
            fence: context.fence(),
        };
        let here = FileLocation { machine: host_name(), folder: self.folder.clone() };
        let stored = to_text(&here);
        let earlier =
            context.checkpoint().and_then(|checkpoint| serde_json::from_slice(checkpoint).ok());
        let Some(FileLocation { machine, folder }) = earlier else {
            return context.save_checkpoint(stored.as_bytes());
        };
        // If the folder cannot be read, the attempt itself reports the error.
        if place.has_files().unwrap_or(true) {
            return context.save_checkpoint(stored.as_bytes());
        }
        let note = if machine == here.machine && folder == here.folder {
            "the checkpoint of the earlier attempt is missing: starting again"
        } else {
            "the checkpoint of the earlier attempt is on another machine: starting again"
        };
        let folder = folder.display();
        tracing::warn!(job = %job.id, machine, %folder, note, "job restarted from the beginning");
        context.save_checkpoint_with_progress(stored.as_bytes(), &to_text(&Note { note }))
    }
}

impl Runner for JobProcessRunner {
    fn kinds(&self) -> Vec<String> {
        kinds()
    }

    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        let keeps_files = JOB_KINDS.iter().any(|kind| kind.name == job.kind && kind.keeps_files);
        let time_limit =
            if keeps_files { self.limits.max_build_time } else { self.processes.time_limit };
        if keeps_files && self.store_file_location(job, context) == SaveOutcome::LeaseLost {
            return RunOutcome::Stopped;
        }
        let ended = self.processes.run_with_time_limit(job, context, time_limit);
        match ended {
            // The result is sent to clients unchanged.
            RunOutcome::Done(result) if serde_json::from_str::<&RawValue>(&result).is_err() => {
                RunOutcome::Failed {
                    code: "job.crashed".to_owned(),
                    message: "the result of the job process is not valid JSON".to_owned(),
                    hint: "this is a bug in Gordian: please report it with the input of the job"
                        .to_owned(),
                    retry: true,
                }
            }
            ended => ended,
        }
    }
}

/// Returns the folder in which jobs keep files between attempts.
pub(crate) fn job_folder(options: &ServiceOptions) -> PathBuf {
    options.cache.clone().unwrap_or_else(std::env::temp_dir).join("jobs")
}

/// Removes the files of ended jobs. Files of unknown jobs may belong to another database; they are
/// removed when they have not been written for `retention`.
pub(crate) async fn remove_job_files(store: &Store, folder: PathBuf, retention: Duration) {
    let listed = tokio::task::spawn_blocking(move || JobFolder::files(&folder)).await;
    let Ok(Ok(files)) = listed else { return };
    for (job, path) in files {
        let known = match job.parse() {
            Ok(id) => match store.get(id).await {
                Ok(job) => job,
                // Without the database, it is unknown whether the job has ended.
                Err(_) => return,
            },
            Err(_) => continue,
        };
        let remove = match known {
            Some(job) => job.state.is_final(),
            None => is_older_than(&path, retention),
        };
        // Another process may have removed the file.
        if remove && fs_err::remove_file(&path).is_ok() {
            tracing::info!(job, path = %path.display(), "file of an ended job removed");
        }
    }
}

fn is_older_than(path: &std::path::Path, age: Duration) -> bool {
    let modified = fs_err::metadata(path).and_then(|metadata| metadata.modified());
    let since = modified.ok().and_then(|time| SystemTime::now().duration_since(time).ok());
    since.is_some_and(|since| since > age)
}

/// Returns the host name of this machine, or an empty text.
#[cfg(unix)]
pub(crate) fn host_name() -> String {
    let name = nix::unistd::gethostname().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Returns the host name of this machine, or an empty text.
#[cfg(not(unix))]
pub(crate) fn host_name() -> String {
    String::new()
}
