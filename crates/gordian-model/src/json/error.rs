//! The errors of reading JSON, with hints.

use gordian_core::excerpt;
use thiserror::Error;

use super::{MAX_DEPTH, SCHEMA};
use crate::bounds::describe;
use crate::{Bounds, ConditionError, DomainError, GraphError};

/// An error in the JSON text of a model or an assignment, with its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind} at line {line}, column {column}")]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// The line of the invalid value, from 1.
    pub line: usize,
    /// The column of its first character, from 1, in characters.
    pub column: usize,
    /// The path of the value, such as `constraints[0].require[1]`, with indices from 0. It is empty
    /// for the document itself, and begins with `…` if the value is deeply nested.
    pub path: Box<str>,
}

impl JsonError {
    /// Returns the stable error code, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Returns a hint on how to correct the error, if any.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        self.kind.hint()
    }
}

/// The kinds of JSON errors.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON.
    #[error("not JSON: {reason}")]
    Syntax {
        /// The message of the parser.
        reason: String,
    },
    /// The schema version is not supported.
    #[error("schema {found} is not supported")]
    UnsupportedSchema {
        /// The version in the document.
        found: i64,
    },
    /// An object lacks a required key.
    #[error("missing key `{key}` in {inside}")]
    MissingKey {
        /// What the object describes.
        inside: &'static str,
        /// The key.
        key: &'static str,
    },
    /// An object has an unknown key.
    #[error("unknown key `{}` in {inside}", excerpt(key))]
    UnknownKey {
        /// What the object describes.
        inside: &'static str,
        /// The key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
        /// The most similar known key.
        nearest: Option<String>,
    },
    /// An object has a duplicate key.
    #[error("duplicate key `{}`", excerpt(key))]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A value has the wrong type.
    #[error("expected {expected}, found {found}")]
    WrongKind {
        /// The expected value.
        expected: &'static str,
        /// The type of the value found.
        found: &'static str,
    },
    /// An expression that is not always 0 or 1 is used as a condition.
    #[error("`{needed_by}` needs a condition, found a number {}", describe(*bounds))]
    NotCondition {
        /// The operation that needs the condition, or the key `require`.
        needed_by: &'static str,
        /// The bounds of the expression.
        bounds: Bounds,
    },
    /// A number has a fraction or an exponent, or does not fit into 64 bits.
    #[error("{} is not a 64-bit integer", excerpt(number))]
    NotInteger {
        /// The number as written.
        number: String,
    },
    /// The title or a name is longer than a limit for models from strangers.
    #[error("a title or a name with more than {limit} characters")]
    NameTooLong {
        /// The limit in characters.
        limit: usize,
    },
    /// Two variables have the same name.
    #[error("duplicate variable `{}`", excerpt(name))]
    DuplicateVariable {
        /// The name.
        name: String,
    },
    /// No variable has this name.
    #[error("unknown variable `{}`", excerpt(name))]
    UnknownVariable {
        /// The name.
        name: String,
        /// The most similar variable name.
        nearest: Option<String>,
    },
    /// A variable occurs twice in the list of answer variables.
    #[error("duplicate answer variable `{}`", excerpt(name))]
    DuplicateAnswer {
        /// The name.
        name: String,
    },
    /// No operation has this name.
    #[error("unknown operation `{}`", excerpt(name))]
    UnknownOperation {
        /// The name.
        name: String,
        /// The most similar operation name.
        nearest: Option<String>,
        /// Whether a variable has that name.
        is_variable: bool,
    },
    /// An operation has the wrong number of operands.
    #[error("`{operation}` needs {needs}, not {found}")]
    WrongOperandCount {
        /// The operation.
        operation: &'static str,
        /// The expected operands.
        needs: &'static str,
        /// The number of operands.
        found: usize,
    },
    /// A set of integers is not a valid domain.
    #[error("{error}")]
    BadDomain {
        /// The reason.
        error: DomainError,
    },
    /// The index of `nth_smallest` is out of range.
    #[error("index {place} is out of range for a list of length {length}")]
    PlaceOutOfRange {
        /// The index.
        place: i64,
        /// The length of the list.
        length: usize,
    },
    /// The length of a table row differs from the number of expressions.
    #[error("a table row has {found} values, expected {expected}")]
    WrongRowLength {
        /// The number of values in the row.
        found: usize,
        /// The number of expressions.
        expected: usize,
    },
    /// A list does not have one item for each value, task, vertex or edge.
    #[error("a list of `{operation}` has {found} items, expected {expected}")]
    WrongListLength {
        /// The operation.
        operation: &'static str,
        /// The number of items.
        found: usize,
        /// The expected number of items.
        expected: usize,
    },
    /// A value occurs twice in the list of counted values.
    #[error("duplicate value {value}")]
    DuplicateValue {
        /// The value.
        value: i64,
    },
    /// A graph is invalid.
    #[error("{error}")]
    BadGraph {
        /// The reason.
        error: GraphError,
    },
    /// A number cannot be a vertex, or a number of vertices.
    #[error("{number} is neither a vertex nor a number of vertices")]
    BadVertex {
        /// The number.
        number: i64,
    },
    /// The base of a greatest power is below 2.
    #[error("the base {base} of `{operation}` is below 2")]
    BaseTooSmall {
        /// The operation.
        operation: &'static str,
        /// The base.
        base: i64,
    },
    /// A reference to a shared expression that is not defined before the reference.
    #[error("unknown shared expression {index}")]
    UnknownShared {
        /// The index in the list of shared expressions, from 0.
        index: i64,
        /// The number of shared expressions defined before the reference.
        available: usize,
    },
    /// An expression is nested too deeply.
    #[error("expression is nested more than {MAX_DEPTH} operations deep")]
    TooDeep,
    /// An assignment has no value for a variable.
    #[error("no value for variable `{}`", excerpt(name))]
    MissingValue {
        /// The variable.
        name: String,
    },
}

impl JsonErrorKind {
    /// Returns the stable error code, for programs.
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
            Self::NameTooLong { .. } => "model-name-length",
            Self::DuplicateVariable { .. } => "model-duplicate-variable",
            Self::UnknownVariable { .. } => "model-unknown-variable",
            Self::DuplicateAnswer { .. } => "model-duplicate-answer",
            Self::UnknownOperation { .. } => "model-unknown-operation",
            Self::WrongOperandCount { .. } => "model-operand-count",
            Self::BadDomain { .. } => "model-domain",
            Self::PlaceOutOfRange { .. } => "model-place",
            Self::WrongRowLength { .. } => "model-row-length",
            Self::WrongListLength { .. } => "model-list-length",
            Self::DuplicateValue { .. } => "model-duplicate-value",
            Self::BadGraph { .. } | Self::BadVertex { .. } => "model-graph",
            Self::BaseTooSmall { .. } => "model-base",
            Self::UnknownShared { .. } => "model-shared",
            Self::TooDeep => "model-depth",
            Self::MissingValue { .. } => "assignment-missing-value",
        }
    }

    /// Returns a hint on how to correct the error, if any.
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
            Self::WrongKind { expected, .. } => {
                example(expected).map(|example| format!("as in `{example}`"))
            }
            Self::NotCondition { .. } => Some(ConditionError::HINT.to_owned()),
            Self::NotInteger { number } => Some(match number.contains(['.', 'e', 'E']) {
                true => "models use integers only".to_owned(),
                false => format!("integers are from {} to {}", i64::MIN, i64::MAX),
            }),
            Self::NameTooLong { limit } => {
                Some(format!("shorten it to at most {limit} characters; `comment` has no limit"))
            }
            Self::UnknownVariable { nearest, .. } => did_you_mean(nearest),
            Self::UnknownOperation { is_variable: true, .. } => {
                Some("an operation is a flat list: its name, then its operands".to_owned())
            }
            Self::UnknownOperation { nearest, .. } => did_you_mean(nearest).or_else(|| {
                Some(
                    "operations are named like `add`, `eq` or `all_different`; docs/guides/models.md \
                     lists them all"
                        .to_owned(),
                )
            }),
            Self::WrongListLength { operation, .. } => {
                let found = crate::expression::operation::find(operation, 0);
                let items = found.and_then(|operation| operation.lengths)?;
                Some(format!("it needs {items}"))
            }
            Self::DuplicateValue { .. } => Some("each value is counted once".to_owned()),
            Self::BadGraph { error: GraphError::UnknownVertex { .. } } | Self::BadVertex { .. } => {
                Some("vertices are numbered from 0".to_owned())
            }
            Self::BadGraph {
                error: GraphError::Loop { .. } | GraphError::DuplicateEdge { .. },
            } => Some("every edge joins two different vertices, and is listed once".to_owned()),
            Self::PlaceOutOfRange { .. } => Some("the smallest element has index 0".to_owned()),
            Self::UnknownShared { .. } => Some(
                "shared expressions are numbered from 0 and can refer only to earlier ones"
                    .to_owned(),
            ),
            Self::TooDeep => Some(
                "`add`, `mul`, `and`, `or` and others take any number of operands; an auxiliary \
                 variable for a part of the expression also reduces the depth"
                    .to_owned(),
            ),
            Self::MissingValue { .. } => {
                Some("an assignment has a value for every variable of the model".to_owned())
            }
            _ => None,
        }
    }
}

/// Returns an example of what was expected, if the name does not say how it is written.
fn example(expected: &str) -> Option<&'static str> {
    Some(match expected {
        "a list of variables" => r#"[{"name": "x", "domain": [1, 9]}]"#,
        "a variable" => r#"{"name": "x", "domain": [1, 9]}"#,
        "a list of constraints" => r#"[{"name": "different", "require": ["ne", "x", "y"]}]"#,
        "a constraint" => r#"{"name": "different", "require": ["ne", "x", "y"]}"#,
        "a goal" | "one goal" => r#"{"minimise": ["add", "x", "y"]}"#,
        "a list of expressions" => r#"["x", 3, ["add", "x", "y"]]"#,
        "an integer, a variable name or an operation"
        | "an operation and its operands"
        | "the name of an operation" => r#"["add", "x", 3]"#,
        "a range `[lowest, highest]`" => r#"[1, 9]` or `{"values": [1, 2, 5]}"#,
        "an assignment: an object from names to integers" => r#"{"x": 3, "y": 5}"#,
        "a model: an object with `schema` and `variables`" => {
            r#"{"schema": 1, "variables": […], "constraints": […]}"#
        }
        _ => return None,
    })
}

/// An error with the byte offset of the invalid value.
///
/// Readers use byte offsets; line and column are computed once, for the error that is returned.
#[derive(Debug)]
pub(super) struct LocatedError {
    pub(super) kind: JsonErrorKind,
    pub(super) at: usize,
}

/// The result of reading a part of a text.
pub(super) type ReadResult<T> = Result<T, LocatedError>;

impl JsonErrorKind {
    pub(super) fn at(self, at: usize) -> LocatedError {
        LocatedError { kind: self, at }
    }
}

impl LocatedError {
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

/// Returns the path to the value at byte offset `end`. The text after it need not be valid JSON.
fn path_to(text: &str, end: usize) -> String {
    /// The maximum number of levels in the path.
    const MAX_LEVELS: usize = 32;
    enum Open<'t> {
        /// Before the item at this index.
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
    let first = open.len().saturating_sub(MAX_LEVELS);
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

/// Names with more bytes get no suggestion, because comparing two names costs the product of their
/// lengths.
const MAX_NAME_BYTES: usize = 100;

/// Returns the most similar of the `known` names, if it is similar enough to be a suggestion.
///
/// Cost: linear in the total length of `known`.
pub(super) fn closest_name<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    if name.len() > MAX_NAME_BYTES {
        return None;
    }
    let n_chars = name.chars().count();
    let candidate_distance = |candidate: &'a str| {
        let length = candidate.chars().count();
        let longest = length.max(n_chars);
        let most = longest.div_ceil(3);
        // The difference of the lengths is a lower bound, so that long candidates cost nothing.
        if length.abs_diff(n_chars) > most {
            return None;
        }
        let distance = strsim::damerau_levenshtein(name, candidate);
        // Two names that differ in all letters are not similar.
        (distance <= most && distance < longest).then_some((distance, length, candidate))
    };
    let best = known
        .into_iter()
        .filter_map(candidate_distance)
        .min_by_key(|&(distance, length, _)| (distance, length));
    best.map(|(_, _, candidate)| candidate.to_owned())
}
