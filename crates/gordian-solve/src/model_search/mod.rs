//! The search for solutions of a model, by clauses, by propagators, or by both.

pub(crate) mod choice;
pub(crate) mod road;
pub(crate) mod team;

use std::collections::BTreeSet;
use std::sync::Mutex;

use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model, NextSolution, OptimisationStep, SharedOptimum, VarId};

use self::choice::Choice;
use self::road::RoadKind;
use self::team::Team;
use crate::answer::{
    Answer, CommonValues, FoundSolution, ObjectiveStatus, SolutionCallback, SolutionData,
};
use crate::confirm::{self, Claim};
use crate::request::{Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// A search for solutions of a model.
pub(crate) struct ModelSearch<'a> {
    problem: &'a Problem,
    model: &'a Model,
    team: Team<'a>,
    request: &'a Request,
    cancel: Cancel,
    progress: &'a dyn Progress,
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
pub(crate) type CheckSolution<'a> = dyn Fn(&Assignment) -> Result<SolutionData, String> + Sync + 'a;

impl<'a> ModelSearch<'a> {
    /// Chooses the searches, and compiles or posts the model for the first of them.
    pub(crate) fn new(
        problem: &'a Problem,
        model: &'a Model,
        request: &'a Request,
        cancel: &Cancel,
        progress: &'a dyn Progress,
    ) -> Result<Self, SolveError> {
        let choice = Choice::new(model, request)?;
        let team = Team::new(model, choice, request.max_bytes(), cancel, progress)?;
        Ok(Self { problem, model, team, request, cancel: cancel.clone(), progress })
    }

    /// Finds what the request asks for; every solution passes `check`.
    pub(crate) fn run(
        &mut self,
        check: &CheckSolution<'_>,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = Answer::new(self.problem, self.team.name());
        match self.request.task {
            Task::Prove if self.model.goal().is_some() => {
                self.optimise(&mut answer, check, on_solution)?;
            }
            Task::Prove => self.find(&mut answer, check, 2, on_solution)?,
            Task::Determined => self.determine(&mut answer, check)?,
            Task::First => self.find(&mut answer, check, 1, on_solution)?,
            Task::Count { limit } | Task::All { limit } => {
                self.find(&mut answer, check, limit.unwrap_or(u64::MAX), on_solution)?;
            }
        }
        answer.engine = self.team.name();
        if self.request.report {
            answer.report = Some(self.team.report());
        }
        Ok(answer)
    }

    /// Finds up to `limit` solutions; if they are only counted, keeps the first.
    ///
    /// "Not unique", and every number of solutions, claim that the answers differ. An answer that is found again although
    /// it was excluded is an internal error; a confirmation counts the answers without comparing them.
    fn find(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
        limit: u64,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<(), SolveError> {
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
            match self.team.next_solution(&self.cancel)? {
                NextSolution::Exhausted => break None,
                NextSolution::Stopped(limit) => break Some(limit),
                NextSolution::Solution(values) => {
                    let solution = check(&values).map_err(SolveError::unsound(&answer.engine))?;
                    if found.as_mut().is_some_and(|found| !found.insert(&values)) {
                        let violation = "the same answer was found before".to_owned();
                        return Err(SolveError::unsound(&answer.engine)(violation));
                    }
                    if n == 0 || !matches!(self.request.task, Task::Count { .. }) {
                        answer.add_solution(self.request.task, solution, on_solution);
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
                    self.team.forbid(&values);
                }
            }
        };
        conclude(answer, self.request.task, n, stopped);
        if answer.unique == Some(true) {
            answer.common =
                common.map(|values| CommonValues { values, n_varying: 0, is_proved: true });
        }
        if stopped.is_none() {
            self.keep_formula(answer);
            self.confirm(answer, Claim::Count(n), &[self.team.prover()])?;
        }
        Ok(())
    }

    /// Finds the answer variables that have the same value in all solutions.
    ///
    /// After each solution, the next one must differ in a variable that all solutions before agree on. When there is
    /// none, all solutions agree on what is left.
    fn determine(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
    ) -> Result<(), SolveError> {
        let mut common: Vec<(VarId, i64)> = Vec::new();
        let mut n = 0_u64;
        let stopped = loop {
            if n > 0 && common.is_empty() {
                break None;
            }
            match self.team.next_solution(&self.cancel)? {
                NextSolution::Exhausted => break None,
                NextSolution::Stopped(limit) => break Some(limit),
                NextSolution::Solution(values) => {
                    let solution = check(&values).map_err(SolveError::unsound(&answer.engine))?;
                    if n < 2 {
                        answer.solutions.push(solution);
                    }
                    if n == 0 {
                        let variables = self.model.answer_variables().into_iter();
                        common = variables.map(|var| (var, values[var])).collect();
                    } else {
                        let n_before = common.len();
                        common.retain(|&(var, value)| values[var] == value);
                        if common.len() == n_before {
                            let violation = "a solution was found again".to_owned();
                            return Err(SolveError::unsound(&answer.engine)(violation));
                        }
                    }
                    n += 1;
                    self.progress.report(&ProgressEvent::Solutions { n });
                    self.team.forbid_values(common.clone());
                }
            }
        };
        conclude(answer, self.request.task, n, stopped);
        if n == 0 {
            return match stopped {
                None => self.confirm(answer, Claim::Count(0), &[self.team.prover()]),
                Some(_) => Ok(()),
            };
        }
        let n_variables = self.model.answer_variables().len();
        answer.common = Some(CommonValues {
            n_varying: n_variables - common.len(),
            values: common.clone(),
            is_proved: stopped.is_none(),
        });
        if stopped.is_none() && !common.is_empty() {
            self.confirm(answer, Claim::Common(common), &[self.team.prover()])?;
        }
        Ok(())
    }

    fn optimise(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<(), SolveError> {
        self.progress.report(&ProgressEvent::Phase { name: "optimising" });
        let Self { model, team, cancel, progress, .. } = self;
        // The solution is checked by the rules of the puzzle before anyone sees it.
        let receiver = Mutex::new((on_solution, None));
        let on_step = |step: &OptimisationStep<'_>| {
            if let Some(bound) = step.bound {
                progress.report(&ProgressEvent::Bounds { best: step.objective, bound });
            }
            let (Some(values), Some(objective)) = (step.improvement, step.objective) else {
                return;
            };
            let mut receiver = receiver.lock().expect("no holder panics");
            let (on_solution, last) = &mut *receiver;
            if matches!(last, Some(Err(_))) {
                // One solution was wrong: no later one is shown.
                return;
            }
            let checked = check(values);
            if let Ok(solution) = &checked {
                let status = ObjectiveStatus { objective, bound: step.bound };
                on_solution(FoundSolution { solution: solution.clone(), status: Some(status) });
            }
            *last = Some(checked);
        };
        let shared = SharedOptimum::new(model, &on_step);
        // One road alone must have established what the other one confirms.
        let shared = if self.request.confirm { shared.without_shared_bounds() } else { shared };
        let stopped = team.optimise(&shared, cancel)?;
        let optimum = shared.into_result(stopped);
        if let Some(checked) = receiver.into_inner().expect("no holder panics").1 {
            answer.solutions.push(checked.map_err(SolveError::unsound(&answer.engine))?);
        }
        answer.outcome = optimum.outcome;
        answer.objective = optimum.objective;
        answer.bound = optimum.bound;
        answer.limit = optimum.outcome.limit();
        match (optimum.outcome, optimum.objective) {
            (Outcome::Infeasible, _) => {
                self.keep_formula(answer);
                self.confirm(answer, Claim::Count(0), &[self.team.prover()])
            }
            (Outcome::Optimal, Some(objective)) => {
                if self.request.keep_formula {
                    let note = "there is no proof of optimality: proofs exist for infeasibility and \
                                uniqueness only";
                    answer.notes.push(note.to_owned());
                }
                // A bound that met the best solution as the search ended: any of them may have proved it.
                let provers = match stopped {
                    None => vec![self.team.prover()],
                    Some(_) => self.team.kinds(),
                };
                self.confirm(answer, Claim::Optimal(objective), &provers)
            }
            _ => Ok(()),
        }
    }

    /// Keeps the formula that was refuted, if it was requested.
    fn keep_formula(&self, answer: &mut Answer) {
        if let (true, Some(session)) = (self.request.keep_formula, self.team.clauses()) {
            let compiled = session.compiled();
            answer.refuted = Some(compiled.cnf().clone());
            answer.legend = compiled.describe_variables(self.model);
            answer.legend.extend(compiled.describe_lazy_clauses(self.model));
        }
    }

    /// Confirms the claim on the roads that share nothing with those that established it, if that was requested.
    fn confirm(
        &self,
        answer: &mut Answer,
        claim: Claim,
        provers: &[RoadKind],
    ) -> Result<(), SolveError> {
        if !self.request.confirm {
            return Ok(());
        }
        let by_clauses = provers.iter().any(|it| matches!(it, RoadKind::Clauses(_)));
        let by_propagators = provers.contains(&RoadKind::Propagators);
        let roads = [(by_clauses, RoadKind::Propagators), (by_propagators, confirm::CLAUSES)];
        for (_, road) in roads.into_iter().filter(|(is_needed, _)| *is_needed) {
            answer.confirmed_by = None;
            confirm::confirm(
                answer,
                self.model,
                &claim,
                road,
                self.request,
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

    use gordian_core::NoProgress;
    use gordian_model::Goal;

    use super::*;

    #[test]
    fn a_wrong_improvement_is_not_forgotten() {
        let mut model = Model::new();
        let x = model.int("x", 0..=9);
        model.require("some", x.ge(0));
        model.set_goal(Goal::Maximise(x.into()));
        for engine in ["lcg", "sat"] {
            let request = Request { engine: engine.parse().unwrap(), ..Request::default() };
            let (n_checked, mut n_shown) = (AtomicU64::new(0), 0);
            // The first solution breaks a rule, the better ones do not.
            let check = |_: &Assignment| match n_checked.fetch_add(1, Ordering::Relaxed) {
                0 => Err("a rule".to_owned()),
                _ => Ok(SolutionData::Model(Vec::new())),
            };
            let problem = Problem::Model(model.clone());
            let cancel = Cancel::new();
            let mut search =
                ModelSearch::new(&problem, &model, &request, &cancel, &NoProgress).unwrap();
            let found = search.run(&check, &mut |_| n_shown += 1);
            assert!(matches!(found, Err(SolveError::Unsound { .. })), "{engine}: {found:?}");
            assert_eq!(n_shown, 0, "{engine}");
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
