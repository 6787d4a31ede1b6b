//! The search for solutions of a model through the compiler.

use gordian_backend::{Limits, SatSolverKind, Verdict};
use gordian_compile::{CompileOptions, Config, NextSolution, Session};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model};

use crate::answer::{Answer, SolutionCallback, SolutionData};
use crate::request::{Engine, Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// The default SAT engine: it starts fastest, and most models of puzzles are decided in a few
/// milliseconds.
const DEFAULT_ENGINE: SatSolverKind = SatSolverKind::Batsat;

/// A search for solutions of a compiled model.
pub(crate) struct ModelSearch<'a> {
    problem: &'a Problem,
    model: &'a Model,
    session: Session<'a>,
    has_goal: bool,
    request: &'a Request,
    limits: Limits,
    progress: &'a dyn Progress,
    engine: SatSolverKind,
}

/// Converts an assignment to a checked solution, or returns the rule that it breaks.
pub(crate) type CheckSolution<'a> = dyn Fn(&Assignment) -> Result<SolutionData, String> + 'a;

impl<'a> ModelSearch<'a> {
    /// Compiles the model.
    pub(crate) fn new(
        problem: &'a Problem,
        model: &'a Model,
        request: &'a Request,
        cancel: &Cancel,
        progress: &'a dyn Progress,
    ) -> Result<Self, SolveError> {
        let config = session_config(request, cancel);
        progress.report(&ProgressEvent::Phase { name: "compiling the model" });
        let session = Session::new(model, &config)?;
        Ok(Self {
            problem,
            model,
            session,
            has_goal: model.goal().is_some(),
            request,
            limits: Limits::until(cancel),
            progress,
            engine: config.engine,
        })
    }

    /// Finds what the request asks for; every solution passes `check`.
    pub(crate) fn run(
        &mut self,
        check: &CheckSolution<'_>,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = Answer::new(self.problem, self.engine_name());
        match self.request.task {
            Task::Prove if self.has_goal => self.optimise(&mut answer, check)?,
            Task::Prove => self.find(&mut answer, check, 2, on_solution)?,
            Task::First => self.find(&mut answer, check, 1, on_solution)?,
            Task::Count { limit } | Task::All { limit } => {
                self.find(&mut answer, check, limit.unwrap_or(u64::MAX), on_solution)?;
            }
        }
        if self.request.report {
            answer.report = Some(self.session.compiled().report().display(self.model).to_string());
        }
        Ok(answer)
    }

    fn engine_name(&self) -> String {
        match self.request.threads.get() {
            1 => format!("model/{}", self.engine.name()),
            threads => format!("model/portfolio of {threads}"),
        }
    }

    /// Finds up to `limit` solutions; if they are only counted, keeps the first.
    fn find(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
        limit: u64,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<(), SolveError> {
        let mut n = 0_u64;
        let stopped = loop {
            if n == limit {
                break Some(Limit::Solutions);
            }
            if n == 1 && self.request.task == Task::Prove {
                self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
            }
            match self.session.next_solution(&self.limits) {
                NextSolution::Exhausted => break None,
                NextSolution::Stopped(limit) => break Some(limit),
                NextSolution::Solution(values) => {
                    let solution = check(&values).map_err(SolveError::unsound(&answer.engine))?;
                    if n == 0 || !matches!(self.request.task, Task::Count { .. }) {
                        answer.add_solution(self.request.task, solution, on_solution);
                    }
                    if let (Some(goal), Task::First) = (self.model.goal(), self.request.task) {
                        answer.objective =
                            self.model.evaluate(goal.objective(), values.as_slice()).ok();
                    }
                    n += 1;
                    self.progress.report(&ProgressEvent::Solutions { n });
                    self.session.forbid(&values);
                }
            }
        };
        if stopped.is_none() {
            self.confirm(answer)?;
        }
        conclude(answer, self.request.task, n, stopped);
        Ok(())
    }

    fn optimise(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
    ) -> Result<(), SolveError> {
        self.progress.report(&ProgressEvent::Phase { name: "optimising" });
        let optimum = self.session.optimise(&self.limits, self.progress);
        if let Some(values) = &optimum.best {
            let solution = check(values).map_err(SolveError::unsound(&answer.engine))?;
            answer.solutions.push(solution);
        }
        answer.outcome = optimum.outcome;
        answer.objective = optimum.objective;
        answer.bound = optimum.bound;
        answer.limit = optimum.outcome.limit();
        if optimum.outcome == Outcome::Infeasible {
            self.confirm(answer)?;
        } else if self.request.confirm || self.request.keep_formula {
            let note = "optimality is neither confirmed nor written as a proof: confirmations and \
                        proofs exist for infeasibility and uniqueness only";
            answer.notes.push(note.to_owned());
        }
        Ok(())
    }

    /// Confirms by the other engine that the formula has no further solution, and keeps the formula,
    /// each if requested.
    fn confirm(&mut self, answer: &mut Answer) -> Result<(), SolveError> {
        if self.request.keep_formula {
            let compiled = self.session.compiled();
            answer.refuted = Some(compiled.cnf().clone());
            answer.legend = compiled.describe_variables(self.model);
            answer.legend.extend(compiled.describe_lazy_clauses(self.model));
        }
        if !self.request.confirm {
            return Ok(());
        }
        self.progress.report(&ProgressEvent::Phase { name: "confirming by the other engine" });
        let other = self.engine.other();
        match self.session.confirm(&self.limits) {
            Verdict::Unsat => answer.confirmed_by = Some(other.name()),
            Verdict::Sat => {
                return Err(SolveError::Unconfirmed {
                    engine: answer.engine.clone(),
                    other: other.name(),
                });
            }
            Verdict::Stopped(limit) => {
                let other = other.name();
                answer.notes.push(format!("not confirmed by `{other}`: stopped ({limit})"));
            }
        }
        Ok(())
    }
}

/// Returns the configuration of a session for a request.
pub(crate) fn session_config(request: &Request, cancel: &Cancel) -> Config {
    let engine = match request.engine {
        Engine::Sat(kind) => kind,
        Engine::Auto | Engine::Search | Engine::Model => DEFAULT_ENGINE,
    };
    let compile = CompileOptions {
        max_literals: request.max_literals,
        cancel: cancel.clone(),
        ..CompileOptions::default()
    };
    Config { engine, seed: request.seed, threads: request.threads, compile }
}
