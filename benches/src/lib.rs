//! What the benchmarks measure, and what measures it.
//!
//! It is: [`Instance`], the puzzles of the comparison with their naive models, and
//! [`flags::FlagModel`], the same puzzles modelled by somebody who knows how solvers work, which is
//! what the naive models are held against; and what the programs that measure have in common:
//! [`clock`] and [`process`], what work in this process or in another one costs, [`machine`], where
//! that was, [`page`], how results are written down.
//! It is not: these programs (`src/bin`), nor the engines of others (`peers/`).
//!
//! # Example
//!
//! ```
//! use gordian_bench::Instance;
//!
//! let names: Vec<&str> = Instance::all().iter().map(|instance| instance.name).collect();
//! assert_eq!(names[0], "horrendum");
//! ```

pub mod clock;
pub mod flags;
mod instance;
pub mod machine;
mod note;
pub mod page;
pub mod process;

pub use instance::Instance;
pub use note::note;
