//! Implementations of [`Word`](super::word::Word) with 512, 256 and 64 lanes, with the same
//! results.
//!
//! [`Portable`] is a machine word, written for clarity, and the reference for the other two.

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod avx512;
mod cache_lines;
mod portable;

#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
pub(super) use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
pub(super) use avx512::Avx512;
pub(super) use cache_lines::{CacheLine, CacheLines};
pub(super) use portable::Portable;

#[cfg(test)]
mod tests;
