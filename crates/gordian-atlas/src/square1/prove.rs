//! The maximal number of moves of the six-colour puzzle in WCA style.
//!
//! **Claim.** Every position in which a twist is possible can be solved, with the layers aligned,
//! in at most 26 moves, where `(x,y)` counts 1 and `/` counts 1. One position needs 26.
//!
//! *Upper bound.* A solution with `n` twists takes at most `2·n − 1` moves, one turn before and one
//! turn after. According to the table, no distance exceeds 13 twists, and the middle layer
//! determines the parity of the distance, so
//! - at distance 12 or less, `2·12 − 1 + 2 = 25` moves suffice;
//! - at distance 13, every neighbour is at 12 (there is no 14), so the first twist needs no turn
//!   before it: `2·13 − 1 + 1 = 26`.
//!
//! Distances are up to turns of the layers; the flipped solved puzzle is not solved.
//!
//! *Lower bound.* An exhaustive search for a solution of one position in 25 moves or fewer finds
//! none. Its only pruning is the distance in twists from the table.

use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position, Sequence};

use super::database::Database;
use super::levels::CountModel;
use super::metric::{Metric, shortest_in_metric};
use super::packed::PackedPosition;
use crate::AtlasError;

/// A position that needs the maximal number of moves.
pub const HARDEST: &str = "CBD4539-E7180F26A,K";

/// Both halves of the proof, recomputed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WcaBound {
    /// The largest distance in twists, from the levels of the table.
    pub max_twists: u32,
    /// The number of positions at that distance, in the model "rotations only".
    pub at_max: u64,
    /// The number of moves that always suffices, derived from `max_twists`.
    pub upper_bound: u32,
    /// The position of the lower bound.
    pub position: Position,
    /// Its distance in twists.
    pub twists: u32,
    /// A solution of it.
    pub solution: Sequence,
    /// The length of that solution.
    pub length: u32,
    /// A proved lower bound on the length of its solutions.
    pub lower_bound: u32,
    /// The number of positions that the search visited.
    pub nodes: u64,
}

impl WcaBound {
    /// Returns whether the two bounds are equal: no position needs more moves, and one needs as
    /// many.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.lower_bound == self.upper_bound && self.length == self.upper_bound
    }
}

/// Recomputes both halves with a six-colour database.
///
/// # Errors
///
/// [`AtlasError::Stopped`], and the errors of reading a table.
///
/// # Panics
///
/// Panics if the database is for silver.
pub fn wca_bound(database: &Database, cancel: &Cancel) -> Result<WcaBound, AtlasError> {
    assert_eq!(database.model().colours(), Colours::Six, "the claim is about six colours");
    let levels = database.levels().levels(CountModel::RotationsOnly);
    let max_twists = u32::try_from(levels.len() - 1).expect("few levels");
    let position: Position = HARDEST.parse().expect("a position");
    let packed = PackedPosition::new(&position);
    let twists = database.distance(&packed.state(database.model()), packed.parity)?;
    let answer = shortest_in_metric(database, &position, Metric::Wca, cancel)?;
    if let Some(limit) = answer.stopped {
        return Err(AtlasError::Stopped { limit });
    }
    Ok(WcaBound {
        max_twists,
        at_max: levels[levels.len() - 1],
        // 2·n − 1 and one more; positions at smaller distances do not need more.
        upper_bound: 2 * max_twists,
        position,
        twists,
        solution: answer.sequence,
        length: answer.length,
        lower_bound: answer.lower_bound,
        nodes: answer.nodes,
    })
}
