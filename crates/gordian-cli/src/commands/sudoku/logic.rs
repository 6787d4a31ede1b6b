//! Answers by logic: the next step, all steps, the whole solution, ratings.
//!
//! What is true is found by searching first ([`TrueCandidates`]); every step is compared with it before it is
//! shown.

use std::fmt::Write as _;

use gordian::logic::{
    Candidate, Config, Drawing, Position, Role, SolutionPath, Step, Technique, TrueCandidates,
    explainer_rating,
};
use gordian::puzzles::Cell;
use gordian::sudoku::formats::ParsedPuzzle;
use gordian::sudoku::{Layout, Puzzle};
use gordian::{Cancel, Limit};
use serde_json::{Value, json};

use super::job::{Body, Job, Piece, Question, Reply};
use crate::args::SudokuScale;
use crate::exit::Exit;
use crate::fault::Fault;

pub(super) fn reply(job: &Job, read: &ParsedPuzzle, piece: &mut Piece) -> Result<Reply, Fault> {
    piece.engines.insert("logic".to_owned());
    let (puzzle, placed, cancel) = (&read.puzzle, &read.placed, job.limited());
    // A rating is the puzzle's, whatever a player has placed.
    let placed = if matches!(job.question, Question::Rate(_)) { &[][..] } else { &placed[..] };
    let truth = match TrueCandidates::find(puzzle, placed, &cancel) {
        Ok(truth) => truth,
        Err(limit) => return Ok(told(job, "undecided", Exit::of_limit(limit), Some(limit), None)),
    };
    if !truth.is_solvable() {
        return Ok(not_solvable(job, puzzle, placed));
    }
    let unique = Some(truth.is_unique());
    if puzzle.givens.iter().filter(|&&digit| digit == 0).count() == placed.len() {
        return Ok(told(job, "solved already", Exit::Answer, None, unique));
    }
    if matches!(job.question, Question::Rate(_)) && !truth.is_unique() {
        return Ok(told(job, "several", Exit::NoAnswer, None, unique));
    }
    let config = job.techniques.clone().valid_for(&truth);
    if config.techniques.len() < job.techniques.techniques.len() {
        piece.notes.insert(
            "techniques that take one solution for granted are left out where there are several"
                .to_owned(),
        );
    }
    let mut task = Task { job, truth, layout: &puzzle.layout, cancel, checked: true };
    let position = Position::new(puzzle, placed);
    let reply = match job.question {
        Question::Hint => task.hint(&position, &config),
        Question::Steps { eureka } => task.steps(&position, &config, eureka),
        Question::Explain { draw, eureka } => {
            let solved = position.clone().solve_until(&config, &task.cancel);
            task.explain(&position, &solved, How { draw, eureka })
        }
        Question::Rate(scale) => task.rate(puzzle, position, &config, scale),
        _ => unreachable!("the other questions are answered by searching"),
    };
    if !task.checked {
        let note =
            "there are so many solutions that not every step could be compared with them all";
        piece.notes.insert(note.to_owned());
    }
    reply
}

/// How a solution is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    /// Whether the grid is drawn at every step that is not a single.
    pub(crate) draw: bool,
    /// Whether steps are written in Eureka notation.
    pub(crate) eureka: bool,
}

struct Task<'a> {
    job: &'a Job,
    truth: TrueCandidates,
    layout: &'a Layout,
    /// The request to stop, with the time limit of this puzzle.
    cancel: Cancel,
    /// Whether every step was compared with all solutions.
    checked: bool,
}

impl Task<'_> {
    /// Refuses steps that are not true, and notes whether all of them are known to be.
    fn check(&mut self, steps: &[Step]) -> Result<(), Fault> {
        for step in steps {
            check(&self.truth, step, self.layout)?;
            self.checked &= self.truth.confirms(step);
        }
        Ok(())
    }

    /// Answers with a word.
    fn told(&self, word: &str, exit: Exit, limit: Option<Limit>) -> Reply {
        told(self.job, word, exit, limit, Some(self.truth.is_unique()))
    }

    fn hint(&mut self, position: &Position, config: &Config) -> Result<Reply, Fault> {
        let Some(step) = position.next_step(config) else {
            return Ok(self.told("no step", Exit::NoAnswer, None));
        };
        self.check(std::slice::from_ref(&step))?;
        let body = if self.job.json {
            let mut document = self.document();
            document["step"] = step.to_json(self.layout);
            Body::Document(document)
        } else {
            let drawn = painted(&position.draw(Some(&step)), self.job.colour);
            Body::Text(format!("{drawn}\n{}\n\n", step.sentence(self.layout)))
        };
        Ok(Reply { body, exit: Exit::Answer, solved: false })
    }

    fn steps(
        &mut self,
        position: &Position,
        config: &Config,
        eureka: bool,
    ) -> Result<Reply, Fault> {
        let mut all = Vec::new();
        for &technique in &config.techniques {
            // What is found by trying is no step of a person, and there is one in each cell.
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
            Some(limit) => Exit::of_limit(limit),
            None if all.is_empty() => Exit::NoAnswer,
            None => Exit::Answer,
        };
        let body = if self.job.json {
            let mut document = self.document();
            document["steps"] = all.iter().map(|step| step.to_json(self.layout)).collect();
            document["limit"] = json!(stopped.map(Limit::name));
            if stopped.is_some() {
                document["outcome"] = json!("stopped");
            }
            Body::Document(document)
        } else {
            let mut text = String::new();
            for step in &all {
                text.push_str(&written(step, self.layout, eureka));
                text.push('\n');
            }
            if stopped.is_some() {
                text.push_str("-\tundecided\n");
            } else if all.is_empty() {
                text.push_str("-\tno step\n");
            }
            text.push('\n');
            Body::Text(text)
        };
        Ok(Reply { body, exit, solved: false })
    }

    fn explain(
        &mut self,
        start: &Position,
        solved: &SolutionPath,
        how: How,
    ) -> Result<Reply, Fault> {
        self.check(&solved.steps)?;
        let is_solved = solved.end.is_solved();
        let exit = match solved.stopped {
            Some(limit) => Exit::of_limit(limit),
            None if is_solved => Exit::Answer,
            None => Exit::NoAnswer,
        };
        let body = if self.job.json {
            let mut document = self.document();
            let explained = solved.to_json();
            if let (Value::Object(document), Value::Object(explained)) = (&mut document, explained)
            {
                document.extend(explained);
            }
            Body::Document(document)
        } else {
            Body::Text(explanation(start, solved, self.truth.is_unique(), how, self.job.colour))
        };
        Ok(Reply { body, exit, solved: is_solved })
    }

    fn rate(
        &mut self,
        puzzle: &Puzzle,
        position: Position,
        config: &Config,
        scale: SudokuScale,
    ) -> Result<Reply, Fault> {
        let cancel = self.cancel.clone();
        let (text, fields) = if scale == SudokuScale::Explainer {
            if !self.layout.is_classic() || puzzle.marks.is_some() {
                let message = "Sudoku Explainer's scale is for 9×9 puzzles with boxes only";
                return Err(Fault::new("sudoku.not-classic", message)
                    .hint("`--scale gordian` and `--scale hodoku` rate any grid"));
            }
            let Some(rating) = explainer_rating(puzzle, &cancel) else {
                let limit = cancel.stopped().unwrap_or(Limit::Effort);
                return Ok(self.told("undecided", Exit::of_limit(limit), Some(limit)));
            };
            let text = format!("{}\t{}\t{}", rating.er, rating.ep, rating.ed);
            (text, rating.to_json())
        } else {
            let solved = position.solve_until(config, &cancel);
            self.check(&solved.steps)?;
            if let Some(limit) = solved.stopped {
                return Ok(self.told("undecided", Exit::of_limit(limit), Some(limit)));
            }
            let rated = if scale == SudokuScale::Hodoku { hodoku(&solved) } else { own(&solved) };
            match rated {
                Some(rated) => rated,
                None => return Ok(self.told("stuck", Exit::NoAnswer, None)),
            }
        };
        let body = if self.job.json {
            let mut document = self.document();
            document["rating"] = fields;
            Body::Document(document)
        } else {
            Body::Text(text + "\n")
        };
        Ok(Reply { body, exit: Exit::Answer, solved: true })
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

/// Returns the rating on our own scale, as text and as a document.
fn own(solved: &SolutionPath) -> Option<(String, Value)> {
    let rating = solved.rating()?;
    let effort = format!("{}.{}", rating.effort / 10, rating.effort % 10);
    let text = format!("{}\t{effort}\t{}", rating.hardest, rating.technique);
    Some((text, solved.rating_json()?))
}

/// Returns the rating on HoDoKu's scale, as text and as a document.
fn hodoku(solved: &SolutionPath) -> Option<(String, Value)> {
    let rating = solved.hodoku_rating()?;
    let fields = solved.hodoku_rating_json()?;
    let (score, level) = (rating.score, rating.level.name());
    let hardest: Technique = fields["technique"].as_str()?.parse().ok()?;
    Some((format!("{score}\t{level}\t{hardest}"), fields))
}

/// Refuses a step that is not true.
pub(crate) fn check(truth: &TrueCandidates, step: &Step, layout: &Layout) -> Result<(), Fault> {
    let Some(at) = truth.refutes(step) else { return Ok(()) };
    let message = format!("a step is wrong at {}: {}", name(at, layout.n()), step.sentence(layout));
    Err(Fault::new("logic.unsound", message)
        .hint("this is a bug in Gordian: please report it with the puzzle"))
}

fn name(at: Candidate, n: usize) -> Cell {
    Cell::new(at.cell / n, at.cell % n)
}

fn written(step: &Step, layout: &Layout, eureka: bool) -> String {
    if eureka { step.eureka(layout) } else { step.sentence(layout) }
}

/// Writes a solution, with an empty line behind.
pub(crate) fn explanation(
    start: &Position,
    solved: &SolutionPath,
    is_unique: bool,
    how: How,
    colour: bool,
) -> String {
    let layout = start.layout();
    let mut text = String::new();
    let mut position = start.clone();
    let width = solved.steps.len().to_string().len();
    for (number, step) in solved.steps.iter().enumerate() {
        if how.draw && !is_single(step) {
            let drawn = painted(&position.draw(Some(step)), colour);
            let _ = write!(text, "\n{drawn}");
        }
        let _ = writeln!(text, "{:>width$}. {}", number + 1, written(step, layout, how.eureka));
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
    let _ = write!(text, "\n{}", painted(&solved.end.draw(None), colour));
    let why = match solved.stopped {
        Some(limit) => format!("stopped ({})", limit.name()),
        None if is_unique => "stuck: these techniques find no step here".to_owned(),
        None => "stuck: there are several solutions, and nothing more that they share is found"
            .to_owned(),
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

/// Writes a drawing, in colours if they are wanted. Signs say the same.
fn painted(drawing: &Drawing, colour: bool) -> String {
    if !colour {
        return drawing.to_string();
    }
    let mut text = String::new();
    for line in &drawing.lines {
        for (piece, role) in line {
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
                "" => write!(text, "{piece}"),
                _ => write!(text, "\u{1b}[{sequence}m{piece}\u{1b}[0m"),
            };
        }
        text.push('\n');
    }
    text
}

/// Answers for a position without solution: that there is none, or what was placed wrongly.
fn not_solvable(job: &Job, puzzle: &Puzzle, placed: &[(usize, u8)]) -> Reply {
    let n = puzzle.layout.n();
    let truth =
        TrueCandidates::find(puzzle, &[], &job.limited()).ok().filter(TrueCandidates::is_solvable);
    let mut wrong = Vec::new();
    if let Some(truth) = &truth {
        let placed = placed.iter().map(|&(cell, digit)| Candidate::new(cell, digit));
        wrong.extend(placed.filter(|&at| !truth.allows(at)));
    }
    let names: Vec<String> = wrong.iter().map(|&at| name(at, n).to_string()).collect();
    let word = match &names[..] {
        [] if truth.is_some() && !placed.is_empty() => {
            "none\tthe digits that were placed cannot all be right".to_owned()
        }
        [] => "none".to_owned(),
        [one] => format!("none\tthe digit that was placed in {one} is wrong"),
        all => format!("none\tthe digits that were placed in {} are wrong", all.join(", ")),
    };
    let mut reply = told(job, &word, Exit::NoAnswer, None, None);
    if let Body::Document(document) = &mut reply.body {
        document["outcome"] = json!("infeasible");
        document["wrong"] = json!(names);
    }
    reply
}

/// Answers with a word.
fn told(job: &Job, word: &str, exit: Exit, limit: Option<Limit>, unique: Option<bool>) -> Reply {
    let body = if job.json {
        let key = match job.question {
            Question::Hint => "step",
            Question::Rate(_) => "rating",
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
        if matches!(job.question, Question::Explain { .. }) {
            document["solution"] = Value::Null;
            document["rating"] = Value::Null;
        }
        Body::Document(document)
    } else {
        let end = if matches!(job.question, Question::Rate(_)) { "\n" } else { "\n\n" };
        Body::Text(format!("-\t{word}{end}"))
    };
    Reply { body, exit, solved: false }
}
