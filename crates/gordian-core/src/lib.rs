//! Small building blocks that all other crates of Gordian use.
//!
//! The crate has typed indices, a seeded random number generator, cancellation, progress events,
//! the outcome of a search, work in the [`background`], and the SIMD levels of the machine. It does no input or output and does
//! not read the environment.

pub mod background;
mod cancel;
mod index;
mod outcome;
mod progress;
mod random;
mod simd_dispatch;
mod simd_level;

pub use cancel::Cancel;
pub use index::{Index, IndexVec};
pub use outcome::{Limit, Outcome};
pub use progress::{NoProgress, Progress, ProgressEvent};
pub use random::Random;
pub use simd_level::SimdLevel;
