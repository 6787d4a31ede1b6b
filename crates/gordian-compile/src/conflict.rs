//! Why a model has no solution: a minimal set of its constraints that exclude each other.

use gordian_backend::{Limits, Lit, Verdict};
use gordian_core::Limit;
use gordian_model::{ConstraintId, Model};

use crate::session::Session;
use crate::{CompileError, Compiled, Config};

/// What a search for a conflict found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// There is none: the model has a solution.
    None,
    /// These constraints exclude each other, and any of them left out leaves a solution to the
    /// others. Constraints that share a name stand or fall together; the first of them is listed.
    /// (Empty if the domains of the variables alone exclude each other.)
    Minimal(Vec<ConstraintId>),
    /// These constraints exclude each other; a limit came before it was known that all are needed.
    NotMinimal(Vec<ConstraintId>, Limit),
    /// A limit came before it was known whether there is a solution.
    Stopped(Limit),
}

/// Finds constraints of `model` that exclude each other.
///
/// Deletion: each constraint of a first conflict is left out on trial; what is still a conflict
/// without it becomes the new one. `limits` holds for each trial; its cancel for all.
///
/// # Errors
///
/// Fails where a part of the model has more values than can be encoded.
pub fn find_conflict(
    model: &Model,
    config: &Config,
    limits: &Limits,
) -> Result<Conflict, CompileError> {
    let compiled = Compiled::with_guards(model, &config.compile)?;
    let guards = compiled.guards.clone();
    let mut session = Session::of_compiled(model, compiled, config);
    let all: Vec<Lit> = guards.iter().map(|guard| guard.1).collect();
    let mut core = match session.solve(&all, limits) {
        Verdict::Sat => return Ok(Conflict::None),
        Verdict::Stopped(limit) => return Ok(Conflict::Stopped(limit)),
        Verdict::Unsat => session.core().to_vec(),
    };
    let named = |core: &[Lit]| -> Vec<ConstraintId> {
        guards.iter().filter(|guard| core.contains(&guard.1)).map(|guard| guard.0).collect()
    };
    let mut needed: Vec<Lit> = Vec::new();
    // From the last to the first: models state givens before rules, and where either would do, the
    // givens are what a person can change.
    while let Some(candidate) = core.iter().rev().find(|lit| !needed.contains(lit)).copied() {
        let rest: Vec<Lit> = core.iter().copied().filter(|&lit| lit != candidate).collect();
        match session.solve(&rest, limits) {
            Verdict::Sat => needed.push(candidate),
            Verdict::Unsat => core = session.core().to_vec(),
            Verdict::Stopped(limit) => return Ok(Conflict::NotMinimal(named(&core), limit)),
        }
    }
    Ok(Conflict::Minimal(named(&core)))
}
