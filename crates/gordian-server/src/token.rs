//! The secret that writes need.

use std::fmt;

/// A secret that clients send as `Authorization: Bearer TOKEN`.
///
/// Only its hash is stored. Hashes are compared in constant time, so the response time reveals
/// nothing about a guess. The debug output does not contain it.
#[derive(Clone)]
pub struct Token(blake3::Hash);

impl Token {
    /// Creates the token with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(blake3::hash(text.as_bytes()))
    }

    /// Returns whether `guess` is the token.
    #[must_use]
    pub fn matches(&self, guess: &str) -> bool {
        // The comparison of hashes takes constant time.
        self.0 == blake3::hash(guess.as_bytes())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}
