//! Many 9×9 puzzles at once: one search node per bit of a register.
//!
//! A plane is one candidate of all nodes, a lane is the bit of one node. The rules of Sudoku become
//! bitwise operations on planes, without branches that depend on a puzzle.
//! `docs/background/sudoku-batch.md` explains it with drawings. The modules:
//!
//! | module | content |
//! | --- | --- |
//! | `word` | the operations required of a register; `simd` has three implementations |
//! | `node` | one node in compact form; reading and writing texts |
//! | `planes` | all nodes at once, and the mapping between planes and bits of a node |
//! | `rules` | sweeps: cells, then digits in bands and stacks |
//! | `branch` | the verdict on every lane, and the candidate to branch on |
//! | `driver` | feeds puzzles into lanes, collects results, manages pending nodes, steals work |
//! | `stream` | files of any size on several threads |
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

use gordian_core::{Cancel, SimdLevel, match_simd_level, simd_levels};

use driver::Driver;
use simd::Portable;
#[cfg(gordian_simd)]
use simd::{Avx2, Avx512};

pub use stream::{Chunk, ChunkSource, LineChunks, ResultStream, StreamError, StreamPoll};

/// The result for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// The number of solutions, at most the limit; [`SolveResult::INVALID`] if the text is not a
    /// puzzle.
    pub n_solutions: u32,
    /// The first solution found, 81 digits, if there is one.
    pub solution: [u8; 81],
}

impl SolveResult {
    /// The value of `n_solutions` for a text with a character other than `1` to `9`, `0` and `.`.
    pub const INVALID: u32 = u32::MAX;

    /// The result without a solution.
    pub const NO_SOLUTION: Self = Self { n_solutions: 0, solution: [b'.'; 81] };
}

/// Exact counters of the search effort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rounds of propagation over all lanes.
    pub rounds: u64,
    /// Nodes at which the search branched.
    pub guesses: u64,
    /// Pending nodes stolen by another lane.
    pub stolen: u64,
}

/// The batch engine. It can be reused, and takes about 6 MB at 512 lanes.
pub struct BatchSolver {
    simd_level: SimdLevel,
    engine: Engine,
}

simd_levels! {
    enum Engine {
        Avx512(Box<Driver<Avx512>>) => Driver::new().map(Box::new),
        Avx2(Box<Driver<Avx2>>) => Driver::new().map(Box::new),
        Portable(Box<Driver<Portable>>) => Driver::new().map(Box::new),
    }
    fn new();
}

impl BatchSolver {
    /// Creates the engine for a kind of register, or returns `None` if the machine does not support
    /// it.
    #[must_use]
    pub fn new(simd_level: SimdLevel) -> Option<Self> {
        Engine::new(simd_level).map(|engine| Self { simd_level, engine })
    }

    /// Creates the engine with the widest registers of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::new(SimdLevel::best()).expect("this level is available")
    }

    /// Returns the SIMD level, which determines the kind of register.
    #[must_use]
    pub fn simd_level(&self) -> SimdLevel {
        self.simd_level
    }

    /// Counts the solutions of every puzzle up to `limit` and stores the first solution found of
    /// each.
    ///
    /// Returns false if the work was cancelled.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer results than puzzles, or 2³² puzzles or more.
    pub fn solve(
        &mut self,
        puzzles: &[[u8; 81]],
        limit: u32,
        answers: &mut [SolveResult],
        counters: &mut Counters,
        cancel: &Cancel,
    ) -> bool {
        assert!(answers.len() >= puzzles.len(), "one result per puzzle");
        match_simd_level!(Engine, &mut self.engine, lanes => {
            lanes.solve(puzzles, limit, answers, counters, cancel)
        })
    }
}
