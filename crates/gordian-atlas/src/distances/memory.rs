//! The enumeration in memory.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use gordian_core::numbers::{to_index, to_u64};
use gordian_core::{Cancel, Limit};
use gordian_table::{FileKind, Table, TableBuild, WorkContext};
use rayon::prelude::*;

use super::codes::{PER_BYTE, Smallest, UNSEEN, code, get, places_with, set_shared};
use super::file::{Meaning, invalid, to_bytes, to_numbers};
use super::index::{Index, Mover};
use super::{Found, Job, stopped_by};
use crate::AtlasError;
use crate::checkpoint::{CheckpointTimer, resume_checkpoint};

/// Bytes that a thread works on between two polls of the cancellation.
const CHUNK: usize = 1 << 12;
/// The layout of a checkpoint.
const CHECKPOINT: &str = "checkpoint 1";

/// An enumeration after a level.
struct Levels {
    codes: Vec<AtomicU8>,
    /// The number of states at each distance so far.
    counts: Vec<u64>,
    /// The smallest ranks of the last level.
    antipodes: Vec<u64>,
}

/// The work of one level.
struct Step<'a, I> {
    index: &'a I,
    codes: &'a [AtomicU8],
    n_ranks: u64,
    /// The last complete level.
    level: usize,
    /// Whether unseen states look for neighbours in the last level, instead of the reverse.
    is_backward: bool,
    antipodes: usize,
}

/// Enumerates the states of an index, into the file if there is one.
pub(super) fn enumerate<I: Index>(job: &Job<'_, I>) -> Result<Found, AtlasError> {
    let &Job { ref index, ref meaning, storage, config, cancel, on_level, .. } = job;
    let (n_ranks, n_states) = (index.n_ranks(), index.n_states());
    let work = WorkContext { threads: config.threads, ..WorkContext::new(cancel) };
    let start = |file| {
        meaning.expect_own(storage, file)?;
        Ok::<_, AtlasError>(TableBuild::start(storage, file)?)
    };
    let build = config.file.as_deref().map(start).transpose()?;
    let resumed = match &build {
        None => None,
        Some(build) => resume_checkpoint(build, &meaning.hash(CHECKPOINT), |checkpoint, _| {
            read(checkpoint, n_ranks, &work)
        })?,
    };
    let first_level = resumed.as_ref().map_or(0, |levels| levels.counts.len() - 1);
    let mut levels = resumed.unwrap_or_else(|| Levels::start(n_ranks, index.start()));
    for (level, &n) in levels.counts.iter().enumerate() {
        on_level(level, n);
    }
    let mut timer = CheckpointTimer::new(config.checkpoints);
    let mut limit = None;
    let is_complete = loop {
        let n_seen: u64 = levels.counts.iter().sum();
        if n_seen == n_states {
            break true;
        }
        let level = levels.counts.len() - 1;
        if config.max_level.is_some_and(|max| max <= level) {
            break false;
        }
        let step = Step {
            index,
            codes: &levels.codes,
            n_ranks,
            level,
            is_backward: n_states - n_seen < levels.counts[level],
            antipodes: config.antipodes,
        };
        match step.run(cancel) {
            Ok((0, _)) if index.is_full() => {
                panic!("internal error: {n_seen} of {n_states} states were reached")
            }
            Ok((0, _)) => break true,
            Ok((n, smallest)) => {
                levels.counts.push(n);
                levels.antipodes = smallest.into_sorted();
            }
            Err(stopped) => {
                limit = Some(stopped);
                break false;
            }
        }
        on_level(level + 1, levels.counts[level + 1]);
        if let Some(build) = &build {
            let bytes = to_u64(levels.codes.len());
            let written =
                timer.write_if_due(bytes, || levels.write_checkpoint(build, meaning, &work));
            limit = stopped_by(written)?;
            if limit.is_some() {
                break false;
            }
        }
    };
    if let Some(build) = build
        && limit.is_none()
    {
        let description = meaning.table(&levels.counts, is_complete);
        let codes = into_bytes(std::mem::take(&mut levels.codes));
        let written = build.finish(&description, &[&codes, &to_bytes(&levels.counts)], &work);
        limit = stopped_by(written.map_err(AtlasError::from))?;
    }
    Ok(Found {
        counts: levels.counts,
        is_complete: is_complete && limit.is_none(),
        limit,
        antipodes: levels.antipodes,
        first_level,
    })
}

/// Reads a checkpoint.
fn read(checkpoint: &Table, n_ranks: u64, work: &WorkContext<'_>) -> Result<Levels, AtlasError> {
    let n_bytes = n_ranks.div_ceil(PER_BYTE);
    let wrong = |what| invalid(checkpoint.path(), what);
    let rest = checkpoint.payload_len().checked_sub(n_bytes);
    let rest = rest.ok_or_else(|| wrong("its length is wrong"))?;
    let (mut codes, mut numbers) = (vec![0; to_index(n_bytes)], vec![0; to_index(rest)]);
    checkpoint.read_payload_into(&mut [&mut codes, &mut numbers], work)?;
    let numbers = to_numbers(&numbers, checkpoint.path())?;
    let split = |(n, rest): (&u64, &[u64])| {
        let (counts, antipodes) = rest.split_at_checked(usize::try_from(*n).ok()?)?;
        let is_valid = !counts.is_empty() && antipodes.iter().all(|&rank| rank < n_ranks);
        is_valid.then(|| (counts.to_vec(), antipodes.to_vec()))
    };
    let (counts, antipodes) =
        numbers.split_first().and_then(split).ok_or_else(|| wrong("its numbers are wrong"))?;
    Ok(Levels { codes: into_atomics(codes), counts, antipodes })
}

/// Returns bytes that can be shared; no byte is copied, as the vectors have the same layout.
fn into_atomics(bytes: Vec<u8>) -> Vec<AtomicU8> {
    bytes.into_iter().map(AtomicU8::new).collect()
}

/// Returns shared bytes as plain ones; no byte is copied.
fn into_bytes(bytes: Vec<AtomicU8>) -> Vec<u8> {
    bytes.into_iter().map(AtomicU8::into_inner).collect()
}

impl Levels {
    /// Returns level 0.
    fn start(n_ranks: u64, start: u64) -> Self {
        let codes = into_atomics(vec![u8::MAX; to_index(n_ranks.div_ceil(PER_BYTE))]);
        set_shared(&codes, start, code(0));
        Self { codes, counts: vec![1], antipodes: vec![start] }
    }

    fn write_checkpoint(
        &mut self,
        build: &TableBuild<'_>,
        meaning: &Meaning,
        work: &WorkContext<'_>,
    ) -> Result<(), AtlasError> {
        let step = u32::try_from(self.counts.len() - 1).unwrap_or(u32::MAX);
        let kind = FileKind::Checkpoint { step };
        let description = meaning.description(kind, CHECKPOINT, &self.counts);
        let codes = into_bytes(std::mem::take(&mut self.codes));
        let mut numbers = vec![to_u64(self.counts.len())];
        numbers.extend(self.counts.iter().chain(&self.antipodes));
        let written = build.write_checkpoint(&description, &[&codes, &to_bytes(&numbers)], work);
        self.codes = into_atomics(codes);
        Ok(written?)
    }
}

impl<I: Index> Step<'_, I> {
    /// Finds the states of the next level; returns their number and the smallest ranks.
    fn run(&self, cancel: &Cancel) -> Result<(u64, Smallest<u64>), Limit> {
        let found = AtomicU64::new(0);
        let smallest = Mutex::new(Smallest::new(self.antipodes));
        self.codes.par_chunks(CHUNK).enumerate().for_each(|(number, chunk)| {
            if cancel.is_stopped() {
                return;
            }
            let first = to_u64(number * CHUNK) * PER_BYTE;
            let mut own = Smallest::new(self.antipodes);
            let n = self.expand(first, chunk, &mut own);
            found.fetch_add(n, Ordering::Relaxed);
            if n > 0 && self.antipodes > 0 {
                let mut all = smallest.lock().unwrap_or_else(PoisonError::into_inner);
                own.into_sorted().into_iter().for_each(|rank| all.add(rank));
            }
        });
        match cancel.stopped() {
            Some(limit) => Err(limit),
            None => {
                let smallest = smallest.into_inner().unwrap_or_else(PoisonError::into_inner);
                Ok((found.into_inner(), smallest))
            }
        }
    }

    /// Finds new states from those of a chunk, which begins with rank `first`; returns their
    /// number.
    fn expand(&self, first: u64, chunk: &[AtomicU8], smallest: &mut Smallest<u64>) -> u64 {
        let (last, new) = (code(self.level), code(self.level + 1));
        let wanted = if self.is_backward { UNSEEN } else { last };
        let mut mover = self.index.mover();
        let mut n_new = 0;
        let ranks = (first..).step_by(to_index(PER_BYTE)).zip(chunk).flat_map(|(first, byte)| {
            // No other rank of the byte becomes a wanted one or ceases to be one in the meantime.
            places_with(byte.load(Ordering::Relaxed), wanted).map(move |place| first + place)
        });
        for rank in ranks.take_while(|&rank| rank < self.n_ranks) {
            let n_own = if self.is_backward { mover.n_states(rank) } else { 1 };
            if n_own == 0 {
                continue;
            }
            mover.neighbours(rank, |next, n_next| {
                // The moves are closed under inverses. An unseen state is farther than the last
                // level, so a neighbour with the code of that level belongs to it.
                let (found, n) = if self.is_backward { (rank, n_own) } else { (next, n_next) };
                let is_new = (!self.is_backward || get(self.codes, next) == last)
                    && set_shared(self.codes, found, new);
                if is_new {
                    n_new += n;
                    smallest.add(found);
                }
                !(self.is_backward && is_new)
            });
        }
        n_new
    }
}
