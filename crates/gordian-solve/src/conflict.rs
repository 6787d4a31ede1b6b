//! Explains why a problem has no solution: the conflicting constraints by their names.

use gordian_backend::Limits;
use gordian_compile::{Conflict, find_conflict, find_conflict_assuming};
use gordian_core::{Cancel, Limit, NoProgress};
use gordian_model::{ConstraintId, Model};

use crate::kind;
use crate::model_search::road::session_config;
use crate::solve::catalogue_model;
use crate::{Problem, Request, SolveError};

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

/// Finds givens and rules of `problem` that exclude each other.
///
/// # Errors
///
/// Fails if the model cannot be compiled.
pub fn explain_conflict(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
) -> Result<ConflictAnswer, SolveError> {
    let cancel = cancel.within(request.time_limit);
    let (catalogue, rest);
    let mut request = request;
    // What auxiliary variables mean is no rule, and cannot be changed.
    let mut definitions = None;
    let model = match problem {
        Problem::Model(model) => {
            model.check_conditions()?;
            model
        }
        Problem::Puzzle(puzzle) if kind::of(puzzle).is_always_solvable() => {
            return Ok(ConflictAnswer::None);
        }
        Problem::Puzzle(puzzle) => {
            catalogue = match catalogue_model(puzzle, request, &cancel, &NoProgress) {
                Ok(catalogue) => catalogue,
                Err(error) => return error.limit().map(ConflictAnswer::Stopped).ok_or(error),
            };
            rest = catalogue.rest_of(request);
            request = &rest;
            definitions = catalogue.parts().map(|parts| &parts.definitions);
            catalogue.model()
        }
    };
    let (config, limits) = (session_config(request, &cancel), Limits::until(&cancel));
    let is_definition = |name: &str| definitions.is_some_and(|names| names.contains(name));
    let conflict = find_conflict_assuming(model, is_definition, &config, &limits);
    let conflict = match conflict.map_err(SolveError::from) {
        Ok(conflict) => conflict,
        Err(error) => return error.limit().map(ConflictAnswer::Stopped).ok_or(error),
    };
    let (constraints, mut limit) = match conflict {
        Conflict::None => return Ok(ConflictAnswer::None),
        Conflict::Stopped(limit) => return Ok(ConflictAnswer::Stopped(limit)),
        Conflict::Minimal(constraints) => (constraints, None),
        Conflict::NotMinimal(constraints, limit) => (constraints, Some(limit)),
    };
    let mut names = constraint_names(model, &constraints);
    if model.goal().is_some() {
        let without_goal = restrict_to(model, &names);
        let rest = find_conflict(&without_goal, &config, &limits).map_err(SolveError::from);
        let (is_needed, stopped) = needs_objective(rest)?;
        limit = limit.or(stopped);
        if is_needed {
            names.push("the objective has a value".to_owned());
        }
    }
    Ok(ConflictAnswer::Found { names, minimal: limit.is_none(), limit })
}

/// Returns whether the value of the objective is a part of a conflict, from the conflict of the other parts; and the limit
/// that was reached before that was known.
fn needs_objective(
    rest: Result<Conflict, SolveError>,
) -> Result<(bool, Option<Limit>), SolveError> {
    match rest {
        Ok(Conflict::Minimal(_) | Conflict::NotMinimal(..)) => Ok((false, None)),
        Ok(Conflict::None) => Ok((true, None)),
        // Together with it, the parts are known to conflict.
        Ok(Conflict::Stopped(limit)) => Ok((true, Some(limit))),
        Err(error) => Ok((true, Some(error.limit().ok_or(error)?))),
    }
}

/// Returns the model restricted to the constraints with these names, without a goal.
fn restrict_to(model: &Model, names: &[String]) -> Model {
    let mut part = Model::new();
    for variable in model.variables() {
        part.add_variable(variable.name.clone(), variable.domain.clone());
    }
    for constraint in model.constraints().iter().filter(|rule| names.contains(&rule.name)) {
        part.require(constraint.name.clone(), constraint.condition.clone());
    }
    part
}

fn constraint_names(model: &Model, constraints: &[ConstraintId]) -> Vec<String> {
    constraints.iter().map(|&constraint| model.constraints()[constraint].name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_that_was_found_stays_if_a_limit_is_reached_after_it() {
        let limit = Limit::Time;
        let found = |rest| needs_objective(rest).ok();
        assert_eq!(found(Ok(Conflict::Stopped(limit))), Some((true, Some(limit))));
        assert_eq!(found(Err(SolveError::Model { limit })), Some((true, Some(limit))));
        assert_eq!(found(Ok(Conflict::None)), Some((true, None)));
        assert_eq!(found(Ok(Conflict::Minimal(Vec::new()))), Some((false, None)));
        assert_eq!(found(Err(SolveError::NoModel { kind: "square1" })), None);
    }
}
