//! The model: variables, constraints, an objective, and the answer variables.

use std::ops::RangeInclusive;

use gordian_core::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::expression::all_equal;
use crate::{ConstraintId, Domain, Expr, HintError, Strategy, VarId, maximum, minimum};

/// A variable: a name and a domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name; unique within the model.
    pub name: String,
    /// The possible values.
    pub domain: Domain,
}

/// A named condition that every solution satisfies.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// The name; several constraints may have the same name.
    pub name: String,
    /// The condition: an expression that must be 1.
    pub condition: Expr,
}

/// The objective of a model and its direction.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// Minimises the expression.
    Minimise(Expr),
    /// Maximises the expression.
    Maximise(Expr),
}

impl Goal {
    /// Minimises `objective`.
    #[must_use]
    pub fn minimise(objective: impl Into<Expr>) -> Self {
        Self::Minimise(objective.into())
    }

    /// Maximises `objective`.
    #[must_use]
    pub fn maximise(objective: impl Into<Expr>) -> Self {
        Self::Maximise(objective.into())
    }

    /// Minimises the maximum of `items`. No list is empty: its maximum would be undefined, and
    /// there would be no solution.
    #[must_use]
    pub fn minimise_maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Minimise(maximum(items))
    }

    /// Maximises the minimum of `items`, which is not an empty list.
    #[must_use]
    pub fn maximise_minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Maximise(minimum(items))
    }

    /// Maximises the maximum of `items`, which is not an empty list.
    #[must_use]
    pub fn maximise_maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Maximise(maximum(items))
    }

    /// Minimises the minimum of `items`.
    #[must_use]
    pub fn minimise_minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Minimise(minimum(items))
    }

    /// Returns the expression to minimise or maximise.
    #[must_use]
    pub fn objective(&self) -> &Expr {
        match self {
            Self::Minimise(objective) | Self::Maximise(objective) => objective,
        }
    }

    /// Returns whether objective value `value` is better than `other`.
    #[must_use]
    pub fn is_better(&self, value: i64, other: i64) -> bool {
        match self {
            Self::Minimise(_) => value < other,
            Self::Maximise(_) => value > other,
        }
    }
}

/// One value per variable, in the order of the variables.
pub type Assignment = IndexVec<VarId, i64>;

/// A constraint model.
///
/// Variables and constraints keep the order in which they were added, and all results depend on
/// that order only. Two models are equal if they have the same structure, whichever parts of their
/// expressions are shared; advice on the search is not compared.
#[derive(Clone, Debug, Default)]
pub struct Model {
    title: String,
    variables: IndexVec<VarId, Variable>,
    names: FxHashMap<String, VarId>,
    constraints: IndexVec<ConstraintId, Constraint>,
    goal: Option<Goal>,
    answer: Option<Vec<VarId>>,
    strategy: Strategy,
}

impl Model {
    /// Returns a model without variables and constraints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title.
    pub fn set_title(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Returns the title; empty if none was set.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Adds a variable with the values of `range`.
    ///
    /// # Panics
    ///
    /// Panics if a variable has that name already, or if the range is not a valid [`Domain`]. Use
    /// [`Model::find`] and [`Model::add_variable`] for names and ranges from untrusted input.
    pub fn int(&mut self, name: impl Into<String>, range: RangeInclusive<i64>) -> VarId {
        let name = name.into();
        let domain = Domain::from_range(range);
        let domain = domain.unwrap_or_else(|error| panic!("variable `{name}`: {error}"));
        self.add_variable(name, domain)
    }

    /// Adds a 0/1 variable.
    ///
    /// # Panics
    ///
    /// Panics if a variable has that name already.
    pub fn boolean(&mut self, name: impl Into<String>) -> VarId {
        self.int(name, 0..=1)
    }

    /// Adds variables with the values of `range`: `x[0]`, `x[1]` and so on for the name `x`.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn ints(&mut self, name: &str, n: usize, range: RangeInclusive<i64>) -> Vec<VarId> {
        (0..n).map(|at| self.int(format!("{name}[{at}]"), range.clone())).collect()
    }

    /// Adds 0/1 variables: `x[0]`, `x[1]` and so on for the name `x`.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn booleans(&mut self, name: &str, n: usize) -> Vec<VarId> {
        self.ints(name, n, 0..=1)
    }

    /// Adds rows of variables with the values of `range`: `x[0,0]`, `x[0,1]` and so on for the name
    /// `x`.
    ///
    /// # Panics
    ///
    /// As [`Model::int`].
    pub fn grid(
        &mut self,
        name: &str,
        (n_rows, n_columns): (usize, usize),
        range: RangeInclusive<i64>,
    ) -> Vec<Vec<VarId>> {
        let mut cell = |row, column| self.int(format!("{name}[{row},{column}]"), range.clone());
        (0..n_rows).map(|row| (0..n_columns).map(|column| cell(row, column)).collect()).collect()
    }

    /// Adds a variable whose name does not matter: it gets one that no other variable has, `_` and
    /// a number. Variables that are added later cannot have that name.
    ///
    /// # Panics
    ///
    /// Panics if the range is not a valid [`Domain`].
    pub fn unnamed(&mut self, range: RangeInclusive<i64>) -> VarId {
        let mut name = format!("_{}", self.variables.len());
        while self.names.contains_key(&name) {
            name.push('_');
        }
        self.int(name, range)
    }

    /// Adds a variable with the values of `domain`.
    ///
    /// # Panics
    ///
    /// Panics if a variable has that name already.
    pub fn add_variable(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let name = name.into();
        let var = self.variables.push(Variable { name: name.clone(), domain });
        let earlier = self.names.insert(name, var);
        assert!(earlier.is_none(), "duplicate variable `{}`", self.variables[var].name);
        var
    }

    /// Returns the variable with that name, if any.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.names.get(name).copied()
    }

    /// Adds a constraint: `condition` has the value 1 in every solution.
    ///
    /// An expression with values other than 0 and 1 is almost always a mistake; see
    /// [`Model::check_conditions`].
    pub fn require(&mut self, name: impl Into<String>, condition: impl Into<Expr>) -> ConstraintId {
        self.constraints.push(Constraint { name: name.into(), condition: condition.into() })
    }

    /// Keeps the constraints for which `keep` returns true. The ids of those behind others change.
    pub fn retain_constraints(&mut self, mut keep: impl FnMut(&Constraint) -> bool) {
        self.constraints.retain_mut(|constraint| keep(constraint));
    }

    /// Sets the objective, and replaces an earlier one.
    pub fn set_goal(&mut self, goal: Goal) {
        self.goal = Some(goal);
    }

    /// Removes and returns the objective.
    pub fn take_goal(&mut self) -> Option<Goal> {
        self.goal.take()
    }

    /// Sets the answer variables, and replaces earlier ones.
    ///
    /// Solutions are projected to the answer variables: two solutions that agree on them are the
    /// same answer for counting, enumeration and uniqueness. By default all variables are answer
    /// variables. Duplicates are ignored.
    pub fn set_answer_variables(&mut self, answer: impl IntoIterator<Item = VarId>) {
        let mut seen = FxHashSet::default();
        self.answer = Some(answer.into_iter().filter(|var| seen.insert(*var)).collect());
    }

    /// Sets the advice on the search, and replaces earlier advice.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::{Model, SearchPhase, Strategy, ValueOrder, VarOrder};
    ///
    /// let mut model = Model::new();
    /// let starts = model.ints("start", 4, 0..=20);
    /// let phase = SearchPhase {
    ///     variables: starts.clone(),
    ///     var_order: VarOrder::LeastLower,
    ///     value_order: ValueOrder::Least,
    /// };
    /// // The second task probably begins at 5.
    /// let hints = vec![(starts[1], 5)];
    /// model.set_strategy(Strategy { phases: vec![phase], hints, ..Strategy::default() });
    /// ```
    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }

    /// Sets the values that are tried first, and replaces earlier ones; the other advice stays.
    ///
    /// # Example
    ///
    /// ```
    /// let mut model = gordian_model::Model::new();
    /// let x = model.int("x", 0..=3);
    /// model.set_hints([(x, 2)]).unwrap();
    /// let error = model.set_hints([(x, 5)]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the hint for `x` is 5, which is not in its domain 0..=3"
    /// );
    /// assert_eq!(model.strategy().hints, [(x, 2)]);
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a value is not in the domain of its variable; then nothing is changed.
    pub fn set_hints(
        &mut self,
        hints: impl IntoIterator<Item = (VarId, i64)>,
    ) -> Result<(), HintError> {
        let hints: Vec<(VarId, i64)> = hints.into_iter().collect();
        for &(var, value) in &hints {
            let Variable { name, domain, .. } = &self.variables[var];
            if !domain.contains(value) {
                let (name, domain) = (name.clone(), domain.to_string());
                return Err(HintError { var, name, value, domain });
            }
        }
        self.strategy.hints = hints;
        Ok(())
    }

    /// Returns the advice on the search.
    #[must_use]
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// Returns the variables.
    #[must_use]
    pub fn variables(&self) -> &IndexVec<VarId, Variable> {
        &self.variables
    }

    /// Returns the constraints.
    #[must_use]
    pub fn constraints(&self) -> &IndexVec<ConstraintId, Constraint> {
        &self.constraints
    }

    /// Returns the objective, if any.
    #[must_use]
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Returns the answer variables.
    #[must_use]
    pub fn answer_variables(&self) -> Vec<VarId> {
        match &self.answer {
            Some(answer) => answer.clone(),
            None => self.variables.indices().collect(),
        }
    }

    /// Returns whether answer variables were set, so that the default of all variables does not
    /// apply.
    #[must_use]
    pub fn has_answer_variables(&self) -> bool {
        self.answer.is_some()
    }

    /// Returns the expressions of the constraints, in order, and then the objective.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let goal = self.goal.iter().map(Goal::objective);
        self.constraints.iter().map(|constraint| &constraint.condition).chain(goal)
    }
}

/// Compares all expressions in one pass, so that shared subexpressions are compared once.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        fn names(model: &Model) -> impl Iterator<Item = &str> {
            model.constraints.iter().map(|constraint| constraint.name.as_str())
        }
        let direction = |model: &Self| model.goal.as_ref().map(|goal| goal.is_better(0, 1));
        self.title == other.title
            && self.variables == other.variables
            && self.answer == other.answer
            && direction(self) == direction(other)
            && names(self).eq(names(other))
            && all_equal(self.expressions().zip(other.expressions()))
    }
}
