//! States of puzzles whose pieces are all different: the slot of each piece.

use gordian_core::Cancel;
use gordian_core::numbers::{to_index, to_u64};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};
use smallvec::smallvec;

use super::pattern_database::Cache;
use super::search::{Short, States};
use super::{PATTERNS_PER_ROOT, SHARE, SolverConfig, SolverError};
use crate::chain::{ChainIndex, Slot, carry, slot, slot_offsets};
use crate::distances::index::GroupMover;

/// The moves of slots, and the databases.
pub(super) struct Distinct<'a> {
    definition: &'a Definition,
    moves: &'a MoveSet,
    group: PermutationGroup,
    /// The number of the first slot of each position.
    offsets: Vec<usize>,
    /// For each move the map of slots.
    maps: Vec<Vec<Slot>>,
    databases: Vec<PatternDatabase>,
}

/// The distances of the patterns of some pieces.
struct PatternDatabase {
    index: ChainIndex,
    /// The pieces, by the positions that they have when solved.
    pieces: Vec<usize>,
    distances: Vec<u8>,
}

impl<'a> Distinct<'a> {
    /// Returns the states; gives the group back if its pieces have too many positions and
    /// orientations.
    pub(super) fn new(
        definition: &'a Definition,
        moves: &'a MoveSet,
        group: PermutationGroup,
    ) -> Result<Self, PermutationGroup> {
        if !ChainIndex::is_possible(definition, moves, &group.radices()) {
            return Err(group);
        }
        let (offsets, _) = slot_offsets(definition);
        let maps = ChainIndex::new(definition, moves, &group, 0).moves;
        Ok(Self { definition, moves, group, offsets, maps, databases: Vec::new() })
    }

    pub(super) fn build_databases(
        &mut self,
        config: &SolverConfig,
        cache: &mut Cache<'_>,
        cancel: &Cancel,
    ) -> Result<(), SolverError> {
        let Self { definition, moves, ref group, ref offsets, .. } = *self;
        let mut databases = Vec::new();
        for pieces in patterns(definition, moves, group, config.max_bytes, cancel)? {
            let chain = PermutationGroup::with_bases(definition, moves, &pieces, cancel)?;
            let index = ChainIndex::new(definition, moves, &chain, pieces.len());
            let pieces = index.base_positions(offsets);
            let n = index.n_ranks().expect("the number of patterns is limited");
            let hash = index.hash("pattern database 1");
            let distances = cache.open_or_build(hash, n, 0, || GroupMover::new(&index))?;
            databases.push(PatternDatabase { index, pieces, distances });
        }
        self.databases = databases;
        Ok(())
    }

    /// Returns the slot of each piece, which is named by the position that it has when solved;
    /// `None` if the moves do not lead to the state.
    pub(super) fn slots(&self, state: &State) -> Option<Short<Slot>> {
        let element = self.definition.transformation_to(state)?;
        if !self.group.contains(&element) {
            return None;
        }
        let mut slots: Short<Slot> = smallvec![0; self.offsets.len()];
        let arriving = element.sources().iter().zip(element.twists()).zip(&self.offsets);
        for ((&piece, &twist), &offset) in arriving {
            slots[usize::from(piece)] = slot(offset + usize::from(twist));
        }
        Some(slots)
    }

    /// Returns the number of patterns of each database.
    pub(super) fn n_patterns(&self) -> Vec<u64> {
        self.databases.iter().map(|it| to_u64(it.distances.len())).collect()
    }
}

impl States for Distinct<'_> {
    type State = Short<Slot>;
    type Memory = Short<Slot>;

    fn n_moves(&self) -> usize {
        self.maps.len()
    }

    fn memory(&self) -> Short<Slot> {
        let longest = self.databases.iter().map(|it| it.pieces.len()).max();
        smallvec![0; longest.unwrap_or(0)]
    }

    fn turn(&self, number: usize, from: &Short<Slot>, to: &mut Short<Slot>) {
        carry(&self.maps[number], from, to);
    }

    fn is_legal(&self, slots: &Short<Slot>) -> bool {
        let solved = self.definition.solved().pieces();
        self.definition.restrictions().iter().all(|restriction| {
            let first = self.offsets[restriction.position];
            let end = first + usize::from(self.definition.moduli()[restriction.position]);
            let mut there = slots.iter().zip(solved);
            !there.any(|(&slot, label)| {
                (first..end).contains(&usize::from(slot)) && restriction.labels.contains(label)
            })
        })
    }

    fn is_solved(&self, slots: &Short<Slot>) -> bool {
        slots.iter().zip(&self.offsets).all(|(&slot, &offset)| usize::from(slot) == offset)
    }

    fn estimate(&self, slots: &Short<Slot>, images: &mut Short<Slot>) -> u8 {
        let (slots, images) = (slots.as_slice(), images.as_mut_slice());
        let distances = self.databases.iter().map(|database| {
            let images = &mut images[..database.pieces.len()];
            for (image, &piece) in images.iter_mut().zip(&database.pieces) {
                *image = slots[piece];
            }
            database.distances[to_index(database.index.rank(images))]
        });
        distances.max().unwrap_or(0)
    }
}

/// Returns the sets of pieces that get a database.
fn patterns(
    definition: &Definition,
    moves: &MoveSet,
    group: &PermutationGroup,
    max_bytes: u64,
    cancel: &Cancel,
) -> Result<Vec<Vec<usize>>, SolverError> {
    let all: Vec<usize> = group.chain().iter().map(|level| level.base).collect();
    let order = group.order();
    let root = u64::try_from(order.sqrt()).unwrap_or(u64::MAX);
    let max_bytes = max_bytes.min(root.saturating_mul(PATTERNS_PER_ROOT));
    if u64::try_from(order).is_ok_and(|order| order <= max_bytes) {
        return Ok(vec![all]);
    }
    let mut patterns = Vec::new();
    let mut left = max_bytes;
    for orbit in definition.orbits() {
        let mut rest: Vec<usize> =
            all.iter().copied().filter(|it| orbit.positions().contains(it)).collect();
        while let [first, ..] = rest[..] {
            // The pieces of the orbit that have no pattern yet, then the others, from this one on
            // in the order of the chain.
            let at = all.iter().position(|&it| it == first).expect("the piece is in the chain");
            let others = all[at..].iter().chain(&all[..at]).filter(|it| !rest.contains(it));
            let mut pieces: Vec<usize> = rest.iter().chain(others).copied().collect();
            let chain = PermutationGroup::with_bases(definition, moves, &pieces, cancel)?;
            let limit = left.min(max_bytes / SHARE).max(1);
            // The largest number of pieces whose patterns fit.
            let (mut n, mut size) = (0, 1_u64);
            let radices = chain.radices();
            for &radix in radices.iter().take(pieces.len()) {
                let Some(next) = size.checked_mul(to_u64(radix)).filter(|&it| it <= limit) else {
                    break;
                };
                if !ChainIndex::is_possible(definition, moves, &radices[..=n]) {
                    break;
                }
                (n, size) = (n + 1, next);
            }
            if n == 0 {
                break;
            }
            left = left.saturating_sub(size);
            rest.drain(..n.min(rest.len()));
            pieces.truncate(n);
            patterns.push(pieces);
        }
    }
    Ok(patterns)
}
