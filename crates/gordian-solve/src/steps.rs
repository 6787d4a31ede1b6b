//! Explains the solution of a puzzle in steps, each from as few clues and rules as were found.
//!
//! A step names constraints of the model that, with what is known so far, force the next cells. Definitions of auxiliary
//! variables are always assumed. Steps from one clue or rule come first. When there is none, each open place has its
//! value forced by some minimal unsatisfiable set of constraints and known values; the smallest set that was found is the
//! next step, with everything else that it forces.
//!
//! *Source*: the step-wise explanation of constraint problems of Bogaerts, Gamba and Guns: "A framework for step-wise
//! explaining how to solve constraint satisfaction problems", Artificial Intelligence 300, 2021; and Espasa, Gent,
//! Hoffmann, Jefferson, Lynch: "Using small MUSes to explain how to solve pen and paper puzzles", 2021.

use gordian_backend::Limits;
use gordian_compile::{Probe, ProbeVerdict};
use gordian_core::{Cancel, Index as _, IndexVec, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Expr, Model, NextSolution, Node, VarId};
use gordian_puzzles::{Puzzle, Solution};
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kind::{self, Parts};
use crate::model_search::road::session_config;
use crate::solve::catalogue_model;
use crate::{Answer, Problem, Request, SolveError, Task, solve};

/// The number of sets of reasons that are made minimal for a step: those that are smallest before.
const MAX_SHRUNK: usize = 8;

/// A step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The names of the clues and rules from which the step follows.
    pub reasons: Vec<String>,
    /// What was known before and is used, as sentences.
    pub known: Vec<String>,
    /// What follows, as sentences.
    pub conclusions: Vec<String>,
    /// What is known after the step.
    pub part: Solution,
    /// The constraints and values of the model, for checks.
    pub proof: StepProof,
}

/// A step in terms of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepProof {
    /// The names of the constraints, definitions included.
    pub constraints: Vec<String>,
    /// The values that are used.
    pub known: Vec<(VarId, i64)>,
    /// The values that follow.
    pub conclusions: Vec<(VarId, i64)>,
}

/// An explanation of what is determined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The steps.
    pub steps: Vec<Step>,
    /// The limit that ended the explanation before everything was explained.
    pub limit: Option<Limit>,
}

/// The JSON form of an explanation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Steps")]
pub struct StepsDocument {
    /// The steps.
    pub steps: Vec<StepDocument>,
    /// Whether everything that is the same in all solutions is explained; otherwise a limit was reached before.
    pub complete: bool,
    /// `easy`, `medium`, `hard` or `expert`; null if the explanation is not complete.
    pub level: Option<String>,
    /// The largest number of clues and rules of a step.
    pub hardest: Option<usize>,
    /// The sum over all steps of n · (n + 1) / 2, for n clues and rules.
    pub score: Option<usize>,
}

/// The JSON form of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct StepDocument {
    /// The clues and rules from which the step follows.
    pub reasons: Vec<String>,
    /// What was known before and is used.
    pub known: Vec<String>,
    /// What follows.
    pub conclusions: Vec<String>,
    /// What is known after the step, in the form of solutions: `?` elsewhere.
    #[schemars(with = "Value")]
    pub part: Value,
}

/// How difficult a puzzle is, by the steps of its explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The largest number of clues and rules of a step.
    pub hardest: usize,
    /// The sum over all steps of n · (n + 1) / 2, for n clues and rules.
    pub score: usize,
}

/// A level of difficulty: the largest number of clues and rules of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// One.
    Easy,
    /// Two.
    Medium,
    /// Three.
    Hard,
    /// Four or more.
    Expert,
}

impl Level {
    /// Every level, from easy to expert.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Returns `easy`, `medium`, `hard` or `expert`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["easy", "medium", "hard", "expert"][self as usize]
    }
}

impl Difficulty {
    /// Returns the level.
    #[must_use]
    pub fn level(&self) -> Level {
        match self.hardest {
            0 | 1 => Level::Easy,
            2 => Level::Medium,
            3 => Level::Hard,
            _ => Level::Expert,
        }
    }
}

impl Steps {
    /// Returns an explanation that a limit ended before its first step.
    fn stopped(limit: Limit) -> Self {
        Self { steps: Vec::new(), limit: Some(limit) }
    }

    /// Returns the steps as text, and the difficulty.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (number, step) in (1..).zip(&self.steps) {
            out.push_str(&format!("step {number}: {}\n", step.conclusions.join("; ")));
            for reason in &step.reasons {
                out.push_str(&format!("  because {reason}\n"));
            }
            if !step.known.is_empty() {
                out.push_str(&format!("  known: {}\n", step.known.join("; ")));
            }
        }
        match (self.difficulty(), self.limit) {
            (Some(difficulty), _) => {
                let Difficulty { hardest, score } = difficulty;
                let level = difficulty.level().name();
                out.push_str(&format!(
                    "{} · {level} · at most {} in a step · score {score}\n",
                    counted(self.steps.len(), "step", "steps"),
                    counted(hardest, "clue or rule", "clues and rules"),
                ));
            }
            (None, Some(limit)) => {
                let n = counted(self.steps.len(), "step", "steps");
                out.push_str(&format!("{n}, not complete: stopped by {limit}\n"));
            }
            (None, None) => {}
        }
        out
    }

    /// Returns the JSON form.
    #[must_use]
    pub fn document(&self) -> StepsDocument {
        let difficulty = self.difficulty();
        let step = |step: &Step| StepDocument {
            reasons: step.reasons.clone(),
            known: step.known.clone(),
            conclusions: step.conclusions.clone(),
            part: step.part.to_json(),
        };
        StepsDocument {
            steps: self.steps.iter().map(step).collect(),
            complete: self.limit.is_none(),
            level: difficulty.map(|it| it.level().name().to_owned()),
            hardest: difficulty.map(|it| it.hardest),
            score: difficulty.map(|it| it.score),
        }
    }

    /// Returns the difficulty; `None` if the explanation is not complete.
    #[must_use]
    pub fn difficulty(&self) -> Option<Difficulty> {
        let sizes = || self.steps.iter().map(|step| step.reasons.len());
        self.limit.is_none().then(|| Difficulty {
            hardest: sizes().max().unwrap_or(0),
            score: sizes().map(|n| n * (n + 1) / 2).sum(),
        })
    }
}

/// Returns a number with its noun.
fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Returns whether puzzles of this kind are explained in steps: pencil puzzles, and Golden Waste.
#[must_use]
pub fn has_steps(puzzle: &Puzzle) -> bool {
    kind::of(puzzle).has_parts()
}

/// Explains what is the same in all solutions of a puzzle; `None` if it has no solution.
///
/// # Errors
///
/// Fails if the kind cannot be explained, or if the model cannot be compiled.
pub fn explain_steps(
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<Steps>, SolveError> {
    let request = Request { task: Task::Determined, confirm: false, ..request.clone() };
    let answer = solve(&Problem::Puzzle(puzzle.clone()), &request, cancel, progress)?;
    match (&answer.common, answer.limit) {
        (Some(common), _) if common.is_proved => {
            explain_values(puzzle, common.values.clone(), &request, cancel, progress).map(Some)
        }
        (_, Some(limit)) => Ok(Some(Steps::stopped(limit))),
        (_, None) => Ok(None),
    }
}

/// Explains as [`explain_steps`] does, from an answer: the puzzle is solved again only if what is the same in all solutions
/// does not follow from it.
///
/// # Errors
///
/// As [`explain_steps`].
pub(crate) fn explain_answer(
    puzzle: &Puzzle,
    answer: &Answer,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Option<Steps>, SolveError> {
    match (&answer.common, answer.limit) {
        (Some(common), _) if common.is_proved => {
            explain_values(puzzle, common.values.clone(), request, cancel, progress).map(Some)
        }
        _ if answer.outcome == Outcome::Infeasible => Ok(None),
        (Some(_), Some(limit)) => Ok(Some(Steps::stopped(limit))),
        (None, Some(limit)) if answer.solutions.is_empty() => Ok(Some(Steps::stopped(limit))),
        _ => explain_steps(puzzle, request, cancel, progress),
    }
}

/// Explains the values that are the same in all solutions.
fn explain_values(
    puzzle: &Puzzle,
    common: Vec<(VarId, i64)>,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Steps, SolveError> {
    progress.report(&ProgressEvent::Phase { name: "explaining" });
    let catalogue = match catalogue_model(puzzle, request, cancel, progress) {
        Ok(catalogue) => catalogue,
        Err(error) => return error.limit().map(Steps::stopped).ok_or(error),
    };
    let no_parts = SolveError::NoParts { kind: puzzle.kind().name() };
    let (model, parts) = (catalogue.model(), catalogue.parts().ok_or(no_parts)?);
    let config = session_config(&catalogue.rest_of(request), cancel);
    let probe = match Probe::new(model, &config).map_err(SolveError::from) {
        Ok(probe) => probe,
        Err(error) => return error.limit().map(Steps::stopped).ok_or(error),
    };
    let steps = Explainer::new(model, parts, probe, common, cancel).run(progress);
    check_steps(model, &steps, cancel)?;
    Ok(steps)
}

/// Establishes every step again by propagators, from its constraints and known values alone.
///
/// # Errors
///
/// [`SolveError::Unconfirmed`] if a step does not follow: a bug.
fn check_steps(model: &Model, steps: &Steps, cancel: &Cancel) -> Result<(), SolveError> {
    let options = gordian_propagate::Options { cancel: cancel.clone(), ..Default::default() };
    for Step { proof, .. } in &steps.steps {
        let names: FxHashSet<&str> = proof.constraints.iter().map(String::as_str).collect();
        let mut part = Model::new();
        for variable in model.variables() {
            part.add_variable(variable.name.clone(), variable.domain.clone());
        }
        for constraint in model.constraints().iter().filter(|it| names.contains(it.name.as_str())) {
            part.require(constraint.name.clone(), constraint.condition.clone());
        }
        for &(var, value) in &proof.known {
            part.require("known", var.eq(value));
        }
        let mut session = match gordian_propagate::Session::new(&part, &options) {
            Ok(session) => session,
            Err(error) => {
                let error = SolveError::from(error);
                return error.limit().map(|_| ()).ok_or(error);
            }
        };
        session.forbid_values(&proof.conclusions);
        match session.next_solution(cancel) {
            NextSolution::Exhausted => {}
            NextSolution::Stopped(_) => return Ok(()),
            NextSolution::Solution(_) => {
                return Err(SolveError::Unconfirmed {
                    engine: "explanation".to_owned(),
                    other: "lcg",
                });
            }
        }
    }
    Ok(())
}

struct Explainer<'a> {
    parts: &'a Parts<Solution>,
    probe: Probe<'a>,
    names: Vec<&'a str>,
    /// The groups of definitions, and the other groups.
    definitions: Vec<usize>,
    rules: Vec<usize>,
    /// The places that a group is about, and the groups about a place.
    scopes: Vec<Vec<VarId>>,
    users: IndexVec<VarId, Vec<usize>>,
    /// The value of each place that is not known yet.
    open: FxHashMap<VarId, i64>,
    known: Vec<(VarId, i64)>,
    /// Whether something about a group has become known since it was last tried.
    is_dirty: Vec<bool>,
    limits: Limits,
}

/// A limit that ended the work.
type Stopped<T> = Result<T, Limit>;

impl<'a> Explainer<'a> {
    fn new(
        model: &'a Model,
        parts: &'a Parts<Solution>,
        probe: Probe<'a>,
        values: Vec<(VarId, i64)>,
        cancel: &Cancel,
    ) -> Self {
        let names: Vec<&str> = probe.names().collect();
        let is_definition = |group: &usize| parts.definitions.contains(names[*group]);
        let (definitions, rules): (Vec<usize>, Vec<usize>) =
            (0..names.len()).partition(is_definition);
        let group_of: FxHashMap<&str, usize> =
            names.iter().enumerate().map(|(group, &name)| (name, group)).collect();
        let mut variables: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); names.len()];
        for constraint in model.constraints() {
            // A constraint that always holds has no group.
            if let Some(&group) = group_of.get(constraint.name.as_str()) {
                add_variables(&constraint.condition, &mut variables[group]);
            }
        }
        let places: FxHashSet<VarId> = model.answer_variables().into_iter().collect();
        // The places that a definition relates to each auxiliary variable.
        let mut related: FxHashMap<VarId, FxHashSet<VarId>> = FxHashMap::default();
        for &group in &definitions {
            let (own, auxiliary): (Vec<VarId>, Vec<VarId>) =
                variables[group].iter().partition(|var| places.contains(var));
            for var in auxiliary {
                related.entry(var).or_default().extend(own.iter().copied());
            }
        }
        let scope = |variables: &FxHashSet<VarId>| {
            let mut scope: FxHashSet<VarId> = FxHashSet::default();
            for var in variables {
                match places.contains(var) {
                    true => scope.extend([*var]),
                    false => scope.extend(related.get(var).into_iter().flatten().copied()),
                }
            }
            let mut scope: Vec<VarId> = scope.into_iter().collect();
            scope.sort_unstable();
            scope
        };
        let scopes: Vec<Vec<VarId>> = variables.iter().map(scope).collect();
        let mut users: IndexVec<VarId, Vec<usize>> =
            model.variables().iter().map(|_| Vec::new()).collect();
        for (group, scope) in scopes.iter().enumerate() {
            scope.iter().for_each(|&var| users[var].push(group));
        }
        Self {
            parts,
            probe,
            is_dirty: vec![true; names.len()],
            names,
            definitions,
            rules,
            scopes,
            users,
            open: values.into_iter().collect(),
            known: Vec::new(),
            limits: Limits::until(cancel),
        }
    }

    fn run(&mut self, progress: &dyn Progress) -> Steps {
        let mut steps: Vec<Step> = Vec::new();
        let total = self.open.len() as u64;
        while !self.open.is_empty() {
            match self.next_step() {
                // What follows from definitions alone is said by the step before it.
                Ok(step) if step.reasons.is_empty() && !steps.is_empty() => {
                    let last = steps.last_mut().expect("there is a step");
                    last.conclusions.extend(step.conclusions);
                    last.proof.known.extend(
                        step.proof
                            .known
                            .into_iter()
                            .filter(|value| !last.proof.conclusions.contains(value)),
                    );
                    last.proof.conclusions.extend(step.proof.conclusions);
                    last.part = step.part;
                }
                Ok(step) => steps.push(step),
                Err(limit) => return Steps { steps, limit: Some(limit) },
            }
            let done = total - self.open.len() as u64;
            progress.report(&ProgressEvent::Part { done, total });
        }
        Steps { steps, limit: None }
    }

    fn next_step(&mut self) -> Stopped<Step> {
        // Small clues and rules first: they are easiest to see.
        let mut order = self.rules.clone();
        order.retain(|&group| self.is_dirty[group]);
        order.sort_by_key(|&group| self.scopes[group].len());
        for group in order {
            let forced = self.forced_by(&[group], None)?;
            if !forced.values.is_empty() {
                return Ok(self.take(&[group], forced));
            }
            self.is_dirty[group] = false;
        }
        let (reasons, target) = self.smallest_reasons()?;
        let forced = self.forced_by(&reasons, Some(target))?;
        assert!(!forced.values.is_empty(), "the reasons force the target");
        Ok(self.take(&reasons, forced))
    }

    fn ask(
        &mut self,
        groups: &[usize],
        known: &[(VarId, i64)],
        excluded: Option<(VarId, i64)>,
    ) -> Stopped<ProbeVerdict> {
        let groups = [&self.definitions[..], groups].concat();
        match self.probe.ask(&groups, known, excluded, &self.limits) {
            ProbeVerdict::Stopped(limit) => Err(limit),
            verdict => Ok(verdict),
        }
    }

    /// Returns the open places whose values follow from groups and what is known: those that the groups are about, and
    /// `target`.
    fn forced_by(&mut self, groups: &[usize], target: Option<(VarId, i64)>) -> Stopped<Forced> {
        let known = self.known.clone();
        let mut candidates: Vec<(VarId, i64)> = target.into_iter().collect();
        for &group in groups {
            let open =
                self.scopes[group].iter().filter_map(|&var| Some((var, *self.open.get(&var)?)));
            candidates.extend(open);
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut forced = Forced::default();
        if candidates.is_empty() {
            return Ok(forced);
        }
        if let ProbeVerdict::Possible(values) = self.ask(groups, &known, None)? {
            candidates.retain(|&(var, value)| values[var.index()] == value);
        }
        while let Some((var, value)) = candidates.pop() {
            match self.ask(groups, &known, Some((var, value)))? {
                ProbeVerdict::Contradiction { known: used, .. } => {
                    forced.values.push((var, value));
                    forced.known.extend(used.into_iter().map(|index| known[index]));
                }
                ProbeVerdict::Possible(values) => {
                    candidates.retain(|&(var, value)| values[var.index()] == value);
                }
                ProbeVerdict::Stopped(limit) => return Err(limit),
            }
        }
        Ok(forced)
    }

    /// Returns the smallest set of groups that was found to force an open place, and that place with its value.
    fn smallest_reasons(&mut self) -> Stopped<(Vec<usize>, (VarId, i64))> {
        let known = self.known.clone();
        let mut open: Vec<(VarId, i64)> =
            self.open.iter().map(|(&var, &value)| (var, value)).collect();
        open.sort_unstable();
        let rules = self.rules.clone();
        let mut cores = Vec::with_capacity(open.len());
        for target in open {
            let ProbeVerdict::Contradiction { groups, .. } =
                self.ask(&rules, &known, Some(target))?
            else {
                unreachable!("all constraints force what is the same in all solutions")
            };
            cores.push((target, groups));
        }
        cores.sort_by_key(|(_, groups)| groups.len());
        let mut best: Option<(Vec<usize>, (VarId, i64))> = None;
        for (target, groups) in cores.into_iter().take(MAX_SHRUNK) {
            let limit = best.as_ref().map_or(usize::MAX, |(reasons, _)| reasons.len());
            if let Some(reasons) = self.minimal(groups, &known, target, limit)? {
                let is_pair = reasons.len() <= 2;
                best = Some((reasons, target));
                // One alone does not force anything.
                if is_pair {
                    break;
                }
            }
        }
        Ok(best.expect("there is an open place"))
    }

    /// Removes groups while the rest forces the target; `None` if at least `limit` are needed.
    fn minimal(
        &mut self,
        groups: Vec<usize>,
        known: &[(VarId, i64)],
        target: (VarId, i64),
        limit: usize,
    ) -> Stopped<Option<Vec<usize>>> {
        let mut rest: Vec<usize> =
            groups.into_iter().filter(|group| !self.definitions.contains(group)).collect();
        // Those about many places first: small ones are easier to see.
        rest.sort_by_key(|&group| std::cmp::Reverse(self.scopes[group].len()));
        let mut needed: Vec<usize> = Vec::new();
        while let Some(&candidate) = rest.iter().find(|group| !needed.contains(group)) {
            if needed.len() + 1 > limit {
                return Ok(None);
            }
            let without: Vec<usize> = rest.iter().copied().filter(|&it| it != candidate).collect();
            match self.ask(&without, known, Some(target))? {
                ProbeVerdict::Contradiction { groups, .. } => rest.retain(|it| groups.contains(it)),
                _ => needed.push(candidate),
            }
        }
        Ok((rest.len() < limit).then_some(rest))
    }

    /// Makes a step of what is forced.
    fn take(&mut self, groups: &[usize], forced: Forced) -> Step {
        let Forced { mut values, mut known } = forced;
        values.sort_unstable();
        known.sort_unstable();
        known.dedup();
        for &(var, value) in &values {
            self.open.remove(&var);
            self.known.push((var, value));
            for &group in &self.users[var] {
                self.is_dirty[group] = true;
            }
        }
        let names = |groups: &[usize]| -> Vec<String> {
            groups.iter().map(|&group| self.names[group].to_owned()).collect()
        };
        let describe = |values: &[(VarId, i64)]| -> Vec<String> {
            values.iter().map(|&(var, value)| (self.parts.describe)(var, value)).collect()
        };
        let all: FxHashMap<VarId, i64> = self.known.iter().copied().collect();
        Step {
            reasons: names(groups),
            known: describe(&known),
            conclusions: describe(&values),
            part: (self.parts.decoder)(&|var| all.get(&var).copied()),
            proof: StepProof {
                constraints: names(&[&self.definitions[..], groups].concat()),
                known,
                conclusions: values,
            },
        }
    }
}

/// Places that follow from groups, with the known values that were used.
#[derive(Debug, Default)]
struct Forced {
    values: Vec<(VarId, i64)>,
    known: Vec<(VarId, i64)>,
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
