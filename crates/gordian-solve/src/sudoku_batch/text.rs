//! Answers as lines of text.

use std::fmt::Write as _;

use gordian_sudoku::Estimate;
use gordian_sudoku::classic::batch::SolveResult;

use super::answer::{AnswerData, PuzzleAnswer, SearchAnswer};
use super::explanation::ExplanationStyle;
use super::format::{format_candidates, format_grid};
use super::logic::RatingDocument;
use super::logic_answer::{LogicAnswer, LogicResult, NoAnswer};
use super::options::{GridForm, Operation};
use crate::document::OutcomeName;

/// The form of answers as text: one line per puzzle, or several lines and an empty one for grids as
/// blocks and for steps.
#[derive(Clone, Copy, Debug)]
pub struct AnswerText {
    /// The operation.
    pub operation: Operation,
    /// The form of grids.
    pub form: GridForm,
    /// The style of steps.
    pub style: ExplanationStyle,
}

impl AnswerText {
    /// Returns the text of an answer.
    #[must_use]
    pub fn text(&self, answer: &PuzzleAnswer) -> String {
        match &answer.data {
            AnswerData::Search(found) => self.search(found),
            AnswerData::Estimate(answer) => estimate(&answer.found, answer.requested),
            AnswerData::Candidates(answer) => {
                let word = match answer.outcome() {
                    OutcomeName::Infeasible => Some("none"),
                    OutcomeName::Stopped => Some("undecided"),
                    _ => None,
                };
                let layout = &answer.puzzle.layout;
                let text = (!answer.is_empty())
                    .then(|| format_candidates(self.form, layout, &answer.candidates));
                with_word(text.as_deref(), word, self.form)
            }
            AnswerData::Redundant(answer) => match &answer.redundant {
                None => without_unique_solution(answer.outcome),
                Some(cells) => {
                    let text = if cells.is_empty() { "-".to_owned() } else { cells.join(" ") };
                    let word = answer.limit.map(|_| "undecided");
                    with_word(Some(&text), word, GridForm::Line)
                }
            },
            AnswerData::Minimised(answer) => match &answer.puzzle {
                None => without_unique_solution(answer.outcome),
                Some(text) => with_word(Some(text), answer.limit.map(|_| "undecided"), self.form),
            },
            AnswerData::Canonical(answer) => with_word(Some(&answer.puzzle), None, self.form),
            AnswerData::Logic(answer) => self.logic(answer),
        }
    }

    /// Appends the text of a result of the fast search.
    #[inline]
    pub fn push_plain(operation: Operation, result: &SolveResult, out: &mut Vec<u8>) {
        let count = result.n_solutions;
        match operation {
            Operation::Solve { .. } if count > 0 => {
                out.extend_from_slice(&result.solution);
                out.extend_from_slice(if count == 1 { b"\n" } else { b"\tseveral\n" });
            }
            Operation::Solve { .. } => out.extend_from_slice(b"-\tnone\n"),
            Operation::Count { .. } if count < 10 => {
                let digit = b'0' + u8::try_from(count).expect("a digit");
                out.extend_from_slice(&[digit, b'\n']);
            }
            Operation::Count { .. } => out.extend_from_slice(format!("{count}\n").as_bytes()),
            _ => out.extend_from_slice(match count {
                0 => b"none\n",
                1 => b"unique\n",
                _ => b"several\n",
            }),
        }
    }

    fn search(&self, answer: &SearchAnswer) -> String {
        let verdict = answer.result.verdict();
        let n = answer.result.n;
        match self.operation {
            Operation::Solve { prove } => {
                let is_plain = n > 0 && (!prove || verdict == "unique");
                let grid = |digits: &Vec<u8>| format_grid(self.form, digits.len().isqrt(), digits);
                let text = answer.result.first.as_ref().map(grid);
                with_word(text.as_deref(), (!is_plain).then_some(verdict), self.form)
            }
            Operation::Count { .. } => match answer.result.undecided() {
                None => format!("{n}\n"),
                Some(_) => format!("at least {n}\n"),
            },
            _ => match answer.minimal.filter(|_| verdict == "unique") {
                None => format!("{verdict}\n"),
                Some(Some(true)) => "unique\tminimal\n".to_owned(),
                Some(Some(false)) => "unique\tredundant\n".to_owned(),
                Some(None) => "unique\tundecided\n".to_owned(),
            },
        }
    }

    fn logic(&self, answer: &LogicAnswer) -> String {
        match &answer.result {
            LogicResult::Missing(why) => {
                let remark = match why {
                    NoAnswer::NotSolvable { wrong, is_contradictory } => match &wrong[..] {
                        [] if *is_contradictory => {
                            "\tthe placed digits cannot all be right".to_owned()
                        }
                        [] => String::new(),
                        [one] => format!("\tthe digit placed in {one} is wrong"),
                        all => format!("\tthe digits placed in {} are wrong", all.join(", ")),
                    },
                    _ => String::new(),
                };
                let is_rating = matches!(self.operation, Operation::Rate(_));
                format!("-\t{why}{remark}{}", if is_rating { "\n" } else { "\n\n" })
            }
            LogicResult::Hint { drawing, step, start } => {
                let drawn = self.style.drawing_text(drawing);
                format!("{drawn}\n{}\n\n", step.sentence(start.layout()))
            }
            LogicResult::Steps { found, start } => {
                let mut text = String::new();
                for step in &found.steps {
                    text.push_str(&self.style.step_text(step, start.layout()));
                    text.push('\n');
                }
                let n = found.steps.len();
                if found.stopped.is_some() {
                    text.push_str("-\tundecided\n");
                } else if found.has_more {
                    let _ = writeln!(
                        text,
                        "-\tthere may be more steps than these {n}; choose fewer techniques"
                    );
                } else if found.steps.is_empty() {
                    text.push_str("-\tno step\n");
                }
                text + "\n"
            }
            LogicResult::Explanation(explanation) if explanation.start.is_solved() => {
                format!("-\t{}\n\n", NoAnswer::Solved)
            }
            LogicResult::Explanation(explanation) => explanation.text(self.style),
            LogicResult::Rating(RatingDocument::Gordian(rating)) => {
                format!("{}\t{}\t{}\n", rating.hardest, rating.effort, rating.technique)
            }
            LogicResult::Rating(RatingDocument::Hodoku(hodoku)) => {
                let (score, level) = (hodoku.rating.score, hodoku.rating.level.name());
                format!("{score}\t{level}\t{}\n", hodoku.technique)
            }
            LogicResult::Rating(RatingDocument::Explainer(rating)) => {
                format!("{}\t{}\t{}\n", rating.er, rating.ep, rating.ed)
            }
        }
    }
}

/// Formats an answer of a text, or `-`, and an optional word after it.
fn with_word(text: Option<&str>, word: Option<&str>, form: GridForm) -> String {
    let is_block = form == GridForm::Block;
    let separator = if is_block && text.is_some() { '\n' } else { '\t' };
    let mut line = text.unwrap_or("-").to_owned();
    if let Some(word) = word {
        line.push(separator);
        line.push_str(word);
    }
    line.push_str(if is_block { "\n\n" } else { "\n" });
    line
}

/// Formats the answer of an operation that requires a unique solution, for a puzzle without one.
fn without_unique_solution(outcome: OutcomeName) -> String {
    let word = match outcome {
        OutcomeName::Infeasible => "none",
        OutcomeName::Stopped => "undecided",
        _ => "several",
    };
    with_word(None, Some(word), GridForm::Line)
}

/// Formats an estimate: large numbers as powers of ten, the standard error in percent.
fn estimate(found: &Estimate, requested: u64) -> String {
    if found.probes == 0 {
        return "-\tundecided\n".to_owned();
    }
    let number = if found.mean < 1e6 {
        format!("{:.0}", found.mean)
    } else {
        let exponent = found.log10_mean.floor();
        format!("{:.3}e{exponent:.0}", 10_f64.powf(found.log10_mean - exponent))
    };
    let percent = 100.0 * found.standard_error / found.mean;
    let error = match percent.is_finite() {
        true => format!("{percent:.1} %"),
        false if found.standard_error == 0.0 => "0.0 %".to_owned(),
        false => "?".to_owned(),
    };
    let remark = match found.stopped {
        Some(_) => format!("\t{} of {requested} probes", found.probes),
        None => String::new(),
    };
    format!("about {number}\t± {error}{remark}\n")
}
