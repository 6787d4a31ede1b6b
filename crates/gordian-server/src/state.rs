//! The state shared by handlers.

use gordian_jobs::{EventRelay, Store};

/// The state shared by handlers.
#[derive(Clone)]
pub(crate) struct ServiceState {
    pub(crate) store: Store,
    pub(crate) relay: EventRelay,
}
