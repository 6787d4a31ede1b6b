//! Compilation of a model into clauses, variable decoders and a report.

use std::cell::Cell;
use std::collections::BTreeMap;

use gordian_backend::{Cnf, Lit};
use gordian_core::{Budget, Cancel, IndexVec};
use gordian_model::{ConstraintId, Goal, Model, VarId};
use rustc_hash::FxHashMap;

use crate::budget::{ModelPart, Stopped, go_on, guarded};
use crate::decompose::decompose;
use crate::encode::{Clauses, Encoder, LazyConstraint, VarDecoder};
use crate::ir::{self, BoolRef, IntRef, LoweredModel};
use crate::narrow::narrow;
use crate::report::{ConstraintReport, Report};
use crate::{CompileError, presolve, wide};

/// Options of the compiler.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Whether to run presolve. Without it, the clauses are equivalent but more numerous.
    pub presolve: bool,
    /// Memory limit, counted in literals of clauses of 35 to 75 bytes each, including the memory of
    /// the engine. Nodes of the graph and other structures count as literals by their size. `None`
    /// for no limit.
    pub max_literals: Option<usize>,
    /// Cancels the compilation; checked about every millisecond.
    pub cancel: Cancel,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self { presolve: true, max_literals: None, cancel: Cancel::new() }
    }
}

/// The memory per literal of a clause, in the compiler and in the engine together.
///
/// Measured on models of 200 000 to 1 200 000 literals: 35 to 60 bytes with batsat, 75 with
/// CaDiCaL.
pub const BYTES_PER_LITERAL: u64 = 80;

impl CompileOptions {
    /// Returns options with about `max_bytes` of memory for the clauses and the engine; `None` for
    /// no limit.
    #[must_use]
    pub fn within(max_bytes: Option<u64>, cancel: &Cancel) -> Self {
        let max_literals =
            max_bytes.map(|bytes| usize::try_from(bytes / BYTES_PER_LITERAL).unwrap_or(usize::MAX));
        Self { max_literals, cancel: cancel.clone(), ..Self::default() }
    }

    fn budget(&self) -> Budget {
        Budget::new(&self.cancel, self.max_literals.map(|n| n as u64))
    }
}

/// A model as clauses.
#[derive(Debug)]
pub struct Compiled {
    pub(crate) clauses: Clauses,
    pub(crate) vars: IndexVec<VarId, VarDecoder>,
    /// The integer to minimise: the objective, or its negation for maximisation.
    pub(crate) objective: Option<Objective>,
    pub(crate) guards: Vec<(ConstraintId, Lit)>,
    /// Constraints whose clauses are added when a solution violates them.
    lazy: Vec<LazyConstraint>,
    /// The constraints and the places of the clauses that were added.
    added: Vec<(Option<ConstraintId>, usize)>,
    report: Report,
}

/// A clause that was added because a solution violated a graph constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LazyClause<'a> {
    /// The constraint of the model, which has the name; `None` for the objective.
    pub constraint: Option<ConstraintId>,
    /// The clause. Every solution of the constraint satisfies it.
    pub clause: &'a [Lit],
}

/// An integer to be minimised.
#[derive(Debug)]
pub(crate) struct Objective {
    pub(crate) number: VarDecoder,
    pub(crate) lower: i64,
    pub(crate) upper: i64,
}

impl Compiled {
    /// Compiles `model`.
    ///
    /// # Errors
    ///
    /// Fails if a part of the model has values beyond 64 bits, if the memory limit is exceeded, and
    /// with [`CompileError::Stopped`].
    pub fn new(model: &Model, options: &CompileOptions) -> Result<Self, CompileError> {
        let compile = |bounds| {
            let budget = options.budget();
            guarded(model, &budget, |part| {
                compile_model(model, options, Guards::None, bounds, &budget, part)
            })
        };
        match compile(Bounds::OfDomains) {
            // The error with the bounds of the domains is the one that the user can follow.
            Err(overflow @ CompileError::Overflow { .. }) => match compile(Bounds::Inferred) {
                Err(CompileError::Overflow { .. }) => Err(overflow),
                narrowed => narrowed,
            },
            done => done,
        }
    }

    /// Compiles `model` with a guard literal for each constraint name, which enables its
    /// constraints.
    ///
    /// Presolve is off, so that constraints remain independent, and no bounds are inferred from
    /// them.
    pub(crate) fn with_guards(
        model: &Model,
        options: &CompileOptions,
    ) -> Result<Self, CompileError> {
        let options = CompileOptions { presolve: false, ..options.clone() };
        let budget = options.budget();
        guarded(model, &budget, |part| {
            compile_model(model, &options, Guards::ByName, Bounds::OfDomains, &budget, part)
        })
    }

    /// Returns the formula.
    ///
    /// It has the clauses of graph constraints that the search has added so far
    /// ([`Self::lazy_clauses`]). If it is unsatisfiable, so is the model. To write it for another
    /// solver, use [`Self::complete_cnf`].
    #[must_use]
    pub fn cnf(&self) -> &Cnf {
        self.clauses.cnf()
    }

    /// Returns the formula, whose solutions are exactly those of `model`, the source of this
    /// compiled model.
    ///
    /// # Errors
    ///
    /// Fails with [`CompileError::LazyConstraint`] if the model has graph constraints: the formula
    /// lacks the clauses that no search has added.
    pub fn complete_cnf(&self, model: &Model) -> Result<&Cnf, CompileError> {
        let Some(lazy) = self.lazy.first() else { return Ok(self.cnf()) };
        let part = match lazy.constraint {
            Some(constraint) => format!("constraint `{}`", model.constraints()[constraint].name),
            None => "the objective".to_owned(),
        };
        Err(CompileError::LazyConstraint { part, operation: lazy.kind.name() })
    }

    /// Returns the clauses that the search has added for graph constraints, in the order of the
    /// formula.
    ///
    /// A proof that the formula is unsatisfiable takes them as axioms: each follows from its
    /// constraint, but not from the other clauses.
    pub fn lazy_clauses(&self) -> impl Iterator<Item = LazyClause<'_>> {
        self.added.iter().map(|&(constraint, position)| {
            let clause = self.cnf().iter_from(position).next().expect("clauses are never removed");
            LazyClause { constraint, clause }
        })
    }

    /// Returns one line per constraint of `model` with the numbers of its clauses that the search
    /// has added, from 1 in the order of the formula.
    #[must_use]
    pub fn describe_lazy_clauses(&self, model: &Model) -> Vec<String> {
        let mut numbers: BTreeMap<Option<ConstraintId>, Vec<String>> = BTreeMap::new();
        for &(constraint, position) in &self.added {
            numbers.entry(constraint).or_default().push((position + 1).to_string());
        }
        let line = |(constraint, numbers): (Option<ConstraintId>, Vec<String>)| {
            let name = constraint.map(|id| format!("`{}`", model.constraints()[id].name));
            let name = name.unwrap_or_else(|| "the objective".to_owned());
            format!("{name} implies the clauses {}, which the search added", numbers.join(", "))
        };
        numbers.into_iter().map(line).collect()
    }

    /// Adds clauses of graph constraints that a solution violates. Returns their number; 0 if it
    /// violates none.
    pub(crate) fn add_violated_clauses(&mut self, holds: &dyn Fn(Lit) -> bool) -> usize {
        let n_before = self.added.len();
        for lazy in &self.lazy {
            for clause in lazy.violated_clauses(holds, &mut self.clauses) {
                let position = self.clauses.cnf().len();
                self.clauses.add_clause(&clause);
                let is_new = self.clauses.cnf().len() > position;
                assert!(is_new, "internal error: a violated clause holds in all assignments");
                self.added.push((lazy.constraint, position));
            }
        }
        self.added.len() - n_before
    }

    /// Returns one line per variable that describes which literals, as DIMACS numbers, determine
    /// its value.
    #[must_use]
    pub fn describe_variables(&self, model: &Model) -> Vec<String> {
        let vars = model.variables().iter().zip(&self.vars);
        vars.map(|(variable, var)| format!("`{}` {}", variable.name, var.describe())).collect()
    }

    /// Returns the report on the encoding of each constraint.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// Whether each constraint name has a guard literal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guards {
    None,
    ByName,
}

/// Which bounds decide whether numbers fit 64 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    OfDomains,
    /// Those that follow from the constraints too, see [`mod@narrow`].
    Inferred,
}

fn compile_model(
    model: &Model,
    options: &CompileOptions,
    guards_of: Guards,
    bounds: Bounds,
    budget: &Budget,
    current_part: &Cell<ModelPart>,
) -> Result<Compiled, Stopped> {
    // Its handle keeps the memory of the decomposed model taken.
    let decomposition_budget = budget.share();
    let decomposed = decompose(model, &decomposition_budget).map_err(|_| Stopped)?;
    let n_vars = model.variables().len();
    let narrowed;
    let model = match bounds {
        Bounds::OfDomains => &*decomposed.model,
        Bounds::Inferred => {
            narrowed = narrow(&decomposed.model, &decomposition_budget).map_err(|_| Stopped)?;
            &narrowed
        }
    };
    let mut report = Report::new();
    let lowered = match options.presolve {
        true => lower_with_presolve(model, budget, &mut report, current_part)?,
        false => ir::lower(model, budget.share(), current_part),
    };
    go_on(budget)?;
    let groups: Vec<BoolRef> =
        lowered.groups.iter().flat_map(|(_, group)| group.members.iter().copied()).collect();
    let required = lowered.roots.iter().map(|root| root.condition).chain(groups);
    let mut encoder = Encoder::new(&lowered.arena, required);
    let mut guards: Vec<(ConstraintId, Lit)> = Vec::new();
    let mut guard_of: FxHashMap<&str, Lit> = FxHashMap::default();
    for (constraint, group) in &lowered.groups {
        go_on(budget)?;
        current_part.set(ModelPart::Constraint(*constraint));
        encoder.current_constraint = Some(*constraint);
        let before = formula_size(&encoder);
        encoder.post_group(group);
        record_encoding(&mut report, &mut encoder, Some(*constraint), before);
    }
    for root in &lowered.roots {
        go_on(budget)?;
        current_part.set(root.constraint.map_or(ModelPart::Model, ModelPart::Constraint));
        encoder.current_constraint = root.constraint;
        let before = formula_size(&encoder);
        let prefix = match root.constraint {
            Some(constraint) if guards_of == Guards::ByName => {
                let name = model.constraints()[constraint].name.as_str();
                let guard = *guard_of.entry(name).or_insert_with(|| {
                    let guard = encoder.new_lit();
                    guards.push((constraint, guard));
                    guard
                });
                Some(!guard)
            }
            _ => None,
        };
        encoder.post(prefix.as_slice(), root.condition);
        record_encoding(&mut report, &mut encoder, root.constraint, before);
    }
    encoder.current_constraint = None;
    let mut is_answer: IndexVec<VarId, bool> = lowered.vars.iter().map(|_| false).collect();
    for var in model.answer_variables() {
        is_answer[var] = true;
    }
    let mut vars = IndexVec::new();
    // Variables of narrowed products come last, and have no value in a solution.
    for (var, &view) in lowered.vars.iter_enumerated().take(n_vars) {
        go_on(budget)?;
        current_part.set(ModelPart::Variable(var));
        vars.push(encoder.decoder(view, is_answer[var]));
    }
    go_on(budget)?;
    current_part.set(ModelPart::Objective);
    let objective = match (lowered.objective, model.goal()) {
        (Some(view), Some(goal)) => {
            let view = match goal {
                Goal::Minimise(_) => view,
                Goal::Maximise(_) => IntRef {
                    factor: wide::sub(0, view.factor),
                    offset: wide::sub(0, view.offset),
                    ..view
                },
            };
            let (lower, upper) = lowered.arena.view_bounds(view);
            Some(Objective { number: encoder.bounded_decoder(view), lower, upper })
        }
        _ => None,
    };
    go_on(budget)?;
    let (mut clauses, lazy) = encoder.into_clauses();
    clauses.lift_budget();
    report.finish(clauses.cnf());
    Ok(Compiled { clauses, vars, objective, guards, lazy, added: Vec::new(), report })
}

/// Lowers a decomposed model and runs presolve.
pub(crate) fn lower_with_presolve(
    model: &Model,
    budget: &Budget,
    report: &mut Report,
    current_part: &Cell<ModelPart>,
) -> Result<LoweredModel, Stopped> {
    let lowered = ir::lower(model, budget.share(), current_part);
    go_on(budget)?;
    current_part.set(ModelPart::Model);
    match guarded(model, budget, |_| Ok(presolve::run(model, lowered, report))) {
        // Numbers that are too large for presolve may still be encodable.
        Err(CompileError::Overflow { .. }) => {
            *report = Report::new();
            report.summarise("presolve skipped: its numbers do not fit 64 bits".to_owned());
            let lowered = ir::lower(model, budget.share(), current_part);
            go_on(budget)?;
            Ok(lowered)
        }
        presolved => presolved.map_err(|_| Stopped),
    }
}

fn formula_size(encoder: &Encoder<'_>) -> (usize, usize) {
    (encoder.cnf().n_vars(), encoder.cnf().len())
}

fn record_encoding(
    report: &mut Report,
    encoder: &mut Encoder<'_>,
    constraint: Option<ConstraintId>,
    before: (usize, usize),
) {
    let after = formula_size(encoder);
    let encoding = encoder.take_encoding_label();
    if let Some(constraint) = constraint {
        report.add(ConstraintReport {
            constraint,
            encoding,
            n_vars: after.0 - before.0,
            n_clauses: after.1 - before.1,
        });
    }
}
