//! Reads the body of a link character by character.

use super::{LinkError, shown};

/// A position in the body of a link.
#[derive(Clone, Debug)]
pub struct BodyReader<'b> {
    rest: std::str::Chars<'b>,
    /// The number of characters of the address before the rest.
    position: usize,
    /// Whether there is no body.
    is_empty: bool,
}

impl<'b> BodyReader<'b> {
    /// Returns a reader over `body`, which has `start` characters of the address before it.
    #[must_use]
    pub fn new(body: &'b str, start: usize) -> Self {
        Self { rest: body.chars(), position: start, is_empty: body.is_empty() }
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

    /// Checks that a part of the body had all of its places.
    ///
    /// A body that is missing altogether is an empty board, as at puzz.link, where a new board is
    /// opened by such a link; and before the slash of a bank of pieces, the cells may be left out.
    ///
    /// # Errors
    ///
    /// Fails if some places are missing: puzz.link and other programs write the blank places at the
    /// end, too.
    pub(crate) fn require_all(
        &self,
        read: usize,
        total: usize,
        what: &'static str,
    ) -> Result<(), LinkError> {
        let is_left_out = read == 0 && self.peek() == Some('/');
        if read >= total || is_left_out || self.is_empty {
            return Ok(());
        }
        let (position, is_end) = (self.position, self.peek().is_none());
        Err(LinkError::TooShort { position, is_end, what, missing: total - read, total })
    }

    /// Ends reading.
    ///
    /// What was copied with a link, such as `&id=1`, `%22` or `.`, is ignored and noted, and so
    /// are zeros: they are in published links, and puzz.link ignores them.
    ///
    /// # Errors
    ///
    /// Fails if clues are left over.
    pub fn finish(self, notes: &mut Vec<String>) -> Result<(), LinkError> {
        if self.is_empty {
            notes.push("the link has nothing after its size".to_owned());
        }
        let rest = self.rest.as_str();
        let is_clue = rest.trim_start_matches('0').starts_with(|c: char| c.is_ascii_alphanumeric());
        if is_clue {
            let (position, rest) = (self.position(), rest.to_owned());
            return Err(LinkError::TooLong { position, rest });
        }
        if !rest.bytes().all(|b| b == b'/') {
            notes
                .push(format!("ignored what follows the last cell in the link, `{}`", shown(rest)));
        }
        Ok(())
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
            let mut reader = BodyReader::new(rest, 10);
            reader.next("a clue").unwrap();
            reader.finish(&mut notes).unwrap();
            assert_eq!(notes, expected);
        };
        check("1", &[]);
        check("1//", &[]);
        check("1&id=259flcep", &["ignored what follows the last cell in the link, `&id=259flcep`"]);
        let long = "0".repeat(100_000);
        let note = format!("ignored what follows the last cell in the link, `{}…`", &long[..20]);
        check(&format!("1{long}"), &[&note]);
        let mut notes = Vec::new();
        BodyReader::new("", 10).finish(&mut notes).unwrap();
        assert_eq!(notes, ["the link has nothing after its size"]);
    }

    #[test]
    fn clues_that_are_left_over_are_an_error() {
        for rest in ["1", "g", "00k", "+"] {
            let ended = BodyReader::new(rest, 10).finish(&mut Vec::new());
            assert_eq!(ended.is_err(), rest != "+", "{rest}");
        }
        let error = BodyReader::new("2g", 10).finish(&mut Vec::new()).unwrap_err();
        let message = "`2g` from character 11 on is left over after the last cell";
        assert_eq!((error.code(), error.to_string().as_str()), ("link.too-long", message));
    }

    #[test]
    fn parts_have_all_places() {
        let mut reader = BodyReader::new("2/", 10);
        assert_eq!(reader.require_all(4, 4, "cells"), Ok(()));
        reader.next("a clue").unwrap();
        let message = |reader: &BodyReader<'_>| {
            let error = reader.require_all(1, 25, "cells").unwrap_err();
            assert_eq!(error.code(), "link.too-short");
            error.to_string()
        };
        let ends = "after character 11, but 24 of 25 cells are missing";
        assert_eq!(message(&reader), format!("the clues end {ends}"));
        reader.next("a slash").unwrap();
        let ends = "after character 12, but 24 of 25 cells are missing";
        assert_eq!(message(&reader), format!("the link ends {ends}"));
        for body in ["", "//p"] {
            assert_eq!(BodyReader::new(body, 10).require_all(0, 25, "cells"), Ok(()));
        }
    }
}
