//! Pattern databases, and the files in which large ones are kept.
//!
//! The payload of a file is one byte for each pattern, its distance. The definition in the header
//! is a hash of the moves and of that with which the ranks of patterns are computed; the name of
//! the file begins with it.

use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use gordian_core::Cancel;
use gordian_core::numbers::{to_index, to_u64};
use gordian_table::{FileKind, Storage, Table, TableDescription, ThreadPool, WorkContext, write};
use rayon::prelude::*;

use super::SolverConfig;
use crate::AtlasError;
use crate::cache::{CacheNotes, open_or_build};
use crate::distances::index::Mover;

/// The distance of a pattern to which no moves lead.
pub(super) const UNREACHED: u8 = u8::MAX;
/// The greatest distance that a pattern database stores; patterns further away count as this far.
const MAX_DISTANCE: u8 = u8::MAX - 1;
/// Ranks that a thread works on between two polls of the cancellation.
const CHUNK: usize = 1 << 14;
/// The least number of patterns of a database that is kept.
const MIN_KEPT: u64 = 1 << 20;
/// The number of bytes of the definition in the name of a file.
const NAME_BYTES: usize = 8;

/// Returns the distances of `n` patterns from the one of rank `start`; [`UNREACHED`] for those to
/// which no moves lead.
fn distances<M: Mover>(
    n: u64,
    start: u64,
    mover: impl Fn() -> M + Sync,
    cancel: &Cancel,
) -> Result<Vec<u8>, AtlasError> {
    let distances: Vec<AtomicU8> = (0..n).map(|_| AtomicU8::new(UNREACHED)).collect();
    distances[to_index(start)].store(0, Ordering::Relaxed);
    let mut is_complete = false;
    for level in 0..MAX_DISTANCE {
        let n_new = AtomicU64::new(0);
        distances.par_chunks(CHUNK).enumerate().for_each(|(number, chunk)| {
            if !cancel.is_stopped() {
                let n = expand(&mut mover(), &distances, number * CHUNK, chunk, level);
                n_new.fetch_add(n, Ordering::Relaxed);
            }
        });
        if let Some(limit) = cancel.stopped() {
            return Err(AtlasError::Stopped { limit });
        }
        is_complete = n_new.into_inner() == 0;
        if is_complete {
            break;
        }
    }
    // What is further away than a byte tells is at least that far.
    let farthest = if is_complete { UNREACHED } else { MAX_DISTANCE };
    Ok(distances.into_iter().map(|it| it.into_inner().min(farthest)).collect())
}

/// Marks the neighbours of the patterns of a chunk at distance `level`; returns the number of new
/// ones.
fn expand(
    mover: &mut impl Mover,
    distances: &[AtomicU8],
    first: usize,
    chunk: &[AtomicU8],
    level: u8,
) -> u64 {
    let mut n_new = 0;
    for (offset, distance) in chunk.iter().enumerate() {
        if distance.load(Ordering::Relaxed) != level {
            continue;
        }
        mover.neighbours(to_u64(first + offset), |rank, _| {
            let next = &distances[to_index(rank)];
            // Whoever comes first writes the same value.
            if next.load(Ordering::Relaxed) == UNREACHED
                && next.swap(level + 1, Ordering::Relaxed) == UNREACHED
            {
                n_new += 1;
            }
            true
        });
    }
    n_new
}

/// The databases in a folder.
pub(super) struct Cache<'a> {
    storage: &'a dyn Storage,
    config: &'a SolverConfig,
    cancel: &'a Cancel,
    pool: &'a ThreadPool,
    notes: Vec<String>,
}

impl<'a> Cache<'a> {
    pub(super) fn new(
        storage: &'a dyn Storage,
        config: &'a SolverConfig,
        cancel: &'a Cancel,
        pool: &'a ThreadPool,
    ) -> Self {
        Self { storage, config, cancel, pool, notes: Vec::new() }
    }

    pub(super) fn into_notes(self) -> Vec<String> {
        self.notes
    }

    /// Reads the distances of `n` patterns from the one of rank `start`, or computes and keeps
    /// them. The hash tells different ones apart.
    pub(super) fn open_or_build<M: Mover>(
        &mut self,
        hash: blake3::Hash,
        n: u64,
        start: u64,
        mover: impl Fn() -> M + Sync,
    ) -> Result<Vec<u8>, AtlasError> {
        let (cancel, pool) = (self.cancel, self.pool);
        let build = || pool.install(|| distances(n, start, &mover, cancel));
        let Some(folder) = self.config.cache.as_deref().filter(|_| n >= MIN_KEPT) else {
            return build();
        };
        let definition = *hash.as_bytes();
        let number = |byte: &u8| format!("{byte:02x}");
        let name: String = definition[..NAME_BYTES].iter().map(number).collect();
        let file = folder.join(format!("patterns-{name}.table"));
        let words = CacheNotes {
            kept: &format!("built a database of {n} patterns, kept in"),
            not_kept: "a database is not kept",
        };
        let (storage, work) = (self.storage, self.work());
        open_or_build(
            &file,
            &words,
            &mut self.notes,
            || read(storage, &file, &definition, n, &work),
            build,
            |distances| keep(storage, &file, definition, distances, &work),
        )
    }

    fn work(&self) -> WorkContext<'a> {
        WorkContext { threads: self.config.threads, ..WorkContext::new(self.cancel) }
    }
}

fn read(
    storage: &dyn Storage,
    file: &Path,
    definition: &[u8; 32],
    n: u64,
    work: &WorkContext<'_>,
) -> Result<Vec<u8>, AtlasError> {
    let table = Table::open_in(storage, file)?;
    table.expect_table(definition)?;
    let mut distances = vec![0; to_index(n)];
    table.read_payload_into(&mut [&mut distances], work)?;
    Ok(distances)
}

fn keep(
    storage: &dyn Storage,
    file: &Path,
    definition: [u8; 32],
    distances: &[u8],
    work: &WorkContext<'_>,
) -> Result<(), AtlasError> {
    let description = TableDescription {
        kind: FileKind::Table,
        label: "patterns".to_owned(),
        definition,
        series: Vec::new(),
    };
    Ok(write(storage, file, &description, &[distances], work)?)
}
