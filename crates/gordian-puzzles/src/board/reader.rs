//! Reads values of a TOML document and collects diagnostics.
//!
//! The `read` functions report an error and return `None`, so that a parser can continue and report
//! more; it fails only at the end, if [`Reader::finish`] has diagnostics.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::board::block::{Block, content_start};
use crate::board::cell::{Cell, count_noun};
use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS, excerpt};

/// A value of the document with its span in the text.
pub(crate) type Value<'s> = Spanned<DeValue<'s>>;

/// Reads one text and collects its diagnostics.
pub struct Reader<'s> {
    pub(crate) source: &'s str,
    diagnostics: Vec<Diagnostic>,
}

/// The largest number of characters of names and titles in puzzle files.
pub const MAX_NAME_CHARS: usize = 200;

/// Returns why a text cannot be a name or a title in a puzzle file, if so, as the end of a
/// sentence. A name is a non-empty line of at most [`MAX_NAME_CHARS`] characters.
#[must_use]
pub fn name_problem(text: &str) -> Option<String> {
    if text.trim().is_empty() {
        Some("is empty".to_owned())
    } else if text.chars().any(char::is_control) {
        Some("contains a line break or another control character".to_owned())
    } else if text.chars().nth(MAX_NAME_CHARS).is_some() {
        Some(format!("is longer than {MAX_NAME_CHARS} characters"))
    } else {
        None
    }
}

/// Returns the type of a value, as in messages.
fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

impl<'s> Reader<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self { source, diagnostics: Vec::new() }
    }

    /// Adds a diagnostic, up to [`MAX_DIAGNOSTICS`].
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns whether further diagnostics are dropped.
    fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_DIAGNOSTICS
    }

    /// Adds a diagnostic without a hint.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
    ) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Returns `value` if it is complete and nothing was reported, else the diagnostics in the
    /// order of the text.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Vec<Diagnostic>> {
        match value {
            Some(value) if self.diagnostics.is_empty() => Ok(value),
            _ => {
                assert!(!self.diagnostics.is_empty(), "a parser failed without a diagnostic");
                self.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
                Err(self.diagnostics)
            }
        }
    }

    fn wrong_type(&mut self, what: &str, value: &Value<'_>, wanted: &str) {
        let found = type_name(value.get_ref());
        self.error("puzzle.wrong-type", value.span(), format!("{what} is {found}, not {wanted}"));
    }

    /// Reports every key of `table` that is not in `known`, with the nearest known one.
    pub(crate) fn check_keys(&mut self, place: &str, table: &DeTable<'_>, known: &[&str]) {
        for key in table.keys() {
            // Finding the nearest key is expensive, and the report would be dropped.
            if self.is_full() {
                return;
            }
            let name = key.get_ref().as_ref();
            if known.contains(&name) {
                continue;
            }
            let message = format!("unknown key `{}` in {place}", excerpt(name));
            let hint = match nearest_name(name, known) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("known keys are {}", known.join(", ")),
            };
            self.report(Diagnostic::new("puzzle.unknown-key", key.span(), message).hint(hint));
        }
    }

    pub(crate) fn text<'t>(&mut self, what: &str, value: &'t Value<'_>) -> Option<&'t str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.as_ref()),
            _ => {
                self.wrong_type(what, value, "a text");
                None
            }
        }
    }

    /// Returns the span in the file of a part of `text`, the text of `value`; the span of the whole
    /// value if it contains escapes.
    pub(crate) fn place_in(
        &self,
        value: &Value<'_>,
        text: &str,
        part: &Range<usize>,
    ) -> Range<usize> {
        let whole = value.span();
        match content_start(self.source, &whole, text) {
            Some(start) => start + part.start..start + part.end,
            None => whole,
        }
    }

    /// Reads a name for messages, as [`name_problem`] allows it.
    pub(crate) fn name(&mut self, what: &str, value: &Value<'_>) -> Option<String> {
        let text = self.text(what, value)?;
        let Some(problem) = name_problem(text) else { return Some(text.trim().to_owned()) };
        self.error("puzzle.bad-text", value.span(), format!("{what} {problem}"));
        None
    }

    pub(crate) fn boolean(&mut self, what: &str, value: &Value<'_>) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => {
                self.wrong_type(what, value, "true or false");
                None
            }
        }
    }

    /// Reads an integer within `range`.
    pub(crate) fn integer(
        &mut self,
        what: &str,
        value: &Value<'_>,
        range: RangeInclusive<usize>,
    ) -> Option<usize> {
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_type(what, value, "an integer");
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix());
        let number = number.ok().and_then(|number| usize::try_from(number).ok());
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(number);
        }
        let message = format!(
            "{what} is {}, not between {} and {}",
            excerpt(integer.as_str()),
            range.start(),
            range.end()
        );
        self.error("puzzle.out-of-range", value.span(), message);
        None
    }

    pub(crate) fn list<'t, 'v>(
        &mut self,
        what: &str,
        value: &'t Value<'v>,
    ) -> Option<&'t [Value<'v>]> {
        match value.get_ref() {
            DeValue::Array(items) => Some(items),
            _ => {
                self.wrong_type(what, value, "a list");
                None
            }
        }
    }

    /// Reads a list of exactly `length` items.
    pub(crate) fn list_of<'t, 'v>(
        &mut self,
        what: &str,
        value: &'t Value<'v>,
        length: usize,
    ) -> Option<&'t [Value<'v>]> {
        let items = self.list(what, value)?;
        if items.len() == length {
            return Some(items);
        }
        let message = format!("{what} has {} instead of {length}", count_noun(items.len(), "item"));
        self.error("puzzle.wrong-length", value.span(), message);
        None
    }

    pub(crate) fn table<'t, 'v>(
        &mut self,
        what: &str,
        value: &'t Value<'v>,
    ) -> Option<&'t DeTable<'v>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => {
                self.wrong_type(what, value, "a table");
                None
            }
        }
    }

    /// Reads the text block `key`, which must be there; `hint` says how to write it.
    pub(crate) fn required_block(
        &mut self,
        table: &DeTable<'_>,
        key: &str,
        hint: &str,
    ) -> Option<Block> {
        match table.get(key) {
            Some(value) => self.block(key, value),
            None => {
                let message = format!("there is no `{key}`");
                let diagnostic = Diagnostic::new("puzzle.missing-key", 0..0, message);
                self.report(diagnostic.hint(hint));
                None
            }
        }
    }

    pub(crate) fn block(&mut self, what: &str, value: &Value<'_>) -> Option<Block> {
        let text = self.text(what, value)?;
        Some(Block::new(self.source, value.span(), text))
    }

    /// Reads `[row, column]`, counted from 1, of a board with `rows` and `columns`.
    pub(crate) fn cell(
        &mut self,
        what: &str,
        value: &Value<'_>,
        rows: usize,
        columns: usize,
    ) -> Option<Cell> {
        let items = self.list(what, value)?;
        let [row, column] = items else {
            let diagnostic = Diagnostic::new(
                "puzzle.wrong-length",
                value.span(),
                format!("{what} has {} instead of 2", count_noun(items.len(), "number")),
            );
            self.report(diagnostic.hint("a place is written [row, column], counted from 1"));
            return None;
        };
        let row = self.integer(&format!("the row of {what}"), row, 1..=rows);
        let column = self.integer(&format!("the column of {what}"), column, 1..=columns);
        Some(Cell::new(row? - 1, column? - 1))
    }
}

/// Returns the known name that `name` is probably a misspelling of.
#[must_use]
pub fn nearest_name<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    // Long names are not typing errors, and the distance costs the product of the lengths.
    if name.len() > 40 {
        return None;
    }
    let distance = |candidate: &str| strsim::damerau_levenshtein(name, candidate);
    let best = known.iter().copied().min_by_key(|candidate| distance(candidate))?;
    (distance(best) <= best.len().div_ceil(3)).then_some(best)
}
