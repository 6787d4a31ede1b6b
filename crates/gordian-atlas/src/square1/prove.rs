//! How many moves the six-colour puzzle needs at most, in WCA style.
//!
//! **Claim.** Every twistable position is solved, layers turned as they should be, in at most 26
//! moves when `(x,y)` counts one and `/` counts one; and one position needs 26.
//!
//! *At most.* `n` twists cost at most `2·n − 1` moves and a turn before and one after. By the table no
//! position is farther than 13 twists, and the middle layer gives the parity of the distance, so
//! - at distance 12 or less: `2·12 − 1 + 2 = 25`;
//! - at distance 13 every neighbour is at 12 (there is no 14), so the first twist may be done without
//!   turning first: `2·13 − 1 + 1 = 26`.
//!
//! Distances are up to turns of the layers; the flipped solved puzzle is not solved.
//!
//! *At least.* An exhaustive search for a solution of the position in 25 moves or fewer finds none.
//! Its only pruning is the distance in twists, by the table.

use gordian_core::Cancel;
use gordian_perm::square1::{Colours, Position, Sequence};

use super::database::Database;
use super::levels::CountModel;
use super::metric::{Metric, shortest_in_metric};
use super::packed::PackedPosition;
use crate::AtlasError;

/// The position that needs as many moves as any.
pub const HARDEST: &str = "CBD4539-E7180F26A,K";

/// Both halves of the proof, recomputed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WcaBound {
    /// The largest distance in twists, from the levels of the table.
    pub max_twists: u32,
    /// Positions at that distance, rotations only.
    pub at_max: u64,
    /// Moves that always suffice, as derived from `max_twists`.
    pub upper_bound: u32,
    /// The position that is to need as many.
    pub position: Position,
    /// Its distance in twists.
    pub twists: u32,
    /// A solution of it.
    pub solution: Sequence,
    /// The moves of that solution.
    pub length: u32,
    /// No solution of it is shorter than this.
    pub lower_bound: u32,
    /// Positions the search looked at.
    pub nodes: u64,
}

impl WcaBound {
    /// Returns whether the two halves meet: no position needs more, and one needs as many.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.lower_bound == self.upper_bound && self.length == self.upper_bound
    }
}

/// Recomputes both halves with a six-colour database.
///
/// # Errors
///
/// [`AtlasError::Stopped`], and what reading tables may bring.
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
        // 2·n − 1 and one more; nearer positions need no more than that.
        upper_bound: 2 * max_twists,
        position,
        twists,
        solution: answer.sequence,
        length: answer.length,
        lower_bound: answer.lower_bound,
        nodes: answer.nodes,
    })
}
