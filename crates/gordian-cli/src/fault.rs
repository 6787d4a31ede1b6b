//! Errors as shown to the user: text with a caret under the position, or JSON.

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::path::Path;

use gordian::atlas::AtlasError;
use gordian::flatzinc::FlatZincError;
use gordian::model::JsonError;
use gordian::puzzles::{Diagnostic, line_column};
use gordian::requests::{ErrorDetail, SchemaVersion};
use gordian::sudoku_batch::LineError;
use gordian::tables::TableWorkError;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use serde::{Serialize, Serializer};

use crate::escape::escape_control;

/// The number of characters of a line that are shown around a fault.
const EXCERPT_WIDTH: usize = 72;

/// The options or commands that the hint of an error of the library is about, by the code of the
/// error. Libraries do not name them, because services have the same hints.
const OPTIONS: [(&str, &str); 13] = [
    ("atlas.no-file", "`--out`"),
    ("atlas.too-many-states", "`--moves`, `--depth`"),
    ("atlas.wrong-puzzle", "`gordian atlas build`"),
    ("cube.no-step", "`gordian cube solve`"),
    ("flatzinc.syntax", "`minizinc --solver gordian model.mzn`"),
    ("perm.no-random-state", "`--length`"),
    ("solve.endless", "without `--count` and `--all`"),
    ("solve.no-proof", "`--engine`, `--confirm`"),
    ("solve.wrong-engine", "`--engine`"),
    ("sudoku.asymmetric", "`--symmetry`"),
    ("sudoku.not-classic", "`--scale`"),
    ("sudoku.unwritable", "`--output`, or `--box`, `--regions`, `--diagonals`"),
    ("sudoku.wrong-format", "`--format`"),
];

/// Returns the hint of an error with the options that it is about.
fn with_options(code: &str, hint: String) -> String {
    match OPTIONS.iter().find(|(known, _)| *known == code) {
        Some((_, options)) => format!("{hint} ({options})"),
        None => hint,
    }
}

/// An error in the input, the arguments or the system.
///
/// The message is a lower-case fragment; the hint says what to do.
#[derive(Debug)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
    hint: Option<String>,
    file: Option<String>,
    location: Option<Box<Location>>,
}

/// The position of a fault in a file.
#[derive(Debug)]
struct Location {
    /// One-based.
    line: usize,
    /// One-based, in characters.
    column: usize,
    /// The part of the line that is shown, without control characters.
    excerpt: String,
    /// The part of `excerpt` that is underlined, in bytes.
    marked: Range<usize>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, file: None, location: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the file of the fault.
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// Sets the position of the fault: a span of bytes in the text of the file.
    pub(crate) fn at_span(mut self, text: &str, span: &Range<usize>) -> Self {
        self.location = Some(Box::new(Location::new(text, span)));
        self
    }

    /// Converts an error of the library, without its location. The hint also names the options that
    /// it is about.
    pub(crate) fn of(error: impl Into<ErrorDetail>) -> Self {
        let ErrorDetail { code, message, hint, .. } = error.into();
        let hint = hint.map(|hint| with_options(code, hint));
        Self { code, message, hint, file: None, location: None }
    }

    /// Converts a diagnostic of the puzzle parser or solution parser; `text` is the parsed text.
    pub(crate) fn from_diagnostic(diagnostic: Diagnostic, file: &str, text: &str) -> Self {
        let span = diagnostic.span.clone();
        Self::of(diagnostic).in_file(file).at_span(text, &span)
    }

    /// Converts an error of the model parser; `text` is the parsed text.
    pub(crate) fn from_json_error(error: &JsonError, file: &str, text: &str) -> Self {
        let line_start = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
        let rest: &str = &text[line_start..];
        let at = rest.char_indices().nth(error.column - 1).map_or(rest.len(), |(at, _)| at);
        Self::of(error).in_file(file).at_span(text, &(line_start + at..line_start + at))
    }

    /// Converts an error of the FlatZinc parser; `text` is the parsed text.
    pub(crate) fn from_flatzinc_error(error: &FlatZincError, file: &str, text: &str) -> Self {
        let mut fault = Self::new(error.code(), error.to_string()).in_file(file);
        fault.hint = error.hint().map(|hint| with_options(error.code(), hint));
        match &error.span {
            Some(span) => fault.at_span(text, span),
            None => fault,
        }
    }

    /// Converts the error of a line of `file`.
    pub(crate) fn from_line_error(error: &LineError, file: &str) -> Self {
        let fault = Self::of(ErrorDetail::clone(&error.detail));
        let Some(text) = &error.text else { return fault };
        let number = usize::try_from(error.line).unwrap_or(usize::MAX);
        fault.in_file(file).at_line(number, text, &error.span)
    }

    /// Sets the position of the fault: a span of bytes in line `number` (one-based) of the file.
    pub(crate) fn at_line(mut self, number: usize, line: &str, span: &Range<usize>) -> Self {
        let location = Location { line: number, ..Location::new(line, span) };
        self.location = Some(Box::new(location));
        self
    }

    /// Moves a fault of a line that was read alone to this line of its input.
    pub(crate) fn on_line(mut self, number: usize, line: &str) -> Self {
        match &mut self.location {
            Some(location) => location.line = number,
            None => return self.at_line(number, line, &(0..line.len())),
        }
        self
    }

    /// Converts an error of work with a table; hints name the options of the command line.
    pub(crate) fn from_table_error(error: impl Into<TableWorkError>) -> Self {
        let error = match error.into() {
            TableWorkError::Atlas(error) => error,
            error => return Self::of(error),
        };
        let file = match &error {
            AtlasError::Table(error) => Some(error.path().display().to_string()),
            AtlasError::UnknownTable { file, .. } | AtlasError::Contents { file, .. } => {
                Some(file.display().to_string())
            }
            _ => None,
        };
        let hint = match &error {
            AtlasError::MemoryLimit { needed, .. } => {
                Some(format!("`--memory {}MiB` is enough", needed.div_ceil(1 << 20)))
            }
            AtlasError::SimdLevelUnavailable { .. } => {
                Some("`--kernel auto` selects the best available kernel".to_owned())
            }
            _ => None,
        };
        let fault = Self::of(error);
        Self { hint: hint.or(fault.hint), file, ..fault }
    }

    /// Adds another hint after the first one, if there is one.
    pub(crate) fn also_hint(self, hint: &str) -> Self {
        let hint = match &self.hint {
            Some(first) => format!("{first}; {hint}"),
            None => hint.to_owned(),
        };
        self.hint(hint)
    }

    /// Returns the line that answers an invalid line of the input.
    pub(crate) fn to_line(&self, line: impl fmt::Display) -> String {
        format!("error\t{line}\t{}\t{self}", self.code)
    }

    /// Returns the file of the fault.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns the JSON object that describes the fault.
    #[cfg(test)]
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("the names of all fields are strings")
    }

    /// Renders the fault as text, at most `width` columns wide.
    pub(crate) fn render(&self, width: usize, colour: bool) -> String {
        let styles = if colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false)
            // The name of the source already contains line and column, in characters.
            .without_primary_span_start();
        let mut out = String::new();
        handler.render_report(&mut out, self).expect("writing to a string cannot fail");
        // Messages of the system already name the file.
        if let (None, Some(file)) = (&self.location, &self.file)
            && !self.message.contains(file.as_str())
        {
            writeln!(out, "  in {}", escape_control(file)).expect("as above");
        }
        if let Some(hint) = &self.hint {
            let hint = escape_control(hint);
            let mark = if colour { "\u{1b}[36mhint:\u{1b}[0m" } else { "hint:" };
            writeln!(out, "  {mark} {hint}").expect("as above");
        }
        out
    }
}

/// The JSON object that describes a fault.
#[derive(Serialize)]
struct FaultFields<'a> {
    code: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = FaultFields {
            code: self.code,
            message: &self.message,
            hint: self.hint.as_deref(),
            file: self.file.as_deref(),
            line: self.location.as_ref().map(|location| location.line),
            column: self.location.as_ref().map(|location| location.column),
        };
        fields.serialize(serializer)
    }
}

/// The JSON document of a failed command, or of a failed part of its input.
#[derive(Serialize)]
pub(crate) struct FaultDocument<'a> {
    schema: SchemaVersion,
    /// The file that the command was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Option<String>>,
    /// The line that the fault belongs to, for commands that answer line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    error: &'a Fault,
    /// All faults of the line, if there are several.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [Fault],
}

impl<'a> FaultDocument<'a> {
    pub(crate) fn new(error: &'a Fault) -> Self {
        Self { schema: SchemaVersion, file: None, line: None, error, errors: &[] }
    }

    /// Adds the file that the command was about.
    pub(crate) fn about_file(self, file: Option<&Path>) -> Self {
        Self { file: Some(file.map(|file| file.display().to_string())), ..self }
    }

    /// Returns the document of the faults of a line; `first` is the first of them.
    pub(crate) fn of_line(line: u64, first: &'a Fault, faults: &'a [Fault]) -> Self {
        let errors = if faults.len() > 1 { faults } else { &[] };
        Self { line: Some(line), errors, ..Self::new(first) }
    }
}

impl Location {
    fn new(text: &str, span: &Range<usize>) -> Self {
        let (line, column) = line_column(text, span.start);
        let whole = text.split('\n').nth(line - 1).unwrap_or_default();
        let whole: Vec<char> = whole.trim_end_matches('\r').chars().collect();
        let marked = text.get(span.clone()).unwrap_or_default();
        let n_marked = marked.chars().take_while(|&c| c != '\n' && c != '\r').count();
        // A long line (a model may consist of one) is cut around the fault.
        let caret = (column - 1).min(whole.len());
        let start = caret.saturating_sub(EXCERPT_WIDTH / 2);
        let end = whole.len().min(start + EXCERPT_WIDTH);
        let part = |from: usize, to: usize| -> String {
            whole[from..to].iter().map(|&c| printable(c)).collect()
        };
        let cut = if start > 0 { "…" } else { "" };
        let before = format!("{cut}{}", part(start, caret));
        let shown = part(caret, end.min(caret + n_marked));
        let after = part(end.min(caret + n_marked), end);
        let marked = before.len()..before.len() + shown.len();
        let cut = if end < whole.len() { "…" } else { "" };
        Self { line, column, excerpt: format!("{before}{shown}{after}{cut}"), marked }
    }
}

/// Returns `c`, or a replacement if it moves the cursor or changes the direction of writing.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if escape_control(c.encode_utf8(&mut [0; 4])).chars().eq([c]) => c,
        _ => '�',
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape_control(&self.message))
    }
}

impl std::error::Error for Fault {}

impl miette::Diagnostic for Fault {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.location.is_some().then_some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let location = self.location.as_ref()?;
        let span = LabeledSpan::new(None, location.marked.start, location.marked.len());
        Some(Box::new(std::iter::once(span)))
    }
}

/// The source consists of the excerpt only; requests for more context are ignored.
impl SourceCode for Fault {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        _lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let location = self.location.as_ref().ok_or(MietteError::OutOfBounds)?;
        let file = escape_control(self.file.as_deref().unwrap_or("input"));
        let name = format!("{file}:{}:{}", location.line, location.column);
        let span = SourceSpan::from(0..location.excerpt.len());
        let data = location.excerpt.as_bytes();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, location.line - 1, 0, 1)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn rendered(text: &str, span: Range<usize>) -> String {
        Fault::new("x.y", "this is wrong")
            .hint("mend it")
            .in_file("a.toml")
            .at_span(text, &span)
            .render(80, false)
    }

    #[test]
    fn fault_shows_its_line_with_a_caret() {
        insta::assert_snapshot!(rendered("kind = 'grid'\ngivens = 'é?'\n", 26..27), @r#"
         × this is wrong
          ╭─[a.toml:2:12]
        2 │ givens = 'é?'
          ·            ─
          ╰────
         hint: mend it
        "#);
    }

    #[test]
    fn long_line_is_cut_around_the_fault() {
        let line = format!("[{}?{}]", "1, ".repeat(1000), ", 1".repeat(1000));
        insta::assert_snapshot!(rendered(&line, 3001..3002), @r#"
         × this is wrong
          ╭─[a.toml:1:3002]
        1 │ …1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ?, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …
          ·                                      ─
          ╰────
         hint: mend it
        "#);
    }

    #[test]
    fn control_characters_of_a_file_are_not_printed() {
        let text = "a = \u{1b}[31m\u{202e}\t!";
        let out = rendered(text, 4..5);
        assert!(!out.contains(['\u{1b}', '\u{202e}', '\t']), "{out:?}");
    }

    #[test]
    fn fault_at_the_end_or_across_lines_is_rendered() {
        insta::assert_snapshot!(rendered("", 0..0), @r#"
        × this is wrong
         ╭─[a.toml:1:1]
         ╰────
        hint: mend it
        "#);
        insta::assert_snapshot!(rendered("[\n1\n]", 0..5), @r#"
         × this is wrong
          ╭─[a.toml:1:1]
        1 │ [
          · ─
          ╰────
         hint: mend it
        "#);
        insta::assert_snapshot!(rendered("ab\r\n", 4..4), @r#"
        × this is wrong
         ╭─[a.toml:2:1]
         ╰────
        hint: mend it
        "#);
    }

    #[test]
    fn json_has_the_location_or_null() {
        let fault = Fault::new("x.y", "wrong").in_file("f").at_span("ab\ncd", &(4..5));
        let expected = json!({
            "code": "x.y", "message": "wrong", "hint": null, "file": "f", "line": 2, "column": 2,
        });
        assert_eq!(fault.to_json(), expected);
        assert_eq!(Fault::new("x.y", "wrong").to_json()["line"], Value::Null);
    }
}
