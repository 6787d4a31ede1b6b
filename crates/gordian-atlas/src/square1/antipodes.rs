//! Antipodes: positions at the largest distance from solved.
//!
//! A table contains their number per shape, but no list. The search looks for local maxima (states
//! without a farther neighbour) with the right distance modulo 4. Few other states satisfy this;
//! their exact distance, computed by descending to the solved position, excludes them. Shapes with
//! many antipodes are searched first, so each shape takes a few thousand to a hundred thousand
//! states.

use gordian_core::Cancel;
use gordian_perm::perm8::Perm8;
use gordian_perm::square1::{Colours, Layer, Middle, Piece, Position, Sequence, Turn};

use super::database::Database;
use super::levels::CountModel;
use super::model::{Model, State};
use super::paths::ShortestPaths;
use crate::AtlasError;
use crate::orbit::{BLOCKS, StateAddress};

/// A position at the largest distance from solved, up to turns and flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Antipode {
    /// The position, turned so that a twist is possible.
    pub position: Position,
    /// The distance in twists.
    pub distance: u32,
    /// The distance in the model of 2007, which ignores the middle layer.
    pub distance_ignoring_middle: u32,
    /// A shortest solution, replayed on the plain simulator.
    pub solution: Sequence,
    /// The number of shortest solutions, as sequences of positions up to turns and flips.
    pub shortest_solutions: u128,
}

impl Database {
    /// Returns up to `n` positions at the largest distance. The result is deterministic. It has as
    /// many different shapes as possible, those with the most such positions first, and no two
    /// positions that differ only by a relabelling of the pieces that fixes the solved puzzle.
    ///
    /// Cost: less than a second for a dozen.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Stopped`], and the errors of reading a table.
    pub fn antipodes(&self, n: usize, cancel: &Cancel) -> Result<Vec<Antipode>, AtlasError> {
        let model = self.model();
        let max = self.levels().levels(CountModel::ModuloFlip).len() - 1;
        let count = |graph_shape: usize| {
            let shape = usize::from(model.kept_shapes()[graph_shape]);
            self.levels().shapes[shape].modulo_flip[max]
        };
        let mut shapes: Vec<usize> =
            (0..model.kept_shapes().len()).filter(|&it| count(it) > 0).collect();
        shapes.sort_by_key(|&it| std::cmp::Reverse(count(it)));
        let n_per_shape = n.div_ceil(shapes.len().max(1));
        let mut search = AntipodeSearch { database: self, max, cancel };
        let mut found = Vec::new();
        for shape in shapes {
            let missing = n - found.len();
            search.search_shape(shape, n_per_shape.min(missing), &mut found)?;
            if found.len() == n {
                break;
            }
        }
        found.into_iter().map(|state| self.describe(&state, max, cancel)).collect()
    }

    fn describe(&self, state: &State, max: usize, cancel: &Cancel) -> Result<Antipode, AtlasError> {
        let model = self.model();
        let parity = max % 2;
        let middle = if parity == 0 { Middle::Square } else { Middle::Kite };
        let position = model.position(state, middle);
        let distance = self.distance(state, parity)?;
        let mut paths = ShortestPaths::new(self, cancel);
        let path = paths.shortest(state, parity)?;
        let solution =
            model.to_moves(&position, &path).ok_or_else(|| self.contradiction())?.sequence;
        if position.apply(&solution) != Ok(Position::solved(model.colours())) {
            return Err(self.contradiction());
        }
        Ok(Antipode {
            position,
            distance,
            distance_ignoring_middle: distance.min(self.distance(state, 1 - parity)?),
            solution,
            shortest_solutions: paths.count(state, parity, distance)?,
        })
    }
}

/// The search for states at distance `max`.
struct AntipodeSearch<'a> {
    database: &'a Database,
    max: usize,
    cancel: &'a Cancel,
}

impl AntipodeSearch<'_> {
    /// Adds the first `n` states of a shape, in the order in which they are stored.
    fn search_shape(
        &mut self,
        graph_shape: usize,
        n: usize,
        found: &mut Vec<State>,
    ) -> Result<(), AtlasError> {
        let target_len = found.len() + n;
        let model = self.database.model();
        let layout = model.layout();
        let shape = model.kept_shapes()[graph_shape];
        let number = |n: usize| u16::try_from(n).expect("few groups and blocks");
        let lanes = u8::try_from(layout.n_lanes()).expect("eight lanes");
        for group in 0..number(layout.n_groups()) {
            for block in 0..number(BLOCKS) {
                if let Some(limit) = self.cancel.stopped() {
                    return Err(AtlasError::Stopped { limit });
                }
                for (lane, bit) in (0..lanes).flat_map(|lane| (0..64).map(move |bit| (lane, bit))) {
                    let address = StateAddress { group, block, lane, bit };
                    let (big, small) = layout.state(address);
                    let state = State { shape, big, small };
                    if self.is_farthest(&state)? && is_first_image(model, &state, address) {
                        found.push(state);
                        if found.len() == target_len {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn is_farthest(&self, state: &State) -> Result<bool, AtlasError> {
        let parity = self.max % 2;
        let matches =
            |distance_mod4: u8, distance: usize| usize::from(distance_mod4) == distance % 4;
        if !matches(self.database.distance_mod4(state, parity)?, self.max) {
            return Ok(false);
        }
        for neighbour in self.database.model().neighbours(state) {
            if !matches(self.database.distance_mod4(&neighbour, 1 - parity)?, self.max + 3) {
                return Ok(false);
            }
        }
        Ok(usize::try_from(self.database.distance(state, parity)?) == Ok(self.max))
    }
}

/// Returns whether `state` has the smallest address among all states of the same position, up to
/// relabelling.
fn is_first_image(model: &Model, state: &State, address: StateAddress) -> bool {
    let order = |address: StateAddress| (address.group, address.block, address.lane, address.bit);
    let mut images = model.shapes()[usize::from(state.shape)].images.iter();
    images.all(|image| {
        let small = image.small.images().map(|place| state.small[usize::from(place)]);
        let image = State { shape: state.shape, big: state.big.compose(image.big), small };
        order(model.locate(&image).1) >= order(address)
    })
}

impl Model {
    /// Returns a position of `state` with the given middle layer, turned so that a twist is
    /// possible.
    pub(crate) fn position(&self, state: &State, middle: Middle) -> Position {
        let mut big = state.big.images().into_iter().map(|label| 2 * label + 1);
        let small_step = match self.colours() {
            Colours::Silver => 4,
            Colours::Six => 2,
        };
        let mut small = state.small.into_iter().map(|label| small_step * label);
        let words = &self.shapes()[usize::from(state.shape)].words;
        let layers = words.each_ref().map(|word| {
            let pieces = word.iter().map(|&is_big| if is_big { big.next() } else { small.next() });
            let pieces: Vec<Piece> = pieces
                .map(|index| Piece::ALL[usize::from(index.expect("eight pieces of each size"))])
                .collect();
            Layer::from_pieces(&pieces, 0).expect("the words of a shape fill its layers")
        });
        let turns = layers.map(|layer| layer.cut_turns().next().unwrap_or(0));
        let [top, bottom] = layers;
        let position = Position::new(top, bottom, middle).expect("no piece is missing");
        position.turned(Turn::new(turns[0], turns[1]))
    }

    /// Returns the state of a shape with the pieces in the order of their labels.
    pub(crate) fn first_state(&self, shape: u16) -> State {
        let small = self.layout().rows().representatives()[0];
        State { shape, big: Perm8::IDENTITY, small }
    }
}
