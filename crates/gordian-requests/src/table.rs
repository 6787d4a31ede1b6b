//! `build-table`: builds a table of all positions into the table cache.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{ByModel, Database, Levels};
use gordian_core::excerpt;
use gordian_table::{Disk, TableError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ErrorDetail, JobFolder, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion,
};
use gordian_solve::Clock;
use gordian_solve::Seconds;
use gordian_solve::square1::table_file;
use gordian_solve::tables::{BuildRequest, TablePuzzle};

/// The table to build.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildTableRequest {
    /// `square1-silver` or `square1`.
    puzzle: String,
}

/// The table that a job built.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct BuildTableResponse {
    /// The version of this document format.
    schema: SchemaVersion,
    /// The puzzle.
    puzzle: TablePuzzle,
    /// `solved`.
    outcome: OutcomeName,
    /// The level of the checkpoint that the build resumed from; 0 without a checkpoint.
    resumed_at_level: usize,
    /// The number of positions at each distance, in each model.
    levels: ByModel<Levels>,
    /// The time that the build took.
    seconds: Seconds,
}

impl RequestKind for BuildTableRequest {
    const NAME: &'static str = "build-table";
    const SUMMARY: &'static str = "builds the table of all positions of a puzzle; an interrupted job \
                                   resumes at its last checkpoint";
    type Response = BuildTableResponse;

    fn example() -> Self {
        Self { puzzle: TablePuzzle::Square1Silver.name().to_owned() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<BuildTableResponse, RequestError> {
        build(self, ctx)
    }
}

/// Returns the puzzle of the table.
pub(super) fn puzzle(
    BuildTableRequest { puzzle }: &BuildTableRequest,
) -> Result<TablePuzzle, ErrorDetail> {
    TablePuzzle::from_name(puzzle).ok_or_else(|| {
        let names = TablePuzzle::ALL.map(TablePuzzle::name).join(" and ");
        let message = format!("there is no table of `{}`", excerpt(puzzle));
        ErrorDetail::new("job.unknown-table", message).hint(format!("tables are {names}"))
    })
}

/// Builds a table, resuming at the checkpoint of an earlier attempt at this job.
fn build(
    request: &BuildTableRequest,
    ctx: &RequestContext<'_>,
) -> Result<BuildTableResponse, RequestError> {
    let clock = Clock::start();
    let puzzle = puzzle(request)?;
    let (Some(cache), Some(folder)) = (ctx.resources.cache(), ctx.job_folder) else {
        return Err(ErrorDetail::new("job.no-folder", "no folder for tables is configured")
            .hint("the operator can give the service a directory for its cache")
            .into());
    };
    let target = table_file(cache, puzzle.colours());
    let working = working_file(folder, puzzle);
    create_folder(cache)?;
    Database::check_replaceable(&Disk, &target, puzzle.colours())?;
    create_folder(&folder.path)?;
    take_over_files(folder, puzzle)?;
    let request = BuildRequest {
        out: Some(working.clone()),
        threads: Some(ctx.threads),
        ..BuildRequest::new(puzzle)
    };
    let built = request.run(ctx.cancel, ctx.progress)?;
    fs_err::rename(&working, &target).map_err(|error| io_error(&target, error))?;
    for (_, _, path) in job_files(folder, puzzle)? {
        // Locks and files of earlier claims; failing to remove one does no harm.
        let _ = fs_err::remove_file(path);
    }
    ctx.resources.refresh_tables();
    Ok(BuildTableResponse {
        schema: SchemaVersion,
        puzzle,
        outcome: OutcomeName::Solved,
        resumed_at_level: built.first_level,
        levels: built.models(),
        seconds: clock.seconds(),
    })
}

/// Returns the file that this claim of the job works on.
fn working_file(folder: &JobFolder, puzzle: TablePuzzle) -> PathBuf {
    folder.path.join(format!("{}-{}-{}.table", puzzle.name(), folder.job, folder.fence))
}

/// Renames the files of the latest earlier claim of the job to the names of this claim.
///
/// A worker that still runs under the earlier claim goes on writing under its old names; what it
/// renames there is never read again.
fn take_over_files(folder: &JobFolder, puzzle: TablePuzzle) -> Result<(), RequestError> {
    let mut found = job_files(folder, puzzle)?;
    // A lock stays with the worker that holds it.
    found.retain(|(fence, ending, _)| *fence < folder.fence && !ending.ends_with("lock"));
    found.sort();
    let mut taken = BTreeSet::new();
    // The latest claim comes first, and its files are not replaced by older ones. Older files stay
    // until the table is complete: only a damaged file is deleted early. Half-written files are
    // useless.
    for (_, ending, path) in found.into_iter().rev() {
        let name = format!("{}-{}-{}.{ending}", puzzle.name(), folder.job, folder.fence);
        if ending.ends_with("tmp") || taken.insert(ending) {
            // If the file is already gone, there is nothing to take over.
            let _ = fs_err::rename(&path, folder.path.join(name));
        }
    }
    Ok(())
}

/// Returns the files of a job: the fence and the extension in their names, and their paths.
fn job_files(
    folder: &JobFolder,
    puzzle: TablePuzzle,
) -> Result<Vec<(i64, String, PathBuf)>, RequestError> {
    let begin = format!("{}-{}-", puzzle.name(), folder.job);
    let mut found = Vec::new();
    for entry in fs_err::read_dir(&folder.path).map_err(|error| io_error(&folder.path, error))? {
        let entry = entry.map_err(|error| io_error(&folder.path, error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let rest = name.strip_prefix(&begin).and_then(|rest| rest.split_once('.'));
        let Some((fence, ending)) = rest else { continue };
        if let Ok(fence) = fence.parse() {
            found.push((fence, ending.to_owned(), entry.path()));
        }
    }
    Ok(found)
}

fn create_folder(folder: &Path) -> Result<(), RequestError> {
    fs_err::create_dir_all(folder).map_err(|error| io_error(folder, error))
}

fn io_error(path: &Path, error: std::io::Error) -> RequestError {
    AtlasError::Table(TableError::Io { path: path.to_owned(), error }).into()
}
