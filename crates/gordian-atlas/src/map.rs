//! Large zeroed memory, on huge pages where available, and numbers in mapped files. In WebAssembly,
//! which maps no memory, it is allocated.

#![expect(unsafe_code, reason = "views mapped memory as registers, see each block")]

use std::io;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;

use gordian_table::Payload;

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

#[cfg(not(target_family = "wasm"))]
use mapped::Pages;

#[cfg(target_family = "wasm")]
use allocated::Pages;

#[cfg(not(target_family = "wasm"))]
mod mapped {
    //! Memory on pages of its own.

    use std::io;

    use memmap2::{MmapMut, MmapOptions};

    /// Bytes of a huge page. Memory is aligned to it so that all pages can be huge.
    const HUGE_PAGE: usize = 2 << 20;

    /// The minimal length for huge pages, which are allocated as a whole.
    const MIN_HUGE_LEN: usize = 2 * HUGE_PAGE;

    /// Zero-initialised memory, page-aligned (aligned to huge pages if large), freed on drop.
    ///
    /// The mapping is anonymous, so no other process can change it. Untouched pages cost nothing. Huge
    /// pages are requested because small ones would cost as much time in page faults as a whole search,
    /// and random accesses would wait for page-table walks; if the system refuses them, only speed is
    /// lost.
    #[derive(Debug)]
    pub(super) struct Pages {
        map: MmapMut,
        offset: usize,
        len: usize,
    }

    impl Pages {
        pub(super) fn new(len: usize) -> io::Result<Self> {
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

        pub(super) fn bytes(&self) -> &[u8] {
            &self.map[self.offset..][..self.len]
        }

        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            &mut self.map[self.offset..][..self.len]
        }
    }
}

#[cfg(any(test, target_family = "wasm"))]
mod allocated {
    //! The same where no memory can be mapped: allocated, and zeroed at once.

    use std::io;

    use super::Block;

    /// Zero-initialised memory, aligned to a block, freed on drop.
    #[derive(Debug)]
    pub(super) struct Pages {
        blocks: Vec<Block>,
        len: usize,
    }

    impl Pages {
        pub(super) fn new(len: usize) -> io::Result<Self> {
            let n_blocks = len.div_ceil(Block::BYTES);
            let mut blocks = Vec::new();
            let reserved = blocks.try_reserve_exact(n_blocks);
            reserved.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            blocks.resize(n_blocks, Block::ZERO);
            Ok(Self { blocks, len })
        }

        pub(super) fn bytes(&self) -> &[u8] {
            let start = self.blocks.as_ptr().cast::<u8>();
            // SAFETY: the blocks have at least `len` bytes, live as long as `self`, and have no
            // padding.
            unsafe { std::slice::from_raw_parts(start, self.len) }
        }

        pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
            let start = self.blocks.as_mut_ptr().cast::<u8>();
            // SAFETY: as in `bytes`; the borrow of `self` is exclusive, and any bytes are a block.
            unsafe { std::slice::from_raw_parts_mut(start, self.len) }
        }
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
        // Of more than the address space, `new` says that the system refuses it.
        n_groups.saturating_mul(size_of::<Group>())
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
        // SAFETY: `start` is aligned for `Block` (see both kinds of `Pages`), the bytes are
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
/// *Invariant*: the type has no padding and no invalid bit patterns, and its alignment is at most
/// that of a block.
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
        // More than the address space is refused as other memory is.
        let pages = Pages::new(n.saturating_mul(size_of::<T>()))?;
        Ok(Self { pages, n, holds: std::marker::PhantomData })
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
        // SAFETY: `start` is aligned (to a page or a block, see `Pages`), the bytes are those of `n`
        // numbers, live as long as `self`, and any bits are a number (see `Plain`).
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

/// The numbers of a finished table: in memory of their own, or in a file, which all processes
/// share.
pub(crate) struct Numbers<T> {
    /// The first of the `n` numbers of `_owner`, which neither moves nor changes them as long as it
    /// lives.
    start: NonNull<T>,
    n: usize,
    _owner: Owner<T>,
}

enum Owner<T> {
    #[expect(dead_code, reason = "it is only dropped")]
    Memory(Buffer<T>),
    #[expect(dead_code, reason = "it is only dropped")]
    File(Arc<Payload>),
}

// SAFETY: the numbers are never changed, and both owners are `Send` and `Sync`.
unsafe impl<T: Plain> Send for Numbers<T> {}
// SAFETY: as above.
unsafe impl<T: Plain> Sync for Numbers<T> {}

impl<T: Plain> From<Buffer<T>> for Numbers<T> {
    fn from(buffer: Buffer<T>) -> Self {
        // The memory of a buffer is mapped or allocated, so it stays where it is when the buffer is
        // moved.
        Self {
            start: NonNull::from(&*buffer).cast(),
            n: buffer.len(),
            _owner: Owner::Memory(buffer),
        }
    }
}

impl<T: Plain> Numbers<T> {
    /// Returns the numbers in these bytes of a file, in native byte order; of memory of their own
    /// if they are not aligned there.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    ///
    /// # Panics
    ///
    /// Panics if the payload is shorter.
    pub(crate) fn in_file(payload: &Arc<Payload>, range: Range<usize>) -> io::Result<Self> {
        let bytes = &payload[range];
        let n = bytes.len() / size_of::<T>();
        let start = NonNull::from(bytes).cast::<T>();
        if start.is_aligned() {
            return Ok(Self { start, n, _owner: Owner::File(Arc::clone(payload)) });
        }
        let mut copy: Buffer<T> = Buffer::new(n)?;
        let n_bytes = n * size_of::<T>();
        copy.bytes_mut()[..n_bytes].copy_from_slice(&bytes[..n_bytes]);
        Ok(copy.into())
    }

    /// Returns the numbers as bytes, in native byte order.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: the memory of the numbers (see `deref`), and any number is bytes (see `Plain`).
        unsafe { std::slice::from_raw_parts(self.start.as_ptr().cast(), self.n * size_of::<T>()) }
    }
}

impl<T: Plain> std::ops::Deref for Numbers<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` is aligned (a page, a block, or as checked), the owner keeps `n` numbers
        // there as long as `self` lives, nothing changes them, and any bits are a number (see
        // `Plain`).
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.n) }
    }
}

/// Begins to load an element into the cache, where available. Nothing happens if there is no such
/// element.
#[inline]
pub(crate) fn prefetch<T: Plain>(elements: &[T], number: usize) {
    #[cfg(gordian_simd)]
    if let Some(element) = elements.get(number) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, valid for all addresses.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(element).cast()) }
    }
    #[cfg(not(gordian_simd))]
    let _ = (elements, number);
}

#[cfg(test)]
mod tests {
    use gordian_core::Cancel;
    use gordian_table::{Disk, FileKind, Table, TableDescription, WorkContext, write};

    use super::*;

    #[test]
    fn allocated_memory_is_zero_and_aligned() {
        for len in [0, 1, 64, 100_000] {
            let mut pages = allocated::Pages::new(len).unwrap();
            assert_eq!(pages.bytes(), vec![0; len]);
            assert!(pages.bytes().as_ptr().cast::<Block>().is_aligned());
            pages.bytes_mut().fill(7);
            assert_eq!(pages.bytes(), vec![7; len]);
        }
        let refused = allocated::Pages::new(isize::MAX as usize - 63).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::OutOfMemory);
    }

    #[test]
    fn numbers_are_the_same_in_memory_and_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numbers");
        let mut buffer: Buffer<u64> = Buffer::new(1000).unwrap();
        (0..).zip(&mut *buffer).for_each(|(at, number)| *number = at * at * 0x0123_4567_89AB);
        let expected = buffer.to_vec();
        let in_memory = Numbers::from(buffer);
        assert_eq!(*in_memory, *expected);
        let kind = FileKind::Table;
        let label = "numbers".to_owned();
        let description = TableDescription { kind, label, definition: [0; 32], series: vec![] };
        let cancel = Cancel::new();
        let work = WorkContext::new(&cancel);
        // After the first copy, an odd byte: the second is not aligned.
        let parts = [in_memory.bytes(), &[7], in_memory.bytes()];
        write(&Disk, &file, &description, &parts, &work).unwrap();
        let payload = Arc::new(Table::open(&file).unwrap().into_payload(&work).unwrap());
        for begin in [0, 8001] {
            let numbers: Numbers<u64> = Numbers::in_file(&payload, begin..begin + 8000).unwrap();
            assert_eq!(*numbers, *expected, "from byte {begin}");
        }
        let in_file: Numbers<u64> = Numbers::in_file(&payload, 0..8000).unwrap();
        drop(payload);
        assert_eq!(*in_file, *expected, "after the last other user is gone");
    }
}
