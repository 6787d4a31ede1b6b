//! Implementations of [`Word`](super::word::Word) with 512, 256 and 64 lanes, with the same
//! results.
//!
//! [`Portable`] is a machine word, written for clarity, and the reference for the other two.

#[cfg(gordian_simd)]
mod avx2;
#[cfg(gordian_simd)]
mod avx512;
mod cache_lines;
mod portable;

#[cfg(gordian_simd)]
pub(super) use avx2::Avx2;
#[cfg(gordian_simd)]
pub(super) use avx512::Avx512;
#[cfg(gordian_simd)]
pub(super) use cache_lines::CacheLine;
pub(super) use cache_lines::CacheLines;
pub(super) use portable::Portable;

#[cfg(test)]
mod tests;
