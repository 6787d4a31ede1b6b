//! Search sessions: finds solutions of a posted model and checks each on the model.

use gordian_core::{Cancel, IndexVec, Limit, Outcome, Progress, ProgressEvent};
use gordian_lcg::{Optimum, Solver, Stats, Var, Verdict};
use gordian_model::{Assignment, Goal, Model, NextSolution, OptimisationResult, VarId};

use crate::error::PostError;
use crate::form::Form;
use crate::poster::Poster;

/// The configuration of a search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Stops the posting of the model.
    pub cancel: Cancel,
    /// About the greatest memory of the posted model, in bytes; `None` for no limit.
    pub max_bytes: Option<u64>,
}

/// A model together with a solver that has its constraints.
#[derive(Debug)]
pub struct Session<'m> {
    model: &'m Model,
    solver: Solver,
    vars: IndexVec<VarId, Var>,
    /// The variable to minimise: the objective, or its negation for maximisation.
    objective: Option<Var>,
}

impl<'m> Session<'m> {
    /// Posts the constraints of `model`, and its goal.
    ///
    /// # Errors
    ///
    /// Fails if a part of the model may have values beyond 62 bits, if it needs too much memory, and if it is
    /// cancelled.
    pub fn new(model: &'m Model, options: &Options) -> Result<Self, PostError> {
        let mut poster = Poster::new(model, options);
        for constraint in model.constraints() {
            poster.begin_constraint(&constraint.name);
            poster.require(&constraint.condition)?;
        }
        poster.finish();
        poster.part = "the objective".to_owned();
        let objective = match model.goal() {
            None => None,
            Some(goal) => {
                let form = poster.number(goal.objective())?;
                let sign = if let Goal::Minimise(_) = goal { 1 } else { -1 };
                let signed = Form::sum([(sign, &form)]);
                let signed = signed.ok_or_else(|| poster.overflow("objective"))?;
                poster.prefer_small(&signed);
                let objective = poster.var_of(&signed)?;
                poster.bound_objective(&signed, objective)?;
                Some(objective)
            }
        };
        poster.poll()?;
        let Poster { solver, vars, .. } = poster;
        Ok(Self { model, solver, vars, objective })
    }

    /// Returns the statistics of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.solver.stats()
    }

    /// Returns what was posted, as text.
    #[must_use]
    pub fn report(&self) -> String {
        let (n_vars, n_nogoods, n_propagators) = self.solver.size();
        format!(
            "propagators: {n_vars} variables ({} of the model), {n_nogoods} clauses, {n_propagators} \
             constraints, about {} bytes\n",
            self.vars.len(),
            self.solver.n_bytes()
        )
    }

    /// Limits the number of further conflicts of each search; `None` for no limit.
    pub fn limit_conflicts(&mut self, conflicts: Option<u64>) {
        self.solver.limit_conflicts(conflicts);
    }

    /// Finds a solution that was not forbidden.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not satisfy the model, which is a bug.
    pub fn next_solution(&mut self, cancel: &Cancel) -> NextSolution {
        match self.solver.solve(cancel) {
            Verdict::Satisfiable => {
                NextSolution::Solution(read(self.model, &self.vars, &self.solver))
            }
            Verdict::Unsatisfiable => NextSolution::Exhausted,
            Verdict::Stopped(limit) => NextSolution::Stopped(limit),
        }
    }

    /// Excludes the answer of a solution: its values of the answer variables.
    pub fn forbid(&mut self, solution: &Assignment) {
        let answer = self.model.answer_variables();
        let atoms: Vec<_> =
            answer.iter().map(|&var| self.vars[var].not_equal(solution[var])).collect();
        self.solver.add_clause(&atoms);
    }

    /// Requires an objective better than `value`.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    pub fn require_better(&mut self, value: i64) {
        let objective = self.objective.expect("the model has a goal");
        let signed = i128::from(self.sign()) * i128::from(value) - 1;
        let (min, max) = self.solver.bounds(objective);
        if signed < i128::from(min) {
            self.solver.add_clause(&[]);
        } else if signed < i128::from(max) {
            let bound = i64::try_from(signed).expect("it is between the bounds");
            self.solver.add_clause(&[objective.at_most(bound)]);
        }
    }

    fn sign(&self) -> i64 {
        if let Some(Goal::Maximise(_)) = self.model.goal() { -1 } else { 1 }
    }

    /// Calls `each` for up to `limit` solutions with different answers, as they are found.
    ///
    /// Returns the limit that ended the search; `None` if there are provably no more solutions.
    pub fn for_each_solution(
        &mut self,
        limit: u64,
        cancel: &Cancel,
        mut each: impl FnMut(&Assignment),
    ) -> Option<Limit> {
        let mut n = 0;
        loop {
            if n == limit {
                return Some(Limit::Solutions);
            }
            match self.next_solution(cancel) {
                NextSolution::Exhausted => return None,
                NextSolution::Stopped(limit) => return Some(limit),
                NextSolution::Solution(solution) => {
                    each(&solution);
                    n += 1;
                    self.forbid(&solution);
                }
            }
        }
    }

    /// Finds an optimal solution, or the best one until a limit is reached.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    pub fn optimise(&mut self, cancel: &Cancel, progress: &dyn Progress) -> OptimisationResult {
        let objective = self.objective.expect("the model has a goal");
        let sign = self.sign();
        let mut best = None;
        let (model, vars) = (self.model, &self.vars);
        let optimum = self.solver.minimise(objective, cancel, &mut |solver, value| {
            best = Some((read(model, vars, solver), sign * value));
            let bound = sign * solver.bounds(objective).0;
            progress.report(&ProgressEvent::Bounds { best: Some(sign * value), bound });
        });
        let outcome = match optimum {
            Optimum::Proved(_) => Outcome::Optimal,
            Optimum::None => Outcome::Infeasible,
            Optimum::Stopped { best: Some(_), limit } => Outcome::Feasible(limit),
            Optimum::Stopped { best: None, limit } => Outcome::Stopped(limit),
        };
        let value = best.as_ref().map(|&(_, value)| value);
        let bound = match outcome {
            Outcome::Optimal => value,
            Outcome::Infeasible => None,
            _ => Some(sign * self.solver.bounds(objective).0),
        };
        OptimisationResult { outcome, best: best.map(|(best, _)| best), objective: value, bound }
    }
}

/// Returns the last solution, checked on the model.
fn read(model: &Model, vars: &IndexVec<VarId, Var>, solver: &Solver) -> Assignment {
    let values: Assignment = vars.iter().map(|&var| solver.value(var)).collect();
    if let Err(violation) = model.check(values.as_slice()) {
        panic!("internal error: the solution violates the model: {violation}");
    }
    values
}
