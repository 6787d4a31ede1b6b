//! Ctrl-C: the first asks the work to stop, the second ends the program.

use gordian::{Cancel, Limit};

use crate::exit::Exit;
use crate::fault::Fault;

/// Lets Ctrl-C stop the work from now on, and returns the request to stop that all work must share.
///
/// To be called once in a run.
pub(crate) fn install() -> Result<Cancel, Fault> {
    let cancel = Cancel::new();
    let asked = cancel.clone();
    let handler = move || {
        if asked.stopped() == Some(Limit::Interrupted) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        asked.cancel();
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Fault::new("io.signals", format!("Ctrl-C cannot be caught: {error}")))?;
    Ok(cancel)
}
