//! The kernels: a row group moved into another, bits counted, in three forms with the same results.
//!
//! [`Portable`] is written for clarity, runs everywhere and is the oracle of the other two.
//! `Avx512` does a block with a byte permutation and a bit-matrix product (GFNI), `Avx2` with byte
//! shuffles. Which one a machine can run is found out at run time ([`SimdLevel::best`]).

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx512;
mod portable;

use gordian_core::SimdLevel;

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

/// The kernels of one path, ready to run.
pub(crate) enum Kernels {
    /// See [`SimdLevel::Avx512`].
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx512(Avx512),
    /// See [`SimdLevel::Avx2`].
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx2(Avx2),
    /// See [`SimdLevel::Portable`].
    Portable(Portable),
}

impl Kernels {
    /// Returns the kernels of `path`, or `None` where the machine cannot run them.
    pub(crate) fn new(path: SimdLevel, actions: &Actions) -> Option<Self> {
        match path {
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            SimdLevel::Avx512 => Avx512::new(actions).map(Self::Avx512),
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            SimdLevel::Avx2 => Avx2::new(actions).map(Self::Avx2),
            #[cfg(not(all(target_arch = "x86_64", not(gordian_portable))))]
            SimdLevel::Avx512 | SimdLevel::Avx2 => None,
            SimdLevel::Portable => Some(Self::Portable(Portable::new(actions))),
        }
    }
}

#[cfg(test)]
mod tests;
