//! Errors of searches.

use gordian_compile::CompileError;
use gordian_core::Limit;
use gordian_model::ConditionError;
use gordian_propagate::PostError;
use thiserror::Error;

/// Why a model could not be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The model cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The model cannot be posted as propagators.
    #[error(transparent)]
    Post(#[from] PostError),
    /// A number stands where the model needs a condition.
    #[error(transparent)]
    NotCondition(#[from] ConditionError),
    /// A proof was requested of an engine that writes none.
    #[error("the engine `{engine}` cannot write a proof")]
    NoProof {
        /// The engine.
        engine: &'static str,
    },
    /// The engine does not support this kind of problem.
    #[error("engine `{engine}` does not support {what}")]
    WrongEngine {
        /// The engine.
        engine: &'static str,
        /// What it does not support: a kind, or a feature of puzzles.
        what: String,
    },
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

impl SearchError {
    /// Returns the error of a solution that `engine` found and that breaks a rule.
    pub fn unsound(engine: &str) -> impl FnOnce(String) -> Self + use<> {
        let engine = engine.to_owned();
        |violation| Self::Unsound { engine, violation }
    }

    /// Returns the error for an engine that does not support a kind.
    #[must_use]
    pub fn wrong_engine(engine: &'static str, kind: &str) -> Self {
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
            Self::NotCondition(_) => ConditionError::CODE,
            Self::NoProof { .. } => "solve.no-proof",
            Self::WrongEngine { .. } => "solve.wrong-engine",
            Self::Unsound { .. } => "solve.unsound",
            Self::Unconfirmed { .. } => "solve.unconfirmed",
        }
    }

    /// Returns the limit that stopped the work, if that is the only reason.
    ///
    /// Then nothing is wrong with the model: the answer is that it is undecided.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Compile(CompileError::Stopped { limit })
            | Self::Post(PostError::Stopped { limit }) => Some(*limit),
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
            Self::NotCondition(_) => ConditionError::HINT,
            Self::NoProof { .. } => {
                "proofs are about clauses: choose the engine `sat`, or confirm without a proof"
            }
            Self::WrongEngine { .. } => "leave the engine out to have one chosen",
            Self::Unsound { .. } | Self::Unconfirmed { .. } => {
                "this is a bug in Gordian: please report it with the input file"
            }
        }
    }
}
