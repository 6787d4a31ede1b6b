//! Ranks of the elements of a group up to the symmetries of its moves.
//!
//! A symmetry `s` ([`symmetries`]) turns an element `g` into `s g s⁻¹`, which has the same
//! distance. The chain of stabilisers begins with *leading* positions that symmetries permute among
//! themselves. Then the symmetries act on the leading digits alone:
//!
//! ```text
//!   (s g s⁻¹)(x) = s(g(s⁻¹(x)))     with x, s⁻¹(x) slots of leading positions
//! ```
//!
//! The leading digits fall into classes, each with a representative, and a table has for all of
//! them the class and a symmetry that leads to the representative. The rank of an element is the
//! class and the other digits after this symmetry. If some symmetries keep the representative, the
//! rank is the smallest one that they lead to; the larger ones are not used.

use gordian_core::Cancel;
use gordian_core::numbers::{to_index, to_u64};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, State};

use super::index::{Index, Mover};
use super::symmetries::{Symmetry, symmetries};
use crate::chain::{ChainIndex, Slot, carry, inverse_map, position_of, slot, slot_offsets};

/// The largest number of values of the leading digits for small groups.
const MIN_LEADING: u64 = 1 << 12;
/// The largest number of values of the leading digits.
const MAX_LEADING: u64 = 1 << 20;
/// The smallest number of elements for one value of the leading digits in large groups.
const ELEMENTS_PER_LEADING: u64 = 1 << 6;
/// The largest number of sets of positions that are tried as leading ones.
const MAX_TRIALS: usize = 16;

/// What a symmetry does to images of base pieces.
struct Conjugation {
    /// The image of each slot.
    slots: Vec<Slot>,
    /// For each base the number of the base whose piece comes there, and the map of slots that adds
    /// the orientation between.
    sources: Vec<(usize, usize)>,
    /// The number of the inverse.
    inverse: usize,
}

/// The ranks of elements up to symmetries.
pub(super) struct SymmetricIndex<'a> {
    chain: ChainIndex,
    group: PermutationGroup,
    solved: &'a State,
    order: u64,
    /// The number of leading positions.
    n_leading: usize,
    /// The number of values of the other digits.
    n_rest: u64,
    conjugations: Vec<Conjugation>,
    /// For each number of orientations that is added, the map of slots.
    turns: Vec<Vec<Slot>>,
    /// The class of each value of the leading digits.
    classes: Vec<u32>,
    /// The number of a symmetry that leads to the representative.
    to_representative: Vec<u16>,
    /// The smallest value of each class.
    representatives: Vec<u32>,
    /// The numbers of the symmetries that keep the representatives of the first classes; that of
    /// others is kept by the identity alone.
    stabilisers: Vec<Vec<u16>>,
}

/// Images of base pieces, for intermediate results.
struct Buffers {
    conjugate: Vec<Slot>,
    other: Vec<Slot>,
    rest: Vec<Slot>,
}

/// The leading positions and a chain that begins with them.
struct Leading {
    group: PermutationGroup,
    n_positions: usize,
    n_values: u64,
}

impl Leading {
    /// Chooses positions that the symmetries permute; `None` if there are none with few enough
    /// values, or at a limit.
    fn choose(
        definition: &Definition,
        moves: &MoveSet,
        symmetries: &[Symmetry],
        positions: &[usize],
        max_values: u64,
        cancel: &Cancel,
    ) -> Option<Self> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut leading = None;
        let closures = closures(definition, symmetries, positions);
        for closure in closures.into_iter().take(MAX_TRIALS) {
            let mut positions = chosen.clone();
            positions.extend(closure.into_iter().filter(|it| !chosen.contains(it)));
            let group = PermutationGroup::with_bases(definition, moves, &positions, cancel).ok()?;
            let radices = &group.radices()[..positions.len()];
            let n_values = radices.iter().try_fold(1_u64, |n, &it| n.checked_mul(to_u64(it)));
            if let Some(n_values) = n_values.filter(|&it| it <= max_values) {
                leading = Some(Self { group, n_positions: positions.len(), n_values });
                chosen = positions;
            }
        }
        leading
    }
}

/// Returns for each position the smallest set of positions with it that the symmetries keep, the
/// largest sets first: the more leading positions, the fewer of their arrangements are kept by
/// symmetries.
fn closures(
    definition: &Definition,
    symmetries: &[Symmetry],
    positions: &[usize],
) -> Vec<Vec<usize>> {
    let (offsets, _) = slot_offsets(definition);
    let closure = |&first: &usize| {
        let mut closure = vec![first];
        let mut next = 0;
        while let Some(&at) = closure.get(next) {
            next += 1;
            for symmetry in symmetries {
                for turn in 0..usize::from(definition.moduli()[at]) {
                    let image = position_of(symmetry.slots[offsets[at] + turn], &offsets);
                    if !closure.contains(&image) {
                        closure.push(image);
                    }
                }
            }
        }
        closure.sort_unstable();
        closure
    };
    let mut closures: Vec<Vec<usize>> = positions.iter().map(closure).collect();
    closures.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    closures.dedup();
    closures
}

/// Returns the conjugations with symmetries, and the maps of slots that add orientations.
fn conjugations(
    definition: &Definition,
    chain: &ChainIndex,
    symmetries: Vec<Symmetry>,
) -> (Vec<Conjugation>, Vec<Vec<Slot>>) {
    let (offsets, n_slots) = slot_offsets(definition);
    let bases = chain.base_positions(&offsets);
    // The number of the base and the orientation of each slot.
    let mut places = vec![(0, 0); n_slots];
    let mut most = 0;
    for (number, &base) in bases.iter().enumerate() {
        let modulus = usize::from(definition.moduli()[base]);
        most = most.max(modulus);
        for turn in 0..modulus {
            places[offsets[base] + turn] = (number, turn);
        }
    }
    let turned = |turn: usize| {
        let moduli = definition.moduli().iter().map(|&it| usize::from(it));
        let slots = offsets.iter().zip(moduli);
        slots
            .flat_map(|(&offset, modulus)| {
                (0..modulus).map(move |it| slot(offset + (it + turn) % modulus))
            })
            .collect::<Vec<Slot>>()
    };
    let inverses: Vec<usize> = (symmetries.iter())
        .map(|symmetry| {
            let inverse = symmetries.iter().position(|it| it.is_inverse_of(symmetry));
            inverse.expect("symmetries are a group")
        })
        .collect();
    let conjugation = |(Symmetry { slots, .. }, inverse): (Symmetry, usize)| {
        let back = inverse_map(&slots);
        let source = |&start: &Slot| places[usize::from(back[usize::from(start)])];
        let sources = chain.start.iter().map(source).collect();
        Conjugation { slots, sources, inverse }
    };
    let conjugations = symmetries.into_iter().zip(inverses).map(conjugation).collect();
    (conjugations, (0..most).map(turned).collect())
}

impl<'a> SymmetricIndex<'a> {
    /// Returns the index; `None` if no symmetries were found, if no positions are few enough to
    /// lead, or at a limit.
    pub(super) fn new(
        definition: &'a Definition,
        moves: &MoveSet,
        group: &PermutationGroup,
        order: u64,
        cancel: &Cancel,
    ) -> Option<Self> {
        let maps = ChainIndex::new(definition, moves, group, 0).moves;
        let symmetries = symmetries(&maps);
        if symmetries.len() < 2 {
            return None;
        }
        let positions: Vec<usize> = group.chain().iter().map(|level| level.base).collect();
        let max_values = (order / ELEMENTS_PER_LEADING).clamp(MIN_LEADING, MAX_LEADING);
        let Leading { group, n_positions, n_values } =
            Leading::choose(definition, moves, &symmetries, &positions, max_values, cancel)?;
        if !ChainIndex::is_possible(definition, moves, &group.radices()) {
            return None;
        }
        let chain = ChainIndex::with_all_levels(definition, moves, &group);
        let (conjugations, turns) = conjugations(definition, &chain, symmetries);
        let mut index = Self {
            chain,
            group,
            solved: definition.solved(),
            order,
            n_leading: n_positions,
            n_rest: order / n_values,
            conjugations,
            turns,
            classes: Vec::new(),
            to_representative: Vec::new(),
            representatives: Vec::new(),
            stabilisers: Vec::new(),
        };
        index.classify(to_index(n_values));
        (index.representatives.len() < index.classes.len()).then_some(index)
    }

    pub(super) fn chain(&self) -> &ChainIndex {
        &self.chain
    }

    /// Fills the tables of classes of the leading digits.
    fn classify(&mut self, n_values: usize) {
        const NONE: u16 = u16::MAX;
        let mut to_representative = vec![NONE; n_values];
        // Representatives, those that some symmetries keep first.
        let (mut kept, mut free) = (Vec::new(), Vec::new());
        let mut images = self.chain.start.clone();
        let mut conjugate = images[..self.n_leading].to_vec();
        let mut orbits = vec![0_u32; n_values];
        for value in 0..n_values {
            if to_representative[value] != NONE {
                continue;
            }
            let mut stabiliser = Vec::new();
            self.chain.unrank(to_u64(value) * self.n_rest, &mut images);
            let representative = u32::try_from(value).expect("the number of values is limited");
            for (number, conjugation) in (0..).zip(&self.conjugations) {
                self.conjugate(conjugation, &images, &mut conjugate);
                let other = to_index(self.chain.rank(&mut conjugate));
                if other == value {
                    stabiliser.push(number);
                }
                orbits[other] = representative;
                let inverse = u16::try_from(conjugation.inverse);
                to_representative[other] = inverse.expect("the number of symmetries is limited");
            }
            // No symmetry is needed for the representative.
            to_representative[value] = 0;
            if stabiliser.len() > 1 {
                kept.push(representative);
                self.stabilisers.push(stabiliser);
            } else {
                free.push(representative);
            }
        }
        kept.extend(free);
        let mut classes = vec![0; n_values];
        for (class, &representative) in (0..).zip(&kept) {
            classes[to_index(representative.into())] = class;
        }
        self.classes = orbits.iter().map(|&it| classes[to_index(it.into())]).collect();
        self.to_representative = to_representative;
        self.representatives = kept;
    }

    /// Writes the first images of the conjugate of an element, as many as `conjugate` has: all of
    /// them or the leading ones.
    fn conjugate(&self, conjugation: &Conjugation, images: &[Slot], conjugate: &mut [Slot]) {
        for (to, &(base, turn)) in conjugate.iter_mut().zip(&conjugation.sources) {
            let image = self.turns[turn][usize::from(images[base])];
            *to = conjugation.slots[usize::from(image)];
        }
    }

    fn buffers(&self) -> Buffers {
        let start = &self.chain.start;
        Buffers {
            conjugate: start.clone(),
            other: start.clone(),
            rest: start[..self.n_leading].to_vec(),
        }
    }

    /// Returns the rank of an element and the number of elements with this rank.
    fn rank(&self, images: &[Slot], buffers: &mut Buffers) -> (u64, u64) {
        let Buffers { conjugate, other, rest } = buffers;
        rest.copy_from_slice(&images[..self.n_leading]);
        let value = to_index(self.chain.rank(rest));
        let class = self.classes[value];
        let symmetry = usize::from(self.to_representative[value]);
        self.conjugate(&self.conjugations[symmetry], images, conjugate);
        let first = u64::from(self.representatives[to_index(class.into())]) * self.n_rest;
        let n_symmetries = to_u64(self.conjugations.len());
        let (smallest, n_smallest) = match self.stabilisers.get(to_index(class.into())) {
            None => (self.chain.rank(conjugate), 1),
            Some(stabiliser) => {
                let (mut smallest, mut n_smallest) = (u64::MAX, 0);
                for &symmetry in stabiliser {
                    let conjugation = &self.conjugations[usize::from(symmetry)];
                    self.conjugate(conjugation, conjugate, other);
                    let rank = self.chain.rank(other);
                    if rank < smallest {
                        (smallest, n_smallest) = (rank, 0);
                    }
                    n_smallest += u64::from(rank == smallest);
                }
                (smallest, n_smallest)
            }
        };
        (u64::from(class) * self.n_rest + (smallest - first), n_symmetries / n_smallest)
    }

    /// Returns the rank in the chain of the representative of a rank.
    fn chain_rank(&self, rank: u64) -> u64 {
        let class = to_index(rank / self.n_rest);
        u64::from(self.representatives[class]) * self.n_rest + rank % self.n_rest
    }

    fn element(&self, chain_rank: u64) -> State {
        let element = self.group.unrank(chain_rank).expect("ranks are below the order");
        element.apply(self.solved)
    }
}

impl Index for SymmetricIndex<'_> {
    type Mover<'a>
        = SymmetricMover<'a>
    where
        Self: 'a;

    fn n_ranks(&self) -> u64 {
        to_u64(self.representatives.len()) * self.n_rest
    }

    fn n_states(&self) -> u64 {
        self.order
    }

    fn start(&self) -> u64 {
        self.rank(&self.chain.start, &mut self.buffers()).0
    }

    fn is_full(&self) -> bool {
        true
    }

    fn bytes(&self) -> u64 {
        let in_stabilisers: usize = self.stabilisers.iter().map(Vec::len).sum();
        let bytes = self.classes.len() * (size_of::<u32>() + size_of::<u16>())
            + self.representatives.len() * size_of::<u32>()
            + self.stabilisers.len() * size_of::<Vec<u16>>()
            + in_stabilisers * size_of::<u16>();
        to_u64(bytes)
    }

    fn n_symmetries(&self) -> usize {
        self.conjugations.len()
    }

    fn mover(&self) -> SymmetricMover<'_> {
        let start = &self.chain.start;
        let (images, moved) = (start.clone(), start.clone());
        SymmetricMover { index: self, images, moved, buffers: self.buffers() }
    }

    fn state(&self, rank: u64) -> State {
        self.element(self.chain_rank(rank))
    }

    fn states(&self, rank: u64) -> Vec<State> {
        let mut images = self.chain.start.clone();
        let mut conjugate = images.clone();
        self.chain.unrank(self.chain_rank(rank), &mut images);
        let conjugates = self.conjugations.iter().map(|conjugation| {
            self.conjugate(conjugation, &images, &mut conjugate);
            self.chain.rank(&mut conjugate)
        });
        let mut ranks: Vec<u64> = conjugates.collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.into_iter().map(|rank| self.element(rank)).collect()
    }
}

/// Moves the representatives of elements.
pub(super) struct SymmetricMover<'a> {
    index: &'a SymmetricIndex<'a>,
    images: Vec<Slot>,
    moved: Vec<Slot>,
    buffers: Buffers,
}

impl Mover for SymmetricMover<'_> {
    fn neighbours(&mut self, rank: u64, mut visit: impl FnMut(u64, u64) -> bool) {
        let Self { index, images, moved, buffers } = self;
        index.chain.unrank(index.chain_rank(rank), images);
        for map in &index.chain.moves {
            carry(map, images, moved);
            let (rank, n_states) = index.rank(moved, buffers);
            if !visit(rank, n_states) {
                break;
            }
        }
    }

    fn n_states(&mut self, rank: u64) -> u64 {
        let Self { index, images, buffers, .. } = self;
        if to_index(rank / index.n_rest) >= index.stabilisers.len() {
            return to_u64(index.conjugations.len());
        }
        index.chain.unrank(index.chain_rank(rank), images);
        let (smallest, n_states) = index.rank(images, buffers);
        if smallest == rank { n_states } else { 0 }
    }
}
