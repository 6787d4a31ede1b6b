//! Pieces and other parts of the puzzle.

use std::fmt;

/// One of the sixteen pieces, named by a hexadecimal digit.
///
/// Even digits are small pieces (edges, one slot of 30°), odd ones are big (corners, two slots).
/// `0` to `7` belong to the top layer of the solved puzzle and `8` to `F` to the bottom one, each
/// anticlockwise as seen from outside their layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// All sixteen pieces in the order of their digits.
    pub const ALL: [Self; 16] = {
        let mut all = [Self(0); 16];
        let mut next: u8 = 0;
        let mut place = 0;
        while place < 16 {
            all[place] = Self(next);
            next += 1;
            place += 1;
        }
        all
    };

    /// Returns the piece with this digit, `0` to `9`, `A` to `F` or `a` to `f`; `None` for any
    /// other character.
    #[must_use]
    pub fn from_digit(digit: char) -> Option<Self> {
        let index = digit.to_digit(16)?;
        Some(Self::ALL[usize::try_from(index).ok()?])
    }

    /// Returns the digit, with an upper-case letter.
    #[must_use]
    pub fn digit(self) -> char {
        char::from(b"0123456789ABCDEF"[usize::from(self.0)])
    }

    /// Returns the value of the digit, 0 to 15.
    #[must_use]
    pub fn index(self) -> u8 {
        self.0
    }

    /// Returns whether the piece is big: a corner, which fills two slots.
    #[must_use]
    pub fn is_big(self) -> bool {
        self.0 % 2 == 1
    }

    /// Returns the number of slots that the piece fills: 1 or 2.
    #[must_use]
    pub fn slots(self) -> usize {
        if self.is_big() { 2 } else { 1 }
    }

    /// Returns the corresponding piece of a silver puzzle, on which small pieces are equal in
    /// pairs: `2` becomes `0`, `6` becomes `4`, `A` becomes `8`, `E` becomes `C`; other pieces stay
    /// the same.
    #[must_use]
    pub fn to_silver(self) -> Self {
        if self.is_big() { self } else { Self(self.0 & 0b1100) }
    }
}

/// Writes the digit.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

/// The state of the middle layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Middle {
    /// Its halves form a square, as on the solved puzzle; written `S`.
    Square,
    /// One half is turned over; written `K`.
    Kite,
}

impl Middle {
    /// Returns the other state, the one after a twist.
    #[must_use]
    pub fn toggled(self) -> Self {
        match self {
            Self::Square => Self::Kite,
            Self::Kite => Self::Square,
        }
    }

    /// Returns the letter, `S` or `K`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Square => 'S',
            Self::Kite => 'K',
        }
    }
}

/// The colouring of the pieces, which determines the distinguishable pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Colours {
    /// Two colours, as on the silver edition: small pieces are equal in pairs (see
    /// [`Piece::to_silver`]), big pieces all differ.
    Silver,
    /// Six colours: all sixteen pieces differ.
    #[default]
    Six,
}

impl Colours {
    /// Returns the pieces of the top and of the bottom layer of the solved puzzle, from the cut on.
    ///
    /// The first piece is small on the top and big on the bottom: the cut of a solved puzzle lies
    /// beside the middle of a face, so its right half begins with an edge on the top and with a
    /// corner on the bottom.
    pub(crate) fn solved(self) -> [[Piece; 8]; 2] {
        const TOP: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
        const BOTTOM: [usize; 8] = [15, 8, 9, 10, 11, 12, 13, 14];
        [TOP, BOTTOM].map(|layer| layer.map(|index| self.piece(Piece::ALL[index])))
    }

    /// Returns the piece that corresponds to `piece` in these colours.
    pub(crate) fn piece(self, piece: Piece) -> Piece {
        match self {
            Self::Silver => piece.to_silver(),
            Self::Six => piece,
        }
    }
}

/// Writes `silver` or `six colours`.
impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Silver => "silver",
            Self::Six => "six colours",
        })
    }
}

/// One of the two outer layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The upper one.
    Top,
    /// The lower one.
    Bottom,
}

/// Writes `top` or `bottom`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
        })
    }
}

/// One of the two ends of the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CutEnd {
    /// The near end.
    Front,
    /// The far end.
    Back,
}

/// Writes `front` or `back`.
impl fmt::Display for CutEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Front => "front",
            Self::Back => "back",
        })
    }
}
