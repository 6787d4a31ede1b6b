//! Solutions of any kind: writing, parsing and checking.
//!
//! A solution is parsed from the output of `gordian solve --json`, or from its field `solution`
//! alone; a grid also from rows of digits, and moves also as plain text. The formats are described
//! in `docs/formats/solution-json.md`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::{Kind, Puzzle, PuzzleKind};
use crate::diagnostic::{Diagnostic, without_byte_order_mark};
use crate::document::MAX_FILE_BYTES;
use crate::violation::Violation;

/// A solution of a puzzle of any kind, valid or not.
///
/// A clone shares it.
#[derive(Clone)]
pub struct Solution(Arc<dyn ErasedSolution>);

/// Checks a solution by the rules of the puzzle.
///
/// For a Sudoku Cube, reachability by turns is one of the rules, unless the puzzle ignores it.
///
/// # Errors
///
/// Returns the rules that the solution breaks.
pub fn check(puzzle: &Puzzle, solution: &Solution) -> Result<(), Vec<Violation>> {
    puzzle.check(solution)
}

impl Solution {
    /// Returns a solution of a puzzle of type `P`.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{GridPuzzle, Solution};
    ///
    /// let solution = Solution::of::<GridPuzzle>(vec![1, 2, 2, 1]);
    /// assert_eq!(solution.as_kind::<GridPuzzle>(), Some(&vec![1, 2, 2, 1]));
    /// assert_eq!(solution.to_json().to_string(), "[[1,2],[2,1]]");
    /// ```
    #[must_use]
    pub fn of<P: PuzzleKind>(solution: P::Solution) -> Self {
        Self(Arc::new(Typed::<P>(solution)))
    }

    /// Returns the typed solution, if it is one of a puzzle of type `P`.
    #[must_use]
    pub fn as_kind<P: PuzzleKind>(&self) -> Option<&P::Solution> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref::<Typed<P>>().map(|solution| &solution.0)
    }

    /// Returns the kind of puzzle that the solution belongs to.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind()
    }

    /// Returns whether every place has a value. If not, this is a part of a solution.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// Returns the solution in the shape of the field `solution` of an answer.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.0.to_json()
    }

    /// Returns the solution as one line of text.
    #[must_use]
    pub fn to_line(&self) -> String {
        self.0.to_line()
    }

    /// Reads a solution of a puzzle of the given kind.
    ///
    /// # Errors
    ///
    /// Returns the errors of the text. Whether the solution keeps the rules is checked by
    /// [`check`].
    pub fn parse(kind: Kind, text: &str) -> Result<Self, Vec<Diagnostic>> {
        if text.len() > MAX_FILE_BYTES {
            let message = format!("the file has {} bytes, more than {MAX_FILE_BYTES}", text.len());
            return Err(vec![Diagnostic::new("solution.too-long", 0..0, message)]);
        }
        let after_mark = without_byte_order_mark(text);
        let offset = text.len() - after_mark.len();
        parse_text(kind, after_mark).map_err(|mut diagnostics| {
            for Diagnostic { span, .. } in &mut diagnostics {
                *span = span.start + offset..span.end + offset;
            }
            diagnostics
        })
    }
}

/// Reads a solution without a byte order mark.
fn parse_text(kind: Kind, text: &str) -> Result<Solution, Vec<Diagnostic>> {
    // As a text of cells, these words would be letters of a grid.
    match text.trim() {
        "null" => Err(vec![no_solution(text)]),
        word @ ("true" | "false") => {
            let message = format!("`{word}` is not a solution");
            Err(vec![Diagnostic::new("solution.wrong-shape", 0..text.len(), message)])
        }
        word => kind.parse_solution(text).map_err(|errors| {
            if is_answer_without_solution(word) { vec![no_solution(text)] } else { errors }
        }),
    }
}

/// Returns the diagnostic for a text that says that there is no solution.
fn no_solution(text: &str) -> Diagnostic {
    Diagnostic::new("solution.none", 0..text.len(), "there is no solution to check")
        .hint("the answer that was given found no solution")
}

/// Returns whether a text is an answer document whose solution is null.
fn is_answer_without_solution(text: &str) -> bool {
    let document: Option<Value> =
        text.starts_with('{').then(|| serde_json::from_str(text).ok()).flatten();
    document.is_some_and(|document| document.get("solution").is_some_and(Value::is_null))
}

impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(other)
    }
}

impl Eq for Solution {}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The functions of a solution whose type is erased.
trait ErasedSolution: Any + fmt::Debug + Send + Sync {
    fn kind(&self) -> Kind;
    fn is_equal(&self, other: &Solution) -> bool;
    fn is_complete(&self) -> bool;
    fn to_json(&self) -> Value;
    fn to_line(&self) -> String;
}

/// A solution of a puzzle of type `P`.
struct Typed<P: PuzzleKind>(P::Solution);

impl<P: PuzzleKind> fmt::Debug for Typed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: PuzzleKind> ErasedSolution for Typed<P> {
    fn kind(&self) -> Kind {
        Kind::of::<P>()
    }

    fn is_equal(&self, other: &Solution) -> bool {
        other.as_kind::<P>() == Some(&self.0)
    }

    fn is_complete(&self) -> bool {
        P::is_complete(&self.0)
    }

    fn to_json(&self) -> Value {
        P::solution_to_json(&self.0)
    }

    fn to_line(&self) -> String {
        P::solution_line(&self.0)
    }
}
