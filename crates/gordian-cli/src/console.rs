//! Where text goes: data to standard output, everything else to standard error.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};

use clap::ValueEnum;
use serde_json::Value;

use crate::env;
use crate::fault::Fault;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless the environment says no
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How a piece of text stands out. Nothing is said by colour alone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    Doubtful,
}

impl Style {
    fn sequence(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\u{1b}[1m",
            Self::Dim => "\u{1b}[2m",
            Self::Good => "\u{1b}[32m",
            Self::Bad => "\u{1b}[31m",
            Self::Doubtful => "\u{1b}[33m",
        }
    }
}

/// Both outputs with what the user wants of them.
#[derive(Debug)]
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    colour_out: bool,
    colour_err: bool,
    quiet: bool,
}

impl Console {
    pub(crate) fn new(colour: Colour, quiet: bool) -> Self {
        let wanted = |is_terminal: bool| match colour {
            Colour::Auto => is_terminal && !env::no_colour(),
            Colour::Always => true,
            Colour::Never => false,
        };
        Self {
            out: BufWriter::new(io::stdout()),
            colour_out: wanted(io::stdout().is_terminal()),
            colour_err: wanted(io::stderr().is_terminal()),
            quiet,
        }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns whether standard output takes colours.
    pub(crate) fn has_colour(&self) -> bool {
        self.colour_out
    }

    /// Returns standard output, for text that is known to be harmless.
    pub(crate) fn out(&mut self) -> &mut BufWriter<Stdout> {
        &mut self.out
    }

    /// Writes one line of data. Whatever could move the cursor is made visible.
    pub(crate) fn line(&mut self, style: Style, text: &str) -> io::Result<()> {
        let text = harmless(text);
        if self.colour_out && !matches!(style, Style::Plain) {
            writeln!(self.out, "{}{text}\u{1b}[0m", style.sequence())
        } else {
            writeln!(self.out, "{text}")
        }
    }

    /// Writes a JSON document on one line and sends it off.
    pub(crate) fn json(&mut self, document: &Value) -> io::Result<()> {
        writeln!(self.out, "{document}")?;
        self.out.flush()
    }

    /// Sends off what was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Tells a remark beside the data, unless the user wants it quiet.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        self.flush()?;
        // Where standard error is closed, nobody misses a remark.
        let _ = writeln!(io::stderr(), "{}", harmless(text));
        Ok(())
    }

    /// Writes a JSON document on a line of standard error, whether the user wants it quiet or not.
    pub(crate) fn tell_apart(&self, document: &Value) {
        // Where standard error is closed, nobody misses it.
        let _ = writeln!(io::stderr(), "{document}");
    }

    /// Tells what is wrong, after the data that were written before.
    pub(crate) fn faults(&mut self, faults: &[Fault]) -> io::Result<()> {
        self.flush()?;
        self.last_words(faults);
        Ok(())
    }

    /// Tells what is wrong, whatever became of standard output.
    pub(crate) fn last_words(&self, faults: &[Fault]) {
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

/// Returns text of a user's file as it may be shown on one line: control characters, and those that
/// turn the direction of writing, are made visible.
pub(crate) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(c.escape_unicode());
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                out.extend(c.escape_debug());
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_made_harmless() {
        let check = |text, expected| assert_eq!(harmless(text), expected);
        check("r1c2 · é «ok»", "r1c2 · é «ok»");
        check("a\u{1b}[31mb\nc", "a\\u{1b}[31mb\\nc");
        check("\u{9b}0m", "\\u{9b}0m");
        check("x\u{202e}y", "x\\u{202e}y");
    }
}
