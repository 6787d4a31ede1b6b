//! Many 9×9 puzzles at once: one search node a bit of a register.
//!
//! A plane is one candidate of all nodes, a lane the bit of one node; the rules of Sudoku are algebra
//! of planes, without a branch that depends on a puzzle. `docs/sudoku-batch.md` explains it with
//! drawings. The parts:
//!
//! | module | what it is |
//! | --- | --- |
//! | `word` | what a register must be able to do; `simd` has three of them |
//! | `node` | one node in compact form, texts in and out |
//! | `planes` | all nodes at once, and which plane is which bit of a node |
//! | `rules` | sweeps: cells, and digits in bands and stacks |
//! | `branch` | the verdict on every lane, and where it guesses |
//! | `driver` | puzzles in, answers out, pending nodes, stealing |
//! | `stream` | files of any size over threads |
//!
//! # Example
//!
//! ```
//! use gordian_core::Cancel;
//! use gordian_sudoku::classic::batch::{SolveResult, BatchSolver, Counters};
//!
//! let puzzles = [
//!     *b"...498.1..9..25.6..82..7..33....6847.7.8....6..6..4....5.....3...894......36..982",
//!     [b'.'; 81],
//! ];
//! let mut answers = [SolveResult::NO_SOLUTION; 2];
//! let mut counters = Counters::default();
//! BatchSolver::best().solve(&puzzles, 2, &mut answers, &mut counters, &Cancel::new());
//! assert_eq!(answers.map(|answer| answer.n_solutions), [1, 2]);
//! assert!(answers[0].solution.starts_with(b"637498215"));
//! ```

mod branch;
mod driver;
mod node;
mod planes;
mod rules;
mod simd;
mod stream;
mod word;

use gordian_core::{Cancel, SimdLevel};

use driver::Lanes;
use simd::Portable;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
use simd::{Avx2, Avx512};

pub use stream::{Chunk, ChunkSource, LineChunks, ResultStream, StreamError, StreamPoll};

/// What was found of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// Number of solutions, at most the limit; [`SolveResult::INVALID`] where the text is no puzzle.
    pub n_solutions: u32,
    /// The first solution found, 81 digits, where there is one.
    pub solution: [u8; 81],
}

impl SolveResult {
    /// The `count` of a text with a character other than `1` to `9`, `0` and `.`.
    pub const INVALID: u32 = u32::MAX;

    /// Nothing found yet.
    pub const NO_SOLUTION: Self = Self { n_solutions: 0, solution: [b'.'; 81] };
}

/// Effort, exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rounds of all lanes.
    pub rounds: u64,
    /// Nodes at which a candidate was tried.
    pub guesses: u64,
    /// Pending nodes that another lane took over.
    pub stolen: u64,
}

/// The batch engine. Reusable; about 6 MB at 512 lanes.
pub struct BatchSolver {
    path: SimdLevel,
    engine: Engine,
}

enum Engine {
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx512(Box<Lanes<Avx512>>),
    #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
    Avx2(Box<Lanes<Avx2>>),
    Portable(Box<Lanes<Portable>>),
}

impl BatchSolver {
    /// Returns the engine for a kind of register, or `None` where the machine has not got it.
    #[must_use]
    pub fn new(path: SimdLevel) -> Option<Self> {
        let engine = match path {
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            SimdLevel::Avx512 => Engine::Avx512(Box::new(Lanes::new()?)),
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            SimdLevel::Avx2 => Engine::Avx2(Box::new(Lanes::new()?)),
            #[cfg(not(all(target_arch = "x86_64", not(gordian_portable))))]
            SimdLevel::Avx512 | SimdLevel::Avx2 => return None,
            SimdLevel::Portable => Engine::Portable(Box::new(Lanes::new()?)),
        };
        Some(Self { path, engine })
    }

    /// Returns the engine with the widest registers of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::new(SimdLevel::best()).expect("this path is available")
    }

    /// Returns the kind of register.
    #[must_use]
    pub fn path(&self) -> SimdLevel {
        self.path
    }

    /// Counts the solutions of every puzzle up to `limit` and keeps the first found of each.
    ///
    /// Returns whether it came to the end.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer answers than puzzles, or 2³² puzzles or more.
    pub fn solve(
        &mut self,
        puzzles: &[[u8; 81]],
        limit: u32,
        answers: &mut [SolveResult],
        counters: &mut Counters,
        cancel: &Cancel,
    ) -> bool {
        assert!(answers.len() >= puzzles.len(), "an answer a puzzle");
        match &mut self.engine {
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Engine::Avx512(lanes) => lanes.solve(puzzles, limit, answers, counters, cancel),
            #[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
            Engine::Avx2(lanes) => lanes.solve(puzzles, limit, answers, counters, cancel),
            Engine::Portable(lanes) => lanes.solve(puzzles, limit, answers, counters, cancel),
        }
    }
}
