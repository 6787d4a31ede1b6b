//! Solves the problem of a file: the answer or the conflict, and with it an explanation and a
//! proof.
//!
//! It is: what `gordian solve` does with each of its files, as data. It is not: the document of the
//! result, and the choice of an engine ([`crate::solve`]).

mod proof;

use std::io;
use std::path::PathBuf;

use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_logic::Config;
use gordian_puzzles::GridPuzzle;
use gordian_search::Rest;

use self::proof::{remove_old_proof, write_proof};
use crate::ErrorDetail;
use crate::answer::{FoundSolution, SolveEvent};
use crate::solve::solve_with_events;
use crate::steps::{Steps, explain_answer, has_steps};
use crate::sudoku_batch::{LogicAnswer, LogicResult, NoAnswer, Operation};
use crate::{Answer, ConflictAnswer, Problem, Request, SolutionData, Task, explain_conflict};

/// What to do with each problem.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The task, the engine and the limits.
    pub request: Request,
    /// Whether to find a conflict instead of a solution.
    pub conflict: bool,
    /// Whether to explain the solution in logical steps: of grids without cages, and where
    /// [`has_steps`] says so.
    pub explain: bool,
    /// The path of the proof, without extensions.
    pub proof: Option<PathBuf>,
}

/// The result for a problem.
#[derive(Clone, Debug)]
pub enum PlanResult {
    /// An answer.
    Answer {
        /// The answer.
        answer: Box<Answer>,
        /// The status of the proof, if one was requested.
        proof: Option<ProofStatus>,
        /// The solution step by step, if it was requested and exists.
        explanation: Option<PlanExplanation>,
    },
    /// A conflict.
    Conflict(ConflictAnswer),
}

/// A solution step by step.
#[derive(Clone, Debug)]
pub enum PlanExplanation {
    /// Of a grid, by named techniques.
    Grid(Box<LogicAnswer>),
    /// Of a pencil puzzle, by clues and rules.
    Steps(Box<Steps>),
    /// A limit was reached before anything was explained.
    Stopped(Limit),
}

impl PlanExplanation {
    /// Returns the limit that stopped the explanation before it was complete.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match self {
            Self::Grid(grid) => grid.explanation().and_then(|it| it.solved.stopped),
            Self::Steps(steps) => steps.limit,
            Self::Stopped(limit) => Some(*limit),
        }
    }
}

/// Work that comes after the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterWork {
    /// The confirmation.
    Confirmation,
    /// The proof.
    Proof,
    /// The explanation.
    Explanation,
}

impl LaterWork {
    /// Returns the name in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Confirmation => "confirmation",
            Self::Proof => "proof",
            Self::Explanation => "explanation",
        }
    }
}

/// What is known of a problem before the work ends.
#[derive(Clone, Debug)]
pub enum PlanEvent {
    /// A solution of a list, or an improvement.
    Solution(FoundSolution),
    /// What is established, for [`Plan::abandoned`] if the work does not end. It replaces what was
    /// established before.
    Established(Established),
}

/// What is established before the work ends.
#[derive(Clone, Debug)]
pub struct Established {
    answer: Box<Answer>,
    rest: Rest,
    proof: Option<ProofStatus>,
}

/// The status of a requested proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStatus {
    /// The proof is written to these files.
    Written {
        /// The file of the formula.
        cnf: PathBuf,
        /// The file of the proof.
        drat: PathBuf,
    },
    /// There is nothing to prove, because no formula was refuted.
    NothingRefuted,
    /// The proof was stopped, and its files were removed.
    Stopped(Limit),
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The problem cannot be solved; see [`SolveError`](crate::SolveError).
    Problem(ErrorDetail),
    /// The proof cannot be written. The message names its file.
    Proof(ErrorDetail),
}

impl From<io::Error> for PlanError {
    fn from(error: io::Error) -> Self {
        Self::Proof(error.into())
    }
}

/// What is known of work that did not stop in time.
#[derive(Clone, Debug)]
pub struct AbandonedWork {
    /// The limit that was reached.
    pub limit: Limit,
    /// What the work did.
    pub phase: &'static str,
    /// The number of solutions that were counted.
    pub n_counted: u64,
    /// The best objective found.
    pub best: Option<i64>,
    /// The proven bound on the objective.
    pub bound: Option<i64>,
    /// The first solution that was listed, or the best one of an optimisation.
    pub first: Option<SolutionData>,
    /// The number of solutions that were listed.
    pub n_listed: u64,
    /// What was established last.
    pub established: Option<Established>,
}

impl Plan {
    /// Solves a problem as planned, and passes the solutions of a list to `on_event`, as they are
    /// found, and what is established before work that may not end in time.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub fn run(
        &self,
        problem: &Problem,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_event: &mut (dyn FnMut(PlanEvent) + Send),
    ) -> Result<PlanResult, PlanError> {
        if self.conflict {
            progress.report(&ProgressEvent::Phase { name: "looking for a conflict" });
            return match explain_conflict(problem, &self.request, cancel) {
                Ok(conflict) => Ok(PlanResult::Conflict(conflict)),
                Err(error) => match error.limit() {
                    Some(limit) => Ok(PlanResult::Conflict(ConflictAnswer::Stopped(limit))),
                    None => Err(PlanError::Problem(error.into())),
                },
            };
        }
        // No older proof stays beside this answer, and a target that cannot be written fails before
        // the search.
        self.proof.as_deref().map_or(Ok(()), remove_old_proof)?;
        let mut report = |event| match event {
            SolveEvent::Solution(found) => on_event(PlanEvent::Solution(found)),
            SolveEvent::Answer(answer, rest) => {
                on_event(PlanEvent::Established(Established { answer, rest, proof: None }));
            }
        };
        let answer = solve_with_events(problem, &self.request, cancel, progress, &mut report);
        let mut answer = answer.map_err(|error| PlanError::Problem(error.into()))?;
        if self.proof.is_some() || self.explain {
            report(SolveEvent::Answer(Box::new(answer.without_formula()), Rest::Other));
        }
        let proof = match (&self.proof, &answer.refuted) {
            (None, _) => None,
            (Some(_), None) => Some(ProofStatus::NothingRefuted),
            (Some(path), Some(cnf)) => {
                progress.report(&ProgressEvent::Phase { name: "writing the proof" });
                Some(write_proof(cnf, &answer.legend, path, cancel)?)
            }
        };
        let mut explanation = None;
        if self.explain {
            if proof.is_some() {
                let (answer, proof) = (Box::new(answer.without_formula()), proof.clone());
                on_event(PlanEvent::Established(Established { answer, rest: Rest::Other, proof }));
            }
            explanation = self.explain(problem, &answer, cancel, progress)?;
        }
        Ok(PlanResult::Answer { answer: Box::new(answer), proof, explanation })
    }

    /// Explains a puzzle, if its kind has explanations.
    fn explain(
        &self,
        problem: &Problem,
        answer: &Answer,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Option<PlanExplanation>, PlanError> {
        progress.report(&ProgressEvent::Phase { name: "explaining" });
        if let Some(puzzle) = problem.as_kind::<GridPuzzle>().filter(|it| it.rules.is_empty()) {
            let found =
                LogicAnswer::find(Operation::Explain, &puzzle.grid, &[], &Config::all(), cancel)
                    .map_err(PlanError::Problem)?;
            return Ok(match found.result {
                LogicResult::Missing(NoAnswer::Undecided(limit)) => {
                    Some(PlanExplanation::Stopped(limit))
                }
                LogicResult::Missing(_) => None,
                _ => Some(PlanExplanation::Grid(Box::new(found))),
            });
        }
        match problem {
            Problem::Puzzle(puzzle) if has_steps(puzzle) => {
                let found = explain_answer(puzzle, answer, &self.request, cancel, progress);
                let found = found.map_err(|error| PlanError::Problem(error.into()))?;
                Ok(found.map(|found| PlanExplanation::Steps(Box::new(found))))
            }
            _ => Ok(None),
        }
    }

    /// Returns the partial result of work that was abandoned.
    #[must_use]
    pub fn abandoned(&self, problem: &Problem, work: AbandonedWork) -> PlanResult {
        let AbandonedWork { limit, phase, n_counted, best, bound, first, n_listed, established } =
            work;
        if self.conflict {
            return PlanResult::Conflict(ConflictAnswer::Stopped(limit));
        }
        let task = self.request.task;
        let stopped_proof = self.proof.as_ref().map(|_| ProofStatus::Stopped(limit));
        if let Some(Established { answer, rest, proof }) = established {
            let mut answer = answer.stopped_before(rest, limit);
            if rest == Rest::Search {
                answer.count = answer.count.map(|n| n.max(n_counted));
                answer.notes.push(format!("stopped while {phase}"));
            }
            let explanation = self.explain.then_some(PlanExplanation::Stopped(limit));
            let proof = proof.or(stopped_proof);
            return PlanResult::Answer { answer: Box::new(answer), proof, explanation };
        }
        // With `moves`, the reported objective is the number of turns, not a property of the
        // solution.
        let is_objective = !self.request.options.moves;
        let answer = Answer {
            outcome: match (n_listed > 0, first.is_some()) {
                (true, _) => Outcome::Solved,
                (false, true) => Outcome::Feasible(limit),
                (false, false) => Outcome::Stopped(limit),
            },
            unique: (n_listed > 1).then_some(false),
            count: matches!(task, Task::Count { .. }).then_some(n_counted),
            solutions: first.into_iter().collect(),
            listed: matches!(task, Task::All { .. }).then_some(n_listed),
            objective: best.filter(|_| is_objective),
            bound: bound.filter(|_| is_objective),
            limit: Some(limit),
            notes: vec![format!("stopped while {phase}")],
            ..Answer::new(problem.kind(), problem.title(), self.request.engine.name().to_owned())
        };
        let explanation = self.explain.then_some(PlanExplanation::Stopped(limit));
        PlanResult::Answer { answer: Box::new(answer), proof: stopped_proof, explanation }
    }
}

impl PlanResult {
    /// Returns the work after the answer that a limit stopped, and the limit.
    pub fn not_done(&self) -> impl Iterator<Item = (LaterWork, Limit)> {
        let limits = match self {
            Self::Conflict(_) => [None; 3],
            Self::Answer { answer, proof, explanation } => [
                answer.unconfirmed,
                proof.as_ref().and_then(ProofStatus::limit),
                explanation.as_ref().and_then(PlanExplanation::limit),
            ],
        };
        let works = [LaterWork::Confirmation, LaterWork::Proof, LaterWork::Explanation];
        works.into_iter().zip(limits).filter_map(|(work, limit)| Some((work, limit?)))
    }
}

impl ProofStatus {
    fn limit(&self) -> Option<Limit> {
        match self {
            Self::Stopped(limit) => Some(*limit),
            Self::Written { .. } | Self::NothingRefuted => None,
        }
    }
}
