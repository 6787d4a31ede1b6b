//! Shortest solutions of states of any permutation puzzle.

use gordian_atlas::distances::{DistanceTable, TableDistance};
use gordian_atlas::optimal::{Solution, Solver, SolverConfig};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_perm::definition::{Definition, MoveSet, State};
use gordian_table::Disk;

use super::{CubeMap, KnownPuzzle, PermError};
use crate::{SolveError, cube3};

/// Finds shortest solutions of states: in a table, by the solver of the 3×3×3 where the puzzle is
/// that, or by searches with pattern databases. Every solution is replayed by the plain simulator
/// before it is returned.
pub struct StateSolver<'a> {
    /// The puzzle; its solved state is the target.
    definition: &'a Definition,
    moves: &'a MoveSet,
    config: SolverConfig,
    table: Option<DistanceTable<'a>>,
    cube3: Option<(CubeMap, cube3::Solver)>,
    /// `None` until it is needed.
    search: Option<Solver<'a>>,
    has_databases: bool,
}

/// The solutions of a state.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The solutions, as far as they were found.
    pub solution: Solution,
    /// The number of patterns of each database that the search used.
    pub databases: Vec<u64>,
    /// Further remarks.
    pub notes: Vec<String>,
}

impl Solved {
    /// Returns the result of work that a limit ended before anything was known.
    #[must_use]
    pub fn stopped(limit: Limit) -> Self {
        Self { solution: Solution::stopped(limit), databases: Vec::new(), notes: Vec::new() }
    }

    /// Returns what was established.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let Solution { sequences, limit, .. } = &self.solution;
        match (sequences.is_empty(), limit) {
            (false, Some(limit)) if !self.solution.is_shortest() => Outcome::Feasible(*limit),
            (false, _) => Outcome::Optimal,
            (true, Some(limit)) => Outcome::Stopped(*limit),
            (true, None) => Outcome::Infeasible,
        }
    }

    /// Returns the number of moves of the solutions.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        self.solution.sequences.first().map(|it| it.steps().len())
    }
}

impl<'a> StateSolver<'a> {
    /// Returns a solver; the solved state of `definition` is the target.
    #[must_use]
    pub fn new(definition: &'a Definition, moves: &'a MoveSet, config: SolverConfig) -> Self {
        let (table, cube3, search) = (None, None, None);
        Self { definition, moves, config, table, cube3, search, has_databases: false }
    }

    /// Takes the solutions of states from a table that has them.
    #[must_use]
    pub fn with_table(self, table: DistanceTable<'a>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Solves the states by a solver of the 3×3×3, if the puzzle is that.
    #[must_use]
    pub fn with_cube3(self, solver: cube3::Solver) -> Self {
        let cube3 = match KnownPuzzle::of(self.definition, self.moves) {
            Some(KnownPuzzle::Cube3(map)) => Some((map, solver)),
            _ => None,
        };
        Self { cube3, ..self }
    }

    /// Prepares for many states: builds the pattern databases, unless a table or another solver
    /// answers. Returns remarks.
    ///
    /// # Errors
    ///
    /// Fails if the puzzle is too large for a search, if a database cannot be built, and if
    /// `cancel` stops it.
    pub fn prepare(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<&[String], PermError> {
        if self.table.as_ref().is_some_and(DistanceTable::is_complete) {
            return Ok(&[]);
        }
        progress.report(&ProgressEvent::Phase { name: "building pattern databases" });
        let has_cube3 = self.cube3.is_some();
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(Solver::new(self.definition, self.moves, cancel)?),
        };
        if !has_cube3 && !self.has_databases {
            search.build_databases(&Disk, &self.config, cancel)?;
            self.has_databases = true;
        }
        Ok(search.notes())
    }

    /// Finds at most `n` shortest solutions of a state; one, if it is solved as a 3×3×3. Reaching a
    /// limit is a result: then the bound is what was proved.
    ///
    /// # Errors
    ///
    /// Fails if the puzzle is too large for a search, if a table is damaged, and (a bug) if a
    /// solution does not solve the state.
    pub fn solve(
        &mut self,
        state: &State,
        n: usize,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Solved, PermError> {
        let solved = match self.find(state, n, cancel, progress) {
            Err(error) => error.stopped().map(Solved::stopped).ok_or(error),
            found => found,
        }?;
        for sequence in &solved.solution.sequences {
            let end = self.definition.apply_sequence(state, sequence);
            if end.as_ref() != Ok(self.definition.solved()) {
                let violation = "its moves do not solve the state".to_owned();
                return Err(SolveError::unsound("search")(violation).into());
            }
        }
        Ok(solved)
    }

    fn find(
        &mut self,
        state: &State,
        n: usize,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Solved, PermError> {
        let notes = Vec::new();
        if let Some(table) = &self.table
            && let Some(solution) = solution_in_table(table, state, n, cancel)?
        {
            return Ok(Solved { solution, databases: Vec::new(), notes });
        }
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(Solver::new(self.definition, self.moves, cancel)?),
        };
        let Some((map, solver)) = &mut self.cube3 else {
            let solution = if self.has_databases {
                search.solve(state, n, cancel)
            } else {
                let on_phase = |name| progress.report(&ProgressEvent::Phase { name });
                search.build_and_solve(state, n, &Disk, &self.config, cancel, &on_phase)?
            };
            let notes = if self.has_databases { notes } else { search.notes().to_vec() };
            return Ok(Solved { solution, databases: search.databases(), notes });
        };
        let first = search.solve(state, n, cancel);
        let databases = Vec::new();
        if first.limit != Some(Limit::Effort) {
            return Ok(Solved { solution: first, databases, notes });
        }
        let (found, notes) = map.solve(self.definition, state, solver, cancel, progress)?;
        Ok(Solved { solution: found.after(&first), databases, notes })
    }
}

/// Returns the solution of a state that a table has; `None` if it ends before.
fn solution_in_table(
    table: &DistanceTable<'_>,
    state: &State,
    n: usize,
    cancel: &Cancel,
) -> Result<Option<Solution>, PermError> {
    let solution =
        |sequences, lower_bound| Solution { sequences, lower_bound, limit: None, n_nodes: 0 };
    Ok(match table.distance(state)? {
        TableDistance::AtLeast(_) => None,
        TableDistance::Unreached => Some(solution(Vec::new(), None)),
        TableDistance::Moves(distance) => {
            let bound = u32::try_from(distance).unwrap_or(u32::MAX);
            Some(solution(table.solutions(state, n, cancel)?, Some(bound)))
        }
    })
}
