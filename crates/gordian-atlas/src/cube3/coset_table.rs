//! The large table of the optimal solver, as a file that is built once.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use gordian_core::{Cancel, Progress, ProgressEvent};
use gordian_perm::cube3::Metric;
use gordian_table::{
    CheckpointPolicy, CountSeries, FileKind, Storage, Table, TableBuild, TableDescription,
    WorkContext,
};

use super::coordinates::Coordinates;
use super::coset_levels::{CosetLevels, CosetSpace};
use super::cubies::{TURNS, cost};
use super::tables::{Symmetric, flip_slice_step};
use crate::AtlasError;
use crate::checkpoint::{CheckpointTimer, resume_checkpoint};
use crate::map::Buffer;
use crate::pool::thread_pool;

/// The number of cosets.
const N_COSETS: u64 = 155_196_518_400;
/// The bytes of a table, and of a solver with it.
pub const COSET_TABLE_BYTES: u64 = 2_536_351_380;
/// The name of the series of levels.
const LEVELS: &str = "cosets";
/// The memory of a build: the table, the plane of new states, and move tables.
const BUILD_BYTES: u64 = 3_850_000_000;

/// Options of [`CosetTable::build`].
#[derive(Clone, Debug)]
pub struct CosetTableConfig {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The memory limit in bytes. A build needs 3.85 GB.
    pub memory: Option<u64>,
    /// The policy of writing checkpoints.
    pub checkpoints: CheckpointPolicy,
}

/// The distances of all cosets of phase 2 in which the U corners are in U: 2.5 GB in a file.
///
/// They are lower bounds of the lengths of solutions, on average 10.7 half turns. Two bits tell
/// whether a distance is less than 10, 10, 11 or greater (in quarter turns less than 11, 11, 12 or
/// greater).
#[derive(Debug)]
pub struct CosetTable {
    metric: Metric,
    codes: Buffer<u8>,
}

/// Returns the nearest distance that a table tells apart.
pub(super) fn nearest(metric: Metric) -> u8 {
    match metric {
        Metric::HalfTurn => 10,
        Metric::QuarterTurn => 11,
    }
}

pub(super) fn label(metric: Metric) -> &'static str {
    match metric {
        Metric::HalfTurn => "cube3",
        Metric::QuarterTurn => "cube3-qtm",
    }
}

/// Returns the definition of the table, which changes with the meaning of its bytes.
fn definition(metric: Metric, kind: &str) -> [u8; 32] {
    let text = format!(
        "{}: {kind}; flip and slice by class, twist, set of places of the U corners; two planes; 1",
        label(metric)
    );
    *blake3::hash(text.as_bytes()).as_bytes()
}

fn description(metric: Metric, kind: FileKind, levels: &[u64]) -> TableDescription {
    let definition = match kind {
        FileKind::Table => definition(metric, "table"),
        FileKind::Checkpoint { .. } => definition(metric, "checkpoint"),
    };
    let series = vec![CountSeries { name: LEVELS.to_owned(), counts: levels.to_vec() }];
    TableDescription { kind, label: label(metric).to_owned(), definition, series }
}

impl CosetTable {
    /// Builds the table into `file`, resuming from the checkpoint of an earlier build of the same
    /// file if there is one. Returns the level at which it started (0 without a checkpoint) and the
    /// number of cosets at each distance.
    ///
    /// The file appears when it is complete and durable. Its bytes do not depend on interruptions
    /// or on the number of threads.
    ///
    /// Cost: 3.85 GB of memory and some minutes.
    ///
    /// # Errors
    ///
    /// [`AtlasError::MemoryLimit`] before the start, [`AtlasError::Memory`],
    /// [`AtlasError::Threads`], [`AtlasError::Stopped`], [`AtlasError::Table`]. After an error the
    /// last checkpoint is kept; only a damaged one is removed.
    pub fn build(
        metric: Metric,
        storage: &dyn Storage,
        file: &Path,
        config: &CosetTableConfig,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<(usize, Vec<u64>), AtlasError> {
        if let Some(allowed) = config.memory.filter(|&allowed| allowed < BUILD_BYTES) {
            return Err(AtlasError::MemoryLimit { needed: BUILD_BYTES, allowed });
        }
        let build = TableBuild::start(storage, file)?;
        let pool = thread_pool(config.threads.get())?;
        pool.install(|| build_in_pool(metric, build, config, cancel, progress))
    }

    /// Reads a table and verifies all of it.
    ///
    /// It is copied to memory with huge pages, because searches in a mapped file took twice as
    /// long: their random accesses wait for page-table walks. Cost: 2.5 GB of memory, and one pass
    /// over the file, about a second.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if the file cannot be read, is damaged, or is another table;
    /// [`AtlasError::Memory`], [`AtlasError::Stopped`].
    pub fn open(path: &Path, metric: Metric, work: &WorkContext<'_>) -> Result<Self, AtlasError> {
        let table = Table::open(path)?;
        table.expect_table(&definition(metric, "table"))?;
        if table.payload_len() != COSET_TABLE_BYTES {
            let what = "its length is wrong";
            return Err(AtlasError::Contents { file: path.to_owned(), what });
        }
        let no_memory = AtlasError::memory(table.payload_len());
        let n_bytes = usize::try_from(table.payload_len())
            .map_err(|_| no_memory(io::ErrorKind::OutOfMemory.into()))?;
        let mut codes = Buffer::new(n_bytes).map_err(&no_memory)?;
        table.read_payload_into(&mut [&mut *codes], work)?;
        Ok(Self { metric, codes })
    }

    /// Returns the metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns a table whose codes exclude nothing, which makes searches slow and leaves their
    /// results.
    #[cfg(test)]
    pub(super) fn without_bounds(metric: Metric) -> Self {
        let n_bytes = usize::try_from(COSET_TABLE_BYTES).expect("addresses have 64 bits");
        Self { metric, codes: Buffer::new(n_bytes).expect("untouched memory costs nothing") }
    }

    /// Returns the codes.
    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }
}

fn build_in_pool(
    metric: Metric,
    build: TableBuild<'_>,
    config: &CosetTableConfig,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(usize, Vec<u64>), AtlasError> {
    let no_memory = AtlasError::memory(BUILD_BYTES);
    let work = WorkContext { threads: config.threads.get(), ..WorkContext::new(cancel) };
    let moves = Coordinates::new();
    let symmetric = Symmetric::new(&moves).map_err(&no_memory)?;
    let space = space(&moves, &symmetric, metric).map_err(&no_memory)?;
    let resumed = resume_checkpoint(&build, &definition(metric, "checkpoint"), |checkpoint, _| {
        let invalid = |what| AtlasError::Contents { file: checkpoint.path().to_owned(), what };
        let levels = checkpoint.counts(LEVELS).filter(|levels| !levels.is_empty());
        let levels = levels.ok_or_else(|| invalid("its levels are missing"))?;
        let mut codes = Buffer::new(space.table_len()).map_err(&no_memory)?;
        checkpoint.read_payload_into(&mut [&mut *codes], &work)?;
        CosetLevels::resume(&space, nearest(metric), levels.to_vec(), codes).map_err(&no_memory)
    })?;
    let mut all = match resumed {
        Some(all) => all,
        None => CosetLevels::new(&space, nearest(metric)).map_err(&no_memory)?,
    };
    let first_level = all.levels().len() - 1;
    let mut timer = CheckpointTimer::new(config.checkpoints);
    while !all.is_complete() {
        all.step(cancel).map_err(|limit| AtlasError::Stopped { limit })?;
        let level = all.levels().len() - 1;
        let done = all.levels().iter().sum();
        progress.report(&ProgressEvent::Level { level: level as u64, done, total: N_COSETS });
        if !all.is_complete() {
            timer.write_if_due(all.codes().len() as u64, || {
                let kind = FileKind::Checkpoint { step: u32::try_from(level).expect("few levels") };
                let description = description(metric, kind, all.levels());
                Ok(build.write_checkpoint(&description, &[all.codes()], &work)?)
            })?;
        }
    }
    progress.report(&ProgressEvent::Phase { name: "writing the table" });
    build.finish(&description(metric, FileKind::Table, all.levels()), &[all.codes()], &work)?;
    Ok((first_level, all.levels().to_vec()))
}

/// Returns the space of the cosets, with the turns of cost 1.
fn space<'a>(
    moves: &Coordinates,
    symmetric: &'a Symmetric,
    metric: Metric,
) -> io::Result<CosetSpace<'a>> {
    let turns: Vec<usize> = (0..TURNS).filter(|&turn| cost(metric, turn) == 1).collect();
    CosetSpace::new(
        &symmetric.flip_slice,
        &symmetric.twist,
        &symmetric.upper_corners,
        turns.len(),
        |value, k| flip_slice_step(moves, value, turns[k]),
        |value, k| usize::from(moves.twist[value][turns[k]]),
        |value, k| usize::from(moves.upper_corners[value][turns[k]]),
    )
}
