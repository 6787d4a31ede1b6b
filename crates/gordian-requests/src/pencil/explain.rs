//! `pencil/explain`: the solution step by step.

use gordian_core::Limit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EXAMPLE, read_puzzle};
use crate::{OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::steps::{StepsDocument, explain_steps};

/// A pencil puzzle to explain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// A puzzle file or a link.
    pub puzzle: String,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// What is the same in all solutions, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// `solved`, `infeasible` without a solution, or `stopped` by the limit.
    pub outcome: OutcomeName,
    /// The limit that ended the explanation before everything was explained; null if none did.
    pub limit: Option<Limit>,
    /// The steps with the difficulty; null without a solution.
    pub explanation: Option<StepsDocument>,
}

impl RequestKind for ExplainRequest {
    const NAME: &'static str = "pencil/explain";
    const SUMMARY: &'static str = "Explains what is the same in all solutions of a pencil puzzle, in steps from as few \
                                   clues and rules as were found; every step is checked.";
    type Response = ExplainResponse;

    fn example() -> Self {
        Self { puzzle: EXAMPLE.to_owned(), time_limit: None }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ExplainResponse, RequestError> {
        let (puzzle, _) = read_puzzle(&self.puzzle, ctx)?;
        let request = ctx.solver_request(self.time_limit)?;
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        let steps = explain_steps(&puzzle, &request, &cancel, ctx.progress)?;
        let limit = steps.as_ref().and_then(|steps| steps.limit);
        let outcome = match (&steps, limit) {
            (None, _) => OutcomeName::Infeasible,
            (Some(_), None) => OutcomeName::Solved,
            (Some(_), Some(_)) => OutcomeName::Stopped,
        };
        Ok(ExplainResponse {
            schema: SchemaVersion,
            outcome,
            limit,
            explanation: steps.map(|steps| steps.document()),
        })
    }
}
