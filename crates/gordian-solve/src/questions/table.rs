//! `build-table`: a table of all positions, in the folder of tables.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{BuildConfig, Database, label};
use gordian_perm::square1::Colours;
use gordian_table::{Disk, TableError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::Clock;
use super::{Asked, Fault, JobPlace, Refusal, input};
use crate::answer::rounded;
use crate::square1::table_file;

/// Which table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// `square1-silver` or `square1`.
    puzzle: String,
}

/// Returns whose table is meant.
pub(super) fn colours(Input { puzzle }: &Input) -> Result<Colours, Fault> {
    let all = [Colours::Silver, Colours::Six];
    all.into_iter().find(|&colours| label(colours) == puzzle).ok_or_else(|| {
        let names = all.map(label).join(" and ");
        let message = format!("there is no table of `{}`", puzzle.escape_debug());
        Fault::new("job.unknown-table", message).hint(format!("tables are {names}"))
    })
}

/// Returns the name of the table.
pub(super) fn name(input: &Input) -> Result<&'static str, Fault> {
    colours(input).map(label)
}

/// Builds a table, going on from the checkpoint of whoever worked on this job before.
pub(super) fn build(text: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let clock = Clock::start();
    let colours = colours(&input::read(text)?)?;
    let (Some(cache), Some(place)) = (asked.resources.cache(), asked.job) else {
        return Err(Fault::new("job.no-folder", "there is no folder for tables")
            .hint("start the service with `--cache DIR`")
            .into());
    };
    let target = table_file(cache, colours);
    let working = working_file(place, colours);
    make_folder(cache)?;
    Database::check_replaceable(&Disk, &target, colours)?;
    make_folder(&place.folder)?;
    take_over(place, colours)?;
    let config = BuildConfig { threads: asked.threads.get(), ..BuildConfig::default() };
    let (begun_at, levels) =
        Database::build(colours, &Disk, &working, &config, asked.cancel, asked.progress)?;
    fs_err::rename(&working, &target).map_err(|error| io(&target, error))?;
    for (_, _, path) in files_of(place, colours)? {
        // Locks, and what earlier claims left; nobody misses a file that is gone.
        let _ = fs_err::remove_file(path);
    }
    asked.resources.look_again();
    let seconds = clock.seconds();
    Ok(json!({
        "schema": 1,
        "puzzle": label(colours),
        "outcome": "solved",
        "resumed_at_level": begun_at,
        "levels": levels_json(&levels),
        "seconds": {"cpu": rounded(seconds.cpu), "wall": rounded(seconds.wall)},
    }))
}

fn levels_json(levels: &gordian_atlas::square1::LevelTable) -> Value {
    use gordian_atlas::square1::CountModel;
    let models = CountModel::ALL.into_iter();
    models.map(|model| (model.name().to_owned(), json!(levels.levels(model)))).collect()
}

/// Returns the file that this claim of the job works on.
fn working_file(place: &JobPlace, colours: Colours) -> PathBuf {
    place.folder.join(format!("{}-{}-{}.table", label(colours), place.job, place.fence))
}

/// Gives the files that the latest earlier claim of the job left the names of this one.
///
/// Who still works under the earlier claim goes on writing under his own names; what he renames there
/// is never looked at again.
fn take_over(place: &JobPlace, colours: Colours) -> Result<(), Refusal> {
    let mut found = files_of(place, colours)?;
    // A lock belongs to whoever holds it.
    found.retain(|(fence, ending, _)| *fence < place.fence && !ending.ends_with("lock"));
    found.sort();
    let mut taken = BTreeSet::new();
    // The latest first. What it left is not replaced by what others left, and those stay until the
    // table is complete: only damage leads to deletion. Half-written files are of no use to anyone.
    for (_, ending, path) in found.into_iter().rev() {
        let name = format!("{}-{}-{}.{ending}", label(colours), place.job, place.fence);
        if ending.ends_with("tmp") || taken.insert(ending) {
            // The file may be gone by now; then there is nothing to take over.
            let _ = fs_err::rename(&path, place.folder.join(name));
        }
    }
    Ok(())
}

/// Returns the files of a job: the fence and the ending in their names, and their paths.
fn files_of(place: &JobPlace, colours: Colours) -> Result<Vec<(i64, String, PathBuf)>, Refusal> {
    let begin = format!("{}-{}-", label(colours), place.job);
    let mut found = Vec::new();
    for entry in fs_err::read_dir(&place.folder).map_err(|error| io(&place.folder, error))? {
        let entry = entry.map_err(|error| io(&place.folder, error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let rest = name.strip_prefix(&begin).and_then(|rest| rest.split_once('.'));
        let Some((fence, ending)) = rest else { continue };
        if let Ok(fence) = fence.parse() {
            found.push((fence, ending.to_owned(), entry.path()));
        }
    }
    Ok(found)
}

fn make_folder(folder: &Path) -> Result<(), Refusal> {
    fs_err::create_dir_all(folder).map_err(|error| io(folder, error))
}

fn io(path: &Path, error: std::io::Error) -> Refusal {
    AtlasError::Table(TableError::Io { path: path.to_owned(), error }).into()
}
