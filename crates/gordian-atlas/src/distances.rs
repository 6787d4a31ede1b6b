//! The distances of all states of any permutation puzzle from the solved state, level by level.
//!
//! Two indexes:
//!
//! - *group*: if every element of the group that the moves generate leads to a state of its own, states are the ranks of
//!   elements in the group's chain of stabilisers. Each has two bits, which say whether it is unseen, seen before the last
//!   level, of the last level, or new;
//! - *states*: a hash set of states, for puzzles with illegal states or identical pieces.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::AtlasError;
use crate::chain::{ChainIndex, carry, count, place};
use crate::pool::thread_pool;

/// Options of [`distances`].
#[derive(Clone, Debug)]
pub struct DistancesConfig {
    /// Threads, at least 1.
    pub threads: usize,
    /// The largest memory in bytes; the group index is refused beforehand if it needs more.
    pub max_bytes: u64,
    /// The number of states of the last level that are returned.
    pub antipodes: usize,
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
}

/// The bits of a state: nothing is known of it.
const UNSEEN: u8 = 0;
/// It is nearer than the last level.
const SEEN: u8 = 1;
/// It belongs to the last level.
const LAST: u8 = 2;
/// It was first seen in this level.
const NEW: u8 = 3;
/// States in a byte.
const PER_BYTE: u64 = 4;
/// Bytes that a thread works on between two polls of the cancellation.
const CHUNK: usize = 1 << 12;

/// Returns the numbers of states at each distance from the solved state. `on_level` is called with each level and its
/// number of states.
///
/// Cost: for the group index a quarter of a byte and `moves` ranks per state; a rank takes about half the square of the
/// number of pieces in lookups. For the hash set about 60 bytes plus two bytes per position and state.
///
/// # Errors
///
/// [`AtlasError::MemoryLimit`] if the group index is larger than the memory allowed, [`AtlasError::TooManyStates`] if ranks do
/// not fit 64 bits, [`AtlasError::Threads`] if the system refuses threads.
///
/// # Panics
///
/// Panics if the moves belong to another definition, or the group is not that of the moves.
pub fn distances(
    definition: &Definition,
    moves: &MoveSet,
    group: &PermutationGroup,
    config: &DistancesConfig,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Result<Distances, AtlasError> {
    let has_own_states = definition.restrictions().is_empty() && !definition.has_identical_pieces();
    let order = u64::try_from(group.order()).ok();
    let pool = thread_pool(config.threads)?;
    match (has_own_states, order) {
        (true, Some(order)) => {
            let needed = order.div_ceil(PER_BYTE);
            if needed > config.max_bytes {
                return Err(AtlasError::MemoryLimit { needed, allowed: config.max_bytes });
            }
            let index = ChainIndex::new(definition, moves, group, usize::MAX);
            pool.install(|| {
                let levels = by_group(&index, order, cancel, on_level);
                let n_seen: u64 = levels.counts.iter().sum();
                assert!(
                    levels.limit.is_some() || n_seen == order,
                    "internal error: {n_seen} of {order} elements were reached"
                );
                Ok(Distances {
                    antipodes: levels.antipodes(definition, group, config.antipodes),
                    levels: levels.counts,
                    limit: levels.limit,
                    index: DistancesIndex::Group,
                    bytes: needed,
                })
            })
        }
        (true, None) => Err(AtlasError::TooManyStates { states: group.order().to_string() }),
        (false, _) => Ok(by_states(definition, moves, config, cancel, on_level)),
    }
}

/// The result of the enumeration by the group.
struct GroupLevels {
    counts: Vec<u64>,
    limit: Option<Limit>,
    /// Two bits for each rank; those of the last complete level are [`LAST`].
    bits: Vec<AtomicU8>,
    order: u64,
}

/// Returns the bits of a rank.
fn bits_of(bits: &[AtomicU8], rank: u64) -> u8 {
    bits[place(rank / PER_BYTE)].load(Ordering::Relaxed) >> (2 * (rank % PER_BYTE)) & 3
}

/// Marks a rank as new; returns whether it was unseen.
///
/// Unseen is 0 and new is 3, so that both bits are set at once, whoever does it.
fn mark_new(bits: &[AtomicU8], rank: u64) -> bool {
    if bits_of(bits, rank) != UNSEEN {
        return false;
    }
    let shift = 2 * (rank % PER_BYTE);
    let before = bits[place(rank / PER_BYTE)].fetch_or(NEW << shift, Ordering::Relaxed);
    before >> shift & 3 == UNSEEN
}

/// Enumerates the group. In each level either the states of the last level are left in all ways, or, when fewer states are
/// unseen, each unseen state is tried for a neighbour in the last level.
fn by_group(
    index: &ChainIndex,
    order: u64,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> GroupLevels {
    let n_bytes = place(order.div_ceil(PER_BYTE));
    let bits: Vec<AtomicU8> = (0..n_bytes).map(|_| AtomicU8::new(0)).collect();
    mark_new(&bits, 0);
    let (mut counts, mut n_seen, mut n_new) = (Vec::new(), 0, 1);
    let mut limit = None;
    while n_new > 0 {
        on_level(counts.len(), n_new);
        counts.push(n_new);
        n_seen += n_new;
        bits.par_iter().for_each(promote);
        if n_seen == order {
            break;
        }
        let is_backward = order - n_seen < n_new;
        let found = AtomicU64::new(0);
        bits.par_chunks(CHUNK).enumerate().for_each(|(number, chunk)| {
            if cancel.is_stopped() {
                return;
            }
            let first = count(number * CHUNK) * PER_BYTE;
            let n = expand(
                index,
                &bits,
                first..(first + count(chunk.len()) * PER_BYTE).min(order),
                is_backward,
            );
            found.fetch_add(n, Ordering::Relaxed);
        });
        limit = cancel.stopped();
        if limit.is_some() {
            break;
        }
        n_new = found.into_inner();
    }
    GroupLevels { counts, limit, bits, order }
}

/// Makes the last level seen and the new one the last.
fn promote(byte: &AtomicU8) {
    let (before, mut after) = (byte.load(Ordering::Relaxed), 0);
    for shift in [0, 2, 4, 6] {
        after |= match before >> shift & 3 {
            NEW => LAST,
            LAST | SEEN => SEEN,
            _ => UNSEEN,
        } << shift;
    }
    byte.store(after, Ordering::Relaxed);
}

/// Finds new states from those of a range; returns their number.
fn expand(
    index: &ChainIndex,
    bits: &[AtomicU8],
    ranks: std::ops::Range<u64>,
    is_backward: bool,
) -> u64 {
    let wanted = if is_backward { UNSEEN } else { LAST };
    let mut images = index.start.clone();
    let mut moved = index.start.clone();
    let mut n_new = 0;
    for rank in ranks {
        if bits_of(bits, rank) != wanted {
            continue;
        }
        index.unrank(rank, &mut images);
        for map in &index.moves {
            carry(map, &images, &mut moved);
            let next = index.rank(&mut moved);
            if !is_backward {
                n_new += u64::from(mark_new(bits, next));
            } else if bits_of(bits, next) == LAST {
                // The moves are closed under inverses.
                n_new += u64::from(mark_new(bits, rank));
                break;
            }
        }
    }
    n_new
}

impl GroupLevels {
    /// Returns some states of the last level.
    fn antipodes(&self, definition: &Definition, group: &PermutationGroup, n: usize) -> Vec<State> {
        let of_level = (0..self.order).filter(|&rank| bits_of(&self.bits, rank) == LAST);
        let state = |rank| {
            let element = group.unrank(rank).expect("ranks are below the order");
            element.apply(definition.solved())
        };
        of_level.take(n).map(state).collect()
    }
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
    Distances { levels, limit, antipodes: last, index: DistancesIndex::States, bytes }
}
