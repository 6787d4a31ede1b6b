//! Building the database, in memory or into a file that survives a kill at any instant.

use std::path::Path;
use std::time::{Duration, Instant};

use gordian_core::{Cancel, Path as KernelPath, Progress, ProgressEvent};
use gordian_perm::square1::Colours;
use gordian_table::{Build, CheckpointRule, Description, Kind, Storage, Table, TableError, Work};

use super::database::{self, Database};
use super::levels::LevelTable;
use super::model::Model;
use crate::{AtlasError, EnumerateConfig, Enumeration, Graph};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildConfig {
    /// Threads, at least 1.
    pub threads: usize,
    /// Which kernels.
    pub path: KernelPath,
    /// The most memory that may be used, in bytes; what is needed is known before the start.
    pub memory: Option<u64>,
    /// When to write checkpoints.
    pub checkpoints: CheckpointRule,
}

impl Default for BuildConfig {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            path: KernelPath::best(),
            memory: None,
            checkpoints: CheckpointRule::default(),
        }
    }
}

/// Returns the bytes of memory that building takes, with or without the distances.
#[must_use]
pub fn memory_needed(model: &Model, distances: bool) -> u64 {
    /// Tables of moves, maps and counts, and what the system needs for a program.
    const REST: u64 = 64 << 20;
    REST + Enumeration::memory(model.layout(), &model.graph(), distances) as u64
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

/// Counts the positions at each distance, without keeping their distances.
///
/// # Errors
///
/// [`AtlasError::MemoryLimit`] before anything is done, [`AtlasError::Memory`],
/// [`AtlasError::Threads`], [`AtlasError::PathUnavailable`], [`AtlasError::Stopped`].
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
    let config = EnumerateConfig { threads: config.threads, path: config.path, distances };
    Enumeration::new(model.layout(), graph, &model.start(), config)
}

impl Database {
    /// Builds the database in memory, where it stays.
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
        let mut planes = enumeration.into_halves().expect("distances were asked for");
        for plane in &mut planes {
            database::pack(plane, model.layout().n_lanes());
        }
        Ok(Self::in_memory(model, planes, levels))
    }

    /// Builds the database into `file`, taking up a checkpoint that an earlier build of the same
    /// file left; returns the level it began at (0 without a checkpoint) and the levels.
    ///
    /// The file appears when it is complete and durable, and is the same whatever happened before.
    ///
    /// # Errors
    ///
    /// As [`count_levels`], and [`AtlasError::Table`]. After [`AtlasError::Stopped`] the last
    /// checkpoint stays.
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
        let build = Build::start(storage, file)?;
        let work = Work { threads: config.threads, ..Work::new(cancel) };
        let begin = || start(&model, &graph, config, true);
        let mut enumeration = match load_checkpoint(&build, &definition)? {
            None => begin()?,
            Some((checkpoint, step)) => match resume(begin()?, &checkpoint, step, &work) {
                Ok(enumeration) => enumeration,
                Err(error) if is_of_no_use(&error) => {
                    drop(checkpoint);
                    build.discard()?;
                    begin()?
                }
                Err(error) => return Err(error),
            },
        };
        let begun_at = enumeration.levels().len() - 1;
        let mut since = Instant::now();
        let mut last_cost: Option<Duration> = None;
        let levels = run(&model, &mut enumeration, cancel, progress, |enumeration| {
            let bytes = enumeration.checkpoint_len();
            let worth = config.checkpoints.is_due(since.elapsed(), last_cost, bytes);
            if worth && !enumeration.is_complete() {
                let begin = Instant::now();
                save(&build, &definition, enumeration, &work)?;
                last_cost = Some(begin.elapsed());
                since = Instant::now();
            }
            Ok(())
        })?;
        let mut planes = enumeration.into_halves().expect("distances were asked for");
        for plane in &mut planes {
            database::pack(plane, model.layout().n_lanes());
        }
        let words: Vec<u8> = levels.to_words().into_iter().flat_map(u64::to_le_bytes).collect();
        let len = database::plane_len(&model);
        let payload = [&planes[0].bytes()[..len], &planes[1].bytes()[..len], &words];
        progress.report(&ProgressEvent::Phase { name: "writing the table" });
        build.finish(&database::description(&model, &levels), &payload, &work)?;
        Ok((begun_at, levels))
    }
}

/// More levels than Square-1 has in any colouring.
const MAX_LEVELS: usize = 32;

/// Checkpoints hold words in the machine's order, so they are for machines of the same order.
fn checkpoint_definition(table: &[u8; 32]) -> [u8; 32] {
    let order: &[u8] = if cfg!(target_endian = "big") { b"big" } else { b"little" };
    *blake3::Hasher::new().update(table).update(b"checkpoint").update(order).finalize().as_bytes()
}

/// Loads the checkpoint of an earlier build. One that is damaged is of no use and is removed: the work
/// begins anew. One of something else is an error.
fn load_checkpoint(
    build: &Build<'_>,
    definition: &[u8; 32],
) -> Result<Option<(Table, u32)>, AtlasError> {
    match build.load_latest(definition) {
        Ok(found) => Ok(found),
        Err(error) => {
            let error = error.into();
            if !is_of_no_use(&error) {
                return Err(error);
            }
            build.discard()?;
            Ok(None)
        }
    }
}

/// Whether an error means that a checkpoint is damaged, rather than that it could not be read now or
/// is one of something else.
fn is_of_no_use(error: &AtlasError) -> bool {
    match error {
        AtlasError::Contents { .. } => true,
        AtlasError::Table(error) => {
            // What somebody else may still want is not thrown away.
            !matches!(
                error,
                TableError::Io { .. }
                    | TableError::Stopped { .. }
                    | TableError::WrongDefinition { .. }
                    | TableError::WrongKind { .. }
            )
        }
        _ => false,
    }
}

fn save(
    build: &Build<'_>,
    definition: &[u8; 32],
    enumeration: &Enumeration<'_>,
    work: &Work<'_>,
) -> Result<(), AtlasError> {
    let step = u32::try_from(enumeration.levels().len() - 1).expect("few levels");
    let description = Description {
        kind: Kind::Checkpoint { step },
        label: String::new(),
        definition: *definition,
        series: Vec::new(),
    };
    let counts = enumeration.counts_to_bytes();
    let mut payload: Vec<&[u8]> = enumeration.plane_bytes();
    payload.push(&counts);
    Ok(build.save(&description, &payload, work)?)
}

fn resume<'a>(
    mut enumeration: Enumeration<'a>,
    checkpoint: &Table,
    step: u32,
    work: &Work<'_>,
) -> Result<Enumeration<'a>, AtlasError> {
    let nonsense = |what| AtlasError::Contents { file: checkpoint.path().to_owned(), what };
    let steps = usize::try_from(step).ok().filter(|&steps| steps < MAX_LEVELS);
    let steps = steps.ok_or_else(|| nonsense("it has too many levels"))?;
    let mut counts = vec![0; enumeration.counts_len(steps)];
    let mut buffers = enumeration.plane_bytes_mut();
    buffers.push(&mut counts);
    checkpoint.read_payload_into(&mut buffers, work)?;
    if !enumeration.restore_counts(&counts) {
        return Err(nonsense("its counts are impossible"));
    }
    Ok(enumeration)
}
