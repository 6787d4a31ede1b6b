//! Errors of solving.

use gordian_atlas::AtlasError;
use gordian_atlas::cube3::ReductionError;
use gordian_compile::CompileError;
use gordian_core::Limit;
use gordian_model::ConditionError;
use gordian_propagate::PostError;
use thiserror::Error;

/// Why a problem could not be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The model cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The model cannot be posted as propagators.
    #[error(transparent)]
    Post(#[from] PostError),
    /// A proof was requested of an engine that writes none.
    #[error("the engine `{engine}` cannot write a proof")]
    NoProof {
        /// The engine.
        engine: &'static str,
    },
    /// A number stands where the model needs a condition.
    #[error(transparent)]
    NotCondition(#[from] ConditionError),
    /// The engine does not support this kind of problem.
    #[error("engine `{engine}` does not support {what}")]
    WrongEngine {
        /// The engine.
        engine: &'static str,
        /// What it does not support: a kind, or a feature of puzzles.
        what: String,
    },
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
    /// A solution that an engine found breaks the rules: a bug. The solution is not returned.
    #[error("the engine `{engine}` found a solution that breaks the rules: {violation}")]
    Unsound {
        /// The engine.
        engine: String,
        /// The first rule that the solution breaks.
        violation: String,
    },
    /// The second engine contradicts the first one: a bug in one of them.
    #[error("engine `{other}` contradicts engine `{engine}`")]
    Unconfirmed {
        /// The engine that answered.
        engine: String,
        /// The engine that should confirm the answer.
        other: &'static str,
    },
}

impl SolveError {
    /// Returns the error of a solution that `engine` found and that breaks a rule.
    pub(crate) fn unsound(engine: &str) -> impl FnOnce(String) -> Self {
        let engine = engine.to_owned();
        |violation| Self::Unsound { engine, violation }
    }

    /// Returns the error for an engine that does not support a kind.
    pub(crate) fn wrong_engine(engine: &'static str, kind: &str) -> Self {
        Self::WrongEngine { engine, what: format!("the kind `{kind}`") }
    }

    /// Returns a stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Compile(CompileError::Overflow { .. }) => "compile.overflow",
            Self::Compile(CompileError::TooManyClauses) => "compile.memory",
            Self::Compile(CompileError::LazyConstraint { .. }) => "compile.graph",
            Self::Compile(_) => "compile.stopped",
            Self::Post(PostError::Overflow { .. }) => "post.overflow",
            Self::Post(PostError::TooLarge) => "post.memory",
            Self::Post(_) => "post.stopped",
            Self::NoProof { .. } => "solve.no-proof",
            Self::NotCondition(_) => ConditionError::CODE,
            Self::WrongEngine { .. } => "solve.wrong-engine",
            Self::Model { limit: Limit::Memory } => "solve.memory",
            Self::Model { .. } => "solve.stopped",
            Self::NoModel { .. } => "solve.no-model",
            Self::NoParts { .. } => "solve.no-parts",
            Self::TooManySolutions { .. } => "solve.endless",
            Self::Atlas(error) => error.code(),
            Self::MissingTable { .. } => "solve.missing-table",
            Self::Reduction(ReductionError::Elsewhere) => "cube.not-in-subgroup",
            Self::Reduction(_) => "cube.no-step",
            Self::Unsound { .. } => "solve.unsound",
            Self::Unconfirmed { .. } => "solve.unconfirmed",
        }
    }

    /// Returns the limit that stopped the work, if that is the only reason.
    ///
    /// Then nothing is wrong with the problem: the answer is that it is undecided.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Compile(CompileError::Stopped { limit })
            | Self::Post(PostError::Stopped { limit })
            | Self::Model { limit } => Some(*limit),
            Self::Compile(CompileError::TooManyClauses) | Self::Post(PostError::TooLarge) => {
                Some(Limit::Memory)
            }
            _ => None,
        }
    }

    /// Returns how to fix it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Compile(error) => error.hint(),
            Self::Post(error) => error.hint(),
            Self::NoProof { .. } => {
                "proofs are about clauses: choose the engine `sat`, or confirm without a proof"
            }
            Self::NotCondition(_) => ConditionError::HINT,
            Self::WrongEngine { .. } => "leave the engine out to have one chosen",
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
            Self::Unsound { .. } | Self::Unconfirmed { .. } => {
                "this is a bug in Gordian: please report it with the input file"
            }
        }
    }
}
