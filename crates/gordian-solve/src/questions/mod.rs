//! Questions as documents: what a service or a job is asked, JSON in and JSON out.
//!
//! ```text
//! name + document ─► QUESTIONS ─► reader ─► engines ─► check by the rules ─► document
//!                                   │                        Asked: tables, time, who stops it
//!                                   └ Refusal: what is wrong, where, what to do
//! ```
//!
//! It is: the list of [`QUESTIONS`] with the schemas of what goes in and comes out, [`ask`], and the
//! [`JOBS`] that take longer than anybody wants to wait. It is not: HTTP, a queue of jobs, or the
//! command line; those carry documents to here and back.
//!
//! To add a question: its input and its function in a module here, an entry in [`QUESTIONS`]. Whoever
//! offers questions to the world takes it in by itself.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::questions::{Asked, Resources, ask};
//!
//! let resources = Resources::new(Default::default());
//! let cancel = Cancel::new();
//! let asked = Asked::new(&resources, &cancel, &NoProgress);
//! let document = ask("sudoku/candidates", r#"{"puzzle": "11.............."}"#, &asked).unwrap();
//! assert_eq!(document["conflicts"][0]["digit"], 1);
//!
//! let refusal = ask("sudoku/candidates", r#"{"puzzle": "123"}"#, &asked).unwrap_err();
//! assert_eq!(refusal.faults()[0].code, "sudoku.wrong-length");
//! ```

mod asked;
mod check;
mod cube3;
mod fault;
mod input;
mod jobs;
mod puzzle;
mod resources;
mod schema;
mod solve;
mod square1;
mod sudoku;
mod table;

pub use asked::Asked;
pub use fault::{Fault, Refusal};
pub use jobs::{JOBS, JobKind, JobPlace, progress_json, run_job};
pub use resources::{Resources, ResourcesConfig};

use serde_json::Value;

/// Something that can be asked.
#[derive(Clone, Copy)]
pub struct Question {
    /// Its name, with `/` between its parts: `sudoku/hint`.
    pub name: &'static str,
    /// What it answers: a sentence.
    pub summary: &'static str,
    /// Returns the JSON schema of what goes in.
    pub input: fn() -> Value,
    /// Returns the JSON schema of what comes out.
    pub output: fn() -> Value,
    /// Returns an input that shows it.
    pub example: fn() -> Value,
    answer: fn(&str, &Asked<'_>) -> Result<Value, Refusal>,
}

/// All questions, in the order of the documentation.
pub const QUESTIONS: &[Question] = &[
    solve::QUESTION,
    check::QUESTION,
    sudoku::read::QUESTION,
    sudoku::candidates::QUESTION,
    sudoku::logic::HINT,
    sudoku::logic::EXPLAIN,
    sudoku::logic::RATE,
    sudoku::generate::QUESTION,
    square1::SOLVE,
    square1::DISTANCES,
    square1::APPLY,
    square1::SCRAMBLE,
    square1::CHECK,
    square1::REPORT,
    cube3::SOLVE,
    cube3::APPLY,
    cube3::SCRAMBLE,
    cube3::CHECK,
];

/// Answers the question called `name`; `input` is a JSON object.
///
/// A limit that came before the end is no error: the document says `"outcome": "stopped"`. Every
/// solution in it was checked by the rules.
///
/// # Errors
///
/// What is wrong with the input, or (a bug) with an engine: [`Refusal::is_internal`].
pub fn ask(name: &str, input: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let question = QUESTIONS.iter().find(|question| question.name == name).ok_or_else(|| {
        Fault::new("request.unknown-question", format!("there is no question `{name}`"))
    })?;
    question.answer(input, asked)
}

impl Question {
    /// Answers it; see [`ask`].
    ///
    /// # Errors
    ///
    /// As [`ask`].
    pub fn answer(&self, input: &str, asked: &Asked<'_>) -> Result<Value, Refusal> {
        (self.answer)(input, asked)
    }
}
