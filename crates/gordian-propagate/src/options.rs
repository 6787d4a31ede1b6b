//! The options of a session.

use gordian_core::Cancel;

/// The configuration of a search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Stops the posting of the model.
    pub cancel: Cancel,
    /// About the greatest memory of the posted model and of its search, in bytes; `None` for no
    /// limit.
    pub max_bytes: Option<u64>,
    /// The seed of the order of the first decisions. The same seed gives the same answers.
    pub seed: u64,
}
