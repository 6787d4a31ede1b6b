//! Output: data to standard output, everything else to standard error.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};

use clap::ValueEnum;
use serde::Serialize;

use crate::env;
use crate::escape::escape_control;
use crate::fault::Fault;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless an environment variable disables them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The style of a line. Colour never carries information by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Plain,
    Bold,
    Dim,
    Success,
    Failure,
    Warning,
}

impl Style {
    fn sequence(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\u{1b}[1m",
            Self::Dim => "\u{1b}[2m",
            Self::Success => "\u{1b}[32m",
            Self::Failure => "\u{1b}[31m",
            Self::Warning => "\u{1b}[33m",
        }
    }
}

/// Standard output and standard error, with the user's settings.
#[derive(Debug)]
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    colour_out: bool,
    colour_err: bool,
    quiet: bool,
}

impl Console {
    pub(crate) fn new(colour: Colour, quiet: bool) -> Self {
        let is_enabled = |is_terminal: bool| match colour {
            Colour::Auto => is_terminal && !env::no_colour(),
            Colour::Always => true,
            Colour::Never => false,
        };
        Self {
            out: BufWriter::new(io::stdout()),
            colour_out: is_enabled(io::stdout().is_terminal()),
            colour_err: is_enabled(io::stderr().is_terminal()),
            quiet,
        }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns whether standard output is coloured.
    pub(crate) fn has_colour(&self) -> bool {
        self.colour_out
    }

    /// Returns standard output. The caller escapes control characters in text from users.
    pub(crate) fn out(&mut self) -> &mut BufWriter<Stdout> {
        &mut self.out
    }

    /// Writes one line of data, with control characters escaped.
    pub(crate) fn print_line(&mut self, style: Style, text: &str) -> io::Result<()> {
        let text = escape_control(text);
        if self.colour_out && !matches!(style, Style::Plain) {
            writeln!(self.out, "{}{text}\u{1b}[0m", style.sequence())
        } else {
            writeln!(self.out, "{text}")
        }
    }

    /// Writes a JSON document on one line and flushes.
    pub(crate) fn print_json(&mut self, document: &impl Serialize) -> io::Result<()> {
        self.write_json(document)?;
        self.out.flush()
    }

    /// Writes a JSON document on one line, which is flushed with later output.
    pub(crate) fn write_json(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, document)?;
        writeln!(self.out)
    }

    /// Flushes standard output.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes a note to standard error, unless `--quiet` is given.
    pub(crate) fn print_note(&mut self, text: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        self.flush()?;
        // A closed standard error is no reason to fail.
        let _ = writeln!(io::stderr(), "{}", escape_control(text));
        Ok(())
    }

    /// Writes the notes of an answer to standard error, unless `--quiet` is given.
    pub(crate) fn print_notes(&mut self, notes: &[String]) -> io::Result<()> {
        notes.iter().try_for_each(|note| self.print_note(&format!("note: {note}")))
    }

    /// Writes a JSON document on one line of standard error, even with `--quiet`.
    pub(crate) fn print_json_to_stderr(&self, document: &impl Serialize) {
        let document =
            serde_json::to_string(document).expect("the names of all fields are strings");
        // A closed standard error is no reason to fail.
        let _ = writeln!(io::stderr(), "{document}");
    }

    /// Flushes standard output and writes faults to standard error.
    pub(crate) fn print_faults(&mut self, faults: &[Fault]) -> io::Result<()> {
        self.flush()?;
        self.print_faults_to_stderr(faults);
        Ok(())
    }

    /// Writes faults to standard error without touching standard output, which may be broken.
    pub(crate) fn print_faults_to_stderr(&self, faults: &[Fault]) {
        let width = terminal_size::terminal_size_of(io::stderr())
            .map_or(100, |(width, _)| usize::from(width.0).clamp(40, 120));
        for (number, fault) in faults.iter().enumerate() {
            if number > 0 {
                let _ = writeln!(io::stderr());
            }
            let text = fault.render(width, self.colour_err);
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }
}
