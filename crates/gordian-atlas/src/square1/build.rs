//! Building the database, in memory or into a file; the latter can be killed at any time.

use std::path::Path;

use gordian_core::{Cancel, Progress, ProgressEvent, SimdLevel};
use gordian_perm::square1::Colours;
use gordian_table::{
    CheckpointPolicy, FileKind, Storage, Table, TableBuild, TableDescription, WorkContext,
};

use super::database::{self, Database};
use super::levels::LevelTable;
use super::model::Model;
use crate::checkpoint::{CheckpointTimer, expect_table_or_none, resume_checkpoint};
use crate::{AtlasError, EnumerateConfig, Enumeration, Graph};

/// Options of a build.
#[derive(Clone, Debug)]
pub struct BuildConfig {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The SIMD level of the kernels.
    pub simd_level: SimdLevel,
    /// The memory limit in bytes. The required memory is known before the start.
    pub memory: Option<u64>,
    /// The policy of writing checkpoints.
    pub checkpoints: CheckpointPolicy,
}

impl Default for BuildConfig {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            simd_level: SimdLevel::best(),
            memory: None,
            checkpoints: CheckpointPolicy::default(),
        }
    }
}

/// Returns the memory that a build takes in bytes, with or without distances.
#[must_use]
pub fn memory_needed(model: &Model, distances: bool) -> u64 {
    /// Move tables, maps, counts, and the memory of the process itself.
    const OTHER_MEMORY: u64 = 64 << 20;
    OTHER_MEMORY + Enumeration::memory(model.layout(), &model.graph(), distances) as u64
}

fn check_memory(model: &Model, distances: bool, config: &BuildConfig) -> Result<(), AtlasError> {
    let needed = memory_needed(model, distances);
    match config.memory {
        Some(allowed) if allowed < needed => Err(AtlasError::MemoryLimit { needed, allowed }),
        _ => Ok(()),
    }
}

/// Runs an enumeration to its end; `after_level` is called after each level.
fn run(
    model: &Model,
    enumeration: &mut Enumeration<'_>,
    cancel: &Cancel,
    progress: &dyn Progress,
    mut after_level: impl FnMut(&Enumeration<'_>) -> Result<(), AtlasError>,
) -> Result<LevelTable, AtlasError> {
    let total = 2 * enumeration.n_states();
    while !enumeration.is_complete() {
        enumeration.step(cancel).map_err(|limit| AtlasError::Stopped { limit })?;
        progress.report(&ProgressEvent::Level {
            level: enumeration.levels().len() as u64 - 1,
            done: enumeration.n_seen(),
            total,
        });
        after_level(enumeration)?;
    }
    Ok(LevelTable::new(model, enumeration.levels()))
}

/// Counts the positions at each distance without storing their distances.
///
/// # Errors
///
/// [`AtlasError::MemoryLimit`] before the start, [`AtlasError::Memory`],
/// [`AtlasError::Threads`], [`AtlasError::SimdLevelUnavailable`], [`AtlasError::Stopped`].
pub fn count_levels(
    colours: Colours,
    config: &BuildConfig,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<LevelTable, AtlasError> {
    let model = Model::new(colours);
    check_memory(&model, false, config)?;
    let graph = model.graph();
    let mut enumeration = start(&model, &graph, config, false)?;
    run(&model, &mut enumeration, cancel, progress, |_| Ok(()))
}

fn start<'a>(
    model: &'a Model,
    graph: &Graph,
    config: &BuildConfig,
    distances: bool,
) -> Result<Enumeration<'a>, AtlasError> {
    let config =
        EnumerateConfig { threads: config.threads, simd_level: config.simd_level, distances };
    Enumeration::new(model.layout(), graph, &model.start(), config)
}

impl Database {
    /// Builds the database in memory.
    ///
    /// # Errors
    ///
    /// As [`count_levels`].
    pub fn build_in_memory(
        colours: Colours,
        config: &BuildConfig,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Self, AtlasError> {
        let model = Model::new(colours);
        check_memory(&model, true, config)?;
        let graph = model.graph();
        let mut enumeration = start(&model, &graph, config, true)?;
        let levels = run(&model, &mut enumeration, cancel, progress, |_| Ok(()))?;
        let mut planes = enumeration.into_distance_planes().expect("distances were requested");
        for plane in &mut planes {
            database::pack(plane, model.layout().n_lanes());
        }
        Ok(Self::in_memory(model, planes, levels))
    }

    /// Checks that a table of these colours may replace `file` without an explicit request: `file`
    /// does not exist, is damaged, or is a table of the same colours, which the new one equals byte
    /// for byte.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`]: the actual kind of the file, or the reason why it cannot be read.
    pub fn check_replaceable(
        storage: &dyn Storage,
        file: &Path,
        colours: Colours,
    ) -> Result<(), AtlasError> {
        let definition = database::definition(&Model::new(colours));
        match expect_table_or_none(storage, file, &definition) {
            Err(error) if !error.is_damage() => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Builds the database into `file`, resuming from the checkpoint of an earlier build of the
    /// same file if there is one. Returns the level at which it started (0 without a checkpoint)
    /// and the levels.
    ///
    /// The file appears when it is complete and durable. Its bytes do not depend on interruptions.
    ///
    /// # Errors
    ///
    /// As [`count_levels`], and [`AtlasError::Table`], also for a checkpoint of another format or
    /// definition. After an error the last checkpoint is kept; only a damaged one is removed, and
    /// then the build starts from the beginning.
    pub fn build(
        colours: Colours,
        storage: &dyn Storage,
        file: &Path,
        config: &BuildConfig,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<(usize, LevelTable), AtlasError> {
        let model = Model::new(colours);
        check_memory(&model, true, config)?;
        let graph = model.graph();
        let definition = checkpoint_definition(&database::definition(&model));
        let build = TableBuild::start(storage, file)?;
        let work = WorkContext { threads: config.threads, ..WorkContext::new(cancel) };
        let begin = || start(&model, &graph, config, true);
        let resumed = resume_checkpoint(&build, &definition, |checkpoint, step| {
            resume(begin()?, checkpoint, step, &work)
        })?;
        let mut enumeration = match resumed {
            Some(enumeration) => enumeration,
            None => begin()?,
        };
        let start_level = enumeration.levels().len() - 1;
        let mut timer = CheckpointTimer::new(config.checkpoints);
        let levels = run(&model, &mut enumeration, cancel, progress, |enumeration| {
            if enumeration.is_complete() {
                return Ok(());
            }
            timer.write_if_due(enumeration.checkpoint_len(), || {
                write_checkpoint(&build, &definition, enumeration, &work)
            })
        })?;
        let mut planes = enumeration.into_distance_planes().expect("distances were requested");
        for plane in &mut planes {
            database::pack(plane, model.layout().n_lanes());
        }
        let words: Vec<u8> = levels.to_words().into_iter().flat_map(u64::to_le_bytes).collect();
        let len = database::plane_len(&model);
        let payload = [&planes[0].bytes()[..len], &planes[1].bytes()[..len], &words];
        progress.report(&ProgressEvent::Phase { name: "writing the table" });
        build.finish(&database::description(&model, &levels), &payload, &work)?;
        Ok((start_level, levels))
    }
}

/// An upper bound on the number of levels in any colouring.
const MAX_LEVELS: usize = 32;

/// Returns the definition of checkpoints. They contain words in native byte order, so they can be
/// resumed only on machines with the same byte order.
fn checkpoint_definition(table: &[u8; 32]) -> [u8; 32] {
    let order: &[u8] = if cfg!(target_endian = "big") { b"big" } else { b"little" };
    *blake3::Hasher::new().update(table).update(b"checkpoint").update(order).finalize().as_bytes()
}

fn write_checkpoint(
    build: &TableBuild<'_>,
    definition: &[u8; 32],
    enumeration: &Enumeration<'_>,
    work: &WorkContext<'_>,
) -> Result<(), AtlasError> {
    let step = u32::try_from(enumeration.levels().len() - 1).expect("few levels");
    let description = TableDescription {
        kind: FileKind::Checkpoint { step },
        label: String::new(),
        definition: *definition,
        series: Vec::new(),
    };
    let counts = enumeration.counts_to_bytes();
    let mut payload: Vec<&[u8]> = enumeration.plane_bytes();
    payload.push(&counts);
    Ok(build.write_checkpoint(&description, &payload, work)?)
}

fn resume<'a>(
    mut enumeration: Enumeration<'a>,
    checkpoint: &Table,
    step: u32,
    work: &WorkContext<'_>,
) -> Result<Enumeration<'a>, AtlasError> {
    let contradiction = |what| AtlasError::Contents { file: checkpoint.path().to_owned(), what };
    let steps = usize::try_from(step).ok().filter(|&steps| steps < MAX_LEVELS);
    let steps = steps.ok_or_else(|| contradiction("too many levels"))?;
    let mut counts = vec![0; enumeration.counts_len(steps)];
    let mut buffers = enumeration.plane_bytes_mut();
    buffers.push(&mut counts);
    let len: usize = buffers.iter().map(|buffer| buffer.len()).sum();
    if checkpoint.payload_len() != len as u64 {
        return Err(contradiction("its length does not match its level"));
    }
    checkpoint.read_payload_into(&mut buffers, work)?;
    if !enumeration.restore_counts(&counts) {
        return Err(contradiction("its counts are invalid"));
    }
    Ok(enumeration)
}
