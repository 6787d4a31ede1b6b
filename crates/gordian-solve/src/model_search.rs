//! The search for solutions of a model, by clauses or by propagators.

use gordian_backend::{Limits, SatSolverKind};
use gordian_compile::{CompileError, CompileOptions, Config, Session};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model, NextSolution, OptimisationResult};

use crate::answer::{Answer, SolutionCallback, SolutionData};
use crate::confirm::{self, Claim};
use crate::request::{DEFAULT_SAT_ENGINE, Engine, Request, Task};
use crate::solve::conclude;
use crate::{Problem, SolveError};

/// A search for solutions of a model.
pub(crate) struct ModelSearch<'a> {
    problem: &'a Problem,
    model: &'a Model,
    road: Road<'a>,
    request: &'a Request,
    limits: Limits,
    progress: &'a dyn Progress,
}

/// The model as the engine has it.
enum Road<'a> {
    Clauses { session: Box<Session<'a>>, engine: SatSolverKind },
    Propagators(Box<gordian_propagate::Session<'a>>),
}

impl<'a> Road<'a> {
    /// Compiles or posts the model.
    fn new(
        model: &'a Model,
        request: &Request,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let post = || {
            progress.report(&ProgressEvent::Phase { name: "posting the model" });
            let options = post_options(request, cancel);
            let session = gordian_propagate::Session::new(model, &options)?;
            Ok(Self::Propagators(Box::new(session)))
        };
        if request.engine == Engine::Lcg {
            return match request.keep_formula {
                true => Err(SolveError::NoProof { engine: Engine::Lcg.name() }),
                false => post(),
            };
        }
        let config = session_config(request, cancel);
        progress.report(&ProgressEvent::Phase { name: "compiling the model" });
        let may_post =
            matches!(request.engine, Engine::Auto | Engine::Model) && !request.keep_formula;
        match Session::new(model, &config) {
            Ok(session) => Ok(Self::Clauses { session: Box::new(session), engine: config.engine }),
            // Propagators need less memory, and no binary numbers. If they fail too, the first reason is told.
            Err(error @ (CompileError::TooManyClauses | CompileError::Overflow { .. }))
                if may_post =>
            {
                post().map_err(|_| error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn next_solution(&mut self, limits: &Limits) -> NextSolution {
        match self {
            Self::Clauses { session, .. } => session.next_solution(limits),
            Self::Propagators(session) => session.next_solution(&limits.cancel),
        }
    }

    fn forbid(&mut self, solution: &Assignment) {
        match self {
            Self::Clauses { session, .. } => session.forbid(solution),
            Self::Propagators(session) => session.forbid(solution),
        }
    }

    fn optimise(&mut self, limits: &Limits, progress: &dyn Progress) -> OptimisationResult {
        match self {
            Self::Clauses { session, .. } => session.optimise(limits, progress),
            Self::Propagators(session) => session.optimise(&limits.cancel, progress),
        }
    }

    /// Returns the road that shares nothing with this one.
    fn other(&self) -> confirm::Road {
        match self {
            Self::Clauses { .. } => confirm::Road::Propagators,
            Self::Propagators(_) => confirm::Road::Clauses,
        }
    }
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
        let road = Road::new(model, request, cancel, progress)?;
        Ok(Self { problem, model, road, request, limits: Limits::until(cancel), progress })
    }

    /// Finds what the request asks for; every solution passes `check`.
    pub(crate) fn run(
        &mut self,
        check: &CheckSolution<'_>,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = Answer::new(self.problem, self.engine_name());
        match self.request.task {
            Task::Prove if self.model.goal().is_some() => self.optimise(&mut answer, check)?,
            Task::Prove => self.find(&mut answer, check, 2, on_solution)?,
            Task::First => self.find(&mut answer, check, 1, on_solution)?,
            Task::Count { limit } | Task::All { limit } => {
                self.find(&mut answer, check, limit.unwrap_or(u64::MAX), on_solution)?;
            }
        }
        if self.request.report {
            answer.report = Some(match &self.road {
                Road::Clauses { session, .. } => {
                    session.compiled().report().display(self.model).to_string()
                }
                Road::Propagators(session) => session.report(),
            });
        }
        Ok(answer)
    }

    fn engine_name(&self) -> String {
        match (&self.road, self.request.threads.get()) {
            (Road::Clauses { engine, .. }, 1) => format!("model/{}", engine.name()),
            (Road::Clauses { .. }, threads) => format!("model/portfolio of {threads}"),
            (Road::Propagators(_), _) => "model/lcg".to_owned(),
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
            match self.road.next_solution(&self.limits) {
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
                    self.road.forbid(&values);
                }
            }
        };
        conclude(answer, self.request.task, n, stopped);
        if stopped.is_none() {
            self.keep_formula(answer);
            self.confirm(answer, Claim::Count(n))?;
        }
        Ok(())
    }

    fn optimise(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
    ) -> Result<(), SolveError> {
        self.progress.report(&ProgressEvent::Phase { name: "optimising" });
        let optimum = self.road.optimise(&self.limits, self.progress);
        if let Some(values) = &optimum.best {
            let solution = check(values).map_err(SolveError::unsound(&answer.engine))?;
            answer.solutions.push(solution);
        }
        answer.outcome = optimum.outcome;
        answer.objective = optimum.objective;
        answer.bound = optimum.bound;
        answer.limit = optimum.outcome.limit();
        match (optimum.outcome, optimum.objective) {
            (Outcome::Infeasible, _) => {
                self.keep_formula(answer);
                self.confirm(answer, Claim::Count(0))
            }
            (Outcome::Optimal, Some(objective)) => {
                if self.request.keep_formula {
                    let note = "there is no proof of optimality: proofs exist for infeasibility and \
                                uniqueness only";
                    answer.notes.push(note.to_owned());
                }
                self.confirm(answer, Claim::Optimal(objective))
            }
            _ => Ok(()),
        }
    }

    /// Keeps the formula that was refuted, if it was requested.
    fn keep_formula(&self, answer: &mut Answer) {
        if let (true, Road::Clauses { session, .. }) = (self.request.keep_formula, &self.road) {
            let compiled = session.compiled();
            answer.refuted = Some(compiled.cnf().clone());
            answer.legend = compiled.describe_variables(self.model);
            answer.legend.extend(compiled.describe_lazy_clauses(self.model));
        }
    }

    /// Confirms the claim on the other road, if that was requested.
    fn confirm(&self, answer: &mut Answer, claim: Claim) -> Result<(), SolveError> {
        if !self.request.confirm {
            return Ok(());
        }
        let (road, cancel) = (self.road.other(), &self.limits.cancel);
        confirm::confirm(answer, self.model, claim, road, self.request, cancel, self.progress)
    }
}

/// Returns the options of posting a model for a request.
pub(crate) fn post_options(request: &Request, cancel: &Cancel) -> gordian_propagate::Options {
    gordian_propagate::Options { cancel: cancel.clone(), max_bytes: request.max_bytes() }
}

/// Returns the configuration of a session for a request.
pub(crate) fn session_config(request: &Request, cancel: &Cancel) -> Config {
    let engine = match request.engine {
        Engine::Sat(kind) => kind,
        Engine::Auto | Engine::Search | Engine::Model | Engine::Lcg => DEFAULT_SAT_ENGINE,
    };
    let compile = CompileOptions {
        max_literals: request.max_literals,
        cancel: cancel.clone(),
        ..CompileOptions::default()
    };
    Config { engine, seed: request.seed, threads: request.threads, compile }
}
