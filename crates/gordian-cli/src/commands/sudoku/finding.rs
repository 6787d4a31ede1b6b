//! What a search for solutions found, and how it is told.

use gordian::sudoku::Puzzle;
use gordian::sudoku::formats::{digits_to_line, to_block};
use gordian::{Limit, Outcome};
use serde_json::{Value, json};

use super::job::{Body, Job, Question, Reply};
use crate::args::SudokuOutput;
use crate::exit::Exit;

/// What a search found.
#[derive(Debug)]
pub(super) struct Finding {
    /// Solutions, at least.
    pub(super) n: u64,
    /// The first one, row by row. It was checked by the rules.
    pub(super) first: Option<Vec<u8>>,
    /// What ended the search before it had looked at everything.
    pub(super) stopped: Option<Limit>,
    /// Who answered.
    pub(super) engine: String,
}

impl Finding {
    /// Returns the limit that leaves the question open.
    fn undecided(&self) -> Option<Limit> {
        self.stopped.filter(|&limit| limit != Limit::Solutions)
    }

    /// Returns whether there is exactly one solution; `None` if that is not known.
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

    /// Returns the answer to a question about the solutions of a grid of `n` rows.
    pub(super) fn reply(&self, job: &Job, n: usize) -> Reply {
        let (text, open) = match job.question {
            Question::Solve { prove } => (self.solution(job, n, prove), prove && self.n == 1),
            Question::Count { .. } => (self.count(), true),
            _ => (self.verdict().to_owned(), self.n < 2),
        };
        let limit = self.undecided().filter(|_| open || self.n == 0);
        let exit = match (limit, job.question, self.n) {
            (Some(limit), ..) => Exit::of_limit(limit),
            (None, _, 0) => Exit::NoAnswer,
            (None, Question::Check { .. }, 2..) => Exit::NoAnswer,
            (None, ..) => Exit::Answer,
        };
        let body = if job.json {
            Body::Document(self.document(job, n, limit))
        } else {
            Body::Text(text + "\n")
        };
        Reply { body, exit, solved: self.n > 0 }
    }

    fn solution(&self, job: &Job, n: usize, prove: bool) -> String {
        let mut text = match &self.first {
            Some(digits) => grid(job.output, n, digits),
            None => "-".to_owned(),
        };
        let verdict = self.verdict();
        let is_plain = self.n > 0 && (!prove || verdict == "unique");
        if !is_plain {
            text.push(if self.n > 0 && job.output == SudokuOutput::Block { '\n' } else { '\t' });
            text.push_str(verdict);
        }
        if job.output == SudokuOutput::Block {
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

    fn document(&self, job: &Job, n: usize, limit: Option<Limit>) -> Value {
        let is_count = matches!(job.question, Question::Count { .. });
        // That as many were found as were asked for is a limit of a count, as in `gordian solve`.
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

/// Writes a grid of `n` rows, without an end of line.
pub(super) fn grid(output: SudokuOutput, n: usize, digits: &[u8]) -> String {
    match output {
        SudokuOutput::Line => digits_to_line(n, digits),
        SudokuOutput::Block => {
            let layout = gordian::sudoku::Layout::latin(n).expect("the size of a grid");
            let block = to_block(&Puzzle::new(layout, digits.to_vec()));
            block.trim_end().to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_say_only_what_is_proved() {
        let check = |n, stopped, expected| {
            let finding = Finding { n, first: None, stopped, engine: String::new() };
            assert_eq!(finding.verdict(), expected, "{n}, {stopped:?}");
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
