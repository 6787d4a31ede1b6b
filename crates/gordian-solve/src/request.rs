//! Requests about problems: those about models, with what the special searches of puzzles need.

use std::path::PathBuf;

pub(crate) use gordian_search::{Engine, Task};

use crate::{cube3, square1};

/// A request about a problem.
pub type Request = gordian_search::Request<PuzzleOptions>;

/// What the special searches of puzzles need.
#[derive(Clone, Debug, Default)]
pub struct PuzzleOptions {
    /// Whether to find the turns that bring a Sudoku Cube to its solution.
    pub moves: bool,
    /// The folder of the table cache, for kinds that use tables; see [`crate::square1`] and
    /// [`cube3::Solver`].
    pub cache: Option<PathBuf>,
    /// A Square-1 solver with open tables; a new one is created if `None`.
    pub square1: Option<square1::Solver>,
    /// A 3×3×3 solver with tables; a new one is created if `None`.
    pub cube3: Option<cube3::Solver>,
}

/// Returns whether a dedicated search may answer. A proof or a report needs the formula, which only
/// models have.
pub(crate) fn wants_search(request: &Request) -> bool {
    match request.engine {
        Engine::Auto => !request.keep_formula && !request.report,
        Engine::Search => true,
        Engine::Model | Engine::Sat(_) | Engine::Lcg | Engine::Portfolio => false,
    }
}

/// Returns the 3×3×3 solver of a request, or a new one.
pub(crate) fn cube3_solver(request: &Request) -> cube3::Solver {
    let new =
        || cube3::Solver::new(request.threads, None).with_cache(request.options.cache.clone());
    request.options.cube3.clone().unwrap_or_else(new)
}
