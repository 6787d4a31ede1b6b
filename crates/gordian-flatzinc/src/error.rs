//! Errors in FlatZinc.

use std::ops::Range;

use strsim::jaro_winkler;
use thiserror::Error;

/// An error in a FlatZinc text or document.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{kind}")]
pub struct FlatZincError {
    /// What is wrong.
    pub kind: FlatZincErrorKind,
    /// Where: bytes of the text; `None` if only the path in the message says it.
    pub span: Option<Range<usize>>,
}

/// What is wrong with a FlatZinc text or document.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FlatZincErrorKind {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// A string does not end.
    #[error("the string does not end")]
    OpenString,
    /// A character that does not belong to FlatZinc.
    #[error("unexpected character `{0}`")]
    Character(char),
    /// A number does not fit.
    #[error("the integer `{0}` does not fit into 64 bits")]
    LargeInteger(String),
    /// A name is not declared.
    #[error("`{name}` is not declared")]
    Undeclared {
        /// The name.
        name: String,
    },
    /// A name is declared twice.
    #[error("`{name}` is declared twice")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A floating-point number, type or constraint.
    #[error("{what} needs floating-point numbers, which Gordian does not have")]
    Float {
        /// What needs it.
        what: String,
    },
    /// Too many levels of nesting.
    #[error("annotations are nested too deeply")]
    Depth,
    /// The document is not JSON, or not FlatZinc JSON.
    #[error("{message}")]
    Json {
        /// What is wrong.
        message: String,
    },
    /// A predicate that is not known.
    #[error("the constraint `{predicate}` is not known")]
    UnknownPredicate {
        /// The predicate.
        predicate: String,
        /// A known one with a similar name.
        similar: Option<&'static str>,
    },
    /// A constraint has the wrong number of arguments.
    #[error("`{predicate}` takes {} arguments, not {found}", alternatives(expected))]
    ArgumentCount {
        /// The predicate.
        predicate: String,
        /// The numbers of arguments that it can have.
        expected: Vec<usize>,
        /// The number of arguments.
        found: usize,
    },
    /// An argument has the wrong type.
    #[error("argument {position} of `{predicate}` is not {expected}")]
    ArgumentType {
        /// The predicate.
        predicate: String,
        /// The position, from 1.
        position: usize,
        /// What it must be.
        expected: &'static str,
    },
    /// Arrays that belong together have different lengths, or a table or automaton does not fit its
    /// variables.
    #[error("the arguments of `{predicate}` do not fit together: {reason}")]
    ArgumentsDisagree {
        /// The predicate.
        predicate: String,
        /// What does not fit.
        reason: &'static str,
    },
    /// A domain exceeds the integers of a model.
    #[error("the variable `{name}` has values outside of ±2^53")]
    LargeDomain {
        /// The variable.
        name: String,
    },
    /// A set variable without limits, or with very many elements.
    #[error("the set `{name}` may have more than {MAX_SET_ELEMENTS} elements")]
    LargeSet {
        /// The variable.
        name: String,
    },
    /// The objective is not an integer.
    #[error("the objective is not an integer")]
    Objective,
}

/// The largest number of possible elements of a set variable.
pub(crate) const MAX_SET_ELEMENTS: u128 = 50_000;

impl FlatZincError {
    pub(crate) fn new(kind: FlatZincErrorKind, span: impl Into<Option<Range<usize>>>) -> Self {
        Self { kind, span: span.into() }
    }

    /// Returns a stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match &self.kind {
            FlatZincErrorKind::Expected { .. }
            | FlatZincErrorKind::OpenString
            | FlatZincErrorKind::Character(_)
            | FlatZincErrorKind::LargeInteger(_)
            | FlatZincErrorKind::Depth => "flatzinc.syntax",
            FlatZincErrorKind::Json { .. } => "flatzinc.json",
            FlatZincErrorKind::Undeclared { .. } | FlatZincErrorKind::Duplicate { .. } => {
                "flatzinc.name"
            }
            FlatZincErrorKind::Float { .. } => "flatzinc.float",
            FlatZincErrorKind::UnknownPredicate { .. } => "flatzinc.unknown-constraint",
            FlatZincErrorKind::ArgumentCount { .. }
            | FlatZincErrorKind::ArgumentType { .. }
            | FlatZincErrorKind::ArgumentsDisagree { .. }
            | FlatZincErrorKind::Objective => "flatzinc.argument",
            FlatZincErrorKind::LargeDomain { .. } | FlatZincErrorKind::LargeSet { .. } => {
                "flatzinc.domain"
            }
        }
    }

    /// Returns what to do about it, if there is something to add to the message.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match &self.kind {
            FlatZincErrorKind::Float { .. } => {
                "scale the numbers of the model to integers".to_owned()
            }
            FlatZincErrorKind::UnknownPredicate { similar: Some(similar), .. } => {
                format!("did you mean `{similar}`?")
            }
            FlatZincErrorKind::UnknownPredicate { .. } => {
                "let MiniZinc flatten the model for the solver Gordian".to_owned()
            }
            FlatZincErrorKind::LargeDomain { .. } | FlatZincErrorKind::LargeSet { .. } => {
                "give the variable a smaller domain".to_owned()
            }
            FlatZincErrorKind::Expected { .. } | FlatZincErrorKind::Character(_) => {
                "a MiniZinc model is flattened first: MiniZinc does it for the solver Gordian"
                    .to_owned()
            }
            _ => return None,
        })
    }
}

/// The largest length of a name, in bytes, for which a similar one is searched.
const MAX_MISSPELT: usize = 100;

/// Returns the most similar name, if any is similar.
pub(crate) fn most_similar(
    name: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Option<&'static str> {
    // Long names are not typing errors, and the similarity costs the product of the lengths.
    if name.len() > MAX_MISSPELT {
        return None;
    }
    let scored = names.into_iter().map(|other| (jaro_winkler(name, other), other));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.85).then_some(best.1)
}

/// Lists numbers as in "2 or 3".
fn alternatives(numbers: &[usize]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}
