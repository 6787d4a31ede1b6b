//! Explains why a model has no solution: the constraints that exclude each other, by their names.

use gordian_compile::{Conflict, find_conflict_assuming};
use gordian_core::{Cancel, Limit, Limits};
use gordian_model::{ConstraintId, Model};

use crate::error::SearchError;
use crate::request::Request;

/// The result of a search for conflicting rules and givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConflictAnswer {
    /// There is a solution, hence no conflict.
    None,
    /// A conflict was found.
    Found {
        /// The names of the givens, rules or constraints, in the problem's order.
        names: Vec<String>,
        /// Whether the conflict is minimal: without any one of them, the others have a solution.
        minimal: bool,
        /// The limit that stopped the proof of minimality.
        limit: Option<Limit>,
    },
    /// A limit was reached before anything was known.
    Stopped(Limit),
}

/// Finds constraints of a model that exclude each other. Those of which `is_definition` holds are
/// always assumed, and are not named.
///
/// # Errors
///
/// Fails if the model cannot be compiled.
pub fn find<O>(
    model: &Model,
    is_definition: &dyn Fn(&str) -> bool,
    request: &Request<O>,
    cancel: &Cancel,
) -> Result<ConflictAnswer, SearchError> {
    let conflict = find_ids(model, is_definition, request, cancel)?;
    let (constraints, mut limit) = match conflict {
        Conflict::None => return Ok(ConflictAnswer::None),
        Conflict::Stopped(limit) => return Ok(ConflictAnswer::Stopped(limit)),
        Conflict::Minimal(constraints) => (constraints, None),
        Conflict::NotMinimal(constraints, limit) => (constraints, Some(limit)),
    };
    let mut names = constraint_names(model, &constraints);
    if model.goal().is_some() {
        let without_goal = part(model, |name| names.iter().any(|it| it == name));
        let rest = find_ids(&without_goal, &|_| false, request, cancel);
        let (is_needed, stopped) = needs_objective(rest)?;
        limit = limit.or(stopped);
        if is_needed {
            names.push("the objective has a value".to_owned());
        }
    }
    Ok(ConflictAnswer::Found { names, minimal: limit.is_none(), limit })
}

/// Finds constraints that exclude each other, as [`find`] does; a limit that ends the compilation is
/// one that ends the search.
pub(crate) fn find_ids<O>(
    model: &Model,
    is_assumed: &dyn Fn(&str) -> bool,
    request: &Request<O>,
    cancel: &Cancel,
) -> Result<Conflict, SearchError> {
    let (config, limits) = (request.clauses_config(cancel), Limits::until(cancel));
    let conflict = find_conflict_assuming(model, is_assumed, &config, &limits);
    conflict
        .map_err(SearchError::from)
        .or_else(|error| error.limit().map(Conflict::Stopped).ok_or(error))
}

/// Returns whether the value of the objective is a part of a conflict, from the conflict of the
/// other parts; and the limit that was reached before that was known.
fn needs_objective(
    rest: Result<Conflict, SearchError>,
) -> Result<(bool, Option<Limit>), SearchError> {
    match rest {
        Ok(Conflict::Minimal(_) | Conflict::NotMinimal(..)) => Ok((false, None)),
        Ok(Conflict::None) => Ok((true, None)),
        // Together with it, the parts are known to conflict.
        Ok(Conflict::Stopped(limit)) => Ok((true, Some(limit))),
        Err(error) => Ok((true, Some(error.limit().ok_or(error)?))),
    }
}

/// Returns the model with the constraints whose names are kept, and without a goal.
pub(crate) fn part(model: &Model, is_kept: impl Fn(&str) -> bool) -> Model {
    let mut part = model.clone();
    part.take_goal();
    part.retain_constraints(|constraint| is_kept(&constraint.name));
    part
}

fn constraint_names(model: &Model, constraints: &[ConstraintId]) -> Vec<String> {
    constraints.iter().map(|&constraint| model.constraints()[constraint].name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use gordian_compile::CompileError;

    use super::*;

    #[test]
    fn a_conflict_that_was_found_stays_if_a_limit_is_reached_after_it() {
        let limit = Limit::Time;
        let found = |rest| needs_objective(rest).ok();
        assert_eq!(found(Ok(Conflict::Stopped(limit))), Some((true, Some(limit))));
        assert_eq!(
            found(Err(SearchError::Compile(CompileError::Stopped { limit }))),
            Some((true, Some(limit)))
        );
        assert_eq!(found(Ok(Conflict::None)), Some((true, None)));
        assert_eq!(found(Ok(Conflict::Minimal(Vec::new()))), Some((false, None)));
        assert_eq!(found(Err(SearchError::NoProof { engine: "lcg" })), None);
    }
}
