//! Conflicts: minimal sets of constraints that exclude each other.

use gordian_backend::{Limits, Lit, Verdict};
use gordian_core::Limit;
use gordian_model::{ConstraintId, Model};

use crate::session::Session;
use crate::{CompileError, Compiled, Config};

/// The result of a search for a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// There is no conflict: the model has a solution.
    None,
    /// A minimal unsatisfiable subset: these constraints exclude each other, and without any one of
    /// them the others have a solution. Constraints with the same name are treated as one; the
    /// first of them is listed. Empty if the domains of the variables, and what is assumed, exclude
    /// each other.
    Minimal(Vec<ConstraintId>),
    /// These constraints exclude each other; a limit was reached before the set was proved minimal.
    NotMinimal(Vec<ConstraintId>, Limit),
    /// A limit was reached before it was known whether there is a solution.
    Stopped(Limit),
}

/// Finds a minimal set of constraints of `model` that exclude each other.
///
/// Deletion-based: each constraint of the first core is removed tentatively; if the rest is still
/// unsatisfiable, its core replaces the set. `limits` applies to each search, its cancel token to
/// all.
///
/// # Errors
///
/// Fails as [`Compiled::new`] does.
pub fn find_conflict(
    model: &Model,
    config: &Config,
    limits: &Limits,
) -> Result<Conflict, CompileError> {
    find_conflict_assuming(model, |_| false, config, limits)
}

/// Finds a minimal set as [`find_conflict`] does, where constraints with some names are always
/// assumed: definitions of auxiliary variables, for example. They are never listed.
///
/// # Errors
///
/// Fails as [`Compiled::new`] does.
pub fn find_conflict_assuming(
    model: &Model,
    is_assumed: impl Fn(&str) -> bool,
    config: &Config,
    limits: &Limits,
) -> Result<Conflict, CompileError> {
    let compiled = Compiled::with_guards(model, &config.compile)?;
    let (assumed, guards): (Vec<_>, Vec<_>) = (compiled.guards.iter().copied())
        .partition(|&(constraint, _)| is_assumed(&model.constraints()[constraint].name));
    let assumed: Vec<Lit> = assumed.into_iter().map(|guard| guard.1).collect();
    let mut session = Session::from_compiled(model, compiled, config);
    let mut solve = |rest: &[Lit]| {
        let verdict = session.solve(&[&assumed, rest].concat(), limits);
        let core = match verdict {
            Verdict::Unsat => session.core().iter().copied().filter(|it| rest.contains(it)),
            Verdict::Sat | Verdict::Stopped(_) => return (verdict, Vec::new()),
        };
        (verdict, core.collect())
    };
    let all: Vec<Lit> = guards.iter().map(|guard| guard.1).collect();
    let mut core: Vec<Lit> = match solve(&all) {
        (Verdict::Sat, _) => return Ok(Conflict::None),
        (Verdict::Stopped(limit), _) => return Ok(Conflict::Stopped(limit)),
        (Verdict::Unsat, core) => core,
    };
    let named = |core: &[Lit]| -> Vec<ConstraintId> {
        guards.iter().filter(|guard| core.contains(&guard.1)).map(|guard| guard.0).collect()
    };
    let mut needed: Vec<Lit> = Vec::new();
    // From the last to the first: models state givens before rules, and if either could remain, the
    // givens are what users can change.
    while let Some(candidate) = core.iter().rev().find(|lit| !needed.contains(lit)).copied() {
        let rest: Vec<Lit> = core.iter().copied().filter(|&lit| lit != candidate).collect();
        match solve(&rest) {
            (Verdict::Sat, _) => needed.push(candidate),
            (Verdict::Unsat, rest) => core = rest,
            (Verdict::Stopped(limit), _) => return Ok(Conflict::NotMinimal(named(&core), limit)),
        }
    }
    Ok(Conflict::Minimal(named(&core)))
}
