//! What can be wrong with a text.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::face::Face;
use super::reach::UnsolvableReason;

/// What a character of a text should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// The letter of a move, or a parenthesis.
    Move,
    /// The colour of a sticker.
    Sticker,
    /// The direction of a centre.
    Centre,
}

/// Writes it with its article.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "a move",
            Self::Sticker => "the letter of a sticker",
            Self::Centre => "0, 1, 2, 3 or `?`",
        })
    }
}

/// Writes a character so that it can be seen; primes, unlike in Rust, as they are.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            '\'' | '"' => write!(f, "{}", self.0),
            other => write!(f, "{}", other.escape_debug()),
        }
    }
}

/// Writes reasons one after the other.
fn joined(reasons: &[UnsolvableReason]) -> String {
    reasons.iter().map(UnsolvableReason::to_string).collect::<Vec<_>>().join("; ")
}

/// What is wrong. Where in a text it is, [`ParseError`] says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeError {
    /// A character stands where it means nothing.
    #[error("found `{}` where {expected} is expected", Shown(*.found))]
    UnexpectedCharacter {
        /// The character.
        found: char,
        /// What could stand there.
        expected: Expected,
    },
    /// A group of a sequence is never closed.
    #[error("this `(` is never closed")]
    UnclosedGroup,
    /// A group of a sequence is closed that was never opened.
    #[error("there is no `(` to this `)`")]
    UnopenedGroup,
    /// Groups of a sequence lie too deep in each other.
    #[error("groups lie more than {limit} deep in each other")]
    TooDeep {
        /// How deep they may lie.
        limit: usize,
    },
    /// A number after a move, other than 1 to 3, or 0 after a group.
    #[error("a move cannot be made {number} times")]
    AmountOutOfRange {
        /// The number, as it was written.
        number: String,
    },
    /// A sequence has too many moves, repetitions written out.
    #[error("the sequence has more than {limit} moves")]
    TooLong {
        /// How many it may have.
        limit: usize,
    },
    /// The stickers are not 54.
    #[error("there are {found} stickers instead of 54")]
    WrongLength {
        /// How many there are.
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
    /// A sticker has a colour that is on no centre.
    #[error("{letter} is not the letter of any centre")]
    UnknownColour {
        /// The letter.
        letter: char,
    },
    /// A colour is not there nine times.
    #[error("{letter} is there {found} times instead of nine times")]
    WrongCount {
        /// The letter.
        letter: char,
        /// How often it is there.
        found: usize,
    },
    /// Stickers of one piece that no piece has together.
    #[error("place {place} has the stickers {stickers}, which no piece has")]
    NoSuchStickers {
        /// The place.
        place: String,
        /// The letters, in the order of the place's faces.
        stickers: String,
    },
    /// A corner whose stickers are in the wrong order around it.
    #[error("place {place} has the stickers {stickers}, the mirror image of a corner")]
    MirroredCorner {
        /// The place.
        place: String,
        /// The letters, in the order of the place's faces.
        stickers: String,
    },
    /// The directions of the centres are not six.
    #[error("there are {found} directions of centres instead of six")]
    WrongCentres {
        /// How many there are.
        found: usize,
    },
    /// There is no such cube, or no turns lead to it.
    #[error("no turns lead to this cube: {}", joined(.reasons))]
    Unsolvable {
        /// Every reason; at least one.
        reasons: Vec<UnsolvableReason>,
    },
}

impl CubeError {
    /// Returns a name that programs can rely on. All of them are listed in `docs/cube.md`.
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

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        const COMPARE: &str = "compare the stickers with the cube: a letter is probably wrong";
        match self {
            Self::UnexpectedCharacter { expected: Expected::Move, .. } => {
                "a sequence looks like `R U2 F' (Rw M x)3`, with nothing between a letter and what \
                 belongs to it"
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

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct ParseError {
    /// What is wrong.
    pub error: CubeError,
    /// Where: a range of bytes of the text, whose ends lie on character boundaries. It is empty
    /// where something is missing.
    pub span: Range<usize>,
}

impl ParseError {
    pub(crate) fn new(error: CubeError, span: Range<usize>) -> Self {
        Self { error, span }
    }

    /// Returns the [code](CubeError::code) of what is wrong.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.error.code()
    }

    /// Returns [what to do about it](CubeError::hint).
    #[must_use]
    pub fn hint(&self) -> &'static str {
        self.error.hint()
    }
}
