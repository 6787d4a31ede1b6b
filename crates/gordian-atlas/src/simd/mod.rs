//! The kernels, which move row groups and count bits, in three forms with equal results.
//!
//! [`Portable`] is written for clarity, runs everywhere and is the reference in the tests of the
//! others. `Avx512` transforms a block with a byte permutation and a bit-matrix product (GFNI),
//! `Avx2` with byte shuffles. The form is selected at run time ([`gordian_core::SimdLevel::best`]).

#[cfg(gordian_simd)]
mod avx2;
#[cfg(gordian_simd)]
mod avx512;
mod portable;

use gordian_core::simd_levels;

use crate::map::Group;
use crate::orbit::{ColumnMap, LaneActions};

#[cfg(gordian_simd)]
use avx2::Avx2;
#[cfg(gordian_simd)]
use avx512::Avx512;
use portable::Portable;

/// The operations of an enumeration on row groups.
pub(crate) trait Kernel: Sync {
    /// Adds to `target` every state whose neighbour is in `source`.
    ///
    /// `action` is the number of a lane action. `next` is the source of the next call, which the
    /// kernel may prefetch.
    fn pull(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        next: &Group,
    );

    /// Returns the number of bits set in `group`.
    fn count(&self, group: &Group) -> u64;

    /// Returns the number of bits set in `a` or `b`.
    fn count_union(&self, a: &Group, b: &Group) -> u64;
}

/// The lane actions of all kernels.
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
