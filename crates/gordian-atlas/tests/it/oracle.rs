//! Reference results: breadth-first search on the simulator, and shared databases.

use std::sync::OnceLock;

use gordian_atlas::square1::{BuildConfig, Database};
use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::{Colours, Position, Turn};
use rustc_hash::FxHashSet;

/// The silver database, built once for all tests.
pub(crate) fn silver() -> &'static Database {
    static SILVER: OnceLock<Database> = OnceLock::new();
    SILVER.get_or_init(|| {
        let config = BuildConfig::default();
        Database::build_in_memory(Colours::Silver, &config, &Cancel::new(), &NoProgress)
            .expect("the build succeeds")
    })
}

pub(crate) fn parity(position: &Position) -> usize {
    gordian_atlas::square1::middle_parity(position.middle())
}

/// Returns every position one twist away.
pub(crate) fn twists(position: &Position) -> impl Iterator<Item = Position> {
    let position = *position;
    let bottoms: Vec<i32> = position.bottom().cut_turns().collect();
    position.top().cut_turns().flat_map(move |top| {
        bottoms.clone().into_iter().map(move |bottom| {
            let turned = position.turned(Turn::new(top, bottom));
            turned.twisted().expect("the layers can be cut there")
        })
    })
}

/// Returns the positions within `radius` of `start` by distance, up to turns and flips.
pub(crate) fn ball(start: &Position, radius: usize) -> Vec<Vec<Position>> {
    let mut seen = FxHashSet::default();
    let start = start.canonical_up_to_flip();
    seen.insert(start);
    let mut levels = vec![vec![start]];
    while levels.len() <= radius {
        let mut level = Vec::new();
        for position in levels.last().expect("the start") {
            for next in twists(position) {
                let next = next.canonical_up_to_flip();
                if seen.insert(next) {
                    level.push(next);
                }
            }
        }
        levels.push(level);
    }
    levels
}
