//! The kernels: a row group moved into another, bits counted, in three forms with the same results.
//!
//! [`Portable`] is written for clarity, runs everywhere and is the oracle of the other two.
//! `Avx512` does a block with a byte permutation and a bit-matrix product (GFNI), `Avx2` with byte
//! shuffles. Which one a machine can run is found out at run time ([`gordian_core::SimdLevel::best`]).

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx512;
mod portable;

use gordian_core::simd_levels;

use crate::map::Group;
use crate::orbit::{ColumnMap, LaneActions};

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
use avx512::Avx512;
use portable::Portable;

/// What the enumeration asks of a machine.
pub(crate) trait Kernel: Sync {
    /// Adds to `target` every state whose neighbour is in `source`.
    ///
    /// `action` is the number of a lane action. `next` is the source of the next call, which the
    /// kernel may begin to fetch.
    fn pull(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        next: &Group,
    );

    /// Returns how many bits are set in `group`.
    fn count(&self, group: &Group) -> u64;

    /// Returns how many bits are set in `a` or `b`.
    fn count_union(&self, a: &Group, b: &Group) -> u64;
}

/// Everything the kernels need to know of the lanes.
pub(crate) type Actions = [LaneActions];

simd_levels! {
    /// The kernels of one SIMD level.
    pub(crate) enum Kernels {
        Avx512(Avx512) => Avx512::new(actions),
        Avx2(Avx2) => Avx2::new(actions),
        Portable(Portable) => Some(Portable::new(actions)),
    }
    fn new(actions: &Actions);
}

#[cfg(test)]
mod tests;
