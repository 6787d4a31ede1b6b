//! Why a question is not answered.

use std::ops::Range;

use gordian_atlas::AtlasError;
use gordian_model::JsonError;
use gordian_perm::cube3::ParseError as CubeError;
use gordian_perm::square1::ParseError as SquareError;
use gordian_puzzles::{Diagnostic, line_column};
use gordian_sudoku::formats::FormatError;
use gordian_sudoku::tasks::TaskError;
use serde_json::{Value, json};

use crate::SolveError;

/// One thing that is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A stable name for programs, the same as on the command line.
    pub code: &'static str,
    /// What is wrong: a lower-case fragment.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The line of the text that was asked about, from 1.
    pub line: Option<usize>,
    /// The column in it, in characters from 1.
    pub column: Option<usize>,
}

impl Fault {
    /// Returns a fault without hint and place.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, line: None, column: None }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says where in the text it lies, in bytes.
    pub(super) fn at(self, text: &str, span: &Range<usize>) -> Self {
        let (line, column) = line_column(text, span.start);
        Self { line: Some(line), column: Some(column), ..self }
    }

    pub(super) fn of_diagnostic(diagnostic: Diagnostic, text: &str) -> Self {
        let Diagnostic { code, message, hint, span } = diagnostic;
        Self { hint, ..Self::new(code, message) }.at(text, &span)
    }

    pub(super) fn of_model(error: &JsonError) -> Self {
        Self {
            hint: error.hint(),
            line: Some(error.line),
            column: Some(error.column),
            ..Self::new(error.code(), error.fault.to_string())
        }
    }

    /// Returns the fault of a Sudoku text whose entry begins at `line`.
    pub(super) fn of_format(error: &FormatError, line: u64) -> Self {
        Self {
            line: usize::try_from(line).ok(),
            column: Some(error.column().unwrap_or(1)),
            ..Self::new(error.code(), error.to_string()).hint(error.hint())
        }
    }

    pub(super) fn of_task(error: &TaskError) -> Self {
        let code = match error {
            TaskError::NotClassic => "sudoku.not-classic",
            TaskError::PencilMarks => "sudoku.marks",
            TaskError::Asymmetric { .. } => "sudoku.asymmetric",
            TaskError::NoSolution => "sudoku.no-grid",
            _ => "sudoku.impossible",
        };
        Self::new(code, error.to_string())
    }

    pub(super) fn of_square1(error: &SquareError, text: &str) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint()).at(text, &error.span)
    }

    pub(super) fn of_cube(error: &CubeError, text: &str) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint()).at(text, &error.span)
    }

    /// Returns the object that stands for the fault in documents.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "line": self.line,
            "column": self.column,
        })
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

impl From<AtlasError> for Fault {
    fn from(error: AtlasError) -> Self {
        Self::from(SolveError::from(error))
    }
}

/// Why a question is not answered: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    faults: Vec<Fault>,
}

impl Refusal {
    /// Returns a refusal for all that is wrong.
    ///
    /// # Panics
    ///
    /// Panics if nothing is.
    #[must_use]
    pub fn new(faults: Vec<Fault>) -> Self {
        assert!(!faults.is_empty(), "a refusal has a reason");
        Self { faults }
    }

    /// Returns what is wrong, in the order of the text; never empty.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns whether this is nobody's fault but ours or the machine's: engines that contradict
    /// themselves, memory or files that cannot be had.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        let parts =
            ["solve.unsound", "solve.unconfirmed", "logic.unsound", "table.", "atlas.", "io."];
        // That the time is over is no fault.
        let is =
            |code: &str| code != "atlas.stopped" && parts.iter().any(|part| code.starts_with(part));
        self.faults.iter().any(|fault| is(fault.code))
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::new(vec![fault])
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
        Fault::from(error).into()
    }
}

impl From<AtlasError> for Refusal {
    fn from(error: AtlasError) -> Self {
        Fault::from(error).into()
    }
}
