//! Confirmation: the claim of an answer is established again by the other engine.
//!
//! Clauses and propagators share nothing but the model ([`gordian_compile`] and
//! [`gordian_propagate`]). Whichever answered, the claim is established again by the other one,
//! from the model; the claims of special searches by propagators.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use gordian_backend::SatSolverKind;
use gordian_core::{Cancel, Limit, Limits, NoProgress, Progress, ProgressEvent};
use gordian_model::{Goal, Model, VarId};

use crate::answer::{Answer, SolutionForm};
use crate::engine_search::{EngineKind, EngineSearch, SearchPlan};
use crate::error::SearchError;
use crate::request::Request;

/// The SAT engine that confirms claims made by propagators.
pub const CLAUSES: EngineKind = EngineKind::Clauses(SatSolverKind::FOR_LONG_SEARCHES);

/// What an answer claims about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There are exactly this many different answers: 0 for "no solution", 1 for "unique".
    Count(u64),
    /// No solution has a better objective.
    Optimal(i64),
    /// In all solutions, these variables have these values.
    Common(Vec<(VarId, i64)>),
}

impl Claim {
    /// Returns how many answers there are if the claim is right: with a better objective, for an
    /// optimum.
    fn n_answers(&self) -> u64 {
        match self {
            Self::Count(n) => *n,
            Self::Optimal(_) | Self::Common(_) => 0,
        }
    }
}

/// Establishes a claim again by an engine, and sets [`Answer::confirmed_by`], or adds a note why it
/// was not confirmed.
///
/// # Errors
///
/// Fails with [`SearchError::Unconfirmed`] if the claim is contradicted: a bug.
pub fn confirm<S: SolutionForm, O>(
    answer: &mut Answer<S>,
    model: &Model,
    claim: &Claim,
    engine: EngineKind,
    request: &Request<O>,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(), SearchError> {
    progress.report(&ProgressEvent::Phase { name: "confirming" });
    let found = establish(model, claim, engine, request.max_bytes(), request.seed, cancel);
    let found = match found {
        Err(error) => error.limit().map(Err).ok_or(error),
        found => found,
    };
    match found {
        Ok(Ok(true)) => answer.confirmed_by = Some(engine.name()),
        Ok(Ok(false)) => {
            let (engine, other) = (answer.engine.clone(), engine.name());
            return Err(SearchError::Unconfirmed { engine, other });
        }
        Ok(Err(limit)) => answer.set_unconfirmed(limit, Some(engine.name())),
        Err(error) => answer.notes.push(format!("not confirmed by `{}`: {error}", engine.name())),
    }
    Ok(())
}

/// Returns whether the claim is right, or the limit that was reached before that was known.
type Confirmed = Result<bool, Limit>;

/// Searches for all solutions that the claim is about, in a search of its own.
fn establish(
    model: &Model,
    claim: &Claim,
    kind: EngineKind,
    max_bytes: Option<u64>,
    seed: u64,
    cancel: &Cancel,
) -> Result<Confirmed, SearchError> {
    let mut model = Cow::Borrowed(model);
    if let (&Claim::Optimal(value), EngineKind::Clauses(_)) = (claim, kind) {
        let better = match model.goal() {
            Some(Goal::Minimise(objective)) => objective.lt(value),
            Some(Goal::Maximise(objective)) => objective.gt(value),
            None => unreachable!("only a goal has an optimum"),
        };
        model.to_mut().require("better than the optimum", better);
    }
    let plan = SearchPlan { kind, threads: NonZeroUsize::MIN, seed };
    let mut search = EngineSearch::new(&model, &plan, max_bytes, cancel, &NoProgress)?;
    if let (&Claim::Optimal(value), EngineSearch::Propagators(session)) = (claim, &mut search) {
        // A bound of the objective's own variable, which the goal's constraints know.
        session.require_better(value);
    }
    if let Claim::Common(values) = claim {
        // Solutions that differ in one of them contradict the claim.
        search.forbid_values(values);
    }
    let max = claim.n_answers().saturating_add(1);
    let (n, stopped) = search.count(max, &Limits::until(cancel), &NoProgress);
    Ok(verdict(n, claim, stopped))
}

/// Judges `n` solutions of an enumeration that was stopped, or is complete.
fn verdict(n: u64, claim: &Claim, stopped: Option<Limit>) -> Confirmed {
    match stopped {
        None => Ok(n == claim.n_answers()),
        // One more than claimed.
        Some(Limit::Solutions) => Ok(false),
        Some(limit) => Err(limit),
    }
}
