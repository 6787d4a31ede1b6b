//! What the constraints of a model are about, and models of some of its constraints.

use std::cell::OnceCell;

use gordian_compile::{Fact, Probe};
use gordian_core::{Cancel, Index as _, IndexVec, Limit, Limits};
use gordian_model::{
    Constraint, ConstraintId, Domain, Expr, Model, NextSolution, Node, Search as _, VarId, any_of,
};
use gordian_puzzles::Solution;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::SolveError;
use crate::kind::Parts;

/// The largest number of values of a variable that can be excluded one by one.
const MAX_VALUES: u64 = 12;

/// The constraints of a model as groups with the same name, with the variables that they are about.
pub(crate) struct Structure<'a> {
    pub(crate) model: &'a Model,
    /// The name of each group.
    pub(crate) names: Vec<&'a str>,
    /// Whether a group says what auxiliary variables mean, and is no clue or rule.
    pub(crate) is_definition: Vec<bool>,
    /// The variables of each group, in order.
    pub(crate) variables: Vec<Vec<VarId>>,
    /// The groups that are about a variable, in order.
    pub(crate) users: IndexVec<VarId, Vec<usize>>,
    /// Whether facts about the variable can be told.
    pub(crate) is_told: IndexVec<VarId, bool>,
    /// The values that can be excluded one by one; none if such facts cannot be told.
    pub(crate) values: IndexVec<VarId, Vec<i64>>,
    /// Whether a variable is not part of solutions.
    is_auxiliary: IndexVec<VarId, bool>,
    constraints: Vec<Vec<ConstraintId>>,
    group_of: FxHashMap<&'a str, usize>,
    /// The model of each group with its definitions, when it is needed.
    parts: Vec<OnceCell<Model>>,
}

impl<'a> Structure<'a> {
    /// Returns the structure of the model of a puzzle. `parts` says which constraints are
    /// definitions, and which facts can be told; without it, only those about answer variables.
    pub(crate) fn new(
        model: &'a Model,
        parts: Option<&Parts<Solution>>,
        probe: &Probe<'a>,
    ) -> Self {
        // A constraint that always holds has no group.
        let names: Vec<&str> = probe.names().collect();
        let group_of: FxHashMap<&str, usize> =
            names.iter().enumerate().map(|(group, &name)| (name, group)).collect();
        let mut constraints: Vec<Vec<ConstraintId>> = vec![Vec::new(); names.len()];
        let mut found: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); names.len()];
        for (id, constraint) in model.constraints().iter_enumerated() {
            if let Some(&group) = group_of.get(constraint.name.as_str()) {
                constraints[group].push(id);
                add_variables(&constraint.condition, &mut found[group]);
            }
        }
        let mut users: IndexVec<VarId, Vec<usize>> =
            model.variables().iter().map(|_| Vec::new()).collect();
        let mut variables = Vec::with_capacity(names.len());
        for (group, found) in found.into_iter().enumerate() {
            let mut found: Vec<VarId> = found.into_iter().collect();
            found.sort_unstable();
            found.iter().for_each(|&var| users[var].push(group));
            variables.push(found);
        }
        let mut is_auxiliary: IndexVec<VarId, bool> =
            model.variables().iter().map(|_| true).collect();
        model.answer_variables().into_iter().for_each(|var| is_auxiliary[var] = false);
        let has_words = |var: VarId| parts.is_some_and(|it| it.words.contains_key(&var));
        let is_definition =
            |name: &str| parts.is_some_and(|parts| parts.definitions.contains(name));
        let is_told = is_auxiliary
            .iter_enumerated()
            .map(|(var, &is_auxiliary)| !is_auxiliary || has_words(var));
        let is_told = is_told.collect();
        let values = model.variables().iter_enumerated().map(|(var, variable)| {
            let domain = &variable.domain;
            match has_words(var) && (3..=MAX_VALUES).contains(&domain.size()) {
                true => domain.values().collect(),
                false => Vec::new(),
            }
        });
        Self {
            model,
            is_definition: names.iter().map(|&name| is_definition(name)).collect(),
            variables,
            users,
            is_told,
            values: values.collect(),
            is_auxiliary,
            constraints,
            group_of,
            parts: names.iter().map(|_| OnceCell::new()).collect(),
            names,
        }
    }

    /// Returns groups with the definitions of their auxiliary variables.
    pub(crate) fn with_definitions(&self, groups: &[usize]) -> Vec<usize> {
        let mut all: Vec<usize> = groups.to_vec();
        for &group in groups.iter().filter(|&&group| !self.is_definition[group]) {
            let auxiliary = self.variables[group].iter().filter(|&&var| self.is_auxiliary[var]);
            let users = auxiliary.flat_map(|&var| self.users[var].iter().copied());
            all.extend(users.filter(|&user| self.is_definition[user]));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the model of these groups alone.
    pub(crate) fn part(&self, groups: &[usize]) -> Model {
        let ids = groups.iter().flat_map(|&group| &self.constraints[group]);
        part_of(self.model, ids.map(|&id| &self.model.constraints()[id]), [])
    }

    /// Returns the model of a group with its definitions.
    pub(crate) fn part_of_group(&self, group: usize) -> &Model {
        self.parts[group].get_or_init(|| self.part(&self.with_definitions(&[group])))
    }

    /// Returns whether a variable is not part of solutions.
    pub(crate) fn is_auxiliary(&self, var: VarId) -> bool {
        self.is_auxiliary[var]
    }

    /// Returns the group with a name.
    pub(crate) fn group(&self, name: &str) -> usize {
        self.group_of[name]
    }

    /// Returns the variables of groups about which facts can be told.
    pub(crate) fn scope(&self, groups: &[usize]) -> Vec<VarId> {
        let all = groups.iter().flat_map(|&group| self.variables[group].iter().copied());
        let mut scope: Vec<VarId> = all.filter(|&var| self.is_told[var]).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }
}

/// Returns the model of some constraints. Variables that occur neither in them nor in `others` have
/// one value.
pub(crate) fn part_of<'m>(
    model: &Model,
    constraints: impl Iterator<Item = &'m Constraint>,
    others: impl IntoIterator<Item = VarId>,
) -> Model {
    let constraints: Vec<&Constraint> = constraints.collect();
    let mut used: FxHashSet<VarId> = others.into_iter().collect();
    constraints.iter().for_each(|it| add_variables(&it.condition, &mut used));
    let mut part = Model::new();
    for (var, variable) in model.variables().iter_enumerated() {
        let domain = match used.contains(&var) {
            true => variable.domain.clone(),
            false => Domain::from_values([variable.domain.min()]).expect("it is a valid value"),
        };
        part.add_variable(var.index().to_string(), domain);
    }
    let mut used: Vec<VarId> = used.into_iter().collect();
    used.sort_unstable();
    part.set_answer_variables(used);
    for constraint in constraints {
        part.require(constraint.name.clone(), constraint.condition.clone());
    }
    part
}

/// Whether propagators refute some constraints with some facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refuted {
    /// They have no solution.
    Yes,
    /// They have one.
    No,
    /// A limit was reached.
    Stopped(Limit),
}

/// Returns whether the constraints with these names and the known facts have no solution in which
/// one of the conclusions does not hold; without conclusions, whether they have no solution. The
/// propagators that decide it share nothing with the clauses of a [`Probe`].
///
/// # Errors
///
/// Fails if the constraints cannot be posted.
pub(crate) fn refute(
    model: &Model,
    names: &[String],
    known: &[Fact],
    conclusions: &[Fact],
    cancel: &Cancel,
) -> Result<Refuted, SolveError> {
    let options = gordian_propagate::Options { cancel: cancel.clone(), ..Default::default() };
    let names: FxHashSet<&str> = names.iter().map(String::as_str).collect();
    let constraints = model.constraints().iter();
    let constraints = constraints.filter(|it| names.contains(it.name.as_str()));
    let facts = known.iter().chain(conclusions);
    let mut part = part_of(model, constraints, facts.map(|fact| fact.var));
    for fact in known {
        part.require("known", condition(fact));
    }
    if !conclusions.is_empty() {
        let other = any_of(conclusions.iter().map(|fact| !condition(fact)));
        part.require("another conclusion", other);
    }
    let mut session = match gordian_propagate::Session::new(&part, &options) {
        Ok(session) => session,
        Err(error) => {
            let error = SolveError::from(error);
            return error.limit().map(Refuted::Stopped).ok_or(error);
        }
    };
    Ok(match session.next_solution(&Limits::until(cancel)) {
        NextSolution::Exhausted => Refuted::Yes,
        NextSolution::Stopped(limit) => Refuted::Stopped(limit),
        NextSolution::Solution(_) => Refuted::No,
    })
}

/// Returns a fact as a condition of a model.
fn condition(fact: &Fact) -> Expr {
    let Fact { var, value, is_equal } = *fact;
    if is_equal { var.eq(value) } else { var.ne(value) }
}

/// Adds the variables of an expression.
fn add_variables(expr: &Expr, into: &mut FxHashSet<VarId>) {
    let mut stack = vec![expr];
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    while let Some(expr) = stack.pop() {
        if expr.is_shared() && !seen.insert(expr.identity()) {
            continue;
        }
        if let Node::Var(var) = expr.node() {
            into.insert(*var);
        }
        stack.extend(expr.node().children());
    }
}
