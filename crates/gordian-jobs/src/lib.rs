//! Durable jobs: work that outlives the process that does it.
//!
//! A job is submitted to a database, done by whichever worker claims it, on whichever machine, and
//! followed by whoever wants to. Any process may be killed or stopped at any instant: another worker
//! goes on from the last checkpoint, and who follows the job sees each event once and in order.
//!
//! It is: the tables ([`Store`], on SQLite or PostgreSQL), the program that does jobs ([`Worker`],
//! with the work itself behind [`Runner`], in a process of its own by [`Processes`]), and the way of events to followers ([`Relay`]). It is not:
//! anything that knows what a job is about; payloads, results, checkpoints and progress are bytes to it.
//! How jobs live, and what a crash does, is told in `docs/jobs.md`.
//!
//! # What is promised
//!
//! - **A job has one writer.** A claim locks the row of the job and raises its *fence*. All
//!   that a worker writes is guarded by the fence it got: what outlives its *lease* is refused.
//! - **What happened together is stored together**: a checkpoint and its event, an end and its result.
//! - **The clock of the database is the only one.** A worker whose own clock is wrong is only slower.
//! - **Work may be done twice, but is told once.** A worker that dies takes with it what it did since
//!   its last checkpoint; the next one does that again.
//!
//! # Example
//!
//! ```
//! use gordian_jobs::{
//!     ClaimedJob, Context, Ended, EventKind, Relay, Runner, Settings, Store, Submission, Worker,
//! };
//!
//! struct Length;
//!
//! impl Runner for Length {
//!     fn kinds(&self) -> Vec<String> {
//!         vec!["length".to_owned()]
//!     }
//!     fn run(&self, job: &ClaimedJob, _: &Context) -> Ended {
//!         Ended::Done(job.payload.len().to_string())
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! let store = Store::open("sqlite::memory:").await?;
//! let worker = Worker::new(&store, Length, Settings::default())?;
//! let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
//! let worker = tokio::spawn(worker.run(async move { drop(stopped.await) }));
//!
//! let job = store.submit(&Submission::new("length", "some text")).await?.job;
//! let mut following = Relay::new(&store).follow(job, 0);
//! let mut last = None;
//! while let Some(event) = following.next().await? {
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

mod aside;
mod attend;
mod board;
mod claim;
mod dialect;
mod end;
mod error;
mod event;
mod hold;
mod job;
mod migrate;
mod process;
mod read;
mod relay;
mod runner;
mod secret;
mod store;
mod submit;
mod worker;

pub use claim::{Claim, ClaimedJob};
pub use error::{Cap, JobsError};
pub use event::{Event, EventKind};
pub use hold::{End, Held, Hold, PROGRESS_KEPT};
pub use job::{
    Cancelled, Caps, Counts, Failure, Filter, Job, JobId, Purged, State, Submission, Submitted,
    Viewer,
};
pub use process::{Processes, Program, run_child};
pub use read::PAGE_MAX;
pub use relay::{Following, Relay};
pub use runner::{Context, Ended, Runner, Saved};
pub use store::Store;
pub use worker::{Settings, Worker};
