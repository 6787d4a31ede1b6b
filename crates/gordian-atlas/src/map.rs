//! Large zeroed memory, on huge pages where available.

#![expect(unsafe_code, reason = "views mapped memory as registers, see each block")]

use std::io;

use memmap2::{MmapMut, MmapOptions};

use crate::orbit::{BLOCKS, LANES};

/// A 512-bit register in memory: eight words of 64 bits, one per lane.
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

/// Bytes of a huge page. Memory is aligned to it so that all pages can be huge.
const HUGE_PAGE: usize = 2 << 20;

/// The minimal length for huge pages, which are allocated as a whole.
const MIN_HUGE_LEN: usize = 2 * HUGE_PAGE;

/// Zero-initialised memory, page-aligned (aligned to huge pages if large), freed on drop.
///
/// The mapping is anonymous, so no other process can change it. Untouched pages cost nothing. Huge pages
/// are requested because small ones would cost as much time in page faults as a whole search, and random
/// accesses would wait for page-table walks; if the system refuses them, only speed is lost.
#[derive(Debug)]
struct Pages {
    map: MmapMut,
    offset: usize,
    len: usize,
}

impl Pages {
    fn new(len: usize) -> io::Result<Self> {
        if len < MIN_HUGE_LEN {
            return Ok(Self { map: MmapOptions::new().len(len).map_anon()?, offset: 0, len });
        }
        let bytes = len.next_multiple_of(HUGE_PAGE);
        let map = MmapOptions::new().len(bytes + HUGE_PAGE).map_anon()?;
        #[cfg(target_os = "linux")]
        {
            // Advice only: a failure costs speed, not correctness.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let offset = map.as_ptr().align_offset(HUGE_PAGE);
        assert!(offset <= HUGE_PAGE, "bytes can be aligned");
        Ok(Self { map, offset, len })
    }

    fn bytes(&self) -> &[u8] {
        &self.map[self.offset..][..self.len]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map[self.offset..][..self.len]
    }
}

/// Row groups in memory, initially zero, freed on drop.
#[derive(Debug)]
pub struct Plane {
    pages: Pages,
    n_groups: usize,
}

impl Plane {
    /// Returns the bytes that a plane of `n_groups` groups occupies.
    #[must_use]
    pub fn bytes_for(n_groups: usize) -> usize {
        n_groups * size_of::<Group>()
    }

    /// Returns a plane with no bit set.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub fn new(n_groups: usize) -> io::Result<Self> {
        Ok(Self { pages: Pages::new(Self::bytes_for(n_groups))?, n_groups })
    }

    /// Returns the groups.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        let start = self.pages.bytes().as_ptr().cast::<Group>();
        // SAFETY: `start` is aligned for `Block` (to a page, see `Pages`), the bytes are
        // `bytes_for(n_groups)` from there, live as long as `self`, and any bits are a `Block`.
        unsafe { std::slice::from_raw_parts(start, self.n_groups) }
    }

    /// Returns the groups, mutable.
    #[must_use]
    pub fn groups_mut(&mut self) -> &mut [Group] {
        let start = self.pages.bytes_mut().as_mut_ptr().cast::<Group>();
        // SAFETY: as in `groups`; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, self.n_groups) }
    }

    /// Returns all words as bytes, in native byte order.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pages.bytes()
    }

    /// Returns all words as bytes, mutable.
    #[must_use]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.pages.bytes_mut()
    }
}

/// An integer type for which every bit pattern is valid: the element type of a [`Buffer`].
///
/// *Invariant*: the type has no padding and no invalid bit patterns, and its alignment is at most that of
/// a page.
pub(crate) trait Plain: Copy + Send + Sync + sealed::Sealed {}

mod sealed {
    pub(crate) trait Sealed {}
}

macro_rules! plain {
    ($($number:ty),*) => {
        $(impl sealed::Sealed for $number {}
        impl Plain for $number {})*
    };
}

plain!(u8, u16, u32, u64);

/// Numbers in memory, initially zero, freed on drop.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    pages: Pages,
    n: usize,
    holds: std::marker::PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// Returns `n` zeros, or the error of the system if it refuses the memory.
    pub(crate) fn new(n: usize) -> io::Result<Self> {
        let pages = Pages::new(n * size_of::<T>())?;
        Ok(Self { pages, n, holds: std::marker::PhantomData })
    }

    /// Returns the numbers as bytes, in native byte order.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.pages.bytes()
    }

    /// Returns the numbers as bytes, mutable.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.pages.bytes_mut()
    }
}

impl<T: Plain> std::ops::Deref for Buffer<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let start = self.pages.bytes().as_ptr().cast::<T>();
        // SAFETY: `start` is aligned (to a page, see `Pages`), the bytes are those of `n` numbers, live
        // as long as `self`, and any bits are a number (see `Plain`).
        unsafe { std::slice::from_raw_parts(start, self.n) }
    }
}

impl<T: Plain> std::ops::DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        let start = self.pages.bytes_mut().as_mut_ptr().cast::<T>();
        // SAFETY: as in `deref`; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, self.n) }
    }
}

/// Begins to load an element into the cache, where available. Nothing happens if there is no such element.
#[inline]
pub(crate) fn prefetch<T: Plain>(elements: &[T], number: usize) {
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    if let Some(element) = elements.get(number) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, valid for all addresses.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(gordian_portable))))]
    let _ = (elements, number);
}
