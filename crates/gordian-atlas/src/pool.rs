//! Thread pools of a given size.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::AtlasError;

/// Returns a pool of `threads` threads.
///
/// # Errors
///
/// [`AtlasError::Threads`] if the system refuses them.
pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool, AtlasError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|source| AtlasError::Threads { threads, source })
}
