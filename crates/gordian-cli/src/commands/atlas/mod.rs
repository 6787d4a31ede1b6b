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

use gordian::Limit;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::Database;
use gordian::table::{FileKind, Table, TableError};
use serde_json::json;

use super::CommandError;
use crate::args::{AtlasArgs, AtlasCommand};
use crate::background::BackgroundResult;
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;

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

/// Opens a table; refuses a checkpoint.
fn open(file: &Path) -> Result<Database, AtlasError> {
    let kind = Table::open(file)?.description().kind;
    if let found @ FileKind::Checkpoint { .. } = kind {
        let path = file.to_owned();
        return Err(TableError::WrongKind { path, expected: "table", found }.into());
    }
    Database::open(file)
}

/// Returns the limit that stopped the work, or the error as a fault.
fn limit_or_fault(error: &AtlasError) -> Result<Limit, Fault> {
    match error {
        AtlasError::Stopped { limit } => Ok(*limit),
        error => Err(Fault::from_atlas_error(error)),
    }
}

/// Returns the result of background work, or the limit that stopped it.
fn done_or_limit<T>(
    done: Result<BackgroundResult<Result<T, AtlasError>>, Fault>,
) -> Result<Result<T, Limit>, Fault> {
    match done? {
        BackgroundResult::Done(Ok(done)) => Ok(Ok(done)),
        BackgroundResult::Done(Err(error)) => limit_or_fault(&error).map(Err),
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
    let file = file.map(|file| file.display().to_string());
    console.print_json(&json!({"schema": 1, "file": file, "error": fault.to_json()}))?;
    Ok(Exit::Error)
}
