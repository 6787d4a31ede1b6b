//! Memory for loads and stores of registers of any width.

#![expect(unsafe_code, reason = "views the same memory as cache lines and as pieces")]

/// A cache line, four pieces of sixteen bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in super::super) struct CacheLine([[u64; 2]; 4]);

/// Cache lines that can be viewed as pieces of sixteen bytes.
pub(in super::super) struct CacheLines(Vec<CacheLine>);

impl CacheLines {
    /// Creates `n` lines of zeros.
    pub(in super::super) fn new(n: usize) -> Self {
        Self(vec![CacheLine([[0; 2]; 4]); n])
    }

    /// Returns the lines.
    #[cfg(gordian_simd)]
    #[inline(always)]
    pub(in super::super) fn lines(&self) -> &[CacheLine] {
        &self.0
    }

    /// Returns the lines.
    #[cfg(gordian_simd)]
    #[inline(always)]
    pub(in super::super) fn lines_mut(&mut self) -> &mut [CacheLine] {
        &mut self.0
    }

    /// Returns the pieces.
    #[inline(always)]
    pub(in super::super) fn pieces(&self) -> &[[u64; 2]] {
        // SAFETY: a line is exactly four pieces, and lines of a slice are contiguous.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), 4 * self.0.len()) }
    }

    /// Returns the pieces.
    #[inline(always)]
    pub(in super::super) fn pieces_mut(&mut self) -> &mut [[u64; 2]] {
        // SAFETY: a line is exactly four pieces, lines of a slice are contiguous, and `self` is
        // borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), 4 * self.0.len()) }
    }
}
