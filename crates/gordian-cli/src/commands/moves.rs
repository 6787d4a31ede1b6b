//! Texts that the commands of the Square-1 and of the cube share.

use std::fmt::Display;
use std::io;

use gordian::{Limit, Outcome, Seconds};

use crate::console::{Console, Style};
use crate::exit::Exit;
use crate::format::{format_limit, format_seconds};

/// The note about a Square-1 whose solution leads to the upside-down solved puzzle.
pub(super) const UPSIDE_DOWN: &str = "the solved puzzle is upside down: turn the whole puzzle over";

/// What was established about a position, and how.
pub(super) struct Verdict<'a> {
    pub(super) outcome: Outcome,
    pub(super) limit: Option<Limit>,
    /// The caveat about a solution that is only feasible.
    pub(super) caveat: &'a str,
    /// The lower bound on the length, with its unit.
    pub(super) lower_bound: Option<String>,
    /// Whether there is a solution; it was verified by replay.
    pub(super) checked: bool,
    pub(super) seconds: Seconds,
    pub(super) engine: Option<&'a str>,
}

impl Verdict<'_> {
    /// Writes the verdict as one line.
    pub(super) fn print(&self, console: &mut Console) -> io::Result<()> {
        let stopped = self.limit.map_or("", format_limit);
        let (style, mut words) = match (self.outcome, self.limit) {
            (Outcome::Optimal, None) => {
                (Style::Success, vec!["solved".to_owned(), "optimal".to_owned()])
            }
            (Outcome::Optimal, Some(_)) => {
                let caveat = format!("not all solutions counted (stopped by {stopped})");
                (Style::Warning, vec!["solved".to_owned(), "optimal".to_owned(), caveat])
            }
            (Outcome::Solved, _) => (Style::Success, vec!["solved".to_owned()]),
            (Outcome::Feasible(_), _) => {
                let caveat = format!("{} (stopped by {stopped})", self.caveat);
                (Style::Warning, vec!["solved".to_owned(), caveat])
            }
            (Outcome::Infeasible | Outcome::Stopped(_), _) => {
                let words = vec!["undecided".to_owned(), format!("stopped by {stopped}")];
                (Style::Warning, words)
            }
        };
        if let (false, Some(bound)) = (self.outcome.has_answer(), &self.lower_bound) {
            words.push(format!("no fewer than {bound} are possible"));
        }
        words.extend(self.how());
        console.print_line(style, &words.join(" · "))
    }

    /// Returns how the answer was found: whether it was checked, the time, and the engine.
    pub(super) fn how(&self) -> impl Iterator<Item = String> {
        let checked = self.checked.then(|| "checked".to_owned());
        let engine = self.engine.map(str::to_owned);
        checked.into_iter().chain([format_seconds(self.seconds.wall)]).chain(engine)
    }
}

/// Formats a sequence; one without moves is not an empty line.
pub(super) fn sequence_text(sequence: String) -> String {
    if sequence.is_empty() { "(no moves)".to_owned() } else { sequence }
}

/// Writes the properties of a possible position, which have names.
pub(super) fn print_facts(facts: &[(&str, String)], console: &mut Console) -> io::Result<()> {
    facts.iter().try_for_each(|(name, value)| {
        console.print_line(Style::Plain, &format!("  {name}: {value}"))
    })
}

/// Writes whether moves solve a position: `right` is the text if they do.
pub(super) fn print_check<V: Display>(
    checked: Result<(), Vec<V>>,
    right: &str,
    console: &mut Console,
) -> io::Result<Exit> {
    let Err(violations) = checked else {
        console.print_line(Style::Success, &format!("right: solved with {right}"))?;
        return Ok(Exit::Answer);
    };
    for violation in violations {
        console.print_line(Style::Failure, &format!("wrong: {violation}"))?;
    }
    Ok(Exit::NoAnswer)
}
