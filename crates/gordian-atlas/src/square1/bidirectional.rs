//! Bidirectional search, which needs no table.
//!
//! Breadth-first search runs from the position and from the solved puzzle, always on the side with
//! the smaller frontier. The first level at which the two balls have a common state gives the
//! distance. Then every state on a shortest path is collected, so that counting and listing need no
//! further search. For distances up to about eight this takes a fraction of a second.

use gordian_core::Cancel;
use rustc_hash::FxHashSet;

use super::model::{Model, State};
use super::pruning_table::PruningTable;
use crate::AtlasError;

/// A ball: all states within a radius, in canonical form, by their distance from the centre.
struct Ball {
    /// The states seen so far, for each parity of the middle layer.
    seen: [FxHashSet<State>; 2],
    levels: Vec<Vec<State>>,
    /// The parity of the middle layer at the centre.
    parity: usize,
}

impl Ball {
    fn new(model: &Model, centre: &State, parity: usize) -> Self {
        let centre = model.canonical(centre);
        let mut seen = [FxHashSet::default(), FxHashSet::default()];
        seen[parity].insert(centre);
        Self { seen, levels: vec![vec![centre]], parity }
    }

    fn n_states(&self) -> usize {
        self.seen.iter().map(FxHashSet::len).sum()
    }

    fn frontier(&self) -> &[State] {
        self.levels.last().expect("the centre is a level")
    }

    fn grow(&mut self, model: &Model, cancel: &Cancel) -> Result<(), AtlasError> {
        let parity = (self.parity + self.levels.len()) % 2;
        let mut level = Vec::new();
        for state in self.levels.last().expect("the centre is a level") {
            if let Some(limit) = cancel.stopped() {
                return Err(AtlasError::Stopped { limit });
            }
            for neighbour in model.neighbours(state) {
                let canonical = model.canonical(&neighbour);
                if self.seen[parity].insert(canonical) {
                    level.push(canonical);
                }
            }
        }
        self.levels.push(level);
        Ok(())
    }
}

/// The result of a bidirectional search: all states on shortest paths from one position.
pub struct BidirectionalSearch {
    model: Model,
    distance: u32,
    /// States in canonical form with their distances from solved.
    states_on_paths: FxHashSet<(State, u32)>,
}

impl BidirectionalSearch {
    /// Searches from `state` with the middle layer `parity`; returns `None` if the balls would have
    /// more than `max_states` states. Each state takes about 60 bytes and one microsecond.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`].
    pub fn search(
        model: Model,
        state: &State,
        parity: usize,
        max_states: usize,
        cancel: &Cancel,
    ) -> Result<Option<Self>, AtlasError> {
        let mut from = Ball::new(&model, state, parity);
        let mut to = Ball::new(&model, &model.solved(), 0);
        loop {
            let radii = from.levels.len() + to.levels.len() - 2;
            // The states of both frontiers have the same middle layer if the radii match the
            // parity.
            if radii % 2 == parity {
                let last: FxHashSet<State> = to.frontier().iter().copied().collect();
                let common: Vec<State> =
                    from.frontier().iter().filter(|state| last.contains(state)).copied().collect();
                if !common.is_empty() {
                    let distance = u32::try_from(radii).expect("paths are short");
                    let states_on_paths = states_on_paths(&model, &from, &to, common);
                    return Ok(Some(Self { model, distance, states_on_paths }));
                }
            }
            let ball =
                if from.frontier().len() < to.frontier().len() { &mut from } else { &mut to };
            /// An upper bound on the average number of unseen neighbours of a state.
            const GROWTH: usize = 16;
            if ball.n_states() + ball.frontier().len() * GROWTH > max_states {
                return Ok(None);
            }
            ball.grow(&model, cancel)?;
        }
    }

    /// Returns the distance.
    #[must_use]
    pub fn distance(&self) -> u32 {
        self.distance
    }
}

/// Collects the states on shortest paths by descending from the common states to both centres.
fn states_on_paths(
    model: &Model,
    from: &Ball,
    to: &Ball,
    common: Vec<State>,
) -> FxHashSet<(State, u32)> {
    let distance = |n: usize| u32::try_from(n).expect("paths are short");
    let mut states_on_paths = FxHashSet::default();
    let to_radius = to.levels.len() - 1;
    let from_radius = from.levels.len() - 1;
    for (ball, radius) in [(from, from_radius), (to, to_radius)] {
        let mut frontier = common.clone();
        for level in (0..=radius).rev() {
            for &state in &frontier {
                let remaining =
                    if std::ptr::eq(ball, to) { level } else { to_radius + from_radius - level };
                states_on_paths.insert((state, distance(remaining)));
            }
            if level == 0 {
                break;
            }
            let nearer: FxHashSet<State> = ball.levels[level - 1].iter().copied().collect();
            let mut next = FxHashSet::default();
            for state in &frontier {
                let neighbours = model.neighbours(state).map(|state| model.canonical(&state));
                next.extend(neighbours.filter(|state| nearer.contains(state)));
            }
            frontier = next.into_iter().collect();
        }
    }
    states_on_paths
}

impl PruningTable for BidirectionalSearch {
    type Estimate = u32;

    fn model(&self) -> &Model {
        &self.model
    }

    fn estimate(&self, _state: &State, _parity: usize) -> Result<u32, AtlasError> {
        Ok(self.distance)
    }

    fn update(
        &self,
        neighbour: &State,
        _parity: usize,
        from: u32,
        limit: u32,
    ) -> Result<Option<u32>, AtlasError> {
        // Only states on shortest paths are known; all others are treated as infinitely far.
        let Some(distance) = from.checked_sub(1).filter(|&distance| distance <= limit) else {
            return Ok(None);
        };
        let key = (self.model.canonical(neighbour), distance);
        Ok(self.states_on_paths.contains(&key).then_some(distance))
    }

    fn lower_bound(&self, estimate: u32) -> u32 {
        estimate
    }
}
