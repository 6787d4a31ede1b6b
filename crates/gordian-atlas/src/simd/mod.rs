//! The kernels: a row group moved into another, bits counted, in three forms with the same results.
//!
//! [`Portable`] is written for clarity, runs everywhere and is the oracle of the other two.
//! `Avx512` does a block with a byte permutation and a bit-matrix product (GFNI), `Avx2` with byte
//! shuffles. Which one a machine can run is found out at run time ([`Path::best`]).

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx512;
mod portable;

use crate::map::Group;
use crate::orbit::{ColumnMap, LaneActions};

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
use avx512::Avx512;
use portable::Portable;

/// Which form of the kernels runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// 512-bit registers with VBMI, GFNI and VPOPCNTDQ.
    Avx512,
    /// 256-bit registers.
    Avx2,
    /// 64-bit words; any machine.
    Portable,
}

impl Path {
    /// All paths, fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the name, as on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Returns whether this machine can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Self::Avx512 => Avx512::is_available(),
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Self::Avx2 => Avx2::is_available(),
            #[cfg(not(all(target_arch = "x86_64", not(gordian_portable))))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// Returns the fastest path that this machine can run.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|path| path.is_available()).unwrap_or(Self::Portable)
    }
}

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
    /// See [`Path::Avx512`].
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx512(Avx512),
    /// See [`Path::Avx2`].
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx2(Avx2),
    /// See [`Path::Portable`].
    Portable(Portable),
}

impl Kernels {
    /// Returns the kernels of `path`, or `None` where the machine cannot run them.
    pub(crate) fn new(path: Path, actions: &Actions) -> Option<Self> {
        match path {
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Path::Avx512 => Avx512::new(actions).map(Self::Avx512),
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Path::Avx2 => Avx2::new(actions).map(Self::Avx2),
            #[cfg(not(all(target_arch = "x86_64", not(gordian_portable))))]
            Path::Avx512 | Path::Avx2 => None,
            Path::Portable => Some(Self::Portable(Portable::new(actions))),
        }
    }
}

#[cfg(test)]
mod tests;
