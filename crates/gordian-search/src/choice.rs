//! The choice between clauses and propagators by the features of a model.

use std::fmt;
use std::num::NonZeroUsize;

use gordian_core::{Random, threads};
use gordian_model::{Domain, Expr, Model, Node, Strategy, VarId};
use rustc_hash::FxHashSet;

use crate::engine_search::{EngineKind, SearchPlan};
use crate::error::SearchError;
use crate::request::{DEFAULT_SAT_ENGINE, Engine, Request};

/// Clauses state arithmetic on domains up to this size.
const MAX_ENCODED_DOMAIN: u64 = 1000;
/// Clauses state sums of at least [`MIN_TERMS`] integers up to this number of values.
const MAX_ENCODED_SUM: u64 = 256;
/// Clauses count up to this number of conditions.
const MAX_ENCODED_COUNT: usize = 2000;
/// Sums of two terms are small tables.
const MIN_TERMS: usize = 3;

/// What is measured of a model for the choice.
///
/// The thresholds separate the models of `benches/results/2026-11-23-engines-amd-epyc.md`: magic
/// squares, knapsacks, rulers, schedules and tours are faster by propagators; grids, colourings,
/// Latin squares and puzzles of flags by clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    has_goal: bool,
    /// Whether the order of decisions, or values to try first, are given.
    has_order: bool,
    n_variables: usize,
    /// The size of the largest domain of a variable in arithmetic.
    largest_operand: u64,
    /// The number of values of the widest sum of at least [`MIN_TERMS`] integers that are not
    /// conditions.
    widest_sum: u64,
    /// The largest number of conditions in a sum.
    longest_count: usize,
    /// The number of circuits, tasks and machines.
    n_schedules: usize,
    /// Whether there are integers, and all of them are sizes of regions.
    has_only_sizes: bool,
}

/// A sum or product that is not an operand of another one.
#[derive(Clone, Copy, Debug, Default)]
struct Arithmetic {
    n_terms: usize,
    width: u64,
    n_conditions: usize,
}

impl Features {
    /// Measures a model. Cost: linear in its size.
    fn of(model: &Model) -> Self {
        let Strategy { phases, is_strict, hints } = model.strategy();
        let mut features = Self {
            has_goal: model.goal().is_some(),
            has_order: *is_strict && !(phases.is_empty() && hints.is_empty()),
            n_variables: model.variables().len(),
            ..Self::default()
        };
        let mut parts: Vec<Arithmetic> = Vec::new();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut size_variables: FxHashSet<VarId> = FxHashSet::default();
        // Expressions with the number of the part that they are an operand of.
        let mut stack: Vec<(&Expr, Option<usize>)> =
            model.constraints().iter().map(|constraint| (&constraint.condition, None)).collect();
        stack.extend(model.goal().map(|goal| (goal.objective(), None)));
        while let Some((expr, part)) = stack.pop() {
            if let Node::Var(var) = expr.node() {
                let domain = &model.variables()[*var].domain;
                if let Some(part) = part.map(|part| &mut parts[part]) {
                    if domain.is_boolean() {
                        part.n_conditions += 1;
                        continue;
                    }
                    part.n_terms += 1;
                    part.width = part.width.saturating_add(domain.size() - 1);
                    features.largest_operand = features.largest_operand.max(domain.size());
                }
                continue;
            }
            if let Some(part) = part.filter(|_| expr.node().is_boolean()) {
                parts[part].n_conditions += 1;
            }
            if expr.is_shared() && !seen.insert(expr.identity()) {
                continue;
            }
            let part = match expr.node() {
                Node::Add(_)
                | Node::Mul(_)
                | Node::Neg(_)
                | Node::Div(..)
                | Node::Rem(..)
                | Node::Pow(..) => part.or_else(|| {
                    parts.push(Arithmetic::default());
                    Some(parts.len() - 1)
                }),
                Node::Circuit(_)
                | Node::Subcircuit(_)
                | Node::Cumulative { .. }
                | Node::Disjunctive { .. } => {
                    features.n_schedules += 1;
                    None
                }
                Node::Regions(_, _, sizes) => {
                    size_variables.extend(sizes.iter().filter_map(|size| match size.node() {
                        Node::Var(var) => Some(*var),
                        _ => None,
                    }));
                    None
                }
                // The branches are terms of the sum around it.
                Node::If(..) => part,
                _ => None,
            };
            stack.extend(expr.node().children().map(|child| (child, part)));
        }
        let integers = || {
            let variables = model.variables().iter_enumerated();
            let is_integer = |domain: &Domain| !domain.is_boolean() && domain.size() > 1;
            variables.filter(move |(_, it)| is_integer(&it.domain)).map(|(var, _)| var)
        };
        features.has_only_sizes =
            integers().next().is_some() && integers().all(|var| size_variables.contains(&var));
        features.longest_count =
            parts.iter().map(|part| part.n_conditions).max().unwrap_or_default();
        let sums = parts.iter().filter(|part| part.n_terms >= MIN_TERMS);
        features.widest_sum = sums.map(|part| part.width.saturating_add(1)).max().unwrap_or(0);
        features
    }

    /// Returns whether propagators come first, and why.
    fn prefers_propagators(&self) -> (bool, &'static str) {
        if self.has_goal {
            (true, "the model has a goal")
        } else if self.has_order {
            (true, "the order of decisions or of values is given")
        } else if self.n_schedules > 0 {
            (true, "the model has circuits, tasks or machines")
        } else if self.largest_operand > MAX_ENCODED_DOMAIN {
            (true, "it has arithmetic on large domains")
        } else if self.widest_sum > MAX_ENCODED_SUM {
            (true, "it has wide sums of integers")
        } else if self.longest_count > MAX_ENCODED_COUNT {
            (true, "it counts many conditions")
        } else if self.has_only_sizes {
            (true, "its integers are sizes of regions")
        } else {
            (false, "there is no goal, and domains and sums are small")
        }
    }
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_variables, largest_operand, widest_sum, longest_count, n_schedules, .. } =
            self;
        write!(
            f,
            "{n_variables} variables, largest domain in arithmetic {largest_operand}, widest sum of integers \
             {widest_sum}, longest sum of conditions {longest_count}, {n_schedules} circuits, tasks or machines"
        )
    }
}

/// The searches that answer a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The plans of the searches; the first leads.
    pub plans: Vec<SearchPlan>,
    /// Whether they run at the same time, not in turns.
    pub is_parallel: bool,
    /// The reason, for the report.
    pub reason: String,
}

impl Choice {
    /// Chooses the searches for a model.
    ///
    /// # Errors
    ///
    /// [`SearchError::NoProof`] if propagators would take part in a request with a proof.
    pub fn new<O>(model: &Model, request: &Request<O>) -> Result<Self, SearchError> {
        let Request { engine, seed, .. } = *request;
        let threads = NonZeroUsize::new(threads::usable(request.threads.get()));
        let threads = threads.unwrap_or(NonZeroUsize::MIN);
        let clauses = |kind, threads| SearchPlan { kind: EngineKind::Clauses(kind), threads, seed };
        let alone = |kind: Option<_>, reason: &str| Self {
            plans: vec![clauses(kind.unwrap_or(DEFAULT_SAT_ENGINE), threads)],
            is_parallel: false,
            reason: reason.to_owned(),
        };
        let requested = "as requested";
        match engine {
            Engine::Lcg | Engine::Portfolio if request.keep_formula => {
                return Err(SearchError::NoProof { engine: engine.name() });
            }
            Engine::Sat(kind) => return Ok(alone(Some(kind), requested)),
            Engine::Lcg => {
                let plans = propagators(threads.get(), seed).collect();
                let is_parallel = threads.get() > 1;
                return Ok(Self { plans, is_parallel, reason: requested.to_owned() });
            }
            _ if request.keep_formula => {
                return Ok(alone(None, "proofs are about clauses"));
            }
            Engine::Auto | Engine::Search | Engine::Model | Engine::Portfolio => {}
        }
        let features = Features::of(model);
        let (propagators_first, why) = features.prefers_propagators();
        // Where no threads can be started, a portfolio has its searches in turns.
        let is_parallel = threads::CAN_SPAWN && (engine == Engine::Portfolio || threads.get() > 1);
        // A portfolio has both roads.
        let threads = if is_parallel { threads.get().max(2) } else { 2 };
        // Learnt clauses of a SAT solver are worth most without a goal.
        let n_sat = if features.has_goal { 1 } else { threads.div_ceil(2) };
        let sat_threads = NonZeroUsize::new(n_sat).unwrap_or(NonZeroUsize::MIN);
        let mut plans = vec![clauses(DEFAULT_SAT_ENGINE, sat_threads)];
        plans.extend(propagators(threads - n_sat, seed));
        if propagators_first {
            plans.rotate_left(1);
        }
        let first = if propagators_first { "propagators" } else { "clauses" };
        let reason = format!("{first} first: {why} ({features})");
        Ok(Self { plans, is_parallel, reason })
    }
}

/// Returns plans of `n` searches by propagators, the first with the seed of the request.
fn propagators(n: usize, seed: u64) -> impl Iterator<Item = SearchPlan> {
    let mut seeds = Random::new(seed);
    (0..n).map(move |number| SearchPlan {
        kind: EngineKind::Propagators,
        threads: NonZeroUsize::MIN,
        seed: if number == 0 { seed } else { seeds.bits() },
    })
}
