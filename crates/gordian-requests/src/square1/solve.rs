//! `square1/solve`: a shortest solution of a position.

use gordian_core::Limit;
use std::ops::ControlFlow;

use gordian_atlas::square1::Metric;
use gordian_core::{Cancel, Outcome, Progress, ProgressEvent};
use gordian_perm::square1::{Colours, Notation, Position, Sequence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::read;
use crate::{ErrorDetail, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::Clock;
use gordian_solve::square1::{Answer, Query, Solver};
use gordian_solve::{Seconds, SolveError};

/// A position and the kind of solution to find.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// A position such as `01034547-F898BCDC,K`, or the sequence that leads to it.
    pub position: String,
    /// The colours of the puzzle that a sequence is applied to; a position implies its colours.
    #[serde(default)]
    pub colours: Colours,
    /// The metric.
    #[serde(default)]
    pub metric: Metric,
    /// The notation of sequences in the request and in the response.
    #[serde(default)]
    pub notation: Notation,
    /// List up to this many shortest solutions; in the metric `twist` only.
    pub all: Option<usize>,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// A shortest solution of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SolveResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The position.
    pub position: String,
    /// The metric.
    pub metric: Metric,
    /// What was established.
    pub outcome: OutcomeName,
    /// The length of the solution; the distance, if the outcome is optimal.
    pub distance: Option<u32>,
    /// The distance in twists in the model of 2007.
    pub distance_ignoring_middle: Option<u32>,
    /// A proved lower bound on the length.
    pub lower_bound: Option<u32>,
    /// The number of shortest solutions.
    pub shortest_solutions: Option<u64>,
    /// The notation of the sequences.
    pub notation: Notation,
    /// A shortest solution, verified by replay.
    pub solution: Option<String>,
    /// Shortest solutions, up to `all` of them.
    pub solutions: Vec<String>,
    /// Whether the solved puzzle ends upside down.
    pub flipped: bool,
    /// Whether there is a solution; each was verified by replay.
    pub checked: bool,
    /// The engine that answered.
    pub engine: Option<String>,
    /// The time that the answer took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// Further remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl SolveResponse {
    /// Returns the document of an answer, with its sequences in `notation`.
    #[must_use]
    pub fn new(answer: &Answer, notation: Notation, seconds: Seconds) -> Self {
        let write = |sequence: &Sequence| sequence.write(notation);
        Self {
            schema: SchemaVersion,
            position: answer.position.to_string(),
            metric: answer.metric,
            outcome: answer.outcome.into(),
            distance: answer.distance,
            distance_ignoring_middle: answer.distance_ignoring_middle,
            lower_bound: answer.lower_bound,
            shortest_solutions: answer.shortest_solutions,
            notation,
            solution: answer.solution.as_ref().map(write),
            solutions: answer.solutions.iter().map(write).collect(),
            flipped: answer.flipped,
            checked: answer.is_checked(),
            engine: answer.engine.map(str::to_owned),
            seconds,
            limit: answer.limit,
            notes: answer.notes.clone(),
        }
    }
}

impl SolveRequest {
    /// Solves `position` as the request asks, with `solver` and without further limits, and lists
    /// the shortest solutions if it asks for them.
    ///
    /// # Errors
    ///
    /// As [`Solver::solve`].
    pub fn answer(
        &self,
        position: &Position,
        solver: &mut Solver,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Answer, SolveError> {
        let query = Query { metric: self.metric, count: true };
        let mut answer = solver.solve(position, &query, cancel, progress)?;
        let (Some(n @ 1..), Outcome::Optimal) = (self.all, answer.outcome) else {
            return Ok(answer);
        };
        progress.report(&ProgressEvent::Phase { name: "listing" });
        let limit = u64::try_from(n).ok();
        let solutions = &mut answer.solutions;
        let stopped =
            solver.for_each_solution(position, limit, cancel, progress, &mut |sequence| {
                solutions.push(sequence);
                let n = solutions.len().try_into().unwrap_or(u64::MAX);
                progress.report(&ProgressEvent::Solutions { n });
                ControlFlow::Continue(())
            })?;
        answer.limit = answer.limit.or(stopped);
        Ok(answer)
    }
}

impl RequestKind for SolveRequest {
    const NAME: &'static str = "square1/solve";
    const SUMMARY: &'static str = "Finds a shortest solution of a Square-1, the number of shortest solutions, and the distance \
         in the model of 2007, which ignores the middle layer.";
    type Response = SolveResponse;

    fn example() -> Self {
        Self { position: "01034547-F898BCDC,K".to_owned(), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        let clock = Clock::start();
        let position = read(&self.position, self.colours, self.notation)?;
        if self.all.is_some() && self.metric != Metric::Twist {
            let metric = self.metric.name();
            let message = format!("`all` has no effect in the metric `{metric}`");
            return Err(ErrorDetail::new("request.not-applicable", message)
                .hint("shortest solutions are listed and counted in the metric `twist`")
                .into());
        }
        ctx.check_max_items("solutions", self.all.unwrap_or(0))?;
        let time_limit = ctx.time_limit(self.time_limit)?;
        let mut solver = ctx.resources.square1(ctx.progress)?;
        // The time for building a table does not count.
        let cancel = ctx.cancel.within(time_limit);
        let answer = self.answer(&position, &mut solver, &cancel, ctx.progress)?;
        Ok(SolveResponse::new(&answer, self.notation, clock.seconds()))
    }
}
