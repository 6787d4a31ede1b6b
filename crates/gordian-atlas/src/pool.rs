//! Thread pools of a given size.

use gordian_table::ThreadPool;

use crate::AtlasError;

/// Returns a pool of `threads` threads.
///
/// # Errors
///
/// [`AtlasError::Threads`] if the system refuses them.
pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool, AtlasError> {
    ThreadPool::new(threads).map_err(|source| AtlasError::Threads { threads, source })
}
