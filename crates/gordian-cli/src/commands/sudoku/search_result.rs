//! The result of a search for solutions, and its text and JSON forms.

use gordian::grid::Grid;
use gordian::sudoku::formats::digits_to_line;
use gordian::{Limit, Outcome, puzzles};
use serde_json::{Value, json};

use super::context::{AnswerBody, BatchContext, Operation, PuzzleAnswer};
use super::output::format_grid;
use crate::args::SudokuOutput;
use crate::exit::Exit;
use crate::fault::Fault;

/// The result of a search.
#[derive(Debug)]
pub(super) struct SearchResult {
    /// The number of solutions found, a lower bound if `stopped` is set.
    pub(super) n: u64,
    /// The first solution, row by row, checked against the rules.
    pub(super) first: Option<Vec<u8>>,
    /// The limit that stopped the search.
    pub(super) stopped: Option<Limit>,
    /// The name of the engine.
    pub(super) engine: String,
}

impl SearchResult {
    /// Returns the limit that left the result undecided.
    fn undecided(&self) -> Option<Limit> {
        self.stopped.filter(|&limit| limit != Limit::Solutions)
    }

    /// Returns whether there is exactly one solution, or `None` if that is unknown.
    fn unique(&self) -> Option<bool> {
        match (self.n, self.stopped) {
            (0 | 2.., None) | (2.., Some(_)) => Some(false),
            (1, None) => Some(true),
            (0 | 1, Some(_)) => None,
        }
    }

    /// Returns the word for the number of solutions.
    pub(super) fn verdict(&self) -> &'static str {
        match (self.n, self.unique()) {
            (2.., _) => "several",
            (_, None) => "undecided",
            (_, Some(true)) => "unique",
            (_, Some(false)) => "none",
        }
    }

    fn outcome(&self) -> Outcome {
        match (self.n, self.undecided()) {
            (1.., _) => Outcome::Solved,
            (0, None) => Outcome::Infeasible,
            (0, Some(limit)) => Outcome::Stopped(limit),
        }
    }

    /// Returns the answer for a grid of `n` rows.
    pub(super) fn to_answer(&self, context: &BatchContext, n: usize) -> PuzzleAnswer {
        let (text, open) = match context.operation {
            Operation::Solve { prove } => (self.solution(context, n, prove), prove && self.n == 1),
            Operation::Count { .. } => (self.count(), true),
            _ => (self.verdict().to_owned(), self.n < 2),
        };
        let limit = self.undecided().filter(|_| open || self.n == 0);
        let exit = match (limit, context.operation, self.n) {
            (Some(limit), ..) => Exit::from_limit(limit),
            (None, _, 0) => Exit::NoAnswer,
            (None, Operation::Check { .. }, 2..) => Exit::NoAnswer,
            (None, ..) => Exit::Answer,
        };
        let body = if context.json {
            AnswerBody::Document(self.document(context, n, limit))
        } else {
            AnswerBody::Text(text + "\n")
        };
        PuzzleAnswer { body, exit, solved: self.n > 0 }
    }

    fn solution(&self, context: &BatchContext, n: usize, prove: bool) -> String {
        let mut text = match &self.first {
            Some(digits) => format_grid(context.output, n, digits),
            None => "-".to_owned(),
        };
        let verdict = self.verdict();
        let is_plain = self.n > 0 && (!prove || verdict == "unique");
        if !is_plain {
            text.push(if self.n > 0 && context.output == SudokuOutput::Block {
                '\n'
            } else {
                '\t'
            });
            text.push_str(verdict);
        }
        if context.output == SudokuOutput::Block {
            text.push('\n');
        }
        text
    }

    fn count(&self) -> String {
        match self.undecided() {
            None => self.n.to_string(),
            Some(_) => format!("at least {}", self.n),
        }
    }

    fn document(&self, context: &BatchContext, n: usize, limit: Option<Limit>) -> Value {
        let is_count = matches!(context.operation, Operation::Count { .. });
        // Reaching the requested number of solutions is reported as a limit of a count, as in `gordian solve`.
        let limit = limit.or(self.stopped.filter(|_| is_count));
        json!({
            "outcome": self.outcome().name(),
            "unique": self.unique().filter(|_| self.n > 0),
            "count": is_count.then_some(self.n),
            "solution": self.first.as_ref().map(|digits| digits_to_line(n, digits)),
            "checked": self.first.is_some(),
            "engine": self.engine,
            "limit": limit.map(Limit::name),
        })
    }
}

/// Checks a solution against the rules.
pub(super) fn check(puzzle: &Grid, solution: &[u8], engine: &str) -> Result<(), Fault> {
    match puzzles::grid::check(puzzle, solution) {
        Ok(()) => Ok(()),
        Err(broken) => {
            let rule = broken.first().map(ToString::to_string).unwrap_or_default();
            Err(unsound_fault(engine, &rule))
        }
    }
}

/// Returns the fault of an engine whose solution breaks a rule, which is a bug.
pub(super) fn unsound_fault(engine: &str, rule: &str) -> Fault {
    let message = format!(
        "internal error: the engine `{engine}` found a solution that breaks the rules: {rule}"
    );
    Fault::new("solve.unsound", message)
        .hint("this is a bug in Gordian; please report it with the puzzle")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_require_a_completed_search() {
        let check = |n, stopped, expected| {
            let result = SearchResult { n, first: None, stopped, engine: String::new() };
            assert_eq!(result.verdict(), expected, "{n}, {stopped:?}");
        };
        check(0, None, "none");
        check(1, None, "unique");
        check(2, None, "several");
        check(2, Some(Limit::Solutions), "several");
        check(7, Some(Limit::Time), "several");
        check(0, Some(Limit::Time), "undecided");
        check(1, Some(Limit::Time), "undecided");
        check(1, Some(Limit::Interrupted), "undecided");
        check(1, Some(Limit::Solutions), "undecided");
    }
}
