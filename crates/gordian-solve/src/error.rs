//! Errors of solving.

use gordian_atlas::AtlasError;
use gordian_atlas::cube3::ReductionError;
use gordian_compile::CompileError;
use gordian_core::Limit;
use gordian_model::ConditionError;
use gordian_propagate::PostError;
use gordian_search::SearchError;
use thiserror::Error;

/// Why a problem could not be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The model cannot be solved.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The model of a puzzle was not built.
    #[error("the model of the puzzle was not built: stopped by {limit}")]
    Model {
        /// The limit that stopped it.
        limit: Limit,
    },
    /// The catalogue has no model for this kind of problem.
    #[error("there is no model of the kind `{kind}`")]
    NoModel {
        /// The kind of the problem.
        kind: &'static str,
    },
    /// Solutions of the kind have no parts that could be determined.
    #[error("what is determined is not known for puzzles of the kind `{kind}`")]
    NoParts {
        /// The kind of the problem.
        kind: &'static str,
    },
    /// The puzzle has too many solutions to count or list them.
    #[error("a puzzle of the kind `{kind}` has too many solutions to count or list")]
    TooManySolutions {
        /// The kind of the problem.
        kind: &'static str,
    },
    /// A table cannot be read or built, or belongs to another puzzle.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// A table is not in the cache, and is not built here.
    #[error("the table `{table}` is not built")]
    MissingTable {
        /// The name of its file, without `.table`.
        table: &'static str,
    },
    /// A step of a solution of the 3×3×3 that cannot be searched.
    #[error(transparent)]
    Reduction(#[from] ReductionError),
}

impl SolveError {
    /// Returns the error of a solution that `engine` found and that breaks a rule.
    pub(crate) fn unsound(engine: &str) -> impl FnOnce(String) -> Self + use<> {
        let unsound = SearchError::unsound(engine);
        |violation| unsound(violation).into()
    }

    /// Returns a stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Search(error) => error.code(),
            Self::Model { limit: Limit::Memory } => "solve.memory",
            Self::Model { .. } => "solve.stopped",
            Self::NoModel { .. } => "solve.no-model",
            Self::NoParts { .. } => "solve.no-parts",
            Self::TooManySolutions { .. } => "solve.endless",
            Self::Atlas(error) => error.code(),
            Self::MissingTable { .. } => "solve.missing-table",
            Self::Reduction(ReductionError::Elsewhere) => "cube.not-in-subgroup",
            Self::Reduction(_) => "cube.no-step",
        }
    }

    /// Returns the limit that stopped the work, if that is the only reason.
    ///
    /// Then nothing is wrong with the problem: the answer is that it is undecided.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Search(error) => error.limit(),
            Self::Model { limit } => Some(*limit),
            _ => None,
        }
    }

    /// Returns how to fix it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Search(error) => error.hint(),
            Self::Model { .. } => "give a smaller board, or allow more memory and time",
            Self::NoModel { .. } => {
                "the solution is a sequence of moves, which is found without a model"
            }
            Self::NoParts { .. } => {
                "it is known for models, for pencil puzzles, for `grid` and for `goishi`"
            }
            Self::TooManySolutions { .. } => {
                "ask for one solution to find a short sequence of moves"
            }
            Self::Atlas(error) => error.hint(),
            Self::MissingTable { .. } => "try again when it is built",
            Self::Reduction(ReductionError::Elsewhere) => "choose a subgroup that contains it",
            Self::Reduction(_) => {
                "go to a domino first, `dr`; without steps, any position is solved at once"
            }
        }
    }
}

impl From<CompileError> for SolveError {
    fn from(error: CompileError) -> Self {
        Self::Search(error.into())
    }
}

impl From<PostError> for SolveError {
    fn from(error: PostError) -> Self {
        Self::Search(error.into())
    }
}

impl From<ConditionError> for SolveError {
    fn from(error: ConditionError) -> Self {
        Self::Search(error.into())
    }
}
