//! The documents of tables of distances: how many states there are at each distance, and what a
//! table says.

use gordian_atlas::distances::{DistanceTable, Distances};
use gordian_core::Limit;
use gordian_perm::definition::{Definition, Sequence};
use gordian_solve::Seconds;
use gordian_solve::document::{OutcomeName, SchemaVersion};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::puzzle::OrbitState;

/// The number of states at each distance from the solved state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DistancesResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The name of the puzzle.
    pub name: String,
    /// `solved`, or `stopped` before all states, or all of the requested distances, were seen.
    pub outcome: OutcomeName,
    /// The number of states at each distance, from 0. The levels are complete.
    pub levels: Vec<u64>,
    /// The number of these states.
    pub total: u64,
    /// Whether these are all states.
    pub complete: bool,
    /// How the states were numbered; null if a limit was reached before.
    pub index: Option<String>,
    /// The number of symmetries by which the states were reduced; 1 if they were not.
    pub symmetries: usize,
    /// The memory of the index, in bytes.
    pub bytes: u64,
    /// The number of buckets on disk; 0 if all states were in memory.
    pub buckets: usize,
    /// The level at which the work began: that of a checkpoint of earlier work, or 0.
    pub first_level: usize,
    /// Some states of the last level.
    pub antipodes: Vec<Vec<OrbitState>>,
    /// The time that the work took.
    pub seconds: Seconds,
    /// The limit that stopped the work early; null if none did.
    pub limit: Option<Limit>,
}

impl DistancesResponse {
    /// Returns the document of what was enumerated.
    #[must_use]
    pub fn new(definition: &Definition, found: &Distances, seconds: Seconds) -> Self {
        Self {
            levels: found.levels.clone(),
            total: found.levels.iter().sum(),
            complete: found.is_complete,
            index: Some(found.index.name().to_owned()),
            symmetries: found.n_symmetries,
            bytes: found.bytes,
            buckets: found.n_buckets,
            first_level: found.first_level,
            antipodes: found.antipodes.iter().map(|it| OrbitState::of(definition, it)).collect(),
            ..Self::stopped(definition, found.limit, seconds)
        }
    }

    /// Returns the document of work that a limit stopped before the first level.
    #[must_use]
    pub fn stopped(definition: &Definition, limit: Option<Limit>, seconds: Seconds) -> Self {
        Self {
            schema: SchemaVersion,
            name: definition.name().to_owned(),
            outcome: match limit {
                None => OutcomeName::Solved,
                Some(_) => OutcomeName::Stopped,
            },
            levels: Vec::new(),
            total: 0,
            complete: false,
            index: None,
            symmetries: 1,
            bytes: 0,
            buckets: 0,
            first_level: 0,
            antipodes: Vec::new(),
            seconds,
            limit,
        }
    }
}

/// What a table says about a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StateInTable {
    /// `optimal`; `infeasible`: the moves do not solve it; `stopped`: the table ends before it.
    pub outcome: OutcomeName,
    /// The number of moves of a shortest solution.
    pub distance: Option<usize>,
    /// No solution is shorter than this; null if there is none.
    pub lower_bound: Option<usize>,
    /// Shortest solutions, each verified by replay.
    pub solutions: Vec<String>,
    /// Whether there are solutions; each was verified by replay.
    pub checked: bool,
}

impl StateInTable {
    /// Returns the document of a state without a solution in the table; with a bound if the table
    /// ends before it.
    #[must_use]
    pub fn without_solution(lower_bound: Option<usize>) -> Self {
        Self {
            outcome: match lower_bound {
                None => OutcomeName::Infeasible,
                Some(_) => OutcomeName::Stopped,
            },
            distance: None,
            lower_bound,
            solutions: Vec::new(),
            checked: false,
        }
    }

    /// Returns the document of a state with its shortest solutions, which were verified by replay.
    #[must_use]
    pub fn solved(definition: &Definition, distance: usize, solutions: &[Sequence]) -> Self {
        Self {
            outcome: OutcomeName::Optimal,
            distance: Some(distance),
            lower_bound: Some(distance),
            solutions: solutions.iter().map(|it| it.write(definition)).collect(),
            checked: true,
        }
    }
}

/// What a table says: about a state, and about its last level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QueryResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The name of the puzzle.
    pub name: String,
    /// The state, if one was asked.
    #[serde(flatten)]
    pub state: Option<StateInTable>,
    /// The number of states at each distance, if the last level was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Vec<u64>>,
    /// Whether the table has all states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Shortest sequences that make states of the last level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub antipodes: Option<Vec<String>>,
}

impl QueryResponse {
    /// Returns the document of an answer; `antipodes` are sequences that make states of the last
    /// level.
    #[must_use]
    pub fn new(
        definition: &Definition,
        table: &DistanceTable<'_>,
        state: Option<StateInTable>,
        antipodes: Option<&[String]>,
    ) -> Self {
        Self {
            schema: SchemaVersion,
            name: definition.name().to_owned(),
            state,
            levels: antipodes.map(|_| table.levels().to_vec()),
            complete: antipodes.map(|_| table.is_complete()),
            antipodes: antipodes.map(<[String]>::to_vec),
        }
    }
}
