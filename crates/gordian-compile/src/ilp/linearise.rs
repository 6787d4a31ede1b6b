//! Linearisation: from a model to an integer linear program.

use gordian_core::IndexVec;
use gordian_model::{Comparison, Domain, Expr, Goal, Model, Node, VarId};
use rustc_hash::FxHashSet;

use super::algebra::MAX_ONE_HOT_VALUES;
use super::builder::TermBuilder;
use super::emit::{Bounding, Emitter};
use super::error::LinearisationError;
use super::program::{IntegerProgram, LinearExpr, ModelVariable};
use super::term::{Term, Terms};
use crate::budget::WorkBudget;
use crate::decompose::{Decomposed, decompose};

/// The constraint name of rows that belong to the objective.
const OBJECTIVE_NAME: &str = "objective";

/// Linearises a model.
///
/// Cost: linear in the model for sums, comparisons and Boolean operations. Tabulated operations take one
/// column per value, or per pair of values, of their operands.
///
/// # Errors
///
/// Fails if an operation has too many values to list, if a coefficient does not fit 64 bits, and for graph
/// constraints. The error names the constraint.
///
/// # Example
///
/// ```
/// use gordian_compile::ilp::linearise;
/// use gordian_model::Model;
///
/// let mut model = Model::new();
/// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
/// model.require("sum", (x + y).eq(11));
/// let rows = linearise(&model)?;
/// assert_eq!((rows.columns.len(), rows.rows.len()), (2, 1));
/// # Ok::<(), gordian_compile::ilp::LinearisationError>(())
/// ```
pub fn linearise(model: &Model) -> Result<IntegerProgram, LinearisationError> {
    let Decomposed { model: decomposed, too_large } = decompose(model, &WorkBudget::default());
    if let Some(constraint) = too_large {
        return Err(LinearisationError::TooLarge { constraint });
    }
    let model = &*decomposed;
    let TermModel { terms, domains, required, objective, variables } = read(model)?;
    // The first pass determines which terms need a one-hot encoding; the second pass uses it.
    let mut emitter = Emitter::new(model, domains.clone(), terms, FxHashSet::default());
    write(model, &mut emitter, &required, objective, &variables)?;
    let (terms, one_hot_terms) = emitter.into_one_hot_terms();
    let mut emitter = Emitter::new(model, domains, terms, one_hot_terms);
    let (variables, objective) = write(model, &mut emitter, &required, objective, &variables)?;
    Ok(IntegerProgram {
        title: model.title().to_owned(),
        columns: emitter.columns,
        rows: emitter.rows,
        objective,
        maximise: matches!(model.goal(), Some(Goal::Maximise(_))),
        variables,
    })
}

/// A model as terms.
struct TermModel {
    terms: Terms,
    domains: IndexVec<VarId, Domain>,
    /// Conditions that must hold, with the names of their constraints.
    required: Vec<(String, Term)>,
    objective: Option<(Term, Bounding)>,
    variables: Vec<Term>,
}

fn read(model: &Model) -> Result<TermModel, LinearisationError> {
    let mut builder = TermBuilder::new(model, narrowed(model));
    let mut required: Vec<(String, Term)> = Vec::new();
    for constraint in model.constraints() {
        let name = &constraint.name;
        let condition =
            builder.condition(&constraint.condition).map_err(|error| error.in_constraint(name))?;
        let parts = builder.required.drain(..).chain([condition]);
        required.extend(parts.map(|term| (name.clone(), term)));
    }
    let mut objective = None;
    if let Some(goal) = model.goal() {
        let bounding = match goal {
            Goal::Minimise(_) => Bounding::FromAbove,
            Goal::Maximise(_) => Bounding::FromBelow,
        };
        let term = builder
            .integer(goal.objective())
            .map_err(|error| error.in_constraint(OBJECTIVE_NAME))?;
        objective = Some((term, bounding));
        required.extend(builder.required.drain(..).map(|term| (OBJECTIVE_NAME.to_owned(), term)));
    }
    let vars = model.variables().iter_enumerated();
    let variables = vars.map(|(var, variable)| {
        builder.variable(var).map_err(|error| error.in_constraint(&variable.name))
    });
    let variables = variables.collect::<Result<_, _>>()?;
    let TermBuilder { terms, domains, .. } = builder;
    Ok(TermModel { terms, domains, required, objective, variables })
}

/// Emits all rows. Returns the linear expressions of the variables, and the objective.
fn write(
    model: &Model,
    emitter: &mut Emitter<'_>,
    required: &[(String, Term)],
    objective: Option<(Term, Bounding)>,
    variables: &[Term],
) -> Result<(IndexVec<VarId, ModelVariable>, LinearExpr), LinearisationError> {
    let always = LinearExpr::constant(0);
    for (name, term) in required {
        emitter.constraint_name.clone_from(name);
        emitter.enforce(*term, &always).map_err(|error| error.in_constraint(name))?;
    }
    OBJECTIVE_NAME.clone_into(&mut emitter.constraint_name);
    let objective = match objective {
        Some((term, bounding)) => emitter
            .linear_expr(term, bounding)
            .map_err(|error| error.in_constraint(OBJECTIVE_NAME))?,
        None => always,
    };
    let variables = model.variables().iter().zip(variables).map(|(variable, &term)| {
        let value = emitter.linear_expr(term, Bounding::Exact);
        let value = value.map_err(|error| error.in_constraint(&variable.name))?;
        let values = emitter.terms.values(term);
        let (name, lower, upper) = (variable.name.clone(), values.lower, values.upper);
        Ok(ModelVariable { name, lower, upper, value })
    });
    let variables = variables.collect::<Result<_, _>>()?;
    Ok((variables, objective))
}

/// Returns the domains, narrowed by constraints on single large variables: `x ≤ 8` for a large non-negative
/// `x` leaves a variable with few values.
fn narrowed(model: &Model) -> IndexVec<VarId, Domain> {
    let mut domains: Vec<Domain> =
        model.variables().iter().map(|variable| variable.domain.clone()).collect();
    for constraint in model.constraints() {
        narrow(&mut domains, &constraint.condition);
    }
    domains.into()
}

fn narrow(domains: &mut [Domain], condition: &Expr) {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    let (var, ranges): (VarId, Vec<(i64, i64)>) = match condition.node() {
        Node::And(parts) => return parts.iter().for_each(|part| narrow(domains, part)),
        Node::InSet(operand, set) => match operand.node() {
            Node::Var(var) => (*var, set.ranges().to_vec()),
            _ => return,
        },
        Node::Compare(comparison, left, right) => {
            let (var, comparison, bound) = match (left.node(), right.node()) {
                (Node::Var(var), Node::Const(bound)) => (*var, *comparison, *bound),
                (Node::Const(bound), Node::Var(var)) => {
                    let turned = match comparison {
                        Lt => Gt,
                        Le => Ge,
                        Gt => Lt,
                        Ge => Le,
                        Eq | Ne => *comparison,
                    };
                    (*var, turned, *bound)
                }
                _ => return,
            };
            let range = match comparison {
                Eq => (bound, bound),
                Ne => return,
                Lt => (i64::MIN, bound.saturating_sub(1)),
                Le => (i64::MIN, bound),
                Gt => (bound.saturating_add(1), i64::MAX),
                Ge => (bound, i64::MAX),
            };
            (var, vec![range])
        }
        _ => return,
    };
    let Some(domain) = domains.get_mut(gordian_core::Index::index(var)) else { return };
    if domain.size() <= MAX_ONE_HOT_VALUES as u64 {
        // A row expresses the same and carries the name of the constraint.
        return;
    }
    let meet = |a: &(i64, i64), b: &(i64, i64)| (a.0.max(b.0), a.1.min(b.1));
    let pairs = domain.ranges().iter().flat_map(|a| ranges.iter().map(move |b| meet(a, b)));
    // If no value remains, the rows will be infeasible.
    if let Ok(met) = Domain::from_ranges(pairs.filter(|range| range.0 <= range.1)) {
        *domain = met;
    }
}
