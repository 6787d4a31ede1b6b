//! Errors of parsing.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::face::Face;
use super::reach::UnsolvableReason;

/// What is expected at a position of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A move letter or a parenthesis.
    Move,
    /// The letter of a sticker.
    Sticker,
    /// The orientation of a centre.
    Centre,
}

/// Writes the description with its article.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "a move",
            Self::Sticker => "the letter of a sticker",
            Self::Centre => "0, 1, 2, 3 or `?`",
        })
    }
}

/// Writes a character visibly; unlike `escape_debug`, it does not escape primes.
struct VisibleChar(char);

impl fmt::Display for VisibleChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\'' | '"' => write!(f, "{}", self.0),
            other => write!(f, "{}", other.escape_debug()),
        }
    }
}

/// Joins the messages of several reasons.
fn joined(reasons: &[UnsolvableReason]) -> String {
    reasons.iter().map(UnsolvableReason::to_string).collect::<Vec<_>>().join("; ")
}

/// An error in a position or a sequence. [`ParseError`] adds its span in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeError {
    /// A character is not expected at its position.
    #[error("found `{}` where {expected} is expected", VisibleChar(*.found))]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// What is expected instead.
        expected: Expected,
    },
    /// An opening parenthesis is never closed.
    #[error("this `(` is never closed")]
    UnclosedGroup,
    /// A closing parenthesis has no opening one.
    #[error("this `)` has no matching `(`")]
    UnopenedGroup,
    /// Groups are nested too deeply.
    #[error("groups are nested more than {limit} deep")]
    TooDeep {
        /// The maximal depth.
        limit: usize,
    },
    /// The number after a move is not 1 to 3, or the number after a group is 0.
    #[error("a move cannot be made {number} times")]
    AmountOutOfRange {
        /// The number, as written.
        number: String,
    },
    /// A sequence has too many moves after expansion of repetitions.
    #[error("the sequence has more than {limit} moves")]
    TooLong {
        /// The maximal number.
        limit: usize,
    },
    /// The number of stickers is not 54.
    #[error("there are {found} stickers instead of 54")]
    WrongLength {
        /// The number found.
        found: usize,
    },
    /// Two centres have the same colour.
    #[error("the centres of {first} and {second} have the same letter, {letter}")]
    CentresAlike {
        /// The letter.
        letter: char,
        /// One of the faces.
        first: Face,
        /// The other one.
        second: Face,
    },
    /// A sticker has a colour that no centre has.
    #[error("{letter} is not the letter of any centre")]
    UnknownColour {
        /// The letter.
        letter: char,
    },
    /// A colour does not occur nine times.
    #[error("{letter} occurs {found} times instead of nine times")]
    WrongCount {
        /// The letter.
        letter: char,
        /// The number of occurrences.
        found: usize,
    },
    /// No piece has this combination of stickers.
    #[error("place {place} has the stickers {stickers}, which no piece has")]
    NoSuchStickers {
        /// The place.
        place: String,
        /// The letters, in the order of the place's faces.
        stickers: String,
    },
    /// The stickers of a corner are in mirrored order.
    #[error("place {place} has the stickers {stickers}, the mirror image of a corner")]
    MirroredCorner {
        /// The place.
        place: String,
        /// The letters, in the order of the place's faces.
        stickers: String,
    },
    /// The number of centre orientations is not six.
    #[error("expected six orientations of centres, found {found}")]
    WrongCentres {
        /// The number found.
        found: usize,
    },
    /// The position is not solvable.
    #[error("this cube is not solvable: {}", joined(.reasons))]
    Unsolvable {
        /// All reasons; at least one.
        reasons: Vec<UnsolvableReason>,
    },
}

impl CubeError {
    /// Returns a stable code. All codes are listed in `docs/guides/cube.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnexpectedCharacter { .. } => "cube.unexpected-character",
            Self::UnclosedGroup => "cube.unclosed-group",
            Self::UnopenedGroup => "cube.unopened-group",
            Self::TooDeep { .. } => "cube.too-deep",
            Self::AmountOutOfRange { .. } => "cube.amount-out-of-range",
            Self::TooLong { .. } => "cube.too-long",
            Self::WrongLength { .. } => "cube.wrong-length",
            Self::CentresAlike { .. } => "cube.centres-alike",
            Self::UnknownColour { .. } => "cube.unknown-colour",
            Self::WrongCount { .. } => "cube.wrong-count",
            Self::NoSuchStickers { .. } => "cube.no-such-stickers",
            Self::MirroredCorner { .. } => "cube.mirrored-corner",
            Self::WrongCentres { .. } => "cube.wrong-centres",
            Self::Unsolvable { reasons } => {
                reasons.first().map_or("cube.impossible", UnsolvableReason::code)
            }
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        const COMPARE: &str = "compare the stickers with the cube: a letter is probably wrong";
        match self {
            Self::UnexpectedCharacter { expected: Expected::Move, .. } => {
                "a sequence looks like `R U2 F' (Rw M x)3`; put no blank between a letter and its \
                 number or prime"
            }
            Self::UnexpectedCharacter { expected: Expected::Sticker, .. } => {
                "write 54 letters, the faces in the order U R F D L B"
            }
            Self::UnexpectedCharacter { expected: Expected::Centre, .. }
            | Self::WrongCentres { .. } => {
                "write six characters in the order U R F D L B: the clockwise quarter turns of each \
                 centre, 0 to 3, or `?`"
            }
            Self::UnclosedGroup | Self::UnopenedGroup => {
                "a group looks like `(R U)3`: both parentheses are needed"
            }
            Self::AmountOutOfRange { .. } => {
                "a move is followed by nothing, `2` or `'`; to repeat it, write `(R)5`"
            }
            Self::TooLong { .. } => "repeat less",
            Self::TooDeep { .. } => "leave out parentheses that change nothing",
            Self::WrongLength { .. } => {
                "write the faces in the order U R F D L B, nine letters each, row by row"
            }
            Self::CentresAlike { .. } => {
                "each face has its own colour, and the fifth of its nine letters is its centre"
            }
            Self::UnknownColour { .. } => {
                "write each colour with the letter of the face whose centre has it, or any six \
                 letters"
            }
            Self::WrongCount { .. } | Self::NoSuchStickers { .. } => COMPARE,
            Self::MirroredCorner { .. } => {
                "compare the stickers with the cube: two letters are probably exchanged, or a face \
                 was drawn as seen from the wrong side"
            }
            Self::Unsolvable { reasons } => reasons.first().map_or(COMPARE, UnsolvableReason::hint),
        }
    }
}

/// An error and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ParseError {
    /// The error.
    pub error: CubeError,
    /// The byte range of the error, whose ends are character boundaries. It is empty if something
    /// is missing.
    pub span: Range<usize>,
}

impl ParseError {
    pub(crate) fn new(error: CubeError, span: Range<usize>) -> Self {
        Self { error, span }
    }

    /// Returns the [code](CubeError::code) of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.error.code()
    }

    /// Returns the [hint](CubeError::hint) of the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        self.error.hint()
    }
}
