//! Pattern databases, and the files in which large ones are kept.
//!
//! The payload of a file is one byte for each pattern, its distance. The definition in the header is a hash of the moves and of
//! the chain of stabilisers that the ranks of patterns are computed with; the name of the file begins with it.

use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use gordian_core::Cancel;
use gordian_table::{FileKind, Storage, Table, TableDescription, WorkContext, write};
use rayon::prelude::*;

use super::SolverConfig;
use crate::AtlasError;
use crate::cache::{CacheNotes, open_or_build};
use crate::chain::{ChainIndex, Slot, carry, count, place};

/// The distance of a pattern that was not reached.
const UNSEEN: u8 = u8::MAX;
/// The greatest distance that a pattern database stores; patterns further away count as this far.
const MAX_DISTANCE: u8 = u8::MAX - 1;
/// Ranks that a thread works on between two polls of the cancellation.
const CHUNK: usize = 1 << 14;
/// The least number of patterns of a database that is kept.
const MIN_KEPT: u64 = 1 << 20;
/// The number of bytes of the definition in the name of a file.
const NAME_BYTES: usize = 8;

/// The distances of the patterns of some pieces.
pub(super) struct PatternDatabase {
    index: ChainIndex,
    /// The pieces, by the positions that they have when solved.
    pieces: Vec<usize>,
    distances: Vec<u8>,
}

impl PatternDatabase {
    /// Returns the number of patterns.
    pub(super) fn n_patterns(&self) -> u64 {
        count(self.distances.len())
    }

    /// Returns the distance of the pattern of a state.
    pub(super) fn distance(&self, slots: &[Slot], images: &mut Vec<Slot>) -> u8 {
        images.clear();
        images.extend(self.pieces.iter().map(|&piece| slots[piece]));
        self.distances[place(self.index.rank(images))]
    }
}

/// Returns the distances of all patterns.
fn distances(index: &ChainIndex, cancel: &Cancel) -> Result<Vec<u8>, AtlasError> {
    let n = place(index.n_ranks().expect("the number of patterns is limited"));
    let distances: Vec<AtomicU8> = (0..n).map(|_| AtomicU8::new(UNSEEN)).collect();
    distances[0].store(0, Ordering::Relaxed);
    for level in 0..MAX_DISTANCE {
        let n_new = AtomicU64::new(0);
        distances.par_chunks(CHUNK).enumerate().for_each(|(number, chunk)| {
            if !cancel.is_stopped() {
                let n = expand(index, &distances, number * CHUNK, chunk, level);
                n_new.fetch_add(n, Ordering::Relaxed);
            }
        });
        if let Some(limit) = cancel.stopped() {
            return Err(AtlasError::Stopped { limit });
        }
        if n_new.into_inner() == 0 {
            break;
        }
    }
    // What is further away than a byte tells is at least that far.
    let of_byte = |it: AtomicU8| it.into_inner().min(MAX_DISTANCE);
    Ok(distances.into_iter().map(of_byte).collect())
}

/// Marks the neighbours of the patterns of a chunk at distance `level`; returns the number of new ones.
fn expand(
    index: &ChainIndex,
    distances: &[AtomicU8],
    first: usize,
    chunk: &[AtomicU8],
    level: u8,
) -> u64 {
    let (mut images, mut moved) = (index.start.clone(), index.start.clone());
    let mut n_new = 0;
    for (offset, distance) in chunk.iter().enumerate() {
        if distance.load(Ordering::Relaxed) != level {
            continue;
        }
        index.unrank(count(first + offset), &mut images);
        for map in &index.moves {
            carry(map, &images, &mut moved);
            let next = &distances[place(index.rank(&mut moved))];
            // Whoever comes first writes the same value.
            if next.load(Ordering::Relaxed) == UNSEEN
                && next.swap(level + 1, Ordering::Relaxed) == UNSEEN
            {
                n_new += 1;
            }
        }
    }
    n_new
}

/// The databases in a folder.
pub(super) struct Cache<'a> {
    storage: &'a dyn Storage,
    config: &'a SolverConfig,
    cancel: &'a Cancel,
    notes: Vec<String>,
}

impl<'a> Cache<'a> {
    pub(super) fn new(
        storage: &'a dyn Storage,
        config: &'a SolverConfig,
        cancel: &'a Cancel,
    ) -> Self {
        Self { storage, config, cancel, notes: Vec::new() }
    }

    pub(super) fn into_notes(self) -> Vec<String> {
        self.notes
    }

    /// Reads a database, or builds and keeps it.
    pub(super) fn open_or_build(
        &mut self,
        index: ChainIndex,
        pieces: Vec<usize>,
    ) -> Result<PatternDatabase, AtlasError> {
        let n = index.n_ranks().expect("the number of patterns is limited");
        let Some(folder) = self.config.cache.as_deref().filter(|_| n >= MIN_KEPT) else {
            let distances = distances(&index, self.cancel)?;
            return Ok(PatternDatabase { index, pieces, distances });
        };
        let definition = *index.hash("pattern database 1").as_bytes();
        let number = |byte: &u8| format!("{byte:02x}");
        let name: String = definition[..NAME_BYTES].iter().map(number).collect();
        let file = folder.join(format!("patterns-{name}.table"));
        let words = CacheNotes {
            kept: &format!("built a database of {n} patterns, kept in"),
            not_kept: "a database is not kept",
        };
        let (storage, work) = (self.storage, self.work());
        let distances = open_or_build(
            &file,
            &words,
            &mut self.notes,
            || read(storage, &file, &definition, n, &work),
            || distances(&index, self.cancel),
            |distances| keep(storage, &file, definition, distances, &work),
        )?;
        Ok(PatternDatabase { index, pieces, distances })
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
    let mut distances = vec![0; place(n)];
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
