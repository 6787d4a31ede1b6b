//! The way from a model to clauses, with the way back and the report.

use std::cell::Cell;

use gordian_backend::{Cnf, Lit};
use gordian_core::{Cancel, IndexVec};
use gordian_model::{ConstraintId, Goal, Model, VarId};
use rustc_hash::FxHashMap;

use crate::budget::{ModelPart, WorkBudget, catch_abort};
use crate::encode::{Clauses, Encoder, VarDecoder};
use crate::ir::{self, BoolRef, IntRef};
use crate::report::{ConstraintReport, Report};
use crate::{CompileError, presolve, wide};

/// What the compiler may do.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Draw conclusions from constraints before lowering them. Off, the clauses say the same and
    /// are more.
    pub presolve: bool,
    /// How much memory may be taken, counted in literals of clauses; each takes 35 to 75 bytes, here and
    /// in the engine. Nodes of the graph and other structures count as literals by their size. `None`
    /// for no limit.
    pub max_literals: Option<usize>,
    /// Stops the work; it is looked at every millisecond or so.
    pub cancel: Cancel,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self { presolve: true, max_literals: None, cancel: Cancel::new() }
    }
}

/// A model as clauses.
#[derive(Debug)]
pub struct Compiled {
    pub(crate) clauses: Clauses,
    pub(crate) vars: IndexVec<VarId, VarDecoder>,
    /// What to make as small as possible: the objective, or its negative to maximise it.
    pub(crate) objective: Option<Objective>,
    pub(crate) guards: Vec<(ConstraintId, Lit)>,
    report: Report,
}

/// A number to be made as small as possible.
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
    /// Fails where a part of the model has more values than can be encoded, and with
    /// [`CompileError::Stopped`].
    pub fn new(model: &Model, options: &CompileOptions) -> Result<Self, CompileError> {
        catch_abort(model, |current_part| compile_model(model, options, false, current_part))
    }

    /// Compiles `model` with a literal per name of constraints that switches them on.
    ///
    /// Nothing is concluded from constraints beforehand, so that each stands on its own.
    pub(crate) fn with_guards(
        model: &Model,
        options: &CompileOptions,
    ) -> Result<Self, CompileError> {
        let options = CompileOptions { presolve: false, ..options.clone() };
        catch_abort(model, |current_part| compile_model(model, &options, true, current_part))
    }

    /// Returns the formula.
    #[must_use]
    pub fn cnf(&self) -> &Cnf {
        self.clauses.cnf()
    }

    /// Returns lines that say which literals, by their DIMACS numbers, tell each variable's value.
    #[must_use]
    pub fn describe_variables(&self, model: &Model) -> Vec<String> {
        let vars = model.variables().iter().zip(&self.vars);
        vars.map(|(variable, var)| format!("`{}` {}", variable.name, var.describe())).collect()
    }

    /// Returns what became of each constraint.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

fn compile_model(
    model: &Model,
    options: &CompileOptions,
    guarded: bool,
    current_part: &Cell<ModelPart>,
) -> Result<Compiled, CompileError> {
    let budget = WorkBudget::new(&options.cancel, options.max_literals.unwrap_or(usize::MAX));
    let mut lowered = ir::lower(model, budget.share(), current_part);
    let mut report = Report::new();
    current_part.set(ModelPart::Model);
    if options.presolve {
        lowered = match catch_abort(model, |_| Ok(presolve::run(model, lowered, &mut report))) {
            // What is too large for presolve need not be too large for the encodings.
            Err(CompileError::Overflow { .. }) => {
                report = Report::new();
                report.summarise("presolve left out: its numbers do not fit 64 bits".to_owned());
                ir::lower(model, budget.share(), current_part)
            }
            presolved => presolved?,
        };
    }
    let groups: Vec<BoolRef> =
        lowered.groups.iter().flat_map(|(_, group)| group.members.iter().copied()).collect();
    let required = lowered.roots.iter().map(|root| root.condition).chain(groups);
    let mut encoder = Encoder::new(&lowered.arena, required);
    let mut guards: Vec<(ConstraintId, Lit)> = Vec::new();
    let mut guard_of: FxHashMap<&str, Lit> = FxHashMap::default();
    for (constraint, group) in &lowered.groups {
        current_part.set(ModelPart::Constraint(*constraint));
        let before = formula_size(&encoder);
        encoder.post_group(group);
        record_encoding(&mut report, &mut encoder, Some(*constraint), before);
    }
    for root in &lowered.roots {
        current_part.set(root.constraint.map_or(ModelPart::Model, ModelPart::Constraint));
        let before = formula_size(&encoder);
        let prefix = match root.constraint {
            Some(constraint) if guarded => {
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
    let mut is_answer: IndexVec<VarId, bool> = lowered.vars.iter().map(|_| false).collect();
    for var in model.answer_variables() {
        is_answer[var] = true;
    }
    let mut vars = IndexVec::new();
    for (var, &view) in lowered.vars.iter_enumerated() {
        current_part.set(ModelPart::Variable(var));
        vars.push(encoder.decoder(view, is_answer[var]));
    }
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
    let mut clauses = encoder.into_clauses();
    clauses.lift_budget();
    report.finish(clauses.cnf());
    Ok(Compiled { clauses, vars, objective, guards, report })
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
