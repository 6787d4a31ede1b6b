//! The number of positions at each distance in every model of Square-1, from an enumeration.
//!
//! - **modulo flip**: positions up to turns of the layers and up to flipping the puzzle over; the
//!   middle layer matters.
//! - **ignoring the middle, modulo flip**: the same without the middle layer, the model of 2007.
//!   The distance of a position is the smaller of the distances with either middle layer.
//! - **rotations only**: positions up to turns of the layers; flipped positions are different. A
//!   twist followed by a flip is, up to turns, the twist of the other half: `(0,0)/` and a flip is
//!   `(6,6)/`. So a flip costs nothing if the path has a twist. Distances are those modulo flip,
//!   with two positions for each one, except that the flipped solved puzzle is not solved: it needs
//!   `/(6,6)/`, two twists.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Model;
use crate::LevelCounts;

/// The number of positions at each distance; index 0 is distance 0, without trailing zeros.
pub type Levels = Vec<u64>;

/// A model of counting positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountModel {
    /// The model of 2007.
    IgnoringMiddleModuloFlip,
    /// A position and the flipped one are the same.
    ModuloFlip,
    /// A position and the flipped one are different.
    RotationsOnly,
}

impl CountModel {
    /// All models.
    pub const ALL: [Self; 3] =
        [Self::IgnoringMiddleModuloFlip, Self::ModuloFlip, Self::RotationsOnly];

    /// Returns the name in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IgnoringMiddleModuloFlip => "ignoring-middle-modulo-flip",
            Self::ModuloFlip => "modulo-flip",
            Self::RotationsOnly => "rotations-only",
        }
    }
}

/// A value for each model, in the order of [`CountModel::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub struct ByModel<T> {
    /// In the model of 2007, which ignores the middle layer.
    pub ignoring_middle_modulo_flip: T,
    /// A position and the flipped one are the same.
    pub modulo_flip: T,
    /// A position and the flipped one are different.
    pub rotations_only: T,
}

impl<T> ByModel<T> {
    /// Returns the value of `of` for each model.
    pub fn new(of: impl FnMut(CountModel) -> T) -> Self {
        let [ignoring_middle_modulo_flip, modulo_flip, rotations_only] = CountModel::ALL.map(of);
        Self { ignoring_middle_modulo_flip, modulo_flip, rotations_only }
    }

    /// Returns each model with its value.
    pub fn each(&self) -> [(CountModel, &T); 3] {
        let values = [&self.ignoring_middle_modulo_flip, &self.modulo_flip, &self.rotations_only];
        std::array::from_fn(|nth| (CountModel::ALL[nth], values[nth]))
    }
}

impl ByModel<Levels> {
    /// Returns the number of positions at all distances.
    #[must_use]
    pub fn totals(&self) -> ByModel<u64> {
        let [first, second, third] = self.each().map(|(_, levels)| levels.iter().sum());
        ByModel { ignoring_middle_modulo_flip: first, modulo_flip: second, rotations_only: third }
    }
}

/// The number of positions of one shape at each distance, up to turns and flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeLevels {
    /// The shape, such as `eCeCeCeC/eCeCeCeC`.
    pub shape: String,
    /// The number of turns and flips that fix the shape, including the identity.
    pub images: u64,
    /// The number of twists with different results, up to turns and flips.
    pub moves: u64,
    /// The distance from the square shape in twists.
    pub distance_from_square: u32,
    /// The levels in [`CountModel::IgnoringMiddleModuloFlip`], padded to the number of levels of
    /// the whole puzzle.
    pub ignoring_middle: Levels,
    /// The levels in [`CountModel::ModuloFlip`], padded likewise.
    pub modulo_flip: Levels,
}

/// The number of positions at each distance, of the whole puzzle and of each shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelTable {
    /// The 90 shapes, in breadth-first order from the square shape.
    pub shapes: Vec<ShapeLevels>,
}

impl LevelTable {
    /// Returns the levels of a complete enumeration.
    pub(crate) fn new(model: &Model, levels: &[LevelCounts]) -> Self {
        let distances = distances_from_square(model);
        let rows = (0_u16..).zip(model.shapes()).map(|(number, shape)| {
            let graph_shape = usize::from(model.graph_number(number));
            let count = |stored: u64| model.positions(graph_shape, stored);
            let at = |level: usize, lag: usize, of: fn(&LevelCounts) -> &Vec<u64>| {
                let now = of(&levels[level])[graph_shape];
                let before =
                    level.checked_sub(lag).map_or(0, |before| of(&levels[before])[graph_shape]);
                count(now - before)
            };
            ShapeLevels {
                shape: shape.name(),
                images: shape.images.len() as u64,
                moves: shape.moves.len() as u64,
                distance_from_square: distances[usize::from(number)],
                ignoring_middle: (0..levels.len()).map(|k| at(k, 1, |l| &l.either)).collect(),
                modulo_flip: (0..levels.len()).map(|k| at(k, 2, |l| &l.seen)).collect(),
            }
        });
        Self { shapes: rows.collect() }
    }

    /// Returns the number of positions of all shapes at each distance in `model`.
    #[must_use]
    pub fn levels(&self, model: CountModel) -> Levels {
        let sum = |of: fn(&ShapeLevels) -> &Levels| {
            let length = self.shapes.iter().map(|shape| of(shape).len()).max().unwrap_or(0);
            let mut sum = vec![0; length];
            for shape in &self.shapes {
                for (sum, count) in sum.iter_mut().zip(of(shape)) {
                    *sum += count;
                }
            }
            while sum.last() == Some(&0) {
                sum.pop();
            }
            sum
        };
        match model {
            CountModel::IgnoringMiddleModuloFlip => sum(|shape| &shape.ignoring_middle),
            CountModel::ModuloFlip => sum(|shape| &shape.modulo_flip),
            CountModel::RotationsOnly => {
                let mut levels = sum(|shape| &shape.modulo_flip);
                for level in &mut levels {
                    *level *= 2;
                }
                // The solved puzzle is a single position; the flipped one is two twists away.
                levels[0] -= 1;
                levels[2] += 1;
                levels
            }
        }
    }

    /// Returns the numbers as stored in a table: 16 bytes per shape and level.
    pub(crate) fn to_words(&self) -> Vec<u64> {
        let pairs = self.shapes.iter().flat_map(|s| s.ignoring_middle.iter().zip(&s.modulo_flip));
        pairs.flat_map(|(&a, &b)| [a, b]).collect()
    }

    /// The inverse of [`Self::to_words`]; returns `None` if the length is wrong.
    pub(crate) fn from_words(model: &Model, words: &[u64]) -> Option<Self> {
        let n_shapes = model.shapes().len();
        if words.is_empty() || !words.len().is_multiple_of(2 * n_shapes) {
            return None;
        }
        let distances = distances_from_square(model);
        let rows = words.chunks(words.len() / n_shapes);
        let shapes = rows.zip(model.shapes()).zip(distances).map(|((row, shape), distance)| {
            let column = |which: usize| row.iter().skip(which).step_by(2).copied().collect();
            ShapeLevels {
                shape: shape.name(),
                images: shape.images.len() as u64,
                moves: shape.moves.len() as u64,
                distance_from_square: distance,
                ignoring_middle: column(0),
                modulo_flip: column(1),
            }
        });
        Some(Self { shapes: shapes.collect() })
    }
}

/// Returns the distance of each shape from the square shape in twists.
fn distances_from_square(model: &Model) -> Vec<u32> {
    let shapes = model.shapes();
    let mut distances = vec![None; shapes.len()];
    distances[0] = Some(0);
    let mut queue = std::collections::VecDeque::from([0_usize]);
    while let Some(shape) = queue.pop_front() {
        let next = distances[shape].map(|distance| distance + 1);
        for shape_move in &shapes[shape].moves {
            let to = usize::from(shape_move.to);
            if distances[to].is_none() {
                distances[to] = next;
                queue.push_back(to);
            }
        }
    }
    distances.into_iter().map(|distance| distance.expect("twists reach every shape")).collect()
}
