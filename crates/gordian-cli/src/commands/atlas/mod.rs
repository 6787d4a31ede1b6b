//! `gordian atlas`: tables of all positions.
//!
//! To add a command, add its arguments in [`crate::args`], a module here, and an arm in [`run`].

mod build;
mod info;
mod prove;
mod query;
mod report;
mod verify;

use std::path::Path;
use std::sync::Arc;

use gordian::atlas::AtlasError;
use gordian::background::BackgroundResult;
use gordian::tables::TableWorkError;
use gordian::{Cancel, Limit};

use super::CommandError;
use crate::args::{AtlasArgs, AtlasCommand};
use crate::background::run_or_abandon;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::{Fault, FaultDocument};
use crate::progress::{ProgressTracker, Spinner};

pub(super) fn run(args: &AtlasArgs, console: &mut Console) -> Result<Exit, CommandError> {
    match &args.command {
        AtlasCommand::Build(args) => build::run(args, console),
        AtlasCommand::Info(args) => info::run(args, console),
        AtlasCommand::Verify(args) => verify::run(args, console),
        AtlasCommand::Query(args) => query::run(args, console),
        AtlasCommand::Report(args) => report::run(args, console),
        AtlasCommand::Prove(args) => prove::run(args, console),
    }
}

/// Runs work with a table in the background; returns its result, or the limit that stopped it.
fn in_background<T: Send + 'static>(
    label: &str,
    quiet: bool,
    cancel: &Cancel,
    progress: &Arc<ProgressTracker>,
    work: impl FnOnce(&Cancel, &ProgressTracker) -> Result<T, TableWorkError> + Send + 'static,
) -> Result<Result<T, Limit>, Fault> {
    let mut spinner = Spinner::new(label, quiet);
    let work = {
        let (cancel, progress) = (cancel.clone(), Arc::clone(progress));
        move || work(&cancel, &progress)
    };
    match run_or_abandon(cancel, progress, &mut spinner, work)? {
        BackgroundResult::Done(Ok(done)) => Ok(Ok(done)),
        BackgroundResult::Done(Err(TableWorkError::Atlas(AtlasError::Stopped { limit }))) => {
            Ok(Err(limit))
        }
        BackgroundResult::Done(Err(error)) => Err(Fault::from_table_error(error)),
        BackgroundResult::Abandoned(limit) => Ok(Err(limit)),
    }
}

/// Reports a fault: as a JSON document on standard output, or as text on standard error.
fn report_fault(
    fault: Fault,
    file: Option<&Path>,
    json: bool,
    console: &mut Console,
) -> Result<Exit, CommandError> {
    if !json {
        return Err(fault.into());
    }
    console.print_json(&FaultDocument::new(&fault).about_file(file))?;
    Ok(Exit::Error)
}
