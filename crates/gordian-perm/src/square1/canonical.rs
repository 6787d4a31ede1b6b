//! Canonical forms of positions up to turns, or up to turns and flips.

use super::layer::Layer;
use super::piece::Piece;
use super::position::Position;
use super::shape::SizeWord;

/// The sort key of a layer: the sizes of its pieces, then their digits.
type Key = (SizeWord, [Option<Piece>; 12]);

impl Layer {
    /// Returns the canonical form of the layer up to turns.
    ///
    /// It is the least of all turned layers in which a piece begins in slot 0, compared by piece
    /// sizes (small before big), then by digits. A twist may be blocked there (see
    /// [`Layer::can_cut`]).
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
    /// Returns the canonical form of the position up to turns of its layers: both layers in
    /// [canonical form](Layer::canonical), the middle layer unchanged.
    ///
    /// It serves for comparing and counting; a twist may be blocked in it.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.with_layers(self.top().canonical(), self.bottom().canonical())
    }

    /// Returns the canonical form of the position up to turns of its layers and flips of the
    /// puzzle: of its [canonical form](Self::canonical) and the flipped one, the one with the
    /// lesser top layer by piece sizes, then by digits.
    #[must_use]
    pub fn canonical_up_to_flip(&self) -> Self {
        let upright = self.canonical();
        let swap = upright.bottom().key() < upright.top().key();
        if swap { upright.flipped() } else { upright }
    }
}
