//! The operations on the puzzles of a batch, and its settings.

use std::num::NonZeroUsize;
use std::time::Duration;

use gordian_core::SimdLevel;
use gordian_logic::Config;
use gordian_sudoku::tasks::MinimiseOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::ReadOptions;

/// The operation on every puzzle of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// Finds a solution.
    Solve {
        /// Whether to prove that it is unique.
        prove: bool,
    },
    /// Counts the solutions.
    Count {
        /// Stop after this many solutions.
        limit: Option<u64>,
    },
    /// Estimates the number of solutions.
    Estimate {
        /// The number of random probes.
        probes: u64,
        /// The random seed.
        seed: u64,
    },
    /// Checks uniqueness.
    Check {
        /// Whether to check minimality, too.
        minimal: bool,
    },
    /// Finds the true candidates.
    Candidates,
    /// Lists the redundant givens.
    Redundant,
    /// Removes redundant givens.
    Minimise(MinimiseOptions),
    /// Computes the canonical form.
    Canonical,
    /// Finds the next logical step.
    Hint,
    /// Lists all logical steps.
    Steps,
    /// Explains the whole solution.
    Explain,
    /// Rates the difficulty.
    Rate(Scale),
}

impl Operation {
    /// Returns the number of solutions after which the search may stop, or `None` if the operation
    /// is not a search for solutions.
    #[must_use]
    pub fn limit(self) -> Option<u64> {
        match self {
            Self::Solve { prove: false } => Some(1),
            Self::Solve { prove: true } | Self::Check { minimal: false } => Some(2),
            Self::Count { limit } => Some(limit.unwrap_or(u64::MAX)),
            _ => None,
        }
    }
}

/// The engine that searches a puzzle of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SudokuEngine {
    /// The batch engine for many 9×9 puzzles, else one puzzle at a time, with learning for large
    /// grids on which the plain search gives up.
    #[default]
    Auto,
    /// Many 9×9 puzzles in parallel lanes.
    Batch,
    /// The search for one puzzle at a time.
    Single,
    /// The search for one puzzle at a time with learnt clauses.
    Learning,
    /// The naive model, solved by the default SAT engine.
    Model,
}

/// The form of grids as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridForm {
    /// One line.
    #[default]
    Line,
    /// One line per row.
    Block,
}

/// The scale of a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Gordian's scale.
    #[default]
    Gordian,
    /// HoDoKu's scale.
    Hodoku,
    /// Sudoku Explainer's scale, for classic 9×9 puzzles.
    Explainer,
}

impl Scale {
    /// Returns the techniques that the scale rates, in their order.
    #[must_use]
    pub fn techniques(self) -> Config {
        match self {
            Self::Hodoku => Config::hodoku(),
            Self::Gordian | Self::Explainer => Config::all(),
        }
    }
}

/// The order in which techniques are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TechniqueOrder {
    /// All techniques, the easiest on Gordian's scale first.
    #[default]
    All,
    /// The techniques of HoDoKu, in its order.
    Hodoku,
}

impl TechniqueOrder {
    /// Returns the techniques in this order.
    #[must_use]
    pub fn techniques(self) -> Config {
        match self {
            Self::All => Config::all(),
            Self::Hodoku => Config::hodoku(),
        }
    }
}

/// The settings of a batch.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// The operation on every puzzle.
    pub operation: Operation,
    /// How the input is parsed.
    pub reading: ReadOptions,
    /// The engine of searches for solutions.
    pub engine: SudokuEngine,
    /// The implementation of the inner loops.
    pub kernel: SimdLevel,
    /// The form of grids in answers.
    pub form: GridForm,
    /// The techniques for operations by logic.
    pub techniques: Config,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The time limit per puzzle.
    pub time_limit: Option<Duration>,
}

impl BatchOptions {
    /// Returns the settings of an operation on one thread, with the other settings at their
    /// defaults.
    #[must_use]
    pub fn new(operation: Operation) -> Self {
        Self {
            operation,
            reading: ReadOptions::default(),
            engine: SudokuEngine::Auto,
            kernel: SimdLevel::best(),
            form: GridForm::Line,
            techniques: Config { techniques: Vec::new() },
            threads: NonZeroUsize::MIN,
            time_limit: None,
        }
    }
}
