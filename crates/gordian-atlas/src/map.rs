//! Large zeroed memory, on huge pages where the system has them.

#![expect(unsafe_code, reason = "memory as registers, see each block")]

use std::io;

use memmap2::{MmapMut, MmapOptions};

use crate::orbit::{BLOCKS, LANES};

/// A 512-bit register in memory: eight words of 64 bits, one a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [u64; LANES]);

impl Block {
    /// No bit set.
    pub const ZERO: Self = Self([0; LANES]);
    /// Bytes of a block.
    pub const BYTES: usize = size_of::<Self>();
}

/// The 315 blocks of one row group of one shape: 20,160 bytes.
pub type Group = [Block; BLOCKS];

/// Bytes of a huge page; memory begins at such a boundary so that all of it can be huge.
const HUGE_PAGE: usize = 2 << 20;

/// A number of row groups in memory that begins as zero and is given back when dropped.
///
/// The memory is anonymous: no file stands behind it, so nobody else can change it. Pages cost
/// nothing before they are touched. Huge pages are asked for, because half of the page faults'
/// time would be as much as the search takes; a refusal only costs speed.
#[derive(Debug)]
pub struct Plane {
    map: MmapMut,
    offset: usize,
    n_groups: usize,
}

impl Plane {
    /// Returns the bytes that a plane of `n_groups` groups occupies.
    #[must_use]
    pub fn bytes_for(n_groups: usize) -> usize {
        n_groups * size_of::<Group>()
    }

    /// Returns a plane without any bit set.
    ///
    /// # Errors
    ///
    /// What the system says when it refuses the memory.
    pub fn new(n_groups: usize) -> io::Result<Self> {
        let bytes = Self::bytes_for(n_groups).next_multiple_of(HUGE_PAGE);
        let map = MmapOptions::new().len(bytes + HUGE_PAGE).map_anon()?;
        #[cfg(target_os = "linux")]
        {
            // Only advice: without huge pages everything works the same, slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let offset = map.as_ptr().align_offset(HUGE_PAGE);
        assert!(offset <= HUGE_PAGE, "bytes can be aligned");
        Ok(Self { map, offset, n_groups })
    }

    /// Returns the groups.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        let start = self.map[self.offset..].as_ptr().cast::<Group>();
        // SAFETY: `start` is aligned for `Block` (to 2 MiB, checked in `new`), the map is
        // `bytes_for(n_groups)` long from there, lives as long as `self`, and any bits are a `Block`.
        unsafe { std::slice::from_raw_parts(start, self.n_groups) }
    }

    /// Returns the groups, to change.
    #[must_use]
    pub fn groups_mut(&mut self) -> &mut [Group] {
        let start = self.map[self.offset..].as_mut_ptr().cast::<Group>();
        // SAFETY: as in `groups`; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, self.n_groups) }
    }

    /// Returns all words, one after the other, as bytes in this machine's order.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.map[self.offset..][..Self::bytes_for(self.n_groups)]
    }

    /// Returns all words as bytes, to change.
    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.offset..][..Self::bytes_for(self.n_groups)]
    }
}
