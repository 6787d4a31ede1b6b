//! What keeps a command from doing its work, as text with a caret and as JSON.

use std::fmt::{self, Write as _};
use std::ops::Range;

use gordian::atlas::AtlasError;
use gordian::model::JsonError;
use gordian::perm::square1::ParseError;
use gordian::puzzles::{Diagnostic, line_column};
use gordian::table::TableError;
use gordian::{SolveError, export::ExportError};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use serde_json::{Value, json};

use crate::console::harmless;

/// Characters of a line that are shown around a fault.
const WINDOW: usize = 72;

/// One thing that is wrong with the input, the arguments or the system.
///
/// The message is a lower-case fragment; what to do about it is the hint.
#[derive(Debug)]
pub(crate) struct Fault {
    code: &'static str,
    message: String,
    hint: Option<String>,
    file: Option<String>,
    place: Option<Box<Place>>,
}

/// Where in a file a fault lies.
#[derive(Debug)]
struct Place {
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    /// The part of the line that is shown, without control characters.
    window: String,
    /// What the caret points at: bytes of `window`.
    marked: Range<usize>,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, file: None, place: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says in which file the fault lies.
    pub(crate) fn within(mut self, file: &str) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// Says where in the text of its file the fault lies, in bytes.
    pub(crate) fn at(mut self, text: &str, span: &Range<usize>) -> Self {
        self.place = Some(Box::new(Place::new(text, span)));
        self
    }

    /// Returns the fault that a reader of puzzles or solutions found in `text`.
    pub(crate) fn of_diagnostic(diagnostic: Diagnostic, file: &str, text: &str) -> Self {
        let Diagnostic { code, message, hint, span } = diagnostic;
        Self { code, message, hint, file: Some(file.to_owned()), place: None }.at(text, &span)
    }

    /// Returns the fault that the reader of models found in `text`.
    pub(crate) fn of_json(error: &JsonError, file: &str, text: &str) -> Self {
        let fault = Self {
            code: error.code(),
            message: error.kind.to_string(),
            hint: error.hint(),
            file: Some(file.to_owned()),
            place: None,
        };
        let line_start = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
        let rest: &str = &text[line_start..];
        let at = rest.char_indices().nth(error.column - 1).map_or(rest.len(), |(at, _)| at);
        fault.at(text, &(line_start + at..line_start + at))
    }

    /// Returns the fault of a problem that was read but cannot be worked on.
    pub(crate) fn of_solve(error: &SolveError, file: &str) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint()).within(file)
    }

    /// Returns the fault of a position or sequence of a Square-1, without its place.
    pub(crate) fn of_square1(error: &ParseError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }

    /// Returns the fault of a problem that cannot be exported; `file` is the problem's.
    pub(crate) fn of_export(error: &ExportError, file: &str) -> Self {
        match error {
            ExportError::Solve(error) => Self::of_solve(error, file),
            ExportError::Linearise(error) => {
                Self::new("export.rows", error.to_string()).hint(error.hint()).within(file)
            }
            other => Self::new("export.failed", other.to_string()).within(file),
        }
    }

    /// Says where in line `number` (from 1) of its file the fault lies, in bytes of the line.
    pub(crate) fn at_line(mut self, number: usize, line: &str, span: &Range<usize>) -> Self {
        let place = Place { line: number, ..Place::new(line, span) };
        self.place = Some(Box::new(place));
        self
    }

    /// Returns the fault of a table that was refused or could not be written.
    pub(crate) fn of_table(error: &TableError) -> Self {
        let file = error.path().display().to_string();
        Self::new(error.code(), error.to_string()).hint(error.hint()).within(&file)
    }

    /// Returns the fault of work on tables.
    pub(crate) fn of_atlas(error: &AtlasError) -> Self {
        let fault = Self::new(error.code(), error.to_string()).hint(error.hint());
        match error {
            AtlasError::Table(error) => Self::of_table(error),
            AtlasError::MemoryLimit { needed, .. } => {
                let mib = needed.div_ceil(1 << 20);
                fault.hint(format!("allow more: `--memory {mib}MiB` is enough"))
            }
            AtlasError::PathUnavailable { .. } => {
                fault.hint("`--kernel auto` takes the best one that there is")
            }
            AtlasError::UnknownTable { file, .. } | AtlasError::Contents { file, .. } => {
                fault.within(&file.display().to_string())
            }
            _ => fault,
        }
    }

    /// Returns the object that stands for the fault in JSON documents.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "file": self.file,
            "line": self.place.as_ref().map(|place| place.line),
            "column": self.place.as_ref().map(|place| place.column),
        })
    }

    /// Returns the fault as people read it, with line breaks, at most `width` columns wide.
    pub(crate) fn render(&self, width: usize, colour: bool) -> String {
        let styles = if colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false)
            // The name of the source says line and column already, in characters.
            .without_primary_span_start();
        let mut out = String::new();
        handler.render_report(&mut out, self).expect("a string takes all that is written");
        // Messages of the system name the file themselves.
        if let (None, Some(file)) = (&self.place, &self.file)
            && !self.message.contains(file.as_str())
        {
            writeln!(out, "  in {}", harmless(file)).expect("as above");
        }
        if let Some(hint) = &self.hint {
            let hint = harmless(hint);
            let mark = if colour { "\u{1b}[36mhint:\u{1b}[0m" } else { "hint:" };
            writeln!(out, "  {mark} {hint}").expect("as above");
        }
        out
    }
}

impl Place {
    fn new(text: &str, span: &Range<usize>) -> Self {
        let (line, column) = line_column(text, span.start);
        let whole = text.split('\n').nth(line - 1).unwrap_or_default();
        let whole: Vec<char> = whole.trim_end_matches('\r').chars().collect();
        let marked = text.get(span.clone()).unwrap_or_default();
        let n_marked = marked.chars().take_while(|&c| c != '\n' && c != '\r').count();
        // A long line (a model may be one) is cut: the fault stays in sight.
        let caret = (column - 1).min(whole.len());
        let start = caret.saturating_sub(WINDOW / 2);
        let end = whole.len().min(start + WINDOW);
        let part = |from: usize, to: usize| -> String {
            whole[from..to].iter().map(|&c| visible(c)).collect()
        };
        let cut = if start > 0 { "…" } else { "" };
        let before = format!("{cut}{}", part(start, caret));
        let shown = part(caret, end.min(caret + n_marked));
        let after = part(end.min(caret + n_marked), end);
        let marked = before.len()..before.len() + shown.len();
        let cut = if end < whole.len() { "…" } else { "" };
        Self { line, column, window: format!("{before}{shown}{after}{cut}"), marked }
    }
}

/// Returns a character of a file as it may be shown: nothing that moves the cursor or turns the
/// direction of writing.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if harmless(c.encode_utf8(&mut [0; 4])).chars().eq([c]) => c,
        _ => '�',
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&harmless(&self.message))
    }
}

impl std::error::Error for Fault {}

impl miette::Diagnostic for Fault {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.is_some().then_some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.place.as_ref()?;
        let span = LabeledSpan::new(None, place.marked.start, place.marked.len());
        Some(Box::new(std::iter::once(span)))
    }
}

/// The source is the window alone: whatever context is asked for, this is all there is to show.
impl SourceCode for Fault {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        _lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let place = self.place.as_ref().ok_or(MietteError::OutOfBounds)?;
        let file = harmless(self.file.as_deref().unwrap_or("input"));
        let name = format!("{file}:{}:{}", place.line, place.column);
        let span = SourceSpan::from(0..place.window.len());
        let data = place.window.as_bytes();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, place.line - 1, 0, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str, span: Range<usize>) -> String {
        Fault::new("x.y", "this is wrong")
            .hint("mend it")
            .within("a.toml")
            .at(text, &span)
            .render(80, false)
    }

    #[test]
    fn a_fault_shows_its_line_with_a_caret() {
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
    fn a_long_line_is_cut() {
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
    fn a_file_cannot_write_to_the_terminal() {
        let text = "a = \u{1b}[31m\u{202e}\t!";
        let out = rendered(text, 4..5);
        assert!(!out.contains(['\u{1b}', '\u{202e}', '\t']), "{out:?}");
    }

    #[test]
    fn a_fault_may_lie_at_the_end_or_span_lines() {
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
    fn json_has_the_place_or_null() {
        let fault = Fault::new("x.y", "wrong").within("f").at("ab\ncd", &(4..5));
        let expected = json!({
            "code": "x.y", "message": "wrong", "hint": null, "file": "f", "line": 2, "column": 2,
        });
        assert_eq!(fault.to_json(), expected);
        assert_eq!(Fault::new("x.y", "wrong").to_json()["line"], Value::Null);
    }
}
