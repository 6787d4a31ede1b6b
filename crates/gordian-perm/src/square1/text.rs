//! Parsing and writing of positions.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::error::{ParseError, SquareError};
use super::layer::Layer;
use super::notation::{Notation, Reader, parse_moves, unexpected};
use super::piece::{Colours, Middle, Piece, Side};
use super::position::{Position, check_pieces};

/// The parsed word of a layer.
struct Word {
    side: Side,
    across: bool,
    pieces: Vec<Piece>,
    span: Range<usize>,
}

impl Word {
    /// Parses up to the first character that is not part of a word.
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
        // The span excludes blanks after the word; it is empty if there is no word.
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

/// Parses a position, such as `01234567-F89ABCDE,S`.
///
/// The error is the first syntax error, or otherwise the reason why the position is invalid: wrong
/// pieces, or a layer whose pieces do not fill twelve slots.
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
        // A missing piece also leaves slots empty, so the pieces are checked first.
        check_pieces(&[&top.pieces[..], &bottom.pieces[..]].concat())
            .map_err(|error| ParseError::new(error, top.span.start..bottom.span.end))?;
        let span = top.span.start..bottom.span.end;
        Self::new(top.layer()?, bottom.layer()?, middle)
            .map_err(|error| ParseError::new(error, span))
    }
}

/// Writes the position in the form that is parsed, with upper-case letters.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{},{}", self.top(), self.bottom(), self.middle().letter())
    }
}

/// Writes the word of the layer, with a leading `+` if a piece lies across the cut at slot 0.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.slots()[0].is_none() {
            f.write_str("+")?;
        }
        self.pieces().try_for_each(|piece| write!(f, "{piece}"))
    }
}

/// Parses a position, or a sequence that is applied to the solved puzzle.
///
/// A text with `(`, `/` or `!` is a sequence in `notation` on a puzzle of these `colours`; any
/// other text is a position, whose pieces determine its colours.
///
/// # Errors
///
/// Returns the first error in the text, or the first blocked twist of the sequence.
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
    let (moves, spans): (Vec<_>, Vec<_>) = parse_moves(text, notation)?.into_iter().unzip();
    Position::solved(colours).apply(&moves.into()).map_err(|error| {
        let span = match error {
            SquareError::BlockedTwist { move_index, .. } => spans[move_index].clone(),
            _ => 0..text.len(),
        };
        ParseError::new(error, span)
    })
}
