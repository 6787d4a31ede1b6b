//! The distances of all states of any permutation puzzle from the solved state, level by level.
//!
//! Two indexes:
//!
//! - *group*: if every element of the group that the moves generate leads to a state of its own, states are the ranks of
//!   elements in the group's chain of stabilisers. Each has two bits: its distance modulo 3, or that it is unseen (`codes.rs`).
//!   They are in memory (`memory.rs`) or, with a file for the table, in buckets on disk (`buckets.rs`);
//! - *states*: a hash set of states, for puzzles with illegal states or identical pieces.

mod buckets;
mod codes;
mod file;
mod memory;

use std::path::PathBuf;

use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};
use gordian_table::{CheckpointPolicy, Storage};
use rustc_hash::FxHashSet;

use crate::AtlasError;
use crate::chain::{ChainIndex, count};
use crate::pool::thread_pool;
use codes::PER_BYTE;
use file::Meaning;

/// Options of [`distances`].
#[derive(Clone, Debug)]
pub struct DistancesConfig {
    /// Threads, at least 1.
    pub threads: usize,
    /// The largest memory for states in bytes. With a file, buckets of states are on disk if it is not enough; without one,
    /// the group index is refused beforehand.
    pub max_bytes: u64,
    /// The number of states of the last level that are returned.
    pub antipodes: usize,
    /// The file into which the distances are written. It is written with the group index only.
    pub file: Option<PathBuf>,
    /// The policy of writing checkpoints of work in memory.
    pub checkpoints: CheckpointPolicy,
}

/// How states are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistancesIndex {
    /// Two bits for each element of the group.
    Group,
    /// A hash set of states.
    States,
}

impl DistancesIndex {
    /// Returns the name: `group` or `states`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::States => "states",
        }
    }
}

/// The numbers of states by their distance from the solved state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The number of states at each distance, from 0.
    pub levels: Vec<u64>,
    /// Why the enumeration ended before all states were seen; then the levels so far are complete.
    pub limit: Option<Limit>,
    /// Some states of the last level.
    pub antipodes: Vec<State>,
    /// The index.
    pub index: DistancesIndex,
    /// The memory of the index in bytes.
    pub bytes: u64,
    /// The number of buckets on disk; 0 if all states were in memory.
    pub n_buckets: usize,
    /// The level at which the work began: that of a checkpoint of earlier work, or 0.
    pub first_level: usize,
}

/// What was found by the group index.
struct Found {
    /// The number of states at each distance.
    counts: Vec<u64>,
    limit: Option<Limit>,
    /// The ranks of some states of the last level.
    antipodes: Vec<u64>,
    first_level: usize,
    n_buckets: usize,
    bytes: u64,
}

/// Returns the numbers of states at each distance from the solved state. `on_level` is called with each level and its
/// number of states.
///
/// With [`DistancesConfig::file`], the distances of all states are written there. An interrupted or killed call is continued by
/// the next one with the same file: in memory from the last checkpoint, on disk from the last phase. The bytes of the file do
/// not depend on this, nor on threads or memory.
///
/// Cost: for the group index a quarter of a byte and `moves` ranks per state; a rank takes about half the square of the
/// number of pieces in lookups. On disk, up to sixteen times as many bytes besides. For the hash set about 60 bytes plus two
/// bytes per position and state.
///
/// # Errors
///
/// [`AtlasError::MemoryLimit`] if the group index is larger than the memory allowed, and without a file, or too large for
/// buckets; [`AtlasError::NoTable`] if there is a file and no group index; [`AtlasError::TooManyStates`] if ranks do not fit
/// 64 bits, [`AtlasError::Threads`] if the system refuses threads, [`AtlasError::Table`] and [`AtlasError::Contents`] if files
/// cannot be read or written, or are damaged; [`AtlasError::Stopped`] if `cancel` stops the reading of earlier work or the
/// writing of the table.
///
/// # Panics
///
/// Panics if the moves belong to another definition, or the group is not that of the moves.
pub fn distances(
    definition: &Definition,
    moves: &MoveSet,
    group: &PermutationGroup,
    storage: &dyn Storage,
    config: &DistancesConfig,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Result<Distances, AtlasError> {
    let has_own_states = definition.restrictions().is_empty() && !definition.has_identical_pieces();
    if !has_own_states {
        return match config.file {
            Some(_) => Err(AtlasError::NoTable),
            None => Ok(by_states(definition, moves, config, cancel, on_level)),
        };
    }
    let order = u64::try_from(group.order())
        .map_err(|_| AtlasError::TooManyStates { states: group.order().to_string() })?;
    let needed = order.div_ceil(PER_BYTE);
    let on_disk = config
        .file
        .as_deref()
        .filter(|file| needed > config.max_bytes || buckets::folder(file).exists());
    if on_disk.is_none() && needed > config.max_bytes {
        return Err(AtlasError::MemoryLimit { needed, allowed: config.max_bytes });
    }
    let index = ChainIndex::new(definition, moves, group, usize::MAX);
    let meaning = Meaning::new(definition, moves, group);
    let job = Job { index, order, meaning, storage, config, cancel, on_level };
    let found = thread_pool(config.threads)?.install(|| match on_disk {
        Some(file) => buckets::enumerate(&job, file),
        None => memory::enumerate(&job),
    })?;
    let state = |&rank: &u64| {
        let element = group.unrank(rank).expect("ranks are below the order");
        element.apply(definition.solved())
    };
    Ok(Distances {
        antipodes: found.antipodes.iter().map(state).collect(),
        levels: found.counts,
        limit: found.limit,
        index: DistancesIndex::Group,
        bytes: found.bytes,
        n_buckets: found.n_buckets,
        first_level: found.first_level,
    })
}

/// The enumeration of a group.
struct Job<'a> {
    index: ChainIndex,
    order: u64,
    meaning: Meaning,
    storage: &'a dyn Storage,
    config: &'a DistancesConfig,
    cancel: &'a Cancel,
    on_level: &'a (dyn Fn(usize, u64) + Sync),
}

/// Bytes of a state in the hash set besides its labels and orientations.
const STATE_BYTES: u64 = 64;

/// Enumerates states with the plain simulator.
fn by_states(
    definition: &Definition,
    moves: &MoveSet,
    config: &DistancesConfig,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Distances {
    let bytes_of_state = STATE_BYTES + 2 * count(definition.n_positions());
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([definition.solved().clone()]);
    let mut last = vec![definition.solved().clone()];
    let (mut levels, mut limit) = (Vec::new(), None);
    loop {
        on_level(levels.len(), count(last.len()));
        levels.push(count(last.len()));
        let mut next = Vec::new();
        for state in &last {
            let bytes = (count(seen.len()) + count(next.len())) * bytes_of_state;
            limit = cancel.stopped().or((bytes > config.max_bytes).then_some(Limit::Memory));
            if limit.is_some() {
                break;
            }
            for it in moves.moves() {
                if let Some(state) = definition.apply(state, it.transformation())
                    && !seen.contains(&state)
                {
                    seen.insert(state.clone());
                    next.push(state);
                }
            }
        }
        if limit.is_some() || next.is_empty() {
            break;
        }
        last = next;
    }
    last.truncate(config.antipodes);
    let bytes = count(seen.len()) * bytes_of_state;
    Distances {
        levels,
        limit,
        antipodes: last,
        index: DistancesIndex::States,
        bytes,
        n_buckets: 0,
        first_level: 0,
    }
}
