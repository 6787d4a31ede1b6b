//! Small parts that every other crate of Gordian stands on.
//!
//! It is: typed indices, a seeded random source, cancellation, progress, the outcome of a
//! search, and which kernels this machine can run. It is not: anything that reads, writes, prints or looks at the environment.

mod cancel;
mod index;
mod outcome;
mod path;
mod progress;
mod random;

pub use cancel::Cancel;
pub use index::{Index, IndexVec};
pub use outcome::{Limit, Outcome};
pub use path::Path;
pub use progress::{NoProgress, Progress, ProgressEvent};
pub use random::Random;
