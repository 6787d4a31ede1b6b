//! The task, the engine and the limits of a request.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use gordian_backend::SatSolverKind;
use thiserror::Error;

use crate::{cube3, square1};

/// What to find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// A solution, and whether it is unique (or optimal, if the model has a goal).
    #[default]
    Prove,
    /// What is the same in all solutions.
    Determined,
    /// A solution.
    First,
    /// The number of solutions, up to a limit, and one of them.
    Count {
        /// Stop after this many solutions.
        limit: Option<u64>,
    },
    /// All solutions, up to a limit.
    All {
        /// Stop after this many solutions.
        limit: Option<u64>,
    },
}

/// The default SAT engine: it starts fastest, and most models of puzzles are decided in a few milliseconds.
pub(crate) const DEFAULT_SAT_ENGINE: SatSolverKind = SatSolverKind::Batsat;

/// The engine that answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fastest engine for this kind of problem.
    #[default]
    Auto,
    /// The dedicated search for this kind of puzzle.
    Search,
    /// The naive model, by clauses or by propagators as its features suggest, and in turns if that takes long.
    Model,
    /// The naive model through the compiler, decided by this SAT engine.
    Sat(SatSolverKind),
    /// The naive model by propagators that learn (lazy clause generation).
    Lcg,
    /// The naive model by clauses and by propagators at the same time, on at least two threads.
    Portfolio,
}

/// The error for an unknown name of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown engine `{name}`")]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

impl Engine {
    /// The names of all engines.
    pub const NAMES: [&'static str; 8] =
        ["auto", "search", "model", "sat", "lcg", "portfolio", "batsat", "cadical"];

    /// Returns the name of the engine on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Model => "model",
            Self::Sat(kind) => kind.name(),
            Self::Lcg => "lcg",
            Self::Portfolio => "portfolio",
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
            "sat" => Ok(Self::Sat(DEFAULT_SAT_ENGINE)),
            "lcg" => Ok(Self::Lcg),
            "portfolio" => Ok(Self::Portfolio),
            _ => match name.parse() {
                Ok(kind) => Ok(Self::Sat(kind)),
                Err(_) => Err(UnknownEngine { name: name.to_owned() }),
            },
        }
    }
}

/// A request about a problem.
#[derive(Clone, Debug)]
pub struct Request {
    /// What to find.
    pub task: Task,
    /// The engine that answers.
    pub engine: Engine,
    /// How many threads to use.
    pub threads: NonZeroUsize,
    /// The seed of all random choices. With one thread, the same seed gives the same answer; with several, the same
    /// claim and objective.
    pub seed: u64,
    /// The time limit.
    pub time_limit: Option<Duration>,
    /// Whether the claim of the answer (no solution, unique, the number of solutions, optimal) is established again
    /// from the model: by propagators if clauses or a special search answered, by clauses if propagators did.
    pub confirm: bool,
    /// Whether to keep the formula whose unsatisfiability the answer relies on, for a proof. The proof
    /// covers that formula and not the compilation.
    pub keep_formula: bool,
    /// Whether to report what the compiler did.
    pub report: bool,
    /// Whether to find the turns that bring a Sudoku Cube to its solution.
    pub moves: bool,
    /// The largest number of literals in the clauses of a model; see
    /// [`gordian_compile::CompileOptions`].
    pub max_literals: Option<usize>,
    /// The folder of the table cache, for kinds that use tables; see [`crate::square1`] and
    /// [`cube3::Solver`].
    pub cache: Option<PathBuf>,
    /// A Square-1 solver with open tables; a new one is created if `None`.
    pub square1: Option<square1::Solver>,
    /// A 3×3×3 solver with tables; a new one is created if `None`.
    pub cube3: Option<cube3::Solver>,
}

/// The memory per literal of a clause, in the compiler and in the engine together.
///
/// Measured on models of 200 000 to 1 200 000 literals: 35 to 60 bytes with batsat, 75 with CaDiCaL.
pub(crate) const BYTES_PER_LITERAL: u64 = 80;

impl Request {
    /// Returns the memory limit of a model as an engine has it, in bytes.
    pub(crate) fn max_bytes(&self) -> Option<u64> {
        self.max_literals.map(|n| (n as u64).saturating_mul(BYTES_PER_LITERAL))
    }

    /// Returns the request with `bytes` less for the engines.
    pub(crate) fn without_memory(&self, bytes: u64) -> Self {
        let literals = usize::try_from(bytes / BYTES_PER_LITERAL).unwrap_or(usize::MAX);
        let max_literals = self.max_literals.map(|max| max.saturating_sub(literals));
        Self { max_literals, ..self.clone() }
    }

    /// Returns whether a dedicated search may answer. A proof or a report needs the formula, which only
    /// models have.
    pub(crate) fn wants_search(&self) -> bool {
        match self.engine {
            Engine::Auto => !self.keep_formula && !self.report,
            Engine::Search => true,
            Engine::Model | Engine::Sat(_) | Engine::Lcg | Engine::Portfolio => false,
        }
    }

    /// Limits the memory that a model and its clauses may take to about `bytes`.
    ///
    /// The memory is divided among the engines: one per thread, and one for the confirmation. Set
    /// [`Request::threads`] and [`Request::confirm`] first.
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
            moves: false,
            max_literals: None,
            cache: None,
            square1: None,
            cube3: None,
        }
    }
}
