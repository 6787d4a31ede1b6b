//! Search sessions: finds solutions of a posted model and checks each on the model.

use gordian_core::{Cancel, IndexVec, Limit, Limits};
use gordian_lcg::{
    Atom, Branching, Lookahead, ObjectiveExchange, Optimum, Solver, Stats, Var, Verdict,
};
use gordian_model::{
    Assignment, Domain, Goal, Model, NextSolution, Search, SearchPhase, SharedOptimum, Strategy,
    VarId,
};

use crate::error::PostError;
use crate::form::Form;
use crate::options::Options;
use crate::poster::Poster;
use crate::report;
use crate::root::RootBounds;

/// A model together with a solver that has its constraints.
#[derive(Debug)]
pub struct Session<'m> {
    model: &'m Model,
    solver: Solver,
    vars: IndexVec<VarId, Var>,
    /// The variable to minimise: the objective, or its negation for maximisation.
    objective: Option<Var>,
    /// The numbers of clauses and of propagators before each constraint, before what follows from
    /// all of them (with the goal), and at the end.
    begins: Vec<(usize, usize)>,
}

impl<'m> Session<'m> {
    /// Posts the constraints of `model`, and its goal.
    ///
    /// # Errors
    ///
    /// Fails if a part of the model may have values beyond 62 bits, if it needs too much memory,
    /// and if it is cancelled.
    pub fn new(model: &'m Model, options: &Options) -> Result<Self, PostError> {
        match Self::posted(Poster::new(model, options, None)?) {
            Err(PostError::Overflow { .. }) => {
                // Numbers may fit within the bounds that the constraints state.
                let root = RootBounds::new(model, &[], &options.cancel);
                if root.is_contradictory() {
                    return Ok(Self::contradictory(model));
                }
                Self::posted(Poster::new(model, options, Some(root))?)
            }
            posted => posted,
        }
    }

    /// Returns a session of a model without solutions.
    fn contradictory(model: &'m Model) -> Self {
        let mut solver = Solver::new();
        let domains = model.variables().iter().map(|variable| &variable.domain);
        let vars = domains.map(|domain| solver.add_var(domain.min(), domain.max())).collect();
        let objective = model.goal().map(|_| solver.add_var(0, 0));
        solver.add_clause(&[]);
        let begins = vec![(0, 0); model.constraints().len() + 2];
        Self { model, solver, vars, objective, begins }
    }

    /// Posts everything.
    fn posted(mut poster: Poster<'m>) -> Result<Self, PostError> {
        let (model, options) = (poster.model, poster.options.clone());
        for constraint in model.constraints() {
            poster.begin_constraint(&constraint.name);
            poster.require(&constraint.condition)?;
        }
        poster.begins.push(poster.size());
        poster.finish();
        poster.part = "the objective".to_owned();
        let objective = match model.goal() {
            None => None,
            Some(goal) => {
                let form = poster.number(goal.objective())?;
                let sign = if let Goal::Minimise(_) = goal { 1 } else { -1 };
                let signed = Form::sum([(sign, &form)]);
                let signed = signed.ok_or_else(|| poster.overflow("objective"))?;
                let objective = poster.var_of(&signed)?;
                poster.prefer_small(&signed);
                let sum = poster.by_definition(&signed).unwrap_or(signed);
                poster.bound_objective(&sum, objective)?;
                Some(objective)
            }
        };
        poster.poll()?;
        let size = poster.size();
        let Poster { mut solver, vars, mut begins, .. } = poster;
        begins.push(size);
        solver.set_seed(options.seed);
        follow(model.strategy(), &vars, &mut solver);
        Ok(Self { model, solver, vars, objective, begins })
    }

    /// Returns the statistics of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.solver.stats()
    }

    /// Draws the consequences of narrower domains of variables, for this call only, and returns the
    /// values of `vars` under them.
    ///
    /// Cost: one propagation.
    pub fn look_ahead(
        &mut self,
        domains: &[(VarId, Domain)],
        vars: &[VarId],
        cancel: &Cancel,
    ) -> Lookahead {
        let mut atoms: Vec<Atom> = Vec::new();
        for (id, domain) in domains {
            let var = self.vars[*id];
            atoms.extend([var.at_least(domain.min()), var.at_most(domain.max())]);
            for gap in domain.ranges().windows(2) {
                let (first, last) = (gap[0].1 + 1, gap[1].0 - 1);
                // Other values are none of the variable.
                for &(lower, upper) in self.model.variables()[*id].domain.ranges() {
                    let inside = first.max(lower)..=last.min(upper);
                    atoms.extend(inside.map(|value| var.not_equal(value)));
                }
            }
        }
        let vars: Vec<Var> = vars.iter().map(|&var| self.vars[var]).collect();
        self.solver.look_ahead(&atoms, &vars, cancel)
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
}

impl Search for Session<'_> {
    fn model(&self) -> &Model {
        self.model
    }

    /// A limit on conflicts also limits the work of propagators without conflicts, to that of as
    /// many usual conflicts.
    fn next_solution(&mut self, limits: &Limits) -> NextSolution {
        self.solver.limit_conflicts(limits.conflicts);
        match self.solver.solve(&limits.cancel) {
            Verdict::Satisfiable => {
                NextSolution::Solution(read(self.model, &self.vars, &self.solver))
            }
            Verdict::Unsatisfiable => NextSolution::Exhausted,
            Verdict::Stopped(limit) => NextSolution::Stopped(limit),
        }
    }

    fn forbid_values(&mut self, values: &[(VarId, i64)]) {
        let atoms: Vec<_> =
            values.iter().map(|&(var, value)| self.vars[var].not_equal(value)).collect();
        self.solver.add_clause(&atoms);
    }

    fn optimise_with(&mut self, shared: &SharedOptimum<'_>, limits: &Limits) -> Option<Limit> {
        let objective = self.objective.expect("the model has a goal");
        let sign = self.sign();
        let mut exchange =
            Exchange { model: self.model, vars: &self.vars, objective, sign, shared };
        self.solver.limit_conflicts(limits.conflicts);
        match self.solver.minimise_with(objective, &limits.cancel, &mut exchange) {
            Optimum::Proved(_) | Optimum::None => None,
            Optimum::Stopped { limit, .. } => {
                shared.offer_bound(sign * self.solver.bounds(objective).0);
                Some(limit)
            }
        }
    }

    fn n_bytes(&self) -> u64 {
        self.solver.n_bytes()
    }

    fn report(&self) -> String {
        report::text(self.model, &self.solver, &self.begins)
    }
}

/// The exchange of a session with the other searches.
struct Exchange<'a> {
    model: &'a Model,
    vars: &'a IndexVec<VarId, Var>,
    objective: Var,
    /// −1 for maximisation.
    sign: i64,
    shared: &'a SharedOptimum<'a>,
}

impl ObjectiveExchange for Exchange<'_> {
    fn improved(&mut self, solver: &Solver, value: i64) {
        self.shared.offer_bound(self.sign * solver.bounds(self.objective).0);
        self.shared.offer_solution(read(self.model, self.vars, solver), self.sign * value);
    }

    fn exchange(&mut self, lower: i64) -> (Option<i64>, Option<i64>) {
        self.shared.offer_bound(self.sign * lower);
        // Objectives have 62 bits here; a bound that has more says nothing.
        let lower = self.shared.shared_bound().and_then(|bound| self.sign.checked_mul(bound));
        let best = self.shared.best_objective().and_then(|best| self.sign.checked_mul(best));
        (lower, best.and_then(|best| best.checked_sub(1)))
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
/// Gives the advice of a model to a solver.
fn follow(strategy: &Strategy, vars: &IndexVec<VarId, Var>, solver: &mut Solver) {
    for &(var, value) in &strategy.hints {
        solver.set_hint(vars[var], value);
    }
    let list = |phase: &SearchPhase| Branching {
        vars: phase.variables.iter().map(|&var| vars[var]).collect(),
        var_order: phase.var_order,
        value_order: phase.value_order,
    };
    solver.set_branching(strategy.phases.iter().map(list).collect(), !strategy.is_strict);
}
