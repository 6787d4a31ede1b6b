//! Recomputes a proof about all positions of a puzzle.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use gordian_atlas::AtlasError;
use gordian_atlas::square1::prove::{WcaBound, wca_bound};
use gordian_atlas::square1::{BuildConfig, Database, Metric, label};
use gordian_core::{Cancel, Limit, Outcome, Progress};
use gordian_perm::square1::{Colours, Notation, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TableWorkError;
use crate::Seconds;
use crate::document::{OutcomeName, SchemaVersion};

/// The assumptions of the proof.
const ASSUMPTIONS: [&str; 5] = [
    "positions count if a twist is possible; the middle layer counts",
    "the solved position is 01234567-F89ABCDE,S with the layers turned like that and not flipped over",
    "(x,y) is one move for all x and y except (0,0), which is no move; / is one move",
    "a flip is not a move and not free: the flipped solved puzzle is not solved",
    "the program is correct: its tests compare the level counts with the published ones",
];

/// A claim that can be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The most moves that Square-1 needs, `(x,y)` one and `/` one.
    #[serde(rename = "square1-wca-bound")]
    Square1WcaBound,
}

impl Claim {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Square1WcaBound => "square1-wca-bound",
        }
    }
}

/// A request to prove a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TableProveRequest")]
pub struct ProveRequest {
    /// The claim.
    pub claim: Claim,
    /// A table of `square1`; without it, all positions are counted first.
    #[serde(default)]
    pub table: Option<PathBuf>,
    /// The number of threads; one per processor by default.
    #[serde(default)]
    pub threads: Option<NonZeroUsize>,
}

impl ProveRequest {
    /// Recomputes both bounds. The solution of the farthest position is replayed with the
    /// simulator, which uses no tables.
    ///
    /// # Errors
    ///
    /// [`AtlasError`], and [`TableWorkError::WrongProof`].
    pub fn run(
        &self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<WcaBoundProof, TableWorkError> {
        let Claim::Square1WcaBound = self.claim;
        let database = match &self.table {
            Some(file) => require_six_colours(Database::open(file)?)?,
            None => {
                let default = BuildConfig::default();
                let threads = self.threads.map_or(default.threads, NonZeroUsize::get);
                let config = BuildConfig { threads, ..default };
                Database::build_in_memory(Colours::Six, &config, cancel, progress)?
            }
        };
        let bound = wca_bound(&database, cancel)?;
        if bound.position.apply(&bound.solution) != Ok(Position::solved(Colours::Six)) {
            return Err(TableWorkError::WrongProof);
        }
        Ok(WcaBoundProof::new(&bound))
    }
}

/// Refuses a table of another puzzle.
fn require_six_colours(database: Database) -> Result<Database, AtlasError> {
    match database.model().colours() {
        Colours::Six => Ok(database),
        colours => {
            Err(AtlasError::WrongPuzzle { found: label(colours), expected: label(Colours::Six) })
        }
    }
}

/// Both bounds of the claim, and what they follow from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WcaBoundProof {
    /// The metric.
    pub metric: String,
    /// The largest distance in twists.
    pub max_twists: u32,
    /// The number of positions at that distance.
    pub positions_at_max_twists: u64,
    /// The number of moves that always suffices.
    pub upper_bound: u32,
    /// The position of the lower bound.
    pub position: String,
    /// Its distance in twists.
    pub twists: u32,
    /// A proved lower bound on the length of its solutions.
    pub lower_bound: u32,
    /// The length of `solution`.
    pub length: u32,
    /// A solution of the position.
    pub solution: String,
    /// Whether the solution was verified by replay; always true.
    pub checked: bool,
    /// The number of positions that the search visited.
    pub nodes: u64,
    /// The assumptions.
    pub assumed: Vec<String>,
}

impl WcaBoundProof {
    fn new(bound: &WcaBound) -> Self {
        Self {
            metric: Metric::Wca.name().to_owned(),
            max_twists: bound.max_twists,
            positions_at_max_twists: bound.at_max,
            upper_bound: bound.upper_bound,
            position: bound.position.to_string(),
            twists: bound.twists,
            lower_bound: bound.lower_bound,
            length: bound.length,
            solution: bound.solution.write(Notation::Wca),
            checked: true,
            nodes: bound.nodes,
            assumed: ASSUMPTIONS.map(str::to_owned).into(),
        }
    }

    /// Returns whether the two bounds are equal: no position needs more moves, and one needs as
    /// many.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.lower_bound == self.upper_bound && self.length == self.upper_bound
    }
}

/// The response to a [`ProveRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TableProveResponse")]
pub struct ProveResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The claim.
    pub claim: Claim,
    /// `optimal`: the claim is proved; `infeasible`: it does not hold; or `stopped`.
    pub outcome: OutcomeName,
    /// Both bounds; left out if a limit was reached, as `seconds`.
    #[serde(flatten)]
    pub proof: Option<WcaBoundProof>,
    /// The time that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// The limit that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

impl ProveResponse {
    /// Returns the response for a proof, or for the limit that stopped it.
    #[must_use]
    pub fn new(claim: Claim, result: Result<WcaBoundProof, Limit>, seconds: Seconds) -> Self {
        let outcome = match &result {
            Ok(proof) if proof.holds() => Outcome::Optimal,
            Ok(_) => Outcome::Infeasible,
            Err(limit) => Outcome::Stopped(*limit),
        };
        let seconds = result.is_ok().then_some(seconds);
        let limit = result.as_ref().err().copied();
        let proof = result.ok();
        Self { schema: SchemaVersion, claim, outcome: outcome.into(), proof, seconds, limit }
    }
}
