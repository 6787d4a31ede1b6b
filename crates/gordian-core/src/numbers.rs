//! Numbers of things in memory as other types.
//!
//! A list ends long before 2^63 entries, so all but [`to_u32`] and [`to_index`] cannot fail.

/// Returns the number of things in memory.
///
/// # Panics
///
/// Panics if there are 2^32 or more, which no structure of Gordian that counts in 32 bits holds.
#[must_use]
#[inline]
pub fn to_u32(n: usize) -> u32 {
    u32::try_from(n).expect("lists with indices of 32 bits are shorter")
}

/// Returns the number of things in memory.
#[must_use]
#[inline]
pub fn to_u64(n: usize) -> u64 {
    u64::try_from(n).expect("a list has fewer than 2^63 entries")
}

/// Returns the number of things in memory.
#[must_use]
#[inline]
pub fn to_i64(n: usize) -> i64 {
    i64::try_from(n).expect("a list has fewer than 2^63 entries")
}

/// Returns the number of things in memory.
#[must_use]
#[inline]
pub fn to_i128(n: usize) -> i128 {
    to_i64(n).into()
}

/// Returns a number as an index of a list.
///
/// # Panics
///
/// Panics if the memory cannot have so many entries.
#[must_use]
#[inline]
pub fn to_index(number: u64) -> usize {
    usize::try_from(number).expect("an index fits into the memory")
}
