//! The translation of FlatZinc into a model.
//!
//! Booleans and integers become variables of the model, and a set becomes one Boolean per possible
//! element. Each constraint becomes one constraint of the model with the name that MiniZinc gives
//! it. [`predicates`] has the meaning of the predicates, [`sets`] that of those about sets.

mod arguments;
mod automata;
mod open_sets;
mod predicates;
mod search;
mod sets;

use gordian_core::{Index as _, IndexVec};
use gordian_model::{Domain, Expr, Goal as ModelGoal, Model, VarId};

use self::arguments::Arguments;
use self::sets::SetExpr;
use crate::check::{Value, Values};
use crate::error::{MAX_SET_ELEMENTS, most_similar};
use crate::instance::{Argument, Constraint, Goal, Instance, Variable, VariableId, VariableType};
use crate::{FlatZincError, FlatZincErrorKind, IntSet};

/// The greatest integer of a model.
const MAX_MAGNITUDE: i64 = 1 << 53;

/// The least and the greatest value of a variable; `None` if it is not known.
pub type Bounds = (Option<i64>, Option<i64>);

/// A FlatZinc model as a model, and the way back.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The variables whose values may lie beyond those of a model.
    open: Vec<VarId>,
    model: Model,
    variables: IndexVec<VariableId, ModelVariables>,
}

/// The variables of the model that stand for one of FlatZinc.
#[derive(Clone, Debug)]
enum ModelVariables {
    Bool(VarId),
    Int(VarId),
    /// The possible elements in ascending order, each with a Boolean.
    Set(Vec<(i64, VarId)>),
}

impl Translation {
    /// Translates an instance in which all integers have bounds, or whose claims are of no
    /// interest: an integer without bounds gets ±2^53 ([`Self::open_variables`]).
    ///
    /// The answer variables of the model are those that are written, so that solutions are counted
    /// by what is seen of them.
    ///
    /// # Errors
    ///
    /// Unknown constraints, arguments of the wrong number or type, domains beyond ±2^53, sets whose
    /// possible elements are not known.
    pub fn new(instance: &Instance) -> Result<Self, FlatZincError> {
        let bounds = instance.variables.iter().map(|_| (None, None)).collect();
        Self::within(instance, &bounds, false)
    }

    /// Translates an instance; `infer` returns bounds of the given variables of a model that follow
    /// from its constraints, without regard to the domains that these variables have in it.
    ///
    /// Where no bounds within ±2^53 follow, a variable gets these ([`Self::open_variables`]).
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn with_bounds(
        instance: &Instance,
        infer: &dyn Fn(&Model, &[VarId]) -> Vec<Bounds>,
    ) -> Result<Self, FlatZincError> {
        let mut bounds: IndexVec<VariableId, Bounds> =
            instance.variables.iter().map(|_| (None, None)).collect();
        let is_open = |variable: &Variable| variable.variable_type == VariableType::Int(None);
        if !instance.variables.iter().any(is_open) {
            return Self::within(instance, &bounds, false);
        }
        let first = Self::within(instance, &bounds, true)?;
        let inferred = infer(&first.model, &first.open);
        let mut inferred = inferred.into_iter();
        for (id, variable) in instance.variables.iter_enumerated() {
            if is_open(variable) {
                bounds[id] = inferred.next().unwrap_or((None, None));
            }
        }
        Self::within(instance, &bounds, false)
    }

    /// Translates an instance with bounds of the integers that have none. A sketch lacks the
    /// constraints that can be translated only with bounds.
    fn within(
        instance: &Instance,
        bounds: &IndexVec<VariableId, Bounds>,
        is_sketch: bool,
    ) -> Result<Self, FlatZincError> {
        let mut translator =
            Translator { model: Model::new(), variables: IndexVec::new(), open: Vec::new() };
        let elements = open_sets::possible_elements(instance);
        for (id, variable) in instance.variables.iter_enumerated() {
            let within = |end: Option<i64>, limit: i64| match end {
                Some(end) if end.unsigned_abs() <= MAX_MAGNITUDE.unsigned_abs() => (end, false),
                _ => (limit, true),
            };
            let (lower, upper) = bounds[id];
            let (lower, upper) = (within(lower, -MAX_MAGNITUDE), within(upper, MAX_MAGNITUDE));
            let variables = add_variable(
                &mut translator.model,
                variable,
                (lower.0, upper.0),
                elements[id].as_ref(),
            )?;
            if let (VariableType::Int(None), ModelVariables::Int(var)) =
                (&variable.variable_type, &variables)
                && (lower.1 || upper.1)
            {
                translator.open.push(*var);
            }
            translator.variables.push(variables);
        }
        for (id, variable) in instance.variables.iter_enumerated() {
            translator.require_definition(id, variable)?;
        }
        for (position, constraint) in instance.constraints.iter().enumerate() {
            let at = |kind| FlatZincError::new(kind, constraint.span.clone());
            let name = match constraint.given_name() {
                Some(name) => name.to_owned(),
                None => format!("{}#{}", constraint.predicate, position + 1),
            };
            match translator.condition(constraint, &name) {
                Ok(condition) => {
                    translator.model.require(name, condition);
                }
                Err(_) if is_sketch => {}
                Err(kind) => return Err(at(kind)),
            }
        }
        translator.set_goal(&instance.goal)?;
        translator.set_answer(instance);
        let strategy = search::strategy(&instance.search, &translator.variables);
        translator.model.set_strategy(strategy);
        let Translator { model, variables, open } = translator;
        Ok(Self { open, model, variables })
    }

    /// Returns the variables of the model whose values may lie beyond ±2^53. The model is without
    /// the solutions with such values: nothing about all solutions, or the best one, may be
    /// claimed, unless it is known that these do not matter.
    #[must_use]
    pub fn open_variables(&self) -> &[VarId] {
        &self.open
    }

    /// Returns the name of a variable whose values may lie beyond ±2^53, if the bounds of each of
    /// [`Self::open_variables`] are these.
    #[must_use]
    pub fn cut_variable(&self, bounds: impl Fn(VarId) -> Bounds) -> Option<&str> {
        let is_within = |end: Option<i64>| {
            end.is_some_and(|end| end.unsigned_abs() <= MAX_MAGNITUDE.unsigned_abs())
        };
        let is_cut = |&&var: &&VarId| {
            let (lower, upper) = bounds(var);
            !is_within(lower) || !is_within(upper)
        };
        let var = self.open.iter().find(is_cut)?;
        Some(&self.model.variables()[*var].name)
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the values of the FlatZinc variables for an assignment of the model: one value for
    /// each of its variables, in their order.
    #[must_use]
    pub fn values(&self, assignment: &[i64]) -> Values {
        let value = |var: VarId| assignment[var.index()];
        let of = |variables: &ModelVariables| match variables {
            ModelVariables::Bool(var) | ModelVariables::Int(var) => Value::Int(value(*var)),
            ModelVariables::Set(elements) => {
                let elements = elements.iter().filter(|(_, var)| value(*var) != 0);
                Value::Set(elements.map(|(element, _)| *element).collect())
            }
        };
        Values::new(self.variables.iter().map(of).collect())
    }
}

/// Adds the variables of the model for a variable.
fn add_variable(
    model: &mut Model,
    variable: &Variable,
    bounds: (i64, i64),
    elements: Option<&IntSet>,
) -> Result<ModelVariables, FlatZincError> {
    let name = &variable.name;
    Ok(match &variable.variable_type {
        VariableType::Bool => ModelVariables::Bool(model.boolean(name)),
        VariableType::Int(domain) => {
            let all = IntSet::range(bounds.0, bounds.1);
            let domain = domain.as_ref().unwrap_or(&all);
            // A variable without values makes the model false; see `require_definition`.
            let ranges = if domain.is_empty() { &[(0, 0)] } else { domain.ranges() };
            let domain = Domain::from_ranges(ranges.iter().copied()).map_err(|_| {
                FlatZincError::new(FlatZincErrorKind::LargeDomain { name: name.clone() }, None)
            })?;
            ModelVariables::Int(model.add_variable(name, domain))
        }
        VariableType::Set(_) => {
            let elements = elements.filter(|elements| elements.size() <= MAX_SET_ELEMENTS);
            let elements = elements.ok_or_else(|| {
                FlatZincError::new(FlatZincErrorKind::LargeSet { name: name.clone() }, None)
            })?;
            let element = |value| (value, model.boolean(format!("{name}[{value}]")));
            ModelVariables::Set(elements.values().map(element).collect())
        }
    })
}

/// What is known while constraints are translated.
#[derive(Debug)]
struct Translator {
    model: Model,
    variables: IndexVec<VariableId, ModelVariables>,
    /// The variables of the model whose bounds are those of any integer of a model.
    open: Vec<VarId>,
}

impl Translator {
    /// Returns a Boolean or an integer as an expression.
    fn number(&self, argument: &Argument) -> Option<Expr> {
        match argument {
            Argument::Bool(value) => Some(Expr::from(i64::from(*value))),
            Argument::Int(value) => Some(Expr::from(*value)),
            Argument::Variable(id) => match &self.variables[*id] {
                ModelVariables::Bool(var) | ModelVariables::Int(var) => Some(Expr::from(*var)),
                ModelVariables::Set(_) => None,
            },
            Argument::Set(_) | Argument::Array(_) => None,
        }
    }

    /// Returns whether the argument is always 0 or 1.
    fn is_condition(&self, argument: &Argument) -> bool {
        match argument {
            Argument::Bool(_) | Argument::Int(0 | 1) => true,
            Argument::Variable(id) => match &self.variables[*id] {
                ModelVariables::Bool(_) => true,
                ModelVariables::Int(var) => self.model.variables()[*var].domain.is_boolean(),
                ModelVariables::Set(_) => false,
            },
            Argument::Int(_) | Argument::Set(_) | Argument::Array(_) => false,
        }
    }

    /// Returns a set as the conditions of its elements.
    fn set(&self, argument: &Argument) -> Option<SetExpr> {
        match argument {
            Argument::Set(elements) if elements.size() > MAX_SET_ELEMENTS => None,
            Argument::Set(elements) => Some(SetExpr::constant(elements)),
            Argument::Variable(id) => match &self.variables[*id] {
                ModelVariables::Set(elements) => Some(SetExpr::new(
                    elements.iter().map(|(value, var)| (*value, Expr::from(*var))).collect(),
                )),
                ModelVariables::Bool(_) | ModelVariables::Int(_) => None,
            },
            _ => None,
        }
    }

    /// Requires that a variable has a value, and the one that its declaration gives.
    fn require_definition(
        &mut self,
        id: VariableId,
        variable: &Variable,
    ) -> Result<(), FlatZincError> {
        if let VariableType::Int(Some(domain)) = &variable.variable_type
            && domain.is_empty()
        {
            self.model.require(format!("domain of {}", variable.name), Expr::from(0));
        }
        let Some(definition) = &variable.definition else { return Ok(()) };
        let own = Argument::Variable(id);
        let condition = match &variable.variable_type {
            VariableType::Bool | VariableType::Int(_) => {
                self.number(&own).zip(self.number(definition)).map(|(own, value)| own.eq(value))
            }
            VariableType::Set(_) => {
                self.set(&own).zip(self.set(definition)).map(|(own, value)| own.equals(&value))
            }
        };
        let condition = condition.ok_or_else(|| {
            let kind = FlatZincErrorKind::Expected {
                expected: format!("a value of the type of `{}`", variable.name),
                found: "another one".to_owned(),
            };
            FlatZincError::new(kind, None)
        })?;
        self.model.require(format!("value of {}", variable.name), condition);
        Ok(())
    }

    /// Returns the condition of a constraint; states of automata are further variables.
    fn condition(
        &mut self,
        constraint: &Constraint,
        name: &str,
    ) -> Result<Expr, FlatZincErrorKind> {
        let Constraint { predicate, arguments, .. } = constraint;
        if predicate == automata::REGULAR {
            let regular = automata::Regular::new(&Arguments::new(self, predicate, arguments))?;
            return Ok(regular.require(&mut self.model, name));
        }
        predicates::condition(&Arguments::new(self, predicate, arguments))
    }

    fn set_goal(&mut self, goal: &Goal) -> Result<(), FlatZincError> {
        let objective = |argument: &Argument| {
            let objective = self.number(argument);
            objective.ok_or_else(|| FlatZincError::new(FlatZincErrorKind::Objective, None))
        };
        let goal = match goal {
            Goal::Satisfy => return Ok(()),
            Goal::Minimise(argument) => ModelGoal::minimise(objective(argument)?),
            Goal::Maximise(argument) => ModelGoal::maximise(objective(argument)?),
        };
        self.model.set_goal(goal);
        Ok(())
    }

    /// Makes the variables that are written the answer.
    fn set_answer(&mut self, instance: &Instance) {
        let mut answer = Vec::new();
        let mut todo: Vec<&Argument> =
            instance.outputs.iter().map(|output| &output.value).collect();
        while let Some(argument) = todo.pop() {
            match argument {
                Argument::Array(items) => todo.extend(items.iter()),
                Argument::Variable(id) => match &self.variables[*id] {
                    ModelVariables::Bool(var) | ModelVariables::Int(var) => answer.push(*var),
                    ModelVariables::Set(elements) => {
                        answer.extend(elements.iter().map(|(_, var)| *var));
                    }
                },
                Argument::Bool(_) | Argument::Int(_) | Argument::Set(_) => {}
            }
        }
        answer.reverse();
        self.model.set_answer_variables(answer);
    }
}

/// Returns the error for a predicate that is not known.
fn unknown_predicate(predicate: &str) -> FlatZincErrorKind {
    if predicate.starts_with("float_") || predicate.contains("_float_") {
        return FlatZincErrorKind::Float { what: format!("`{predicate}`") };
    }
    FlatZincErrorKind::UnknownPredicate {
        predicate: predicate.to_owned(),
        similar: most_similar(predicate, predicates::names()),
    }
}
