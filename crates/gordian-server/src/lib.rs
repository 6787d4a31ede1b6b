//! Gordian over HTTP, behind guards that an unfriendly network cannot wear down.
//!
//! It is: an accept loop with limits on everything a stranger can hold on to ([`serve`]), the
//! guards every request passes ([`guarded`], [`guard`]), one form for every error ([`Problem`]),
//! structured logs ([`log`]) and figures for monitoring ([`metrics`]).
//! It is not: TLS (put a proxy in front), HTTP/2, or a place for rules of puzzles: handlers read
//! the question, call one engine and convert its answer.
//!
//! # How a request travels
//!
//! ```text
//! listen   address banned or too many connections?   closed with an answer, before any parsing
//!          head complete, in time, well-formed?      408, 400, 414, 431, 505
//! guard    request id, log line, metrics, headers    around everything that follows
//!          path, Host, client's address, ban, quota  400, 404, 421, 429
//!          body: kind, length, pace                  408, 413, 415
//! handler  question, `work`, answer                  503 when too much is computed already
//! ```

mod api;
pub mod code;
pub mod config;
mod error;
pub mod guard;
mod listen;
pub mod log;
pub mod metrics;
mod page;
mod problem;
mod process;
mod service;
mod workers;

pub use config::Config;
pub use error::ServerError;
pub use gordian_jobs::Program;
pub use guard::{Guards, Json, guarded};
pub use listen::serve;
pub use problem::{Fault, Problem};
pub use process::{Opened, Stopped, run_service, run_worker};
pub use service::{Options, Service};
pub use workers::{JOB_RUNNER, run_job};
