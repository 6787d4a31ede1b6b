//! Confirmation: the claim of an answer is established again on the other road.
//!
//! Clauses and propagators share nothing but the model ([`gordian_compile`] and [`gordian_propagate`]). Whichever
//! answered, the claim is established again by the other one, from the model; the claims of special searches by
//! propagators.

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileOptions, Config, Session};
use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_model::{Goal, Model};

use crate::SolveError;
use crate::answer::Answer;
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
    let max_bytes = request.max_bytes();
    let options = gordian_propagate::Options { cancel: cancel.clone(), max_bytes };
    let mut session = gordian_propagate::Session::new(model, &options)?;
    let (limit, expected) = match claim {
        Claim::Count(n) => (n.saturating_add(1), n),
        Claim::Optimal(value) => {
            session.require_better(value);
            (1, 0)
        }
    };
    let mut n = 0;
    let stopped = session.for_each_solution(limit, cancel, |_| n += 1);
    Ok(verdict(n, expected, stopped))
}

fn by_clauses(
    model: &Model,
    claim: Claim,
    request: &Request,
    cancel: &Cancel,
) -> Result<Confirmed, SolveError> {
    let compile = CompileOptions {
        max_literals: request.max_literals,
        cancel: cancel.clone(),
        ..CompileOptions::default()
    };
    let config = Config { engine: SAT_ENGINE, seed: request.seed, compile, ..Config::default() };
    let model = match claim {
        Claim::Count(_) => model.clone(),
        Claim::Optimal(value) => {
            let mut better = model.clone();
            let condition = match model.goal() {
                Some(Goal::Minimise(objective)) => objective.lt(value),
                Some(Goal::Maximise(objective)) => objective.gt(value),
                None => unreachable!("only a goal has an optimum"),
            };
            better.require("better than the optimum", condition);
            better
        }
    };
    let (limit, expected) = match claim {
        Claim::Count(n) => (n.saturating_add(1), n),
        Claim::Optimal(_) => (1, 0),
    };
    let mut session = Session::new(&model, &config)?;
    let mut n = 0;
    let limits = Limits::until(cancel);
    let progress = gordian_core::NoProgress;
    let stopped = session.for_each_solution(limit, &limits, &progress, |_| n += 1);
    Ok(verdict(n, expected, stopped))
}

/// Judges `n` solutions of an enumeration that was stopped, or is complete.
fn verdict(n: u64, expected: u64, stopped: Option<Limit>) -> Confirmed {
    match stopped {
        None => Ok(n == expected),
        // One more than claimed.
        Some(Limit::Solutions) => Ok(false),
        Some(limit) => Err(limit),
    }
}
