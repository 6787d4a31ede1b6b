//! Output of the fuzzer.

use std::io::{self, Write as _};
use std::path::Path;

use crate::Target;
use crate::supervisor::Outcome;

/// Prints an error that ends the run.
#[expect(clippy::print_stderr, reason = "diagnostics belong on standard error")]
pub fn print_error(error: &io::Error) {
    eprintln!("error: {error}");
}

/// Prints a finding immediately.
#[expect(clippy::print_stderr, reason = "diagnostics belong on standard error")]
pub(crate) fn print_finding(note: &str, path: &Path) {
    let short: String = note.trim_end().chars().take(1000).collect();
    eprintln!("found: {short}\n  input: {}", path.display());
}

/// Prints a line.
#[expect(clippy::print_stdout, reason = "it is the output of the program")]
pub fn print_line(text: &str) {
    println!("{text}");
}

/// Writes an input unchanged.
///
/// # Errors
///
/// Returns an error if standard output is closed.
pub fn write_bytes(bytes: &[u8]) -> io::Result<()> {
    io::stdout().lock().write_all(bytes)
}

/// Prints the table of targets.
pub fn print_table(targets: &[&'static Target], outcomes: &[Outcome]) {
    let width = targets.iter().map(|target| target.name.len()).max().unwrap_or(0);
    print_line(&format!(
        "{:width$}  {:>11}  {:>11}  {:>11}  {:>9}  {:>10}  {:>10}  {:>8}  {:>5}",
        "target",
        "inputs",
        "accepted",
        "rejected",
        "inputs/s",
        "slowest ms",
        "its number",
        "peak MiB",
        "found"
    ));
    let mut total = 0;
    for (target, outcome) in targets.iter().zip(outcomes) {
        let state = &outcome.state;
        total += state.inputs;
        let millis = u64::try_from(outcome.time.as_millis()).unwrap_or(u64::MAX).max(1);
        print_line(&format!(
            "{:width$}  {:>11}  {:>11}  {:>11}  {:>9}  {:>10}  {:>10}  {:>8}  {:>5}",
            target.name,
            state.inputs,
            state.accepted,
            state.inputs.saturating_sub(state.accepted + state.found),
            state.inputs.saturating_mul(1000) / millis,
            format!("{}.{}", state.slowest / 1000, state.slowest / 100 % 10),
            state.slowest_number,
            state.peak >> 10,
            state.found,
        ));
    }
    print_line(&format!("{:width$}  {total:>11}", "all"));
}
