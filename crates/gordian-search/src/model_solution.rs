//! The solution of a model: values by name.

use std::cell::LazyCell;

use gordian_core::Index as _;
use gordian_model::{Assignment, Expr, Model, Node, VarId};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use crate::answer::SolutionForm;

/// What stands in documents for the value of a variable that is not known.
pub const UNKNOWN_VALUE: &str = "?";

/// A solution of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSolution {
    /// Names and values of the variables, in the model's order.
    Whole(Vec<(String, i64)>),
    /// The answer variables with their names, and with their values where these are known.
    Part(Vec<(VarId, String, Option<i64>)>),
}

impl ModelSolution {
    /// Returns the values of an assignment with the names of the variables.
    #[must_use]
    pub fn whole(model: &Model, values: &Assignment) -> Self {
        let names = model.variables().iter().map(|variable| variable.name.clone());
        Self::Whole(names.zip(values.as_slice().iter().copied()).collect())
    }

    /// Returns the part of a model's solution with these values.
    #[must_use]
    pub fn part(model: &Model, values: &[(VarId, i64)]) -> Self {
        let known: FxHashMap<VarId, i64> = values.iter().copied().collect();
        let variables = model.answer_variables().into_iter();
        let named = |var| (var, model.variables()[var].name.clone(), known.get(&var).copied());
        Self::Part(variables.map(named).collect())
    }

    /// Returns the solution in the shape that `docs/formats/solution-json.md` describes.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Whole(values) => {
                let values = values.iter().map(|(name, value)| (name.clone(), Value::from(*value)));
                Value::Object(values.collect::<Map<_, _>>())
            }
            Self::Part(values) => {
                let value = |value: Option<i64>| value.map_or(UNKNOWN_VALUE.into(), Value::from);
                let values = values.iter().map(|(_, name, known)| (name.clone(), value(*known)));
                Value::Object(values.collect::<Map<_, _>>())
            }
        }
    }

    /// Returns the value of a variable or another expression of the model, such as the end of an
    /// interval; `None` if it is undefined. A part of a solution has the values of variables only,
    /// as far as they are known.
    ///
    /// # Panics
    ///
    /// Panics if an operation of the expression has a variable that the model did not have when it
    /// was solved.
    #[must_use]
    pub fn value(&self, expr: impl Into<Expr>) -> Option<i64> {
        self.values([expr])?.pop()
    }

    /// Returns the values of variables or other expressions of the model, as [`Self::value`].
    #[must_use]
    pub fn values<E: Into<Expr>>(&self, exprs: impl IntoIterator<Item = E>) -> Option<Vec<i64>> {
        let named = match self {
            Self::Whole(named) => named,
            Self::Part(known) => {
                let value = |expr: Expr| match expr.node() {
                    Node::Var(var) => known.iter().find(|it| it.0 == *var)?.2,
                    _ => None,
                };
                return exprs.into_iter().map(|expr| value(expr.into())).collect();
            }
        };
        // Only operations need all values in one list.
        let all = LazyCell::new(|| named.iter().map(|(_, value)| *value).collect::<Vec<_>>());
        let value = |expr: Expr| match expr.node() {
            Node::Var(var) => Some(named.get(var.index())?.1),
            _ => Model::new().evaluate(&expr, &all).ok(),
        };
        exprs.into_iter().map(|expr| value(expr.into())).collect()
    }
}

impl SolutionForm for ModelSolution {
    type Details = ();

    fn values_of(&self, exprs: &[Expr]) -> Option<Vec<i64>> {
        self.values(exprs.iter().cloned())
    }
}
