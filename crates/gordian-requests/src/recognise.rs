//! `recognise`: what a text is, for programs with one place for texts of all kinds.

use gordian_perm::definition::NAMES;
use gordian_perm::square1::{Colours, Notation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::perm::is_definition;
use super::puzzle::{Text, notes, parse_text};
use super::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// A text of any kind.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecogniseRequest {
    /// The text: a link, a puzzle file, a model, a Sudoku in any text format, a position or a
    /// sequence of a puzzle that turns, the name or the definition of one. Links are read, never
    /// fetched.
    pub text: String,
}

/// What the text is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecogniseResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The readings of the text, the most likely one first; at least one.
    pub readings: Vec<Reading>,
}

/// One way to read a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// What the text is.
    pub content: Content,
    /// The kind of the puzzle, such as `grid`, `nurikabe` or `square1`; `model`; or for a puzzle of
    /// permutations its name, `definition` for the text of one.
    pub kind: String,
    /// The title, if the text has one.
    pub title: Option<String>,
    /// The number of puzzles in the text.
    pub puzzles: usize,
    /// What was assumed or ignored.
    pub notes: Vec<String>,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// One puzzle or several, as `solve` and `draw` read them.
    Puzzle,
    /// A model.
    Model,
    /// A position, or a sequence that leads to it.
    Position,
    /// A permutation puzzle: its name or its definition.
    Permutations,
}

impl RequestKind for RecogniseRequest {
    const NAME: &'static str = "recognise";
    const SUMMARY: &'static str = "Says what a text is: which kind of puzzle, model or position.";
    type Response = RecogniseResponse;

    fn example() -> Self {
        Self { text: "https://puzz.link/p?nurikabe/6/6/g2i2m2h3hw".to_owned() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<RecogniseResponse, RequestError> {
        let text = self.text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(ErrorDetail::new("recognise.unknown", "the text is empty")
                .hint("give a link, a puzzle, a model, a position or moves")
                .into());
        }
        if is_minizinc(text) {
            let message = "this is a model in MiniZinc, which only MiniZinc can read";
            return Err(ErrorDetail::new("recognise.minizinc", message)
                .hint("let MiniZinc compile it, with Gordian as its solver, or write it as JSON")
                .into());
        }
        let reading = |content, kind: &str| Reading {
            content,
            kind: kind.to_owned(),
            title: None,
            puzzles: 1,
            notes: Vec::new(),
        };
        let mut readings = Vec::new();
        let mut refused = Vec::new();
        match parse_text(text, ctx) {
            Ok(Text::Problem(problem, notes)) => {
                let content = match &*problem {
                    gordian_solve::Problem::Puzzle(_) => Content::Puzzle,
                    gordian_solve::Problem::Model(_) => Content::Model,
                };
                let title = problem.title().map(str::to_owned);
                readings.push(Reading { title, notes, ..reading(content, problem.kind()) });
            }
            Ok(Text::Sudoku(entries)) => {
                let puzzles = entries.iter().filter(|entry| entry.is_ok()).count();
                let mut entries = entries.into_iter();
                match entries.next() {
                    Some(Ok(first)) => {
                        let notes = notes(&first);
                        let title = first.metadata.title;
                        let kind = reading(Content::Puzzle, "grid");
                        readings.push(Reading { title, puzzles, notes, ..kind });
                    }
                    Some(Err(error)) => refused.push(error),
                    None => {}
                }
            }
            // A text of a form that nothing else has.
            Err(error) => return Err(error),
        }
        let is_square1 = |notation| {
            gordian_perm::square1::parse_position_or_sequence(text, Colours::Six, notation).is_ok()
        };
        if is_square1(Notation::Wca) || is_square1(Notation::Cube21) {
            readings.push(reading(Content::Position, "square1"));
        }
        if gordian_puzzles::cube3::parse_state(text, Default::default()).is_ok() {
            readings.push(reading(Content::Position, "cube3"));
        }
        if let Some(name) = NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(text)) {
            readings.push(reading(Content::Permutations, name));
        } else if readings.is_empty() && is_definition(text, ctx) {
            readings.push(reading(Content::Permutations, "definition"));
        }
        if readings.is_empty() {
            let message = "the text is no puzzle, model, position or sequence that is known";
            let unknown = ErrorDetail::new("recognise.unknown", message)
                .hint("as a Sudoku, it has the error that follows");
            refused.insert(0, unknown);
            return Err(RequestError::new(refused));
        }
        Ok(RecogniseResponse { schema: SchemaVersion, readings })
    }
}

/// Returns whether a text is a model in MiniZinc or FlatZinc: it has a solve item.
fn is_minizinc(text: &str) -> bool {
    let is_solve_item = |item: &str| {
        // A comment or annotations can precede the words.
        let mut words = item.split_whitespace().skip_while(|&word| word != "solve").skip(1);
        words.any(|word| ["satisfy", "minimize", "maximize"].contains(&word))
    };
    // The last item needs no `;`, but a text without any is hardly a model.
    text.contains(';') && text.split(';').any(is_solve_item)
}
