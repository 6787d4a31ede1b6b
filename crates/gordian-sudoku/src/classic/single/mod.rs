//! One puzzle alone, as soon as possible.
