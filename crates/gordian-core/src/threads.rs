//! Whether the target can start threads.

/// Whether the target can start threads.
///
/// WebAssembly cannot: what would run on other threads runs on the calling one. Searches there have
/// one thread, whatever the request says.
pub const CAN_SPAWN: bool = cfg!(not(target_family = "wasm"));

/// Returns how many of `wanted` threads can work, the calling one included: at least 1, and 1 where
/// no threads can be started.
#[must_use]
pub const fn usable(wanted: usize) -> usize {
    if CAN_SPAWN && wanted > 1 { wanted } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_is_always_there() {
        assert_eq!([0, 1].map(usable), [1, 1]);
        assert_eq!(usable(7), if CAN_SPAWN { 7 } else { 1 });
    }
}
