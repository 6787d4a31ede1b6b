//! `square1/distances`: the distances of many positions.

use gordian_atlas::AtlasError;
use gordian_atlas::square1::Metric;
use gordian_core::{Cancel, Limit};
use gordian_perm::square1::{Colours, Notation, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::read;
use crate::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};
use gordian_solve::SolveError;
use gordian_solve::square1::{Query, Solver};

/// The positions to look up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DistancesRequest {
    /// Positions, or sequences that lead to them.
    pub positions: Vec<String>,
    /// The colours of the puzzle that a sequence is applied to.
    #[serde(default)]
    pub colours: Colours,
    /// The notation of sequences.
    #[serde(default)]
    pub notation: Notation,
    /// Whether to return a shortest solution of each position too.
    #[serde(default)]
    pub solutions: bool,
    /// The time limit, in seconds.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
}

/// The distances of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DistancesResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// In the order of the positions: the distance in twists, with and without the middle layer;
    /// null: see `errors`, or the time limit was reached.
    pub distances: Vec<Option<[u32; 2]>>,
    /// Invalid positions.
    pub errors: Vec<InvalidPosition>,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
    /// A shortest solution of each position, verified by replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Option<String>>")]
    pub solutions: Option<Vec<Option<String>>>,
}

/// A position that cannot be read, or is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvalidPosition {
    /// The index of the position, from 0.
    pub index: usize,
    /// A stable code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl RequestKind for DistancesRequest {
    const NAME: &'static str = "square1/distances";
    const SUMMARY: &'static str =
        "Looks up many positions: distances in twists, in both models, and shortest solutions.";
    type Response = DistancesResponse;

    fn example() -> Self {
        let positions = ["01034547-F898BCDC,K", "01034547-F898BCDC,S"];
        Self { positions: positions.map(str::to_owned).to_vec(), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<DistancesResponse, RequestError> {
        ctx.check_max_items("positions", self.positions.len())?;
        let time_limit = ctx.time_limit(self.time_limit)?;
        let mut errors = Vec::new();
        let read_or_report = |(index, text): (usize, &String)| {
            let refused = |ErrorDetail { code, message, hint, .. }| {
                errors.push(InvalidPosition { index, code: code.to_owned(), message, hint });
            };
            read(text, self.colours, self.notation).map_err(refused).ok()
        };
        let positions: Vec<Option<Position>> =
            self.positions.iter().enumerate().map(read_or_report).collect();
        // Tables take seconds to build, and are of no use to a request without a valid position.
        let mut solver = match positions.iter().any(Option::is_some) {
            true => Some(ctx.resources.square1(ctx.progress)?),
            false => None,
        };
        let cancel = ctx.cancel.within(time_limit);
        let mut distances = Vec::with_capacity(positions.len());
        let mut solutions = Vec::new();
        let mut limit: Option<Limit> = None;
        for position in positions {
            limit = limit.or(cancel.stopped());
            let mut found = LookUp::default();
            if let (Some(position), Some(solver), None) = (position, &mut solver, limit) {
                found = self.look_up(&position, solver, &cancel, ctx)?;
                limit = found.limit;
            }
            distances.push(found.distances);
            solutions.push(found.solution);
        }
        Ok(DistancesResponse {
            schema: SchemaVersion,
            distances,
            errors,
            limit,
            solutions: self.solutions.then_some(solutions),
        })
    }
}

/// What was found about one position.
#[derive(Default)]
struct LookUp {
    distances: Option<[u32; 2]>,
    solution: Option<String>,
    limit: Option<Limit>,
}

impl DistancesRequest {
    fn look_up(
        &self,
        position: &Position,
        solver: &mut Solver,
        cancel: &Cancel,
        ctx: &RequestContext<'_>,
    ) -> Result<LookUp, SolveError> {
        if self.solutions {
            let query = Query { metric: Metric::Twist, count: false };
            let answer = solver.solve(position, &query, cancel, ctx.progress)?;
            return Ok(LookUp {
                distances: both(answer.distance.zip(answer.distance_ignoring_middle)),
                solution: answer.solution.map(|found| found.write(self.notation)),
                limit: None,
            });
        }
        match solver.distances(position, cancel, ctx.progress) {
            Ok(found) => Ok(LookUp { distances: both(Some(found)), ..LookUp::default() }),
            Err(SolveError::Atlas(AtlasError::Stopped { limit })) => {
                Ok(LookUp { limit: Some(limit), ..LookUp::default() })
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the distance with and without the middle layer.
fn both(found: Option<(u32, u32)>) -> Option<[u32; 2]> {
    found.map(<[u32; 2]>::from)
}
