//! Input set and measuring tools of the benchmarks.
//!
//! Contains the puzzles with their naive models ([`Instance`]), the hand-made 0/1 models they are
//! compared with ([`flags::FlagModel`]), and what the benchmarks share: [`clock`] and
//! [`process`] measure the cost of work in this process or in another one, [`machine`] describes
//! the machine, [`report`] writes results. Does not contain the benchmarks themselves (`src/main.rs`
//! and the folders beside it) or the peer solvers (`peers/`).
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
mod log;
pub mod machine;
pub mod process;
pub mod report;

pub use instance::Instance;
pub use log::log;
