//! The model: variables, constraints, a goal, and which variables are the answer.

use std::ops::RangeInclusive;

use gordian_core::{IndexVec, index};

use crate::{Domain, Expr, Node, maximum, minimum};

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
    pub fn better(&self, value: i64, other: i64) -> bool {
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
/// is computed from a model depends on that order only.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    title: String,
    variables: IndexVec<VarId, Variable>,
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
    /// Panics if the range is no [`Domain`]; use [`Model::add_variable`] for ranges that come from
    /// outside.
    pub fn int(&mut self, name: impl Into<String>, range: RangeInclusive<i64>) -> VarId {
        let name = name.into();
        let domain = Domain::from_range(range);
        let domain = domain.unwrap_or_else(|error| panic!("variable `{name}`: {error}"));
        self.add_variable(name, domain)
    }

    /// Adds a variable that is 0 or 1.
    pub fn boolean(&mut self, name: impl Into<String>) -> VarId {
        self.int(name, 0..=1)
    }

    /// Adds a variable with the values of `domain`.
    pub fn add_variable(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        self.variables.push(Variable { name: name.into(), domain })
    }

    /// Demands that `condition` holds in every answer.
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
    /// over these variables. Without a call they are all variables.
    pub fn set_answer(&mut self, answer: impl IntoIterator<Item = VarId>) {
        self.answer = Some(answer.into_iter().collect());
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
    pub fn answer(&self) -> Vec<VarId> {
        match &self.answer {
            Some(answer) => answer.clone(),
            None => self.variables.indices().collect(),
        }
    }

    /// Returns whether the answer variables were named rather than being all variables.
    #[must_use]
    pub fn names_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Returns all expressions a reader of the model would see, in order: constraints, then goal.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let goal = self.goal.iter().map(Goal::objective);
        self.constraints.iter().map(|constraint| &constraint.condition).chain(goal)
    }
}

/// Writes an expression as text with the model's names, for reports and messages.
///
/// Long lists are cut short: this is for people, not for reading back.
impl Model {
    /// Returns `expr` as a person would write it.
    #[must_use]
    pub fn show(&self, expr: &Expr) -> String {
        let mut text = String::new();
        self.write_expr(&mut text, expr, 0);
        text
    }

    /// Binding strength: 0 truth, 1 comparison, 2 sum, 3 product, 4 atoms.
    fn write_expr(&self, text: &mut String, expr: &Expr, strength: u8) {
        /// Longer texts say nothing to a person.
        const ENOUGH: usize = 160;
        if text.len() > ENOUGH {
            if !text.ends_with('…') {
                text.push('…');
            }
            return;
        }
        let mut infix = |own: u8, separator: &str, items: &[Expr], empty: &str| {
            if items.is_empty() {
                text.push_str(empty);
                return;
            }
            let brackets = own < strength;
            text.push_str(if brackets { "(" } else { "" });
            for (position, item) in items.iter().enumerate() {
                if position > 0 && !text.ends_with('…') {
                    text.push_str(separator);
                }
                self.write_expr(text, item, own + 1);
            }
            text.push_str(if brackets { ")" } else { "" });
        };
        match expr.node() {
            Node::Const(value) => text.push_str(&value.to_string()),
            Node::Var(var) => match self.variables.get(*var) {
                Some(variable) => text.push_str(&variable.name),
                None => text.push('?'),
            },
            Node::Add(items) => infix(2, " + ", items, "0"),
            Node::Mul(items) => infix(3, "·", items, "1"),
            Node::And(items) => infix(0, " and ", items, "true"),
            Node::Or(items) => infix(0, " or ", items, "false"),
            Node::Xor(items) => infix(0, " xor ", items, "false"),
            Node::Compare(how, a, b) => {
                infix(1, &format!(" {how} "), &[a.clone(), b.clone()], "");
            }
            Node::Implies(a, b) => infix(0, " implies ", &[a.clone(), b.clone()], ""),
            Node::Iff(a, b) => infix(0, " iff ", &[a.clone(), b.clone()], ""),
            Node::Div(a, b) => infix(3, " div ", &[a.clone(), b.clone()], ""),
            Node::Rem(a, b) => infix(3, " mod ", &[a.clone(), b.clone()], ""),
            Node::Pow(a, b) => infix(3, "^", &[a.clone(), b.clone()], ""),
            Node::Neg(a) => {
                text.push('-');
                self.write_expr(text, a, 4);
            }
            Node::Not(a) => {
                text.push_str("not ");
                self.write_expr(text, a, 4);
            }
            other => self.write_call(text, other),
        }
    }

    fn write_call(&self, text: &mut String, node: &Node) {
        let (name, last) = match node {
            Node::Factorial(_) => ("factorial", None),
            Node::Gcd(_) => ("gcd", None),
            Node::GreatestPowerDividing(_, base) => {
                ("greatest_power_dividing", Some(base.to_string()))
            }
            Node::GreatestPowerNotAbove(_, base) => {
                ("greatest_power_not_above", Some(base.to_string()))
            }
            Node::Abs(_) => ("abs", None),
            Node::Min(_) => ("min", None),
            Node::Max(_) => ("max", None),
            Node::If(..) => ("if", None),
            Node::Element(..) => ("element", None),
            Node::NthSmallest(_, place) => ("nth_smallest", Some(place.to_string())),
            Node::DistinctCount(_) => ("distinct_count", None),
            Node::AllDifferent(_) => ("all_different", None),
            Node::InSet(_, set) => ("in", Some(format!("{{{set}}}"))),
            Node::Table(_, rows) => ("table", Some(format!("{} rows", rows.len()))),
            Node::Sos1(_) => ("sos1", None),
            Node::Sos2(_) => ("sos2", None),
            _ => unreachable!("written by write_expr"),
        };
        text.push_str(name);
        text.push('(');
        for (position, child) in node.children().enumerate() {
            if position > 0 && !text.ends_with('…') {
                text.push_str(", ");
            }
            self.write_expr(text, child, 0);
        }
        if let Some(last) = last {
            text.push_str(", ");
            text.push_str(&last);
        }
        text.push(')');
    }
}
