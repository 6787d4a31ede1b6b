//! Shapes: positions with all pieces of one size regarded as equal.

use std::fmt;

use super::layer::Layer;
use super::position::Position;

/// The sizes of the pieces of a layer, anticlockwise, up to turns of the layer.
///
/// It is the lexicographically least rotation of the word of sizes, with `e` (small) before `C`
/// (big). The puzzle has 29 layer shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LayerShape {
    word: SizeWord,
}

impl LayerShape {
    /// Returns the sizes, anticlockwise; `true` is a big piece.
    pub fn sizes(self) -> impl Iterator<Item = bool> {
        (0..self.n_pieces()).map(move |place| self.word.0 << place & 0x8000 != 0)
    }

    /// Returns the number of pieces.
    #[must_use]
    pub fn n_pieces(self) -> u32 {
        12 - self.n_big()
    }

    /// Returns the number of big pieces.
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

/// A word of piece sizes: one bit per piece from the highest bit on, 1 for a big piece; the
/// remaining bits are 0.
///
/// Every word fills twelve slots, so no word is a prefix of another one, and numeric order is
/// lexicographic order.
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
/// The lesser layer shape comes first. There are 90 shapes; without flips, as pairs of
/// [`Layer::shape`], 170. The solved puzzle has `eCeCeCeC/eCeCeCeC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    top: LayerShape,
    bottom: LayerShape,
}

impl Shape {
    /// Returns the lesser layer shape.
    #[must_use]
    pub fn top(self) -> LayerShape {
        self.top
    }

    /// Returns the greater layer shape.
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
