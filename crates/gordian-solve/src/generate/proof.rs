//! Searches of the generator, each with a limit on conflicts: the same request gives the same
//! puzzle, however fast the machine is.

use gordian_core::{Cancel, Index as _, Limit, NoProgress, Random};
use gordian_model::{Model, NextSolution, VarId};
use gordian_puzzles::pencil::{Board, Marks, PencilKind};
use gordian_puzzles::{Metadata, Puzzle, Solution};
use gordian_search::{Choice, Portfolio};

use super::{GenerateError, limited};
use crate::models::PuzzleModel;
use crate::{Request, SolveError, kind};

/// The conflicts of the first turn of each search.
const FIRST_TURN: u64 = 1_000;
/// The conflicts of a turn in a search for a solution with values required at random.
const RANDOM_CONFLICTS: u64 = 1_000;
/// The conflicts of the last turn in a search for any solution.
const FIRST_CONFLICTS: u64 = 32_000;

/// The solutions of a board other than the intended one.
pub(super) enum Others {
    /// There is none: this was proved.
    None,
    /// There is this one.
    One(Solution),
    /// The intended solution is none of this board. Without a clue that is part of a solution, such
    /// as an island, the solution is another one.
    NoSolution,
    /// The limit on conflicts was reached.
    Unknown,
}

/// Returns whether a board has other solutions than this one; the last turn of the search has this
/// many conflicts.
pub(super) fn others(
    pencil: &PencilKind,
    board: &Board,
    solution: &Solution,
    conflicts: u64,
    cancel: &Cancel,
) -> Result<Others, GenerateError> {
    let puzzle = (pencil.puzzle)(Metadata::default(), board.clone());
    let Some(puzzle) = puzzle.ok().filter(|puzzle| puzzle.check(solution).is_ok()) else {
        return Ok(Others::NoSolution);
    };
    let catalogue = catalogue(&puzzle, cancel)?;
    let mut search = search(catalogue.model(), &catalogue.rest_of(&limited()), conflicts, cancel)?;
    loop {
        match search.next_solution(cancel).map_err(SolveError::from)? {
            NextSolution::Exhausted => return Ok(Others::None),
            NextSolution::Stopped(Limit::Effort) => return Ok(Others::Unknown),
            NextSolution::Stopped(limit) => return Err(GenerateError::Stopped(limit)),
            NextSolution::Solution(values) => {
                let found = checked(&puzzle, catalogue.solution(&values))?;
                if found != *solution {
                    return Ok(Others::One(found));
                }
                let answer = catalogue.model().answer_variables().into_iter();
                let values: Vec<_> = answer.map(|var| (var, values[var])).collect();
                search.forbid_values(values);
            }
        }
    }
}

/// Returns a random solution; `None` if none was found.
pub(super) fn random_solution(
    pencil: &PencilKind,
    puzzle: &Puzzle,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Option<Marks>, GenerateError> {
    let catalogue = catalogue(puzzle, cancel)?;
    let parts = catalogue.parts().expect("solutions of pencil puzzles have parts");
    let variables = catalogue.model().answer_variables();
    // Fewer and fewer values are required, until there is a solution with them.
    let mut n_required = variables.len() / 3;
    loop {
        let mut model = catalogue.model().clone();
        require_random_values(&mut model, &variables, n_required, random);
        let request = Request { seed: random.bits(), ..catalogue.rest_of(&limited()) };
        let conflicts = if n_required == 0 { FIRST_CONFLICTS } else { RANDOM_CONFLICTS };
        let mut search = search(&model, &request, conflicts, cancel)?;
        match search.next_solution(cancel).map_err(SolveError::from)? {
            NextSolution::Solution(values) => {
                let known = |var: VarId| values.as_slice().get(var.index()).copied();
                let solution = checked(puzzle, (parts.decoder)(&known))?;
                return Ok((pencil.marks)(&solution).cloned());
            }
            NextSolution::Exhausted | NextSolution::Stopped(Limit::Effort) if n_required == 0 => {
                return Ok(None);
            }
            NextSolution::Exhausted | NextSolution::Stopped(Limit::Effort) => n_required /= 2,
            NextSolution::Stopped(limit) => return Err(GenerateError::Stopped(limit)),
        }
    }
}

/// Requires a random value of each of `n` random variables.
fn require_random_values(model: &mut Model, variables: &[VarId], n: usize, random: &mut Random) {
    for _ in 0..n {
        let var = *random.choose(variables);
        let values: Vec<i64> = model.variables()[var].domain.values().take(1000).collect();
        let value = *random.choose(&values);
        model.require("a random value", var.eq(value));
    }
}

fn catalogue(puzzle: &Puzzle, cancel: &Cancel) -> Result<PuzzleModel, GenerateError> {
    let catalogue = PuzzleModel::within(puzzle, &limited(), cancel);
    Ok(catalogue.map_err(GenerateError::Stopped)?.expect("pencil puzzles have models"))
}

/// Returns the searches that `solve` would have, with turns of up to this many conflicts.
fn search<'m>(
    model: &'m Model,
    request: &Request,
    conflicts: u64,
    cancel: &Cancel,
) -> Result<Portfolio<'m>, GenerateError> {
    let choice = Choice::new(model, request).map_err(SolveError::from)?;
    let portfolio = Portfolio::new(model, choice, request.max_bytes(), cancel, &NoProgress);
    let mut portfolio = portfolio.map_err(|error| match error.limit() {
        Some(limit) => GenerateError::Stopped(limit),
        None => SolveError::from(error).into(),
    })?;
    portfolio.limit_turns(FIRST_TURN.min(conflicts), conflicts);
    Ok(portfolio)
}

/// Returns a solution if it satisfies the rules.
fn checked(puzzle: &Puzzle, solution: Solution) -> Result<Solution, SolveError> {
    match puzzle.check(&solution) {
        Ok(()) => Ok(solution),
        Err(broken) => Err(SolveError::unsound("model")(kind::first(broken))),
    }
}
