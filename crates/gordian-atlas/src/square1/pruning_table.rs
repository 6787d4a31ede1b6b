//! What tells a search how far it still is.

use std::borrow::Borrow;

use gordian_perm::perm8::Perm8;
use gordian_perm::square1::Colours;

use super::database::Database;
use super::model::{Model, State};
use crate::AtlasError;

/// Lower bounds on distances, carried along from a position to its neighbours.
///
/// *Invariant*: a bound never exceeds the distance and has its parity; at the solved position it
/// is 0.
pub trait PruningTable: Sync {
    /// What is carried along.
    type Estimate: Copy + Send + Sync;

    /// Returns the model whose states are meant.
    fn model(&self) -> &Model;

    /// Returns what is known of `state` with the middle layer `parity`.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] and [`AtlasError::Contents`] of a table.
    fn estimate(&self, state: &State, parity: usize) -> Result<Self::Estimate, AtlasError>;

    /// Returns what is known of a neighbour of a state with the hint `from`, or `None` if it is
    /// farther away than `limit`.
    ///
    /// # Errors
    ///
    /// As [`Self::root`].
    fn update(
        &self,
        neighbour: &State,
        parity: usize,
        from: Self::Estimate,
        limit: u32,
    ) -> Result<Option<Self::Estimate>, AtlasError>;

    /// Returns the bound on the distance.
    fn lower_bound(&self, estimate: Self::Estimate) -> u32;
}

/// Distances of neighbours differ by one, so the distance modulo 4 tells which of the two it is.
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
    /// Returns the distance of `state` with the middle layer `parity` (0 square, 1 kite), by walking
    /// to the solved position: some dozens of lookups.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if a block is damaged, [`AtlasError::Contents`] if the distances lead
    /// nowhere.
    pub fn distance(&self, state: &State, parity: usize) -> Result<u32, AtlasError> {
        /// More than any position is away.
        const FAR: u32 = 32;
        let model = self.model();
        let (mut state, mut parity) = (*state, parity);
        let mut distance_mod4 = self.distance_mod4(&state, parity)?;
        for distance in 0..FAR {
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

    /// Returns the distance in the model of 2007, which leaves the middle layer out, of `state` whose
    /// distance with the middle layer `parity` is `distance`: one lookup.
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
        // With the other middle layer a position is one twist nearer or farther, as a neighbour is,
        // except the solved one, whose kite is three twists away.
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

/// How many ways there are to see a six-colour puzzle as a silver one.
const VIEWS: usize = 4;

/// A six-colour puzzle seen as silver ones: pairs of small pieces taken as equal.
///
/// Which neighbours of the solved layers form the pairs is a choice, two for each layer: turning the
/// labels of a layer by one place leads from one to the other. A silver puzzle is never farther from
/// solved than the six-colour one it is a view of.
///
/// `D` is the silver database, owned, shared or borrowed.
pub struct SilverViews<D> {
    model: Model,
    silver: D,
    /// Labels of the big pieces, and of the small ones already paired.
    views: [(Perm8, [u8; 8]); VIEWS],
}

impl<D: Borrow<Database>> SilverViews<D> {
    /// Returns the views into a silver database. Takes some milliseconds.
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
