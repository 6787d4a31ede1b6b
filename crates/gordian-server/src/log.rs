//! Structured log lines: one JSON object per line, on stderr.
//!
//! Each line within a request has the request's id and the client's address (`span`); users see the
//! same id in the header `x-request-id` and in every problem. The line that ends a request has its
//! method, path (without the query), status and duration, and for errors what the user was told
//! (`code`, `detail`) and what he was not (`logged`). Bodies and tokens are never logged.

use std::backtrace::Backtrace;
use std::{io, panic};

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt;

use crate::ServerError;
use crate::guard::panic_text;

/// Writes the last log lines when it is dropped.
#[derive(Debug)]
#[must_use = "the last lines are lost without it"]
pub struct Log(#[expect(dead_code, reason = "kept for its end")] WorkerGuard);

/// Sends all log lines to stderr, those of panics included, for as long as the result lives. `filter` is
/// such as `info` or `gordian_server=debug,warn`. When stderr takes no more, lines are dropped: a log
/// that is not read must not stop the service.
///
/// # Errors
///
/// [`ServerError::Filter`] when the filter cannot be read, [`ServerError::Logging`] when the
/// program has a log already.
pub fn init(filter: &str) -> Result<Log, ServerError> {
    let (writer, guard) = NonBlockingBuilder::default().lossy(true).finish(io::stderr());
    subscriber(filter, writer)?.try_init().map_err(|_| ServerError::Logging)?;
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        let message = panic_text(info.payload());
        let backtrace = Backtrace::capture();
        tracing::error!(place, message, %backtrace, "panic");
    }));
    Ok(Log(guard))
}

/// Returns a subscriber that writes such lines to `writer`.
///
/// # Errors
///
/// [`ServerError::Filter`] when the filter cannot be read.
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
