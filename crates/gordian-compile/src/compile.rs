//! The way from a model to clauses, with the way back and the report.

use gordian_backend::{Cnf, Lit};
use gordian_core::{Cancel, IndexVec};
use gordian_model::{ConstraintId, Goal, Model, VarId};
use rustc_hash::FxHashMap;

use crate::encode::{Clauses, Encoder, Readable};
use crate::ir::{self, Truth, View};
use crate::report::{Entry, Report};
use crate::watch::{Watch, stoppable};
use crate::{CompileError, presolve};

/// What the compiler may do.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// Draw conclusions from constraints before lowering them. Off, the clauses say the same and
    /// are more.
    pub presolve: bool,
    /// How many literals all clauses together may have; each takes some ten bytes here and in the
    /// engine. `None` for as many as there are.
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
    pub(crate) vars: IndexVec<VarId, Readable>,
    /// What to make as small as possible: the objective, or its negative to maximise it.
    pub(crate) objective: Option<Objective>,
    pub(crate) guards: Vec<(ConstraintId, Lit)>,
    report: Report,
}

/// A number to be made as small as possible.
#[derive(Debug)]
pub(crate) struct Objective {
    pub(crate) number: Readable,
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
        stoppable(|| build(model, options, false))
    }

    /// Compiles `model` with a literal per name of constraints that switches them on.
    ///
    /// Nothing is concluded from constraints beforehand, so that each stands on its own.
    pub(crate) fn with_guards(
        model: &Model,
        options: &CompileOptions,
    ) -> Result<Self, CompileError> {
        let options = CompileOptions { presolve: false, ..options.clone() };
        stoppable(|| build(model, &options, true))
    }

    /// Returns the formula.
    #[must_use]
    pub fn cnf(&self) -> &Cnf {
        self.clauses.cnf()
    }

    /// Returns lines that say which literals, by their DIMACS numbers, tell each variable's value.
    #[must_use]
    pub fn legend(&self, model: &Model) -> Vec<String> {
        let vars = model.variables().iter().zip(&self.vars);
        vars.map(|(variable, var)| format!("`{}` {}", variable.name, var.describe())).collect()
    }

    /// Returns what became of each constraint.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

fn build(model: &Model, options: &CompileOptions, guarded: bool) -> Result<Compiled, CompileError> {
    let mut lowered = ir::lower(model, Watch::new(&options.cancel))?;
    let mut report = Report::new();
    if options.presolve {
        lowered = presolve::run(model, lowered, &mut report)?;
    }
    let groups: Vec<Truth> =
        lowered.groups.iter().flat_map(|(_, group)| group.members.iter().copied()).collect();
    let demands = lowered.roots.iter().map(|root| root.truth).chain(groups);
    let room = options.max_literals.unwrap_or(usize::MAX);
    let mut encoder = Encoder::new(&lowered.arena, demands, room);
    let mut guards: Vec<(ConstraintId, Lit)> = Vec::new();
    let mut guard_of: FxHashMap<&str, Lit> = FxHashMap::default();
    for (constraint, group) in &lowered.groups {
        let before = size(&encoder);
        encoder.demand_group(group);
        record(&mut report, &mut encoder, Some(*constraint), before);
    }
    for root in &lowered.roots {
        let before = size(&encoder);
        let prefix = match root.constraint {
            Some(constraint) if guarded => {
                let name = model.constraints()[constraint].name.as_str();
                let guard = *guard_of.entry(name).or_insert_with(|| {
                    let guard = encoder.fresh();
                    guards.push((constraint, guard));
                    guard
                });
                Some(!guard)
            }
            _ => None,
        };
        encoder.demand(prefix.as_slice(), root.truth);
        record(&mut report, &mut encoder, root.constraint, before);
        fail_if_too_large(model, &mut encoder, root.constraint)?;
    }
    let mut is_answer: IndexVec<VarId, bool> = lowered.vars.iter().map(|_| false).collect();
    for var in model.answer() {
        is_answer[var] = true;
    }
    let mut vars = IndexVec::new();
    for (var, &view) in lowered.vars.iter_enumerated() {
        vars.push(encoder.readable(view, is_answer[var]));
    }
    let objective = match (lowered.objective, model.goal()) {
        (Some(view), Some(goal)) => {
            let view = match goal {
                Goal::Minimise(_) => view,
                Goal::Maximise(_) => View { factor: -view.factor, offset: -view.offset, ..view },
            };
            let (lower, upper) = lowered.arena.view_bounds(view);
            Some(Objective { number: encoder.bounded(view), lower, upper })
        }
        _ => None,
    };
    fail_if_too_large(model, &mut encoder, None)?;
    let mut clauses = encoder.into_clauses();
    clauses.lift_limits();
    report.finish(clauses.cnf());
    Ok(Compiled { clauses, vars, objective, guards, report })
}

fn size(encoder: &Encoder<'_>) -> (usize, usize) {
    (encoder.cnf().n_vars(), encoder.cnf().len())
}

fn record(
    report: &mut Report,
    encoder: &mut Encoder<'_>,
    constraint: Option<ConstraintId>,
    before: (usize, usize),
) {
    let after = size(encoder);
    let how = encoder.take_how();
    if let Some(constraint) = constraint {
        report.add(Entry {
            constraint,
            how,
            n_vars: after.0 - before.0,
            n_clauses: after.1 - before.1,
        });
    }
}

fn fail_if_too_large(
    model: &Model,
    encoder: &mut Encoder<'_>,
    constraint: Option<ConstraintId>,
) -> Result<(), CompileError> {
    if encoder.has_overflowed() {
        return Err(CompileError::TooManyClauses);
    }
    match encoder.take_too_large() {
        None => Ok(()),
        Some(too_large) => Err(CompileError::TooLarge {
            place: match constraint {
                Some(constraint) => {
                    format!("constraint `{}`", model.constraints()[constraint].name)
                }
                None => "the objective".to_owned(),
            },
            operation: too_large.operation,
            pairs: too_large.pairs,
            limit: ir::MAX_PAIRS as u64,
        }),
    }
}
