//! Exhaustive breadth-first enumeration of all states with bit sets.
//!
//! There is no frontier list. Two planes hold one bit per state, one plane for even and one for odd
//! distances, and are updated alternately:
//!
//! ```text
//!   seen[k mod 2]  |=  neighbours(seen[1 − k mod 2])          k = 1, 2, 3, …
//! ```
//!
//! After step `k` the plane `k mod 2` holds exactly the states at distances `k, k − 2, k − 4, …`:
//! every move toggles the parity, so a state within distance `k` of the same parity has a neighbour
//! within distance `k − 1`. The enumeration ends when both planes are full.
//!
//! The distances are recorded at the same time. A state that is first seen at step `i` of its plane
//! (distance `2·i + parity`) gets the bit `i mod 2`, which is bit 1 of its distance; bit 0 is the
//! plane. Distances of neighbours differ by exactly one, so the distance modulo 4 suffices to
//! descend to the solved state. `distance_bits ^= seen` after each step gives `(last − i + 1) mod
//! 2`, where `last` is the step after which the group is complete; if `last` is even, the bits are
//! inverted at that step, and since all bits of `seen` are one then, both operations together are
//! the identity (even) or one inversion (odd).

use std::sync::Arc;

use gordian_core::{Cancel, Limit, SimdLevel, match_simd_level};
use gordian_table::ThreadPool;
use rayon::prelude::*;

use crate::AtlasError;
use crate::graph::Graph;
use crate::map::{Block, Group, Plane};
use crate::orbit::{BLOCKS, Layout, StateAddress};
use crate::plan::{Plan, Pull};
use crate::pool::thread_pool;
use crate::simd::{Kernel, Kernels};

/// Options of an [`Enumeration`].
#[derive(Clone, Debug)]
pub struct EnumerateConfig {
    /// Threads, at least 1.
    pub threads: usize,
    /// The SIMD level of the kernels.
    pub simd_level: SimdLevel,
    /// Whether to record distances, which doubles the memory.
    pub distances: bool,
}

/// The numbers of states seen up to a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelCounts {
    /// By shape: the stored states with the parity of the level, up to its distance.
    pub seen: Vec<u64>,
    /// By shape: the stored states that have been seen with either parity.
    pub either: Vec<u64>,
}

/// The numbers of states of one group seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GroupCount {
    seen: u32,
    either: u32,
}

/// A running enumeration.
pub struct Enumeration<'a> {
    layout: &'a Layout,
    plan: Plan,
    kernels: Arc<Kernels>,
    pool: ThreadPool,
    seen: [Plane; 2],
    distance_bits: Option<[Plane; 2]>,
    counts: [Vec<GroupCount>; 2],
    levels: Vec<LevelCounts>,
}

impl<'a> Enumeration<'a> {
    /// Returns the size of the planes in bytes.
    #[must_use]
    pub fn memory(layout: &Layout, graph: &Graph, distances: bool) -> usize {
        let planes = if distances { 4 } else { 2 };
        planes * Plane::bytes_for(graph.shapes.len() * layout.n_groups())
    }

    /// Starts the enumeration: `start` lists the states of level 0.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Memory`] if the system refuses the memory, [`AtlasError::Threads`] if it
    /// refuses the threads, [`AtlasError::SimdLevelUnavailable`] if the machine cannot run the
    /// kernels.
    pub fn new(
        layout: &'a Layout,
        graph: &Graph,
        start: &[(u16, StateAddress)],
        config: EnumerateConfig,
    ) -> Result<Self, AtlasError> {
        let plan = Plan::new(layout, graph);
        let kernels = Kernels::new(config.simd_level, &plan.actions)
            .ok_or(AtlasError::SimdLevelUnavailable { simd_level: config.simd_level.name() })?;
        let bytes = Self::memory(layout, graph, config.distances);
        let plane =
            || Plane::new(plan.n_groups).map_err(|source| AtlasError::Memory { bytes, source });
        let mut seen = [plane()?, plane()?];
        let distance_bits = if config.distances { Some([plane()?, plane()?]) } else { None };
        let pool = thread_pool(config.threads)?;
        for &(shape, address) in start {
            let group = usize::from(shape) * layout.n_groups() + usize::from(address.group);
            let block = &mut seen[0].groups_mut()[group][usize::from(address.block)];
            block.0[usize::from(address.lane)] |= 1 << address.bit;
        }
        let counts = [0, 1].map(|_| vec![GroupCount::default(); plan.n_groups]);
        let mut this = Self {
            layout,
            plan,
            kernels: Arc::new(kernels),
            pool,
            seen,
            distance_bits,
            counts,
            levels: Vec::new(),
        };
        this.count_start();
        Ok(this)
    }

    fn count_start(&mut self) {
        let Self { seen, distance_bits, counts, .. } = self;
        for (index, group) in seen[0].groups().iter().enumerate() {
            let bits: u32 = group.iter().flat_map(|block| block.0).map(u64::count_ones).sum();
            counts[0][index] = GroupCount { seen: bits, either: bits };
            counts[1][index].either = bits;
            if let (Some(distance_bits), true) = (distance_bits.as_mut(), bits > 0) {
                distance_bits[0].groups_mut()[index] = *group;
            }
        }
        self.record_level(0);
    }

    /// Records the sums of the group counts.
    fn record_level(&mut self, parity: usize) {
        let sum = |count: fn(&GroupCount) -> u32| {
            let groups = self.counts[parity].chunks(self.layout.n_groups());
            groups.map(|shape| shape.iter().map(|c| u64::from(count(c))).sum()).collect()
        };
        self.levels.push(LevelCounts { seen: sum(|c| c.seen), either: sum(|c| c.either) });
    }

    /// Returns the counts of all completed levels; index 0 is the start.
    #[must_use]
    pub fn levels(&self) -> &[LevelCounts] {
        &self.levels
    }

    /// Returns the number of bits of a complete group.
    fn n_bits_per_group(&self) -> u32 {
        u32::try_from(64 * BLOCKS * self.layout.n_lanes()).expect("a small number")
    }

    /// Returns whether all states have been seen.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let full = self.n_bits_per_group();
        self.counts.iter().flatten().all(|count| count.seen == full)
    }

    /// Returns the number of stored states of each parity.
    #[must_use]
    pub fn n_states(&self) -> u64 {
        self.plan.n_groups as u64 * u64::from(self.n_bits_per_group())
    }

    /// Returns the number of stored states seen so far, over both parities.
    #[must_use]
    pub fn n_seen(&self) -> u64 {
        self.counts.iter().flatten().map(|count| u64::from(count.seen)).sum()
    }

    /// Returns the planes with bit 1 of the distances, by parity, if they were recorded.
    ///
    /// # Panics
    ///
    /// Panics unless the enumeration is complete: the bits have no meaning before.
    #[must_use]
    pub fn into_distance_planes(self) -> Option<[Plane; 2]> {
        assert!(self.is_complete(), "distances are known when all states have been seen");
        self.distance_bits
    }

    /// Computes the next level.
    ///
    /// # Errors
    ///
    /// The limit, if `cancel` stopped the work. The level is then incomplete, and the enumeration
    /// must not be used further.
    pub fn step(&mut self, cancel: &Cancel) -> Result<(), Limit> {
        let kernels = Arc::clone(&self.kernels);
        match_simd_level!(Kernels, &*kernels, kernel => self.step_with(kernel, cancel))
    }

    fn step_with<K: Kernel>(&mut self, kernel: &K, cancel: &Cancel) -> Result<(), Limit> {
        let level = self.levels.len();
        let parity = level % 2;
        let full = self.n_bits_per_group();
        let mut lanes = Block::ZERO;
        lanes.0[..self.layout.n_lanes()].fill(u64::MAX);
        let [even, odd] = &mut self.seen;
        let (targets, sources) = if parity == 0 { (even, &*odd) } else { (odd, &*even) };
        let [even, odd] = &mut self.counts;
        let (counts, others) = if parity == 0 { (even, &*odd) } else { (odd, &*even) };
        let step = LevelStep {
            plan: &self.plan,
            kernel,
            sources: sources.groups(),
            others,
            full,
            lanes,
            invert_complete: level / 2 % 2 == 1,
        };
        let targets = targets.groups_mut().par_iter_mut().zip(counts.par_iter_mut()).enumerate();
        let run = |index: usize,
                   target: &mut Group,
                   distance_bits: Option<&mut Group>,
                   count: &mut GroupCount| {
            if count.seen < full && !cancel.is_stopped() {
                step.pull_group(index, target, distance_bits, count);
            }
        };
        self.pool.install(|| match &mut self.distance_bits {
            Some(distance_bits) => targets
                .zip(distance_bits[parity].groups_mut().par_iter_mut())
                .for_each(|((index, (target, count)), distance_bits)| {
                    run(index, target, Some(distance_bits), count)
                }),
            None => targets.for_each(|(index, (target, count))| run(index, target, None, count)),
        });
        if let Some(limit) = cancel.stopped() {
            return Err(limit);
        }
        self.record_level(parity);
        Ok(())
    }
}

/// The size of a number in a checkpoint, in bytes.
const NUMBER: usize = size_of::<u64>();

/// Checkpoints: saving and restoring the state of an enumeration.
impl Enumeration<'_> {
    /// Returns the length of a checkpoint in bytes.
    #[must_use]
    pub fn checkpoint_len(&self) -> u64 {
        let planes: usize = self.plane_bytes().iter().map(|plane| plane.len()).sum();
        (planes + self.counts_len(self.levels.len() - 1)) as u64
    }

    /// Returns the bytes of all planes, in native byte order.
    #[must_use]
    pub fn plane_bytes(&self) -> Vec<&[u8]> {
        self.seen.iter().chain(self.distance_bits.iter().flatten()).map(Plane::bytes).collect()
    }

    /// Returns the bytes of all planes, mutable, for restoring a checkpoint.
    #[must_use]
    pub fn plane_bytes_mut(&mut self) -> Vec<&mut [u8]> {
        self.seen
            .iter_mut()
            .chain(self.distance_bits.iter_mut().flatten())
            .map(Plane::bytes_mut)
            .collect()
    }

    /// Returns the size in bytes of the counts in a checkpoint after level `level`.
    #[must_use]
    pub fn counts_len(&self, level: usize) -> usize {
        let groups = 4 * self.plan.n_groups;
        let levels = 2 * self.levels[0].seen.len() * (level + 1);
        NUMBER * (groups + levels)
    }

    /// Returns the counts of groups and levels.
    #[must_use]
    pub fn counts_to_bytes(&self) -> Vec<u8> {
        let groups = self.counts.iter().flatten().flat_map(|c| [c.seen, c.either].map(u64::from));
        let levels = self.levels.iter().flat_map(|l| l.seen.iter().chain(&l.either).copied());
        groups.chain(levels).flat_map(u64::to_le_bytes).collect()
    }

    /// Restores the counts of [`Self::counts_to_bytes`]; the planes must be those of the same
    /// level. Returns whether the counts are plausible; if not, the enumeration must not be used.
    #[must_use]
    pub fn restore_counts(&mut self, bytes: &[u8]) -> bool {
        let full = u64::from(self.n_bits_per_group());
        let mut numbers = bytes
            .chunks_exact(NUMBER)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")));
        let mut count =
            || numbers.next().filter(|&it| it <= full).and_then(|it| u32::try_from(it).ok());
        for group in self.counts.iter_mut().flatten() {
            let (Some(seen), Some(either)) = (count(), count()) else { return false };
            *group = GroupCount { seen, either };
        }
        let n_shapes = self.levels[0].seen.len();
        let rest: Vec<u64> = numbers.collect();
        let levels = rest.chunks_exact(2 * n_shapes);
        if rest.is_empty() || !levels.remainder().is_empty() {
            return false;
        }
        self.levels = levels
            .map(|level| LevelCounts {
                seen: level[..n_shapes].to_vec(),
                either: level[n_shapes..].to_vec(),
            })
            .collect();
        true
    }
}

/// The data shared by the threads during one level.
struct LevelStep<'a, K> {
    plan: &'a Plan,
    kernel: &'a K,
    sources: &'a [Group],
    others: &'a [GroupCount],
    full: u32,
    /// The lanes in use.
    lanes: Block,
    /// Whether to invert the distance bits of a group that becomes complete at this level.
    invert_complete: bool,
}

impl<K: Kernel> LevelStep<'_, K> {
    fn pull_group(
        &self,
        index: usize,
        target: &mut Group,
        distance_bits: Option<&mut Group>,
        count: &mut GroupCount,
    ) {
        let group = |at: u32| usize::try_from(at).expect("an index");
        let pulls = self.plan.pulls(index);
        let mut pending = pulls.iter().filter(|pull| self.others[group(pull.source)].seen > 0);
        let mut current: Option<&Pull> = pending.next();
        while let Some(pull) = current {
            current = pending.next();
            let next = current.unwrap_or(pull).source;
            self.kernel.pull(
                target,
                &self.sources[group(pull.source)],
                self.plan.maps.get(pull.map),
                usize::from(pull.action),
                &self.sources[group(next)],
            );
            if target.iter().all(|block| *block == self.lanes) {
                break;
            }
        }
        let seen = u32::try_from(self.kernel.count(target)).expect("a group's bits");
        if seen > count.seen {
            count.seen = seen;
            let other = self.others[index].seen;
            count.either = if seen.max(other) == self.full {
                self.full
            } else {
                let union = self.kernel.count_union(target, &self.sources[index]);
                u32::try_from(union).expect("a group's bits")
            };
        } else {
            count.either = count.either.max(self.others[index].either);
        }
        if let Some(distance_bits) = distance_bits {
            self.update_distance_bits(target, distance_bits, seen);
        }
    }

    /// Updates the distance bits as described in the module documentation.
    fn update_distance_bits(&self, target: &Group, distance_bits: &mut Group, seen: u32) {
        if seen == 0 || seen == self.full && !self.invert_complete {
            return;
        }
        for (distance_bits, target) in distance_bits.iter_mut().zip(target) {
            for (distance_bits, target) in distance_bits.0.iter_mut().zip(target.0) {
                *distance_bits ^= target;
            }
        }
    }
}
