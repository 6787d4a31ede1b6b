//! Searches for assignments, and their results, whichever engine searches.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gordian_core::{Limit, Limits, Outcome, Progress, ProgressEvent};

use crate::{Assignment, Goal, Model, VarId};

/// A search for solutions of a model.
///
/// Each solution that it returns satisfies the model: the search checks it before, and panics if it
/// does not, which is a bug.
pub trait Search {
    /// Returns the model.
    fn model(&self) -> &Model;

    /// Finds a solution that was not forbidden.
    fn next_solution(&mut self, limits: &Limits) -> NextSolution;

    /// Finds a solution that was not forbidden in which a variable has another value than this one;
    /// `None` if the search can forbid values only for good, as by default.
    fn solution_without(&mut self, value: (VarId, i64), limits: &Limits) -> Option<NextSolution> {
        let _ = (value, limits);
        None
    }

    /// Excludes, for good, every solution in which all these variables have these values.
    fn forbid_values(&mut self, values: &[(VarId, i64)]);

    /// Improves the best solution and the bound of an optimisation together with other searches,
    /// until it is proved that no solution is better than the best one.
    ///
    /// Returns the limit that ended the search; `None` if the proof is complete. The bound that was
    /// proved stays.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    fn optimise_with(&mut self, shared: &SharedOptimum<'_>, limits: &Limits) -> Option<Limit>;

    /// Returns about the memory that the model takes in the engine, in bytes.
    fn n_bytes(&self) -> u64;

    /// Returns what the engine made of the model, as text.
    fn report(&self) -> String;

    /// Excludes the answer of a solution for good: its values of the answer variables.
    fn forbid(&mut self, solution: &Assignment) {
        let answer = self.model().answer_variables().into_iter();
        let values: Vec<(VarId, i64)> = answer.map(|var| (var, solution[var])).collect();
        self.forbid_values(&values);
    }

    /// Calls `each` for up to `limit` solutions with different answers, as they are found.
    ///
    /// `limits` applies to each solution, its cancel token to all. Returns the limit that ended the
    /// search; `None` if there are provably no more solutions.
    fn for_each_solution(
        &mut self,
        limit: u64,
        limits: &Limits,
        progress: &dyn Progress,
        each: &mut dyn FnMut(&Assignment),
    ) -> Option<Limit> {
        let mut n = 0;
        loop {
            if n == limit {
                return Some(Limit::Solutions);
            }
            match self.next_solution(limits) {
                NextSolution::Exhausted => return None,
                NextSolution::Stopped(limit) => return Some(limit),
                NextSolution::Solution(solution) => {
                    each(&solution);
                    n += 1;
                    progress.report(&ProgressEvent::Solutions { n });
                    self.forbid(&solution);
                }
            }
        }
    }

    /// Finds up to `limit` solutions with different answers.
    fn enumerate(&mut self, limit: u64, limits: &Limits, progress: &dyn Progress) -> Enumeration {
        let mut solutions = Vec::new();
        let mut each = |solution: &Assignment| solutions.push(solution.clone());
        let stopped = self.for_each_solution(limit, limits, progress, &mut each);
        Enumeration { solutions, stopped }
    }

    /// Counts up to `limit` different answers. The second value is the limit that ended the count;
    /// `None` if the count is complete.
    fn count(
        &mut self,
        limit: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> (u64, Option<Limit>) {
        let mut n = 0;
        let stopped = self.for_each_solution(limit, limits, progress, &mut |_| n += 1);
        (n, stopped)
    }

    /// Finds an optimal solution, or the best one until a limit is reached.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    fn optimise(&mut self, limits: &Limits) -> OptimisationResult {
        let shared = SharedOptimum::new(self.model(), &|_| {});
        let stopped = self.optimise_with(&shared, limits);
        shared.into_result(stopped)
    }
}

/// The result of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// One solution for each answer found.
    pub solutions: Vec<Assignment>,
    /// The limit that ended the enumeration; `None` if the list is provably complete.
    pub stopped: Option<Limit>,
}

/// The result of a search for one more solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextSolution {
    /// An assignment that satisfies the model.
    Solution(Assignment),
    /// There is provably no solution other than the forbidden ones.
    Exhausted,
    /// A limit was reached first.
    Stopped(Limit),
}

/// The result of an optimisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimisationResult {
    /// [`Outcome::Optimal`], [`Outcome::Feasible`], [`Outcome::Infeasible`] or
    /// [`Outcome::Stopped`].
    pub outcome: Outcome,
    /// The best solution found.
    pub best: Option<Assignment>,
    /// The objective value of that solution.
    pub objective: Option<i64>,
    /// A bound that no solution can improve on; `None` if there is no solution.
    pub bound: Option<i64>,
}

/// A step of an optimisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptimisationStep<'a> {
    /// The solution, if it is the step: it is better than all before.
    pub improvement: Option<&'a Assignment>,
    /// The best objective value so far.
    pub objective: Option<i64>,
    /// The proven bound so far; `None` if nothing is proved yet.
    pub bound: Option<i64>,
}

/// What the searches of one optimisation know together: the best solution, and the proven bound.
///
/// Each search offers the solutions that it finds and the bounds that it proves, and requires that
/// the next solution is better than [`SharedOptimum::best_objective`], whoever found that one.
///
/// Cost: a lock for each call; searches call at restarts, not at each decision.
pub struct SharedOptimum<'a> {
    goal: Goal,
    shares_bounds: bool,
    known: Mutex<Known>,
    on_step: &'a (dyn Fn(&OptimisationStep<'_>) + Sync),
}

#[derive(Debug, Default)]
struct Known {
    best: Option<(Assignment, i64)>,
    bound: Option<i64>,
}

impl<'a> SharedOptimum<'a> {
    /// Returns the state of an optimisation that begins. `on_step` is called with each better
    /// solution and each better bound, one at a time.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    #[must_use]
    pub fn new(model: &Model, on_step: &'a (dyn Fn(&OptimisationStep<'_>) + Sync)) -> Self {
        let goal = model.goal().expect("the model has a goal").clone();
        Self { goal, shares_bounds: true, known: Mutex::default(), on_step }
    }

    /// Keeps bounds from the other searches, so that a proof of optimality is the work of one
    /// search alone.
    #[must_use]
    pub fn without_shared_bounds(self) -> Self {
        Self { shares_bounds: false, ..self }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Each call leaves a consistent state.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the objective value of the best solution.
    #[must_use]
    pub fn best_objective(&self) -> Option<i64> {
        self.known().best.as_ref().map(|&(_, value)| value)
    }

    /// Returns the bound that other searches may rely on.
    #[must_use]
    pub fn shared_bound(&self) -> Option<i64> {
        self.known().bound.filter(|_| self.shares_bounds)
    }

    /// Keeps a solution if it is better than all before. The caller has checked it on the model.
    pub fn offer_solution(&self, solution: Assignment, objective: i64) {
        let mut known = self.known();
        if known.best.as_ref().is_some_and(|&(_, best)| !self.goal.is_better(objective, best)) {
            return;
        }
        let bound = known.bound;
        let (best, _) = known.best.insert((solution, objective));
        let (improvement, objective) = (Some(&*best), Some(objective));
        (self.on_step)(&OptimisationStep { improvement, objective, bound });
    }

    /// Keeps a proven bound if it is better than all before: no solution that is better than the
    /// best one known has a better objective than `bound`.
    pub fn offer_bound(&self, bound: i64) {
        let mut known = self.known();
        let objective = known.best.as_ref().map(|&(_, value)| value);
        // Only solutions better than the best one are bounded.
        let bound = match objective {
            Some(best) if self.goal.is_better(best, bound) => best,
            _ => bound,
        };
        if known.bound.is_some_and(|old| !self.goal.is_better(old, bound)) {
            return;
        }
        known.bound = Some(bound);
        (self.on_step)(&OptimisationStep { improvement: None, objective, bound: Some(bound) });
    }

    /// Returns the result; `stopped` is the limit that ended the search, or `None` if it proved
    /// that no solution is better than the best one.
    #[must_use]
    pub fn into_result(self, stopped: Option<Limit>) -> OptimisationResult {
        let Known { best, bound } = self.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (best, objective) = best.unzip();
        let outcome = match (objective, stopped) {
            (Some(_), None) => Outcome::Optimal,
            (None, None) => Outcome::Infeasible,
            (Some(objective), Some(_)) if bound == Some(objective) => Outcome::Optimal,
            (Some(_), Some(limit)) => Outcome::Feasible(limit),
            (None, Some(limit)) => Outcome::Stopped(limit),
        };
        let bound = match outcome {
            Outcome::Optimal => objective,
            Outcome::Infeasible => None,
            _ => bound,
        };
        OptimisationResult { outcome, best, objective, bound }
    }
}

impl fmt::Debug for SharedOptimum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known();
        f.debug_struct("SharedOptimum")
            .field("goal", &self.goal)
            .field("objective", &known.best.as_ref().map(|&(_, value)| value))
            .field("bound", &known.bound)
            .finish_non_exhaustive()
    }
}
