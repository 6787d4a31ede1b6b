//! Durable job queue on SQLite or PostgreSQL.
//!
//! Clients submit jobs to a database. Any worker process on any machine can claim a job, run it,
//! and store checkpoints. If a worker process is killed or stopped, another worker resumes from the
//! last checkpoint. Clients that follow a job receive each event once and in order.
//!
//! The crate contains the tables ([`Store`]), the worker ([`Worker`]) with the work itself behind
//! the trait [`Runner`] (in a child process with [`ProcessRunner`]), and the delivery of events
//! ([`EventRelay`]). Payloads, results, checkpoints and progress are opaque bytes: the crate does
//! not know what a job computes. `docs/guides/jobs.md` describes the life of a job and the effect
//! of a crash.
//!
//! # Guarantees
//!
//! - **A job has one writer.** A claim locks the job's row and increments its *fence*. Each write
//!   of a worker checks the fence, so a worker whose *lease* has expired cannot write.
//! - **Related changes are atomic**: a checkpoint and its event, an outcome and its result.
//! - **The database clock is the only clock.** A wrong clock on a worker costs time, not
//!   correctness.
//! - **Work may be repeated; events are not.** Work since the last checkpoint of a crashed worker
//!   is lost, and the next worker repeats it.
//!
//! # Example
//!
//! ```
//! use gordian_jobs::{
//!     ClaimedJob, EventKind, EventRelay, JobContext, RunOutcome, Runner, Store, Submission, Worker,
//!     WorkerSettings,
//! };
//!
//! struct Length;
//!
//! impl Runner for Length {
//!     fn kinds(&self) -> Vec<String> {
//!         vec!["length".to_owned()]
//!     }
//!     fn run(&self, job: &ClaimedJob, _: &JobContext) -> RunOutcome {
//!         RunOutcome::Done(job.payload.len().to_string())
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let store = Store::open("sqlite::memory:").await?;
//! let worker = Worker::new(&store, Length, WorkerSettings::default())?;
//! let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
//! let worker = tokio::spawn(worker.run(async move { drop(stopped.await) }));
//!
//! let job = store.submit(&Submission::new("length", "some text")).await?.job;
//! let mut events = EventRelay::new(&store).follow(job, 0);
//! let mut last = None;
//! while let Some(event) = events.next().await? {
//!     last = Some(event.kind);
//! }
//! assert_eq!(last, Some(EventKind::Done));
//! assert_eq!(store.result(job).await?.as_deref(), Some("9"));
//!
//! drop(stop);
//! worker.await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod cancel;
mod claim;
mod dialect;
mod error;
mod event;
mod fault;
mod id;
mod job;
mod lease;
mod notify;
mod process;
mod quarantine;
mod query;
mod relay;
mod retention;
mod runner;
mod secret;
mod settings;
mod store;
mod submit;
mod transaction;
mod worker;

pub use claim::{Claim, ClaimedJob};
pub use error::{JobsError, LimitKind};
pub use event::{Event, EventKind};
pub use fault::DatabaseFault;
pub use id::JobId;
pub use job::{
    CancelOutcome, Failure, Job, JobCounts, JobFilter, JobState, PurgeCounts, Submission,
    SubmitLimits, Submitted, Viewer,
};
pub use lease::{Completion, Lease, LeaseStatus, MAX_PROGRESS_EVENTS};
pub use process::{Death, ProcessRunner, Program, limit_memory, restrict_process, run_child};
pub use query::MAX_PAGE_SIZE;
pub use relay::{EventRelay, EventStream};
pub use runner::{JobContext, RunOutcome, Runner, SaveOutcome};
pub use settings::WorkerSettings;
pub use store::Store;
pub use worker::Worker;
