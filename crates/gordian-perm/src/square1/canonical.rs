//! Normal forms: one position for all that turns, or turns and flips, make equal.

use super::layer::Layer;
use super::piece::Piece;
use super::position::Position;
use super::shape::SizeWord;

/// What the turns of a layer are ordered by: the sizes of its pieces, then their digits.
type Key = (SizeWord, [Option<Piece>; 12]);

impl Layer {
    /// Returns the normal form of the layer up to turns.
    ///
    /// Of all turns with a piece that begins in slot 0 it is the one whose word of sizes comes
    /// first in lexicographic order, small before big; of several such turns, the one whose digits
    /// come first. The layer need not be [cut](Layer::can_cut) there.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let turns = (0..12).filter(|&slot| self.piece_starts() >> slot & 1 == 1);
        turns.map(|slot| self.turned(slot)).min_by_key(Self::key).expect("a layer has pieces")
    }

    fn key(&self) -> Key {
        (SizeWord::of(self), *self.slots())
    }
}

impl Position {
    /// Returns the normal form of the position up to turns of its layers: both layers in [their
    /// normal form](Layer::canonical), the middle as it is.
    ///
    /// It is for comparing and counting. A twist need not be possible in it.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.with_layers(self.top().canonical(), self.bottom().canonical())
    }

    /// Returns the normal form of the position up to turns of its layers and flips of the puzzle:
    /// of its [normal form](Self::canonical) and the flipped one, that whose top layer comes first
    /// by its word of sizes, then by its digits.
    #[must_use]
    pub fn canonical_up_to_flip(&self) -> Self {
        let upright = self.canonical();
        let swap = upright.bottom().key() < upright.top().key();
        if swap { upright.flipped() } else { upright }
    }
}
