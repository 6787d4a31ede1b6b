//! The HTTP service of Gordian, hardened for hostile networks.
//!
//! It contains an accept loop with limits of connections around hyper ([`serve`]), the
//! guards that each request passes ([`with_guards`], [`guard`]), one format for all errors
//! ([`Problem`]), structured logs ([`log`]) and metrics ([`metrics`]). It does not contain TLS (put
//! a proxy in front), HTTP/2, or puzzle rules: a handler parses the request, calls one engine and
//! converts its answer.
//!
//! # Path of a request
//!
//! ```text
//! listen   too many connections?                     closed after one response
//! hyper    head complete, in time, well-formed?      closed, or 400, 431 without a body
//! guard    request id, log line, metrics, headers    around everything that follows
//!          client address, Host, origin, quota       400, 403, 421, 429
//! handler  body: type, length, time                  408, 413, 415
//!          parsing, `compute`, response              503 when the service is overloaded
//! ```

mod api;
pub mod code;
mod compression;
pub mod config;
mod cookie;
mod error;
pub mod guard;
mod job_runner;
mod listen;
pub mod log;
pub mod metrics;
mod negotiation;
mod options;
mod page;
mod problem;
mod process;
mod request_runner;
mod service;
mod state;
mod token;
mod worker;

pub use api::example_puzzle;
pub use config::Config;
pub use error::ServerError;
pub use gordian_jobs::Program;
pub use gordian_requests::ErrorDetail;
pub use guard::{Guards, Json, with_guards};
pub use job_runner::{JOB_RUNNER, run_job};
pub use listen::serve;
pub use options::ServiceOptions;
pub use page::third_party_notices;
pub use problem::Problem;
pub use process::{ServiceInfo, Shutdown, run_service, run_worker};
pub use request_runner::{REQUEST_RUNNER, run_requests};
pub use service::Service;
pub use worker::{Handler, TaskContext, WorkerProgram, serve_tasks};
