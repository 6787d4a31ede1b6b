//! The search for steps.
//!
//! Every clue and rule has a small model of its own, with the definitions of its auxiliary
//! variables, so that what follows from one of them alone costs little. The model of all of them is
//! asked only when there is no such step: for a set of clues and rules that forces a place, which
//! is then made minimal in a small model of these.

use std::collections::VecDeque;

use gordian_backend::Limits;
use gordian_compile::{Config, Fact, Probe, ProbeVerdict};
use gordian_core::{Cancel, Index as _, IndexVec, Limit, Progress, ProgressEvent};
use gordian_model::VarId;
use gordian_puzzles::Solution;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Step, StepProof, Steps};
use crate::SolveError;
use crate::kind::Parts;
use crate::structure::Structure;

/// The number of sets of reasons that are made minimal for a step: those that are smallest before.
const MAX_SHRUNK: usize = 12;
/// A set of more reasons is not made minimal if another one is known.
const LARGE_CORE: usize = 25;
/// The number of facts after which three reasons are few enough.
const FEW_TARGETS: usize = 25;
/// The conflicts with which reasons are searched at first: what takes more is no easy step.
const FIRST_CONFLICTS: u64 = 50;
/// The conflicts after which a fact does not count as one that follows from one clue or rule.
const MAX_CONFLICTS: u64 = 50;
/// The conflicts after which a step says everything that is known about its clues and rules, not
/// what it uses of it.
const MAX_EXPLANATION_CONFLICTS: u64 = 20_000;
/// The number of solutions by which facts are excluded until a group is left for later.
const MAX_ASKS: u64 = 40;
/// The least number of facts that become known before a group that takes long is tried again.
const MIN_PAUSE: usize = 12;
/// The number of solutions of each group that are kept.
const MAX_SAMPLES: usize = 24;
/// The number of models of groups that are kept. Each reserves 4 MiB for its clauses, however few
/// they are, and processes of requests may not reserve more than a limit.
const MAX_LOCALS: usize = 64;
/// The number of facts for which sets of reasons are searched for a step.
const MAX_TARGETS: usize = 150;

pub(super) struct Explainer<'a> {
    structure: &'a Structure<'a>,
    parts: &'a Parts<Solution>,
    config: &'a Config,
    /// The model of everything.
    whole: Probe<'a>,
    /// The models of the groups that were needed, up to [`MAX_LOCALS`].
    locals: Vec<Option<Local<'a>>>,
    /// The groups: definitions first, then those about few variables.
    order: Vec<usize>,
    /// Solutions of the whole model: what does not hold in one of them does not follow.
    samples: Vec<Vec<i64>>,
    /// The places that are the same in all solutions and are not known yet.
    open: FxHashMap<VarId, i64>,
    values: IndexVec<VarId, Option<i64>>,
    excluded: IndexVec<VarId, Vec<i64>>,
    /// Whether something about a group has become known since it was last tried.
    is_dirty: Vec<bool>,
    /// After how many facts a group is tried again whose last trial took long, and that number of
    /// known facts.
    pauses: Vec<usize>,
    retry_at: Vec<usize>,
    /// The number of facts that were known when one about the group became known.
    touched: Vec<usize>,
    n_known: usize,
    /// The number of facts that were known before each known fact.
    since: FxHashMap<Fact, usize>,
    cores: FxHashMap<Fact, Core>,
    limits: Limits,
    /// The end of the work on steps that were found, later than that of the search for them.
    finish: Cancel,
}

/// The model of some groups.
struct Local<'a> {
    probe: Probe<'a>,
    groups: Vec<usize>,
    /// The variables about which facts can be told, in order.
    scope: Vec<VarId>,
    /// The values of these variables in the last solutions.
    samples: VecDeque<Vec<i64>>,
    /// Whether the last search for what follows ended early.
    gave_up: bool,
}

/// A set of groups that forces a fact.
#[derive(Clone)]
struct Core {
    groups: Vec<usize>,
    is_minimal: bool,
    /// The number of facts that were known.
    n_known: usize,
}

/// What follows from groups together.
struct Part {
    groups: Vec<usize>,
    forced: Vec<Fact>,
    /// The number of facts that were known before.
    n_known: usize,
}

/// A step, with what follows from definitions after it.
struct RawStep {
    reasons: Vec<usize>,
    parts: Vec<Part>,
}

/// A fact with the known facts that it follows from.
struct Explained {
    fact: Fact,
    known: Vec<Fact>,
}

/// Why the work ended.
enum Halt {
    Limit(Limit),
    Error(SolveError),
}

/// Returns how many conflicts, and how many solutions, are spent on a model with this many
/// variables: each takes longer the more variables there are.
fn effort(n_variables: usize) -> u64 {
    (600 / (n_variables as u64 + 1)).max(5)
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        error.limit().map_or(Self::Error(error), Self::Limit)
    }
}

impl<'a> Local<'a> {
    fn new(
        structure: &Structure<'_>,
        groups: &[usize],
        model: &'a gordian_model::Model,
        config: &Config,
    ) -> Result<Self, Halt> {
        let probe = Probe::new(model, config).map_err(SolveError::from)?;
        let groups_of_probe = probe.names().map(|name| structure.group(name)).collect();
        Ok(Self {
            probe,
            groups: groups_of_probe,
            scope: structure.scope(groups),
            samples: VecDeque::new(),
            gave_up: false,
        })
    }

    fn ask(
        &mut self,
        groups: &[usize],
        known: &[Fact],
        refuted: Option<Fact>,
        limits: &Limits,
    ) -> Result<ProbeVerdict, Halt> {
        match self.probe.ask(groups, known, refuted, limits) {
            ProbeVerdict::Stopped(limit) if limit != Limit::Effort => Err(Halt::Limit(limit)),
            verdict => Ok(verdict),
        }
    }

    /// Returns which of the candidates follow from all groups and what is known. Those that take
    /// more conflicts than the limits allow are left out.
    fn forced(
        &mut self,
        known: &[Fact],
        mut candidates: Vec<Fact>,
        limits: &Limits,
    ) -> Result<Vec<Fact>, Halt> {
        let scope = &self.scope;
        let holds = |fact: &Fact, sample: &Vec<i64>| {
            let place = scope.binary_search(&fact.var).expect("facts are about the scope");
            (sample[place] == fact.value) == fact.is_equal
        };
        // What did not follow with less known may follow now, except where a known solution is
        // still one.
        self.samples.retain(|sample| known.iter().all(|fact| holds(fact, sample)));
        candidates.retain(|fact| self.samples.iter().all(|sample| holds(fact, sample)));
        let all: Vec<usize> = (0..self.groups.len()).collect();
        let mut forced = Vec::new();
        let max_asks = MAX_ASKS.min(effort(self.scope.len()));
        let mut n_asks = 0_u64;
        self.gave_up = false;
        while !candidates.is_empty() {
            n_asks += 1;
            if n_asks > max_asks && limits.conflicts.is_some() {
                self.gave_up = true;
                break;
            }
            match self.probe.ask_any(&all, known, &candidates, limits) {
                ProbeVerdict::Contradiction { .. } => forced.append(&mut candidates),
                ProbeVerdict::Possible(values) => {
                    candidates.retain(|fact| fact.holds(&values));
                    let sample = self.scope.iter().map(|var| values[var.index()]).collect();
                    self.samples.push_back(sample);
                    if self.samples.len() > MAX_SAMPLES {
                        self.samples.pop_front();
                    }
                }
                // Some of them take long: one value alone may not.
                ProbeVerdict::Stopped(Limit::Effort) => {
                    self.gave_up = true;
                    let values = std::mem::take(&mut candidates).into_iter();
                    for fact in values.filter(|it| it.is_equal) {
                        match self.ask(&all, known, Some(fact), limits)? {
                            ProbeVerdict::Contradiction { .. } => forced.push(fact),
                            ProbeVerdict::Possible(_) => {}
                            ProbeVerdict::Stopped(_) => break,
                        }
                    }
                }
                ProbeVerdict::Stopped(limit) => return Err(Halt::Limit(limit)),
            }
        }
        // With a value, nothing need be said about others.
        let equal: FxHashSet<VarId> =
            forced.iter().filter(|it| it.is_equal).map(|it| it.var).collect();
        forced.retain(|it| it.is_equal || !equal.contains(&it.var));
        Ok(forced)
    }
}

impl<'a> Explainer<'a> {
    pub(super) fn new(
        structure: &'a Structure<'a>,
        parts: &'a Parts<Solution>,
        config: &'a Config,
        whole: Probe<'a>,
        common: Vec<(VarId, i64)>,
        search: &Cancel,
        finish: &Cancel,
    ) -> Self {
        let n = structure.names.len();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&group| {
            (!structure.is_definition[group], structure.variables[group].len())
        });
        let variables = structure.model.variables();
        let constant = |(var, variable): (VarId, &gordian_model::Variable)| {
            let is_constant = structure.is_auxiliary(var) && variable.domain.size() == 1;
            is_constant.then(|| variable.domain.min())
        };
        Self {
            structure,
            parts,
            config,
            whole,
            locals: (0..n).map(|_| None).collect(),
            order,
            samples: Vec::new(),
            open: common.into_iter().collect(),
            values: variables.iter_enumerated().map(constant).collect(),
            excluded: variables.iter().map(|_| Vec::new()).collect(),
            is_dirty: vec![true; n],
            pauses: vec![0; n],
            retry_at: vec![0; n],
            touched: vec![0; n],
            n_known: 0,
            since: FxHashMap::default(),
            cores: FxHashMap::default(),
            limits: Limits::until(search),
            finish: finish.clone(),
        }
    }

    pub(super) fn run(mut self, progress: &dyn Progress) -> Result<Steps, SolveError> {
        let mut steps: Vec<RawStep> = Vec::new();
        let limit = match self.find_steps(&mut steps, progress) {
            Ok(()) => None,
            Err(Halt::Limit(limit)) => Some(limit),
            Err(Halt::Error(error)) => return Err(error),
        };
        match self.finish(steps) {
            Ok(steps) => Ok(Steps { steps, limit }),
            Err(Halt::Limit(limit)) => Ok(Steps::stopped(limit)),
            Err(Halt::Error(error)) => Err(error),
        }
    }

    fn find_steps(
        &mut self,
        steps: &mut Vec<RawStep>,
        progress: &dyn Progress,
    ) -> Result<(), Halt> {
        let total = self.open.len() as u64;
        self.add_samples()?;
        while !self.open.is_empty() {
            let step = self.next_step()?;
            self.take(&step);
            match steps.last_mut() {
                // What follows from definitions alone is said by the step before it.
                Some(last) if step.reasons.is_empty() => {
                    last.parts.extend(step.parts);
                }
                _ => steps.push(step),
            }
            let done = total - self.open.len() as u64;
            progress.report(&ProgressEvent::Part { done, total });
        }
        Ok(())
    }

    /// Finds solutions that differ wherever solutions differ in a place.
    fn add_samples(&mut self) -> Result<(), Halt> {
        let all: Vec<usize> = (0..self.structure.names.len()).collect();
        let verdict = self.ask_whole(&all, &[], None)?;
        self.add_sample(verdict);
        for var in self.structure.model.answer_variables() {
            if self.open.contains_key(&var) {
                continue;
            }
            if let Some(value) = self.agreed(var) {
                let verdict = self.ask_whole(&all, &[], Some(Fact::equal(var, value)))?;
                self.add_sample(verdict);
            }
        }
        Ok(())
    }

    fn add_sample(&mut self, verdict: ProbeVerdict) {
        if let ProbeVerdict::Possible(values) = verdict {
            self.samples.push(values);
        }
    }

    /// Returns the value of a variable in all samples, if it is the same.
    fn agreed(&self, var: VarId) -> Option<i64> {
        let value = self.samples.first()?[var.index()];
        self.samples.iter().all(|sample| sample[var.index()] == value).then_some(value)
    }

    fn ask_whole(
        &mut self,
        groups: &[usize],
        known: &[Fact],
        refuted: Option<Fact>,
    ) -> Result<ProbeVerdict, Halt> {
        match self.whole.ask(groups, known, refuted, &self.limits) {
            ProbeVerdict::Stopped(limit) => Err(Halt::Limit(limit)),
            verdict => Ok(verdict),
        }
    }

    fn next_step(&mut self) -> Result<RawStep, Halt> {
        // Small clues and rules first: they are easiest to see.
        for index in 0..self.order.len() {
            let group = self.order[index];
            if !self.is_dirty[group] || self.n_known < self.retry_at[group] {
                continue;
            }
            self.is_dirty[group] = false;
            let Some(mut local) = self.local(group)? else { continue };
            let known = self.known(&local.scope);
            let candidates = self.candidates(&local.scope);
            let mut forced = local.forced(&known, candidates, &self.short(local.scope.len()))?;
            self.add_last_values(&mut forced);
            let groups = local.groups.clone();
            if local.gave_up && forced.is_empty() {
                self.pauses[group] = (2 * self.pauses[group]).max(MIN_PAUSE);
                self.retry_at[group] = self.n_known + self.pauses[group];
            }
            if self.locals.iter().flatten().count() < MAX_LOCALS {
                self.locals[group] = Some(local);
            }
            if !forced.is_empty() {
                let is_definition = self.structure.is_definition[group];
                let reasons = if is_definition { Vec::new() } else { vec![group] };
                let parts = vec![Part { groups, forced, n_known: self.n_known }];
                return Ok(RawStep { reasons, parts });
            }
        }
        self.hard_step()
    }

    /// Returns limits for facts that follow from one group: what takes long is no easy step.
    fn short(&self, n_variables: usize) -> Limits {
        Limits { conflicts: Some(MAX_CONFLICTS.min(effort(n_variables))), ..self.limits.clone() }
    }

    /// Takes the model of a group; `None` if everything about the group is known.
    fn local(&mut self, group: usize) -> Result<Option<Local<'a>>, Halt> {
        if let Some(local) = self.locals[group].take() {
            return Ok(Some(local));
        }
        let groups = self.structure.with_definitions(&[group]);
        let is_open = |var: &VarId| self.values[*var].is_none();
        if !self.structure.scope(&groups).iter().any(is_open) {
            return Ok(None);
        }
        let model = self.structure.part_of_group(group);
        Local::new(self.structure, &groups, model, self.config).map(Some)
    }

    /// Returns what is known about some variables.
    fn known(&self, scope: &[VarId]) -> Vec<Fact> {
        let mut known = Vec::new();
        for &var in scope {
            match self.values[var] {
                Some(value) => known.push(Fact::equal(var, value)),
                None => {
                    known.extend(
                        self.excluded[var].iter().map(|&value| Fact::different(var, value)),
                    );
                }
            }
        }
        known
    }

    /// Returns what may follow about some variables.
    fn candidates(&self, scope: &[VarId]) -> Vec<Fact> {
        let mut candidates = Vec::new();
        for &var in scope.iter().filter(|&&var| self.values[var].is_none()) {
            candidates.extend(self.agreed(var).map(|value| Fact::equal(var, value)));
            let exclusions =
                self.structure.values[var].iter().map(|&value| Fact::different(var, value));
            let exclusions = exclusions.filter(|fact| !self.excluded[var].contains(&fact.value));
            candidates
                .extend(exclusions.filter(|it| self.samples.iter().all(|sample| it.holds(sample))));
        }
        candidates
    }

    /// Returns the step with the smallest set of groups that was found to force an open place.
    fn hard_step(&mut self) -> Result<RawStep, Halt> {
        let is_open = |group: &usize| {
            let variables = self.structure.variables[*group].iter();
            variables.copied().any(|var| self.values[var].is_none())
        };
        let live: Vec<usize> = (0..self.structure.names.len()).filter(is_open).collect();
        let scope = self.structure.scope(&live);
        let known = self.known(&scope);
        let mut targets = self.targets(&scope);
        let mut conflicts = FIRST_CONFLICTS;
        while !targets.is_empty() {
            let limits = Limits { conflicts: Some(conflicts), ..self.limits.clone() };
            if let Some(target) = self.smallest(&targets, &live, &known, &limits)? {
                let reasons = self.cores[&target].groups.clone();
                if let Some(step) = self.step_from(reasons, target)? {
                    return Ok(step);
                }
                self.cores.remove(&target);
                targets.retain(|it| *it != target);
            } else {
                conflicts = conflicts.saturating_mul(10);
            }
        }
        Err(Halt::Limit(Limit::Effort))
    }

    /// Returns the fact with the smallest set of groups that was found to force one of them; `None`
    /// if none was found within the limits.
    fn smallest(
        &mut self,
        targets: &[Fact],
        live: &[usize],
        known: &[Fact],
        limits: &Limits,
    ) -> Result<Option<Fact>, Halt> {
        let mut smallest: Option<(usize, Fact)> = None;
        let (mut n_tried, mut n_shrunk) = (0, 0);
        for &target in targets {
            let limit = smallest.map_or(usize::MAX, |(n, _)| n);
            // Small enough, or nothing smaller among many. One alone does not force anything.
            if limit <= 2 || limit <= 3 && n_tried >= FEW_TARGETS || n_shrunk >= MAX_SHRUNK {
                break;
            }
            n_tried += 1;
            if !self.is_current(target) {
                match self.whole.ask(live, known, Some(target), limits) {
                    ProbeVerdict::Contradiction { groups, .. } => {
                        let groups = self.rules(&groups);
                        let core = Core { groups, is_minimal: false, n_known: self.n_known };
                        self.cores.insert(target, core);
                    }
                    ProbeVerdict::Possible(values) => {
                        self.samples.push(values);
                        continue;
                    }
                    ProbeVerdict::Stopped(Limit::Effort) => continue,
                    ProbeVerdict::Stopped(limit) => return Err(Halt::Limit(limit)),
                }
            }
            let Core { groups, is_minimal, .. } = self.cores[&target].clone();
            if !is_minimal {
                if smallest.is_some() && groups.len() > LARGE_CORE {
                    continue;
                }
                n_shrunk += 1;
                let Some(groups) = self.minimal(&groups, target, limit)? else { continue };
                let core = Core { groups, is_minimal: true, n_known: self.n_known };
                self.cores.insert(target, core);
            }
            let n = self.cores[&target].groups.len();
            if n < limit {
                smallest = Some((n, target));
            }
        }
        Ok(smallest.map(|(_, target)| target))
    }

    /// Returns facts that may follow, those about clues and rules with something new first.
    fn targets(&self, scope: &[VarId]) -> Vec<Fact> {
        let mut targets: Vec<Fact> = self.candidates(scope);
        targets.retain(|it| self.open.contains_key(&it.var) || self.structure.is_auxiliary(it.var));
        let newest = |var: VarId| {
            self.structure.users[var].iter().map(|&group| self.touched[group]).max().unwrap_or(0)
        };
        targets.sort_by_key(|it| {
            let is_place = self.open.contains_key(&it.var) && it.is_equal;
            let size = self.cores.get(it).map_or(usize::MAX, |core| core.groups.len());
            (!is_place, size, std::cmp::Reverse(newest(it.var)), *it)
        });
        // All places, of which at least one follows.
        let n_places =
            targets.iter().take_while(|it| self.open.contains_key(&it.var) && it.is_equal).count();
        targets.truncate(n_places.max(MAX_TARGETS));
        targets
    }

    /// Returns whether nothing has become known beside a fact since its reasons were found.
    fn is_current(&self, target: Fact) -> bool {
        let Some(core) = self.cores.get(&target) else { return false };
        self.structure.users[target.var].iter().all(|&group| self.touched[group] <= core.n_known)
    }

    /// Returns those of some groups that are no definitions.
    fn rules(&self, groups: &[usize]) -> Vec<usize> {
        groups.iter().copied().filter(|&group| !self.structure.is_definition[group]).collect()
    }

    /// Removes groups while the rest forces the target; `None` if at least `limit` are needed.
    fn minimal(
        &mut self,
        groups: &[usize],
        target: Fact,
        limit: usize,
    ) -> Result<Option<Vec<usize>>, Halt> {
        let (all, is_enough) = self.groups_for(groups, target)?;
        if !is_enough {
            return Ok(None);
        }
        let model = self.structure.part(&all);
        let mut local = Local::new(self.structure, &all, &model, self.config)?;
        let known = self.known(&local.scope);
        let is_rule = |it: &usize| !self.structure.is_definition[local.groups[*it]];
        let (mut rest, definitions): (Vec<usize>, Vec<usize>) =
            (0..local.groups.len()).partition(is_rule);
        // Those about many places first: small ones are easier to see.
        rest.sort_by_key(|&it| std::cmp::Reverse(self.structure.variables[local.groups[it]].len()));
        let mut needed: Vec<usize> = Vec::new();
        while let Some(&candidate) = rest.iter().find(|group| !needed.contains(group)) {
            if needed.len() + 1 > limit {
                return Ok(None);
            }
            let mut without: Vec<usize> =
                rest.iter().copied().filter(|&it| it != candidate).collect();
            without.extend(&definitions);
            match local.ask(&without, &known, Some(target), &self.limits)? {
                ProbeVerdict::Contradiction { groups, .. } => rest.retain(|it| groups.contains(it)),
                _ => needed.push(candidate),
            }
        }
        let reasons = rest.into_iter().map(|it| local.groups[it]).collect::<Vec<_>>();
        Ok((reasons.len() < limit).then_some(reasons))
    }

    /// Returns groups with the definitions that are needed to force a fact, and whether they force
    /// it.
    fn groups_for(&mut self, groups: &[usize], target: Fact) -> Result<(Vec<usize>, bool), Halt> {
        let near = self.structure.with_definitions(groups);
        let known = self.known(&self.structure.scope(&near));
        if let ProbeVerdict::Contradiction { .. } = self.ask_whole(&near, &known, Some(target))? {
            return Ok((near, true));
        }
        let definitions =
            (0..self.structure.names.len()).filter(|&group| self.structure.is_definition[group]);
        let mut all: Vec<usize> = groups.iter().copied().chain(definitions).collect();
        all.sort_unstable();
        let known = self.known(&self.structure.scope(&all));
        let verdict = self.ask_whole(&all, &known, Some(target))?;
        Ok((all, matches!(verdict, ProbeVerdict::Contradiction { .. })))
    }

    /// Returns the step of everything that follows from the reasons of a fact; `None` if it was not
    /// found again within the limits.
    fn step_from(
        &mut self,
        mut reasons: Vec<usize>,
        target: Fact,
    ) -> Result<Option<RawStep>, Halt> {
        reasons.sort_unstable();
        let (groups, is_enough) = self.groups_for(&reasons, target)?;
        if !is_enough {
            return Ok(None);
        }
        let model = self.structure.part(&groups);
        let mut local = Local::new(self.structure, &groups, &model, self.config)?;
        let known = self.known(&local.scope);
        let mut forced = local.forced(&known, vec![target], &self.limits)?;
        if forced.is_empty() {
            return Ok(None);
        }
        let mut candidates = self.candidates(&local.scope);
        candidates.retain(|it| *it != target && !(target.is_equal && it.var == target.var));
        forced.extend(local.forced(&known, candidates, &self.short(local.scope.len()))?);
        self.add_last_values(&mut forced);
        let parts = vec![Part { groups: local.groups, forced, n_known: self.n_known }];
        Ok(Some(RawStep { reasons, parts }))
    }

    /// Replaces values that are excluded by the value that is left, where only one is.
    ///
    /// It would follow from what is known without a reason, and no set of reasons would be found
    /// for it.
    fn add_last_values(&self, forced: &mut Vec<Fact>) {
        let mut excluded: FxHashMap<VarId, Vec<i64>> = FxHashMap::default();
        for fact in forced.iter().filter(|it| !it.is_equal) {
            excluded.entry(fact.var).or_default().push(fact.value);
        }
        for (var, excluded) in excluded {
            let is_left =
                |value: &i64| !excluded.contains(value) && !self.excluded[var].contains(value);
            let mut left = self.structure.values[var].iter().filter(|value| is_left(value));
            if let (Some(&value), None) = (left.next(), left.next()) {
                forced.retain(|it| it.var != var);
                forced.push(Fact::equal(var, value));
            }
        }
        forced.sort_unstable();
    }

    /// Adds the conclusions of a step to what is known.
    fn take(&mut self, step: &RawStep) {
        for &fact in step.parts.iter().flat_map(|part| &part.forced) {
            let Fact { var, value, is_equal } = fact;
            self.since.insert(fact, self.n_known);
            self.n_known += 1;
            if is_equal {
                self.values[var] = Some(value);
                self.open.remove(&var);
            } else {
                self.excluded[var].push(value);
            }
            for &group in &self.structure.users[var] {
                self.is_dirty[group] = true;
                self.touched[group] = self.n_known;
            }
        }
        // Everything that follows from one group was found.
        if let [group] = step.reasons[..] {
            self.is_dirty[group] = false;
        }
    }

    /// Leaves out what no later step uses, and puts the steps in words.
    fn finish(&mut self, steps: Vec<RawStep>) -> Result<Vec<Step>, Halt> {
        let mut used: FxHashSet<Fact> = FxHashSet::default();
        let mut kept: Vec<(RawStep, Vec<Explained>)> = Vec::new();
        for step in steps.into_iter().rev() {
            let mut explained = Vec::new();
            for part in step.parts.iter().rev() {
                let is_needed = |it: &Fact| {
                    let is_place = it.is_equal && !self.structure.is_auxiliary(it.var);
                    is_place || used.contains(it)
                };
                let needed: Vec<Fact> = part.forced.iter().copied().filter(is_needed).collect();
                let part = self.explain(part, &needed)?;
                used.extend(part.iter().flat_map(|it| &it.known));
                explained.extend(part);
            }
            if !explained.is_empty() {
                kept.push((step, explained));
            }
        }
        kept.reverse();
        let mut values: FxHashMap<VarId, i64> = FxHashMap::default();
        let words = |(step, explained): (RawStep, _)| self.words(&step, explained, &mut values);
        Ok(kept.into_iter().map(words).collect())
    }

    /// Returns the known facts from which some conclusions of groups follow.
    fn explain(&mut self, part: &Part, conclusions: &[Fact]) -> Result<Vec<Explained>, Halt> {
        if conclusions.is_empty() {
            return Ok(Vec::new());
        }
        let model = self.structure.part(&part.groups);
        // What was found before a limit was reached is explained after it.
        let mut config = self.config.clone();
        config.compile.cancel = Cancel::new();
        let mut local = Local::new(self.structure, &part.groups, &model, &config)?;
        let known = self.known_before(&local.scope, part.n_known);
        let all: Vec<usize> = (0..local.groups.len()).collect();
        let limits = Limits::until(&self.finish).with_conflicts(MAX_EXPLANATION_CONFLICTS);
        let mut explained = Vec::new();
        for &fact in conclusions {
            // They follow from all together; at any limit that is all that is said.
            let known = match local.probe.ask(&all, &known, Some(fact), &limits) {
                ProbeVerdict::Contradiction { known: used, .. } => {
                    used.into_iter().map(|index| known[index]).collect()
                }
                _ => known.clone(),
            };
            explained.push(Explained { fact, known });
        }
        Ok(explained)
    }

    /// Returns what was known about some variables before another fact.
    fn known_before(&self, scope: &[VarId], n_known: usize) -> Vec<Fact> {
        let is_known = |fact: &Fact| self.since.get(fact).is_some_and(|&since| since < n_known);
        let mut known = Vec::new();
        for &var in scope {
            let value = self.values[var].map(|value| Fact::equal(var, value));
            match value.filter(is_known) {
                Some(fact) => known.push(fact),
                None => {
                    let excluded = self.excluded[var].iter();
                    let excluded = excluded.map(|&value| Fact::different(var, value));
                    known.extend(excluded.filter(is_known));
                }
            }
        }
        known
    }

    fn words(
        &self,
        step: &RawStep,
        explained: Vec<Explained>,
        values: &mut FxHashMap<VarId, i64>,
    ) -> Step {
        let mut conclusions: Vec<Fact> = explained.iter().map(|it| it.fact).collect();
        conclusions.sort_unstable();
        let mut known: Vec<Fact> = explained.into_iter().flat_map(|it| it.known).collect();
        known.retain(|fact| conclusions.binary_search(fact).is_err());
        known.sort_unstable();
        known.dedup();
        let equal = conclusions.iter().filter(|fact| fact.is_equal);
        values.extend(equal.map(|fact| (fact.var, fact.value)));
        let names = |groups: &[usize]| -> Vec<String> {
            groups.iter().map(|&group| self.structure.names[group].to_owned()).collect()
        };
        let mut groups: Vec<usize> =
            step.parts.iter().flat_map(|part| part.groups.iter().copied()).collect();
        groups.sort_unstable();
        groups.dedup();
        Step {
            reasons: names(&step.reasons),
            known: self.describe(&known),
            conclusions: self.describe(&conclusions),
            part: (self.parts.decoder)(&|var| values.get(&var).copied()),
            proof: StepProof { constraints: names(&groups), known, conclusions },
        }
    }

    /// Describes facts in order as sentences.
    fn describe(&self, facts: &[Fact]) -> Vec<String> {
        let chunks =
            facts.chunk_by(|a, b| (a.var, a.is_equal, b.is_equal) == (b.var, false, false));
        let describe = |facts: &[Fact]| {
            let Fact { var, value, is_equal } = facts[0];
            if is_equal && !self.structure.is_auxiliary(var) {
                return (self.parts.describe)(var, value);
            }
            let words = self.parts.words.get(&var).expect("only what can be told is known");
            match is_equal {
                true => words.equal(value),
                false => words.different(&facts.iter().map(|fact| fact.value).collect::<Vec<_>>()),
            }
        };
        chunks.map(describe).collect()
    }
}
