//! Distances and lower bounds for searches.

use std::borrow::Borrow;

use gordian_perm::perm8::Perm8;
use gordian_perm::square1::Colours;

use super::database::Database;
use super::model::{Model, State};
use crate::AtlasError;

/// Lower bounds on distances, updated incrementally from a position to its neighbours.
///
/// *Invariant*: a bound never exceeds the distance and has the same parity; at the solved position
/// it is 0.
pub trait PruningTable: Sync {
    /// The state of the estimate that is passed from a position to its neighbours.
    type Estimate: Copy + Send + Sync;

    /// Returns the model of the states.
    fn model(&self) -> &Model;

    /// Returns the estimate of `state` with the middle layer `parity`.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] and [`AtlasError::Contents`] of a table.
    fn estimate(&self, state: &State, parity: usize) -> Result<Self::Estimate, AtlasError>;

    /// Returns the estimate of a neighbour of a state whose estimate is `from`, or `None` if the
    /// distance of the neighbour exceeds `limit`.
    ///
    /// # Errors
    ///
    /// As [`Self::estimate`].
    fn update(
        &self,
        neighbour: &State,
        parity: usize,
        from: Self::Estimate,
        limit: u32,
    ) -> Result<Option<Self::Estimate>, AtlasError>;

    /// Returns the lower bound on the distance.
    fn lower_bound(&self, estimate: Self::Estimate) -> u32;
}

/// Returns the distance of a neighbour of a position at distance `from`. The two distances differ
/// by one, so the distance modulo 4 determines the neighbour's distance.
fn neighbour_distance(from: u32, distance_mod4: u8) -> Option<u32> {
    let is = |distance: u32| distance % 4 == u32::from(distance_mod4);
    match from {
        0 => is(1).then_some(1),
        _ if is(from - 1) => Some(from - 1),
        _ if is(from + 1) => Some(from + 1),
        _ => None,
    }
}

impl Database {
    /// Returns the distance of `state` with the middle layer `parity` (0 square, 1 kite), by
    /// descending to the solved position: some dozens of lookups.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if a block is damaged, [`AtlasError::Contents`] if the distances are
    /// inconsistent.
    pub fn distance(&self, state: &State, parity: usize) -> Result<u32, AtlasError> {
        /// An upper bound on all distances.
        const MAX_DISTANCE: u32 = 32;
        let model = self.model();
        let (mut state, mut parity) = (*state, parity);
        let mut distance_mod4 = self.distance_mod4(&state, parity)?;
        for distance in 0..MAX_DISTANCE {
            if parity == 0 && model.is_solved(&state) {
                return Ok(distance);
            }
            parity ^= 1;
            distance_mod4 = (distance_mod4 + 3) % 4;
            let mut nearer = None;
            for neighbour in model.neighbours(&state) {
                if self.distance_mod4(&neighbour, parity)? == distance_mod4 {
                    nearer = Some(neighbour);
                    break;
                }
            }
            state = nearer.ok_or_else(|| self.contradiction())?;
        }
        Err(self.contradiction())
    }

    /// Returns the distance in the model of 2007, which ignores the middle layer, of `state`, whose
    /// distance with the middle layer `parity` is `distance`. Cost: one lookup.
    ///
    /// # Errors
    ///
    /// As [`Self::distance`].
    pub fn distance_ignoring_middle(
        &self,
        state: &State,
        parity: usize,
        distance: u32,
    ) -> Result<u32, AtlasError> {
        // With the other middle layer, the distance of a position differs by one, as that of a
        // neighbour does, except for the solved layers, which need three twists with a kite.
        if self.model().is_solved(state) {
            return Ok(0);
        }
        let other = self.update(state, 1 - parity, distance, u32::MAX)?;
        Ok(other.map_or(distance, |other| other.min(distance)))
    }
}

impl PruningTable for Database {
    type Estimate = u32;

    fn model(&self) -> &Model {
        Database::model(self)
    }

    fn estimate(&self, state: &State, parity: usize) -> Result<u32, AtlasError> {
        self.distance(state, parity)
    }

    fn update(
        &self,
        neighbour: &State,
        parity: usize,
        from: u32,
        limit: u32,
    ) -> Result<Option<u32>, AtlasError> {
        let distance_mod4 = self.distance_mod4(neighbour, parity)?;
        let distance =
            neighbour_distance(from, distance_mod4).ok_or_else(|| self.contradiction())?;
        Ok(Some(distance).filter(|&distance| distance <= limit))
    }

    fn lower_bound(&self, estimate: u32) -> u32 {
        estimate
    }
}

/// The number of silver views of a six-colour puzzle.
const VIEWS: usize = 4;

/// A six-colour puzzle viewed as silver ones: pairs of small pieces are treated as equal.
///
/// In each layer there are two choices of pairs of neighbouring small pieces; rotating the labels
/// of the layer by one place maps one choice to the other. The distance of a view is a lower bound
/// on the distance of the six-colour position.
///
/// `D` is the silver database, owned, shared or borrowed.
pub struct SilverViews<D> {
    model: Model,
    silver: D,
    /// Per view, the labels of the big pieces, and those of the small pieces after pairing.
    views: [(Perm8, [u8; 8]); VIEWS],
}

impl<D: Borrow<Database>> SilverViews<D> {
    /// Returns the views into a silver database. This takes some milliseconds.
    ///
    /// # Panics
    ///
    /// Panics if `silver` is for six colours.
    #[must_use]
    pub fn new(silver: D) -> Self {
        let colours = silver.borrow().model().colours();
        assert_eq!(colours, Colours::Silver, "views are into a silver database");
        let views = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(top, bottom): (u8, u8)| {
            let turn = |label: u8| {
                if label < 4 { (label + top) % 4 } else { 4 + (label + bottom) % 4 }
            };
            let labels = [0, 1, 2, 3, 4, 5, 6, 7].map(turn);
            (Perm8::new(labels).expect("a turn"), labels.map(|label| label / 2))
        });
        Self { model: Model::new(Colours::Six), silver, views }
    }

    fn view(&self, index: usize, state: &State) -> State {
        let (big, small) = &self.views[index];
        State {
            shape: state.shape,
            big: big.compose(state.big),
            small: state.small.map(|label| small[usize::from(label)]),
        }
    }
}

impl<D: Borrow<Database> + Sync> PruningTable for SilverViews<D> {
    type Estimate = [u32; VIEWS];

    fn model(&self) -> &Model {
        &self.model
    }

    fn estimate(&self, state: &State, parity: usize) -> Result<Self::Estimate, AtlasError> {
        let mut estimate = [0; VIEWS];
        for (index, distance) in estimate.iter_mut().enumerate() {
            *distance = self.silver.borrow().distance(&self.view(index, state), parity)?;
        }
        Ok(estimate)
    }

    fn update(
        &self,
        neighbour: &State,
        parity: usize,
        from: Self::Estimate,
        limit: u32,
    ) -> Result<Option<Self::Estimate>, AtlasError> {
        let silver = self.silver.borrow();
        let mut estimate = from;
        for (index, distance) in estimate.iter_mut().enumerate() {
            let distance_mod4 = silver.distance_mod4(&self.view(index, neighbour), parity)?;
            let next = neighbour_distance(*distance, distance_mod4);
            *distance = next.ok_or_else(|| silver.contradiction())?;
            if *distance > limit {
                return Ok(None);
            }
        }
        Ok(Some(estimate))
    }

    fn lower_bound(&self, estimate: Self::Estimate) -> u32 {
        estimate.into_iter().fold(0, u32::max)
    }
}
