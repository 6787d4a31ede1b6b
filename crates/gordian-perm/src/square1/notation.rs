//! The two notations of sequences, and the tokenizer.

use std::fmt::Write;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::error::{ParseError, SquareError};
use super::sequence::{Move, Sequence, Turn};

/// A notation of move sequences.
///
/// In both, `(a,b)` turns the top layer by `a` and the bottom layer by `b` slots of 30°, and `/` is
/// the twist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Notation {
    /// The notation of the World Cube Association: positive numbers turn clockwise, as seen from
    /// outside the layer.
    ///
    /// *Source*: WCA Regulations, article 12c.
    #[default]
    Wca,
    /// The notation of the 2007 database of all solutions of Cube 21: positive numbers turn
    /// anticlockwise, as seen from outside the layer, and `!` flips the whole puzzle over (see
    /// [`Move::Flip`]).
    Cube21,
}

impl Notation {
    /// Both notations.
    pub const ALL: [Self; 2] = [Self::Wca, Self::Cube21];

    /// Returns the name, as in puzzle files, on the command line and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wca => "wca",
            Self::Cube21 => "cube21",
        }
    }
}

impl Sequence {
    /// Parses a sequence, such as `(1,0)/(3,-3)/`. Blanks are ignored; the empty text is the empty
    /// sequence.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text: an unexpected character, a number that is not between
    /// −11 and 12, or a `!` in the WCA notation.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::square1::{Notation, Sequence};
    ///
    /// let sequence = Sequence::parse(" (1, 0) / (3,-3) /", Notation::Wca).unwrap();
    /// assert_eq!(sequence.write(Notation::Wca), "(1,0)/(3,-3)/");
    /// assert_eq!(sequence.write(Notation::Cube21), "(-1,0)/(-3,3)/");
    /// ```
    pub fn parse(text: &str, notation: Notation) -> Result<Self, ParseError> {
        let moves = parse_moves(text, notation)?;
        Ok(moves.into_iter().map(|(it, _)| it).collect())
    }

    /// Writes the sequence, such as `(1,0)/(3,-3)/`; the empty sequence as the empty text.
    ///
    /// The WCA notation has no flip; the sequence is converted by
    /// [`without_flips`](Self::without_flips).
    #[must_use]
    pub fn write(&self, notation: Notation) -> String {
        if notation == Notation::Wca && self.moves().contains(&Move::Flip) {
            return self.without_flips().write(notation);
        }
        let mut text = String::new();
        for it in self.moves() {
            match *it {
                Move::Twist => text.push('/'),
                Move::Flip => text.push('!'),
                Move::Turn(turn) => {
                    let turn = in_notation(turn, notation);
                    write!(text, "({},{})", turn.top(), turn.bottom())
                        .expect("writing to a string cannot fail");
                }
            }
        }
        text
    }
}

/// Converts a turn between its clockwise numbers and the numbers of the notation; the conversion is
/// its own inverse.
fn in_notation(turn: Turn, notation: Notation) -> Turn {
    match notation {
        Notation::Wca => turn,
        Notation::Cube21 => turn.inverse(),
    }
}

/// Parses a sequence; returns each move with its span in the text.
pub(crate) fn parse_moves(
    text: &str,
    notation: Notation,
) -> Result<Vec<(Move, Range<usize>)>, ParseError> {
    let mut reader = Reader::new(text);
    let mut moves = Vec::new();
    let turn = |reader: &mut Reader<'_>| {
        let top = reader.number()?;
        reader.expect(',', "`,`")?;
        Ok(Move::Turn(in_notation(Turn::new(top, reader.number()?), notation)))
    };
    while let Some((at, found)) = reader.peek() {
        // Many write turns without parentheses: `1,0/3,-3/`.
        if found.is_ascii_digit() || found == '-' || found == '+' {
            moves.push((turn(&mut reader)?, at..reader.end_of_last));
            continue;
        }
        reader.next();
        let parsed = match found {
            '/' => Move::Twist,
            '!' if notation == Notation::Cube21 => Move::Flip,
            '!' => return Err(ParseError::new(SquareError::FlipInWca, at..at + 1)),
            '(' => {
                let turn = turn(&mut reader)?;
                reader.expect(')', "`)`")?;
                turn
            }
            _ if notation == Notation::Wca => return Err(unexpected(at, found, "`(` or `/`")),
            _ => return Err(unexpected(at, found, "`(`, `/` or `!`")),
        };
        moves.push((parsed, at..reader.end_of_last));
    }
    Ok(moves)
}

/// Returns the error of an unexpected character.
pub(crate) fn unexpected(at: usize, found: char, expected: &'static str) -> ParseError {
    let error = SquareError::UnexpectedCharacter { found, expected };
    ParseError::new(error, at..at + found.len_utf8())
}

/// An iterator over the characters of a text that are not blank, with their offsets.
pub(crate) struct Reader<'a> {
    text: &'a str,
    characters: Peekable<CharIndices<'a>>,
    /// The end of the last consumed character.
    end_of_last: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, characters: text.char_indices().peekable(), end_of_last: 0 }
    }

    /// Returns the next character without consuming it.
    pub(crate) fn peek(&mut self) -> Option<(usize, char)> {
        while self.characters.next_if(|(_, it)| it.is_whitespace()).is_some() {}
        self.characters.peek().copied()
    }

    /// Consumes the next character.
    pub(crate) fn next(&mut self) -> Option<(usize, char)> {
        let (at, found) = self.peek()?;
        self.characters.next();
        self.end_of_last = at + found.len_utf8();
        Some((at, found))
    }

    /// Returns the end of the last consumed character.
    pub(crate) fn end(&self) -> usize {
        self.end_of_last
    }

    /// Returns the error of an unexpected end of the text.
    pub(crate) fn unexpected_end(&self, expected: &'static str) -> ParseError {
        self.missing(SquareError::UnexpectedEnd { expected })
    }

    /// Returns an error at the end of the consumed text.
    pub(crate) fn missing(&self, error: SquareError) -> ParseError {
        ParseError::new(error, self.end_of_last..self.end_of_last)
    }

    /// Takes the next character, which must be `wanted`.
    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), ParseError> {
        match self.next() {
            Some((_, found)) if found == wanted => Ok(()),
            Some((at, found)) => Err(unexpected(at, found, expected)),
            None => Err(self.unexpected_end(expected)),
        }
    }

    /// Consumes an integer with its sign.
    fn number(&mut self) -> Result<i32, ParseError> {
        const EXPECTED: &str = "a number";
        let Some((start, first)) = self.peek() else { return Err(self.unexpected_end(EXPECTED)) };
        if first == '-' || first == '+' {
            self.next();
        }
        // Blanks within a number are not skipped: they separate two numbers.
        let mut n_digits = 0;
        while let Some((at, digit)) = self.characters.next_if(|(_, it)| it.is_ascii_digit()) {
            self.end_of_last = at + digit.len_utf8();
            n_digits += 1;
        }
        if n_digits == 0 {
            return Err(match self.characters.peek() {
                Some(&(at, found)) => unexpected(at, found, EXPECTED),
                None => self.unexpected_end(EXPECTED),
            });
        }
        let number = &self.text[start..self.end_of_last];
        match number.parse() {
            Ok(value @ -11..=12) => Ok(value),
            _ => {
                let number = short(number);
                let error = SquareError::TurnOutOfRange { number };
                Err(ParseError::new(error, start..self.end_of_last))
            }
        }
    }
}

/// Shortens a number for an error message.
fn short(number: &str) -> String {
    const LONGEST: usize = 12;
    if number.len() <= LONGEST { number.to_owned() } else { format!("{}…", &number[..LONGEST]) }
}
