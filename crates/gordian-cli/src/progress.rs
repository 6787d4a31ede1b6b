//! The progress line.
//!
//! The work reports its progress to a [`ProgressTracker`]; the thread that waits for it reads the
//! tracker periodically and draws one line ([`Spinner`]). Fast work shows no progress.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use gordian::{Progress, ProgressEvent, relative_gap};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::env;
use crate::format::{format_gap, format_percent};

/// The time after which progress is shown.
const SHOW_AFTER: Duration = Duration::from_millis(300);

/// The latest progress that the work reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProgressSnapshot {
    /// The current phase.
    pub(crate) phase: Option<&'static str>,
    /// The number of solutions found so far.
    pub(crate) n_solutions: u64,
    /// The best objective found.
    pub(crate) best: Option<i64>,
    /// The proven bound on the objective.
    pub(crate) bound: Option<i64>,
    /// The last completed level of an enumeration, the states seen so far, and all states.
    pub(crate) level: Option<(u64, u64, u64)>,
    /// The completed units of work, and all units.
    pub(crate) part: Option<(u64, u64)>,
    /// The processed bytes of a file, and its size.
    pub(crate) bytes: Option<(u64, u64)>,
}

/// Collects the progress of the work.
#[derive(Debug)]
pub(crate) struct ProgressTracker {
    start: Instant,
    snapshot: Mutex<ProgressSnapshot>,
}

impl ProgressTracker {
    pub(crate) fn new() -> Self {
        Self { start: Instant::now(), snapshot: Mutex::default() }
    }

    /// Returns the latest progress.
    pub(crate) fn snapshot(&self) -> ProgressSnapshot {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the number of processed bytes of a file.
    pub(crate) fn set_bytes(&self, done: u64, total: u64) {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner).bytes = Some((done, total));
    }

    /// Returns the time since the work started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Progress for ProgressTracker {
    fn report(&self, event: &ProgressEvent) {
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ProgressEvent::Phase { name } => {
                tracing::debug!(phase = name, elapsed = ?self.start.elapsed());
                snapshot.phase = Some(name);
            }
            ProgressEvent::Solutions { n } => snapshot.n_solutions = *n,
            ProgressEvent::Bounds { best, bound } => {
                tracing::debug!(?best, bound, elapsed = ?self.start.elapsed());
                snapshot.best = *best;
                snapshot.bound = Some(*bound);
            }
            ProgressEvent::Level { level, done, total } => {
                tracing::debug!(level, done, total, elapsed = ?self.start.elapsed());
                snapshot.level = Some((*level, *done, *total));
            }
            ProgressEvent::Part { done, total } => snapshot.part = Some((*done, *total)),
            _ => {}
        }
    }
}

/// Draws the progress line.
#[derive(Debug)]
pub(crate) struct Spinner {
    /// The beginning of the line, such as the name of a file.
    label: String,
    enabled: bool,
    bar: Option<ProgressBar>,
}

impl Spinner {
    pub(crate) fn new(label: &str, quiet: bool) -> Self {
        let enabled = !quiet && !env::no_progress() && std::io::stderr().is_terminal();
        Self { label: label.to_owned(), enabled, bar: None }
    }

    /// Draws the line if the work has taken long enough.
    pub(crate) fn tick(&mut self, tracker: &ProgressTracker) {
        if !self.enabled || tracker.elapsed() < SHOW_AFTER {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
            let style = style.expect("the template is well formed");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.with_style(style).with_elapsed(tracker.elapsed())
        });
        bar.set_message(describe(&self.label, tracker.snapshot()));
        bar.tick();
    }

    /// Clears the line, so that other text can be written; the next tick draws it again.
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

/// Describes the progress in words.
fn describe(label: &str, snapshot: ProgressSnapshot) -> String {
    let mut out = format!("{label}: {}", snapshot.phase.unwrap_or("working"));
    if snapshot.n_solutions > 0 {
        let s = if snapshot.n_solutions == 1 { "" } else { "s" };
        write!(out, " · {} solution{s} so far", snapshot.n_solutions)
            .expect("writing to a string cannot fail");
    }
    if let Some(best) = snapshot.best {
        write!(out, " · best {best}").expect("as above");
    }
    if let Some(bound) = snapshot.bound {
        write!(out, " · bound {bound}").expect("as above");
    }
    if let (Some(best), Some(bound)) = (snapshot.best, snapshot.bound) {
        write!(out, " · gap {}", format_gap(relative_gap(best, bound))).expect("as above");
    }
    if let Some((level, done, total)) = snapshot.level {
        let percent = format_percent(done, total);
        write!(out, " · level {level} done · {percent} of all positions").expect("as above");
    }
    if let Some((done, total)) = snapshot.part {
        write!(out, " · {done} of {total}").expect("as above");
    }
    if let Some((done, total)) = snapshot.bytes {
        write!(out, " · {} of {total} bytes", format_percent(done, total)).expect("as above");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracker_keeps_the_latest_values() {
        let tracker = ProgressTracker::new();
        assert_eq!(describe("a", tracker.snapshot()), "a: working");
        tracker.report(&ProgressEvent::Phase { name: "searching" });
        tracker.report(&ProgressEvent::Solutions { n: 1 });
        assert_eq!(describe("a", tracker.snapshot()), "a: searching · 1 solution so far");
        tracker.report(&ProgressEvent::Solutions { n: 2 });
        tracker.report(&ProgressEvent::Bounds { best: Some(7), bound: 3 });
        let expected = "a: searching · 2 solutions so far · best 7 · bound 3 · gap 57.1 %";
        assert_eq!(describe("a", tracker.snapshot()), expected);
    }

    #[test]
    fn levels_and_bytes_are_shown_in_percent() {
        let tracker = ProgressTracker::new();
        tracker.report(&ProgressEvent::Level { level: 3, done: 1999, total: 2000 });
        let expected = "a: working · level 3 done · 99.9 % of all positions";
        assert_eq!(describe("a", tracker.snapshot()), expected);
        tracker.report(&ProgressEvent::Part { done: 3, total: 7 });
        assert!(describe("a", tracker.snapshot()).ends_with(" · 3 of 7"));
        tracker.set_bytes(10, 10);
        assert!(describe("a", tracker.snapshot()).ends_with(" · 100.0 % of 10 bytes"));
    }
}
