//! The search for solutions of a model, by clauses, by propagators, or by both.

use std::collections::BTreeSet;
use std::sync::Mutex;

use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model, NextSolution, OptimisationStep, SharedOptimum, VarId};
use rustc_hash::FxHashSet;

use crate::answer::{
    Answer, CommonValues, EventCallback, FoundSolution, ObjectiveStatus, Rest, SolutionForm,
    SolveEvent,
};
use crate::choice::Choice;
use crate::confirm::{self, Claim};
use crate::engine_search::EngineKind;
use crate::error::SearchError;
use crate::portfolio::Portfolio;
use crate::request::{Request, Task};

/// A search for solutions of a model.
pub struct ModelSearch<'a> {
    /// The kind of the problem.
    kind: &'static str,
    model: &'a Model,
    portfolio: Portfolio<'a>,
    request: Request,
    cancel: Cancel,
    progress: &'a dyn Progress,
    /// What is to be confirmed, and the engines that established it.
    claim: Option<(Claim, Vec<EngineKind>)>,
}

/// The conflicts of the first searches for what is the same in all solutions, before variables are
/// tried alone.
const FIRST_CONFLICTS: u64 = 1000;
/// The conflicts after which searches at the same time have no limit.
const LAST_CONFLICTS: u64 = 10_000;
/// How many times as many conflicts each round of searches has.
const GROWTH: u64 = 4;
/// The number of variables that are tried alone without a verdict in a round: together they have as
/// many conflicts as the search for all of them.
const MAX_UNKNOWN: u64 = 16;

/// What the solutions found have in common.
#[derive(Default)]
struct Agreement {
    /// The number of solutions found.
    n: u64,
    /// The values that they agree on.
    common: Vec<(VarId, i64)>,
    /// The variables of which it is proved that all solutions agree on them.
    proved: FxHashSet<VarId>,
    /// The engines that proved it.
    provers: Vec<EngineKind>,
    /// The variable that is tried next; `None` for the first.
    next: Option<VarId>,
}

impl Agreement {
    fn is_undecided(&self, var: VarId) -> bool {
        !self.proved.contains(&var) && self.common.iter().any(|it| it.0 == var)
    }

    fn is_decided(&self) -> bool {
        self.common.iter().all(|(var, _)| self.proved.contains(var))
    }
}

/// The answers that were found: the values of the answer variables.
struct FoundAnswers {
    variables: Vec<VarId>,
    answers: BTreeSet<Vec<i64>>,
}

impl FoundAnswers {
    fn new(model: &Model) -> Self {
        Self { variables: model.answer_variables(), answers: BTreeSet::new() }
    }

    /// Adds the answer of a solution; returns whether it differs from all before.
    fn insert(&mut self, solution: &Assignment) -> bool {
        self.answers.insert(self.variables.iter().map(|&var| solution[var]).collect())
    }
}

/// Converts an assignment to a checked solution, or returns the rule that it breaks.
pub type CheckSolution<'a, S> = dyn Fn(&Assignment) -> Result<S, String> + Sync + 'a;

impl<'a> ModelSearch<'a> {
    /// Chooses the searches, and compiles or posts the model for the first of them. `kind` is the
    /// kind of the problem that the model states; its title is that of the model.
    ///
    /// # Errors
    ///
    /// Fails if the engine has no proofs, and if no engine can have the model.
    pub fn new<O>(
        kind: &'static str,
        model: &'a Model,
        request: &Request<O>,
        cancel: &Cancel,
        progress: &'a dyn Progress,
    ) -> Result<Self, SearchError> {
        let choice = Choice::new(model, request)?;
        let portfolio = Portfolio::new(model, choice, request.max_bytes(), cancel, progress)?;
        let (request, cancel) = (request.without_options(), cancel.clone());
        Ok(Self { kind, model, portfolio, request, cancel, progress, claim: None })
    }

    /// Finds what the request asks for; every solution passes `check`. A confirmation is another
    /// step: [`ModelSearch::confirm`].
    pub fn run<S: SolutionForm>(
        &mut self,
        check: &CheckSolution<'_, S>,
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<Answer<S>, SearchError> {
        let title = Some(self.model.title()).filter(|title| !title.is_empty());
        let mut answer = Answer::new(self.kind, title, self.portfolio.name());
        match self.request.task {
            Task::Prove if self.model.goal().is_some() => {
                self.optimise(&mut answer, check, on_event)?;
            }
            Task::Prove => self.find(&mut answer, check, 2, on_event)?,
            Task::Determined => self.determine(&mut answer, check, on_event)?,
            Task::First => self.find(&mut answer, check, 1, on_event)?,
            Task::Count { limit } | Task::All { limit } => {
                self.find(&mut answer, check, limit.unwrap_or(u64::MAX), on_event)?;
            }
        }
        answer.engine = self.portfolio.name();
        if self.request.report {
            answer.report = Some(self.portfolio.report());
        }
        Ok(answer)
    }

    /// Finds what the request asks for, sets what is determined, if it asks for that, and confirms
    /// the answer.
    ///
    /// # Errors
    ///
    /// As [`ModelSearch::run`] and [`ModelSearch::confirm`].
    pub fn answer<S: SolutionForm>(
        &mut self,
        check: &CheckSolution<'_, S>,
        set_determined: &(dyn Fn(&mut Answer<S>) + Sync),
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<Answer<S>, SearchError> {
        let is_determining = self.request.task == Task::Determined;
        let mut answer = self.run(check, &mut |mut event| {
            if let (true, SolveEvent::Answer(answer, _)) = (is_determining, &mut event) {
                set_determined(answer);
            }
            on_event(event);
        })?;
        if is_determining {
            set_determined(&mut answer);
        }
        self.confirm(&mut answer, on_event)?;
        Ok(answer)
    }

    /// Finds up to `limit` solutions; if they are only counted, keeps the first.
    ///
    /// "Not unique", and every number of solutions, claim that the answers differ. An answer that
    /// is found again although it was excluded is an internal error; a confirmation counts the
    /// answers without comparing them.
    fn find<S: SolutionForm>(
        &mut self,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
        limit: u64,
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<(), SearchError> {
        let mut n = 0_u64;
        let compares = self.request.confirm || self.request.task == Task::Prove;
        let mut found = compares.then(|| FoundAnswers::new(self.model));
        let mut common = None;
        let stopped = loop {
            if n == limit {
                break Some(Limit::Solutions);
            }
            if n == 1 && self.request.task == Task::Prove {
                self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
            }
            match self.portfolio.next_solution(&self.cancel)? {
                NextSolution::Exhausted => break None,
                NextSolution::Stopped(limit) => break Some(limit),
                NextSolution::Solution(values) => {
                    let solution = check(&values).map_err(SearchError::unsound(&answer.engine))?;
                    if found.as_mut().is_some_and(|found| !found.insert(&values)) {
                        let violation = "the same answer was found before".to_owned();
                        return Err(SearchError::unsound(&answer.engine)(violation));
                    }
                    if n == 0 || !matches!(self.request.task, Task::Count { .. }) {
                        answer.add_solution(self.request.task, solution, &mut |found| {
                            on_event(SolveEvent::Solution(found));
                        });
                    }
                    if n == 0 && self.request.task == Task::Prove {
                        let variables = self.model.answer_variables().into_iter();
                        common = Some(variables.map(|var| (var, values[var])).collect());
                    }
                    if let (Some(goal), Task::First) = (self.model.goal(), self.request.task) {
                        answer.objective =
                            self.model.evaluate(goal.objective(), values.as_slice()).ok();
                    }
                    n += 1;
                    self.progress.report(&ProgressEvent::Solutions { n });
                    if n == 1 && n < limit && !matches!(self.request.task, Task::All { .. }) {
                        on_event(answer.search_so_far(self.request.task, n));
                    }
                    self.portfolio.forbid(&values);
                }
            }
        };
        answer.conclude(self.request.task, n, stopped);
        if answer.unique == Some(true) {
            answer.common =
                common.map(|values| CommonValues { values, undecided: Vec::new(), n_varying: 0 });
        }
        if stopped.is_none() {
            self.keep_formula(answer);
            self.set_claim(Claim::Count(n), vec![self.portfolio.prover()]);
        }
        Ok(())
    }

    /// Finds the answer variables that have the same value in all solutions.
    ///
    /// After each solution, the next one must differ in a variable that all solutions before agree
    /// on. When there is none, all solutions agree on what is left. This takes few searches, but
    /// proves nothing before it ends. If it takes long, each variable that the solutions agree on
    /// is tried alone, those first that need few conflicts, so that much is proved when a limit is
    /// reached.
    fn determine<S: SolutionForm>(
        &mut self,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<(), SearchError> {
        let mut agreement = Agreement::default();
        let mut conflicts = FIRST_CONFLICTS;
        let stopped = loop {
            let max_conflicts = (agreement.n > 0).then_some(conflicts);
            match self.agree(&mut agreement, max_conflicts, answer, check)? {
                Some(Limit::Effort) => {}
                None => {
                    // No solution differs in any of them.
                    agreement.proved.extend(agreement.common.iter().map(|it| it.0));
                    agreement.provers = vec![self.portfolio.prover()];
                    break None;
                }
                stopped => break stopped,
            }
            if let Some(limit) = self.decide(&mut agreement, conflicts, answer, check)? {
                break Some(limit);
            }
            if agreement.is_decided() {
                break None;
            }
            if agreement.n > 0 {
                answer.common = Some(self.common_values(&agreement));
                on_event(answer.search_so_far(self.request.task, agreement.n));
            }
            conflicts = conflicts.saturating_mul(GROWTH);
        };
        let n = agreement.n;
        answer.conclude(self.request.task, n, stopped);
        if n == 0 {
            if stopped.is_none() {
                self.set_claim(Claim::Count(0), vec![self.portfolio.prover()]);
            }
            return Ok(());
        }
        let common = self.common_values(&agreement);
        if !common.values.is_empty() {
            self.set_claim(Claim::Common(common.values.clone()), agreement.provers);
        }
        answer.common = Some(common);
        Ok(())
    }

    /// Returns what is the same in all solutions, as far as it is decided.
    fn common_values(&self, agreement: &Agreement) -> CommonValues {
        let n_varying = self.model.answer_variables().len() - agreement.common.len();
        let (values, undecided) =
            agreement.common.iter().partition(|(var, _)| agreement.proved.contains(var));
        CommonValues { values, undecided, n_varying }
    }

    /// Finds solutions that differ from those before in a variable that all of them agree on, until
    /// there is none.
    fn agree<S: SolutionForm>(
        &mut self,
        agreement: &mut Agreement,
        mut max_conflicts: Option<u64>,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
    ) -> Result<Option<Limit>, SearchError> {
        while agreement.n == 0 || !agreement.is_decided() {
            if !self.portfolio.has_turns() {
                // The other searches do not stop at a number of conflicts: first what is cheap,
                // then all.
                match max_conflicts {
                    Some(n) if n < LAST_CONFLICTS => return Ok(Some(Limit::Effort)),
                    _ => max_conflicts = None,
                }
            }
            match self.portfolio.next_solution_within(&self.cancel, max_conflicts)? {
                NextSolution::Exhausted => return Ok(None),
                NextSolution::Stopped(limit) => return Ok(Some(limit)),
                NextSolution::Solution(values) => {
                    self.compare(agreement, &values, answer, check)?
                }
            }
            max_conflicts = max_conflicts.or(Some(FIRST_CONFLICTS));
        }
        Ok(None)
    }

    /// Tries variables that are not decided one after the other, whether each has another value in
    /// some solution, until too many were tried without a verdict.
    fn decide<S: SolutionForm>(
        &mut self,
        agreement: &mut Agreement,
        conflicts: u64,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
    ) -> Result<Option<Limit>, SearchError> {
        let mut order = agreement.common.clone();
        let begin = order.iter().position(|it| Some(it.0) == agreement.next);
        order.rotate_left(begin.unwrap_or(0));
        let mut n_unknown = 0;
        for (var, value) in order {
            // Solutions on the way make the list of what they agree on shorter.
            if !agreement.is_undecided(var) {
                continue;
            }
            agreement.next = Some(var);
            if n_unknown == MAX_UNKNOWN {
                break;
            }
            let (found, prover) = self.portfolio.solution_without(
                (var, value),
                &self.cancel,
                conflicts / MAX_UNKNOWN,
            )?;
            match found {
                NextSolution::Exhausted => {
                    agreement.proved.insert(var);
                    if !agreement.provers.contains(&prover) {
                        agreement.provers.push(prover);
                    }
                }
                NextSolution::Stopped(Limit::Effort) => n_unknown += 1,
                NextSolution::Stopped(limit) => return Ok(Some(limit)),
                NextSolution::Solution(values) => {
                    self.compare(agreement, &values, answer, check)?;
                }
            }
            let done = agreement.proved.len() as u64;
            let total = agreement.common.len() as u64;
            self.progress.report(&ProgressEvent::Part { done, total });
        }
        Ok(None)
    }

    /// Compares a new solution with those before.
    fn compare<S: SolutionForm>(
        &mut self,
        agreement: &mut Agreement,
        values: &Assignment,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
    ) -> Result<(), SearchError> {
        let unsound = SearchError::unsound(&answer.engine);
        let solution = match check(values) {
            Ok(solution) => solution,
            Err(violation) => return Err(unsound(violation)),
        };
        if agreement.n < 2 {
            answer.solutions.push(solution);
        }
        if agreement.n == 0 {
            let variables = self.model.answer_variables().into_iter();
            agreement.common = variables.map(|var| (var, values[var])).collect();
        } else {
            let n_before = agreement.common.len();
            agreement.common.retain(|&(var, value)| values[var] == value);
            if agreement.common.len() == n_before {
                return Err(unsound("a solution was found again".to_owned()));
            }
            let is_common = |var: &VarId| agreement.common.iter().any(|it| it.0 == *var);
            if !agreement.proved.iter().all(is_common) {
                return Err(unsound("a solution contradicts what was proved".to_owned()));
            }
        }
        agreement.n += 1;
        self.progress.report(&ProgressEvent::Solutions { n: agreement.n });
        self.portfolio.forbid_values(agreement.common.clone());
        Ok(())
    }

    fn optimise<S: SolutionForm>(
        &mut self,
        answer: &mut Answer<S>,
        check: &CheckSolution<'_, S>,
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<(), SearchError> {
        self.progress.report(&ProgressEvent::Phase { name: "optimising" });
        let Self { model, portfolio, cancel, progress, .. } = self;
        // The solution is checked by the rules of the puzzle before anyone sees it.
        let receiver = Mutex::new((on_event, None));
        let on_step = |step: &OptimisationStep<'_>| {
            if let Some(bound) = step.bound {
                progress.report(&ProgressEvent::Bounds { best: step.objective, bound });
            }
            let (Some(values), Some(objective)) = (step.improvement, step.objective) else {
                return;
            };
            let mut receiver = receiver.lock().expect("no holder panics");
            let (on_event, last) = &mut *receiver;
            if matches!(last, Some(Err(_))) {
                // One solution was wrong: no later one is shown.
                return;
            }
            let checked = check(values);
            if let Ok(solution) = &checked {
                let status = ObjectiveStatus { objective, bound: step.bound };
                let found = FoundSolution { solution: solution.clone(), status: Some(status) };
                on_event(SolveEvent::Solution(found));
            }
            *last = Some(checked);
        };
        let shared = SharedOptimum::new(model, &on_step);
        // One engine alone must have established what the other one confirms.
        let shared = if self.request.confirm { shared.without_shared_bounds() } else { shared };
        let stopped = portfolio.optimise(&shared, cancel)?;
        let optimum = shared.into_result(stopped);
        if let Some(checked) = receiver.into_inner().expect("no holder panics").1 {
            answer.solutions.push(checked.map_err(SearchError::unsound(&answer.engine))?);
        }
        answer.outcome = optimum.outcome;
        answer.objective = optimum.objective;
        answer.bound = optimum.bound;
        answer.limit = optimum.outcome.limit();
        match (optimum.outcome, optimum.objective) {
            (Outcome::Infeasible, _) => {
                self.keep_formula(answer);
                self.set_claim(Claim::Count(0), vec![self.portfolio.prover()]);
            }
            (Outcome::Optimal, Some(objective)) => {
                if self.request.keep_formula {
                    let note = "there is no proof of optimality: proofs exist for infeasibility and \
                                uniqueness only";
                    answer.notes.push(note.to_owned());
                }
                // A bound that met the best solution as the search ended: any of them may have
                // proved it.
                let provers = match stopped {
                    None => vec![self.portfolio.prover()],
                    Some(_) => self.portfolio.kinds(),
                };
                self.set_claim(Claim::Optimal(objective), provers);
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the formula that was refuted, if it was requested.
    fn keep_formula<S: SolutionForm>(&self, answer: &mut Answer<S>) {
        if let (true, Some(session)) = (self.request.keep_formula, self.portfolio.clauses()) {
            let compiled = session.compiled();
            answer.refuted = Some(compiled.cnf().clone());
            answer.legend = compiled.describe_variables(self.model);
            answer.legend.extend(compiled.describe_lazy_clauses(self.model));
        }
    }

    /// Sets what [`ModelSearch::confirm`] confirms.
    fn set_claim(&mut self, claim: Claim, provers: Vec<EngineKind>) {
        self.claim = Some((claim, provers));
    }

    /// Confirms the claim of the answer by the engines that share nothing with those that
    /// established it, if that was requested. The answer is reported before, because a confirmation
    /// may not end.
    pub fn confirm<S: SolutionForm>(
        &self,
        answer: &mut Answer<S>,
        on_event: &mut EventCallback<'_, S>,
    ) -> Result<(), SearchError> {
        let claim = self.claim.as_ref().filter(|_| self.request.confirm);
        let Some((claim, provers)) = claim else { return Ok(()) };
        on_event(SolveEvent::Answer(Box::new(answer.without_formula()), Rest::Confirmation));
        let by_clauses = provers.iter().any(|it| matches!(it, EngineKind::Clauses(_)));
        let by_propagators = provers.contains(&EngineKind::Propagators);
        let engines = [(by_clauses, EngineKind::Propagators), (by_propagators, confirm::CLAUSES)];
        for (_, engine) in engines.into_iter().filter(|(is_needed, _)| *is_needed) {
            answer.confirmed_by = None;
            confirm::confirm(
                answer,
                self.model,
                claim,
                engine,
                &self.request,
                &self.cancel,
                self.progress,
            )?;
            if answer.confirmed_by.is_none() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use gordian_backend::SatSolverKind;
    use gordian_core::{Index as _, NoProgress};
    use gordian_model::{Expr, Goal};

    use super::*;
    use crate::model_solution::ModelSolution;

    #[test]
    fn a_wrong_improvement_is_not_forgotten() {
        let mut model = Model::new();
        let x = model.int("x", 0..=9);
        model.require("some", x.ge(0));
        model.set_goal(Goal::Maximise(x.into()));
        for engine in ["lcg", "sat"] {
            let request: Request =
                Request { engine: engine.parse().unwrap(), ..Request::default() };
            let (n_checked, mut n_shown) = (AtomicU64::new(0), 0);
            // The first solution breaks a rule, the better ones do not.
            let check = |_: &Assignment| match n_checked.fetch_add(1, Ordering::Relaxed) {
                0 => Err("a rule".to_owned()),
                _ => Ok(ModelSolution::Whole(Vec::new())),
            };
            let cancel = Cancel::new();
            let mut search =
                ModelSearch::new("model", &model, &request, &cancel, &NoProgress).unwrap();
            let found = search.run(&check, &mut |_| n_shown += 1);
            assert!(matches!(found, Err(SearchError::Unsound { .. })), "{engine}: {found:?}");
            assert_eq!(n_shown, 0, "{engine}");
        }
    }

    /// Cancels when something is proved, or lets the search go on.
    struct CancelWhenProved<'c>(Option<&'c Cancel>);

    impl Progress for CancelWhenProved<'_> {
        fn report(&self, event: &ProgressEvent) {
            if let (ProgressEvent::Part { done: 1.., .. }, Some(cancel)) = (event, self.0) {
                cancel.cancel();
            }
        }
    }

    /// A model in which y is 0, because 9 pigeons do not fit into 8 holes, which is hard to see; x
    /// is 9, and z varies.
    fn pigeons() -> (Model, [VarId; 3]) {
        let mut model = Model::new();
        let y = model.boolean("y");
        let [x, z] = ["x", "z"].map(|name| model.int(name, 0..=9));
        model.require("x is large", x.ge(9));
        let holes: Vec<VarId> =
            (0..9).map(|pigeon| model.int(format!("pigeon {pigeon}"), 0..=7)).collect();
        for (n, &one) in holes.iter().enumerate() {
            for &other in &holes[..n] {
                model.require("another hole", !Expr::from(y) | one.ne(other));
            }
        }
        model.set_answer_variables([y, x, z]);
        (model, [y, x, z])
    }

    #[test]
    fn at_a_limit_what_is_proved_is_determined_and_the_rest_is_not_decided() {
        let (model, [y, x, z]) = pigeons();
        let check = |_: &Assignment| Ok(ModelSolution::Whole(Vec::new()));
        let determined = |engine: &str, stops: bool| {
            let cancel = Cancel::new();
            let progress = CancelWhenProved(stops.then_some(&cancel));
            let request: Request = Request {
                task: Task::Determined,
                engine: engine.parse().unwrap(),
                confirm: true,
                ..Request::default()
            };
            let mut search =
                ModelSearch::new("model", &model, &request, &cancel, &progress).unwrap();
            let mut answer = search.run(&check, &mut |_| {}).unwrap();
            search.confirm(&mut answer, &mut |_| {}).unwrap();
            answer
        };
        for engine in ["sat", "model", SatSolverKind::FOR_LONG_SEARCHES.name()] {
            let answer = determined(engine, true);
            let common = answer.common.expect("there are solutions");
            assert_eq!(common.values, [(x, 9)], "{engine}");
            assert_eq!(answer.limit, Some(Limit::Interrupted), "{engine}");
            assert_eq!(answer.confirmed_by, None, "{engine}: {:?}", answer.notes);
            // Whether another solution was found before is a matter of the search.
            assert!(common.undecided.contains(&(y, 0)), "{engine}: {:?}", common.undecided);
            assert_eq!(common.undecided.len() + common.n_varying, 2, "{engine}");
            let answer = determined(engine, false);
            let common = answer.common.expect("there are solutions");
            assert_eq!(common.values, [(y, 0), (x, 9)], "{engine}");
            assert_eq!((common.undecided, common.n_varying), (Vec::new(), 1), "{engine}: {z:?}");
            assert!(answer.confirmed_by.is_some(), "{engine}: {:?}", answer.notes);
        }
    }

    #[test]
    fn variables_are_decided_one_by_one_as_by_all_solutions() {
        use gordian_testkit::random_model::{brute_force, model};
        for seed in gordian_testkit::seeds(150, 3000) {
            let model = model(seed);
            let all = brute_force(&model);
            for engine in ["sat", "lcg"] {
                let request: Request = Request {
                    task: Task::Determined,
                    engine: engine.parse().unwrap(),
                    ..Request::default()
                };
                let cancel = Cancel::new();
                let Ok(mut search) =
                    ModelSearch::new("model", &model, &request, &cancel, &NoProgress)
                else {
                    continue;
                };
                let check = |_: &Assignment| Ok(ModelSolution::Whole(Vec::new()));
                let mut answer = Answer::new("model", None, engine.to_owned());
                let mut agreement = Agreement::default();
                let NextSolution::Solution(first) =
                    search.portfolio.next_solution(&cancel).unwrap()
                else {
                    assert!(all.is_empty(), "{engine}, seed {seed}");
                    continue;
                };
                search.compare(&mut agreement, &first, &mut answer, &check).unwrap();
                let limit = search.decide(&mut agreement, 1_000_000, &mut answer, &check).unwrap();
                assert_eq!(limit, None, "{engine}, seed {seed}");
                assert!(agreement.is_decided(), "{engine}, seed {seed}: {model:?}");
                let is_common = |(var, value): &(VarId, i64)| {
                    all.iter().all(|solution| solution[var.index()] == *value)
                };
                let variables = model.answer_variables().into_iter();
                let expected: Vec<(VarId, i64)> =
                    variables.map(|var| (var, all[0][var.index()])).filter(is_common).collect();
                assert_eq!(agreement.common, expected, "{engine}, seed {seed}: {model:?}");
            }
        }
    }

    #[test]
    fn solutions_that_agree_on_the_answer_variables_are_one_answer() {
        let mut model = Model::new();
        let [_, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
        let mut found = FoundAnswers::new(&model);
        let mut insert = |x, y| found.insert(&[x, y].into_iter().collect());
        assert!(insert(1, 2) && insert(1, 3) && insert(2, 2) && !insert(1, 3));
        model.set_answer_variables([y]);
        let mut found = FoundAnswers::new(&model);
        let mut insert = |x, y| found.insert(&[x, y].into_iter().collect());
        assert!(insert(1, 2) && insert(1, 3) && !insert(2, 2));
    }
}
