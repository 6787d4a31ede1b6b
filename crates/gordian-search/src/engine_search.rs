//! One search of a model, by clauses or by propagators.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{Deref, DerefMut};

use gordian_backend::SatSolverKind;
use gordian_compile::{CompileError, CompileOptions, Config};
use gordian_core::{Cancel, Progress, ProgressEvent};
use gordian_model::{Model, Search};
use gordian_propagate::PostError;

use crate::error::SearchError;

/// How a search has the constraints of a model. The two kinds share nothing but the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Compiled to clauses for a SAT engine.
    Clauses(SatSolverKind),
    /// Posted as propagators.
    Propagators,
}

impl EngineKind {
    /// Returns the name of the engine.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clauses(kind) => kind.name(),
            Self::Propagators => "lcg",
        }
    }
}

/// What distinguishes a search from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchPlan {
    /// How it has the constraints.
    pub kind: EngineKind,
    /// The number of SAT solvers that work on the clauses.
    pub threads: NonZeroUsize,
    /// The seed of its random choices.
    pub seed: u64,
}

impl SearchPlan {
    /// Returns the names of the engines.
    pub(crate) fn engines(&self) -> Vec<&'static str> {
        match self.kind {
            EngineKind::Clauses(kind) if self.threads.get() > 1 => {
                [Some(kind), kind.other()].into_iter().flatten().map(SatSolverKind::name).collect()
            }
            kind => vec![kind.name()],
        }
    }
}

impl fmt::Display for SearchPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.engines().join("+"))?;
        if self.threads.get() > 1 {
            write!(f, " on {} threads", self.threads)?;
        }
        Ok(())
    }
}

/// A search by one of the engines.
pub(crate) enum EngineSearch<'m> {
    Clauses(Box<gordian_compile::Session<'m>>),
    Propagators(Box<gordian_propagate::Session<'m>>),
}

impl<'m> EngineSearch<'m> {
    /// Compiles or posts the model, with about `max_bytes` of memory.
    pub(crate) fn new(
        model: &'m Model,
        plan: &SearchPlan,
        max_bytes: Option<u64>,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Self, SearchError> {
        let SearchPlan { kind, threads, seed } = *plan;
        match kind {
            EngineKind::Clauses(engine) => {
                progress.report(&ProgressEvent::Phase { name: "compiling the model" });
                let compile = CompileOptions::within(max_bytes, cancel);
                let config = Config { engine, seed, threads, compile };
                let session = gordian_compile::Session::new(model, &config)?;
                Ok(Self::Clauses(Box::new(session)))
            }
            EngineKind::Propagators => {
                progress.report(&ProgressEvent::Phase { name: "posting the model" });
                let options =
                    gordian_propagate::Options { cancel: cancel.clone(), max_bytes, seed };
                let session = gordian_propagate::Session::new(model, &options)?;
                Ok(Self::Propagators(Box::new(session)))
            }
        }
    }
}

impl<'m> Deref for EngineSearch<'m> {
    type Target = dyn Search + 'm;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Clauses(session) => &**session,
            Self::Propagators(session) => &**session,
        }
    }
}

impl DerefMut for EngineSearch<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Clauses(session) => &mut **session,
            Self::Propagators(session) => &mut **session,
        }
    }
}

/// Returns whether a model that one engine cannot have may still be one for the other: memory, or
/// the size of numbers.
pub(crate) fn is_limit_of_engine(error: &SearchError) -> bool {
    matches!(
        error,
        SearchError::Compile(CompileError::TooManyClauses | CompileError::Overflow { .. })
            | SearchError::Post(PostError::TooLarge | PostError::Overflow { .. })
    )
}
