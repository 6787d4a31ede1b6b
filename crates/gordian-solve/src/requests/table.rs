//! `build-table`: builds a table of all positions into the table cache.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{BuildConfig, Database, label};
use gordian_perm::square1::Colours;
use gordian_table::{Disk, TableError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::context::Clock;
use super::{ErrorDetail, JobFolder, RequestContext, RequestError, input};
use crate::answer::round_to_micros;
use crate::square1::table_file;

/// The table to build.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// `square1-silver` or `square1`.
    puzzle: String,
}

/// Returns the colours of the puzzle.
pub(super) fn colours(Input { puzzle }: &Input) -> Result<Colours, ErrorDetail> {
    let all = [Colours::Silver, Colours::Six];
    all.into_iter().find(|&colours| label(colours) == puzzle).ok_or_else(|| {
        let names = all.map(label).join(" and ");
        let message = format!("there is no table of `{}`", puzzle.escape_debug());
        ErrorDetail::new("job.unknown-table", message).hint(format!("tables are {names}"))
    })
}

/// Returns the label of the table.
pub(super) fn table_label(input: &Input) -> Result<&'static str, ErrorDetail> {
    colours(input).map(label)
}

/// Builds a table, resuming at the checkpoint of an earlier attempt at this job.
pub(super) fn build(text: &str, ctx: &RequestContext<'_>) -> Result<Value, RequestError> {
    let clock = Clock::start();
    let colours = colours(&input::read(text)?)?;
    let (Some(cache), Some(folder)) = (ctx.resources.cache(), ctx.job_folder) else {
        return Err(ErrorDetail::new("job.no-folder", "no folder for tables is configured")
            .hint("start the service with `--cache DIR`")
            .into());
    };
    let target = table_file(cache, colours);
    let working = working_file(folder, colours);
    create_folder(cache)?;
    Database::check_replaceable(&Disk, &target, colours)?;
    create_folder(&folder.path)?;
    take_over_files(folder, colours)?;
    let config = BuildConfig { threads: ctx.threads.get(), ..BuildConfig::default() };
    let (first_level, levels) =
        Database::build(colours, &Disk, &working, &config, ctx.cancel, ctx.progress)?;
    fs_err::rename(&working, &target).map_err(|error| io_error(&target, error))?;
    for (_, _, path) in job_files(folder, colours)? {
        // Locks and files of earlier claims; failing to remove one does no harm.
        let _ = fs_err::remove_file(path);
    }
    ctx.resources.refresh_tables();
    let seconds = clock.seconds();
    Ok(json!({
        "schema": 1,
        "puzzle": label(colours),
        "outcome": "solved",
        "resumed_at_level": first_level,
        "levels": levels_json(&levels),
        "seconds": {"cpu": round_to_micros(seconds.cpu), "wall": round_to_micros(seconds.wall)},
    }))
}

fn levels_json(levels: &gordian_atlas::square1::LevelTable) -> Value {
    use gordian_atlas::square1::CountModel;
    let models = CountModel::ALL.into_iter();
    models.map(|model| (model.name().to_owned(), json!(levels.levels(model)))).collect()
}

/// Returns the file that this claim of the job works on.
fn working_file(folder: &JobFolder, colours: Colours) -> PathBuf {
    folder.path.join(format!("{}-{}-{}.table", label(colours), folder.job, folder.fence))
}

/// Renames the files of the latest earlier claim of the job to the names of this claim.
///
/// A worker that still runs under the earlier claim goes on writing under its old names; what it
/// renames there is never read again.
fn take_over_files(folder: &JobFolder, colours: Colours) -> Result<(), RequestError> {
    let mut found = job_files(folder, colours)?;
    // A lock stays with the worker that holds it.
    found.retain(|(fence, ending, _)| *fence < folder.fence && !ending.ends_with("lock"));
    found.sort();
    let mut taken = BTreeSet::new();
    // The latest claim comes first, and its files are not replaced by older ones. Older files stay until
    // the table is complete: only a damaged file is deleted early. Half-written files are useless.
    for (_, ending, path) in found.into_iter().rev() {
        let name = format!("{}-{}-{}.{ending}", label(colours), folder.job, folder.fence);
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
    colours: Colours,
) -> Result<Vec<(i64, String, PathBuf)>, RequestError> {
    let begin = format!("{}-{}-", label(colours), folder.job);
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
