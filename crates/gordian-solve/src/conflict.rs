//! Explains why a problem has no solution: the conflicting constraints by their names.

use gordian_core::{Cancel, NoProgress};
use gordian_search::{ConflictAnswer, conflict};

use crate::kinds;
use crate::models::catalogue_model;
use crate::{Problem, Request, SolveError};

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
    match problem {
        Problem::Model(model) => {
            model.check_conditions()?;
            Ok(conflict::find(model, &|_| false, request, &cancel)?)
        }
        Problem::Puzzle(puzzle) if kinds::of(puzzle).is_always_solvable() => {
            Ok(ConflictAnswer::None)
        }
        Problem::Puzzle(puzzle) => {
            let catalogue = match catalogue_model(puzzle, request, &cancel, &NoProgress) {
                Ok(catalogue) => catalogue,
                Err(error) => return error.limit().map(ConflictAnswer::Stopped).ok_or(error),
            };
            // What auxiliary variables mean is no rule, and cannot be changed.
            let is_definition =
                |name: &str| catalogue.parts().is_some_and(|it| it.definitions.contains(name));
            let request = catalogue.rest_of(request);
            Ok(conflict::find(catalogue.model(), &is_definition, &request, &cancel)?)
        }
    }
}
