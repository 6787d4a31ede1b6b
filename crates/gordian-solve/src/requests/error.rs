//! Why a request fails.

use std::io;
use std::ops::Range;

use gordian_atlas::AtlasError;
use gordian_atlas::optimal::SolverError;
use gordian_core::background::BackgroundError;
use gordian_model::JsonError;
use gordian_perm::cube3::ParseError as CubeError;
use gordian_perm::square1::ParseError as SquareError;
use gordian_puzzles::link::LinkError;
use gordian_puzzles::{Diagnostic, line_column};
use gordian_sudoku::formats::FormatError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::SolveError;
use crate::export::ExportError;
use crate::generate::GenerateError;
use crate::perm::ScrambleError;
use crate::square1;
use crate::tables::TableWorkError;

/// One reason why a request fails, as in documents.
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
    pub(super) fn at(self, text: &str, span: &Range<usize>) -> Self {
        let (line, column) = line_column(text, span.start);
        Self { line: Some(line), column: Some(column), ..self }
    }

    fn of_diagnostic(diagnostic: Diagnostic, text: &str) -> Self {
        let span = diagnostic.span.clone();
        Self::from(diagnostic).at(text, &span)
    }

    /// Returns the error of a Sudoku text whose entry begins at `line`.
    pub(super) fn of_format(error: &FormatError, line: u64) -> Self {
        Self {
            line: usize::try_from(line).ok(),
            column: Some(error.column().unwrap_or(1)),
            ..Self::new(error.code(), error.to_string()).hint(error.hint())
        }
    }

    pub(super) fn of_square1(error: &SquareError, text: &str) -> Self {
        Self::from(error).at(text, &error.span)
    }

    pub(super) fn of_cube(error: &CubeError, text: &str) -> Self {
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

impl From<TableWorkError> for ErrorDetail {
    fn from(error: TableWorkError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<ExportError> for ErrorDetail {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Solve(error) => error.into(),
            ExportError::Linearise(error) => {
                Self::new("export.rows", error.to_string()).hint(error.hint())
            }
            ExportError::Io(error) => error.into(),
        }
    }
}

impl From<SolveError> for ErrorDetail {
    fn from(error: SolveError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

/// What to do if no random state can be had.
pub(crate) const RANDOM_MOVES_HINT: &str = "ask for a number of random moves";

impl From<ScrambleError> for ErrorDetail {
    fn from(error: ScrambleError) -> Self {
        match error {
            ScrambleError::Solve(error) => error.into(),
            ScrambleError::TooManyStates => {
                Self::new("perm.no-random-state", error.to_string()).hint(RANDOM_MOVES_HINT)
            }
            ScrambleError::Solver(SolverError::Atlas(error)) => error.into(),
            ScrambleError::Solver(SolverError::Group(error)) => {
                Self::new("perm.group", error.to_string()).hint("give a puzzle with fewer pieces")
            }
        }
    }
}

impl From<GenerateError> for ErrorDetail {
    fn from(error: GenerateError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<AtlasError> for ErrorDetail {
    fn from(error: AtlasError) -> Self {
        Self::from(SolveError::from(error))
    }
}

/// Why a request fails: at least one error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    details: Vec<ErrorDetail>,
    missing_table: Option<&'static str>,
}

impl RequestError {
    /// Returns a request error with these details.
    ///
    /// # Panics
    ///
    /// Panics if `details` is empty.
    #[must_use]
    pub fn new(details: Vec<ErrorDetail>) -> Self {
        assert!(!details.is_empty(), "a request error needs at least one detail");
        Self { details, missing_table: None }
    }

    /// Returns the errors of a puzzle file or a position; `text` is its text.
    pub(super) fn of_diagnostics(diagnostics: Vec<Diagnostic>, text: &str) -> Self {
        let detail = |diagnostic| ErrorDetail::of_diagnostic(diagnostic, text);
        Self::new(diagnostics.into_iter().map(detail).collect())
    }

    /// Returns the errors, in the order of the input text; never empty.
    #[must_use]
    pub fn details(&self) -> &[ErrorDetail] {
        &self.details
    }

    /// Returns the table that is missing or damaged, where tables are [only opened](super::ResourcesConfig::only_open).
    #[must_use]
    pub fn missing_table(&self) -> Option<&'static str> {
        self.missing_table
    }

    /// Returns whether the cause is a bug or the machine rather than the request: engines that
    /// contradict each other, not enough memory, files that cannot be read or written.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        let prefixes =
            ["solve.unsound", "solve.unconfirmed", "logic.unsound", "table.", "atlas.", "io."];
        // Reaching the time limit is not an internal error.
        let is_internal = |code: &str| {
            code != "atlas.stopped" && prefixes.iter().any(|prefix| code.starts_with(prefix))
        };
        self.details.iter().any(|detail| is_internal(detail.code))
    }
}

impl From<ErrorDetail> for RequestError {
    fn from(fault: ErrorDetail) -> Self {
        Self::new(vec![fault])
    }
}

impl From<SolveError> for RequestError {
    fn from(error: SolveError) -> Self {
        let missing_table = match &error {
            SolveError::MissingTable { table } => Some(*table),
            SolveError::Atlas(error) => square1::damaged_table(error),
            _ => None,
        };
        Self { missing_table, ..ErrorDetail::from(error).into() }
    }
}

impl From<AtlasError> for RequestError {
    fn from(error: AtlasError) -> Self {
        SolveError::from(error).into()
    }
}
