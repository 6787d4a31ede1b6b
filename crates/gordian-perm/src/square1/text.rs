//! Positions as texts.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::error::{ParseError, SquareError};
use super::layer::Layer;
use super::notation::{Notation, Reader, parse_moves, unexpected};
use super::piece::{Colours, Middle, Piece, Side};
use super::position::{Position, check_pieces};

/// The word of a layer as it was read.
struct Word {
    side: Side,
    across: bool,
    pieces: Vec<Piece>,
    span: Range<usize>,
}

impl Word {
    /// Reads up to the first character that is not part of a word.
    fn read(reader: &mut Reader<'_>, side: Side) -> Self {
        let start = reader.peek().map_or(reader.end(), |(at, _)| at);
        let across = matches!(reader.peek(), Some((_, '+')));
        if across {
            reader.next();
        }
        let mut pieces = Vec::new();
        while let Some(piece) = reader.peek().and_then(|(_, digit)| Piece::from_digit(digit)) {
            reader.next();
            pieces.push(piece);
        }
        // Blanks after the word do not belong to it; without a word, nothing does.
        let end = reader.end().max(start);
        Self { side, across, pieces, span: start..end }
    }

    fn layer(&self) -> Result<Layer, ParseError> {
        let at = |error| ParseError::new(error, self.span.clone());
        let side = self.side;
        let layer = Layer::from_pieces(&self.pieces, usize::from(self.across));
        let layer = layer.map_err(|error| match error {
            SquareError::WrongSlots { slots, .. } => {
                at(SquareError::WrongSlots { side: Some(side), slots })
            }
            other => at(other),
        })?;
        match self.pieces.last() {
            Some(&piece) if self.across && !piece.is_big() => {
                Err(at(SquareError::SmallAcross { side, piece }))
            }
            _ => Ok(layer),
        }
    }
}

/// Reads a position, such as `01234567-F89ABCDE,S`.
///
/// The error is the first fault of the text, or, where it can be read, what makes the position
/// impossible: wrong pieces, or a layer that is not full.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let top = Word::read(&mut reader, Side::Top);
        match reader.next() {
            Some((_, '-')) => {}
            Some((_, ',')) | None => {
                let end = top.span.end;
                return Err(ParseError::new(SquareError::MissingSeparator, end..end));
            }
            Some((at, found)) => return Err(unexpected(at, found, "a piece, 0 to F, or `-`")),
        }
        let bottom = Word::read(&mut reader, Side::Bottom);
        match reader.next() {
            Some((_, ',')) => {}
            Some((at, found)) => return Err(unexpected(at, found, "a piece, 0 to F, or `,`")),
            None => return Err(reader.missing(SquareError::MissingMiddle)),
        }
        let middle = match reader.next() {
            Some((_, 'S' | 's')) => Middle::Square,
            Some((_, 'K' | 'k')) => Middle::Kite,
            Some((at, found)) => return Err(unexpected(at, found, "`S` or `K`")),
            None => return Err(reader.missing(SquareError::MissingMiddle)),
        };
        if let Some((at, found)) = reader.next() {
            return Err(unexpected(at, found, "the end of the position"));
        }
        // A missing piece also leaves a layer short, so the pieces are looked at first.
        check_pieces(&[&top.pieces[..], &bottom.pieces[..]].concat())
            .map_err(|error| ParseError::new(error, top.span.start..bottom.span.end))?;
        let span = top.span.start..bottom.span.end;
        Self::new(top.layer()?, bottom.layer()?, middle)
            .map_err(|error| ParseError::new(error, span))
    }
}

/// Writes the position in the form that is read, with upper-case letters.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{},{}", self.top(), self.bottom(), self.middle().letter())
    }
}

/// Writes the word of the layer, with a `+` in front where a piece lies across the cut.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.slots()[0].is_none() {
            f.write_str("+")?;
        }
        self.pieces().try_for_each(|piece| write!(f, "{piece}"))
    }
}

/// Reads what a person gives to name a position: the position itself, or the sequence that leads to
/// it from the solved puzzle.
///
/// A text with `(`, `/` or `!` is a sequence, in `notation`, on a puzzle of these `colours`; any
/// other one is a position, which shows its own colours.
///
/// # Errors
///
/// Returns the first fault of the text, or the first twist of the sequence that is not possible.
///
/// # Example
///
/// ```
/// use gordian_perm::square1::{Colours, Notation, parse_position_or_sequence};
///
/// let read = |text| parse_position_or_sequence(text, Colours::Six, Notation::Wca);
/// assert_eq!(read("/"), read("F89A4567-0123BCDE,K"));
/// assert_eq!(read("/(1,0)/").unwrap_err().span, 6..7);
/// ```
pub fn parse_position_or_sequence(
    text: &str,
    colours: Colours,
    notation: Notation,
) -> Result<Position, ParseError> {
    if !text.contains(['(', '/', '!']) {
        return text.parse();
    }
    let (steps, spans): (Vec<_>, Vec<_>) = parse_moves(text, notation)?.into_iter().unzip();
    Position::solved(colours).apply(&steps.into()).map_err(|error| {
        let span = match error {
            SquareError::BlockedTwist { move_index, .. } => spans[move_index].clone(),
            _ => 0..text.len(),
        };
        ParseError::new(error, span)
    })
}
