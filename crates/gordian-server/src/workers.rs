//! Does jobs: the kinds of `gordian-solve` behind the interface of `gordian-jobs`, each job in a process
//! of its own.
//!
//! [`JobProcesses`] is the parent: it starts this program again, which calls [`run_job`], which does
//! the job with [`Jobs`].

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gordian_core::{Limit, Progress, ProgressEvent};
use gordian_jobs::{ClaimedJob, Context, Ended, Processes, Program, Runner, Saved, Store};
use gordian_solve::requests::{
    JOB_KINDS, JobFolder, RequestContext, Resources, ResourcesConfig, progress_json,
    run_job as answer,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use crate::ServerError;
use crate::config::JobLimits;
use crate::service::Options;

/// The first argument of this program as the process of one job.
pub const JOB_RUNNER: &str = "job-runner";
/// Puzzles or solutions in the result of a job.
const MOST_ITEMS: usize = 10_000;

/// What a job's process has to know beside the job.
#[derive(Serialize, Deserialize)]
struct Setup {
    cache: Option<PathBuf>,
    tables: Vec<PathBuf>,
    /// Where jobs keep files between attempts.
    folder: PathBuf,
    threads: NonZeroUsize,
    /// How long a job may compute, in seconds.
    longest: f64,
}

/// Does the one job that the parent process sends, and returns when it is told. To be called by a program
/// whose first argument is [`JOB_RUNNER`].
///
/// # Errors
///
/// What the system says about pipes, limits and threads.
pub fn run_job() -> io::Result<()> {
    gordian_jobs::run_child(|setup| Jobs {
        // What the parent writes can be read, or this is another version.
        setup: serde_json::from_str(setup).expect("the setup of the parent's version"),
    })
}

/// Runs the kinds of jobs that this build knows, in this process.
struct Jobs {
    setup: Setup,
}

/// Tells a job's followers how it goes on.
struct Told<'a>(&'a Context);

impl Progress for Told<'_> {
    fn report(&self, event: &ProgressEvent) {
        self.0.report(&progress_json(event).to_string());
    }
}

impl Runner for Jobs {
    fn kinds(&self) -> Vec<String> {
        kinds()
    }

    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended {
        let Setup { cache, tables, folder, threads, longest } = &self.setup;
        let seed = u64::from(std::process::id()) ^ context.fence().unsigned_abs().rotate_left(32);
        let config =
            ResourcesConfig { cache: cache.clone(), threads: *threads, seed: seed ^ job_bits(job) };
        let resources = Resources::new(config);
        for table in tables {
            // A table that is gone since the service began is not there: who needs it is told.
            let _ = resources.open_square1(table);
        }
        let place =
            JobFolder { path: folder.clone(), job: job.id.to_string(), fence: context.fence() };
        let told = Told(context);
        let ctx = RequestContext {
            max_time: Some(Duration::try_from_secs_f64(*longest).unwrap_or(Duration::MAX)),
            threads: *threads,
            max_items: MOST_ITEMS,
            job_folder: Some(&place),
            ..RequestContext::new(&resources, context.cancel(), &told)
        };
        let done = answer(&job.kind, &job.payload, &ctx);
        let stopped = context.cancel().is_stopped();
        match done {
            // Cut short because the job is taken away: no answer. One that was ready is kept.
            Ok(document) if stopped && document["limit"] == Limit::Interrupted.name() => {
                Ended::Stopped
            }
            Err(_) if stopped => Ended::Stopped,
            Ok(document) => Ended::Done(document.to_string()),
            Err(refusal) => {
                let fault = &refusal.details()[0];
                Ended::Failed {
                    code: fault.code.to_owned(),
                    message: fault.message.clone(),
                    hint: fault.hint.clone().unwrap_or_default(),
                    retry: refusal.is_internal(),
                }
            }
        }
    }
}

/// Differs from job to job, so that two that name no seed draw different puzzles.
fn job_bits(job: &ClaimedJob) -> u64 {
    let hash = blake3::hash(job.id.to_string().as_bytes());
    u64::from_le_bytes(std::array::from_fn(|at| hash.as_bytes()[at]))
}

fn kinds() -> Vec<String> {
    JOB_KINDS.iter().map(|kind| kind.name.to_owned()).collect()
}

/// Runs each job in a process of its own.
pub(crate) struct JobProcesses {
    processes: Processes,
    folder: PathBuf,
    /// Those of this process, which learn of tables that were built.
    resources: Arc<Resources>,
    limits: JobLimits,
}

/// What is stored of a job that keeps files: where they are.
#[derive(Serialize, Deserialize)]
struct Left {
    machine: String,
    folder: PathBuf,
}

impl JobProcesses {
    pub(crate) fn new(
        options: &Options,
        limits: &JobLimits,
        resources: Arc<Resources>,
    ) -> Result<Self, ServerError> {
        let folder = folder(options);
        let setup = Setup {
            cache: options.cache.clone(),
            tables: options.tables.clone(),
            folder: folder.clone(),
            threads: options.threads,
            longest: limits.longest.as_secs_f64(),
        };
        let program = match &options.job_program {
            Some(program) => program.clone(),
            None => Program::this([JOB_RUNNER]).map_err(ServerError::Program)?,
        };
        let processes = Processes {
            program,
            kinds: kinds(),
            setup: json!(setup).to_string(),
            memory: Some(limits.memory),
            deadline: limits.longest.saturating_add(limits.overrun),
            stop: limits.stop,
            max_result: limits.max_result,
        };
        Ok(Self { processes, folder, resources, limits: limits.clone() })
    }

    /// Says where this attempt keeps its files, and tells followers if those of an earlier one cannot be
    /// reached from here: the work begins anew then.
    fn note_files(&self, job: &ClaimedJob, context: &Context) -> Saved {
        let place = JobFolder {
            path: self.folder.clone(),
            job: job.id.to_string(),
            fence: context.fence(),
        };
        let here = Left { machine: machine(), folder: self.folder.clone() };
        let stored = json!(here).to_string();
        let earlier = context.checkpoint().and_then(|left| serde_json::from_slice(left).ok());
        let Some(Left { machine, folder }) = earlier else {
            return context.save(stored.as_bytes());
        };
        // A folder that cannot be read is told by the attempt itself.
        if place.has_files().unwrap_or(true) {
            return context.save(stored.as_bytes());
        }
        let note = if machine == here.machine && folder == here.folder {
            "the checkpoint of the earlier attempt is gone: starting again"
        } else {
            "the checkpoint of the earlier attempt is on another machine: starting again"
        };
        let folder = folder.display();
        tracing::warn!(job = %job.id, machine, %folder, note, "a job starts again");
        context.save_and_report(stored.as_bytes(), &json!({ "note": note }).to_string())
    }
}

impl Runner for JobProcesses {
    fn kinds(&self) -> Vec<String> {
        kinds()
    }

    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended {
        let keeps_files = JOB_KINDS.iter().any(|kind| kind.name == job.kind && kind.keeps_files);
        let deadline = if keeps_files { self.limits.build } else { self.processes.deadline };
        if keeps_files && self.note_files(job, context) == Saved::Lost {
            return Ended::Stopped;
        }
        let ended = self.processes.run_within(job, context, deadline);
        if keeps_files && matches!(ended, Ended::Done(_)) {
            self.resources.refresh_tables();
        }
        match ended {
            // It is sent to clients as it is.
            Ended::Done(result) if serde_json::from_str::<&RawValue>(&result).is_err() => {
                Ended::Failed {
                    code: "job.crashed".to_owned(),
                    message: "the job's process told a result that is not JSON".to_owned(),
                    hint: "this is a bug in Gordian: please report it with the input of the job"
                        .to_owned(),
                    retry: true,
                }
            }
            ended => ended,
        }
    }
}

/// The folder in which jobs keep files between attempts.
pub(crate) fn folder(options: &Options) -> PathBuf {
    options.cache.clone().unwrap_or_else(std::env::temp_dir).join("jobs")
}

/// Removes the files of jobs that have ended. Those of unknown jobs may belong to another database: they
/// go when nobody has written them for `keep`.
pub(crate) async fn remove_files(store: &Store, folder: PathBuf, keep: Duration) {
    let listed = tokio::task::spawn_blocking(move || JobFolder::files(&folder)).await;
    let Ok(Ok(files)) = listed else { return };
    for (job, path) in files {
        let known = match job.parse() {
            Ok(id) => match store.get(id).await {
                Ok(job) => job,
                // Whether it has ended cannot be said now.
                Err(_) => return,
            },
            Err(_) => continue,
        };
        let remove = match known {
            Some(job) => job.state.is_final(),
            None => is_older(&path, keep),
        };
        // Another process may have removed it.
        if remove && fs_err::remove_file(&path).is_ok() {
            tracing::info!(job, path = %path.display(), "a file of an ended job is removed");
        }
    }
}

fn is_older(path: &std::path::Path, age: Duration) -> bool {
    let modified = fs_err::metadata(path).and_then(|metadata| metadata.modified());
    let since = modified.ok().and_then(|time| SystemTime::now().duration_since(time).ok());
    since.is_some_and(|since| since > age)
}

/// The name of this machine, as far as it has one.
#[cfg(unix)]
pub(crate) fn machine() -> String {
    let name = nix::unistd::gethostname().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The name of this machine, as far as it has one.
#[cfg(not(unix))]
pub(crate) fn machine() -> String {
    String::new()
}
