//! What can be wrong with a position, a sequence or a text.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::piece::{Colours, CutEnd, Piece, Side};

/// What is wrong. Where in a text it is, [`ParseError`] says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// A character stands where it means nothing.
    #[error("found `{}` where {expected} is expected", .found.escape_debug())]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} is expected")]
    UnexpectedEnd {
        /// What should have come.
        expected: &'static str,
    },
    /// Nothing separates the layers of a position.
    #[error("there is no `-` between the layers")]
    MissingSeparator,
    /// A position does not say how the middle layer is.
    #[error("the middle layer is missing")]
    MissingMiddle,
    /// The pieces are those of no puzzle.
    #[error("these are not the sixteen pieces of a puzzle: {}", Differences { colours: *.colours, missing, surplus })]
    WrongPieces {
        /// The colours that the pieces come nearest to.
        colours: Colours,
        /// The pieces of such a puzzle that are not there, rising, each as often as it is missing.
        missing: Vec<Piece>,
        /// The pieces that occur more often than on such a puzzle, rising, each once.
        surplus: Vec<Piece>,
    },
    /// The pieces of a layer do not fill it, or do not fit into it.
    #[error("{} of 12 slots", Filled { side: *.side, slots: *.slots })]
    WrongSlots {
        /// The layer, where it is known.
        side: Option<Side>,
        /// How many slots its pieces fill.
        slots: usize,
    },
    /// A word says that its last piece lies across the cut, but that piece is small.
    #[error(
        "the {side} layer begins with `+`, but its last piece, {piece}, is small and cannot lie across the cut"
    )]
    SmallAcross {
        /// The layer.
        side: Side,
        /// Its last piece.
        piece: Piece,
    },
    /// A turn is larger than a full one.
    #[error("a layer cannot be turned by {number}")]
    TurnOutOfRange {
        /// The number, as it was written.
        number: String,
    },
    /// The WCA notation has no flip.
    #[error("`!` is not a move of the WCA notation")]
    FlipInWca,
    /// A twist that a big piece prevents.
    #[error("twist {} is blocked: piece {piece} of the {side} layer lies across the {cut} end of the cut", .n_twists_before + 1)]
    BlockedTwist {
        /// The number of the step within the sequence, from 0.
        move_index: usize,
        /// How many twists come before it in the sequence.
        n_twists_before: usize,
        /// The piece in the way; there may be more of them.
        piece: Piece,
        /// The layer in which it lies, as the puzzle is held at that moment.
        side: Side,
        /// Where it lies.
        cut: CutEnd,
    },
}

impl SquareError {
    /// Returns a name that programs can rely on. All of them are listed in `docs/square1.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnexpectedCharacter { .. } => "square1.unexpected-character",
            Self::UnexpectedEnd { .. } => "square1.unexpected-end",
            Self::MissingSeparator => "square1.missing-separator",
            Self::MissingMiddle => "square1.missing-middle",
            Self::WrongPieces { .. } => "square1.wrong-pieces",
            Self::WrongSlots { .. } => "square1.wrong-slots",
            Self::SmallAcross { .. } => "square1.small-across",
            Self::TurnOutOfRange { .. } => "square1.turn-out-of-range",
            Self::FlipInWca => "square1.flip-in-wca",
            Self::BlockedTwist { .. } => "square1.blocked-twist",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::UnexpectedCharacter { .. } | Self::UnexpectedEnd { .. } => {
                "a position looks like `01234567-F89ABCDE,S`, a sequence like `(1,0)/(3,-3)/`"
            }
            Self::MissingSeparator => {
                "write the top layer, `-`, the bottom layer: `01234567-F89ABCDE,S`"
            }
            Self::MissingMiddle => "end the position with `,S` for a square or `,K` for a kite",
            Self::WrongPieces { .. } => {
                "six colours have each digit from 0 to F once; silver has 0, 4, 8 and C twice and \
                 no 2, 6, A and E"
            }
            Self::WrongSlots { .. } => {
                "even digits are small and fill one slot, odd ones are big and fill two"
            }
            Self::SmallAcross { .. } => {
                "only a big piece can lie across the cut: leave out the `+`"
            }
            Self::TurnOutOfRange { .. } => "a turn is a number of 30° steps from -11 to 12",
            Self::FlipInWca => "name the other notation, `cube21`, where `!` flips the puzzle over",
            Self::BlockedTwist { .. } => {
                "turn that layer so that no big piece lies across the cut, and check that the \
                 sequence is read in the notation in which it was written"
            }
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ParseError {
    /// What is wrong.
    pub error: SquareError,
    /// Where: a range of bytes of the text, whose ends lie on character boundaries. It is empty
    /// where something is missing.
    pub span: Range<usize>,
}

impl ParseError {
    pub(crate) fn new(error: SquareError, span: Range<usize>) -> Self {
        Self { error, span }
    }

    /// Returns the [code](SquareError::code) of what is wrong.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.error.code()
    }

    /// Returns [what to do about it](SquareError::hint).
    #[must_use]
    pub fn hint(&self) -> &'static str {
        self.error.hint()
    }
}

/// Writes how a set of pieces differs from that of a puzzle.
struct Differences<'a> {
    colours: Colours,
    missing: &'a [Piece],
    surplus: &'a [Piece],
}

impl fmt::Display for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |pieces: &[Piece]| pieces.iter().map(Piece::to_string).collect::<Vec<_>>().join(", ");
        match self.colours {
            Colours::Silver => f.write_str("for silver")?,
            Colours::Six => f.write_str("for six colours")?,
        }
        if let (false, verb) = (self.missing.is_empty(), plural(self.missing)) {
            write!(f, " {} {verb} missing", list(self.missing))?;
        }
        if !self.missing.is_empty() && !self.surplus.is_empty() {
            f.write_str(" and")?;
        }
        if let (false, verb) = (self.surplus.is_empty(), plural(self.surplus)) {
            write!(f, " {} {verb} there too often", list(self.surplus))?;
        }
        Ok(())
    }
}

fn plural(pieces: &[Piece]) -> &'static str {
    if pieces.len() == 1 { "is" } else { "are" }
}

/// Writes how much of a layer is filled.
struct Filled {
    side: Option<Side>,
    slots: usize,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(side) => write!(f, "the {side} layer")?,
            None => f.write_str("the layer")?,
        }
        write!(f, " fills {}", self.slots)
    }
}
