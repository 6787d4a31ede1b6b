//! Tokens of FlatZinc texts.

use std::ops::Range;

use crate::{FlatZincError, FlatZincErrorKind};

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token<'t> {
    /// A keyword or name.
    Name(&'t str),
    /// An integer.
    Int(i64),
    /// A number that is no integer.
    Float,
    /// A string, without its quotes, escape sequences replaced.
    Text(String),
    /// A sign: `( ) [ ] { } , ; : :: = ..`
    Sign(&'static str),
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// Returns the token as messages name it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Int(value) => format!("`{value}`"),
            Self::Float => "a floating-point number".to_owned(),
            Self::Text(_) => "a string".to_owned(),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Splits a text into tokens.
#[derive(Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

const SIGNS: [&str; 12] = ["::", "..", "(", ")", "[", "]", "{", "}", ",", ";", ":", "="];

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next token and its place.
    pub(crate) fn next(&mut self) -> Result<(Token<'t>, Range<usize>), FlatZincError> {
        self.skip_blanks();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let Some(&first) = bytes.get(start) else { return Ok((Token::End, start..start)) };
        let token = match first {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                self.advance_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Token::Name(&self.text[start..self.at])
            }
            b'0'..=b'9' | b'-' | b'+' => self.number()?,
            b'"' => self.string()?,
            _ => {
                let rest = &self.text[start..];
                let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) else {
                    let character = rest.chars().next().unwrap_or_default();
                    let span = start..start + character.len_utf8();
                    return Err(FlatZincError::new(FlatZincErrorKind::Character(character), span));
                };
                self.at += sign.len();
                Token::Sign(sign)
            }
        };
        Ok((token, start..self.at))
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            self.advance_while(|byte| byte.is_ascii_whitespace());
            if bytes.get(self.at) != Some(&b'%') {
                return;
            }
            self.advance_while(|byte| byte != b'\n');
        }
    }

    fn advance_while(&mut self, accepts: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&byte| !accepts(byte)).unwrap_or(rest.len());
    }

    fn number(&mut self) -> Result<Token<'t>, FlatZincError> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        if matches!(bytes[start], b'-' | b'+') {
            self.at += 1;
        }
        let digits = self.at;
        let prefix = bytes.get(digits..digits + 2);
        let radix = match prefix {
            Some(b"0x") => 16,
            Some(b"0o") => 8,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
        }
        let first = self.at;
        self.advance_while(|byte| char::from(byte).is_digit(radix));
        if self.at == first {
            let found = format!("`{}`", &self.text[start..self.at]);
            let kind = FlatZincErrorKind::Expected { expected: "a digit".to_owned(), found };
            return Err(FlatZincError::new(kind, start..self.at.max(start + 1)));
        }
        // A range `1..3` has two points, a fraction one.
        let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
        let fraction = byte(self.at) == b'.' && byte(self.at + 1).is_ascii_digit();
        let exponent = matches!(byte(self.at), b'e' | b'E');
        if radix == 10 && (fraction || exponent) {
            self.at += 1;
            self.advance_while(|byte| byte.is_ascii_digit());
            if fraction && matches!(byte(self.at), b'e' | b'E') || exponent {
                self.at += usize::from(fraction);
                self.at += usize::from(matches!(byte(self.at), b'-' | b'+'));
                self.advance_while(|byte| byte.is_ascii_digit());
            }
            return Ok(Token::Float);
        }
        let sign = if bytes[start] == b'-' { "-" } else { "" };
        let value = i64::from_str_radix(&format!("{sign}{}", &self.text[first..self.at]), radix);
        value.map(Token::Int).map_err(|_| {
            let text = self.text[start..self.at].to_owned();
            FlatZincError::new(FlatZincErrorKind::LargeInteger(text), start..self.at)
        })
    }

    fn string(&mut self) -> Result<Token<'t>, FlatZincError> {
        let start = self.at;
        let mut text = String::new();
        let mut characters = self.text[start + 1..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '"' => {
                    self.at = start + 1 + offset + 1;
                    return Ok(Token::Text(text));
                }
                '\n' => break,
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, escaped)) => text.push(escaped),
                    None => break,
                },
                _ => text.push(character),
            }
        }
        Err(FlatZincError::new(FlatZincErrorKind::OpenString, start..start + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<Vec<Token<'_>>, FlatZincError> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            match lexer.next()?.0 {
                Token::End => return Ok(tokens),
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn numbers_ranges_and_comments() {
        use Token::{Float, Int, Name, Sign};
        let found = tokens("1..-3 % a comment\n 0x1F 0o17 2.5 1e3 -2.5E-3 1.5e+2 x_1").unwrap();
        let expected = [Int(1), Sign(".."), Int(-3), Int(31), Int(15), Float, Float, Float, Float];
        assert_eq!(found[..9], expected);
        assert_eq!(found[9..], [Name("x_1")]);
        let found = tokens("-9223372036854775808 9223372036854775807").unwrap();
        assert_eq!(found, [Int(i64::MIN), Int(i64::MAX)]);
    }

    #[test]
    fn strings_have_escapes() {
        let found = tokens(r#":: a("x\n\"y\"")"#).unwrap();
        assert_eq!(found[3], Token::Text("x\n\"y\"".to_owned()));
    }

    #[test]
    fn faults_have_their_place() {
        let fault = |text| tokens(text).unwrap_err();
        assert_eq!(fault("x = 9223372036854775808;").span, Some(4..23));
        assert_eq!(fault("a \"b").kind, FlatZincErrorKind::OpenString);
        assert_eq!(fault("a é").kind, FlatZincErrorKind::Character('é'));
        assert_eq!(fault("- 1").span, Some(0..1));
        assert!(matches!(fault("0x").kind, FlatZincErrorKind::Expected { .. }));
    }
}
