//! What is asked for, and by which means.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use gordian_backend::SatSolverKind;
use gordian_perm::cube3::Sequence;
use thiserror::Error;

use crate::models::Reachability;
use crate::{cube3, square1};

/// What is asked of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// A solution, and whether it is the only one (or the best, where there is a goal).
    #[default]
    Prove,
    /// A solution.
    First,
    /// How many solutions there are, up to a limit; one of them.
    Count {
        /// Stop at this number.
        limit: Option<u64>,
    },
    /// All solutions, up to a limit.
    All {
        /// Stop at this number.
        limit: Option<u64>,
    },
}

/// Who answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whoever answers this kind of problem fastest.
    #[default]
    Auto,
    /// The search made for this kind of puzzle.
    Search,
    /// The naive model through the compiler, decided by the default SAT engine.
    Model,
    /// The naive model through the compiler, decided by this SAT engine.
    Sat(SatSolverKind),
}

/// A name that is no engine's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no engine `{name}`")]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

impl Engine {
    /// The names of all engines.
    pub const NAMES: [&'static str; 5] = ["auto", "search", "model", "batsat", "cadical"];

    /// Returns the name by which people choose the engine.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Model => "model",
            Self::Sat(kind) => kind.name(),
        }
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        match name {
            "auto" => Ok(Self::Auto),
            "search" => Ok(Self::Search),
            "model" => Ok(Self::Model),
            _ => match name.parse() {
                Ok(kind) => Ok(Self::Sat(kind)),
                Err(_) => Err(UnknownEngine { name: name.to_owned() }),
            },
        }
    }
}

/// A question to a problem.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub task: Task,
    /// Who answers.
    pub engine: Engine,
    /// How many threads may work.
    pub threads: NonZeroUsize,
    /// The seed of everything random.
    pub seed: u64,
    /// How long it may take.
    pub time_limit: Option<Duration>,
    /// Have "none" and "unique" confirmed by a second, independent engine, which is given the same
    /// clauses: the compilation of the model is not confirmed.
    pub confirm: bool,
    /// Keep the formula whose unsatisfiability the answer rests on, for a proof, which covers that
    /// formula and not the compilation.
    pub keep_formula: bool,
    /// Say what the compiler did.
    pub report: bool,
    /// Where the pieces of a Sudoku Cube may go.
    pub reachability: Reachability,
    /// Find the turns that bring a Sudoku Cube to its solution.
    pub moves: bool,
    /// How many literals the clauses of a model may have; see [`gordian_compile::CompileOptions`].
    pub max_literals: Option<usize>,
    /// The folder in which tables are kept, for kinds that use them; see [`crate::square1`].
    pub cache: Option<PathBuf>,
    /// Who is asked about a Square-1, with tables that are open already; without, a new solver is.
    pub square1: Option<square1::Solver>,
    /// Who is asked for turns of a cube, with tables that are there already; without, a new solver is.
    pub cube3: Option<cube3::Solver>,
    /// The sequence by which the position of a cube was given, if it was; see
    /// [`cube3::scramble_in_file`]. The solution is never longer.
    pub scramble: Option<Sequence>,
}

/// What a literal of a clause costs, in the compiler and in the engine that is given the clauses.
///
/// Measured on models of 200 000 to 1 200 000 literals: 35 to 60 bytes with batsat, 75 with CaDiCaL.
const BYTES_PER_LITERAL: u64 = 80;

impl Request {
    /// Limits the memory that the clauses of a model may take to about `bytes`.
    ///
    /// The memory is divided among the engines: one for each thread, and the one that confirms. Set
    /// [`Request::threads`] and [`Request::confirm`] before.
    pub fn limit_memory(&mut self, bytes: u64) {
        let n_engines = self.threads.get() as u64 + u64::from(self.confirm);
        let literals = bytes / (BYTES_PER_LITERAL * n_engines);
        self.max_literals = Some(usize::try_from(literals).unwrap_or(usize::MAX));
    }
}

impl Default for Request {
    fn default() -> Self {
        Self {
            task: Task::default(),
            engine: Engine::default(),
            threads: NonZeroUsize::MIN,
            seed: 0,
            time_limit: None,
            confirm: false,
            keep_formula: false,
            report: false,
            reachability: Reachability::default(),
            moves: false,
            max_literals: None,
            cache: None,
            square1: None,
            cube3: None,
            scramble: None,
        }
    }
}
