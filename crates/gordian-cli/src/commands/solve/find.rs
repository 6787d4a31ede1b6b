//! The work on one file, on a thread of its own: the answer, or the conflict, and the proof.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian::backend::{Cnf, Limits, Verdict, solve_with_proof};
use gordian::models::Reachability;
use gordian::perm::cube3::Sequence;
use gordian::puzzles::Puzzle;
use gordian::{
    Answer, CONFIRMATION_SCOPE, Cancel, ConflictAnswer, Limit, Outcome, Problem, Progress as _,
    ProgressEvent, Request, Seconds, SolutionData, Task, explain_conflict, solve_each,
};
use serde_json::{Value, json};

use super::explain::Explained;
use super::listing::Listing;
use super::plan::Plan;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::io_fault;
use crate::progress::Notes;

/// What was found out about a file.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) file: String,
    pub(super) problem: Arc<Problem>,
    pub(super) finding: Finding,
    /// The solution of a grid step by step, if that was asked for and there is a solution.
    pub(super) explained: Option<Explained>,
    pub(super) seconds: Seconds,
}

/// An answer or a conflict, as was asked.
#[derive(Debug)]
pub(super) enum Finding {
    Answer(Box<Answer>, Option<Proof>),
    Conflict(ConflictAnswer),
}

/// What became of a proof that was asked for.
#[derive(Debug)]
pub(super) enum Proof {
    /// It is written.
    Written { cnf: PathBuf, drat: PathBuf },
    /// There is nothing to prove: no formula was refuted.
    Nothing,
    /// It was not finished, and nothing is left of it.
    Stopped(Limit),
}

impl Found {
    /// Returns the document for this file.
    pub(super) fn to_json(&self) -> Value {
        match &self.finding {
            Finding::Conflict(conflict) => {
                conflict.to_json(&self.problem, Some(&self.file), self.seconds)
            }
            Finding::Answer(answer, proof) => {
                let mut document = answer.to_json(Some(&self.file), self.seconds);
                match proof {
                    Some(Proof::Written { cnf, drat }) => {
                        let [cnf, drat] = [cnf, drat].map(|path| path.display().to_string());
                        document["proof"] = json!({"cnf": cnf, "drat": drat});
                        document["covers"] = CONFIRMATION_SCOPE.into();
                    }
                    Some(Proof::Nothing | Proof::Stopped(_)) => document["proof"] = Value::Null,
                    None => {}
                }
                if let Some(explained) = &self.explained {
                    document["explanation"] = explained.to_json();
                }
                document
            }
        }
    }

    /// Returns how a run ends that found this alone.
    pub(super) fn exit(&self, plan: &Plan) -> Exit {
        match &self.finding {
            Finding::Conflict(ConflictAnswer::None) => Exit::Answer,
            Finding::Conflict(ConflictAnswer::Found { limit, .. }) => {
                limit.map_or(Exit::NoAnswer, Exit::of_limit)
            }
            Finding::Conflict(ConflictAnswer::Stopped(limit)) => Exit::of_limit(*limit),
            Finding::Answer(answer, proof) => {
                let mut exit = Exit::of_outcome(answer.outcome, answer.limit);
                if let Some(Proof::Stopped(limit)) = proof {
                    exit = exit.max(Exit::of_limit(*limit));
                }
                if lacks_confirmation(answer, &plan.request) {
                    exit = exit.max(Exit::Limit);
                }
                exit
            }
        }
    }
}

/// Returns whether a confirmation was asked for, was possible, and did not come in time.
pub(super) fn lacks_confirmation(answer: &Answer, request: &Request) -> bool {
    let decided = match request.task {
        Task::Prove => answer.unique == Some(true) || answer.outcome == Outcome::Infeasible,
        Task::First => answer.outcome == Outcome::Infeasible,
        Task::Count { .. } | Task::All { .. } => answer.limit.is_none(),
    };
    request.confirm && decided && answer.confirmed_by.is_none()
}

impl Finding {
    /// Returns what is known of work that did not stop when it was asked to, after it had handed over
    /// the solutions of `listing`.
    pub(super) fn left_behind(
        problem: &Problem,
        plan: &Plan,
        limit: Limit,
        notes: &Notes,
        listing: &Listing,
    ) -> Self {
        if plan.conflict {
            return Self::Conflict(ConflictAnswer::Stopped(limit));
        }
        let stage = notes.stage();
        let counts = matches!(plan.request.task, Task::Count { .. });
        let phase = stage.phase.unwrap_or("beginning");
        // The lengths of turns that a Sudoku Cube needs are no objective of its grid.
        let is_grid = matches!(problem, Problem::Puzzle(Puzzle::SudokuCube(_)));
        let answer = Answer {
            kind: problem.kind(),
            title: problem.title().map(str::to_owned),
            outcome: if listing.n() > 0 { Outcome::Solved } else { Outcome::Stopped(limit) },
            unique: (listing.n() > 1).then_some(false),
            count: counts.then_some(stage.n_solutions),
            solutions: listing.first().cloned().into_iter().collect(),
            listed: matches!(plan.request.task, Task::All { .. }).then_some(listing.n()),
            objective: stage.best.filter(|_| !is_grid),
            bound: stage.bound.filter(|_| !is_grid),
            engine: plan.request.engine.name().to_owned(),
            confirmed_by: None,
            limit: Some(limit),
            notes: vec![format!("stopped while {phase}")],
            moves: None,
            report: None,
            refuted: None,
            legend: Vec::new(),
        };
        Self::Answer(Box::new(answer), plan.proof.as_ref().map(|_| Proof::Stopped(limit)))
    }
}

/// What a request takes from the file that it is about.
pub(super) struct OfFile {
    pub(super) reachability: Reachability,
    pub(super) scramble: Option<Sequence>,
}

/// Does what the plan says with one problem.
pub(super) fn find(
    problem: &Problem,
    OfFile { reachability, scramble }: OfFile,
    plan: &Plan,
    file: &str,
    cancel: &Cancel,
    notes: &Notes,
    each: &mut (dyn FnMut(SolutionData) + Send),
) -> Result<Finding, Fault> {
    let request = Request { reachability, scramble, ..plan.request.clone() };
    if plan.conflict {
        notes.report(&ProgressEvent::Phase { name: "looking for a conflict" });
        return match explain_conflict(problem, &request, cancel) {
            Ok(conflict) => Ok(Finding::Conflict(conflict)),
            Err(error) => match error.limit() {
                Some(limit) => Ok(Finding::Conflict(ConflictAnswer::Stopped(limit))),
                None => Err(Fault::of_solve(&error, file)),
            },
        };
    }
    let answer = solve_each(problem, &request, cancel, notes, each);
    let answer = answer.map_err(|error| Fault::of_solve(&error, file))?;
    let proof = match (&plan.proof, &answer.refuted) {
        (None, _) => None,
        (Some(_), None) => Some(Proof::Nothing),
        (Some(path), Some(cnf)) => {
            notes.report(&ProgressEvent::Phase { name: "writing the proof" });
            Some(write_proof(cnf, &answer.legend, path, cancel)?)
        }
    };
    Ok(Finding::Answer(Box::new(answer), proof))
}

/// Writes a formula and the proof that it has no solution to `path` with the endings `.cnf` and
/// `.drat`.
///
/// The files get these names when both are whole: a proof that was cut short looks like one.
fn write_proof(cnf: &Cnf, legend: &[String], path: &Path, cancel: &Cancel) -> Result<Proof, Fault> {
    let with = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let (cnf_path, drat_path) = (with(".cnf"), with(".drat"));
    let (cnf_draft, drat_draft) = (with(".cnf.part"), with(".drat.part"));
    let written = write_cnf(cnf, legend, &cnf_draft).and_then(|()| {
        solve_with_proof(cnf, &mut fs_err::File::create(&drat_draft)?, &Limits::until(cancel))
    });
    let proof = match written {
        Ok(Verdict::Unsat) => fs_err::rename(&cnf_draft, &cnf_path)
            .and_then(|()| fs_err::rename(&drat_draft, &drat_path))
            .map(|()| Proof::Written { cnf: cnf_path, drat: drat_path })
            .map_err(|error| io_fault(&error)),
        Ok(Verdict::Stopped(limit)) => Ok(Proof::Stopped(limit)),
        Ok(Verdict::Sat) => {
            Err(Fault::new("solve.unconfirmed", "the formula to be refuted has a solution")
                .hint("this is a bug in Gordian: please report it with the input file"))
        }
        Err(error) => Err(io_fault(&error)),
    };
    if !matches!(proof, Ok(Proof::Written { .. })) {
        for draft in [cnf_draft, drat_draft] {
            // What was never made cannot be removed, and there is nobody to tell the rest.
            let _ = fs_err::remove_file(draft);
        }
    }
    proof
}

fn write_cnf(cnf: &Cnf, legend: &[String], path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(fs_err::File::create(path)?);
    let about = "the problem, with every solution that was found taken away";
    cnf.write_dimacs(&mut file, std::iter::once(about).chain(legend.iter().map(String::as_str)))?;
    file.flush()
}
