//! What is shown while somebody waits.
//!
//! The work notes where it is on a [`Notes`]; the thread that waits for it looks at them from time to
//! time and draws one line ([`Spinner`]). Answers that come at once never see it.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use gordian::{Progress, ProgressEvent};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::env;

/// Nothing is shown for work that takes less.
const PATIENCE: Duration = Duration::from_millis(300);

/// How far the work is, as far as it told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stage {
    /// What is being done.
    pub(crate) phase: Option<&'static str>,
    /// Solutions found so far.
    pub(crate) n_solutions: u64,
    /// The best objective found.
    pub(crate) best: Option<i64>,
    /// The proven bound on the objective.
    pub(crate) bound: Option<i64>,
    /// The last level of an enumeration that is done, with the states seen and those there are.
    pub(crate) level: Option<(u64, u64, u64)>,
    /// Units of the work that are done, and those there are.
    pub(crate) part: Option<(u64, u64)>,
    /// Bytes of a file that are done, and those there are.
    pub(crate) bytes: Option<(u64, u64)>,
}

/// The board on which the work notes how far it is.
#[derive(Debug)]
pub(crate) struct Notes {
    start: Instant,
    stage: Mutex<Stage>,
}

impl Notes {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), stage: Mutex::default() }
    }

    /// Returns how far the work is.
    pub(crate) fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how much of a file is done.
    pub(crate) fn note_bytes(&self, done: u64, total: u64) {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).bytes = Some((done, total));
    }

    /// Returns how long the work has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Progress for Notes {
    fn report(&self, event: &ProgressEvent) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ProgressEvent::Phase { name } => {
                tracing::debug!(phase = name, elapsed = ?self.start.elapsed());
                stage.phase = Some(name);
            }
            ProgressEvent::Solutions { n } => stage.n_solutions = *n,
            ProgressEvent::Bounds { best, bound } => {
                tracing::debug!(?best, bound, elapsed = ?self.start.elapsed());
                stage.best = *best;
                stage.bound = Some(*bound);
            }
            ProgressEvent::Level { level, done, total } => {
                tracing::debug!(level, done, total, elapsed = ?self.start.elapsed());
                stage.level = Some((*level, *done, *total));
            }
            ProgressEvent::Part { done, total } => stage.part = Some((*done, *total)),
            _ => {}
        }
    }
}

/// The line that is drawn.
#[derive(Debug)]
pub(crate) struct Spinner {
    /// What the line is about.
    file: String,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Spinner {
    pub(crate) fn new(file: &str, quiet: bool) -> Self {
        let wanted = !quiet && !env::no_progress() && std::io::stderr().is_terminal();
        Self { file: file.to_owned(), wanted, bar: None }
    }

    /// Draws the line, if it is time to.
    pub(crate) fn tick(&mut self, notes: &Notes) {
        if !self.wanted || notes.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
            let style = style.expect("the template is well formed");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.with_style(style).with_elapsed(notes.elapsed())
        });
        bar.set_message(told(&self.file, notes.stage()));
        bar.tick();
    }

    /// Wipes the line out, so that something else can be written; the next tick draws it again.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Returns how far the work is, in words.
fn told(file: &str, stage: Stage) -> String {
    let mut out = format!("{file}: {}", stage.phase.unwrap_or("working"));
    if stage.n_solutions > 0 {
        let s = if stage.n_solutions == 1 { "" } else { "s" };
        write!(out, " · {} solution{s} so far", stage.n_solutions).expect("a string takes all");
    }
    if let Some(best) = stage.best {
        write!(out, " · best {best}").expect("as above");
    }
    if let Some(bound) = stage.bound {
        write!(out, " · bound {bound}").expect("as above");
    }
    if let Some((level, done, total)) = stage.level {
        let percent = percent(done, total);
        write!(out, " · level {level} done · {percent} of all positions").expect("as above");
    }
    if let Some((done, total)) = stage.part {
        write!(out, " · {done} of {total}").expect("as above");
    }
    if let Some((done, total)) = stage.bytes {
        write!(out, " · {} of {total} bytes", percent(done, total)).expect("as above");
    }
    out
}

/// Returns a part of a whole in percent, rounded down: 100 % is all of it.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_keep_the_last_that_was_told() {
        let notes = Notes::new();
        assert_eq!(told("a", notes.stage()), "a: working");
        notes.report(&ProgressEvent::Phase { name: "searching" });
        notes.report(&ProgressEvent::Solutions { n: 1 });
        assert_eq!(told("a", notes.stage()), "a: searching · 1 solution so far");
        notes.report(&ProgressEvent::Solutions { n: 2 });
        notes.report(&ProgressEvent::Bounds { best: Some(7), bound: 3 });
        let expected = "a: searching · 2 solutions so far · best 7 · bound 3";
        assert_eq!(told("a", notes.stage()), expected);
    }

    #[test]
    fn parts_are_told_in_percent() {
        let notes = Notes::new();
        notes.report(&ProgressEvent::Level { level: 3, done: 1999, total: 2000 });
        let expected = "a: working · level 3 done · 99.9 % of all positions";
        assert_eq!(told("a", notes.stage()), expected);
        notes.report(&ProgressEvent::Part { done: 3, total: 7 });
        assert!(told("a", notes.stage()).ends_with(" · 3 of 7"));
        notes.note_bytes(10, 10);
        assert!(told("a", notes.stage()).ends_with(" · 100.0 % of 10 bytes"));
    }
}
