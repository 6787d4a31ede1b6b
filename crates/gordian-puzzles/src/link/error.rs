//! What can be wrong with a link.

use thiserror::Error;

use super::{Link, shown};
use crate::board::Size;
use crate::diagnostic::excerpt;

/// Why a link cannot be read, or why a puzzle cannot be written as one.
///
/// Positions count the characters from 1, with blanks before the address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The address is that of another site.
    #[error("`{}` is not a known site of puzzles", excerpt(host))]
    UnknownHost {
        /// The host of the address.
        host: String,
    },
    /// There is no kind where it should be.
    #[error("the address does not name a kind of puzzle")]
    NoKind,
    /// The kind is not known.
    #[error("kind `{}` has no links in this version", excerpt(kind))]
    UnknownKind {
        /// The kind that the address names.
        kind: String,
    },
    /// A side of the board is missing or out of range.
    #[error(
        "the number of {what} is `{}`, not a number from 1 to {}",
        excerpt(found),
        Size::MAX_SIDE
    )]
    InvalidSize {
        /// `columns` or `rows`.
        what: &'static str,
        /// The text in its place.
        found: String,
    },
    /// A flag selects a variant that this version does not know.
    #[error(
        "the flag `{}` selects a variant of {} that is not supported",
        excerpt(flag.encode_utf8(&mut [0; 4])), excerpt(kind)
    )]
    UnsupportedFlag {
        /// The kind that the address names.
        kind: String,
        /// The flag.
        flag: char,
    },
    /// A character does not belong to the encoding.
    #[error("character {position} is `{}`, not {expected}", excerpt(found.encode_utf8(&mut [0; 4])))]
    UnexpectedCharacter {
        /// The position in the address, from 1.
        position: usize,
        /// The character.
        found: char,
        /// What the encoding allows here.
        expected: &'static str,
    },
    /// The address ends in the middle of an item.
    #[error("the address ends after character {position}, before {expected}")]
    UnexpectedEnd {
        /// The number of characters of the address.
        position: usize,
        /// What the encoding requires here.
        expected: &'static str,
    },
    /// A number is too small or too large.
    #[error("the {what} at character {position} is not between {min} and {max}")]
    OutOfRange {
        /// The position of the number in the address, from 1.
        position: usize,
        /// What the number states.
        what: &'static str,
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
    },
    /// The link has something that puzzles of this kind do not have.
    #[error("character {position} is {what}, which is not supported")]
    NotSupported {
        /// The position in the address, from 1.
        position: usize,
        /// What is there.
        what: &'static str,
    },
    /// What the link states is not a puzzle of the kind.
    #[error("{message}")]
    Invalid {
        /// What is wrong.
        message: String,
    },
    /// The puzzle has something that links cannot express.
    #[error("links cannot express {what}")]
    NotExpressible {
        /// The part of the puzzle.
        what: String,
    },
    /// A part of the link ends before its last place.
    #[error(
        "{} after character {position}, but {missing} of {total} {what} are missing",
        if *is_end { "the link ends" } else { "the clues end" }
    )]
    TooShort {
        /// The number of characters of the address before the end of the part.
        position: usize,
        /// Whether the link ends there, too.
        is_end: bool,
        /// What the part is about, such as `cells`.
        what: &'static str,
        /// The number of places that are missing.
        missing: usize,
        /// The number of places of the part.
        total: usize,
    },
    /// The link has more clues than the board has places.
    #[error("`{}` from character {position} on is left over after the last cell", shown(rest))]
    TooLong {
        /// The position of the first character that is left over, from 1.
        position: usize,
        /// What is left over.
        rest: String,
    },
}

impl LinkError {
    /// Returns the error with another name for the places that are missing.
    pub(crate) fn of_places(self, what: &'static str) -> Self {
        match self {
            Self::TooShort { position, is_end, missing, total, .. } => {
                Self::TooShort { position, is_end, what, missing, total }
            }
            other => other,
        }
    }

    /// Returns the error for reading a kind that has no links.
    pub(crate) fn unknown_kind(link: &Link) -> Self {
        Self::UnknownKind { kind: link.kind.clone() }
    }

    /// Returns the error for writing a puzzle of a kind that has no links.
    pub(crate) fn kind_without_links(kind: &str) -> Self {
        Self::NotExpressible { what: format!("puzzles of kind `{kind}`") }
    }

    /// Returns the stable code; all are listed in `docs/formats/links.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownHost { .. } => "link.unknown-host",
            Self::NoKind => "link.no-kind",
            Self::UnknownKind { .. } => "link.unknown-kind",
            Self::InvalidSize { .. } => "link.invalid-size",
            Self::UnsupportedFlag { .. } => "link.unsupported-flag",
            Self::UnexpectedCharacter { .. } => "link.unexpected-character",
            Self::UnexpectedEnd { .. } => "link.unexpected-end",
            Self::TooShort { .. } => "link.too-short",
            Self::TooLong { .. } => "link.too-long",
            Self::OutOfRange { .. } => "link.out-of-range",
            Self::NotSupported { .. } => "link.not-supported",
            Self::Invalid { .. } => "link.invalid",
            Self::NotExpressible { .. } => "link.not-expressible",
        }
    }
}
