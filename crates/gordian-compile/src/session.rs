//! A compiled model at work: solutions one by one, each checked on the source model.

use std::num::NonZeroUsize;

use gordian_backend::{Limits, Lit, Portfolio, SatSolver, SatSolverKind, Verdict, create_solver};
use gordian_core::{Index, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model, VarId};

use crate::wide::WideInt;
use crate::{CompileError, CompileOptions, Compiled};

/// How to search.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which engine decides the clauses.
    pub engine: SatSolverKind,
    /// The seed of everything random; the same seed and number of threads give the same answers.
    pub seed: u64,
    /// How many engines work on the formula at the same time.
    pub threads: NonZeroUsize,
    /// What the compiler may do.
    pub compile: CompileOptions,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            engine: SatSolverKind::Batsat,
            seed: 0,
            threads: NonZeroUsize::MIN,
            compile: CompileOptions::default(),
        }
    }
}

/// What a search for one more solution found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NextSolution {
    /// An assignment that satisfies the model.
    Solution(Assignment),
    /// It is proved that there is none (none but the forbidden ones).
    Exhausted,
    /// A limit came first.
    Stopped(Limit),
}

/// What an enumeration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// The solutions, one for each answer.
    pub solutions: Vec<Assignment>,
    /// Why there may be more; `None` if it is proved that these are all.
    pub stopped: Option<Limit>,
}

/// What an optimisation found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimisationResult {
    /// [`Outcome::Optimal`], [`Outcome::Feasible`], [`Outcome::Infeasible`] or
    /// [`Outcome::Stopped`].
    pub outcome: Outcome,
    /// The best solution found.
    pub best: Option<Assignment>,
    /// Its objective.
    pub objective: Option<i64>,
    /// No solution has a better objective than this; `None` where there is no solution.
    pub bound: Option<i64>,
}

/// A compiled model with an engine that knows its clauses.
///
/// # States
///
/// [`Session::next_solution`] finds a solution that differs from all forbidden ones; [`Session::forbid`]
/// takes an answer away for good. [`Session::optimise`] leaves the formula with the proven bound.
pub struct Session<'m> {
    model: &'m Model,
    compiled: Compiled,
    answer: Vec<VarId>,
    engine: Box<dyn SatSolver>,
    /// Clauses of the formula that the engine has.
    n_sent: usize,
    config: Config,
}

impl<'m> Session<'m> {
    /// Compiles `model` for a search.
    ///
    /// # Errors
    ///
    /// Fails where a part of the model has more values than can be encoded.
    pub fn new(model: &'m Model, config: &Config) -> Result<Self, CompileError> {
        Ok(Self::of_compiled(model, Compiled::new(model, &config.compile)?, config))
    }

    pub(crate) fn of_compiled(model: &'m Model, compiled: Compiled, config: &Config) -> Self {
        let engine: Box<dyn SatSolver> = if config.threads.get() > 1 {
            Box::new(Portfolio::new(config.engine, config.threads, config.seed))
        } else {
            create_solver(config.engine, config.seed)
        };
        let answer = model.answer_variables();
        Self { model, compiled, answer, engine, n_sent: 0, config: config.clone() }
    }

    /// Returns the compiled model, with the clauses that forbid what was forbidden.
    #[must_use]
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns the work done by the engine so far.
    #[must_use]
    pub fn stats(&self) -> gordian_backend::Stats {
        self.engine.stats()
    }

    /// Finds a solution that was not forbidden.
    ///
    /// # Panics
    ///
    /// Panics if the solution found does not satisfy the source model: a bug, never to be shown as
    /// an answer.
    pub fn next_solution(&mut self, limits: &Limits) -> NextSolution {
        self.next_solution_under(&[], limits)
    }

    fn next_solution_under(&mut self, assumptions: &[Lit], limits: &Limits) -> NextSolution {
        match self.solve(assumptions, limits) {
            Verdict::Sat => NextSolution::Solution(self.read()),
            Verdict::Unsat => NextSolution::Exhausted,
            Verdict::Stopped(limit) => NextSolution::Stopped(limit),
        }
    }

    pub(crate) fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        let cnf = self.compiled.cnf();
        self.engine.reserve(cnf.n_vars());
        for clause in cnf.iter_from(self.n_sent) {
            self.engine.add_clause(clause);
        }
        self.n_sent = cnf.len();
        self.engine.solve(assumptions, limits)
    }

    pub(crate) fn core(&self) -> &[Lit] {
        self.engine.core()
    }

    /// Reads the solution from the engine and checks it on the source model.
    fn read(&self) -> Assignment {
        let holds = |lit: Lit| self.engine.value(lit);
        let values: Assignment = self.compiled.vars.iter().map(|var| var.decode(&holds)).collect();
        if let Err(violation) = self.model.check(values.as_slice()) {
            panic!("the solution found is none: {violation}");
        }
        values
    }

    /// Takes the answer of a solution that was found away from the formula.
    pub fn forbid(&mut self, solution: &Assignment) {
        let mut differs = Vec::with_capacity(self.answer.len());
        for &var in &self.answer {
            self.compiled.vars[var].push_blocking_lits(solution[var], &mut differs);
        }
        self.compiled.clauses.add_clause(&differs);
    }

    /// Finds up to `limit` solutions with different answers.
    ///
    /// `limits` holds for each solution; its cancel for all.
    pub fn enumerate(
        &mut self,
        limit: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Enumeration {
        let mut solutions = Vec::new();
        let stopped = self.for_each_solution(limit, limits, progress, |solution| {
            solutions.push(solution.clone());
        });
        Enumeration { solutions, stopped }
    }

    /// Counts up to `limit` different answers; the second number says why there may be more.
    pub fn count(
        &mut self,
        limit: u64,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> (u64, Option<Limit>) {
        let mut n = 0;
        let stopped = self.for_each_solution(limit, limits, progress, |_| n += 1);
        (n, stopped)
    }

    /// Calls `each` on up to `limit` solutions with different answers, as they are found.
    ///
    /// Returns why there may be more; `None` if it is proved that these were all.
    pub fn for_each_solution(
        &mut self,
        limit: u64,
        limits: &Limits,
        progress: &dyn Progress,
        mut each: impl FnMut(&Assignment),
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

    /// Lets the other engine decide whether the formula has a solution left.
    ///
    /// The formula is the one of this session with all that was forbidden: where the session found
    /// that there is no further solution, [`Verdict::Unsat`] confirms it.
    pub fn confirm(&self, limits: &Limits) -> Verdict {
        let mut engine = create_solver(self.config.engine.other(), self.config.seed);
        engine.add_cnf(self.compiled.cnf());
        engine.solve(&[], limits)
    }

    /// Finds the best solution, or the best so far when a limit comes first.
    ///
    /// Bounds are searched from both sides: a guess halfway between what is found and what is
    /// proved, given up after a number of conflicts that grows, else one better than the best.
    ///
    /// # Panics
    ///
    /// Panics if the model has no goal.
    pub fn optimise(&mut self, limits: &Limits, progress: &dyn Progress) -> OptimisationResult {
        let goal = self.model.goal().expect("asked for models with a goal");
        let minimise = matches!(goal, gordian_model::Goal::Minimise(_));
        let objective = self.compiled.objective.as_ref().expect("a goal was compiled");
        let (mut lower, upper) = (objective.lower, objective.upper);
        let sign = |value: i64| if minimise { value } else { -value };
        let mut best: Option<(Assignment, i64)> = None;
        let mut patience = 2_000_u64;
        let stopped = loop {
            let goal_bound = match &best {
                None => None,
                Some((_, value)) if *value <= lower => break None,
                // Rounded down; their difference may not fit 64 bits.
                Some((_, value)) => {
                    Some((WideInt::from(lower) + *value).floor_div(2).to_i64_or_abort())
                }
            };
            // The guess first, with little patience; if it is undecided, any improvement.
            let mut found = NextSolution::Exhausted;
            let mut tried = upper;
            for (bound, conflicts) in [
                (goal_bound, Some(patience)),
                (best.as_ref().map(|found| found.1 - 1), limits.conflicts),
            ] {
                let mut step = limits.clone();
                let mut assumptions = Vec::new();
                if let Some(bound) = bound {
                    tried = bound;
                    let objective = self.compiled.objective.as_ref().expect("as above");
                    assumptions
                        .push(objective.number.at_most_lit(&mut self.compiled.clauses, bound));
                    step.conflicts = conflicts;
                }
                found = self.next_solution_under(&assumptions, &step);
                if found != NextSolution::Stopped(Limit::Effort) || bound.is_none() {
                    break;
                }
            }
            match found {
                NextSolution::Solution(solution) => {
                    let value = self.model.evaluate(goal.objective(), solution.as_slice());
                    let value = sign(value.expect("the check evaluated it"));
                    let bound = sign(lower);
                    progress.report(&ProgressEvent::Bounds { best: Some(sign(value)), bound });
                    best = Some((solution, value));
                }
                NextSolution::Exhausted if best.is_none() => {
                    return OptimisationResult {
                        outcome: Outcome::Infeasible,
                        best: None,
                        objective: None,
                        bound: None,
                    };
                }
                NextSolution::Exhausted => {
                    lower = tried + 1;
                    let best = best.as_ref().map(|found| sign(found.1));
                    progress.report(&ProgressEvent::Bounds { best, bound: sign(lower) });
                }
                NextSolution::Stopped(limit) => break Some(limit),
            }
            patience = patience.saturating_add(patience / 2);
        };
        let outcome = match (&best, stopped) {
            (_, None) => Outcome::Optimal,
            (Some(_), Some(limit)) => Outcome::Feasible(limit),
            (None, Some(limit)) => Outcome::Stopped(limit),
        };
        let objective = best.as_ref().map(|found| sign(found.1));
        let bound = if outcome == Outcome::Optimal { objective } else { Some(sign(lower)) };
        OptimisationResult { outcome, best: best.map(|found| found.0), objective, bound }
    }
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("engine", &self.engine.name())
            .field("answer", &self.answer.iter().map(|var| var.index()).collect::<Vec<_>>())
            .field("n_sent", &self.n_sent)
            .finish_non_exhaustive()
    }
}
