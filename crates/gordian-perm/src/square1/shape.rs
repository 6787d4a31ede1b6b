//! Shapes: what is left of a position when all pieces of one size are equal.

use std::fmt;

use super::layer::Layer;
use super::position::Position;

/// The sizes of the pieces of a layer, anticlockwise, up to turns of the layer.
///
/// Of all words that begin at some piece, it is the first in lexicographic order, where `e` (small)
/// comes before `C` (big). There are 29 on the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayerShape {
    word: SizeWord,
}

impl LayerShape {
    /// Returns the sizes, anticlockwise: true for a big piece.
    pub fn sizes(self) -> impl Iterator<Item = bool> {
        (0..self.n_pieces()).map(move |place| self.word.0 << place & 0x8000 != 0)
    }

    /// Returns how many pieces the layer has.
    #[must_use]
    pub fn n_pieces(self) -> u32 {
        12 - self.n_big()
    }

    /// Returns how many of them are big.
    #[must_use]
    pub fn n_big(self) -> u32 {
        self.word.0.count_ones()
    }
}

/// Writes `e` for each small and `C` for each big piece.
impl fmt::Display for LayerShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sizes().try_for_each(|big| f.write_str(if big { "C" } else { "e" }))
    }
}

/// A word of sizes, one bit a piece from the highest bit on, 1 for a big piece; the rest is 0.
///
/// Every word fills twelve slots, so none is the beginning of another one, and the order of the
/// numbers is the lexicographic order of the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SizeWord(u16);

impl SizeWord {
    /// Returns the sizes of the pieces of a layer from its slot 0 on.
    pub(crate) fn of(layer: &Layer) -> Self {
        let places = (0..16).rev().zip(layer.pieces());
        Self(places.map(|(bit, piece)| u16::from(piece.is_big()) << bit).sum())
    }
}

/// The shape of a position: that of both layers, up to turns and flips.
///
/// The layer that comes first in order counts as the upper one. There are 90; without flips, as
/// pairs of [`Layer::shape`], 170. The solved puzzle is `eCeCeCeC/eCeCeCeC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    top: LayerShape,
    bottom: LayerShape,
}

impl Shape {
    /// Returns the shape of the layer that comes first in order.
    #[must_use]
    pub fn top(self) -> LayerShape {
        self.top
    }

    /// Returns the shape of the other layer.
    #[must_use]
    pub fn bottom(self) -> LayerShape {
        self.bottom
    }
}

/// Writes both words, such as `eCeCeCeC/eCeCeCeC`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.top, self.bottom)
    }
}

impl Layer {
    /// Returns the shape of the layer.
    #[must_use]
    pub fn shape(&self) -> LayerShape {
        LayerShape { word: SizeWord::of(&self.canonical()) }
    }
}

impl Position {
    /// Returns the shape of the position.
    #[must_use]
    pub fn shape(&self) -> Shape {
        let [one, other] = [self.top().shape(), self.bottom().shape()];
        Shape { top: one.min(other), bottom: one.max(other) }
    }
}
