//! Small building blocks that all other crates of Gordian use.
//!
//! The crate has typed indices, sets of integers, a seeded random number generator, cancellation,
//! budgets of time and memory, progress events, the outcome of a search, the order of its decisions
//! ([`ActivityHeap`]) and the lengths of its runs ([`luby`]), work in the [`background`], recursion
//! of any depth ([`stack`]), casts of [`numbers`] of things, whether there are [`threads`], a clock
//! for every target ([`Instant`]), parts of the input in messages ([`excerpt()`]), and the SIMD levels
//! of the machine. It does no input or output and does not read the environment.

mod activity_heap;
pub mod background;
mod budget;
mod cancel;
mod excerpt;
mod index;
mod int_set;
mod limits;
mod luby;
pub mod numbers;
mod order;
mod outcome;
mod progress;
mod random;
mod simd_dispatch;
mod simd_level;
pub mod stack;
pub mod threads;

pub use activity_heap::ActivityHeap;
pub use budget::Budget;
pub use cancel::Cancel;
pub use excerpt::excerpt;
pub use index::{Index, IndexVec};
pub use int_set::IntSet;
pub use limits::Limits;
pub use luby::luby;
pub use order::{ValueOrder, VarOrder};
pub use outcome::{Limit, Outcome};
pub use progress::{NoProgress, Progress, ProgressEvent, relative_gap};
pub use random::Random;
pub use simd_level::SimdLevel;
/// A point in time: that of the standard library, and in WebAssembly, where that one panics, one of
/// the clock of the page.
pub use web_time::Instant;
