//! Solves the problem of a file: the answer or the conflict, and with it an explanation and a proof.
//!
//! It is: what `gordian solve` does with each of its files, and the document of the result. It is not: the
//! choice of an engine ([`crate::solve`]).

mod proof;

use std::io;
use std::path::PathBuf;

use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_puzzles::GridPuzzle;
use serde::Serialize;
use serde_json::Value;

use self::proof::{remove_old_proof, write_proof};
use crate::answer::SolutionCallback;
use crate::requests::ErrorDetail;
use crate::steps::{Steps, explain_answer, has_steps};
use crate::sudoku_batch::Explanation;
use crate::{
    Answer, ConflictAnswer, PROOF_SCOPE, Problem, Request, Seconds, SolutionData, SolveResponse,
    Task, explain_conflict, solve_each,
};

/// What to do with each problem.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The task, the engine and the limits.
    pub request: Request,
    /// Whether to find a conflict instead of a solution.
    pub conflict: bool,
    /// Whether to explain the solution in logical steps: of grids without cages, and where [`has_steps`] says so.
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
    Grid(Box<Explanation>),
    /// Of a pencil puzzle, by clues and rules.
    Steps(Box<Steps>),
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
}

impl Plan {
    /// Solves a problem as planned, and passes the solutions of a list to `on_solution`, as they are found.
    ///
    /// # Errors
    ///
    /// [`PlanError`].
    pub fn run(
        &self,
        problem: &Problem,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_solution: &mut SolutionCallback<'_>,
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
        // No older proof stays beside this answer, and a target that cannot be written fails before the search.
        self.proof.as_deref().map_or(Ok(()), remove_old_proof)?;
        let answer = solve_each(problem, &self.request, cancel, progress, on_solution)
            .map_err(|error| PlanError::Problem(error.into()))?;
        let proof = match (&self.proof, &answer.refuted) {
            (None, _) => None,
            (Some(_), None) => Some(ProofStatus::NothingRefuted),
            (Some(path), Some(cnf)) => {
                progress.report(&ProgressEvent::Phase { name: "writing the proof" });
                Some(write_proof(cnf, &answer.legend, path, cancel)?)
            }
        };
        let explanation =
            if self.explain { self.explain(problem, &answer, cancel, progress)? } else { None };
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
            let found = Explanation::find(&puzzle.grid, cancel).map_err(PlanError::Problem)?;
            return Ok(found.map(|found| PlanExplanation::Grid(Box::new(found))));
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
        let AbandonedWork { limit, phase, n_counted, best, bound, first, n_listed } = work;
        if self.conflict {
            return PlanResult::Conflict(ConflictAnswer::Stopped(limit));
        }
        let task = self.request.task;
        // With `moves`, the reported objective is the number of turns, not a property of the solution.
        let is_objective = !self.request.moves;
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
            ..Answer::new(problem, self.request.engine.name().to_owned())
        };
        let proof = self.proof.as_ref().map(|_| ProofStatus::Stopped(limit));
        PlanResult::Answer { answer: Box::new(answer), proof, explanation: None }
    }
}

impl PlanResult {
    /// Returns the document of the result; `file` is the name of the file as the user wrote it.
    #[must_use]
    pub fn to_json(&self, problem: &Problem, file: &str, seconds: Seconds) -> Value {
        let document = match self {
            Self::Conflict(conflict) => {
                serde_json::to_value(conflict.to_response(problem, Some(file), seconds))
            }
            Self::Answer { answer, proof, explanation } => {
                let files = proof.as_ref().map(ProofStatus::files);
                let is_covered = matches!(files, Some(Some(_))) && answer.confirmed_by.is_none();
                serde_json::to_value(FileDocument {
                    answer: answer.to_response(Some(file), seconds),
                    proof: files,
                    covers: is_covered.then_some(PROOF_SCOPE),
                    explanation: explanation
                        .as_ref()
                        .map(|explanation| match explanation {
                            PlanExplanation::Grid(grid) => serde_json::to_value(grid.document()),
                            PlanExplanation::Steps(steps) => serde_json::to_value(steps.document()),
                        })
                        .transpose()
                        .expect("the names of all fields are strings"),
                })
            }
        };
        document.expect("the names of all fields are strings")
    }
}

/// The document for a file: the answer, and what a plan adds.
#[derive(Serialize)]
struct FileDocument<'a> {
    #[serde(flatten)]
    answer: SolveResponse,
    /// The files of the proof, if one was requested; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Option<ProofFiles>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covers: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Value>,
}

#[derive(Serialize)]
struct ProofFiles {
    cnf: String,
    drat: String,
    covers: &'static str,
}

impl ProofStatus {
    fn files(&self) -> Option<ProofFiles> {
        let Self::Written { cnf, drat } = self else { return None };
        let [cnf, drat] = [cnf, drat].map(|path| path.display().to_string());
        Some(ProofFiles { cnf, drat, covers: PROOF_SCOPE })
    }
}
