//! A job in a process of its own, so that what it does to its process it does to itself alone.
//!
//! ```text
//!   worker (parent)                              job (child)
//!   Processes: Runner                            run_child: any Runner
//!   lease, heartbeats, all database writes       computes; knows no database
//!        │  job, stop, saved ──── standard input ───►│
//!        │◄── standard output ─── report, save, end  │
//!        │◄── standard error ──── what it says when it dies
//! ```
//!
//! The child limits its memory before it reads the job's work, ends when its parent is gone (the end of
//! its standard input, and on Linux a signal besides), and is killed with its process group when its
//! time is over, when it does not stop when asked, and when it has told its end. Every way in which a
//! process can die is a failed attempt of this job: `job.memory`, `job.deadline`, `job.crashed`.
//!
//! The memory limit is `RLIMIT_DATA` on Linux (memory of its own; tables that are mapped from files do
//! not count) and `RLIMIT_AS` on other Unix systems. Elsewhere there is none.

mod child;
mod fate;
mod frame;
mod parent;

pub use child::run_child;
pub use parent::{Processes, Program};
