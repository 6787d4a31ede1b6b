//! Errors of definitions, sequences and groups.

use std::ops::Range;

use gordian_core::Limit;
use thiserror::Error;

/// An error in the text of a definition. [`ReadError`] adds its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The text is too long.
    #[error("the definition has more than {limit} bytes")]
    TextTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The definition has too many elements of one kind.
    #[error("the definition has more than {limit} {what}")]
    TooMany {
        /// The kind of elements, in the plural.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A line begins with an unknown keyword.
    #[error("unknown keyword `{found}`")]
    UnknownKeyword {
        /// The first word of the line.
        found: String,
    },
    /// A keyword occurs at the wrong place.
    #[error("`{keyword}` is not allowed here")]
    WrongPlace {
        /// The keyword.
        keyword: String,
        /// The rule of the format, as a hint.
        rule: &'static str,
    },
    /// A line has the wrong number of words.
    #[error("this line has {found} words, expected {expected}: `{form}`")]
    WrongNumberOfWords {
        /// The form of the line.
        form: &'static str,
        /// The number of words expected.
        expected: usize,
        /// The number of words found.
        found: usize,
    },
    /// A word is not a number.
    #[error("`{found}` is not a number")]
    NotANumber {
        /// The word.
        found: String,
    },
    /// A number is out of range.
    #[error("{what} {found} is not from {min} to {max}")]
    OutOfRange {
        /// What the number means.
        what: &'static str,
        /// The number as written.
        found: String,
        /// The smallest allowed value.
        min: usize,
        /// The largest allowed value.
        max: usize,
    },
    /// The name of an orbit is unknown.
    #[error("there is no orbit `{name}`")]
    UnknownOrbit {
        /// The name.
        name: String,
    },
    /// An orbit occurs twice in the definition, or in one state or move.
    #[error("orbit `{name}` is repeated")]
    RepeatedOrbit {
        /// The name.
        name: String,
    },
    /// A move has the name of another one.
    #[error("move `{name}` is repeated")]
    RepeatedMove {
        /// The name.
        name: String,
    },
    /// A name has a character with a meaning in sequences.
    #[error("the name `{name}` contains a character that has a meaning in sequences")]
    InvalidName {
        /// The name.
        name: String,
    },
    /// A name is longer than a limit for definitions from strangers.
    #[error("the name `{name}` has more than {limit} characters")]
    NameTooLong {
        /// The beginning of the name.
        name: String,
        /// The limit in characters.
        limit: usize,
    },
    /// A row has a wrong length.
    #[error("orbit `{orbit}` needs {expected} numbers, found {found}")]
    WrongRowLength {
        /// The name of the orbit.
        orbit: String,
        /// The number of its positions.
        expected: usize,
        /// The length of the row.
        found: usize,
    },
    /// Numbers do not follow the name of an orbit, or are a third row.
    #[error("unexpected row of numbers")]
    UnexpectedRow,
    /// The name of an orbit is not followed by numbers.
    #[error("orbit `{orbit}` has no row of numbers")]
    MissingRow {
        /// The name of the orbit.
        orbit: String,
    },
    /// A move does not permute the positions of an orbit.
    #[error("position {number} occurs twice in orbit `{orbit}`, so this is not a permutation")]
    NotAPermutation {
        /// The name of the orbit.
        orbit: String,
        /// The repeated number as written.
        number: String,
    },
    /// Only some of several identical pieces have an ignored orientation.
    #[error(
        "only some of the identical pieces {label} of orbit `{orbit}` have the orientation `?`"
    )]
    MixedIgnored {
        /// The name of the orbit.
        orbit: String,
        /// Their label as written.
        label: u8,
    },
    /// A restriction names a label that no piece has.
    #[error("no piece of orbit `{orbit}` has the label {label}")]
    UnknownLabel {
        /// The name of the orbit.
        orbit: String,
        /// The label as written.
        label: String,
    },
    /// A state or a move has no `End`.
    #[error("`End` is missing")]
    MissingEnd,
    /// A part of the definition is missing.
    #[error("the definition has no `{keyword}`")]
    MissingPart {
        /// The keyword.
        keyword: &'static str,
    },
    /// A sequence that defines a move is invalid.
    #[error("invalid sequence for move `{name}`: {error}")]
    Sequence {
        /// The name of the move.
        name: String,
        /// The error.
        error: SequenceError,
    },
    /// The solved state violates a restriction.
    #[error("the solved state violates this restriction")]
    SolvedIsIllegal,
    /// A state has other pieces than the solved one.
    #[error("orbit `{orbit}` does not have the pieces of the solved state")]
    WrongPieces {
        /// The name of the orbit.
        orbit: String,
    },
    /// A state violates a restriction.
    #[error("the definition forbids this state")]
    IllegalState,
}

impl DefinitionError {
    /// Returns the stable code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TextTooLong { .. } => "definition.text-too-long",
            Self::TooMany { .. } => "definition.too-many",
            Self::UnknownKeyword { .. } => "definition.unknown-keyword",
            Self::WrongPlace { .. } => "definition.wrong-place",
            Self::WrongNumberOfWords { .. } => "definition.wrong-number-of-words",
            Self::NotANumber { .. } => "definition.not-a-number",
            Self::OutOfRange { .. } => "definition.out-of-range",
            Self::UnknownOrbit { .. } => "definition.unknown-orbit",
            Self::RepeatedOrbit { .. } => "definition.repeated-orbit",
            Self::RepeatedMove { .. } => "definition.repeated-move",
            Self::InvalidName { .. } => "definition.invalid-name",
            Self::NameTooLong { .. } => "definition.name-too-long",
            Self::WrongRowLength { .. } => "definition.wrong-row-length",
            Self::UnexpectedRow => "definition.unexpected-row",
            Self::MissingRow { .. } => "definition.missing-row",
            Self::NotAPermutation { .. } => "definition.not-a-permutation",
            Self::MixedIgnored { .. } => "definition.mixed-ignored",
            Self::UnknownLabel { .. } => "definition.unknown-label",
            Self::MissingEnd => "definition.missing-end",
            Self::MissingPart { .. } => "definition.missing-part",
            Self::Sequence { .. } => "definition.sequence",
            Self::SolvedIsIllegal => "definition.solved-is-illegal",
            Self::WrongPieces { .. } => "definition.wrong-pieces",
            Self::IllegalState => "definition.illegal-state",
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::TextTooLong { .. } | Self::TooMany { .. } => {
                "leave out orbits or moves that are not needed"
            }
            Self::UnknownKeyword { .. } => {
                "a line begins with `Name`, `Set`, `Solved`, `StartState`, `Move`, \
                 `MoveTransformation`, `MoveSequence`, `MoveAlias` or `Illegal`; a comment begins \
                 with `#`"
            }
            Self::WrongPlace { rule, .. } => rule,
            Self::WrongNumberOfWords { .. } => "write the line as shown; names have no blanks",
            Self::NotANumber { .. } => "write a whole number; only orientations can be `?`",
            Self::OutOfRange { .. } => "positions and labels count from 1, orientations from 0",
            Self::UnknownOrbit { .. } => "define the orbit first, as in `Set CORNER 8 3`",
            Self::RepeatedOrbit { .. } | Self::RepeatedMove { .. } => "remove one of them",
            Self::InvalidName { .. } => {
                "use letters and digits; parentheses, brackets, commas, colons, primes and `//` have \
                 a meaning in sequences"
            }
            Self::NameTooLong { .. } => "shorten the name",
            Self::WrongRowLength { .. } => "write one number per position of the orbit",
            Self::UnexpectedRow => {
                "write the name of an orbit, then one row of pieces and at most one row of \
                 orientations"
            }
            Self::MissingRow { .. } => {
                "write the pieces, one number per position, or omit the orbit"
            }
            Self::NotAPermutation { .. } => {
                "each position must give its piece to exactly one other"
            }
            Self::MixedIgnored { .. } => {
                "write `?` for all of them, or give those with `?` a label of their own"
            }
            Self::UnknownLabel { .. } => "compare with the labels of the solved state",
            Self::MissingEnd => "end each state and each move with a line `End`",
            Self::MissingPart { .. } => {
                "a definition has at least one `Set`, one `Solved` and one move that is not a rotation \
                 (`x`, `y`, `z`, or capital letters with a `v`)"
            }
            Self::Sequence { error, .. } => error.hint(),
            Self::SolvedIsIllegal => "remove the restriction, or start in another state",
            Self::WrongPieces { .. } => {
                "write each piece once, identical ones as often as they occur, and `?` where the solved \
                 state has it"
            }
            Self::IllegalState => "compare with the restrictions of the definition",
        }
    }
}

/// An error in the text of a definition and its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {error}")]
pub struct ReadError {
    /// The error.
    pub error: DefinitionError,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The byte range in the text, whose ends are character boundaries. It is empty if something is
    /// missing.
    pub span: Range<usize>,
}

impl ReadError {
    /// Returns the error with the line and the column where `span` begins.
    pub(crate) fn new(text: &str, error: DefinitionError, span: Range<usize>) -> Self {
        let before = &text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        Self { error, line, column, span }
    }
}

/// An error in a sequence. [`SequenceParseError`] adds its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A word is not a move.
    #[error("unknown move `{name}`")]
    UnknownMove {
        /// The word.
        name: String,
    },
    /// A character is not expected.
    #[error("unexpected `{found}`")]
    UnexpectedCharacter {
        /// The character.
        found: char,
    },
    /// A parenthesis or a bracket is never closed.
    #[error("this `{found}` is never closed")]
    Unclosed {
        /// The opening character.
        found: char,
    },
    /// A bracket contains neither a comma nor a colon, or more than one.
    #[error("a bracket needs exactly one comma or colon")]
    NotACommutator,
    /// A number after a move or a group is 0 or too large.
    #[error("the number {number} is not from 1 to {max}")]
    AmountOutOfRange {
        /// The number as written.
        number: String,
        /// The largest number allowed.
        max: i32,
    },
    /// Groups are nested too deeply.
    #[error("groups are nested more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// The sequence is too long after the expansion of groups.
    #[error("the sequence has more than {limit} moves")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}

impl SequenceError {
    /// Returns the stable code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownMove { .. } => "sequence.unknown-move",
            Self::UnexpectedCharacter { .. } => "sequence.unexpected-character",
            Self::Unclosed { .. } => "sequence.unclosed",
            Self::NotACommutator => "sequence.not-a-commutator",
            Self::AmountOutOfRange { .. } => "sequence.amount-out-of-range",
            Self::TooDeep { .. } => "sequence.too-deep",
            Self::TooLong { .. } => "sequence.too-long",
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::UnknownMove { .. } => {
                "write moves as the definition names them, separated by blanks, with a number and a \
                 prime after the name, as in `R2'`"
            }
            Self::UnexpectedCharacter { .. } => {
                "a sequence looks like `R U2' (R U)3 [R, U] [R: U]`"
            }
            Self::Unclosed { .. } => "close it, or remove it",
            Self::NotACommutator => "write a commutator as `[A, B]` and a conjugate as `[A: B]`",
            Self::AmountOutOfRange { .. } => "omit the move, or repeat it less often",
            Self::TooDeep { .. } => "leave out parentheses that change nothing",
            Self::TooLong { .. } => "repeat less",
        }
    }
}

/// An error in a sequence and its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}")]
pub struct SequenceParseError {
    /// The error.
    pub error: SequenceError,
    /// The byte range in the text, whose ends are character boundaries.
    pub span: Range<usize>,
}

/// The order of a group could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GroupError {
    /// The work was stopped.
    #[error("stopped before the order of the group was proved ({limit})")]
    Stopped {
        /// The limit that stopped it.
        limit: Limit,
    },
    /// The chain of stabilisers needs too much memory.
    #[error("the group needs {needed} bytes of memory, {allowed} are allowed")]
    MemoryLimit {
        /// An upper bound on the bytes needed.
        needed: usize,
        /// The bytes allowed.
        allowed: usize,
    },
}
