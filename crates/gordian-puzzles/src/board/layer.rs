//! Layers of solutions: one entry for each cell, in one text form and one JSON form.
//!
//! The text form has a line for each row. The JSON form is an object with the layer's key, whose value is
//! the list of the rows as texts:
//!
//! ```text
//! ..o                 {"symbols": ["..o", "o.."]}
//! o..
//!
//! # 3 9               {"numbers": ["# 3 9", "6 4 5"]}
//! 6 4 5
//! ```
//!
//! A kind declares its layer as a constant: [`Symbols`] with its characters, or [`Numbers`]. Another
//! form of entries is another implementation of [`Layer`].

use std::ops::Range;

use serde_json::{Map, Value};

use super::block::{Block, Token};
use super::cell::count_noun;
use super::{Cell, CellMap, Size};
use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS, escaped};
use crate::solution::{parse_document, solution_field};

/// The form in which a map of cells is written.
pub trait Layer {
    /// The entry of a cell.
    type Entry;

    /// Returns the key in JSON.
    fn key(&self) -> &'static str;

    /// Returns whether blanks separate the entries of a row; otherwise each character is an entry.
    fn is_separated(&self) -> bool;

    /// Returns the entry that a text stands for.
    fn read_entry(&self, text: &str) -> Option<Self::Entry>;

    /// Returns the text of an entry.
    fn write_entry(&self, entry: &Self::Entry) -> String;

    /// Describes the entries, as a hint for errors.
    fn hint(&self) -> String;

    /// Returns the rows as texts.
    fn rows(&self, map: &CellMap<Self::Entry>) -> Vec<String> {
        let blank = if self.is_separated() { " " } else { "" };
        let row = |row: &[Self::Entry]| {
            row.iter().map(|entry| self.write_entry(entry)).collect::<Vec<_>>().join(blank)
        };
        map.rows().map(row).collect()
    }

    /// Returns the JSON form.
    fn to_json(&self, map: &CellMap<Self::Entry>) -> Value {
        Value::Object(Map::from_iter([(self.key().to_owned(), self.rows(map).into())]))
    }

    /// Reads a solution: the text form, an answer of `gordian solve --json`, or the JSON form alone.
    ///
    /// # Errors
    ///
    /// Returns the errors of the form.
    fn parse(&self, text: &str) -> Result<CellMap<Self::Entry>, Vec<Diagnostic>> {
        if text.trim_start().starts_with(['{', '[', '"']) {
            self.parse_json(solution_field(&parse_document(text)?), &(0..text.len()))
        } else {
            self.parse_text(text)
        }
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Returns the first row of another length, and every unknown entry.
    fn parse_text(&self, text: &str) -> Result<CellMap<Self::Entry>, Vec<Diagnostic>> {
        let block = Block::plain(text);
        let rows = block.lines.iter().map(|line| {
            let entries = line.cells(self.is_separated());
            Row { span: line.span.clone(), entries }
        });
        read_rows(self, rows.collect(), 0..text.len())
    }

    /// Reads the JSON form; the spans of diagnostics are `whole`, because the JSON parser keeps no
    /// positions.
    ///
    /// # Errors
    ///
    /// Returns the first part of another shape, and every unknown entry.
    fn parse_json(
        &self,
        value: &Value,
        whole: &Range<usize>,
    ) -> Result<CellMap<Self::Entry>, Vec<Diagnostic>> {
        let rows = value.get(self.key()).and_then(Value::as_array);
        let texts = rows.and_then(|rows| rows.iter().map(Value::as_str).collect());
        let Some(texts): Option<Vec<&str>> = texts else {
            let key = self.key();
            let message = match value {
                Value::Object(_) => format!("the solution has no list of texts `{key}`"),
                _ => "the solution in JSON is not an object".to_owned(),
            };
            let hint = format!(
                "write the rows as plain text, or in JSON as {{\"{key}\": [\"…\", \"…\"]}}"
            );
            return Err(vec![wrong_shape(self, whole.clone(), message).hint(hint)]);
        };
        let entry = |text| Token { text, span: whole.clone() };
        let rows = texts.into_iter().map(|text| {
            let entries = if self.is_separated() {
                text.split_whitespace().map(entry).collect()
            } else {
                // A row with a line break is not several rows: its blanks are unknown entries.
                let character = |(at, c): (usize, char)| entry(&text[at..at + c.len_utf8()]);
                text.char_indices().map(character).collect()
            };
            Row { span: whole.clone(), entries }
        });
        read_rows(self, rows.collect(), whole.clone())
    }
}

/// A row of entries.
struct Row<'t> {
    span: Range<usize>,
    entries: Vec<Token<'t>>,
}

/// Reads rows of entries.
fn read_rows<L: Layer + ?Sized>(
    layer: &L,
    rows: Vec<Row<'_>>,
    whole: Range<usize>,
) -> Result<CellMap<L::Entry>, Vec<Diagnostic>> {
    let size = Size::new(rows.len(), rows.first().map_or(0, |row| row.entries.len()));
    if size.n_cells() == 0 || size.rows.max(size.columns) > Size::MAX_SIDE {
        let message =
            format!("the solution has {size}, not between 1 and {} of each", Size::MAX_SIDE);
        return Err(vec![wrong_shape(layer, whole, message)]);
    }
    let mut entries = Vec::with_capacity(size.n_cells());
    let mut unknown = Vec::new();
    for (row, Row { span, entries: tokens }) in rows.into_iter().enumerate() {
        if tokens.len() != size.columns {
            let number = row + 1;
            let found = count_noun(tokens.len(), "cell");
            let message = format!("row {number} has {found}, but row 1 has {}", size.columns);
            return Err(vec![wrong_shape(layer, span, message)]);
        }
        for (column, Token { text, span }) in tokens.into_iter().enumerate() {
            match layer.read_entry(text) {
                Some(entry) => entries.push(entry),
                None if unknown.len() < MAX_DIAGNOSTICS => {
                    let cell = Cell::new(row, column);
                    let message = format!("{cell}: unknown entry `{}`", escaped(text));
                    unknown.push(wrong_shape(layer, span, message));
                }
                None => {}
            }
        }
    }
    CellMap::from_values(size, entries).filter(|_| unknown.is_empty()).ok_or(unknown)
}

/// Returns a diagnostic about the form of a solution.
fn wrong_shape<L: Layer + ?Sized>(layer: &L, span: Range<usize>, message: String) -> Diagnostic {
    Diagnostic::new("solution.wrong-shape", span, message).hint(layer.hint())
}

/// A layer with one character for each cell.
#[derive(Debug)]
pub struct Symbols<T: 'static> {
    /// The key in JSON, such as `symbols` or `shade`.
    pub key: &'static str,
    /// Every entry with its character and its meaning in hints.
    pub symbols: &'static [(char, T, &'static str)],
}

impl<T: Clone + PartialEq> Layer for Symbols<T> {
    type Entry = T;

    fn key(&self) -> &'static str {
        self.key
    }

    fn is_separated(&self) -> bool {
        false
    }

    fn read_entry(&self, text: &str) -> Option<T> {
        let known = self.symbols.iter().find(|(symbol, _, _)| text.chars().eq([*symbol]));
        known.map(|(_, entry, _)| entry.clone())
    }

    fn write_entry(&self, entry: &T) -> String {
        let known = self.symbols.iter().find(|(_, known, _)| known == entry);
        known.expect("every entry has a symbol").0.to_string()
    }

    fn hint(&self) -> String {
        let meanings: Vec<String> = self
            .symbols
            .iter()
            .map(|(symbol, _, meaning)| format!("`{symbol}` {meaning}"))
            .collect();
        format!("a row has one character for each cell: {}", meanings.join(", "))
    }
}

/// An entry of a solution that consists of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NumberCell {
    /// No number: written as `.`.
    Empty,
    /// A cell that takes no number, such as a clue: written as `#`.
    Blocked,
    /// A number.
    Number(u32),
}

/// A layer with one number for each cell.
#[derive(Debug)]
pub struct Numbers;

impl Layer for Numbers {
    type Entry = NumberCell;

    fn key(&self) -> &'static str {
        "numbers"
    }

    fn is_separated(&self) -> bool {
        true
    }

    fn read_entry(&self, text: &str) -> Option<NumberCell> {
        match text {
            "." => Some(NumberCell::Empty),
            "#" => Some(NumberCell::Blocked),
            // `parse` alone would accept a sign.
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok().map(NumberCell::Number)
            }
            _ => None,
        }
    }

    fn write_entry(&self, entry: &NumberCell) -> String {
        match entry {
            NumberCell::Empty => ".".to_owned(),
            NumberCell::Blocked => "#".to_owned(),
            NumberCell::Number(number) => number.to_string(),
        }
    }

    fn hint(&self) -> String {
        "a row has one word for each cell: a number, `.` for no number, `#` for a cell without one"
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LIGHTS: Symbols<bool> =
        Symbols { key: "symbols", symbols: &[('o', true, "a light"), ('.', false, "none")] };

    /// Returns the messages of an error, each with the part of the text that it points at.
    fn errors<T: std::fmt::Debug>(
        text: &str,
        result: Result<CellMap<T>, Vec<Diagnostic>>,
    ) -> Vec<String> {
        let diagnostics = result.unwrap_err();
        diagnostics.iter().map(|d| format!("{} <{}>", d.message, &text[d.span.clone()])).collect()
    }

    #[test]
    fn both_forms_are_read_as_they_are_written() {
        fn check<L: Layer<Entry: Clone + PartialEq + std::fmt::Debug>>(layer: &L, text: &str) {
            let map = layer.parse_text(text).unwrap();
            assert_eq!(layer.rows(&map).join("\n"), text);
            assert_eq!(layer.parse_json(&layer.to_json(&map), &(0..0)), Ok(map));
        }
        check(&LIGHTS, "..o\no..");
        check(&LIGHTS, "o");
        check(&Numbers, "# 3 12\n. 4 #");
        // One column: words without blanks.
        check(&Numbers, "12\n#\n.");
        let map = LIGHTS.parse_text("..o\no..").unwrap();
        assert_eq!(LIGHTS.to_json(&map), json!({"symbols": ["..o", "o.."]}));
        let numbers = Numbers.parse_text("# 0 4294967295").unwrap();
        assert_eq!(numbers[Cell::new(0, 2)], NumberCell::Number(u32::MAX));
    }

    #[test]
    fn answers_and_layers_alone_are_solutions() {
        let lights = LIGHTS.parse_text("o.").unwrap();
        let check = |text: &str| assert_eq!(LIGHTS.parse(text).as_ref(), Ok(&lights), "{text}");
        check("o.\n");
        check(" {\"symbols\": [\"o.\"]}");
        check("{\"schema\": 1, \"solution\": {\"symbols\": [\"o.\"]}}");
        let check = |text: &str, expected: &str| {
            assert_eq!(LIGHTS.parse(text).unwrap_err()[0].code, expected, "{text}");
        };
        check("{", "solution.syntax");
        check("[\"o.\"", "solution.syntax");
        check("{\"schema\": 2, \"solution\": {\"symbols\": [\"o.\"]}}", "solution.schema");
        check("{\"schema\": 1, \"solution\": null}", "solution.wrong-shape");
    }

    #[test]
    fn errors_point_at_the_entry() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(errors(text, LIGHTS.parse_text(text)), expected);
        };
        check("..o\no.", &["row 2 has 2 cells, but row 1 has 3 <o.>"]);
        check(".x\n  ?o", &["r1c2: unknown entry `x` <x>", "r2c1: unknown entry `?` <?>"]);
        check("", &["the solution has 0 rows and 0 columns, not between 1 and 250 of each <>"]);
        let check = |text: &str, expected: &str| {
            assert_eq!(errors(text, Numbers.parse_text(text)), [expected]);
        };
        check("1 +2", "r1c2: unknown entry `+2` <+2>");
        check("1 4294967296", "r1c2: unknown entry `4294967296` <4294967296>");
        let many = "x".repeat(251);
        check(
            &many.replace('x', "1 "),
            &format!(
                "the solution has 1 row and 251 columns, not between 1 and 250 of each <{}>",
                many.replace('x', "1 ")
            ),
        );
        assert_eq!(LIGHTS.parse_text(&format!("{}\n", "x".repeat(200))).unwrap_err().len(), 100);
        let hint = LIGHTS.parse_text("x").unwrap_err()[0].hint.clone();
        assert_eq!(
            hint.as_deref(),
            Some("a row has one character for each cell: `o` a light, `.` none")
        );
    }

    /// A list is not read as rows of brackets and quotation marks.
    #[test]
    fn a_list_is_one_error() {
        let check = |text: &str| {
            let [error] = &LIGHTS.parse(text).unwrap_err()[..] else { panic!("{text}") };
            assert_eq!(error.message, "the solution in JSON is not an object", "{text}");
            let hint = "write the rows as plain text, or in JSON as {\"symbols\": [\"…\", \"…\"]}";
            assert_eq!(error.hint.as_deref(), Some(hint));
        };
        check("[\"..o\", \"o..\"]");
        check("[[0, 0, 1], [1, 0, 0]]");
        check(" []");
        check("\"..o\"");
        check("{\"schema\": 1, \"solution\": [\"..o\", \"o..\"]}");
    }

    #[test]
    fn json_of_another_shape_is_an_error() {
        let check = |value: Value, expected: &str| {
            assert_eq!(errors("whole", LIGHTS.parse_json(&value, &(0..5))), [expected]);
        };
        let missing = "the solution has no list of texts `symbols` <whole>";
        check(json!({"numbers": ["1"]}), missing);
        check(json!(["o"]), "the solution in JSON is not an object <whole>");
        check(json!({"symbols": "o"}), missing);
        check(json!({"symbols": ["o", 1]}), missing);
        check(json!({"symbols": ["..", "."]}), "row 2 has 1 cell, but row 1 has 2 <whole>");
        check(json!({"symbols": ["..", ".x"]}), "r2c2: unknown entry `x` <whole>");
        check(json!({"symbols": ["..\n"]}), "r1c3: unknown entry `\\n` <whole>");
    }
}
