//! The environment variables that the program reads.

use std::io;
use std::path::PathBuf;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::fault::Fault;

/// The filter of the log on standard error, such as `debug` or `gordian=debug`.
const LOG: &str = "GORDIAN_LOG";
/// Disables the progress line if set to any value.
const NO_PROGRESS: &str = "GORDIAN_NO_PROGRESS";
/// The directory in which tables are cached.
const CACHE: &str = "GORDIAN_CACHE";
/// The URL of the job database.
const DATABASE: &str = "GORDIAN_DATABASE";
/// Disables colours if set to any value; see <https://no-color.org>.
const NO_COLOR: &str = "NO_COLOR";
/// The type of the terminal; `dumb` disables colours.
const TERM: &str = "TERM";

/// The section of the help about environment variables.
pub(crate) const HELP: &str = "\
Environment:
  GORDIAN_CACHE        the directory in which tables are cached
  GORDIAN_DATABASE     the URL of the job database of `gordian serve` and `gordian worker`
  GORDIAN_LOG          log to standard error, e.g. GORDIAN_LOG=debug
  GORDIAN_NO_PROGRESS  show no progress
  NO_COLOR             use no colours";

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Returns whether the progress line is disabled.
pub(crate) fn no_progress() -> bool {
    is_set(NO_PROGRESS)
}

/// Returns the cache directory that is set in the environment.
pub(crate) fn cache() -> Option<PathBuf> {
    std::env::var_os(CACHE).filter(|directory| !directory.is_empty()).map(PathBuf::from)
}

/// Returns the URL of the job database that is set in the environment.
pub(crate) fn database() -> Option<String> {
    std::env::var(DATABASE).ok().filter(|url| !url.is_empty())
}

/// Returns whether colours are disabled.
pub(crate) fn no_colour() -> bool {
    is_set(NO_COLOR) || std::env::var_os(TERM).is_some_and(|term| term == "dumb")
}

/// Returns the log filter of a service: the one in the environment, or `info`.
pub(crate) fn service_log() -> Result<String, Fault> {
    match std::env::var(LOG) {
        Ok(filter) if !filter.is_empty() => Ok(filter),
        Err(std::env::VarError::NotUnicode(_)) => {
            let fault = Fault::new("cli.log-filter", format!("`{LOG}` is not valid UTF-8"));
            Err(fault.hint("set it to a level such as `debug` or `info`"))
        }
        _ => Ok("info".to_owned()),
    }
}

/// Starts the log if the environment sets a filter.
pub(crate) fn start_log() -> Result<(), Fault> {
    if !is_set(LOG) {
        return Ok(());
    }
    let filter = std::env::var(LOG).map_err(|error| error.to_string());
    let filter = filter.and_then(|text| text.parse::<Targets>().map_err(|e| e.to_string()));
    let filter = filter.map_err(|reason| {
        let fault =
            Fault::new("cli.log-filter", format!("`{LOG}` is not a valid log filter: {reason}"));
        fault.hint("set it to a level such as `debug` or `info`")
    })?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    tracing_subscriber::registry().with(lines).with(filter).init();
    Ok(())
}
