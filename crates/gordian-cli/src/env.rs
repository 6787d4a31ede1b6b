//! Every environment variable that the program reads, in one place.

use std::io;
use std::path::PathBuf;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::fault::Fault;

/// What is logged to standard error: a filter such as `debug` or `gordian=debug`.
const LOG: &str = "GORDIAN_LOG";
/// No progress is shown if this is set to anything.
const NO_PROGRESS: &str = "GORDIAN_NO_PROGRESS";
/// The folder in which tables are kept.
const CACHE: &str = "GORDIAN_CACHE";
/// No colours are used if this is set to anything; see <https://no-color.org>.
const NO_COLOR: &str = "NO_COLOR";
/// A terminal of the kind `dumb` gets no colours.
const TERM: &str = "TERM";

/// For the end of the help.
pub(crate) const HELP: &str = "\
Environment:
  GORDIAN_CACHE        the folder in which tables are kept
  GORDIAN_LOG          log to standard error, e.g. GORDIAN_LOG=debug
  GORDIAN_NO_PROGRESS  show no progress
  NO_COLOR             use no colours";

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Returns whether progress is unwanted.
pub(crate) fn no_progress() -> bool {
    is_set(NO_PROGRESS)
}

/// Returns the folder in which tables are kept, if somebody chose one.
pub(crate) fn cache() -> Option<PathBuf> {
    std::env::var_os(CACHE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Returns whether colours are unwanted.
pub(crate) fn no_colour() -> bool {
    is_set(NO_COLOR) || std::env::var_os(TERM).is_some_and(|term| term == "dumb")
}

/// Returns what a service logs: what the environment asks for, or what happens without details.
pub(crate) fn service_log() -> Result<String, Fault> {
    match std::env::var(LOG) {
        Ok(filter) if !filter.is_empty() => Ok(filter),
        Err(std::env::VarError::NotUnicode(_)) => {
            let fault = Fault::new("cli.log-filter", format!("`{LOG}` is no text"));
            Err(fault.hint("write a level such as `debug` or `info`"))
        }
        _ => Ok("info".to_owned()),
    }
}

/// Starts to log what the environment asks for.
pub(crate) fn start_log() -> Result<(), Fault> {
    if !is_set(LOG) {
        return Ok(());
    }
    let filter = std::env::var(LOG).map_err(|error| error.to_string());
    let filter = filter.and_then(|text| text.parse::<Targets>().map_err(|e| e.to_string()));
    let filter = filter.map_err(|reason| {
        let fault = Fault::new("cli.log-filter", format!("`{LOG}` is no filter: {reason}"));
        fault.hint("write a level such as `debug` or `info`")
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    tracing_subscriber::registry().with(lines).with(filter).init();
    Ok(())
}
