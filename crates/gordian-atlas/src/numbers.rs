//! Numbers of states and indexes of memory.

/// Returns a number as an index.
pub(crate) fn to_index(number: u64) -> usize {
    usize::try_from(number).expect("indexes fit into the memory")
}

/// Returns the number of things in memory.
pub(crate) fn to_u64(n: usize) -> u64 {
    u64::try_from(n).expect("numbers of things in memory fit")
}
