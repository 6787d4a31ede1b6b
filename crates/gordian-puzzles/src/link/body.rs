//! Reads the body of a link character by character.

use super::{LinkError, shown};

/// A position in the body of a link.
#[derive(Clone, Debug)]
pub struct BodyReader<'b> {
    rest: std::str::Chars<'b>,
    /// The number of characters of the address before the rest.
    position: usize,
}

impl<'b> BodyReader<'b> {
    /// Returns a reader over `body`, which has `start` characters of the address before it.
    #[must_use]
    pub fn new(body: &'b str, start: usize) -> Self {
        Self { rest: body.chars(), position: start }
    }

    /// Returns the position of the next character in the address, from 1.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position + 1
    }

    /// Returns the next character without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// Reads the next character, which must be there.
    ///
    /// # Errors
    ///
    /// Fails at the end of the body; `expected` says in the message what should follow.
    pub fn next(&mut self, expected: &'static str) -> Result<char, LinkError> {
        let next = self.next_or_end();
        next.ok_or(LinkError::UnexpectedEnd { position: self.position, expected })
    }

    /// Reads the next character; `None` at the end.
    pub fn next_or_end(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.position += 1;
        Some(next)
    }

    /// Returns the error that the character read last is not `expected`.
    #[must_use]
    pub fn unexpected(&self, found: char, expected: &'static str) -> LinkError {
        LinkError::UnexpectedCharacter { position: self.position, found, expected }
    }

    /// Ends reading. What is left after the last cell is ignored, as puzz.link does, and noted.
    pub fn finish(self, notes: &mut Vec<String>) {
        let rest = self.rest.as_str();
        if !rest.bytes().all(|b| b == b'/') {
            notes
                .push(format!("ignored what follows the last cell in the link, `{}`", shown(rest)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_of_the_address() {
        let mut reader = BodyReader::new("aé.", 10);
        assert_eq!((reader.position(), reader.peek()), (11, Some('a')));
        assert_eq!(reader.next("a clue"), Ok('a'));
        assert_eq!(reader.next_or_end(), Some('é'));
        let error = reader.unexpected('é', "a digit");
        assert_eq!(error.to_string(), "character 12 is `é`, not a digit");
        assert_eq!(reader.next("a clue"), Ok('.'));
        assert_eq!((reader.peek(), reader.next_or_end()), (None, None));
        let error = reader.next("a clue").unwrap_err();
        assert_eq!(error.to_string(), "the address ends after character 13, before a clue");
    }

    #[test]
    fn the_rest_is_noted() {
        let check = |rest: &str, expected: &[&str]| {
            let mut notes = Vec::new();
            BodyReader::new(rest, 10).finish(&mut notes);
            assert_eq!(notes, expected);
        };
        check("", &[]);
        check("//", &[]);
        check("&id=259flcep", &["ignored what follows the last cell in the link, `&id=259flcep`"]);
        let long = "0".repeat(100_000);
        let note = format!("ignored what follows the last cell in the link, `{}…`", &long[..20]);
        check(&long, &[&note]);
    }
}
