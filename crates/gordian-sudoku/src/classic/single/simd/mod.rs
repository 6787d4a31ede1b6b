//! The forms with vector registers.

mod avx2;
mod avx512;
mod tables;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;
