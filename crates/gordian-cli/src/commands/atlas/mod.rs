//! `gordian atlas`: tables of all positions.
//!
//! To add a command: its arguments in [`crate::args`], a module here, an arm in [`run`].

mod build;
mod info;
mod levels;
pub(super) mod lines;
mod prove;
mod query;
mod report;
mod usage;
mod verify;

use std::path::Path;

use gordian::Limit;
use gordian::atlas::AtlasError;
use gordian::atlas::square1::Database;
use gordian::table::{Kind, Table, TableError};
use serde_json::json;

use super::Stop;
use crate::args::{AtlasArgs, AtlasCommand};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::work::Work;

pub(super) fn run(args: &AtlasArgs, console: &mut Console) -> Result<Exit, Stop> {
    match &args.command {
        AtlasCommand::Build(args) => build::run(args, console),
        AtlasCommand::Info(args) => info::run(args, console),
        AtlasCommand::Verify(args) => verify::run(args, console),
        AtlasCommand::Query(args) => query::run(args, console),
        AtlasCommand::Report(args) => report::run(args, console),
        AtlasCommand::Prove(args) => prove::run(args, console),
    }
}

/// Opens the table of a puzzle.
fn open(file: &Path) -> Result<Database, AtlasError> {
    let kind = Table::open(file)?.description().kind;
    if let found @ Kind::Checkpoint { .. } = kind {
        let path = file.to_owned();
        return Err(TableError::WrongKind { path, expected: "table", found }.into());
    }
    Database::open(file)
}

/// Returns the limit that ended work before it was done, or else what is wrong.
fn limit_of(error: &AtlasError) -> Result<Limit, Fault> {
    match error {
        AtlasError::Stopped { limit } => Ok(*limit),
        error => Err(Fault::of_atlas(error)),
    }
}

/// Returns what watched work came to, or the limit that ended it.
fn settled<T>(done: Result<Work<Result<T, AtlasError>>, Fault>) -> Result<Result<T, Limit>, Fault> {
    match done? {
        Work::Done(Ok(done)) => Ok(Ok(done)),
        Work::Done(Err(error)) => limit_of(&error).map(Err),
        Work::LeftBehind(limit) => Ok(Err(limit)),
    }
}

/// Tells a fault as the user wants it: as a document on standard output, or in words.
fn refuse(
    fault: Fault,
    file: Option<&Path>,
    json: bool,
    console: &mut Console,
) -> Result<Exit, Stop> {
    if !json {
        return Err(fault.into());
    }
    let file = file.map(|file| file.display().to_string());
    console.json(&json!({"schema": 1, "file": file, "error": fault.to_json()}))?;
    Ok(Exit::Error)
}
