//! Repairs: the cheapest sets of constraints without which a model has a solution.
//!
//! Every repair has at least one constraint of each conflict. So the cheapest set that has one of
//! each conflict that is known costs no more than any repair: if the model has a solution without
//! it, it is a cheapest repair, and otherwise the rest of the model has another conflict.
//!
//! *Source*: Davies, Bacchus: "Solving MaxSAT by solving a sequence of simpler SAT instances", CP
//! 2011, for the sets that hit all conflicts.

use std::num::NonZeroU32;

use gordian_compile::Conflict;
use gordian_core::{Cancel, Limit, NoProgress, Outcome};
use gordian_model::{ConstraintId, Expr, Goal, Model, VarId, any_of, sum};
use rustc_hash::FxHashSet;

use crate::conflict;
use crate::error::SearchError;
use crate::model_solution::ModelSolution;
use crate::request::{Request, Task};
use crate::solve::solve;

/// A set of constraints without which a model has a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The names of the constraints, in the model's order.
    pub removed: Vec<String>,
    /// The sum of their costs; 0 if the model has a solution.
    pub cost: u64,
    /// A solution of the other constraints.
    pub solution: ModelSolution,
}

/// The cheapest repairs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repairs {
    /// Repairs of the least cost, which is proved.
    pub repairs: Vec<Repair>,
    /// It is proved that no repair costs less; `None` if it is proved that there is no repair,
    /// because constraints that must stay, or the domains of the variables, exclude each other.
    pub bound: Option<u64>,
    /// What ended the search before all cheapest repairs were known: [`Limit::Solutions`] after the
    /// number that was asked for.
    pub limit: Option<Limit>,
}

/// Finds the cheapest sets of constraints without which `model` has a solution, at most
/// `max_repairs` of them.
///
/// `cost` is the cost of a constraint by its name; constraints without a cost stay. Constraints
/// with the same name are one. The goal of the model is ignored.
pub(crate) fn repairs(
    model: &Model,
    cost: &dyn Fn(&str) -> Option<NonZeroU32>,
    max_repairs: Option<usize>,
    request: &Request,
    cancel: &Cancel,
) -> Result<Repairs, SearchError> {
    let cancel = cancel.within(request.time_limit);
    let request = Request { task: Task::First, time_limit: None, ..request.clone() };
    let mut hitting = HittingSets::new(model, cost);
    let mut found = Repairs { repairs: Vec::new(), bound: Some(0), limit: None };
    while found.limit.is_none() {
        let (removed, cost) = match hitting.cheapest(&request, &cancel)? {
            Cheapest::Set(removed, cost) => (removed, cost),
            // Every set has another repair, or nothing can be removed of a conflict.
            Cheapest::None => break,
            Cheapest::Stopped(limit) => {
                found.limit = Some(limit);
                break;
            }
        };
        if found.repairs.first().is_some_and(|first| cost > first.cost) {
            break;
        }
        found.bound = Some(cost);
        if max_repairs.is_some_and(|max| found.repairs.len() >= max) {
            found.limit = Some(Limit::Solutions);
            break;
        }
        let removed_names: Vec<String> =
            removed.iter().map(|&at| hitting.names[at].to_owned()).collect();
        let rest = conflict::part(model, |name| !removed_names.iter().any(|it| it == name));
        let stays = |name: &str| !hitting.names.contains(&name);
        match conflict::find_ids(&rest, &stays, &request, &cancel)? {
            Conflict::None => {
                let answer = solve(&rest, &request, &cancel, &NoProgress)?;
                match (answer.outcome, answer.solutions.into_iter().next()) {
                    (_, Some(solution)) => {
                        found.repairs.push(Repair { removed: removed_names, cost, solution });
                        hitting.excluded.push(removed);
                    }
                    (Outcome::Infeasible, None) => {
                        let engine = answer.engine;
                        return Err(SearchError::Unconfirmed { engine, other: "conflict" });
                    }
                    (_, None) => found.limit = answer.limit.or(Some(Limit::Time)),
                }
            }
            Conflict::Minimal(constraints) | Conflict::NotMinimal(constraints, _) => {
                if constraints.is_empty() {
                    found.bound = None;
                    break;
                }
                hitting.add_conflict(&rest, &constraints);
            }
            Conflict::Stopped(limit) => found.limit = Some(limit),
        }
    }
    Ok(found)
}

/// The cheapest set of constraints that has one of each conflict.
enum Cheapest {
    /// The places of the names, and the cost.
    Set(Vec<usize>, u64),
    /// No set has one of each conflict and is not excluded.
    None,
    Stopped(Limit),
}

/// Conflicts, and the sets of constraints that have one of each.
struct HittingSets<'m> {
    /// The names of the constraints that can be removed, in the model's order, and their costs.
    names: Vec<&'m str>,
    costs: Vec<NonZeroU32>,
    /// Conflicts, as places of names.
    conflicts: Vec<Vec<usize>>,
    /// Sets that are not wanted again.
    excluded: Vec<Vec<usize>>,
}

impl<'m> HittingSets<'m> {
    fn new(model: &'m Model, cost: &dyn Fn(&str) -> Option<NonZeroU32>) -> Self {
        let (mut names, mut costs) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        for constraint in model.constraints() {
            let name = constraint.name.as_str();
            if seen.insert(name)
                && let Some(cost) = cost(name)
            {
                names.push(name);
                costs.push(cost);
            }
        }
        Self { names, costs, conflicts: Vec::new(), excluded: Vec::new() }
    }

    fn add_conflict(&mut self, part: &Model, constraints: &[ConstraintId]) {
        let place = |name: &str| self.names.iter().position(|&it| it == name);
        let places = constraints.iter().filter_map(|&id| place(&part.constraints()[id].name));
        self.conflicts.push(places.collect());
    }

    fn cheapest(&self, request: &Request, cancel: &Cancel) -> Result<Cheapest, SearchError> {
        let mut model = Model::new();
        let is_removed: Vec<VarId> = model.booleans("removed", self.names.len());
        for conflict in &self.conflicts {
            model.require("conflict", any_of(conflict.iter().map(|&at| is_removed[at])));
        }
        for set in &self.excluded {
            model.require("excluded", any_of(set.iter().map(|&at| is_removed[at].eq(0))));
        }
        let costs = is_removed.iter().zip(&self.costs);
        let cost: Vec<Expr> = costs.map(|(&var, cost)| var * i64::from(cost.get())).collect();
        model.set_goal(Goal::minimise(sum(cost)));
        let request =
            Request { threads: request.threads, seed: request.seed, ..Request::default() };
        let answer = solve(&model, &request, cancel, &NoProgress)?;
        Ok(match (answer.outcome, answer.solutions.first()) {
            (Outcome::Optimal, Some(solution)) => {
                let places = (0..is_removed.len())
                    .filter(|&at| solution.value(is_removed[at]) == Some(1))
                    .collect();
                let cost = answer.objective.and_then(|cost| u64::try_from(cost).ok());
                Cheapest::Set(places, cost.expect("a sum of costs"))
            }
            (Outcome::Infeasible, _) => Cheapest::None,
            _ => Cheapest::Stopped(answer.limit.unwrap_or(Limit::Time)),
        })
    }
}
