//! Solutions of the 3×3×3 by its own solver.

use gordian_atlas::cube3::CentreGoal;
use gordian_atlas::optimal::Solution;
use gordian_core::{Cancel, Progress};
use gordian_perm::definition::{Definition, State};

use super::CubeMap;
use crate::SolveError;
use crate::cube3::{Query, Solver};

impl CubeMap {
    /// Returns the query for a shortest solution. At a limit, the answer is the best solution by
    /// then.
    #[must_use]
    pub fn query(&self) -> Query {
        let goal = if self.has_centres() { CentreGoal::Exact } else { CentreGoal::Any };
        Query {
            metric: self.metric(),
            centres: [goal; 6],
            optimal: true,
            time_limit: None,
            ..Query::default()
        }
    }

    /// Returns the memory of the tables of a query, in bytes.
    #[must_use]
    pub fn table_bytes() -> u64 {
        gordian_atlas::cube3::TABLE_BYTES
    }

    /// Searches for a shortest solution of a state. The proved bound is less than the length of the
    /// solution if a limit ended the search before. Every solution is replayed on the simulator of
    /// the cube and on that of the definition.
    ///
    /// # Errors
    ///
    /// Fails as [`Solver::solve`] does.
    pub fn solve(
        &self,
        definition: &Definition,
        state: &State,
        solver: &mut Solver,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<(Solution, Vec<String>), SolveError> {
        let Some(position) = self.position(definition, state) else {
            let sequences = Vec::new();
            let solution = Solution { sequences, lower_bound: None, limit: None, n_nodes: 0 };
            return Ok((solution, Vec::new()));
        };
        let answer = solver.solve(&position, &self.query(), cancel, progress)?;
        let sequence = answer.solution.and_then(|it| self.sequence(&it));
        if let Some(sequence) = &sequence
            && definition.apply_sequence(state, sequence).as_ref() != Ok(definition.solved())
        {
            let violation = "its moves do not solve the state of the definition".to_owned();
            return Err(SolveError::unsound("two-phase")(violation));
        }
        let solution = Solution {
            sequences: sequence.into_iter().collect(),
            lower_bound: Some(u32::try_from(answer.lower_bound).unwrap_or(u32::MAX)),
            limit: answer.limit,
            n_nodes: 0,
        };
        Ok((solution, answer.notes))
    }
}
