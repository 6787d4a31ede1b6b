//! The document of the work for a file: the answer or the conflict, the proof, the explanation.

use gordian_solve::plan::{PlanExplanation, PlanResult, ProofStatus};
use gordian_solve::steps::StepsDocument;
use gordian_solve::{ConflictResponse, PROOF_SCOPE, Problem, Seconds, SolveResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sudoku::ExplainResponse;

/// What was found for a file.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FileResponse {
    /// An answer.
    Answer(Box<FileAnswer>),
    /// A conflict.
    Conflict(ConflictResponse),
}

/// The answer of `solve`, and what was asked besides.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FileAnswer {
    /// The answer.
    #[serde(flatten)]
    pub answer: SolveResponse,
    /// The work after a complete answer that a limit stopped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_done: Vec<String>,
    /// The files of the proof, if one was requested; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Option<ProofFiles>>,
    /// The explanation, if one was requested; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Option<ExplanationDocument>>,
}

/// The files of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProofFiles {
    /// The refuted formula, in the format of DIMACS.
    pub cnf: String,
    /// The proof, in the format DRAT.
    pub drat: String,
    /// What the proof covers: `clauses`, without the compilation of the model to them.
    pub covers: String,
}

/// A solution step by step.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExplanationDocument {
    /// Of a grid, by named techniques: the answer of `sudoku/explain`.
    Grid(Box<ExplainResponse>),
    /// Of another puzzle, by clues and rules.
    Steps(StepsDocument),
}

impl FileResponse {
    /// Returns the document of a result; `file` is the name of the file as the user wrote it.
    #[must_use]
    pub fn new(result: &PlanResult, problem: &Problem, file: &str, seconds: Seconds) -> Self {
        let (answer, proof, explanation) = match result {
            PlanResult::Conflict(conflict) => {
                return Self::Conflict(ConflictResponse::of(
                    conflict,
                    problem,
                    Some(file),
                    seconds,
                ));
            }
            PlanResult::Answer { answer, proof, explanation } => (answer, proof, explanation),
        };
        let proof = proof.as_ref().map(files);
        let mut response = SolveResponse::of(answer, Some(file), seconds);
        if matches!(proof, Some(Some(_))) && response.covers.is_none() {
            response.covers = Some(PROOF_SCOPE.to_owned());
        }
        let mut not_done = Vec::new();
        // Only of a complete answer: a limit before that is the limit of the answer itself.
        if response.limit.is_none() {
            response.limit = result.not_done().next().map(|(_, limit)| limit);
            not_done.extend(result.not_done().map(|(work, _)| work.name().to_owned()));
        }
        let explanation = explanation.as_ref().map(|explanation| match explanation {
            PlanExplanation::Grid(grid) => {
                Some(ExplanationDocument::Grid(Box::new(ExplainResponse::new(grid))))
            }
            PlanExplanation::Steps(steps) => Some(ExplanationDocument::Steps(steps.document())),
            PlanExplanation::Stopped(_) => None,
        });
        Self::Answer(Box::new(FileAnswer { answer: response, not_done, proof, explanation }))
    }
}

fn files(proof: &ProofStatus) -> Option<ProofFiles> {
    let ProofStatus::Written { cnf, drat } = proof else { return None };
    let [cnf, drat] = [cnf, drat].map(|path| path.display().to_string());
    Some(ProofFiles { cnf, drat, covers: PROOF_SCOPE.to_owned() })
}
