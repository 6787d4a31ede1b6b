//! The task, the engine and the limits of a request.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use gordian_backend::{SatSolverKind, UnknownSatSolver};
use gordian_compile::{BYTES_PER_LITERAL, CompileOptions, Config};
use gordian_core::{Cancel, excerpt};
use thiserror::Error;

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

/// The default SAT engine: it starts fastest, and most models of puzzles are decided in a few
/// milliseconds.
pub const DEFAULT_SAT_ENGINE: SatSolverKind = SatSolverKind::Batsat;

/// The engine that answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The fastest engine for this kind of problem.
    #[default]
    Auto,
    /// The dedicated search for this kind of puzzle.
    Search,
    /// The naive model, by clauses or by propagators as its features suggest, and in turns if that
    /// takes long.
    Model,
    /// The naive model through the compiler, decided by this SAT engine.
    Sat(SatSolverKind),
    /// The naive model by propagators that learn (lazy clause generation).
    Lcg,
    /// The naive model by clauses and by propagators at the same time, on at least two threads.
    Portfolio,
}

/// The error for the name of an engine that is unknown or not part of this build.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} `{}`", problem(.is_left_out), excerpt(name))]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
    /// Whether the engine exists, but this build leaves it out: CaDiCaL, without the feature
    /// `cadical`.
    pub is_left_out: bool,
}

/// Returns what is wrong with a name.
fn problem(is_left_out: &bool) -> &'static str {
    if *is_left_out { "this build does not include the engine" } else { "unknown engine" }
}

impl UnknownEngine {
    /// Returns the stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        if self.is_left_out { "solve.engine-not-included" } else { "request.out-of-range" }
    }

    /// Returns a hint that names the engines of this build, as a lower-case fragment.
    #[must_use]
    pub fn hint(&self) -> String {
        let is_included = |name: &&str| name.parse::<Engine>().is_ok();
        let names: Vec<&str> = Engine::NAMES.into_iter().filter(is_included).collect();
        format!("engines are {}", names.join(", "))
    }
}

impl Engine {
    /// The names of all engines, also of those that this build leaves out.
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
                Err(UnknownSatSolver { name, is_left_out }) => {
                    Err(UnknownEngine { name, is_left_out })
                }
            },
        }
    }
}

/// A request about a model, or about another problem with options `O` for its special searches.
#[derive(Clone, Debug)]
pub struct Request<O = ()> {
    /// What to find.
    pub task: Task,
    /// The engine that answers.
    pub engine: Engine,
    /// How many threads to use.
    pub threads: NonZeroUsize,
    /// The seed of all random choices. With one thread, the same seed gives the same answer; with
    /// several, the same claim and objective.
    pub seed: u64,
    /// The time limit.
    pub time_limit: Option<Duration>,
    /// Whether the claim of the answer (no solution, unique, the number of solutions, optimal) is
    /// established again from the model: by propagators if clauses or a special search answered, by
    /// clauses if propagators did.
    pub confirm: bool,
    /// Whether to keep the formula whose unsatisfiability the answer relies on, for a proof. The
    /// proof covers that formula and not the compilation.
    pub keep_formula: bool,
    /// Whether to report what the compiler did.
    pub report: bool,
    /// The largest number of literals in the clauses of a model; see
    /// [`gordian_compile::CompileOptions`].
    pub max_literals: Option<usize>,
    /// What the special searches of a problem need besides; nothing for models.
    pub options: O,
}

impl<O> Request<O> {
    /// Returns the memory limit of a model as an engine has it, in bytes.
    #[must_use]
    pub fn max_bytes(&self) -> Option<u64> {
        self.max_literals.map(|n| (n as u64).saturating_mul(BYTES_PER_LITERAL))
    }

    /// Returns the request with `bytes` less for the engines.
    #[must_use]
    pub fn without_memory(mut self, bytes: u64) -> Self {
        let literals = usize::try_from(bytes / BYTES_PER_LITERAL).unwrap_or(usize::MAX);
        self.max_literals = self.max_literals.map(|max| max.saturating_sub(literals));
        self
    }

    /// Returns the part of the request that is about a model.
    #[must_use]
    pub fn without_options(&self) -> Request {
        let &Self {
            task, engine, threads, seed, time_limit, confirm, keep_formula, report, ..
        } = self;
        let max_literals = self.max_literals;
        Request {
            task,
            engine,
            threads,
            seed,
            time_limit,
            confirm,
            keep_formula,
            report,
            max_literals,
            options: (),
        }
    }

    /// Returns the configuration of a search by clauses that the engine of the request does not
    /// choose.
    #[must_use]
    pub fn clauses_config(&self, cancel: &Cancel) -> Config {
        let engine = match self.engine {
            Engine::Sat(kind) => kind,
            _ => DEFAULT_SAT_ENGINE,
        };
        let compile = CompileOptions::within(self.max_bytes(), cancel);
        Config { engine, seed: self.seed, threads: self.threads, compile }
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

impl<O: Default> Default for Request<O> {
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
            max_literals: None,
            options: O::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_engines_are_known_or_say_why_not() {
        for name in Engine::NAMES {
            match name.parse::<Engine>() {
                Ok(engine) => assert!(engine.name() == name || name == "sat"),
                Err(error) => {
                    assert!(name == "cadical" && !cfg!(feature = "cadical"), "{error}");
                    assert_eq!(error.code(), "solve.engine-not-included");
                    assert!(!error.hint().contains("cadical"), "{}", error.hint());
                }
            }
        }
        let error = "minisat".parse::<Engine>().expect_err("an unknown name");
        assert_eq!(error.to_string(), "unknown engine `minisat`");
        assert_eq!(error.code(), "request.out-of-range");
        assert!(error.hint().starts_with("engines are auto, search, model, "), "{}", error.hint());
    }
}
