//! Errors of positions, sequences and parsing.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::piece::{Colours, CutEnd, Piece, Side};

/// An error in a position or a sequence. [`ParseError`] adds its span in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// A character is not expected at its position.
    #[error("found `{}` where {expected} is expected", .found.escape_debug())]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// What is expected instead.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} is expected")]
    UnexpectedEnd {
        /// What is expected.
        expected: &'static str,
    },
    /// The separator between the layers of a position is missing.
    #[error("there is no `-` between the layers")]
    MissingSeparator,
    /// The state of the middle layer is missing.
    #[error("the middle layer is missing")]
    MissingMiddle,
    /// The pieces are neither those of a six-colour nor those of a silver puzzle.
    #[error("these are not the sixteen pieces of a puzzle: {}", Differences { colours: *.colours, missing, surplus })]
    WrongPieces {
        /// The colours with the fewer missing pieces.
        colours: Colours,
        /// The missing pieces of such a puzzle, ascending, with multiplicity.
        missing: Vec<Piece>,
        /// The pieces that occur more often than on such a puzzle, ascending, each once.
        surplus: Vec<Piece>,
    },
    /// The pieces of a layer fill fewer or more than twelve slots.
    #[error("{} of 12 slots", FilledSlots { side: *.side, slots: *.slots })]
    WrongSlots {
        /// The layer, if known.
        side: Option<Side>,
        /// The number of slots that its pieces fill.
        slots: usize,
    },
    /// A word begins with `+`, but its last piece is small and cannot lie across the cut.
    #[error(
        "the {side} layer begins with `+`, but its last piece, {piece}, is small and cannot lie across the cut"
    )]
    SmallAcross {
        /// The layer.
        side: Side,
        /// Its last piece.
        piece: Piece,
    },
    /// A turn is not between −11 and 12.
    #[error("a layer cannot be turned by {number}")]
    TurnOutOfRange {
        /// The number, as written.
        number: String,
    },
    /// The WCA notation has no flip.
    #[error("`!` is not a move of the WCA notation")]
    FlipInWca,
    /// A big piece lies across the cut and blocks a twist.
    #[error("twist {} is blocked: piece {piece} of the {side} layer lies across the {cut} end of the cut", .n_twists_before + 1)]
    BlockedTwist {
        /// The index of the move in the sequence.
        move_index: usize,
        /// The number of twists before it in the sequence.
        n_twists_before: usize,
        /// The first blocking piece.
        piece: Piece,
        /// Its layer, as the puzzle is held at that moment.
        side: Side,
        /// The end of the cut that it lies across.
        cut: CutEnd,
    },
}

impl SquareError {
    /// Returns a stable code. All codes are listed in `docs/guides/square1.md`.
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

    /// Returns a hint on how to fix the error.
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
            Self::FlipInWca => {
                "use the other notation, `cube21`, in which `!` flips the puzzle over"
            }
            Self::BlockedTwist { .. } => {
                "turn that layer so that no big piece lies across the cut, and check the notation \
                 of the sequence"
            }
        }
    }
}

/// An error and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ParseError {
    /// The error.
    pub error: SquareError,
    /// The byte range of the error, whose ends are character boundaries. It is empty if something
    /// is missing.
    pub span: Range<usize>,
}

impl ParseError {
    pub(crate) fn new(error: SquareError, span: Range<usize>) -> Self {
        Self { error, span }
    }

    /// Returns the [code](SquareError::code) of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.error.code()
    }

    /// Returns the [hint](SquareError::hint) of the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        self.error.hint()
    }
}

/// Writes the missing and surplus pieces.
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
        if !self.missing.is_empty() {
            let verb = if self.missing.len() == 1 { "is" } else { "are" };
            write!(f, " {} {verb} missing", list(self.missing))?;
        }
        if !self.missing.is_empty() && !self.surplus.is_empty() {
            f.write_str(" and")?;
        }
        if !self.surplus.is_empty() {
            let verb = if self.surplus.len() == 1 { "occurs" } else { "occur" };
            write!(f, " {} {verb} too often", list(self.surplus))?;
        }
        Ok(())
    }
}

/// Writes the number of filled slots of a layer.
struct FilledSlots {
    side: Option<Side>,
    slots: usize,
}

impl fmt::Display for FilledSlots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(side) => write!(f, "the {side} layer")?,
            None => f.write_str("the layer")?,
        }
        write!(f, " fills {}", self.slots)
    }
}
