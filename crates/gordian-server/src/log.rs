//! Structured log: one JSON object per line, on stderr.
//!
//! Each line of a request contains the request id and the client address (`span`). Clients see the
//! same id in the header `x-request-id` and in every problem. The line at the end of a request
//! contains its method, path (without the query), status and duration; for errors also what was
//! sent to the client (`code`, `detail`) and what was not (`logged`). Bodies and tokens are never
//! logged.

use std::backtrace::Backtrace;
use std::{io, panic};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt;

use crate::ServerError;
use crate::worker::panic_message;

/// Flushes the last log lines when it is dropped.
#[derive(Debug)]
#[must_use = "the last lines are lost without it"]
pub struct LogGuard(#[expect(dead_code, reason = "flushes the log when dropped")] WorkerGuard);

/// Sends all log lines to stderr, including those of panics, until the returned guard is dropped.
/// `filter` is a filter such as `info` or `gordian_server=debug,warn`. Lines are dropped when
/// stderr blocks, because an unread log must not stop the service.
///
/// # Errors
///
/// [`ServerError::Filter`] if the filter is invalid, [`ServerError::Logging`] if logging is already
/// initialized.
pub fn init(filter: &str) -> Result<LogGuard, ServerError> {
    let (writer, guard) = NonBlockingBuilder::default().lossy(true).finish(io::stderr());
    subscriber(filter, writer)?.try_init().map_err(|_| ServerError::Logging)?;
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        let message = panic_message(info.payload());
        let backtrace = Backtrace::capture();
        tracing::error!(place, message, %backtrace, "panic");
    }));
    Ok(LogGuard(guard))
}

/// Returns a subscriber that writes log lines to `writer`.
///
/// # Errors
///
/// [`ServerError::Filter`] if the filter is invalid.
pub fn subscriber<W>(
    filter: &str,
    writer: W,
) -> Result<impl tracing::Subscriber + Send + Sync + 'static, ServerError>
where
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let filter: Targets = filter.parse().map_err(ServerError::Filter)?;
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_writer(writer);
    Ok(tracing_subscriber::registry().with(lines).with(filter))
}
