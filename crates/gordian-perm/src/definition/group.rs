//! The group that moves generate: a chain of stabilisers, exact order, uniform random elements.
//!
//! The chain is built from random elements, in the way of Schreier and Sims: level by level, the
//! elements that keep the pieces of all earlier levels in place. Its order is a lower bound at any
//! time. It is proved to be exact either by the upper bound of the invariants (`abelian.rs`), which
//! most puzzles attain, or by sifting all Schreier generators.
//!
//! *Sources*: C. C. Sims: "Computational methods in the study of permutation groups", 1970; D. E.
//! Knuth: "Efficient representation of perm groups", Combinatorica 11, 1991; F. Celler, C. R.
//! Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien: "Generating random elements of a
//! finite group", 1995.

use std::sync::Arc;

use gordian_core::{Cancel, Random};
use num_bigint::BigUint;

use super::abelian::{self, Component};
use super::error::GroupError;
use super::state::{Transformation, add};
use super::{Definition, MoveSet};

/// The maximal memory of a chain of stabilisers in bytes.
const MAX_BYTES: usize = 1 << 30;
/// The seed of the random elements from which the chain is built. The result does not depend on it.
const SEED: u64 = 0x5EED;
/// The number of random elements in a row that must already belong to the chain before a proof is
/// tried.
const SIFTS_BEFORE_PROOF: usize = 12;

/// An element as a map of pieces: the piece at position `i` goes to `targets[i]` and is turned by
/// `turns[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    targets: Vec<u16>,
    turns: Vec<u8>,
}

impl Element {
    fn identity(n_positions: usize) -> Self {
        let number = |at: usize| u16::try_from(at).expect("the number of positions is limited");
        Self { targets: (0..n_positions).map(number).collect(), turns: vec![0; n_positions] }
    }

    fn new(transformation: &Transformation) -> Self {
        let mut element = Self::identity(transformation.sources().len());
        let arriving = transformation.sources().iter().zip(transformation.twists());
        for (to, (&from, &twist)) in arriving.enumerate() {
            let to = u16::try_from(to).expect("the number of positions is limited");
            element.targets[usize::from(from)] = to;
            element.turns[usize::from(from)] = twist;
        }
        element
    }

    fn to_transformation(&self, moduli: &Arc<[u8]>) -> Transformation {
        let mut transformation = Transformation::identity(moduli);
        for (from, (&to, &turn)) in self.targets.iter().zip(&self.turns).enumerate() {
            let from = u16::try_from(from).expect("the number of positions is limited");
            transformation.sources[usize::from(to)] = from;
            transformation.twists[usize::from(to)] = turn;
        }
        transformation
    }

    fn is_identity(&self) -> bool {
        self.turns.iter().all(|&turn| turn == 0)
            && self.targets.iter().enumerate().all(|(from, &to)| from == usize::from(to))
    }

    /// Does `next` after this element.
    fn append(&mut self, next: &Self, moduli: &[u8]) {
        for ((target, turn), &modulus) in self.targets.iter_mut().zip(&mut self.turns).zip(moduli) {
            let middle = usize::from(*target);
            *target = next.targets[middle];
            *turn = add(*turn, next.turns[middle], modulus);
        }
    }

    fn inverse(&self, moduli: &[u8]) -> Self {
        let mut inverse = Self::identity(self.targets.len());
        for (from, (&to, &turn)) in self.targets.iter().zip(&self.turns).enumerate() {
            let to = usize::from(to);
            inverse.targets[to] = u16::try_from(from).expect("the number of positions is limited");
            inverse.turns[to] = add(moduli[from] - turn, 0, moduli[from]);
        }
        inverse
    }
}

/// An entry of the orbit of a level: where the piece of the base position can go.
#[derive(Clone, Debug)]
struct OrbitEntry {
    position: usize,
    turn: u8,
    /// Brings the piece back to the base position, unturned.
    back: Element,
}

/// One level of the chain: the elements that keep all earlier base positions.
#[derive(Clone, Debug)]
struct Level {
    base: usize,
    /// Generators found at this level; those of later levels belong to it, too.
    generators: Vec<Element>,
    orbit: Vec<OrbitEntry>,
    /// The index in `orbit` plus 1 by position and turn; 0 if the piece cannot go there.
    numbers: Vec<u32>,
}

impl Level {
    fn find(&self, element: &Element, moduli: &[u8]) -> Option<usize> {
        let position = usize::from(element.targets[self.base]);
        let slot = slot(position, element.turns[self.base], moduli[self.base]);
        self.numbers[slot].checked_sub(1).and_then(|number| usize::try_from(number).ok())
    }
}

/// Returns the index of a position and a turn in [`Level::numbers`].
fn slot(position: usize, turn: u8, modulus: u8) -> usize {
    position * usize::from(modulus) + usize::from(turn)
}

/// The result of dividing an element by the chain.
enum Sifted {
    Member,
    /// The remainder, which the given level lacks.
    Remainder(usize, Element),
}

/// An element of a [`PermutationGroup`].
pub type GroupElement = Transformation;

/// A level of the chain of stabilisers: the elements that keep the pieces of all earlier base
/// positions in place, by where they bring the piece of this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainLevel {
    /// The base position.
    pub base: usize,
    /// One element for each position and orientation that the piece can reach; the first one is the
    /// identity.
    pub transversal: Vec<GroupElement>,
}

/// The group that moves generate, as a chain of stabilisers.
///
/// The group acts on distinguishable pieces with orientations: identical pieces, ignored
/// orientations and restrictions play no role.
#[derive(Clone, Debug)]
pub struct PermutationGroup {
    moduli: Arc<[u8]>,
    levels: Vec<Level>,
    components: Vec<Component>,
    generators: Vec<Transformation>,
    /// Whether the order equals the upper bound of the invariants.
    attains_bound: bool,
}

impl PermutationGroup {
    /// Returns the group that the moves generate. Its order is exact: it is proved, not estimated.
    ///
    /// # Errors
    ///
    /// [`GroupError::Stopped`] if `cancel` stops the work, [`GroupError::MemoryLimit`] if the chain
    /// could take more than 1 GiB.
    pub fn generated(
        definition: &Definition,
        moves: &MoveSet,
        cancel: &Cancel,
    ) -> Result<Self, GroupError> {
        Self::with_bases(definition, moves, &[], cancel)
    }

    /// Returns the group as [`Self::generated`] does, with a chain that begins with these base
    /// positions. The first digits of ranks then tell where the pieces of these positions are.
    ///
    /// # Errors
    ///
    /// As for [`Self::generated`].
    pub fn with_bases(
        definition: &Definition,
        moves: &MoveSet,
        first: &[usize],
        cancel: &Cancel,
    ) -> Result<Self, GroupError> {
        let generators: Vec<Transformation> =
            moves.moves().iter().map(|it| it.transformation().clone()).collect();
        let components = abelian::components(definition.moduli(), &generators);
        let n_positions = definition.n_positions();
        let n_entries: usize = (components.iter())
            .map(|component| {
                let n = component.positions.len();
                // Each level of a component of n positions has at most one piece less than the
                // last.
                usize::from(component.modulus) * n * (n + 1) / 2
            })
            .sum();
        let needed = n_entries.saturating_mul(3 * n_positions);
        if needed > MAX_BYTES {
            return Err(GroupError::MemoryLimit { needed, allowed: MAX_BYTES });
        }
        let of_component = |component: &Component| {
            let modulus = component.modulus;
            component.positions.iter().map(move |&base| (base, modulus)).collect::<Vec<_>>()
        };
        // Only positions that a move changes are base positions.
        let changed: Vec<(usize, u8)> = components.iter().flat_map(of_component).collect();
        let mut bases: Vec<(usize, u8)> = Vec::with_capacity(changed.len());
        for &position in first {
            let found = changed.iter().find(|base| base.0 == position);
            bases.extend(found.filter(|base| !bases.contains(base)));
        }
        let rest = changed.iter().filter(|base| !first.contains(&base.0));
        bases.extend(rest);
        let bases = bases.into_iter();
        let levels = bases.map(|(base, modulus)| {
            let mut numbers = vec![0; n_positions * usize::from(modulus)];
            numbers[slot(base, 0, modulus)] = 1;
            let back = Element::identity(n_positions);
            let orbit = vec![OrbitEntry { position: base, turn: 0, back }];
            Level { base, generators: Vec::new(), orbit, numbers }
        });
        let mut group = Self {
            moduli: Arc::clone(&definition.moduli),
            levels: levels.collect(),
            components,
            generators,
            attains_bound: false,
        };
        group.build(cancel)?;
        Ok(group)
    }

    fn build(&mut self, cancel: &Cancel) -> Result<(), GroupError> {
        let stopped = |_: ()| match cancel.stopped() {
            Some(limit) => Err(GroupError::Stopped { limit }),
            None => Ok(()),
        };
        let elements: Vec<Element> = self.generators.iter().map(Element::new).collect();
        for element in &elements {
            self.insert(element.clone());
        }
        let bound = self.order_bound();
        let mut pool = RandomElements::new(elements, &self.moduli);
        let mut n_members = 0;
        loop {
            stopped(())?;
            if n_members == 0 && self.order() == bound {
                self.attains_bound = true;
                return Ok(());
            }
            if n_members >= SIFTS_BEFORE_PROOF {
                if self.close(cancel)? {
                    return Ok(());
                }
                n_members = 0;
                continue;
            }
            let Some(element) = pool.next(&self.moduli) else { return Ok(()) };
            n_members = if self.insert(element) { 0 } else { n_members + 1 };
        }
    }

    /// Divides an element by the chain.
    fn sift(&self, mut element: Element, first: usize) -> Sifted {
        for (number, level) in self.levels.iter().enumerate().skip(first) {
            match level.find(&element, &self.moduli) {
                Some(0) => {}
                Some(entry) => element.append(&level.orbit[entry].back, &self.moduli),
                None => return Sifted::Remainder(number, element),
            }
        }
        debug_assert!(element.is_identity(), "every changed position is a base position");
        Sifted::Member
    }

    /// Adds an element to the chain; returns whether it was missing.
    fn insert(&mut self, element: Element) -> bool {
        let Sifted::Remainder(number, remainder) = self.sift(element, 0) else { return false };
        self.levels[number].generators.push(remainder);
        self.extend_orbit(number);
        true
    }

    /// Extends the orbit of a level after a generator was added to it.
    fn extend_orbit(&mut self, number: usize) {
        let moduli = Arc::clone(&self.moduli);
        let (before, later) = self.levels.split_at_mut(number + 1);
        let level = &mut before[number];
        let modulus = moduli[level.base];
        let Level { base, generators, orbit, numbers } = level;
        let own = generators.iter();
        let generators: Vec<(&Element, Element)> = own
            .chain(later.iter().flat_map(|level| &level.generators))
            .filter(|generator| !generator.is_identity())
            .map(|generator| (generator, generator.inverse(&moduli)))
            .collect();
        let mut next = 0;
        while next < orbit.len() {
            let (position, turn) = (orbit[next].position, orbit[next].turn);
            for (generator, inverse) in &generators {
                let target = usize::from(generator.targets[position]);
                let turn = add(turn, generator.turns[position], modulus);
                let slot = slot(target, turn, modulus);
                if numbers[slot] != 0 {
                    continue;
                }
                let mut back = inverse.clone();
                back.append(&orbit[next].back, &moduli);
                debug_assert_eq!(usize::from(back.targets[target]), *base);
                orbit.push(OrbitEntry { position: target, turn, back });
                numbers[slot] = u32::try_from(orbit.len()).expect("orbits are small");
            }
            next += 1;
        }
    }

    /// Sifts the Schreier generators of all levels, which proves the chain complete; returns
    /// whether it was. If one of them is missing, it is added.
    fn close(&mut self, cancel: &Cancel) -> Result<bool, GroupError> {
        // Later generators belong to the orbits of earlier levels, too.
        for number in (0..self.levels.len()).rev() {
            self.extend_orbit(number);
        }
        for number in (0..self.levels.len()).rev() {
            let generators: Vec<Element> = (self.levels[number..].iter())
                .flat_map(|level| level.generators.iter().cloned())
                .collect();
            for entry in 0..self.levels[number].orbit.len() {
                if let Some(limit) = cancel.stopped() {
                    return Err(GroupError::Stopped { limit });
                }
                let forward = self.levels[number].orbit[entry].back.inverse(&self.moduli);
                for generator in &generators {
                    let mut element = forward.clone();
                    element.append(generator, &self.moduli);
                    if let Sifted::Remainder(at, remainder) = self.sift(element, number) {
                        self.levels[at].generators.push(remainder);
                        self.extend_orbit(at);
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Returns the upper bound on the order by the invariants.
    fn order_bound(&self) -> BigUint {
        let moduli = abelian::invariant_moduli(&self.components);
        let images: Vec<Vec<u64>> = (self.generators.iter())
            .map(|generator| abelian::invariants(&self.components, generator))
            .collect();
        let mut bound = abelian::subgroup_order(&moduli, &images);
        for component in &self.components {
            bound *= wreath_order(component.positions.len(), component.modulus);
            let parities = if component.positions.len() > 1 { 2_u32 } else { 1 };
            bound /= parities * u32::from(component.modulus);
        }
        bound
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        let one = BigUint::from(1_u8);
        self.levels.iter().fold(one, |order, level| order * level.orbit.len())
    }

    /// Returns whether a transformation belongs to the group.
    #[must_use]
    pub fn contains(&self, transformation: &Transformation) -> bool {
        let element = Element::new(transformation);
        let changed = |&position: &usize| {
            usize::from(element.targets[position]) != position || element.turns[position] != 0
        };
        let is_base = |position| self.levels.iter().any(|level| level.base == position);
        let is_possible = (0..element.targets.len()).filter(changed).all(is_base);
        is_possible && matches!(self.sift(element, 0), Sifted::Member)
    }

    /// Returns an element, each with the same probability.
    #[must_use]
    pub fn random(&self, random: &mut Random) -> GroupElement {
        let choices: Vec<usize> =
            self.levels.iter().map(|level| random.below(level.orbit.len())).collect();
        self.element(&choices)
    }

    /// Returns the element that is the product of one entry per level.
    fn element(&self, choices: &[usize]) -> GroupElement {
        let mut element = Element::identity(self.moduli.len());
        for (level, &choice) in self.levels.iter().zip(choices).rev() {
            if choice > 0 {
                element.append(&level.orbit[choice].back.inverse(&self.moduli), &self.moduli);
            }
        }
        element.to_transformation(&self.moduli)
    }

    /// Returns the chain of stabilisers: every element is the product of one element of each
    /// transversal, the last level's first. The places of these elements in their transversals are
    /// the digits of the [rank](Self::rank).
    #[must_use]
    pub fn chain(&self) -> Vec<ChainLevel> {
        let level = |level: &Level| ChainLevel {
            base: level.base,
            transversal: (level.orbit.iter())
                .map(|entry| entry.back.inverse(&self.moduli).to_transformation(&self.moduli))
                .collect(),
        };
        self.levels.iter().map(level).collect()
    }

    /// Returns the sizes of the orbits of the chain: the digits of a [rank](Self::rank) in mixed
    /// radix.
    #[must_use]
    pub fn radices(&self) -> Vec<usize> {
        self.levels.iter().map(|level| level.orbit.len()).collect()
    }

    /// Returns the rank of an element, from 0 to the order less 1; `None` if the transformation
    /// does not belong to the group or its rank does not fit into 64 bits.
    #[must_use]
    pub fn rank(&self, transformation: &Transformation) -> Option<u64> {
        let mut element = Element::new(transformation);
        let mut rank = 0_u64;
        for level in &self.levels {
            let entry = level.find(&element, &self.moduli)?;
            let radix = u64::try_from(level.orbit.len()).ok()?;
            rank = rank.checked_mul(radix)?.checked_add(u64::try_from(entry).ok()?)?;
            element.append(&level.orbit[entry].back, &self.moduli);
        }
        element.is_identity().then_some(rank)
    }

    /// Returns the element with this rank, or `None` if there is none.
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Option<GroupElement> {
        let mut rest = rank;
        let mut choices = Vec::with_capacity(self.levels.len());
        for level in self.levels.iter().rev() {
            let radix = u64::try_from(level.orbit.len()).ok()?;
            choices.push(usize::try_from(rest % radix).ok()?);
            rest /= radix;
        }
        choices.reverse();
        (rest == 0).then(|| self.element(&choices))
    }

    pub(crate) fn components(&self) -> &[Component] {
        &self.components
    }

    pub(crate) fn generators(&self) -> &[Transformation] {
        &self.generators
    }

    /// Returns whether the group contains every transformation of its components whose invariants
    /// are possible.
    pub(crate) fn attains_bound(&self) -> bool {
        self.attains_bound
    }
}

/// Returns the number of ways to permute and turn `n` pieces with `modulus` orientations.
pub(crate) fn wreath_order(n: usize, modulus: u8) -> BigUint {
    (1..=n).fold(BigUint::from(1_u8), |order, factor| order * factor * u32::from(modulus))
}

/// A source of random elements by product replacement.
struct RandomElements {
    pool: Vec<Element>,
    accumulator: Element,
    random: Random,
}

impl RandomElements {
    fn new(generators: Vec<Element>, moduli: &[u8]) -> Self {
        const MIN_POOL: usize = 11;
        const WARM_UP: usize = 60;
        let mut pool = generators;
        let n_generators = pool.len();
        while n_generators > 0 && pool.len() < MIN_POOL {
            pool.push(pool[pool.len() - n_generators].clone());
        }
        let accumulator = Element::identity(moduli.len());
        let mut elements = Self { pool, accumulator, random: Random::new(SEED) };
        for _ in 0..WARM_UP {
            elements.step(moduli);
        }
        elements
    }

    fn step(&mut self, moduli: &[u8]) -> Option<()> {
        if self.pool.is_empty() {
            return None;
        }
        let changed = self.random.below(self.pool.len());
        let mut by = self.random.below(self.pool.len() - 1);
        by += usize::from(by >= changed);
        let factor =
            if self.random.flip() { self.pool[by].clone() } else { self.pool[by].inverse(moduli) };
        self.pool[changed].append(&factor, moduli);
        self.accumulator.append(&self.pool[changed], moduli);
        Some(())
    }

    /// Returns a random element, or `None` if there are no generators.
    fn next(&mut self, moduli: &[u8]) -> Option<Element> {
        self.step(moduli)?;
        Some(self.accumulator.clone())
    }
}
