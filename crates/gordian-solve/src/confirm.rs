//! Confirmation: the claim of an answer is established again on the other road.
//!
//! Clauses and propagators share nothing but the model ([`gordian_compile`] and [`gordian_propagate`]). Whichever
//! answered, the claim is established again by the other one, from the model; the claims of special searches by
//! propagators.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use gordian_backend::SatSolverKind;
use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent};
use gordian_model::{Goal, Model, VarId};

use crate::SolveError;
use crate::answer::Answer;
use crate::model_search::road::{Road, RoadKind, RoadPlan};
use crate::request::Request;

/// The road by clauses, with the SAT engine that confirms claims made by propagators.
pub(crate) const CLAUSES: RoadKind = RoadKind::Clauses(SatSolverKind::Cadical);

/// What an answer claims about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// There are exactly this many different answers: 0 for "no solution", 1 for "unique".
    Count(u64),
    /// No solution has a better objective.
    Optimal(i64),
    /// In all solutions, these variables have these values.
    Common(Vec<(VarId, i64)>),
}

impl Claim {
    /// Returns how many answers there are if the claim is right: with a better objective, for an optimum.
    fn n_answers(&self) -> u64 {
        match self {
            Self::Count(n) => *n,
            Self::Optimal(_) | Self::Common(_) => 0,
        }
    }
}

/// Establishes a claim again on a road, and sets [`Answer::confirmed_by`], or adds a note why it was not confirmed.
///
/// # Errors
///
/// Fails with [`SolveError::Unconfirmed`] if the claim is contradicted: a bug.
pub(crate) fn confirm(
    answer: &mut Answer,
    model: &Model,
    claim: &Claim,
    road: RoadKind,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    progress.report(&ProgressEvent::Phase { name: "confirming" });
    let found = establish(model, claim, road, request, cancel);
    let found = match found {
        Err(error) => error.limit().map(Err).ok_or(error),
        found => found,
    };
    match found {
        Ok(Ok(true)) => answer.confirmed_by = Some(road.name()),
        Ok(Ok(false)) => {
            let (engine, other) = (answer.engine.clone(), road.name());
            return Err(SolveError::Unconfirmed { engine, other });
        }
        Ok(Err(limit)) => answer.set_unconfirmed(limit, Some(road.name())),
        Err(error) => answer.notes.push(format!("not confirmed by `{}`: {error}", road.name())),
    }
    Ok(())
}

/// Returns whether the claim is right, or the limit that was reached before that was known.
type Confirmed = Result<bool, Limit>;

/// Searches for all solutions that the claim is about, on a road of its own.
fn establish(
    model: &Model,
    claim: &Claim,
    kind: RoadKind,
    request: &Request,
    cancel: &Cancel,
) -> Result<Confirmed, SolveError> {
    let mut model = Cow::Borrowed(model);
    if let (&Claim::Optimal(value), RoadKind::Clauses(_)) = (claim, kind) {
        let better = match model.goal() {
            Some(Goal::Minimise(objective)) => objective.lt(value),
            Some(Goal::Maximise(objective)) => objective.gt(value),
            None => unreachable!("only a goal has an optimum"),
        };
        model.to_mut().require("better than the optimum", better);
    }
    let plan = RoadPlan { kind, threads: NonZeroUsize::MIN, seed: request.seed };
    let mut road = Road::new(&model, &plan, request.max_bytes(), cancel, &NoProgress)?;
    if let (&Claim::Optimal(value), Road::Propagators(session)) = (claim, &mut road) {
        // A bound of the objective's own variable, which the goal's constraints know.
        session.require_better(value);
    }
    if let Claim::Common(values) = claim {
        // Solutions that differ in one of them contradict the claim.
        road.forbid_values(values);
    }
    let (n, stopped) = road.count(claim.n_answers().saturating_add(1), cancel);
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
