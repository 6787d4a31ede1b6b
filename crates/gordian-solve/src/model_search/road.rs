//! One search of a model, by clauses or by propagators.

use std::fmt;
use std::num::NonZeroUsize;

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileError, CompileOptions, Config};
use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent};
use gordian_model::{Model, NextSolution, SharedOptimum, VarId};
use gordian_propagate::PostError;

use crate::SolveError;
use crate::request::{BYTES_PER_LITERAL, DEFAULT_SAT_ENGINE, Engine, Request};

/// How a search has the constraints of a model. The two kinds share nothing but the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoadKind {
    /// Compiled to clauses for a SAT engine.
    Clauses(SatSolverKind),
    /// Posted as propagators.
    Propagators,
}

impl RoadKind {
    /// Returns the name of the engine.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clauses(kind) => kind.name(),
            Self::Propagators => "lcg",
        }
    }
}

/// What distinguishes a search from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoadPlan {
    pub(crate) kind: RoadKind,
    /// The number of SAT solvers that work on the clauses.
    pub(crate) threads: NonZeroUsize,
    pub(crate) seed: u64,
}

impl RoadPlan {
    /// Returns the names of the engines.
    pub(crate) fn engines(&self) -> Vec<&'static str> {
        match self.kind {
            RoadKind::Clauses(kind) if self.threads.get() > 1 => {
                vec![kind.name(), kind.other().name()]
            }
            kind => vec![kind.name()],
        }
    }
}

impl fmt::Display for RoadPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.engines().join("+"))?;
        if self.threads.get() > 1 {
            write!(f, " on {} threads", self.threads)?;
        }
        Ok(())
    }
}

/// A search.
pub(crate) enum Road<'m> {
    Clauses(Box<gordian_compile::Session<'m>>),
    Propagators(Box<gordian_propagate::Session<'m>>),
}

impl<'m> Road<'m> {
    /// Compiles or posts the model, with about `max_bytes` of memory.
    pub(crate) fn new(
        model: &'m Model,
        plan: &RoadPlan,
        max_bytes: Option<u64>,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let RoadPlan { kind, threads, seed } = *plan;
        match kind {
            RoadKind::Clauses(engine) => {
                progress.report(&ProgressEvent::Phase { name: "compiling the model" });
                let compile = compile_options(max_bytes, cancel);
                let config = Config { engine, seed, threads, compile };
                let session = gordian_compile::Session::new(model, &config)?;
                Ok(Self::Clauses(Box::new(session)))
            }
            RoadKind::Propagators => {
                progress.report(&ProgressEvent::Phase { name: "posting the model" });
                let options =
                    gordian_propagate::Options { cancel: cancel.clone(), max_bytes, seed };
                let session = gordian_propagate::Session::new(model, &options)?;
                Ok(Self::Propagators(Box::new(session)))
            }
        }
    }

    /// Finds a solution that was not forbidden, within a limit on conflicts.
    pub(crate) fn next_solution(
        &mut self,
        cancel: &Cancel,
        conflicts: Option<u64>,
    ) -> NextSolution {
        match self {
            Self::Clauses(session) => session.next_solution(&limits(cancel, conflicts)),
            Self::Propagators(session) => {
                session.limit_conflicts(conflicts);
                session.next_solution(cancel)
            }
        }
    }

    /// Excludes every solution in which all these variables have these values.
    pub(crate) fn forbid_values(&mut self, values: &[(VarId, i64)]) {
        match self {
            Self::Clauses(session) => session.forbid_values(values),
            Self::Propagators(session) => session.forbid_values(values),
        }
    }

    /// Finds a solution that was not forbidden in which an answer variable has another value, within a limit on conflicts;
    /// `None` on a road that forbids values only for good.
    pub(crate) fn solution_without(
        &mut self,
        value: (VarId, i64),
        cancel: &Cancel,
        conflicts: u64,
    ) -> Option<NextSolution> {
        match self {
            Self::Clauses(session) => {
                Some(session.solution_without(value, &limits(cancel, Some(conflicts))))
            }
            Self::Propagators(_) => None,
        }
    }

    /// Counts up to `limit` different answers, with the limit that ended the count; `None` if it is complete.
    pub(crate) fn count(&mut self, limit: u64, cancel: &Cancel) -> (u64, Option<Limit>) {
        match self {
            Self::Clauses(session) => session.count(limit, &limits(cancel, None), &NoProgress),
            Self::Propagators(session) => {
                let mut n = 0;
                let stopped = session.for_each_solution(limit, cancel, |_| n += 1);
                (n, stopped)
            }
        }
    }

    /// Improves the solution and the bound; `None` if the proof of optimality is complete.
    pub(crate) fn optimise(
        &mut self,
        shared: &SharedOptimum<'_>,
        cancel: &Cancel,
        conflicts: Option<u64>,
    ) -> Option<Limit> {
        match self {
            Self::Clauses(session) => session.optimise_with(shared, &limits(cancel, conflicts)),
            Self::Propagators(session) => {
                session.limit_conflicts(conflicts);
                session.optimise_with(shared, cancel)
            }
        }
    }

    /// Returns about the memory that the model takes, in bytes.
    pub(crate) fn n_bytes(&self) -> u64 {
        match self {
            Self::Clauses(session) => {
                (session.compiled().cnf().n_lits() as u64).saturating_mul(BYTES_PER_LITERAL)
            }
            Self::Propagators(session) => session.n_bytes(),
        }
    }

    /// Returns what was made of the model, as text.
    pub(crate) fn report(&self, model: &Model) -> String {
        match self {
            Self::Clauses(session) => session.compiled().report().display(model).to_string(),
            Self::Propagators(session) => session.report(),
        }
    }
}

fn compile_options(max_bytes: Option<u64>, cancel: &Cancel) -> CompileOptions {
    let max_literals =
        max_bytes.map(|bytes| usize::try_from(bytes / BYTES_PER_LITERAL).unwrap_or(usize::MAX));
    CompileOptions { max_literals, cancel: cancel.clone(), ..CompileOptions::default() }
}

/// Returns the configuration of a search by clauses that the engine of a request does not choose.
pub(crate) fn session_config(request: &Request, cancel: &Cancel) -> Config {
    let engine = match request.engine {
        Engine::Sat(kind) => kind,
        _ => DEFAULT_SAT_ENGINE,
    };
    let compile = compile_options(request.max_bytes(), cancel);
    Config { engine, seed: request.seed, threads: request.threads, compile }
}

fn limits(cancel: &Cancel, conflicts: Option<u64>) -> Limits {
    Limits { cancel: cancel.clone(), conflicts }
}

/// Returns whether a model that failed on one road may still go the other: memory, or the size of numbers.
pub(crate) fn is_limit_of_road(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Compile(CompileError::TooManyClauses | CompileError::Overflow { .. })
            | SolveError::Post(PostError::TooLarge | PostError::Overflow { .. })
    )
}
