//! Compilation of a model into clauses, variable decoders and a report.

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

/// Options of the compiler.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Whether to run presolve. Without it, the clauses are equivalent but more numerous.
    pub presolve: bool,
    /// Memory limit, counted in literals of clauses of 35 to 75 bytes each, including the memory of the
    /// engine. Nodes of the graph and other structures count as literals by their size. `None` for no
    /// limit.
    pub max_literals: Option<usize>,
    /// Cancels the compilation; checked about every millisecond.
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
    /// The integer to minimise: the objective, or its negation for maximisation.
    pub(crate) objective: Option<Objective>,
    pub(crate) guards: Vec<(ConstraintId, Lit)>,
    report: Report,
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
    /// Fails if a part of the model has values beyond 64 bits, if the memory limit is exceeded, and with
    /// [`CompileError::Stopped`].
    pub fn new(model: &Model, options: &CompileOptions) -> Result<Self, CompileError> {
        catch_abort(model, |current_part| compile_model(model, options, false, current_part))
    }

    /// Compiles `model` with a guard literal for each constraint name, which enables its constraints.
    ///
    /// Presolve is off, so that constraints remain independent.
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

    /// Returns one line per variable that describes which literals, as DIMACS numbers, determine its value.
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
            // Numbers that are too large for presolve may still be encodable.
            Err(CompileError::Overflow { .. }) => {
                report = Report::new();
                report.summarise("presolve skipped: its numbers do not fit 64 bits".to_owned());
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
