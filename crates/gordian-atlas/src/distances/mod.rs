//! The distances of all states of any permutation puzzle from the solved state, level by level.
//!
//! Four indexes:
//!
//! - *group*: if every element of the group that the moves generate leads to a state of its own,
//!   states are the ranks of elements in the group's chain of stabilisers (`index.rs`);
//! - *symmetric*: such a group without a file, if its moves have symmetries (`symmetries.rs`): one
//!   state stands for all that are related to it by symmetries (`symmetric.rs`);
//! - *mixed radix*: with identical pieces or illegal states, the ranks of arrangements of labels
//!   and of orientations, if they are not many more than the states (`mixed_radix.rs`);
//! - *states*: a hash set of states or, with a file, sorted lists of keys (`keys.rs`); so for the
//!   first levels of a group that is too large for its index, too, and for a group whose pieces
//!   have too many positions and orientations.
//!
//! With ranks, each state has two bits: its distance modulo 3, or that it is unseen (`codes.rs`).
//! They are in memory (`memory.rs`) or, with a file for the table, in buckets on disk
//! (`buckets.rs`, `ranks.rs`), which several processes can work on (`exchange.rs`). For a table of
//! the first levels of a large index there are sorted lists of ranks instead (`lists.rs`).

mod buckets;
mod codes;
mod exchange;
mod file;
pub(crate) mod index;
mod keys;
mod lists;
mod memory;
pub(crate) mod mixed_radix;
#[cfg(feature = "mpi")]
mod mpi;
pub(crate) mod pieces;
mod query;
mod ranks;
mod symmetric;
mod symmetries;

use std::path::PathBuf;

use gordian_core::numbers::to_u64;
use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};
use gordian_table::{CheckpointPolicy, Storage};
use rustc_hash::FxHashSet;

use crate::AtlasError;
use crate::chain::ChainIndex;
use crate::pool::thread_pool;
use buckets::BucketJob;
use codes::PER_BYTE;
pub use exchange::{Exchange, Message, OneProcess};
use file::Meaning;
use index::{GroupIndex, Index};
use keys::{Ranks, StateKeys};
use lists::ListSpace;
use mixed_radix::MixedRadix;
#[cfg(feature = "mpi")]
pub use mpi::{MpiError, MpiExchange};
pub use query::{DistanceTable, TableDistance};
use ranks::{Division, RankSpace};
use symmetric::SymmetricIndex;

/// Options of [`distances`].
#[derive(Clone, Debug)]
pub struct DistancesConfig<'a> {
    /// Threads, at least 1; of each process.
    pub threads: usize,
    /// The largest memory for states in bytes; of each process. With a file, buckets of states are
    /// on disk if it is not enough; without one, the index of a group is refused beforehand.
    pub max_bytes: u64,
    /// The number of states of the last level that are returned.
    pub antipodes: usize,
    /// The last level wanted; `None` for all.
    pub max_level: Option<usize>,
    /// The file into which the distances are written.
    pub file: Option<PathBuf>,
    /// The policy of writing checkpoints of work in memory.
    pub checkpoints: CheckpointPolicy,
    /// The processes that do the work. Several of them need a file, in a folder that all of them
    /// have.
    pub exchange: &'a dyn Exchange,
}

/// How states are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistancesIndex {
    /// Two bits for each element of the group.
    Group,
    /// About two bits for each class of elements that symmetries of the moves relate.
    Symmetric,
    /// Two bits for each arrangement of the labels with each orientation.
    MixedRadix,
    /// A hash set of states, or sorted lists of them.
    States,
}

impl DistancesIndex {
    /// Returns the name: `group`, `symmetric`, `mixed-radix` or `states`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Symmetric => "symmetric",
            Self::MixedRadix => "mixed-radix",
            Self::States => "states",
        }
    }
}

/// The numbers of states by their distance from the solved state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The number of states at each distance, from 0.
    pub levels: Vec<u64>,
    /// Whether these are all states, and the file was written if there is one.
    pub is_complete: bool,
    /// Why the work ended before all states were seen and the file was written; the levels so far
    /// are complete.
    pub limit: Option<Limit>,
    /// Some states of the last level.
    pub antipodes: Vec<State>,
    /// The index.
    pub index: DistancesIndex,
    /// The number of symmetries of the moves by which states were reduced; 1 if they were not.
    pub n_symmetries: usize,
    /// The memory of the index in bytes.
    pub bytes: u64,
    /// The number of buckets on disk; 0 if all states were in memory.
    pub n_buckets: usize,
    /// The level at which the work began: that of a checkpoint of earlier work, or 0.
    pub first_level: usize,
}

/// What was found by an index with ranks.
struct Found {
    /// The number of states at each distance.
    counts: Vec<u64>,
    is_complete: bool,
    limit: Option<Limit>,
    /// The ranks of some states of the last level.
    antipodes: Vec<u64>,
    first_level: usize,
}

/// Returns the numbers of states at each distance from the solved state. `on_level` is called with
/// each level and its number of states.
///
/// With [`DistancesConfig::file`], the distances of all states are written there. An interrupted or
/// killed call is continued by the next one with the same file: in memory from the last checkpoint,
/// on disk from the last phase. The bytes of the file do not depend on this, nor on threads, memory
/// or processes.
///
/// Without a file, states that symmetries of the moves relate are counted together: one of them
/// stands for all.
///
/// Cost: with ranks, a quarter of a byte for each and `moves` ranks per state; a rank takes about
/// half the square of the number of pieces in lookups. On disk, up to sixteen times as many bytes
/// besides. For the hash set about 60 bytes plus two bytes per position and state.
///
/// # Errors
///
/// [`AtlasError::MemoryLimit`] if the index of a group is larger than the memory allowed, and
/// without a file, or too large for buckets; [`AtlasError::NoTable`] if there is a file and states
/// have neither ranks nor keys of 128 bits; [`AtlasError::NoFile`] if there are several processes
/// and no file; [`AtlasError::OtherProcess`] and [`AtlasError::OtherPuzzle`] if another process
/// failed or has another puzzle; [`AtlasError::TooManyStates`] if ranks do not fit 64 bits,
/// [`AtlasError::Threads`] if the system refuses threads, [`AtlasError::Table`] and
/// [`AtlasError::Contents`] if files cannot be read or written, or are damaged;
/// [`AtlasError::Stopped`] if `cancel` stops the reading of earlier work.
///
/// # Panics
///
/// Panics if the moves belong to another definition, or the group is not that of the moves.
pub fn distances(
    definition: &Definition,
    moves: &MoveSet,
    group: &PermutationGroup,
    storage: &dyn Storage,
    config: &DistancesConfig<'_>,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Result<Distances, AtlasError> {
    if config.exchange.n_processes() > 1 && config.file.is_none() {
        return Err(AtlasError::NoFile);
    }
    let pool = thread_pool(config.threads)?;
    let n_moves = moves.moves().len();
    let has_own_states = definition.restrictions().is_empty() && !definition.has_identical_pieces();
    // The first levels of a group that is too large are enumerated as states.
    let is_prefix = config.max_level.is_some();
    let order = match u64::try_from(group.order()) {
        Err(_) if has_own_states && !is_prefix => {
            return Err(AtlasError::TooManyStates { states: group.order().to_string() });
        }
        order => order.ok().filter(|_| {
            has_own_states && ChainIndex::is_possible(definition, moves, &group.radices())
        }),
    };
    let fits = |order: u64| config.file.is_some() || order.div_ceil(PER_BYTE) <= config.max_bytes;
    if let Some(order) = order.filter(|&order| !is_prefix || fits(order)) {
        if config.file.is_none()
            && let Some(index) = SymmetricIndex::new(definition, moves, group, order, cancel)
            && index.needed() <= config.max_bytes.max(order.div_ceil(PER_BYTE))
        {
            let meaning = Meaning::of_elements(definition, index.chain());
            let job = Job { index, n_moves, meaning, storage, config, cancel, on_level };
            return pool.install(|| job.run(DistancesIndex::Symmetric));
        }
        let index = GroupIndex::new(definition, moves, group, order);
        let meaning = Meaning::of_elements(definition, index.chain());
        let job = Job { index, n_moves, meaning, storage, config, cancel, on_level };
        return pool.install(|| job.run(DistancesIndex::Group));
    }
    let index = MixedRadix::new(definition, moves).filter(|_| !has_own_states).filter(|index| {
        let needed = index.needed();
        let most = definition.n_states(group).unwrap_or_else(|| group.order());
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        needed <= most.saturating_mul(STATE_BYTES)
            && (config.file.is_some() || needed <= config.max_bytes)
    });
    match index {
        Some(index) => {
            let meaning = Meaning::of_states(definition, moves);
            let job = Job { index, n_moves, meaning, storage, config, cancel, on_level };
            pool.install(|| job.run(DistancesIndex::MixedRadix))
        }
        None => match &config.file {
            None => Ok(by_states(definition, moves, config, cancel, on_level)),
            Some(file) => {
                let space = |_| {
                    let keys = StateKeys::new(definition, moves).ok_or(AtlasError::NoTable)?;
                    Ok(ListSpace::new(keys, config))
                };
                let meaning = Meaning::of_keys(definition, moves);
                let job = BucketJob { meaning: &meaning, storage, config, cancel, on_level };
                let found = pool.install(|| buckets::enumerate(&job, file, space))?;
                let state = |space: &ListSpace<StateKeys>, key| space.numbering.state(key);
                Ok(found.into_distances(DistancesIndex::States, state))
            }
        },
    }
}

/// Returns the limit that stopped work, if one did.
fn stopped_by(work: Result<(), AtlasError>) -> Result<Option<Limit>, AtlasError> {
    match work {
        Ok(()) => Ok(None),
        Err(AtlasError::Stopped { limit }) => Ok(Some(limit)),
        Err(error) => Err(error),
    }
}

/// The enumeration of the states of an index.
struct Job<'a, I> {
    index: I,
    n_moves: usize,
    meaning: Meaning,
    storage: &'a dyn Storage,
    config: &'a DistancesConfig<'a>,
    cancel: &'a Cancel,
    on_level: &'a (dyn Fn(usize, u64) + Sync),
}

impl<I: Index> Job<'_, I> {
    /// Returns whether states are lists of ranks: for the first levels of a table, if so many moves
    /// surely make fewer states than lists of the size of all codes could have. Memory, threads and
    /// processes play no role, so that all of them write the same table.
    fn is_listed(&self) -> bool {
        let (Some(max), Some(_)) = (self.config.max_level, &self.config.file) else { return false };
        let codes = self.index.n_ranks().div_ceil(PER_BYTE);
        let n_moves = to_u64(self.n_moves);
        let mut bound = Some(1_u64);
        for _ in 0..max.min(64) {
            bound = bound.and_then(|it| it.checked_mul(n_moves)?.checked_add(1));
        }
        let bytes = bound.and_then(|it| it.checked_mul(to_u64(size_of::<u64>())));
        max < 64 && codes > MIN_LISTED && bytes.is_some_and(|bytes| bytes < codes)
    }

    /// Enumerates in memory if it is enough, one process works and no earlier work is on disk, or
    /// else on disk.
    fn run(&self, index: DistancesIndex) -> Result<Distances, AtlasError> {
        let Self { meaning, storage, config, cancel, on_level, .. } = self;
        let n_ranks = self.index.n_ranks();
        let (needed, allowed) = (self.index.needed(), config.max_bytes);
        let is_shared = config.exchange.n_processes() > 1;
        let on_disk = config
            .file
            .as_deref()
            .filter(|file| is_shared || needed > allowed || buckets::folder(file).exists());
        let state = |rank| self.index.state(rank);
        let rank = |rank| u64::try_from(rank).expect("ranks have 64 bits");
        if let Some(file) = config.file.as_deref().filter(|_| self.is_listed()) {
            let meaning = &meaning.in_lists();
            let space = |_| Ok(ListSpace::new(Ranks(&self.index), config));
            let job = BucketJob { meaning, storage: *storage, config, cancel, on_level: *on_level };
            let found = buckets::enumerate(&job, file, space)?;
            return Ok(found.into_distances(index, |_, number| state(rank(number))));
        }
        if let Some(file) = on_disk {
            let space = |shift: Option<u64>| {
                let division = match shift {
                    None => Division::new(n_ranks, allowed)?,
                    Some(shift) => Division::of_shift(n_ranks, shift).ok_or_else(|| {
                        file::invalid(&buckets::folder(file), "its number of buckets is wrong")
                    })?,
                };
                Ok(RankSpace { index: &self.index, division })
            };
            let job = BucketJob { meaning, storage: *storage, config, cancel, on_level: *on_level };
            let found = buckets::enumerate(&job, file, space)?;
            return Ok(found.into_distances(index, |_, number| state(rank(number))));
        }
        if needed > allowed {
            return Err(AtlasError::MemoryLimit { needed, allowed });
        }
        let found = memory::enumerate(self)?;
        let antipodes = found.antipodes.into_iter().flat_map(|rank| self.index.states(rank));
        Ok(Distances {
            antipodes: antipodes.take(config.antipodes).collect(),
            levels: found.counts,
            is_complete: found.is_complete,
            limit: found.limit,
            index,
            n_symmetries: self.index.n_symmetries(),
            bytes: needed,
            n_buckets: 0,
            first_level: found.first_level,
        })
    }
}

/// The largest size of all codes in bytes for which there are no lists: work in memory is faster.
const MIN_LISTED: u64 = 1 << 20;
/// Bytes of a state in the hash set besides its labels and orientations.
const STATE_BYTES: u64 = 64;

/// Enumerates states with the plain simulator.
fn by_states(
    definition: &Definition,
    moves: &MoveSet,
    config: &DistancesConfig<'_>,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Distances {
    let bytes_of_state = STATE_BYTES + 2 * to_u64(definition.n_positions());
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([definition.solved().clone()]);
    let mut last = vec![definition.solved().clone()];
    let (mut levels, mut limit) = (Vec::new(), None);
    let is_complete = loop {
        on_level(levels.len(), to_u64(last.len()));
        levels.push(to_u64(last.len()));
        if config.max_level.is_some_and(|max| max < levels.len()) {
            break false;
        }
        let mut next = Vec::new();
        for state in &last {
            let bytes = (to_u64(seen.len()) + to_u64(next.len())) * bytes_of_state;
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
            break limit.is_none();
        }
        last = next;
    };
    last.truncate(config.antipodes);
    let bytes = to_u64(seen.len()) * bytes_of_state;
    Distances {
        levels,
        is_complete,
        limit,
        antipodes: last,
        index: DistancesIndex::States,
        n_symmetries: 1,
        bytes,
        n_buckets: 0,
        first_level: 0,
    }
}
