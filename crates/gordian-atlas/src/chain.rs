//! Ranks of the elements of a group of transformations, and of where some pieces are, in a chain of
//! stabilisers.
//!
//! An element is the places of the chain's base pieces: numbers of *slots*, a slot being a position
//! with an orientation. A move maps slots to slots, and so does each element of the chain, so that
//! moving, ranking and unranking are lookups in small tables:
//!
//! ```text
//!   images[k]            the slot to which the piece of base k has gone
//!   after the move M:    images[k] = M[images[k]]
//!   rank:                digit k = number of images[k] in the orbit of base k; then, for the levels j > k,
//!                        images[j] = BACK[k][digit k][images[j]]
//! ```
//!
//! The digits of the first levels alone are a rank of where the first base pieces are.
//!
//! *Source*: C. C. Sims: "Computational methods in the study of permutation groups", 1970.

use gordian_core::numbers::{to_index, to_u64};
use gordian_perm::definition::{ChainLevel, Definition, MoveSet, PermutationGroup, Transformation};

/// The largest number of slots, so that one fits into 16 bits. Definitions can have more: see
/// [`ChainIndex::is_possible`].
const MAX_SLOTS: usize = 1 << 16;
/// The largest memory of the maps of an index in bytes.
const MAX_MAP_BYTES: usize = 1 << 28;

/// A number of a slot.
pub(crate) type Slot = u16;

/// One level of the chain of stabilisers.
struct Level {
    /// The number of entries of the orbit.
    radix: u64,
    /// The entry for each slot; 0 where there is none, which does not occur.
    entries: Vec<u32>,
    /// For each entry, one after the other, the map of slots that brings the base piece back.
    back: Vec<Slot>,
    /// For each entry, one after the other, the map of slots that brings the base piece there.
    forth: Vec<Slot>,
}

impl Level {
    /// Returns the map of an entry, one of [`Self::back`] or [`Self::forth`].
    fn map<'m>(&self, maps: &'m [Slot], entry: usize) -> &'m [Slot] {
        let n_slots = self.entries.len();
        &maps[entry * n_slots..][..n_slots]
    }
}

/// The tables of an index.
pub(crate) struct ChainIndex {
    levels: Vec<Level>,
    /// The slot of each base piece at the start.
    pub(crate) start: Vec<Slot>,
    /// For each move the map of slots.
    pub(crate) moves: Vec<Vec<Slot>>,
}

/// Returns the map of slots of a transformation.
fn slot_map(transformation: &Transformation, offsets: &[usize], moduli: &[u8]) -> Vec<Slot> {
    let n_slots: usize = moduli.iter().map(|&modulus| usize::from(modulus)).sum();
    let mut map: Vec<Slot> = vec![0; n_slots];
    let arriving = transformation.sources().iter().zip(transformation.twists());
    for (to, (&from, &twist)) in arriving.enumerate() {
        let (from, modulus) = (usize::from(from), usize::from(moduli[to]));
        for turn in 0..modulus {
            let turned = (turn + usize::from(twist)) % modulus;
            map[offsets[from] + turn] = slot(offsets[to] + turned);
        }
    }
    map
}

pub(crate) fn slot(number: usize) -> Slot {
    Slot::try_from(number).expect("the number of slots is limited")
}

/// Returns the number of the first slot of each position, and the number of slots; for definitions
/// of which a [`ChainIndex`] is possible.
pub(crate) fn slot_offsets(definition: &Definition) -> (Vec<usize>, usize) {
    let mut n_slots = 0;
    let mut offsets = Vec::with_capacity(definition.n_positions());
    for &modulus in definition.moduli() {
        offsets.push(n_slots);
        n_slots += usize::from(modulus);
    }
    assert!(n_slots <= MAX_SLOTS, "an index is possible");
    (offsets, n_slots)
}

/// Returns the position of a slot, for the first slots of all positions.
pub(crate) fn position_of(slot: Slot, offsets: &[usize]) -> usize {
    offsets.partition_point(|&it| it <= usize::from(slot)) - 1
}

/// Returns the inverse of a map of slots.
pub(crate) fn inverse_map(map: &[Slot]) -> Vec<Slot> {
    let mut inverse = vec![0; map.len()];
    (0..).zip(map).for_each(|(from, &to): (usize, _)| inverse[usize::from(to)] = slot(from));
    inverse
}

impl ChainIndex {
    /// Returns whether there can be an index whose levels have these radices: whether slots fit
    /// into 16 bits, and the maps into 256 MiB. The other functions take it for granted.
    pub(crate) fn is_possible(definition: &Definition, moves: &MoveSet, radices: &[usize]) -> bool {
        let n_slots: usize = definition.moduli().iter().map(|&modulus| usize::from(modulus)).sum();
        // Two maps for each entry, and the numbers of entries, which have twice the size of a slot.
        let n_maps = 2 * (radices.iter().sum::<usize>() + radices.len()) + moves.moves().len();
        n_slots <= MAX_SLOTS && n_maps * n_slots * size_of::<Slot>() <= MAX_MAP_BYTES
    }

    /// Returns the index of the first `n_levels` levels of the group's chain: of where the pieces
    /// of their base positions are. With all levels, it is an index of the elements.
    pub(crate) fn new(
        definition: &Definition,
        moves: &MoveSet,
        group: &PermutationGroup,
        n_levels: usize,
    ) -> Self {
        // Bases whose piece no element of the chain moves are left out.
        let chain = group.chain().into_iter().take(n_levels);
        Self::of_levels(definition, moves, chain.filter(|level| level.transversal.len() > 1))
    }

    /// Returns the index of the elements with all levels of the chain, also those with a single
    /// entry. So the images of all pieces that moves change are known.
    pub(crate) fn with_all_levels(
        definition: &Definition,
        moves: &MoveSet,
        group: &PermutationGroup,
    ) -> Self {
        Self::of_levels(definition, moves, group.chain().into_iter())
    }

    fn of_levels(
        definition: &Definition,
        moves: &MoveSet,
        chain: impl Iterator<Item = ChainLevel>,
    ) -> Self {
        let (offsets, n_slots) = slot_offsets(definition);
        let map = |it: &Transformation| slot_map(it, &offsets, definition.moduli());
        let mut start = Vec::new();
        let levels = chain.map(|level| {
            let base = slot(offsets[level.base]);
            start.push(base);
            let forth: Vec<Slot> = level.transversal.iter().flat_map(map).collect();
            let mut entries = vec![0; n_slots];
            for (entry, map) in (0..).zip(forth.chunks_exact(n_slots)) {
                entries[usize::from(map[usize::from(base)])] = entry;
            }
            Level {
                radix: to_u64(level.transversal.len()),
                entries,
                back: level.transversal.iter().flat_map(|it| map(&it.inverse())).collect(),
                forth,
            }
        });
        let levels = levels.collect();
        let moves = moves.moves().iter().map(|it| map(it.transformation())).collect();
        Self { levels, start, moves }
    }

    /// Returns the base positions.
    pub(crate) fn base_positions(&self, offsets: &[usize]) -> Vec<usize> {
        self.start.iter().map(|&start| position_of(start, offsets)).collect()
    }

    /// Returns the number of ranks, or `None` if it does not fit into 64 bits.
    pub(crate) fn n_ranks(&self) -> Option<u64> {
        self.levels.iter().try_fold(1_u64, |n, level| n.checked_mul(level.radix))
    }

    /// Returns a hash of the ranks and moves; `purpose` says what it is for.
    pub(crate) fn hash(&self, purpose: &str) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let mut add = |slots: &[Slot]| {
            hasher.update(&to_u64(slots.len()).to_le_bytes());
            for slot in slots {
                hasher.update(&slot.to_le_bytes());
            }
        };
        add(&self.start);
        self.moves.iter().for_each(|map| add(map));
        // An empty map tells the levels apart.
        for level in &self.levels {
            add(&[]);
            level.forth.chunks_exact(level.entries.len()).for_each(&mut add);
        }
        hasher.update(purpose.as_bytes()).finalize()
    }

    /// Returns the rank of the element with these images, which are overwritten.
    pub(crate) fn rank(&self, images: &mut [Slot]) -> u64 {
        let mut rank = 0;
        let mut rest = images;
        for level in &self.levels {
            let Some((first, later)) = rest.split_first_mut() else { break };
            let entry = level.entries[usize::from(*first)];
            rank = rank * level.radix + u64::from(entry);
            if entry > 0 {
                let back = level.map(&level.back, to_index(entry.into()));
                for image in later.iter_mut() {
                    *image = back[usize::from(*image)];
                }
            }
            rest = later;
        }
        rank
    }

    /// Writes the images of the element with this rank.
    pub(crate) fn unrank(&self, mut rank: u64, images: &mut [Slot]) {
        images.copy_from_slice(&self.start);
        for (number, level) in self.levels.iter().enumerate().rev() {
            let entry = to_index(rank % level.radix);
            rank /= level.radix;
            if entry > 0 {
                let forth = level.map(&level.forth, entry);
                for image in &mut images[number..] {
                    *image = forth[usize::from(*image)];
                }
            }
        }
    }
}

/// Moves pieces: writes to `to` the slots that the slots of `from` go to.
pub(crate) fn carry(map: &[Slot], from: &[Slot], to: &mut [Slot]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = map[usize::from(from)];
    }
}
