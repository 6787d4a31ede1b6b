//! Worker processes: each computation of a request runs in one, so that a crash affects only that
//! request.
//!
//! ```text
//!   service (parent)                            worker (child)
//!   WorkerPool: processes, deadlines             serve_tasks: a Handler
//!        │  setup, task, stop ── standard input ──►│  one thread reads, one computes
//!        │◄── standard output ── answer, problem   │
//!        │◄── standard error ─── messages of a crash
//! ```
//!
//! A worker is started ahead and handles one task after another. It has a memory limit and no right
//! to the network, to other processes, or to write files except tables. The parent asks it to stop
//! when its task has been cancelled or is over its time, and kills it if it does not. A worker is
//! replaced after a number of tasks, when it has grown, after a panic, and when it dies.

mod child;
mod frame;
mod pool;
mod process;
mod sandbox;
mod tables;

pub use child::{Handler, TaskContext, serve_tasks};
pub use pool::WorkerProgram;

pub(crate) use child::panic_message;
pub(crate) use pool::{Ended, Task, WorkerPool};
pub(crate) use sandbox::{has_landlock, restrict_files_and_calls};
pub(crate) use tables::BUILD_TABLE;
