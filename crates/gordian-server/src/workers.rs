//! Does jobs: the kinds of `gordian-solve` behind the interface of `gordian-jobs`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use gordian_core::{Progress, ProgressEvent};
use gordian_jobs::{ClaimedJob, Context, Ended, Runner};
use gordian_solve::questions::{Asked, JOBS, JobPlace, Resources, progress_json, run_job};

/// Runs the kinds of jobs that this build knows.
pub(crate) struct Jobs {
    pub(crate) resources: Arc<Resources>,
    /// Where jobs keep files between attempts.
    pub(crate) folder: PathBuf,
    /// Threads for each job.
    pub(crate) threads: NonZeroUsize,
    /// How long a job may compute.
    pub(crate) longest: Duration,
    /// Puzzles or solutions in a result.
    pub(crate) most_items: usize,
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
        JOBS.iter().map(|kind| kind.name.to_owned()).collect()
    }

    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended {
        let place = JobPlace {
            folder: self.folder.clone(),
            job: job.id.to_string(),
            fence: context.fence(),
        };
        let told = Told(context);
        let asked = Asked {
            most_time: Some(self.longest),
            threads: self.threads,
            most_items: self.most_items,
            job: Some(&place),
            ..Asked::new(&self.resources, context.cancel(), &told)
        };
        let done = run_job(&job.kind, &job.payload, &asked);
        // An answer that was cut short by somebody who takes the job away is no answer.
        if context.cancel().is_stopped() {
            return Ended::Stopped;
        }
        match done {
            Ok(document) => Ended::Done(document.to_string()),
            Err(refusal) => {
                let fault = &refusal.faults()[0];
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
