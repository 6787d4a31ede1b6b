//! What the benchmarks measure: the puzzles, and their models made of flags by hand.
//!
//! It is: [`Instance`], the puzzles of the comparison with their naive models, and
//! [`flags::FlagModel`], the same puzzles modelled by somebody who knows how solvers work, which is
//! what the naive models are held against.
//! It is not: the programs that measure (`src/bin`), nor the engines of others (`peers/`).
//!
//! # Example
//!
//! ```
//! use gordian_bench::Instance;
//!
//! let names: Vec<&str> = Instance::all().iter().map(|instance| instance.name).collect();
//! assert_eq!(names[0], "horrendum");
//! ```

pub mod flags;
mod instance;

pub use instance::Instance;
