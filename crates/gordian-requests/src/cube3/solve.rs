//! `cube/solve`: a short solution of a position.

use gordian_core::Limit;
use std::time::Duration;

use gordian_atlas::cube3::CentreGoal;
use gordian_perm::cube3::{LowercaseMeaning, Sequence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::position::read;
use crate::{ErrorDetail, OutcomeName, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_perm::cube3::Metric;
use gordian_solve::Clock;
use gordian_solve::Seconds;
use gordian_solve::cube3::{
    Answer, DEFAULT_TIME_LIMIT, Query, knows_all_centres, scramble_in_text,
};

/// The largest `max_length`; the search finds no longer solutions.
const MAX_LENGTH: usize = 60;

/// A position and the kind of solution to find.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// Stickers (54 letters in the order U R F D L B, optionally followed by `,` and six directions
    /// of centres), a net, or the sequence that leads to the position.
    pub position: String,
    /// Whether the centres must be solved too.
    #[serde(default)]
    pub centres: bool,
    /// The metric.
    #[serde(default)]
    pub metric: Metric,
    /// Search until a shortest solution is proved.
    #[serde(default)]
    pub optimal: bool,
    /// Stop at a solution of at most this length.
    #[schemars(range(min = 1, max = 60))]
    pub max_length: Option<usize>,
    /// How long to search for a solution and improve it, in seconds: 1 by default.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// A solution of a position.
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
    /// The moves, verified by replay.
    pub solution: Option<String>,
    /// The number of moves.
    pub length: Option<usize>,
    /// No solution is shorter than this.
    pub lower_bound: usize,
    /// Whether there is a solution; it was verified by replay.
    pub checked: bool,
    /// The time that the answer took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// Further remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl SolveResponse {
    /// Returns the document of an answer.
    #[must_use]
    pub fn new(answer: &Answer, seconds: Seconds) -> Self {
        Self {
            schema: SchemaVersion,
            position: answer.position.to_string(),
            metric: answer.metric,
            outcome: answer.outcome.into(),
            solution: answer.solution.as_ref().map(ToString::to_string),
            length: answer.length,
            lower_bound: answer.lower_bound,
            checked: answer.solution.is_some(),
            seconds,
            limit: answer.limit,
            notes: answer.notes.clone(),
        }
    }
}

impl SolveRequest {
    /// Returns the time limit of a request without one.
    #[must_use]
    pub fn default_time_limit(&self) -> Option<Duration> {
        (!self.optimal).then_some(DEFAULT_TIME_LIMIT)
    }

    /// Returns the query with a time limit. `scramble` is a sequence that is known to lead to the
    /// position.
    #[must_use]
    pub fn query(&self, scramble: Option<Sequence>, time_limit: Option<Duration>) -> Query {
        let goal = if self.centres { CentreGoal::Exact } else { CentreGoal::Any };
        Query {
            metric: self.metric,
            centres: [goal; 6],
            max_length: self.max_length.unwrap_or(0),
            optimal: self.optimal,
            scramble,
            time_limit,
            ..Query::default()
        }
    }
}

impl RequestKind for SolveRequest {
    const NAME: &'static str = "cube/solve";
    const SUMMARY: &'static str = "Finds a short solution of the 3×3×3, with or without centres, or a shortest one if the time \
         suffices to prove it.";
    type Response = SolveResponse;

    fn example() -> Self {
        Self { position: "R U F2".to_owned(), time_limit: Some(0.1), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        let clock = Clock::start();
        let position = read(&self.position)?;
        if self.centres && !knows_all_centres(&position) {
            let message = "the position does not give the direction of every centre";
            let hint = "end it with `,` and six numbers in the order U R F D L B: the clockwise \
                        quarter turns of each centre, 0 to 3; or leave out `centres`";
            return Err(ErrorDetail::new("cube3.centres-not-known", message).hint(hint).into());
        }
        if let Some(length) = self.max_length.filter(|length| !(1..=MAX_LENGTH).contains(length)) {
            let message = format!("`max_length` is {length}, not between 1 and {MAX_LENGTH}");
            return Err(ErrorDetail::new("request.out-of-range", message).into());
        }
        let default = self.default_time_limit().map(|limit| limit.as_secs_f64());
        let time_limit = ctx.time_limit(self.time_limit.or(default))?;
        let scramble = scramble_in_text(&self.position, LowercaseMeaning::default(), &position);
        let query = self.query(scramble, time_limit);
        let mut solver = ctx.resources.cube3(&query, ctx.progress)?;
        let answer = solver.solve(&position, &query, ctx.cancel, ctx.progress)?;
        Ok(SolveResponse::new(&answer, clock.seconds()))
    }
}
