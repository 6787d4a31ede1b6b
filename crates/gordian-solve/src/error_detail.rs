//! Errors as in documents, of all libraries.

use std::io;
use std::ops::Range;

use gordian_atlas::AtlasError;
use gordian_core::background::BackgroundError;
use gordian_model::JsonError;
use gordian_perm::cube3::ParseError as CubeError;
use gordian_perm::square1::ParseError as SquareError;
use gordian_puzzles::link::LinkError;
use gordian_puzzles::{Diagnostic, line_column};
use gordian_search::SearchError;
use gordian_sudoku::formats::FormatError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::SolveError;

/// An error as in documents: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorDetail {
    /// A stable code for programs, the same as on the command line.
    pub code: &'static str,
    /// What is wrong: a lower-case fragment.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
    /// The line of the input text, from 1.
    pub line: Option<usize>,
    /// The column in this line, in characters from 1.
    pub column: Option<usize>,
}

impl ErrorDetail {
    /// Returns an error detail without hint and position.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, line: None, column: None }
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets line and column from a span of bytes in `text`.
    #[must_use]
    pub fn at(self, text: &str, span: &Range<usize>) -> Self {
        let (line, column) = line_column(text, span.start);
        Self { line: Some(line), column: Some(column), ..self }
    }

    /// Returns the error of a puzzle file or a position; `text` is its text.
    #[must_use]
    pub fn of_diagnostic(diagnostic: Diagnostic, text: &str) -> Self {
        let span = diagnostic.span.clone();
        Self::from(diagnostic).at(text, &span)
    }

    /// Returns the error of a Sudoku text whose entry begins at `line`.
    #[must_use]
    pub fn of_format(error: &FormatError, line: u64) -> Self {
        Self {
            line: usize::try_from(line).ok(),
            column: Some(error.column().unwrap_or(1)),
            ..Self::new(error.code(), error.to_string()).hint(error.hint())
        }
    }

    /// Returns the error of a position or sequence of the Square-1; `text` is its text.
    #[must_use]
    pub fn of_square1(error: &SquareError, text: &str) -> Self {
        Self::from(error).at(text, &error.span)
    }

    /// Returns the error of a position or sequence of the 3×3×3; `text` is its text.
    #[must_use]
    pub fn of_cube(error: &CubeError, text: &str) -> Self {
        Self::from(error).at(text, &error.span)
    }
}

impl From<io::Error> for ErrorDetail {
    fn from(error: io::Error) -> Self {
        let code = match error.kind() {
            io::ErrorKind::NotFound => "io.not-found",
            io::ErrorKind::PermissionDenied => "io.permission-denied",
            _ => "io.failed",
        };
        Self::new(code, error.to_string())
    }
}

impl From<Diagnostic> for ErrorDetail {
    fn from(diagnostic: Diagnostic) -> Self {
        let Diagnostic { code, message, hint, .. } = diagnostic;
        Self { hint, ..Self::new(code, message) }
    }
}

impl From<LinkError> for ErrorDetail {
    fn from(error: LinkError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<&JsonError> for ErrorDetail {
    fn from(error: &JsonError) -> Self {
        Self {
            hint: error.hint(),
            line: Some(error.line),
            column: Some(error.column),
            ..Self::new(error.code(), error.kind.to_string())
        }
    }
}

impl From<&SquareError> for ErrorDetail {
    fn from(error: &SquareError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<&CubeError> for ErrorDetail {
    fn from(error: &CubeError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<BackgroundError> for ErrorDetail {
    fn from(error: BackgroundError) -> Self {
        Self { hint: error.hint().map(str::to_owned), ..Self::new(error.code(), error.to_string()) }
    }
}

impl From<SolveError> for ErrorDetail {
    fn from(error: SolveError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<SearchError> for ErrorDetail {
    fn from(error: SearchError) -> Self {
        Self::from(SolveError::from(error))
    }
}

impl From<AtlasError> for ErrorDetail {
    fn from(error: AtlasError) -> Self {
        Self::from(SolveError::from(error))
    }
}
