//! What can be wrong with a text, and what to do about it.

use thiserror::Error;

use super::{MAX_DEPTH, SCHEMA};
use crate::bounds::told;
use crate::{Bounds, ConditionError, DomainError};

/// Why a text is not a model, or not an assignment of one, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind} at line {line}, column {column}")]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// Line of the value at fault, from 1.
    pub line: usize,
    /// Column of its first character, from 1, counted in characters.
    pub column: usize,
    /// The keys and places (from 0) that lead to the value, such as `constraints[0].require[1]`; empty
    /// for the document itself. Of a deeply nested value only the end, after `…`.
    pub path: Box<str>,
}

impl JsonError {
    /// Returns the stable code of the fault, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Returns what to do about it, if there is more to say than the message does.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        self.kind.hint()
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON.
    #[error("not JSON: {reason}")]
    Syntax {
        /// What the parser says.
        reason: String,
    },
    /// The document is of another version of the format.
    #[error("schema {found} is not supported")]
    UnsupportedSchema {
        /// The version given.
        found: i64,
    },
    /// An object lacks a key.
    #[error("{inside} without `{key}`")]
    MissingKey {
        /// What the object describes.
        inside: &'static str,
        /// The key.
        key: &'static str,
    },
    /// An object has a key that means nothing.
    #[error("unknown key `{key}` in {inside}")]
    UnknownKey {
        /// What the object describes.
        inside: &'static str,
        /// The key.
        key: String,
        /// The keys it may have.
        known: Vec<&'static str>,
        /// The known key that looks most like it.
        nearest: Option<String>,
    },
    /// An object has a key twice.
    #[error("the key `{key}` is there twice")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A value of one kind where another is needed.
    #[error("expected {expected}, found {found}")]
    WrongKind {
        /// What is needed.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// A number where a condition is needed: an expression that is not always 0 or 1.
    #[error("`{needed_by}` needs a condition, found a number {}", told(*bounds))]
    NotCondition {
        /// The operation, or the key `require`.
        needed_by: &'static str,
        /// What the number can be.
        bounds: Bounds,
    },
    /// A number with a fraction or exponent, or outside 64 bits.
    #[error("{number} is not an integer of 64 bits")]
    NotInteger {
        /// The number as written.
        number: String,
    },
    /// Two variables have the same name.
    #[error("a second variable `{name}`")]
    DuplicateVariable {
        /// The name.
        name: String,
    },
    /// A name that no variable has.
    #[error("unknown variable `{name}`")]
    UnknownVariable {
        /// The name.
        name: String,
        /// The name of a variable that looks most like it.
        nearest: Option<String>,
    },
    /// A variable is named as answer twice.
    #[error("`{name}` is an answer variable twice")]
    DuplicateAnswer {
        /// The name.
        name: String,
    },
    /// A name that no operation has.
    #[error("unknown operation `{name}`")]
    UnknownOperation {
        /// The name.
        name: String,
        /// The operation that looks most like it.
        nearest: Option<String>,
        /// Whether a variable has that name.
        is_variable: bool,
    },
    /// An operation with too many or too few operands.
    #[error("`{operation}` needs {needs}, not {found}")]
    WrongOperandCount {
        /// The operation.
        operation: &'static str,
        /// What it needs.
        needs: &'static str,
        /// How many operands there are.
        found: usize,
    },
    /// A set of integers that cannot be a domain.
    #[error("{error}")]
    BadDomain {
        /// Why not.
        error: DomainError,
    },
    /// `nth_smallest` asks for a place that the list does not have.
    #[error("place {place} of a list of {length}")]
    PlaceOutOfRange {
        /// The place.
        place: i64,
        /// The length of the list.
        length: usize,
    },
    /// A row of a table is not as long as its list of expressions.
    #[error("a row of {found} in a table of {expected} columns")]
    WrongRowLength {
        /// How many values the row has.
        found: usize,
        /// How many it needs.
        expected: usize,
    },
    /// The base of a greatest power is below 2.
    #[error("the base {base} of `{operation}` is below 2")]
    BaseTooSmall {
        /// The operation.
        operation: &'static str,
        /// The base.
        base: i64,
    },
    /// A reference to a shared expression that does not stand before.
    #[error("there is no shared expression {index} before this one")]
    UnknownShared {
        /// The place in the list of shared expressions, from 0.
        index: i64,
        /// How many stand before.
        available: usize,
    },
    /// An expression is nested too deeply.
    #[error("more than {MAX_DEPTH} operations inside each other")]
    TooDeep,
    /// An assignment without a value for a variable.
    #[error("no value for variable `{name}`")]
    MissingValue {
        /// The variable.
        name: String,
    },
}

impl JsonErrorKind {
    /// Returns the stable code of the fault, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } => "model-syntax",
            Self::UnsupportedSchema { .. } => "model-schema",
            Self::MissingKey { .. } => "model-missing-key",
            Self::UnknownKey { .. } => "model-unknown-key",
            Self::DuplicateKey { .. } => "model-duplicate-key",
            Self::WrongKind { .. } => "model-wrong-kind",
            Self::NotCondition { .. } => ConditionError::CODE,
            Self::NotInteger { .. } => "model-not-integer",
            Self::DuplicateVariable { .. } => "model-duplicate-variable",
            Self::UnknownVariable { .. } => "model-unknown-variable",
            Self::DuplicateAnswer { .. } => "model-duplicate-answer",
            Self::UnknownOperation { .. } => "model-unknown-operation",
            Self::WrongOperandCount { .. } => "model-operand-count",
            Self::BadDomain { .. } => "model-domain",
            Self::PlaceOutOfRange { .. } => "model-place",
            Self::WrongRowLength { .. } => "model-row-length",
            Self::BaseTooSmall { .. } => "model-base",
            Self::UnknownShared { .. } => "model-shared",
            Self::TooDeep => "model-depth",
            Self::MissingValue { .. } => "assignment-missing-value",
        }
    }

    /// Returns what to do about it, if there is more to say than the message does.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        let did_you_mean = |nearest: &Option<String>| {
            nearest.as_ref().map(|name| format!("did you mean `{name}`?"))
        };
        match self {
            Self::UnsupportedSchema { .. } => {
                Some(format!("this build reads schema {SCHEMA} only"))
            }
            Self::MissingKey { key: "schema", .. } => Some(format!("add `\"schema\": {SCHEMA}`")),
            Self::UnknownKey { known, nearest, .. } => did_you_mean(nearest)
                .or_else(|| Some(format!("the keys are `{}`", known.join("`, `")))),
            Self::WrongKind { found: "true" | "false", .. } => {
                Some("write 1 for true and 0 for false".to_owned())
            }
            Self::NotCondition { .. } => Some(ConditionError::HINT.to_owned()),
            Self::NotInteger { .. } => Some("models are made of whole numbers only".to_owned()),
            Self::UnknownVariable { nearest, .. } => did_you_mean(nearest),
            Self::UnknownOperation { is_variable: true, .. } => Some(
                "a list begins with an operation; its operands follow one after another, without \
                 a list around them"
                    .to_owned(),
            ),
            Self::UnknownOperation { nearest, .. } => did_you_mean(nearest).or_else(|| {
                Some(
                    "operations are named like `add`, `eq` or `all_different`; docs/models.md \
                     lists them all"
                        .to_owned(),
                )
            }),
            Self::PlaceOutOfRange { .. } => Some("the smallest has place 0".to_owned()),
            Self::UnknownShared { .. } => Some(
                "shared expressions count from 0 and may use only those that stand before them"
                    .to_owned(),
            ),
            Self::TooDeep => Some(
                "`add`, `mul`, `and`, `or` and others take any number of operands; a variable \
                 that equals a part of the expression also makes it less deep"
                    .to_owned(),
            ),
            Self::MissingValue { .. } => {
                Some("an assignment gives every variable of the model a value".to_owned())
            }
            _ => None,
        }
    }
}

/// A fault with the byte at which the value at fault begins.
///
/// What reads a text knows bytes; lines and columns are counted once, for the error that is told.
#[derive(Debug)]
pub(super) struct Located {
    pub(super) kind: JsonErrorKind,
    pub(super) at: usize,
}

/// Result of reading a part of a text.
pub(super) type Read<T> = Result<T, Located>;

impl JsonErrorKind {
    pub(super) fn at(self, at: usize) -> Located {
        Located { kind: self, at }
    }
}

impl Located {
    pub(super) fn in_text(self, text: &str) -> JsonError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // Bytes that continue a character of UTF-8 have the two highest bits 10.
        let starts = before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80);
        JsonError {
            kind: self.kind,
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: starts.count() + 1,
            path: path_to(text, self.at).into(),
        }
    }
}

/// Returns the path to the value that begins at byte `end`, whether or not the text is JSON after it.
fn path_to(text: &str, end: usize) -> String {
    /// Levels that say enough.
    const ENOUGH: usize = 32;
    enum Open<'t> {
        /// Before the item at this place.
        List(usize),
        /// At the value of this key, written as JSON, or before a key.
        Object(Option<&'t str>),
    }
    let bytes = text.as_bytes();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    while at < end.min(bytes.len()) {
        let start = at;
        at += 1;
        match bytes[start] {
            b'[' => open.push(Open::List(0)),
            b'{' => open.push(Open::Object(None)),
            b']' | b'}' => drop(open.pop()),
            b',' => match open.last_mut() {
                Some(Open::List(place)) => *place += 1,
                Some(Open::Object(key)) => *key = None,
                None => {}
            },
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                if let (Some(Open::Object(key @ None)), Some(name)) =
                    (open.last_mut(), text.get(start..at))
                {
                    *key = Some(name);
                }
            }
            _ => {}
        }
    }
    let mut path = String::new();
    let first = open.len().saturating_sub(ENOUGH);
    if first > 0 {
        path.push('…');
    }
    for level in &open[first..] {
        match level {
            Open::List(place) => path.push_str(&format!("[{place}]")),
            Open::Object(None) => {}
            Open::Object(Some(key)) => {
                let name = key.trim_matches('"');
                if name.is_empty() || name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
                    path.push_str(&format!("[{key}]"));
                } else {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(name);
                }
            }
        }
    }
    path
}

/// Longer names, in bytes, are no typing errors; to compare two names costs the product of their
/// lengths.
const MAX_TYPED: usize = 100;

/// Returns the one of `known` that a person may have meant by `name`.
///
/// Cost: in proportion to the length of all of `known`.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if name.len() > MAX_TYPED {
        return None;
    }
    let n_chars = name.chars().count();
    let near = |candidate: &'a str| {
        let length = candidate.chars().count();
        let longest = length.max(n_chars);
        let most = longest.div_ceil(3);
        // The difference of the lengths is a lower bound, so that long candidates cost nothing.
        if length.abs_diff(n_chars) > most {
            return None;
        }
        let distance = strsim::damerau_levenshtein(name, candidate);
        // Names of one letter have nothing in common.
        (distance <= most && distance < longest).then_some((distance, length, candidate))
    };
    let best =
        known.into_iter().filter_map(near).min_by_key(|&(distance, length, _)| (distance, length));
    best.map(|(_, _, candidate)| candidate.to_owned())
}
