//! What people read while they wait.

/// Tells the person who waits how far it is.
#[expect(clippy::print_stderr, reason = "a program for people")]
pub fn note(text: &str) {
    eprintln!("{text}");
}
