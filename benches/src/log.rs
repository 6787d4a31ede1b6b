//! Progress messages and errors on standard error.

/// Writes a line to standard error.
#[expect(clippy::print_stderr, reason = "progress is written to standard error")]
pub fn log(text: &str) {
    eprintln!("{text}");
}
