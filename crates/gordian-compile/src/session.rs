//! Search sessions: finds solutions of a compiled model and checks each on the source model.

use std::num::NonZeroUsize;

use gordian_backend::{Limits, Lit, Portfolio, SatSolver, SatSolverKind, Verdict, create_solver};
use gordian_core::Limit;
use gordian_model::{Assignment, Model, NextSolution, Search, SharedOptimum, VarId};

use crate::wide::WideInt;
use crate::{BYTES_PER_LITERAL, CompileError, CompileOptions, Compiled};

/// The configuration of a search.
#[derive(Clone, Debug)]
pub struct Config {
    /// The engine.
    pub engine: SatSolverKind,
    /// The random seed. The same seed and number of threads give the same answers.
    pub seed: u64,
    /// The number of engines that work on the formula in parallel.
    pub threads: NonZeroUsize,
    /// Options of the compiler.
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

/// A compiled model together with an engine that has its clauses.
///
/// # States
///
/// [`Search::next_solution`] finds a solution that differs from all forbidden ones;
/// [`Search::forbid`] excludes an answer permanently. [`Search::optimise`] leaves the proven bound
/// in the formula.
pub struct Session<'m> {
    model: &'m Model,
    compiled: Compiled,
    engine: Box<dyn SatSolver>,
    /// Number of clauses of the formula that the engine has received.
    n_clauses_sent: usize,
}

impl<'m> Session<'m> {
    /// Compiles `model` for a search.
    ///
    /// # Errors
    ///
    /// Fails as [`Compiled::new`] does.
    pub fn new(model: &'m Model, config: &Config) -> Result<Self, CompileError> {
        Ok(Self::from_compiled(model, Compiled::new(model, &config.compile)?, config))
    }

    pub(crate) fn from_compiled(model: &'m Model, compiled: Compiled, config: &Config) -> Self {
        let engine: Box<dyn SatSolver> = if config.threads.get() > 1 {
            Box::new(Portfolio::new(config.engine, config.threads, config.seed))
        } else {
            create_solver(config.engine, config.seed)
        };
        Self { model, compiled, engine, n_clauses_sent: 0 }
    }

    /// Returns the compiled model, including the blocking clauses of forbidden answers.
    #[must_use]
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns the statistics of the engine.
    #[must_use]
    pub fn stats(&self) -> gordian_backend::Stats {
        self.engine.stats()
    }

    fn next_solution_under(&mut self, assumptions: &[Lit], limits: &Limits) -> NextSolution {
        match self.solve(assumptions, limits) {
            Verdict::Sat => NextSolution::Solution(self.read()),
            Verdict::Unsat => NextSolution::Exhausted,
            Verdict::Stopped(limit) => NextSolution::Stopped(limit),
        }
    }

    pub(crate) fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        let engine = &mut *self.engine;
        solve_lazily(engine, &mut self.compiled, &mut self.n_clauses_sent, assumptions, limits)
    }

    /// Appends literals of which one holds exactly if the variable has another value.
    pub(crate) fn push_blocking_lits(&self, var: VarId, value: i64, into: &mut Vec<Lit>) {
        self.compiled.vars[var].push_blocking_lits(value, into);
    }

    /// Returns a new literal that implies that one of `lits` holds.
    pub(crate) fn implying(&mut self, lits: &[Lit]) -> Lit {
        let lit = self.compiled.clauses.new_lit();
        let clause: Vec<Lit> = std::iter::once(!lit).chain(lits.iter().copied()).collect();
        self.compiled.clauses.add_clause(&clause);
        lit
    }

    /// Returns a new literal that implies all of `lits`.
    pub(crate) fn implying_all(&mut self, lits: &[Lit]) -> Lit {
        let all = self.compiled.clauses.new_lit();
        lits.iter().for_each(|&lit| self.compiled.clauses.add_clause(&[!all, lit]));
        all
    }

    /// Makes a literal false for good.
    pub(crate) fn retire(&mut self, lit: Lit) {
        self.compiled.clauses.add_clause(&[!lit]);
    }

    /// Decodes the values that the engine found; they need not satisfy constraints that were not
    /// enabled.
    pub(crate) fn values(&self) -> Vec<i64> {
        let holds = |lit: Lit| self.engine.value(lit);
        self.compiled.vars.iter().map(|var| var.decode(&holds)).collect()
    }

    pub(crate) fn core(&self) -> &[Lit] {
        self.engine.core()
    }

    /// Decodes the solution of the engine and checks it on the source model.
    fn read(&self) -> Assignment {
        let values: Assignment = self.values().into_iter().collect();
        if let Err(violation) = self.model.check(values.as_slice()) {
            panic!("internal error: the solution violates the model: {violation}");
        }
        values
    }
}

impl Search for Session<'_> {
    fn model(&self) -> &Model {
        self.model
    }

    fn next_solution(&mut self, limits: &Limits) -> NextSolution {
        self.next_solution_under(&[], limits)
    }

    fn solution_without(
        &mut self,
        (var, value): (VarId, i64),
        limits: &Limits,
    ) -> Option<NextSolution> {
        let mut differs = Vec::new();
        self.push_blocking_lits(var, value, &mut differs);
        Some(match differs[..] {
            [] => NextSolution::Exhausted,
            [lit] => self.next_solution_under(&[lit], limits),
            _ => {
                let lit = self.implying(&differs);
                self.next_solution_under(&[lit], limits)
            }
        })
    }

    fn forbid_values(&mut self, values: &[(VarId, i64)]) {
        let mut differs = Vec::with_capacity(values.len());
        for &(var, value) in values {
            self.compiled.vars[var].push_blocking_lits(value, &mut differs);
        }
        self.compiled.clauses.add_clause(&differs);
    }

    /// Searches from both sides: first for a solution with an objective halfway between the best
    /// one and the proven bound, with a growing limit on conflicts, then for any improvement. It
    /// learns what the others found before each of these steps.
    fn optimise_with(&mut self, shared: &SharedOptimum<'_>, limits: &Limits) -> Option<Limit> {
        let goal = self.model.goal().expect("the model has a goal");
        let minimise = matches!(goal, gordian_model::Goal::Minimise(_));
        let objective = self.compiled.objective.as_ref().expect("a goal was compiled");
        let (mut lower, upper) = (objective.lower, objective.upper);
        // The opposite of the least number is none that an objective can have.
        let sign = |value: i64| if minimise { Some(value) } else { value.checked_neg() };
        let mut conflict_limit = 2_000_u64;
        loop {
            lower = shared.shared_bound().and_then(sign).map_or(lower, |bound| lower.max(bound));
            if let Some(bound) = sign(lower) {
                shared.offer_bound(bound);
            }
            let best = shared.best_objective().and_then(sign);
            let goal_bound = match best {
                None => None,
                Some(value) if value <= lower => return None,
                // Rounded down; their difference may not fit 64 bits.
                Some(value) => Some((WideInt::from(lower) + value).floor_div(2).to_i64_or_stop()),
            };
            // First halfway, with a small limit on conflicts; if undecided, any improvement.
            let mut found = NextSolution::Exhausted;
            let mut tried = upper;
            for (bound, conflicts) in [
                (goal_bound, Some(conflict_limit)),
                (best.map(|value| value - 1), limits.conflicts),
            ] {
                let mut step = limits.clone();
                let mut assumptions = Vec::new();
                if let Some(bound) = bound {
                    tried = bound;
                    let objective = self.compiled.objective.as_ref().expect("a goal was compiled");
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
                    shared.offer_solution(solution, value.expect("the check evaluated it"));
                }
                NextSolution::Exhausted if best.is_none() => return None,
                NextSolution::Exhausted => lower = tried + 1,
                NextSolution::Stopped(limit) => return Some(limit),
            }
            conflict_limit = conflict_limit.saturating_add(conflict_limit / 2);
        }
    }

    fn n_bytes(&self) -> u64 {
        (self.compiled.cnf().n_lits() as u64).saturating_mul(BYTES_PER_LITERAL)
    }

    fn report(&self) -> String {
        self.compiled.report().display(self.model).to_string()
    }
}

/// Searches for a solution, and adds clauses of graph constraints until a solution satisfies them
/// all. `n_sent` is the number of clauses that the engine has received.
///
/// The limit on conflicts holds for the whole search, in which each solution that violates a
/// constraint counts as a conflict.
fn solve_lazily(
    engine: &mut dyn SatSolver,
    compiled: &mut Compiled,
    n_sent: &mut usize,
    assumptions: &[Lit],
    limits: &Limits,
) -> Verdict {
    let mut limits = limits.clone();
    loop {
        let cnf = compiled.cnf();
        engine.reserve(cnf.n_vars());
        for clause in cnf.iter_from(*n_sent) {
            engine.add_clause(clause);
        }
        *n_sent = cnf.len();
        let n_before = engine.stats().conflicts;
        let verdict = engine.solve(assumptions, &limits);
        if verdict != Verdict::Sat || compiled.add_violated_clauses(&|lit| engine.value(lit)) == 0 {
            return verdict;
        }
        if let Some(limit) = limits.cancel.stopped() {
            return Verdict::Stopped(limit);
        }
        if let Some(allowed) = limits.conflicts {
            let n_spent = (engine.stats().conflicts - n_before).max(1);
            match allowed.checked_sub(n_spent) {
                Some(rest) => limits.conflicts = Some(rest),
                None => return Verdict::Stopped(Limit::Effort),
            }
        }
    }
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("engine", &self.engine.name())
            .field("n_clauses_sent", &self.n_clauses_sent)
            .finish_non_exhaustive()
    }
}
