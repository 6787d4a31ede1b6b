//! Linearisation: from a model to an integer linear program.

use gordian_compile::presolved::PresolvedModel;
use gordian_core::IndexVec;
use gordian_model::{Goal, Model, VarId};
use rustc_hash::FxHashSet;

use crate::builder::TermBuilder;
use crate::emit::{Bounding, Emitter};
use crate::error::LinearisationError;
use crate::program::{IntegerProgram, LinearExpr, ModelVariable};
use crate::term::{Term, Terms};

/// The constraint name of rows that belong to the objective.
const OBJECTIVE_NAME: &str = "objective";
/// The constraint name of rows that state the domain of a variable.
const DOMAIN_NAME: &str = "domain";

/// Linearises a model.
///
/// Cost: linear in the model for sums, comparisons and Boolean operations. Tabulated operations
/// take one column per value, or per pair of values, of their operands.
///
/// # Errors
///
/// Fails if an operation has too many values to list, if a number does not fit 64 bits, and for
/// graph constraints. The error names the constraint.
///
/// # Panics
///
/// Panics if an expression has a variable of another model.
///
/// # Example
///
/// ```
/// use gordian_ilp::linearise;
/// use gordian_model::Model;
///
/// let mut model = Model::new();
/// let (x, y) = (model.int("x", 0..=9), model.int("y", 0..=9));
/// model.require("sum", (x + y).eq(11));
/// let rows = linearise(&model)?;
/// // y is 11 − x.
/// assert_eq!((rows.columns.len(), rows.rows.len()), (1, 0));
/// # Ok::<(), gordian_ilp::LinearisationError>(())
/// ```
pub fn linearise(model: &Model) -> Result<IntegerProgram, LinearisationError> {
    let presolved = PresolvedModel::new(model)?;
    let TermModel { terms, required, objective, variables } = read(model, &presolved)?;
    // The first pass determines which terms need a one-hot encoding; the second pass uses it.
    let mut emitter = Emitter::new(model, terms, FxHashSet::default());
    write(model, &mut emitter, &required, objective, &variables)?;
    let (terms, one_hot_terms) = emitter.into_one_hot_terms();
    let mut emitter = Emitter::new(model, terms, one_hot_terms);
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
    /// Conditions that must hold, with the names of their constraints.
    required: Vec<(String, Term)>,
    objective: Option<(Term, Bounding)>,
    variables: Vec<Term>,
}

fn read(model: &Model, presolved: &PresolvedModel) -> Result<TermModel, LinearisationError> {
    let mut builder = TermBuilder::new(presolved);
    builder.variables();
    let mut required: Vec<(String, Term)> = Vec::new();
    for (constraint, group) in presolved.groups() {
        let name = &model.constraints()[*constraint].name;
        let term = builder.group(group).map_err(|error| error.in_constraint(name))?;
        let parts = builder.required.drain(..).chain([term]);
        required.extend(parts.map(|term| (name.clone(), term)));
    }
    for root in presolved.roots() {
        let name = root.constraint.map_or(DOMAIN_NAME, |it| &model.constraints()[it].name);
        let term = builder.condition(root.condition).map_err(|error| error.in_constraint(name))?;
        let parts = builder.required.drain(..).chain([term]);
        required.extend(parts.map(|term| (name.to_owned(), term)));
    }
    let mut objective = None;
    if let (Some(goal), Some(view)) = (model.goal(), presolved.objective()) {
        let bounding = match goal {
            Goal::Minimise(_) => Bounding::FromAbove,
            Goal::Maximise(_) => Bounding::FromBelow,
        };
        let term = builder.integer(view).map_err(|error| error.in_constraint(OBJECTIVE_NAME))?;
        objective = Some((term, bounding));
        required.extend(builder.required.drain(..).map(|term| (OBJECTIVE_NAME.to_owned(), term)));
    }
    let mut variables = Vec::with_capacity(presolved.vars().len());
    for (variable, &view) in model.variables().iter().zip(presolved.vars()) {
        let term = builder.integer(view).map_err(|error| error.in_constraint(&variable.name))?;
        variables.push(term);
        required.extend(builder.required.drain(..).map(|term| (variable.name.clone(), term)));
    }
    Ok(TermModel { terms: builder.terms, required, objective, variables })
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
    let variables = variables.collect::<Result<_, LinearisationError>>()?;
    Ok((variables, objective))
}
