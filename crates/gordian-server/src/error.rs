//! Errors that prevent the service from starting or continuing.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use gordian_jobs::JobsError;
use gordian_solve::SolveError;
use tracing_subscriber::filter::ParseError;

/// An error that prevents the service from starting or continuing. Errors of requests are
/// [`Problem`](crate::Problem)s.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// Threads cannot be started.
    #[error("the computing threads cannot be started")]
    Threads(#[source] io::Error),
    /// There is no folder for tables, and a temporary one cannot be created.
    #[error("a temporary folder for tables cannot be created: {0}")]
    TemporaryFolder(#[source] io::Error),
    /// The folder for tables cannot be used.
    #[error("the folder for tables `{folder}` cannot be written: {error}")]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// No worker process can be started.
    #[error("no worker process can be started: {0}")]
    Worker(String),
    /// Signal handlers cannot be installed.
    #[error("signal handlers cannot be installed: {0}")]
    Signals(#[source] io::Error),
    /// The listener has no address.
    #[error("the listener has no address")]
    Listener(#[source] io::Error),
    /// The log filter is invalid.
    #[error("invalid log filter")]
    Filter(#[source] ParseError),
    /// The job database cannot be used.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] SolveError),
    /// The service cannot listen on the address.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The path of the running executable, which runs the jobs, is unknown.
    #[error("the path of this executable, which runs the jobs, is unknown: {0}")]
    Program(#[source] io::Error),
    /// Logging is already initialized.
    #[error("logging is already initialized")]
    Logging,
}

impl ServerError {
    /// Returns the stable error code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Threads(_) => "io.thread",
            Self::TemporaryFolder(_) => "io.failed",
            Self::Cache { .. } => "serve.cache",
            Self::Worker(_) => "serve.worker",
            Self::Program(_) => "io.program",
            Self::Signals(_) => "io.signals",
            Self::Listener(_) | Self::Bind { .. } => "serve.address",
            Self::Filter(_) => "cli.log-filter",
            Self::Logging => "serve.logging",
            Self::Jobs(error) => error.code(),
            Self::Table(error) => error.code(),
        }
    }

    /// Returns what to do about the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Program(_) => "start the program by its path",
            Self::TemporaryFolder(_) => {
                "give a folder for tables, or free space in the temporary one"
            }
            Self::Cache { .. } => {
                "give another folder for tables, or make this one a folder that the service may write"
            }
            Self::Worker(_) => {
                "see what the system forbids the service, such as the `SystemCallFilter` of its unit, and how \
                 many processes it may have"
            }
            Self::Threads(_) => "allow the process more threads, or stop other processes",
            Self::Signals(_) => "check the permissions of this process",
            Self::Bind { error, .. } if error.kind() == io::ErrorKind::AddrNotAvailable => {
                "use an address of this machine; `0.0.0.0` means all of them"
            }
            Self::Listener(_) | Self::Bind { .. } => {
                "use another port, or stop the program that uses this one; the port 0 stands for \
                 any free port"
            }
            Self::Filter(_) => "use a level such as `debug` or `info`",
            Self::Logging => "this is a bug in Gordian: please report it",
            Self::Jobs(error) => error.hint(),
            Self::Table(error) => error.hint(),
        }
    }
}
