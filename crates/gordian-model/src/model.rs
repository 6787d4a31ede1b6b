//! The model: variables, constraints, a goal, and which variables are the answer.

use std::ops::RangeInclusive;

use gordian_core::{IndexVec, index};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::expr::all_equal;
use crate::{Domain, Expr, maximum, minimum};

index! {
    /// A variable of a model.
    pub struct VarId;
    /// A constraint of a model.
    pub struct ConstraintId;
}

/// A variable: a name and the values it may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The name, as the user wrote it; unique within the model.
    pub name: String,
    /// The values it may take.
    pub domain: Domain,
}

/// A condition that every answer must satisfy.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// The name, as the user wrote it; several constraints may share one.
    pub name: String,
    /// The condition: an expression that must be 1.
    pub condition: Expr,
}

/// What makes one answer better than another.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// The smaller the better.
    Minimise(Expr),
    /// The greater the better.
    Maximise(Expr),
}

impl Goal {
    /// Makes `objective` as small as possible.
    #[must_use]
    pub fn minimise(objective: impl Into<Expr>) -> Self {
        Self::Minimise(objective.into())
    }

    /// Makes `objective` as great as possible.
    #[must_use]
    pub fn maximise(objective: impl Into<Expr>) -> Self {
        Self::Maximise(objective.into())
    }

    /// Makes the greatest of `items` as small as possible.
    #[must_use]
    pub fn minimise_maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Minimise(maximum(items))
    }

    /// Makes the least of `items` as great as possible.
    #[must_use]
    pub fn maximise_minimum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Maximise(minimum(items))
    }

    /// Makes the greatest of `items` as great as possible.
    #[must_use]
    pub fn maximise_maximum<E: Into<Expr>>(items: impl IntoIterator<Item = E>) -> Self {
        Self::Maximise(maximum(items))
    }

    /// Makes the least of `items` as small as possible.
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

    /// Returns whether `value` is better than `other`.
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

/// A puzzle as data.
///
/// The order of variables and constraints is the order in which they were added; everything that
/// is computed from a model depends on that order only. Two models are equal if they are written
/// the same, whichever parts of their expressions are shared.
#[derive(Clone, Debug, Default)]
pub struct Model {
    title: String,
    variables: IndexVec<VarId, Variable>,
    names: FxHashMap<String, VarId>,
    constraints: IndexVec<ConstraintId, Constraint>,
    goal: Option<Goal>,
    answer: Option<Vec<VarId>>,
}

impl Model {
    /// Returns a model without variables and constraints.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title that people see.
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
    /// Panics if there is a variable of that name, and if the range is no [`Domain`]; use
    /// [`Model::find`] and [`Model::add_variable`] for names and ranges that come from outside.
    pub fn int(&mut self, name: impl Into<String>, range: RangeInclusive<i64>) -> VarId {
        let name = name.into();
        let domain = Domain::from_range(range);
        let domain = domain.unwrap_or_else(|error| panic!("variable `{name}`: {error}"));
        self.add_variable(name, domain)
    }

    /// Adds a variable that is 0 or 1.
    ///
    /// # Panics
    ///
    /// Panics if there is a variable of that name.
    pub fn boolean(&mut self, name: impl Into<String>) -> VarId {
        self.int(name, 0..=1)
    }

    /// Adds a variable with the values of `domain`.
    ///
    /// # Panics
    ///
    /// Panics if there is a variable of that name.
    pub fn add_variable(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let name = name.into();
        let var = self.variables.push(Variable { name: name.clone(), domain });
        let earlier = self.names.insert(name, var);
        assert!(earlier.is_none(), "a second variable `{}`", self.variables[var].name);
        var
    }

    /// Returns the variable of that name, if there is one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.names.get(name).copied()
    }

    /// Demands that `condition` holds in every answer: that its value is 1.
    ///
    /// A number that may be other than 0 and 1 is hardly ever meant as a condition; see
    /// [`Model::check_conditions`].
    pub fn require(&mut self, name: impl Into<String>, condition: impl Into<Expr>) -> ConstraintId {
        self.constraints.push(Constraint { name: name.into(), condition: condition.into() })
    }

    /// Sets what makes one answer better than another; the last call counts.
    pub fn set_goal(&mut self, goal: Goal) {
        self.goal = Some(goal);
    }

    /// Sets the variables that make up an answer; the last call counts.
    ///
    /// Two assignments that agree on them are one answer: counting, enumerating and uniqueness are
    /// over these variables. Without a call they are all variables. A variable given twice counts
    /// once.
    pub fn set_answer_variables(&mut self, answer: impl IntoIterator<Item = VarId>) {
        let mut seen = FxHashSet::default();
        self.answer = Some(answer.into_iter().filter(|var| seen.insert(*var)).collect());
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

    /// Returns the goal, if there is one.
    #[must_use]
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Returns the variables that make up an answer.
    #[must_use]
    pub fn answer_variables(&self) -> Vec<VarId> {
        match &self.answer {
            Some(answer) => answer.clone(),
            None => self.variables.indices().collect(),
        }
    }

    /// Returns whether the answer variables were named rather than being all variables.
    #[must_use]
    pub fn has_answer_variables(&self) -> bool {
        self.answer.is_some()
    }

    /// Returns all expressions a reader of the model would see, in order: constraints, then goal.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let goal = self.goal.iter().map(Goal::objective);
        self.constraints.iter().map(|constraint| &constraint.condition).chain(goal)
    }
}

/// Compares all expressions in one pass, so that what several of them share is compared once.
impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        fn names(model: &Model) -> impl Iterator<Item = &str> {
            model.constraints.iter().map(|constraint| constraint.name.as_str())
        }
        let sense = |model: &Self| model.goal.as_ref().map(|goal| goal.is_better(0, 1));
        self.title == other.title
            && self.variables == other.variables
            && self.answer == other.answer
            && sense(self) == sense(other)
            && names(self).eq(names(other))
            && all_equal(self.expressions().zip(other.expressions()))
    }
}
