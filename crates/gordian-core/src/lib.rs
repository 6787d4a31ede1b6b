//! Small parts that every other crate of Gordian stands on.
//!
//! It is: typed indices, a seeded random source, cancellation, progress, the outcome of a
//! search, and which kernels this machine can run. It is not: anything that reads, writes, prints or looks at the environment.

mod cancel;
mod index;
mod outcome;
mod progress;
mod random;
mod simd_level;

pub use cancel::Cancel;
pub use index::{Index, IndexVec};
pub use outcome::{Limit, Outcome};
pub use progress::{NoProgress, Progress, ProgressEvent};
pub use random::Random;
pub use simd_level::SimdLevel;
