//! Answers by logic: the next step, all steps, the whole solution, ratings.
//!
//! What is true is found by searching first ([`TrueCandidates`]); every step is compared with it before it is
//! shown.

use std::fmt::Write as _;

use gordian::grid::{Grid, Layout};
use gordian::logic::{
    Candidate, Config, Drawing, Position, Role, SolutionPath, Step, Technique, TrueCandidates,
    explainer_rating,
};
use gordian::puzzles::Cell;
use gordian::sudoku::formats::ParsedPuzzle;
use gordian::{Cancel, Limit, true_candidates};
use serde_json::{Value, json};

use super::context::{AnswerBody, BatchContext, ChunkResult, Operation, PuzzleAnswer};
use crate::args::SudokuScale;
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn answer(
    context: &BatchContext,
    read: &ParsedPuzzle,
    chunk_result: &mut ChunkResult,
) -> Result<PuzzleAnswer, Fault> {
    chunk_result.engines.insert("logic".to_owned());
    let (puzzle, placed, cancel) = (&read.puzzle, &read.placed, context.puzzle_cancel());
    // A rating ignores digits that the player has placed.
    let placed =
        if matches!(context.operation, Operation::Rate(_)) { &[][..] } else { &placed[..] };
    let truth = match true_candidates(puzzle, placed, &cancel) {
        Ok(truth) => truth,
        Err(limit) => {
            return Ok(answer_with_word(
                context,
                "undecided",
                Exit::from_limit(limit),
                Some(limit),
                None,
            ));
        }
    };
    if !truth.is_solvable() {
        return Ok(not_solvable(context, puzzle, placed));
    }
    let unique = Some(truth.is_unique());
    if puzzle.givens.iter().filter(|&&digit| digit == 0).count() == placed.len() {
        return Ok(answer_with_word(context, "solved already", Exit::Answer, None, unique));
    }
    if matches!(context.operation, Operation::Rate(_)) && !truth.is_unique() {
        return Ok(answer_with_word(context, "several", Exit::NoAnswer, None, unique));
    }
    let config = context.techniques.clone().valid_for(&truth);
    if config.techniques.len() < context.techniques.techniques.len() {
        chunk_result.notes.insert(
            "techniques that assume a unique solution are not used for puzzles with several solutions"
                .to_owned(),
        );
    }
    let mut task = LogicTask { context, truth, layout: &puzzle.layout, cancel, checked: true };
    let position = Position::new(puzzle, placed);
    let answer = match context.operation {
        Operation::Hint => task.hint(&position, &config),
        Operation::Steps { eureka } => task.steps(&position, &config, eureka),
        Operation::Explain { draw, eureka } => {
            let solved = position.clone().solve_until(&config, &task.cancel);
            task.explain(&position, &solved, ExplanationStyle { draw, eureka })
        }
        Operation::Rate(scale) => task.rate(puzzle, position, &config, scale),
        _ => unreachable!("the other operations are answered by a search"),
    };
    if !task.checked {
        let note = "there are too many solutions to check every step against all of them";
        chunk_result.notes.insert(note.to_owned());
    }
    answer
}

/// The style of an explanation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplanationStyle {
    /// Whether to draw the grid at every step except singles.
    pub(crate) draw: bool,
    /// Whether to write steps in Eureka notation.
    pub(crate) eureka: bool,
}

struct LogicTask<'a> {
    context: &'a BatchContext,
    truth: TrueCandidates,
    layout: &'a Layout,
    /// The cancellation token with the time limit of this puzzle.
    cancel: Cancel,
    /// Whether every step was checked against all solutions.
    checked: bool,
}

impl LogicTask<'_> {
    /// Checks steps against the true candidates, and records whether all of them are confirmed.
    fn check(&mut self, steps: &[Step]) -> Result<(), Fault> {
        for step in steps {
            check(&self.truth, step, self.layout)?;
            self.checked &= self.truth.confirms(step);
        }
        Ok(())
    }

    /// Returns an answer that consists of a word.
    fn answer_with_word(&self, word: &str, exit: Exit, limit: Option<Limit>) -> PuzzleAnswer {
        answer_with_word(self.context, word, exit, limit, Some(self.truth.is_unique()))
    }

    fn hint(&mut self, position: &Position, config: &Config) -> Result<PuzzleAnswer, Fault> {
        let Some(step) = position.next_step(config) else {
            return Ok(self.answer_with_word("no step", Exit::NoAnswer, None));
        };
        self.check(std::slice::from_ref(&step))?;
        let body = if self.context.json {
            let mut document = self.document();
            document["step"] = step.to_json(self.layout);
            AnswerBody::Document(document)
        } else {
            let drawn = render_drawing(&position.draw(Some(&step)), self.context.colour);
            AnswerBody::Text(format!("{drawn}\n{}\n\n", step.sentence(self.layout)))
        };
        Ok(PuzzleAnswer { body, exit: Exit::Answer, solved: false })
    }

    fn steps(
        &mut self,
        position: &Position,
        config: &Config,
        eureka: bool,
    ) -> Result<PuzzleAnswer, Fault> {
        let mut all = Vec::new();
        for &technique in &config.techniques {
            // Brute force is not a logical step, and would apply to every cell.
            if technique == Technique::BruteForce {
                continue;
            }
            if self.cancel.is_stopped() {
                break;
            }
            all.extend(position.steps_until(technique, &self.cancel));
        }
        self.check(&all)?;
        let stopped = self.cancel.stopped();
        let exit = match stopped {
            Some(limit) => Exit::from_limit(limit),
            None if all.is_empty() => Exit::NoAnswer,
            None => Exit::Answer,
        };
        let body = if self.context.json {
            let mut document = self.document();
            document["steps"] = all.iter().map(|step| step.to_json(self.layout)).collect();
            document["limit"] = json!(stopped.map(Limit::name));
            if stopped.is_some() {
                document["outcome"] = json!("stopped");
            }
            AnswerBody::Document(document)
        } else {
            let mut text = String::new();
            for step in &all {
                text.push_str(&step_text(step, self.layout, eureka));
                text.push('\n');
            }
            if stopped.is_some() {
                text.push_str("-\tundecided\n");
            } else if all.is_empty() {
                text.push_str("-\tno step\n");
            }
            text.push('\n');
            AnswerBody::Text(text)
        };
        Ok(PuzzleAnswer { body, exit, solved: false })
    }

    fn explain(
        &mut self,
        start: &Position,
        solved: &SolutionPath,
        style: ExplanationStyle,
    ) -> Result<PuzzleAnswer, Fault> {
        self.check(&solved.steps)?;
        let is_solved = solved.end.is_solved();
        let exit = match solved.stopped {
            Some(limit) => Exit::from_limit(limit),
            None if is_solved => Exit::Answer,
            None => Exit::NoAnswer,
        };
        let body = if self.context.json {
            let mut document = self.document();
            let explained = solved.to_json();
            if let (Value::Object(document), Value::Object(explained)) = (&mut document, explained)
            {
                document.extend(explained);
            }
            AnswerBody::Document(document)
        } else {
            AnswerBody::Text(explanation(
                start,
                solved,
                self.truth.is_unique(),
                style,
                self.context.colour,
            ))
        };
        Ok(PuzzleAnswer { body, exit, solved: is_solved })
    }

    fn rate(
        &mut self,
        puzzle: &Grid,
        position: Position,
        config: &Config,
        scale: SudokuScale,
    ) -> Result<PuzzleAnswer, Fault> {
        let cancel = self.cancel.clone();
        let (text, fields) = if scale == SudokuScale::Explainer {
            if !self.layout.is_classic() || puzzle.marks.is_some() {
                let message = "Sudoku Explainer's scale is for 9×9 puzzles with boxes only";
                return Err(Fault::new("sudoku.not-classic", message)
                    .hint("`--scale gordian` and `--scale hodoku` rate any grid"));
            }
            let Some(rating) = explainer_rating(puzzle, &cancel) else {
                let limit = cancel.stopped().unwrap_or(Limit::Effort);
                return Ok(self.answer_with_word(
                    "undecided",
                    Exit::from_limit(limit),
                    Some(limit),
                ));
            };
            let text = format!("{}\t{}\t{}", rating.er, rating.ep, rating.ed);
            (text, rating.to_json())
        } else {
            let solved = position.solve_until(config, &cancel);
            self.check(&solved.steps)?;
            if let Some(limit) = solved.stopped {
                return Ok(self.answer_with_word(
                    "undecided",
                    Exit::from_limit(limit),
                    Some(limit),
                ));
            }
            let rated = if scale == SudokuScale::Hodoku {
                hodoku_rating(&solved)
            } else {
                gordian_rating(&solved)
            };
            match rated {
                Some(rated) => rated,
                None => return Ok(self.answer_with_word("stuck", Exit::NoAnswer, None)),
            }
        };
        let body = if self.context.json {
            let mut document = self.document();
            document["rating"] = fields;
            AnswerBody::Document(document)
        } else {
            AnswerBody::Text(text + "\n")
        };
        Ok(PuzzleAnswer { body, exit: Exit::Answer, solved: true })
    }

    fn document(&self) -> Value {
        json!({
            "outcome": "solved",
            "unique": self.truth.is_unique(),
            "checked": self.checked,
            "limit": null,
        })
    }
}

/// Returns the rating on Gordian's scale, as text and as a document.
fn gordian_rating(solved: &SolutionPath) -> Option<(String, Value)> {
    let rating = solved.rating()?;
    let effort = format!("{}.{}", rating.effort / 10, rating.effort % 10);
    let text = format!("{}\t{effort}\t{}", rating.hardest, rating.technique);
    Some((text, solved.rating_json()?))
}

/// Returns the rating on HoDoKu's scale, as text and as a document.
fn hodoku_rating(solved: &SolutionPath) -> Option<(String, Value)> {
    let rating = solved.hodoku_rating()?;
    let fields = solved.hodoku_rating_json()?;
    let (score, level) = (rating.score, rating.level.name());
    let hardest: Technique = fields["technique"].as_str()?.parse().ok()?;
    Some((format!("{score}\t{level}\t{hardest}"), fields))
}

/// Checks a step against the true candidates.
pub(crate) fn check(truth: &TrueCandidates, step: &Step, layout: &Layout) -> Result<(), Fault> {
    let Some(at) = truth.refutes(step) else { return Ok(()) };
    let message = format!(
        "internal error: a step is wrong at {}: {}",
        cell_name(at, layout.n()),
        step.sentence(layout)
    );
    Err(Fault::new("logic.unsound", message)
        .hint("this is a bug in Gordian; please report it with the puzzle"))
}

fn cell_name(at: Candidate, n: usize) -> Cell {
    Cell::new(at.cell / n, at.cell % n)
}

fn step_text(step: &Step, layout: &Layout, eureka: bool) -> String {
    if eureka { step.eureka(layout) } else { step.sentence(layout) }
}

/// Formats an explanation, followed by an empty line.
pub(crate) fn explanation(
    start: &Position,
    solved: &SolutionPath,
    is_unique: bool,
    style: ExplanationStyle,
    colour: bool,
) -> String {
    let layout = start.layout();
    let mut text = String::new();
    let mut position = start.clone();
    let width = solved.steps.len().to_string().len();
    for (number, step) in solved.steps.iter().enumerate() {
        if style.draw && !is_single(step) {
            let drawn = render_drawing(&position.draw(Some(step)), colour);
            let _ = write!(text, "\n{drawn}");
        }
        let _ = writeln!(text, "{:>width$}. {}", number + 1, step_text(step, layout, style.eureka));
        position.apply(step);
    }
    let n_steps = match solved.steps.len() {
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    if let Some(rating) = solved.rating() {
        let _ = write!(text, "solved in {n_steps}");
        let _ = write!(text, " · hardest: {} ({})", rating.technique, rating.hardest);
        text.push_str("\n\n");
        return text;
    }
    if solved.end.is_solved() {
        text.push_str("solved already\n\n");
        return text;
    }
    let _ = write!(text, "\n{}", render_drawing(&solved.end.draw(None), colour));
    let why = match solved.stopped {
        Some(limit) => format!("stopped ({})", limit.name()),
        None if is_unique => "stuck: these techniques find no step here".to_owned(),
        None => {
            "stuck: there are several solutions, and no further common step is found".to_owned()
        }
    };
    let _ = writeln!(text, "{why} · {n_steps}\n");
    text
}

fn is_single(step: &Step) -> bool {
    matches!(
        step.technique,
        Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle
    )
}

/// Renders a drawing, optionally in colours. The signs alone carry the same information.
fn render_drawing(drawing: &Drawing, colour: bool) -> String {
    if !colour {
        return drawing.to_string();
    }
    let mut text = String::new();
    for line in &drawing.lines {
        for (chunk_result, role) in line {
            let sequence = match role {
                Role::Plain => "",
                Role::Given => "1",
                Role::Placed => "36",
                Role::Pattern => "32",
                Role::SecondColour => "34",
                Role::Extra => "33",
                Role::Elimination => "31",
                Role::Placement => "1;32",
            };
            let _ = match sequence {
                "" => write!(text, "{chunk_result}"),
                _ => write!(text, "\u{1b}[{sequence}m{chunk_result}\u{1b}[0m"),
            };
        }
        text.push('\n');
    }
    text
}

/// Returns the answer for a position without solution, with the placed digits that are wrong.
fn not_solvable(context: &BatchContext, puzzle: &Grid, placed: &[(usize, u8)]) -> PuzzleAnswer {
    let n = puzzle.layout.n();
    let truth = true_candidates(puzzle, &[], &context.puzzle_cancel())
        .ok()
        .filter(TrueCandidates::is_solvable);
    let mut wrong = Vec::new();
    if let Some(truth) = &truth {
        let placed = placed.iter().map(|&(cell, digit)| Candidate::new(cell, digit));
        wrong.extend(placed.filter(|&at| !truth.allows(at)));
    }
    let names: Vec<String> = wrong.iter().map(|&at| cell_name(at, n).to_string()).collect();
    let word = match &names[..] {
        [] if truth.is_some() && !placed.is_empty() => {
            "none\tthe placed digits cannot all be right".to_owned()
        }
        [] => "none".to_owned(),
        [one] => format!("none\tthe digit placed in {one} is wrong"),
        all => format!("none\tthe digits placed in {} are wrong", all.join(", ")),
    };
    let mut answer = answer_with_word(context, &word, Exit::NoAnswer, None, None);
    if let AnswerBody::Document(document) = &mut answer.body {
        document["outcome"] = json!("infeasible");
        document["wrong"] = json!(names);
    }
    answer
}

/// Returns an answer that consists of a word.
fn answer_with_word(
    context: &BatchContext,
    word: &str,
    exit: Exit,
    limit: Option<Limit>,
    unique: Option<bool>,
) -> PuzzleAnswer {
    let body = if context.json {
        let key = match context.operation {
            Operation::Hint => "step",
            Operation::Rate(_) => "rating",
            _ => "steps",
        };
        let outcome = match (word, limit) {
            (_, Some(_)) | ("stuck", None) => "stopped",
            ("several" | "no step", None) => "feasible",
            _ => "solved",
        };
        let limit = limit.map(Limit::name).or((word == "stuck").then_some("techniques"));
        let mut document = json!({
            "outcome": outcome,
            "unique": unique,
            "checked": false,
            "limit": limit,
            key: null,
        });
        if matches!(context.operation, Operation::Explain { .. }) {
            document["solution"] = Value::Null;
            document["rating"] = Value::Null;
        }
        AnswerBody::Document(document)
    } else {
        let end = if matches!(context.operation, Operation::Rate(_)) { "\n" } else { "\n\n" };
        AnswerBody::Text(format!("-\t{word}{end}"))
    };
    PuzzleAnswer { body, exit, solved: false }
}
