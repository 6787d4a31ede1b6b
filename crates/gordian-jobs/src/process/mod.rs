//! Runs each job in a child process, so that a crash of a job affects only that job.
//!
//! ```text
//!   worker (parent)                              job (child)
//!   ProcessRunner: Runner                        run_child: any Runner
//!   lease, heartbeats, all database writes       computes; has no database
//!        │  task, stop, saved ─── standard input ───►│
//!        │◄── standard output ─── report, save, outcome
//!        │◄── standard error ──── messages of a crash
//! ```
//!
//! The child limits its memory before it reads the task, and exits when its parent is gone (at the
//! end of its standard input, and on Linux also by a signal). The parent kills its process group
//! when the time limit is over, when it does not stop when asked, and after its outcome. A death of
//! the process is a failed attempt of its job: `job.memory`, `job.deadline` or `job.crashed`.
//!
//! The memory limit is `RLIMIT_DATA`. On Linux it covers all private memory (tables mapped from
//! files do not count); on other Unix systems its meaning depends on the system. On other platforms
//! memory is not limited.

mod child;
mod exit;
mod frame;
mod limits;
mod parent;

pub use child::run_child;
pub use exit::Death;
pub use limits::{limit_memory, restrict_process};
pub use parent::{ProcessRunner, Program};
