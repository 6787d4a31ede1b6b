//! One layer: twelve slots and their pieces.

use super::error::SquareError;
use super::piece::Piece;

/// The number of slots of a layer.
const SLOTS: usize = 12;

/// The top or the bottom layer: its pieces and its rotation.
///
/// The twelve slots are numbered as the [module](super) shows: anticlockwise as seen from outside
/// the layer, from the cut on. A slot holds the piece that *begins* there, or `None` if the second
/// half of a big piece lies in it:
///
/// ```text
/// slot      0   1   2   3   4   5   6   7   8   9  10  11
/// solved    0   1   ·   2   3   ·   4   5   ·   6   7   ·
/// ```
///
/// A big piece that begins in slot 11 and ends in slot 0 lies across the cut. Layers are ordered by
/// the contents of their slots, from slot 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layer {
    slots: [Option<Piece>; SLOTS],
}

impl Layer {
    /// Returns the layer of `pieces`, anticlockwise; the first of them begins in slot `first_slot`
    /// (taken modulo 12). Only their sizes are checked: a layer may hold pieces that no puzzle has.
    ///
    /// # Errors
    ///
    /// [`SquareError::WrongSlots`] unless the pieces fill exactly twelve slots.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::square1::{Layer, Piece};
    ///
    /// let pieces = [Piece::ALL[1]; 6];
    /// assert!(Layer::from_pieces(&pieces, 0).unwrap().can_cut());
    /// assert!(!Layer::from_pieces(&pieces, 11).unwrap().can_cut());
    /// assert!(Layer::from_pieces(&pieces[1..], 0).is_err());
    /// ```
    pub fn from_pieces(pieces: &[Piece], first_slot: usize) -> Result<Self, SquareError> {
        let filled: usize = pieces.iter().map(|piece| piece.slots()).sum();
        if filled != SLOTS {
            return Err(SquareError::WrongSlots { side: None, slots: filled });
        }
        let mut slots = [None; SLOTS];
        let mut slot = first_slot % SLOTS;
        for &piece in pieces {
            slots[slot] = Some(piece);
            slot = (slot + piece.slots()) % SLOTS;
        }
        Ok(Self { slots })
    }

    /// Returns the twelve slots: the piece that begins in each, or `None` for the second half of a
    /// big piece.
    #[must_use]
    pub fn slots(&self) -> &[Option<Piece>; SLOTS] {
        &self.slots
    }

    /// Returns the pieces anticlockwise, beginning with the first that begins in slot 0 or later. A
    /// piece across the cut at slot 0 begins in slot 11, so it comes last.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.slots.iter().copied().flatten()
    }

    /// Returns the piece that fills `slot`, entirely or with one of its halves.
    ///
    /// # Panics
    ///
    /// Panics if `slot` is above 11.
    #[must_use]
    pub fn piece_at(&self, slot: usize) -> Piece {
        let before = self.slots[(slot + SLOTS - 1) % SLOTS];
        self.slots[slot].or(before).expect("an empty slot follows the piece that fills it")
    }

    /// Returns the set of slots in which a piece begins: bit `s` is slot `s`.
    #[must_use]
    pub fn piece_starts(&self) -> u16 {
        let bits = self.slots.iter().enumerate();
        bits.map(|(slot, piece)| u16::from(piece.is_some()) << slot).sum()
    }

    /// Returns whether no piece lies across the cut: whether a piece begins in slot 0 and one in
    /// slot 6.
    #[must_use]
    pub fn can_cut(&self) -> bool {
        self.slots[0].is_some() && self.slots[6].is_some()
    }

    /// Returns the clockwise turns, from 0 to 11 slots in ascending order, after which no piece
    /// lies across the cut. With `x`, the list also contains `x + 6` modulo 12.
    pub fn cut_turns(&self) -> impl Iterator<Item = i32> + use<> {
        let layer = *self;
        (0..12).filter(move |&clockwise| layer.turned(clockwise).can_cut())
    }

    /// Returns the layer turned by this number of slots of 30°, clockwise as seen from outside;
    /// negative numbers turn anticlockwise.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::square1::{Colours, Position};
    ///
    /// let top = *Position::solved(Colours::Six).top();
    /// assert_eq!(top.slots()[3], top.turned(2).slots()[1]);
    /// assert_eq!(top.turned(-5), top.turned(7));
    /// ```
    #[must_use]
    pub fn turned(&self, clockwise: i32) -> Self {
        let by = usize::try_from(clockwise.rem_euclid(12)).expect("a remainder is not negative");
        let mut slots = self.slots;
        slots.rotate_left(by);
        Self { slots }
    }

    /// Replaces every piece by a piece of the same size.
    pub(crate) fn map(&self, change: impl Fn(Piece) -> Piece) -> Self {
        Self { slots: self.slots.map(|slot| slot.map(&change)) }
    }

    /// Exchanges slots 0 to 5 of the two layers. No piece may lie across their cuts.
    pub(crate) fn exchange_halves(&mut self, other: &mut Self) {
        self.slots[..6].swap_with_slice(&mut other.slots[..6]);
    }
}
