//! The enumeration of a group in memory.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use gordian_core::{Cancel, Limit};
use gordian_table::{FileKind, Table, TableBuild, WorkContext};
use rayon::prelude::*;

use super::codes::{Mover, PER_BYTE, Smallest, UNSEEN, code, get, set_shared};
use super::file::{Meaning, TABLE, invalid, to_bytes, to_numbers};
use super::{Found, Job};
use crate::AtlasError;
use crate::chain::{ChainIndex, count, place};
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
}

/// The work of one level.
struct Step<'a> {
    index: &'a ChainIndex,
    codes: &'a [AtomicU8],
    order: u64,
    /// The last complete level.
    level: usize,
    /// Whether unseen states look for neighbours in the last level, instead of the reverse.
    is_backward: bool,
    antipodes: usize,
}

/// Enumerates the elements of a group, into the file if there is one.
pub(super) fn enumerate(job: &Job<'_>) -> Result<Found, AtlasError> {
    let &Job { ref index, order, ref meaning, storage, config, cancel, on_level } = job;
    let work = WorkContext { threads: config.threads, ..WorkContext::new(cancel) };
    let build = config.file.as_deref().map(|file| TableBuild::start(storage, file)).transpose()?;
    let resumed = match &build {
        None => None,
        Some(build) => resume_checkpoint(build, &meaning.hash(CHECKPOINT), |checkpoint, _| {
            read(checkpoint, order, &work)
        })?,
    };
    let first_level = resumed.as_ref().map_or(0, |levels| levels.counts.len() - 1);
    let mut levels = resumed.unwrap_or_else(|| Levels::start(order));
    let mut last = Smallest::new(config.antipodes);
    last.add(0);
    for (level, &n) in levels.counts.iter().enumerate() {
        on_level(level, n);
    }
    let mut timer = CheckpointTimer::new(config.checkpoints);
    let mut limit = None;
    loop {
        let n_seen: u64 = levels.counts.iter().sum();
        if n_seen == order {
            break;
        }
        let level = levels.counts.len() - 1;
        let step = Step {
            index,
            codes: &levels.codes,
            order,
            level,
            is_backward: order - n_seen < levels.counts[level],
            antipodes: config.antipodes,
        };
        match step.run(cancel) {
            Ok((0, _)) => panic!("internal error: {n_seen} of {order} elements were reached"),
            Ok((n, smallest)) => {
                levels.counts.push(n);
                last = smallest;
            }
            Err(stopped) => {
                limit = Some(stopped);
                break;
            }
        }
        on_level(level + 1, levels.counts[level + 1]);
        if let Some(build) = &build {
            let bytes = count(levels.codes.len());
            match timer.write_if_due(bytes, || levels.write_checkpoint(build, meaning, &work)) {
                Ok(()) => {}
                Err(AtlasError::Stopped { limit: stopped }) => {
                    limit = Some(stopped);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
    }
    if let Some(build) = build
        && limit.is_none()
    {
        let description = meaning.description(FileKind::Table, TABLE, &levels.counts);
        let codes = into_bytes(levels.codes);
        build.finish(&description, &[&codes, &to_bytes(&levels.counts)], &work)?;
    }
    Ok(Found {
        counts: levels.counts,
        limit,
        antipodes: last.into_sorted(),
        first_level,
        n_buckets: 0,
        bytes: order.div_ceil(PER_BYTE),
    })
}

/// Reads a checkpoint.
fn read(checkpoint: &Table, order: u64, work: &WorkContext<'_>) -> Result<Levels, AtlasError> {
    let n_bytes = order.div_ceil(PER_BYTE);
    let wrong = |what| invalid(checkpoint.path(), what);
    let rest = checkpoint.payload_len().checked_sub(n_bytes);
    let rest = rest.ok_or_else(|| wrong("its length is wrong"))?;
    let (mut codes, mut counts) = (vec![0; place(n_bytes)], vec![0; place(rest)]);
    checkpoint.read_payload_into(&mut [&mut codes, &mut counts], work)?;
    let counts = to_numbers(&counts, checkpoint.path())?;
    if counts.is_empty() {
        return Err(wrong("its levels are missing"));
    }
    Ok(Levels { codes: into_atomics(codes), counts })
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
    fn start(order: u64) -> Self {
        let codes = into_atomics(vec![u8::MAX; place(order.div_ceil(PER_BYTE))]);
        set_shared(&codes, 0, code(0));
        Self { codes, counts: vec![1] }
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
        let written =
            build.write_checkpoint(&description, &[&codes, &to_bytes(&self.counts)], work);
        self.codes = into_atomics(codes);
        Ok(written?)
    }
}

impl Step<'_> {
    /// Finds the states of the next level; returns their number and the smallest ranks.
    fn run(&self, cancel: &Cancel) -> Result<(u64, Smallest), Limit> {
        let found = AtomicU64::new(0);
        let smallest = Mutex::new(Smallest::new(self.antipodes));
        self.codes.par_chunks(CHUNK).enumerate().for_each(|(number, chunk)| {
            if cancel.is_stopped() {
                return;
            }
            let first = count(number * CHUNK) * PER_BYTE;
            let ranks = first..(first + count(chunk.len()) * PER_BYTE).min(self.order);
            let mut own = Smallest::new(self.antipodes);
            let n = self.expand(ranks, &mut own);
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

    /// Finds new states from those of a range; returns their number.
    fn expand(&self, ranks: std::ops::Range<u64>, smallest: &mut Smallest) -> u64 {
        let (last, new) = (code(self.level), code(self.level + 1));
        let wanted = if self.is_backward { UNSEEN } else { last };
        let mut mover = Mover::new(self.index);
        let mut n_new = 0;
        for rank in ranks {
            if get(self.codes, rank) != wanted {
                continue;
            }
            mover.neighbours(rank, |next| {
                // The moves are closed under inverses. An unseen state is farther than the last level, so a neighbour with
                // the code of that level belongs to it.
                let found = if self.is_backward { rank } else { next };
                let is_new = (!self.is_backward || get(self.codes, next) == last)
                    && set_shared(self.codes, found, new);
                if is_new {
                    n_new += 1;
                    smallest.add(found);
                }
                !(self.is_backward && is_new)
            });
        }
        n_new
    }
}
