//! Solves one problem: the answer or the conflict, and the proof.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::backend::{Cnf, Limits, Verdict, solve_with_proof};
use gordian::sudoku_batch::ExplanationDocument;
use gordian::{
    Answer, CONFIRMATION_SCOPE, Cancel, ConflictAnswer, Limit, Outcome, Problem, Progress as _,
    ProgressEvent, Request, Seconds, SolutionData, SolveResponse, Task, explain_conflict,
    solve_each,
};
use serde::Serialize;
use serde_json::Value;

use super::explain::Explanation;
use super::plan::Plan;
use super::solution_writer::SolutionWriter;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;
use crate::progress::ProgressTracker;

/// The result for one file.
#[derive(Debug)]
pub(super) struct FileResult {
    pub(super) file: String,
    pub(super) problem: Arc<Problem>,
    pub(super) result: SolveResult,
    /// The solution of a grid step by step, if it was requested and exists.
    pub(super) explanation: Option<Explanation>,
    pub(super) seconds: Seconds,
}

/// An answer or a conflict, as requested.
#[derive(Debug)]
pub(super) enum SolveResult {
    Answer(Box<Answer>, Option<ProofStatus>),
    Conflict(ConflictAnswer),
}

/// The status of a requested proof.
#[derive(Debug)]
pub(super) enum ProofStatus {
    /// The proof is written to these files.
    Written { cnf: PathBuf, drat: PathBuf },
    /// There is nothing to prove, because no formula was refuted.
    NothingRefuted,
    /// The proof was stopped, and its files were removed.
    Stopped(Limit),
}

/// The document for a file: the answer, and what only the command line adds.
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
    explanation: Option<ExplanationDocument>,
}

#[derive(Serialize)]
struct ProofFiles {
    cnf: String,
    drat: String,
}

impl ProofStatus {
    fn files(&self) -> Option<ProofFiles> {
        let Self::Written { cnf, drat } = self else { return None };
        let [cnf, drat] = [cnf, drat].map(|path| path.display().to_string());
        Some(ProofFiles { cnf, drat })
    }
}

impl FileResult {
    /// Returns the document for this file.
    pub(super) fn to_json(&self) -> Value {
        match &self.result {
            SolveResult::Conflict(conflict) => {
                conflict.to_json(&self.problem, Some(&self.file), self.seconds)
            }
            SolveResult::Answer(answer, proof) => {
                let answer = answer.to_response(Some(&self.file), self.seconds);
                let is_written = matches!(proof, Some(ProofStatus::Written { .. }));
                let is_covered = is_written && answer.covers.is_none();
                let document = FileDocument {
                    answer,
                    proof: proof.as_ref().map(ProofStatus::files),
                    covers: is_covered.then_some(CONFIRMATION_SCOPE),
                    explanation: self.explanation.as_ref().map(Explanation::document),
                };
                serde_json::to_value(document).expect("the names of all fields are strings")
            }
        }
    }

    /// Returns the exit code for this file.
    pub(super) fn exit(&self, plan: &Plan) -> Exit {
        match &self.result {
            SolveResult::Conflict(ConflictAnswer::None) => Exit::Answer,
            SolveResult::Conflict(ConflictAnswer::Found { limit, .. }) => {
                limit.map_or(Exit::NoAnswer, Exit::from_limit)
            }
            SolveResult::Conflict(ConflictAnswer::Stopped(limit)) => Exit::from_limit(*limit),
            SolveResult::Answer(answer, proof) => {
                let mut exit = Exit::from_outcome(answer.outcome, answer.limit);
                if let Some(ProofStatus::Stopped(limit)) = proof {
                    exit = exit.max(Exit::from_limit(*limit));
                }
                if lacks_confirmation(answer, &plan.request) {
                    exit = exit.max(Exit::Limit);
                }
                exit
            }
        }
    }
}

/// Returns whether a confirmation was requested and possible but not completed in time.
pub(super) fn lacks_confirmation(answer: &Answer, request: &Request) -> bool {
    let decided = match request.task {
        Task::Prove => answer.unique == Some(true) || answer.outcome == Outcome::Infeasible,
        Task::First => answer.outcome == Outcome::Infeasible,
        Task::Count { .. } | Task::All { .. } => answer.limit.is_none(),
    };
    request.confirm && decided && answer.confirmed_by.is_none()
}

impl SolveResult {
    /// Returns the partial result of work that was abandoned after `writer` received its solutions.
    pub(super) fn abandoned(
        problem: &Problem,
        plan: &Plan,
        limit: Limit,
        progress: &ProgressTracker,
        writer: &SolutionWriter,
    ) -> Self {
        if plan.conflict {
            return Self::Conflict(ConflictAnswer::Stopped(limit));
        }
        let stage = progress.snapshot();
        let counts = matches!(plan.request.task, Task::Count { .. });
        let phase = stage.phase.unwrap_or("starting");
        // With `--moves`, the tracked objective is the number of turns, not a property of the solution.
        let is_objective = !plan.request.moves;
        let answer = Answer {
            kind: problem.kind(),
            title: problem.title().map(str::to_owned),
            outcome: if writer.n() > 0 { Outcome::Solved } else { Outcome::Stopped(limit) },
            unique: (writer.n() > 1).then_some(false),
            count: counts.then_some(stage.n_solutions),
            solutions: writer.first().cloned().into_iter().collect(),
            listed: matches!(plan.request.task, Task::All { .. }).then_some(writer.n()),
            objective: stage.best.filter(|_| is_objective),
            bound: stage.bound.filter(|_| is_objective),
            engine: plan.request.engine.name().to_owned(),
            confirmed_by: None,
            limit: Some(limit),
            notes: vec![format!("stopped while {phase}")],
            moves: None,
            report: None,
            refuted: None,
            legend: Vec::new(),
        };
        Self::Answer(Box::new(answer), plan.proof.as_ref().map(|_| ProofStatus::Stopped(limit)))
    }
}

/// Solves one problem as planned.
pub(super) fn solve_problem(
    problem: &Problem,
    plan: &Plan,
    file: &str,
    cancel: &Cancel,
    progress: &ProgressTracker,
    each: &mut (dyn FnMut(SolutionData) + Send),
) -> Result<SolveResult, Fault> {
    let request = &plan.request;
    if plan.conflict {
        progress.report(&ProgressEvent::Phase { name: "looking for a conflict" });
        return match explain_conflict(problem, request, cancel) {
            Ok(conflict) => Ok(SolveResult::Conflict(conflict)),
            Err(error) => match error.limit() {
                Some(limit) => Ok(SolveResult::Conflict(ConflictAnswer::Stopped(limit))),
                None => Err(Fault::from_solve_error(&error, file)),
            },
        };
    }
    let answer = solve_each(problem, request, cancel, progress, each);
    let answer = answer.map_err(|error| Fault::from_solve_error(&error, file))?;
    let proof = match (&plan.proof, &answer.refuted) {
        (None, _) => None,
        (Some(_), None) => Some(ProofStatus::NothingRefuted),
        (Some(path), Some(cnf)) => {
            progress.report(&ProgressEvent::Phase { name: "writing the proof" });
            Some(write_proof(cnf, &answer.legend, path, cancel)?)
        }
    };
    Ok(SolveResult::Answer(Box::new(answer), proof))
}

/// Writes a formula and the proof that it is unsatisfiable to `path` with the extensions `.cnf` and `.drat`.
///
/// Both are written under temporary names and renamed when complete, because a truncated proof looks like
/// a valid one.
fn write_proof(
    cnf: &Cnf,
    legend: &[String],
    path: &Path,
    cancel: &Cancel,
) -> Result<ProofStatus, Fault> {
    let with_extension = |extension: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    };
    let (cnf_path, drat_path) = (with_extension(".cnf"), with_extension(".drat"));
    let (cnf_draft, drat_draft) = (with_extension(".cnf.part"), with_extension(".drat.part"));
    let written = write_cnf(cnf, legend, &cnf_draft).and_then(|()| {
        solve_with_proof(cnf, &mut fs_err::File::create(&drat_draft)?, &Limits::until(cancel))
    });
    let proof = match written {
        Ok(Verdict::Unsat) => fs_err::rename(&cnf_draft, &cnf_path)
            .and_then(|()| fs_err::rename(&drat_draft, &drat_path))
            .map(|()| ProofStatus::Written { cnf: cnf_path, drat: drat_path })
            .map_err(|error| io_fault(&error)),
        Ok(Verdict::Stopped(limit)) => Ok(ProofStatus::Stopped(limit)),
        Ok(Verdict::Sat) => Err(Fault::new(
            "solve.unconfirmed",
            "internal error: the refuted formula is satisfiable",
        )
        .hint("this is a bug in Gordian; please report it with the input file")),
        Err(error) => Err(io_fault(&error)),
    };
    if !matches!(proof, Ok(ProofStatus::Written { .. })) {
        for draft in [cnf_draft, drat_draft] {
            // The file may not exist; other errors do not change the result.
            let _ = fs_err::remove_file(draft);
        }
    }
    proof
}

fn write_cnf(cnf: &Cnf, legend: &[String], path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(fs_err::File::create(path)?);
    let comment = "the problem without the solutions that were found";
    cnf.write_dimacs(&mut file, std::iter::once(comment).chain(legend.iter().map(String::as_str)))?;
    file.flush()
}
