//! The searches of one request: one alone, several in turns, or several at the same time.
//!
//! In turns, each search has the same number of conflicts, which doubles from round to round. Turns
//! depend on counts of conflicts only, so the same seed gives the same answers. The second search
//! is compiled or posted when its turn comes; most models never need it.
//!
//! At the same time, each search has its own thread, and the first verdict stands. Which of several
//! solutions is found depends on the threads; what is claimed about all solutions does not.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Limit, Limits, NoProgress, Progress, threads};
use gordian_model::{Assignment, Model, NextSolution, SharedOptimum, VarId};
use gordian_propagate::PostError;

use crate::choice::Choice;
use crate::engine_search::{EngineKind, EngineSearch, SearchPlan, is_limit_of_engine};
use crate::error::SearchError;

/// The conflicts of the first turn: some seconds.
const FIRST_TURN_CONFLICTS: u64 = 20_000;
/// The conflicts of the first search alone, before threads are started: a few milliseconds.
const LEAD_CONFLICTS: u64 = 500;
/// The interval at which the searches are stopped if the request is.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The number of values in forbidden answers that are kept for searches that have not begun.
const MAX_KEPT_VALUES: usize = 1 << 24;

/// The searches of one request.
pub struct Portfolio<'a> {
    model: &'a Model,
    choice: Choice,
    members: Vec<Member<'a>>,
    /// The member that answered last, at first the first one.
    lead: usize,
    /// The conflicts of the first turn.
    first_turn: u64,
    /// The conflicts of the last turn; `None` for turns until there is a verdict.
    last_turn: Option<u64>,
    /// What members without a search must forbid: values that solutions do not have together.
    forbidden: Vec<Vec<(VarId, i64)>>,
    max_bytes: Option<u64>,
    progress: &'a dyn Progress,
}

/// A member of the portfolio.
struct Member<'a> {
    plan: SearchPlan,
    state: State<'a>,
}

enum State<'a> {
    Waiting,
    Ready(EngineSearch<'a>),
    /// The model is too large for this engine.
    Failed(SearchError),
}

impl<'a> Member<'a> {
    /// Compiles or posts the model if that was not done; `None` if this engine is too narrow for
    /// the model.
    fn engine(
        &mut self,
        model: &'a Model,
        forbidden: &[Vec<(VarId, i64)>],
        max_bytes: Option<u64>,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Option<&mut EngineSearch<'a>>, SearchError> {
        if let State::Waiting = self.state {
            self.state = match EngineSearch::new(model, &self.plan, max_bytes, cancel, progress) {
                Ok(mut engine) => {
                    forbidden.iter().for_each(|values| engine.forbid_values(values));
                    State::Ready(engine)
                }
                Err(error) if is_limit_of_engine(&error) => State::Failed(error),
                Err(error) => return Err(error),
            };
        }
        match &mut self.state {
            State::Ready(engine) => Ok(Some(engine)),
            State::Waiting | State::Failed(_) => Ok(None),
        }
    }
}

/// The verdict of a search, or the limit that stopped it.
type Verdict<T> = Result<T, Limit>;

impl<'a> Portfolio<'a> {
    /// Compiles or posts the model for the first search that can have it.
    pub fn new(
        model: &'a Model,
        choice: Choice,
        max_bytes: Option<u64>,
        cancel: &Cancel,
        progress: &'a dyn Progress,
    ) -> Result<Self, SearchError> {
        let is_parallel = choice.is_parallel && threads::CAN_SPAWN;
        let choice = Choice { is_parallel, ..choice };
        let members = choice.plans.iter().map(|&plan| Member { plan, state: State::Waiting });
        let members = members.collect();
        let forbidden = Vec::new();
        let first_turn = if choice.is_parallel { LEAD_CONFLICTS } else { FIRST_TURN_CONFLICTS };
        let mut portfolio = Self {
            model,
            choice,
            members,
            lead: 0,
            first_turn,
            last_turn: None,
            forbidden,
            max_bytes,
            progress,
        };
        while portfolio.engine(portfolio.lead, cancel)?.is_none() {
            portfolio.lead += 1;
            if portfolio.lead == portfolio.members.len() {
                // The reason of the preferred engine.
                return Err(portfolio
                    .members
                    .into_iter()
                    .find_map(Member::into_error)
                    .expect("all failed"));
            }
        }
        Ok(portfolio)
    }

    /// Limits each search for a solution: the first turn of each member has `first` conflicts, the
    /// last one at least `last`. What is found does not depend on the time then.
    pub fn limit_turns(&mut self, first: u64, last: u64) {
        self.first_turn = first;
        self.last_turn = Some(last);
    }

    fn engine(
        &mut self,
        at: usize,
        cancel: &Cancel,
    ) -> Result<Option<&mut EngineSearch<'a>>, SearchError> {
        let used: u64 = self.engines().map(|it| it.n_bytes()).sum();
        let max_bytes = self.max_bytes.map(|max| max.saturating_sub(used));
        let member = &mut self.members[at];
        member.engine(self.model, &self.forbidden, max_bytes, cancel, self.progress)
    }

    fn engines(&self) -> impl Iterator<Item = &EngineSearch<'a>> {
        self.members.iter().filter_map(|member| match &member.state {
            State::Ready(engine) => Some(engine),
            _ => None,
        })
    }

    /// Returns the clauses of the search that answered last, if it has clauses.
    pub fn clauses(&self) -> Option<&gordian_compile::Session<'a>> {
        match &self.members[self.lead].state {
            State::Ready(EngineSearch::Clauses(session)) => Some(session),
            _ => None,
        }
    }

    /// Returns the engine of the search that answered last.
    pub fn prover(&self) -> EngineKind {
        self.members[self.lead].plan.kind
    }

    /// Returns the engines that took part.
    pub fn kinds(&self) -> Vec<EngineKind> {
        let ready = self.members.iter().filter(|it| matches!(it.state, State::Ready(_)));
        ready.map(|member| member.plan.kind).collect()
    }

    /// Returns the names of the engines that took part, with the number of threads if there are
    /// several.
    pub fn name(&self) -> String {
        // Searches in turns have one thread each, and use it in turns too.
        let plans = self.choice.plans.iter().map(|plan| plan.threads.get());
        let n_threads: usize =
            if self.choice.is_parallel { plans.sum() } else { plans.max().unwrap_or(1) };
        let takes_part = |it: &&Member<'_>| match it.state {
            State::Ready(_) => true,
            State::Waiting => self.choice.is_parallel,
            State::Failed(_) => false,
        };
        let mut engines = Vec::new();
        for engine in self.members.iter().filter(takes_part).flat_map(|it| it.plan.engines()) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        match n_threads {
            1 => format!("model/{}", engines.join("+")),
            n => format!("model/{}/{n} threads", engines.join("+")),
        }
    }

    /// Returns which searches were chosen and why, and what each of them made of the model.
    pub fn report(&self) -> String {
        let names: Vec<String> = self.choice.plans.iter().map(SearchPlan::to_string).collect();
        let how = match (names.len(), self.choice.is_parallel) {
            (1, _) => "",
            (_, true) => ", at the same time",
            (_, false) => ", in turns",
        };
        let mut report = format!("engines: {}{how}; {}\n", names.join(", "), self.choice.reason);
        for member in &self.members {
            match &member.state {
                State::Ready(engine) => report.push_str(&engine.report()),
                State::Waiting => {}
                State::Failed(error) => {
                    report.push_str(&format!("{}: left out: {error}\n", member.plan));
                }
            }
        }
        report
    }

    /// Excludes the answer of a solution.
    pub fn forbid(&mut self, solution: &Assignment) {
        let answer = self.model.answer_variables().into_iter();
        self.forbid_values(answer.map(|var| (var, solution[var])).collect());
    }

    /// Excludes every solution in which all these variables have these values.
    pub fn forbid_values(&mut self, values: Vec<(VarId, i64)>) {
        let mut is_complete = true;
        for member in &mut self.members {
            match &mut member.state {
                State::Ready(engine) => engine.forbid_values(&values),
                State::Waiting => is_complete = false,
                State::Failed(_) => {}
            }
        }
        if is_complete {
            self.forbidden.clear();
        } else if self.forbidden.len() * values.len() < MAX_KEPT_VALUES {
            self.forbidden.push(values);
        } else {
            // Searches that have not begun by now would have too much to forbid.
            self.forbidden = Vec::new();
            let lead = self.members[self.lead].plan;
            self.members.retain(|member| matches!(member.state, State::Ready(_)));
            self.lead = self.members.iter().position(|it| it.plan == lead).expect("it is ready");
        }
    }

    /// Finds a solution that was not forbidden.
    pub fn next_solution(&mut self, cancel: &Cancel) -> Result<NextSolution, SearchError> {
        self.next_solution_within(cancel, None)
    }

    /// Finds a solution that was not forbidden. Searches in turns stop with [`Limit::Effort`] after
    /// the turns of this many conflicts.
    pub fn next_solution_within(
        &mut self,
        cancel: &Cancel,
        max_conflicts: Option<u64>,
    ) -> Result<NextSolution, SearchError> {
        let search =
            |engine: &mut EngineSearch<'_>, limits: &Limits| match engine.next_solution(limits) {
                NextSolution::Stopped(limit) => Err(limit),
                found => Ok(found),
            };
        let found = self.run(cancel, max_conflicts, &search)?;
        Ok(found.unwrap_or_else(NextSolution::Stopped))
    }

    /// Improves the solution and the bound; `None` if the proof of optimality is complete.
    pub fn optimise(
        &mut self,
        shared: &SharedOptimum<'_>,
        cancel: &Cancel,
    ) -> Result<Option<Limit>, SearchError> {
        let search = |engine: &mut EngineSearch<'_>, limits: &Limits| {
            engine.optimise_with(shared, limits).map_or(Ok(()), Err)
        };
        Ok(self.run(cancel, None, &search)?.err())
    }

    /// Finds a solution in which an answer variable has another value than this one, by the first
    /// search by clauses; by propagators of its own if there is none.
    pub fn solution_without(
        &mut self,
        value: (VarId, i64),
        cancel: &Cancel,
        conflicts: u64,
    ) -> Result<(NextSolution, EngineKind), SearchError> {
        let limits = Limits::until(cancel).with_conflicts(conflicts);
        let by_clauses = |member: &Member<'_>| matches!(member.plan.kind, EngineKind::Clauses(_));
        let clauses = (0..self.members.len()).filter(|&at| by_clauses(&self.members[at]));
        for at in clauses.collect::<Vec<_>>() {
            let kind = self.members[at].plan.kind;
            let found = match self.engine(at, cancel) {
                Ok(Some(engine)) => engine.solution_without(value, &limits),
                Ok(None) => None,
                Err(error) => {
                    // Solutions are known: they are not lost.
                    Some(error.limit().map(NextSolution::Stopped).ok_or(error)?)
                }
            };
            if let Some(found) = found {
                return Ok((found, kind));
            }
        }
        let mut plan = self.members[self.lead].plan;
        plan.kind = EngineKind::Propagators;
        let used: u64 = self.engines().map(|it| it.n_bytes()).sum();
        let max_bytes = self.max_bytes.map(|max| max.saturating_sub(used));
        let found = match EngineSearch::new(self.model, &plan, max_bytes, cancel, &NoProgress) {
            Ok(mut engine) => {
                engine.forbid_values(&[value]);
                engine.next_solution(&limits)
            }
            Err(error) => error.limit().map(NextSolution::Stopped).ok_or(error)?,
        };
        Ok((found, plan.kind))
    }

    /// Returns whether searches stop at a number of conflicts.
    pub fn has_turns(&self) -> bool {
        !self.choice.is_parallel
    }

    /// Returns the number of members that can have the model, as far as that is known.
    fn n_able(&self) -> usize {
        self.members.iter().filter(|it| !matches!(it.state, State::Failed(_))).count()
    }

    /// Runs a search until a member has a verdict, or, in turns, until each of them had this many
    /// conflicts.
    fn run<T: Send>(
        &mut self,
        cancel: &Cancel,
        max_conflicts: Option<u64>,
        search: &(impl Fn(&mut EngineSearch<'a>, &Limits) -> Verdict<T> + Sync),
    ) -> Result<Verdict<T>, SearchError> {
        let max_conflicts = max_conflicts.into_iter().chain(self.last_turn).min();
        let is_limited = self.n_able() > 1 || self.last_turn.is_some();
        let mut conflicts = is_limited.then_some(self.first_turn);
        if !self.choice.is_parallel {
            conflicts = conflicts.into_iter().chain(max_conflicts).min();
        }
        let n = self.members.len();
        loop {
            for at in (self.lead..n).chain(0..self.lead) {
                let engine = match self.engine(at, cancel) {
                    Ok(Some(engine)) => engine,
                    Ok(None) => continue,
                    // Solutions may be known: they are not lost.
                    Err(error) => return error.limit().map(Err).ok_or(error),
                };
                match search(engine, &Limits { cancel: cancel.clone(), conflicts }) {
                    Err(Limit::Effort) => {}
                    // It has no turn any more, and its memory is free again.
                    Err(Limit::Memory) if self.n_able() > 1 => {
                        self.members[at].state = State::Failed(PostError::TooLarge.into());
                        continue;
                    }
                    found => {
                        if found.is_ok() {
                            self.lead = at;
                        }
                        return Ok(found);
                    }
                }
                if self.choice.is_parallel {
                    return self.race(cancel, search);
                }
            }
            if max_conflicts.is_some_and(|max| conflicts.is_some_and(|n| n >= max)) {
                return Ok(Err(Limit::Effort));
            }
            conflicts = conflicts.map(|conflicts| conflicts.saturating_mul(2).max(1));
            if let Some(max) = max_conflicts {
                conflicts = conflicts.map(|conflicts| conflicts.min(max));
            }
        }
    }

    /// Runs a search on all members at the same time; the first verdict stands.
    fn race<T: Send>(
        &mut self,
        cancel: &Cancel,
        search: &(impl Fn(&mut EngineSearch<'a>, &Limits) -> Verdict<T> + Sync),
    ) -> Result<Verdict<T>, SearchError> {
        let Self { model, members, forbidden, max_bytes, progress, .. } = self;
        let cancels: Vec<Cancel> = members.iter().map(|_| Cancel::new()).collect();
        let max_bytes = max_bytes.map(|max| max / members.len() as u64);
        let (sender, receiver) = channel();
        let (mut found, mut failure) = (None, None);
        thread::scope(|scope| {
            for (at, (member, cancel)) in members.iter_mut().zip(&cancels).enumerate() {
                let (sender, model, forbidden, progress) =
                    (sender.clone(), *model, &*forbidden, *progress);
                scope.spawn(move || {
                    let done = match member.engine(model, forbidden, max_bytes, cancel, progress) {
                        Ok(Some(engine)) => search(engine, &Limits::until(cancel)).ok().map(Ok),
                        Ok(None) => None,
                        Err(error) => error.limit().is_none().then_some(Err(error)),
                    };
                    // The receiver is gone only if another thread panicked; `scope` reports that
                    // panic.
                    let _ = sender.send((at, done));
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(POLL_INTERVAL) {
                    Ok((at, Some(Ok(verdict)))) if found.is_none() => {
                        found = Some((at, verdict));
                        cancels.iter().for_each(Cancel::cancel);
                    }
                    Ok((_, Some(Err(error)))) => failure = Some(error),
                    Ok(_) => {}
                    Err(RecvTimeoutError::Timeout) if cancel.is_stopped() => {
                        cancels.iter().for_each(Cancel::cancel);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        match (found, failure) {
            (Some((at, verdict)), _) => {
                self.lead = at;
                Ok(Ok(verdict))
            }
            (None, Some(error)) => Err(error),
            (None, None) => Ok(Err(cancel.stopped().unwrap_or(Limit::Memory))),
        }
    }
}

impl Member<'_> {
    fn into_error(self) -> Option<SearchError> {
        match self.state {
            State::Failed(error) => Some(error),
            State::Waiting | State::Ready(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    use gordian_backend::SatSolverKind;
    use gordian_core::Outcome;
    use gordian_testkit::random_model::{brute_force, model};
    use gordian_testkit::seeds;

    use super::*;

    /// Returns a portfolio of both engines with short turns.
    fn portfolio(
        model: &Model,
        clauses_first: bool,
        is_parallel: bool,
        first_turn: u64,
    ) -> Option<Portfolio<'_>> {
        let plan = |kind| SearchPlan { kind, threads: NonZeroUsize::MIN, seed: 0 };
        let mut plans =
            vec![plan(EngineKind::Propagators), plan(EngineKind::Clauses(SatSolverKind::Batsat))];
        if clauses_first {
            plans.reverse();
        }
        let choice = Choice { plans, is_parallel, reason: String::new() };
        match Portfolio::new(model, choice, None, &Cancel::new(), &NoProgress) {
            Ok(portfolio) => Some(Portfolio { first_turn, ..portfolio }),
            Err(error) => {
                assert!(is_limit_of_engine(&error), "{error}");
                None
            }
        }
    }

    /// Returns whether the engines took turns.
    fn check_answers(seed: u64, is_parallel: bool) -> bool {
        let model = model(seed);
        let clauses_first = seed.is_multiple_of(2);
        let Some(mut portfolio) = portfolio(&model, clauses_first, is_parallel, 1 + seed % 3)
        else {
            return false;
        };
        let mut found = Vec::new();
        loop {
            match portfolio.next_solution(&Cancel::new()).expect("no error is met") {
                NextSolution::Solution(solution) => {
                    portfolio.forbid(&solution);
                    found.push(solution.as_slice().to_vec());
                }
                NextSolution::Exhausted => break,
                NextSolution::Stopped(limit) => panic!("seed {seed}: {limit}"),
            }
        }
        let n = found.len();
        let found: BTreeSet<_> = found.into_iter().collect();
        assert_eq!(found.len(), n, "seed {seed}: a solution was found twice");
        assert_eq!(found, brute_force(&model).into_iter().collect(), "seed {seed}: {model:?}");
        portfolio.kinds().len() == 2
    }

    fn check_optimum(seed: u64, is_parallel: bool, shares_bounds: bool) {
        let model = model(seed);
        let Some(goal) = model.goal() else { return };
        let Some(mut portfolio) = portfolio(&model, seed % 4 < 2, is_parallel, 1 + seed % 3) else {
            return;
        };
        let steps = std::sync::Mutex::new(Vec::new());
        let on_step = |step: &gordian_model::OptimisationStep<'_>| {
            steps.lock().unwrap().push((step.improvement.cloned(), step.objective, step.bound));
        };
        let shared = SharedOptimum::new(&model, &on_step);
        let shared = if shares_bounds { shared } else { shared.without_shared_bounds() };
        let stopped = portfolio.optimise(&shared, &Cancel::new()).expect("no error is met");
        let optimum = shared.into_result(stopped);
        let values = brute_force(&model).into_iter().map(|values| {
            model.evaluate(goal.objective(), &values).expect("brute force evaluated it")
        });
        let best = values.reduce(|a, b| if goal.is_better(b, a) { b } else { a });
        assert_eq!(optimum.objective, best, "seed {seed}: {model:?}");
        let outcome = if best.is_some() { Outcome::Optimal } else { Outcome::Infeasible };
        assert_eq!((optimum.outcome, optimum.bound), (outcome, best), "seed {seed}");
        let Some(best) = best else { return };
        let (mut last_objective, mut last_bound) = (None, None);
        for (improvement, objective, bound) in steps.into_inner().unwrap() {
            if let Some(solution) = improvement {
                let value = model.evaluate(goal.objective(), solution.as_slice()).unwrap();
                assert_eq!(Some(value), objective);
                assert!(last_objective.is_none_or(|last| goal.is_better(value, last)));
            }
            assert!(bound.is_none_or(|bound| !goal.is_better(best, bound)), "seed {seed}");
            assert!(
                last_bound.is_none_or(|last| bound.is_some_and(|it| !goal.is_better(it, last)))
            );
            (last_objective, last_bound) = (objective, bound);
        }
        assert_eq!(last_objective, Some(best), "seed {seed}");
    }

    #[test]
    fn turns_and_threads_find_all_solutions_and_the_optimum() {
        let mut n_turns = 0;
        for seed in seeds(300, 6000) {
            n_turns += usize::from(check_answers(seed, false));
            check_optimum(seed, false, seed.is_multiple_of(5));
        }
        assert!(n_turns > 10, "{n_turns} models needed both engines");
        for seed in seeds(100, 2000) {
            check_answers(seed, true);
            check_optimum(seed, true, !seed.is_multiple_of(5));
        }
    }

    #[test]
    fn the_other_engine_takes_over() {
        // Items of equal value per weight: clauses do not prove an optimum of thirty items.
        let mut model = Model::new();
        let items: Vec<_> = (0..30).map(|item| model.boolean(format!("item {item}"))).collect();
        let weights: Vec<i64> = (0..30).map(|item| 1001 + 37 * item * item % 997).collect();
        let total = |offset| {
            let terms = items.iter().zip(&weights).map(|(&item, weight)| item * (weight + offset));
            gordian_model::sum(terms.collect::<Vec<_>>())
        };
        model.require("capacity", total(0).le(weights.iter().sum::<i64>() / 2));
        model.set_goal(gordian_model::Goal::maximise(total(100)));
        let mut portfolio = portfolio(&model, true, false, 100).expect("it is small");
        let shared = SharedOptimum::new(&model, &|_| {});
        assert_eq!(portfolio.optimise(&shared, &Cancel::new()).expect("no error is met"), None);
        assert_eq!(shared.into_result(None).outcome, Outcome::Optimal);
        assert_eq!(portfolio.prover(), EngineKind::Propagators);
        assert_eq!(portfolio.name(), "model/batsat+lcg");
    }

    #[test]
    fn a_search_without_conflicts_loses_its_turn() {
        // Bounds move in 10¹² steps, and no conflict ends them.
        let mut model = Model::new();
        let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=1_000_000_000_000));
        model.require("x before y", x.lt(y));
        model.require("y before x", y.lt(x));
        let mut portfolio = portfolio(&model, false, false, 20).expect("both can have it");
        assert_eq!(portfolio.next_solution(&Cancel::new()).unwrap(), NextSolution::Exhausted);
        assert_eq!(portfolio.prover(), EngineKind::Clauses(SatSolverKind::Batsat));
    }

    #[test]
    fn a_engine_that_is_too_narrow_is_left_out() {
        let mut model = Model::new();
        // Their product has 63 bits, and only cases bound it.
        let x = model.int("x", 0..=(1 << 32) - 1);
        let y = model.int("y", 0..=(1 << 31) - 1);
        model.require("product", (x * y).eq(6) | (x * y).eq(7));
        model.require("factor", x.eq(2) | x.eq(3));
        let mut portfolio = portfolio(&model, false, false, 1).expect("clauses can have it");
        assert_eq!(portfolio.kinds(), [EngineKind::Clauses(SatSolverKind::Batsat)]);
        assert!(portfolio.report().contains("lcg: left out: "), "{}", portfolio.report());
        for _ in 0..2 {
            let NextSolution::Solution(found) = portfolio.next_solution(&Cancel::new()).unwrap()
            else {
                panic!("there are two solutions")
            };
            portfolio.forbid(&found);
        }
        assert_eq!(portfolio.next_solution(&Cancel::new()).unwrap(), NextSolution::Exhausted);
    }
}
