//! Confirmation: the claim of an answer is established again on the other road.
//!
//! Clauses and propagators share nothing but the model ([`gordian_compile`] and [`gordian_propagate`]). Whichever
//! answered, the claim is established again by the other one, from the model; the claims of special searches by
//! propagators.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{Config, Session};
use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent};
use gordian_model::{Goal, Model};

use crate::SolveError;
use crate::answer::Answer;
use crate::model_search::{post_options, session_config};
use crate::request::Request;

/// The SAT engine that confirms claims made by propagators.
const SAT_ENGINE: SatSolverKind = SatSolverKind::Cadical;

/// What an answer claims about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// There are exactly this many different answers: 0 for "no solution", 1 for "unique".
    Count(u64),
    /// No solution has a better objective.
    Optimal(i64),
}

impl Claim {
    /// Returns how many answers there are if the claim is right: with a better objective, for an optimum.
    fn n_answers(self) -> u64 {
        match self {
            Self::Count(n) => n,
            Self::Optimal(_) => 0,
        }
    }
}

/// The road that establishes a claim again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Road {
    Clauses,
    Propagators,
}

impl Road {
    fn name(self) -> &'static str {
        match self {
            Self::Clauses => SAT_ENGINE.name(),
            Self::Propagators => "lcg",
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
    claim: Claim,
    road: Road,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<(), SolveError> {
    progress.report(&ProgressEvent::Phase { name: "confirming" });
    let found = match road {
        Road::Propagators => by_propagators(model, claim, request, cancel),
        Road::Clauses => by_clauses(model, claim, request, cancel),
    };
    match found {
        Ok(Ok(true)) => answer.confirmed_by = Some(road.name()),
        Ok(Ok(false)) => {
            let (engine, other) = (answer.engine.clone(), road.name());
            return Err(SolveError::Unconfirmed { engine, other });
        }
        Ok(Err(limit)) => {
            answer.notes.push(format!("not confirmed by `{}` ({limit})", road.name()))
        }
        Err(error) => answer.notes.push(format!("not confirmed by `{}`: {error}", road.name())),
    }
    Ok(())
}

/// Returns whether the claim is right, or the limit that was reached before that was known.
type Confirmed = Result<bool, Limit>;

fn by_propagators(
    model: &Model,
    claim: Claim,
    request: &Request,
    cancel: &Cancel,
) -> Result<Confirmed, SolveError> {
    let mut session = gordian_propagate::Session::new(model, &post_options(request, cancel))?;
    if let Claim::Optimal(value) = claim {
        session.require_better(value);
    }
    let mut n = 0;
    let limit = claim.n_answers().saturating_add(1);
    let stopped = session.for_each_solution(limit, cancel, |_| n += 1);
    Ok(verdict(n, claim, stopped))
}

fn by_clauses(
    model: &Model,
    claim: Claim,
    request: &Request,
    cancel: &Cancel,
) -> Result<Confirmed, SolveError> {
    let threads = NonZeroUsize::MIN;
    let config = Config { engine: SAT_ENGINE, threads, ..session_config(request, cancel) };
    let mut model = Cow::Borrowed(model);
    if let Claim::Optimal(value) = claim {
        let better = match model.goal() {
            Some(Goal::Minimise(objective)) => objective.lt(value),
            Some(Goal::Maximise(objective)) => objective.gt(value),
            None => unreachable!("only a goal has an optimum"),
        };
        model.to_mut().require("better than the optimum", better);
    }
    let mut session = Session::new(&model, &config)?;
    let mut n = 0;
    let (limit, limits) = (claim.n_answers().saturating_add(1), Limits::until(cancel));
    let stopped = session.for_each_solution(limit, &limits, &NoProgress, |_| n += 1);
    Ok(verdict(n, claim, stopped))
}

/// Judges `n` solutions of an enumeration that was stopped, or is complete.
fn verdict(n: u64, claim: Claim, stopped: Option<Limit>) -> Confirmed {
    match stopped {
        None => Ok(n == claim.n_answers()),
        // One more than claimed.
        Some(Limit::Solutions) => Ok(false),
        Some(limit) => Err(limit),
    }
}
