//! Why a request fails.

use gordian_atlas::AtlasError;
use gordian_puzzles::Diagnostic;
use gordian_solve::perm::PermError;
use gordian_solve::{ErrorDetail, SolveError};

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

    /// Returns the table that is missing or damaged, where tables are [only
    /// opened](super::ResourcesConfig::only_open).
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
        let missing_table = error.missing_table();
        Self { missing_table, ..ErrorDetail::from(error).into() }
    }
}

impl From<PermError> for RequestError {
    fn from(error: PermError) -> Self {
        match error {
            PermError::Solve(error) => error.into(),
            error => ErrorDetail::from(error).into(),
        }
    }
}

impl From<AtlasError> for RequestError {
    fn from(error: AtlasError) -> Self {
        SolveError::from(error).into()
    }
}
