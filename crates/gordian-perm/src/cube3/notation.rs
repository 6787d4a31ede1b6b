//! Parsing of move sequences.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::error::{CubeError, Expected, ParseError};
use super::face::Face;
use super::moves::{Axis, FaceTurn, Move, QuarterTurns, Slice};
use super::sequence::Sequence;

/// The maximal number of moves of a sequence after expansion of repetitions.
const MAX_MOVES: usize = 100_000;

/// The maximal nesting depth of groups. A move is copied once per enclosing group, so this limit
/// and [`MAX_MOVES`] bound the work for any input.
const MAX_DEPTH: usize = 100;

/// The meaning of a lower-case face letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LowercaseMeaning {
    /// A wide turn, as is usual among cubers: `r` is `Rw`.
    #[default]
    Wide,
    /// A face turn: `r` is `R`.
    Face,
}

impl LowercaseMeaning {
    /// Both meanings.
    pub const ALL: [Self; 2] = [Self::Wide, Self::Face];

    /// Returns the name, as in puzzle files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Face => "face",
        }
    }
}

impl Sequence {
    /// Parses a sequence, such as `R U2 F' (Rw M' x)3`.
    ///
    /// A move is a letter and an amount: nothing or `1` is a quarter turn clockwise as seen from
    /// outside the face, `2` or `2'` a half turn, `'` or `3` a quarter turn anticlockwise. The
    /// letters are `U L F R B D` for faces, the same with `w` for wide turns, `M E S` for slices
    /// (which turn as L, D and F do), and `x y z` for rotations of the whole cube (as R, U and F).
    /// A number before a wide turn is the number of layers: `1Rw` is `R`, `2Rw` is `Rw`, and `3Rw`
    /// the rotation `x`. `lower_case` is the meaning of lower-case face letters. A number after
    /// parentheses repeats the group; a `'` inverts it. Blanks are ignored, all usual prime
    /// characters are accepted, and the empty text is the empty sequence.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text. More than 100,000 moves and parentheses nested more
    /// than 100 deep are errors.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_perm::cube3::{LowercaseMeaning, Sequence};
    ///
    /// let read = |text, lower_case| Sequence::parse(text, lower_case).unwrap().to_string();
    /// assert_eq!(read("(RU’)2'", LowercaseMeaning::Wide), "U R' U R'");
    /// assert_eq!(read("r uu", LowercaseMeaning::Wide), "Rw Uw Uw");
    /// assert_eq!(read("r uu", LowercaseMeaning::Face), "R U U");
    /// assert_eq!(read("2Rw' 3l2", LowercaseMeaning::Wide), "Rw' x2");
    /// ```
    pub fn parse(text: &str, lower_case: LowercaseMeaning) -> Result<Self, ParseError> {
        let mut reader = Reader { characters: text.char_indices().peekable() };
        // The innermost open group comes last.
        let mut groups: Vec<Group> = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        while let Some((at, found)) = reader.next_visible() {
            let mut end = at + found.len_utf8();
            match found {
                '(' if groups.len() == MAX_DEPTH => {
                    return Err(ParseError::new(CubeError::TooDeep { limit: MAX_DEPTH }, at..end));
                }
                '(' => groups.push(Group { at, before: std::mem::take(&mut moves) }),
                ')' => {
                    let Some(group) = groups.pop() else {
                        return Err(ParseError::new(CubeError::UnopenedGroup, at..end));
                    };
                    let amount = reader.amount(end);
                    end = amount.span.end;
                    let inner = std::mem::replace(&mut moves, group.before);
                    let times = amount.times(&inner, group.at..end)?;
                    let inner: Sequence = inner.into_iter().collect();
                    let inner = if amount.prime { inner.inverse() } else { inner };
                    for _ in 0..times {
                        moves.extend_from_slice(inner.moves());
                    }
                }
                _ => {
                    let letter = reader.letter(at, found, lower_case)?;
                    let amount = reader.amount(letter.end);
                    end = amount.span.end;
                    moves.push(letter.with(amount.quarters()?));
                }
            }
            if moves.len() > MAX_MOVES {
                return Err(too_long(at..end));
            }
        }
        match groups.pop() {
            None => Ok(moves.into()),
            Some(Group { at, .. }) => Err(ParseError::new(CubeError::UnclosedGroup, at..at + 1)),
        }
    }
}

fn too_long(span: Range<usize>) -> ParseError {
    ParseError::new(CubeError::TooLong { limit: MAX_MOVES }, span)
}

/// Returns the error of an unexpected character.
pub(crate) fn unexpected(at: usize, found: char, expected: Expected) -> ParseError {
    let error = CubeError::UnexpectedCharacter { found, expected };
    ParseError::new(error, at..at + found.len_utf8())
}

/// An open group.
struct Group {
    /// The offset of its parenthesis.
    at: usize,
    /// The moves of the enclosing group that precede it.
    before: Vec<Move>,
}

/// The letter of a move, and the offset of its end.
struct Letter {
    kind: Kind,
    end: usize,
}

enum Kind {
    Face(Face),
    Wide(Face),
    Slice(Slice),
    Rotation(Axis),
    /// A rotation of the whole cube as a turn of this face.
    Whole(Face),
}

impl Kind {
    /// Returns the turn of the outermost layers of a face, or `None` for a number that is not 1
    /// to 3.
    fn of_layers(number: char, face: Face) -> Option<Self> {
        match number {
            '1' => Some(Self::Face(face)),
            '2' => Some(Self::Wide(face)),
            '3' => Some(Self::Whole(face)),
            _ => None,
        }
    }
}

impl Letter {
    fn with(&self, quarters: QuarterTurns) -> Move {
        match self.kind {
            Kind::Face(face) => Move::Face(FaceTurn::from_amount(face, quarters)),
            Kind::Wide(face) => Move::Wide(FaceTurn::from_amount(face, quarters)),
            Kind::Slice(slice) => Move::Slice(slice, quarters),
            Kind::Rotation(axis) => Move::Rotation(axis, quarters),
            Kind::Whole(face) => {
                let axis = Axis::ALL.into_iter().find(|axis| axis.has(face));
                let axis = axis.expect("every face has an axis");
                let is_reference = axis.reference_face() == face;
                Move::Rotation(axis, if is_reference { quarters } else { quarters.inverse() })
            }
        }
    }
}

/// The number and the prime after a letter or a group.
struct Amount {
    /// The digits, if any.
    number: Option<String>,
    prime: bool,
    /// Their position in the text.
    span: Range<usize>,
}

impl Amount {
    /// Returns the amount of a move.
    fn quarters(&self) -> Result<QuarterTurns, ParseError> {
        let quarters = match self.number.as_deref() {
            None | Some("1") => QuarterTurns::One,
            Some("2") => QuarterTurns::Two,
            Some("3") => QuarterTurns::Three,
            Some(number) => {
                let error = CubeError::AmountOutOfRange { number: short(number) };
                return Err(ParseError::new(error, self.span.clone()));
            }
        };
        Ok(if self.prime { quarters.inverse() } else { quarters })
    }

    /// Returns how often a group is repeated, or an error if the expanded sequence is too long.
    fn times(&self, group: &[Move], span: Range<usize>) -> Result<usize, ParseError> {
        let times = match self.number.as_deref() {
            None => 1,
            // Parsing digits fails only on overflow.
            Some(number) => number.parse().unwrap_or(usize::MAX),
        };
        if times == 0 {
            let number = self.number.as_deref().unwrap_or_default();
            let error = CubeError::AmountOutOfRange { number: short(number) };
            return Err(ParseError::new(error, self.span.clone()));
        }
        if group.is_empty() {
            return Ok(0);
        }
        match times.checked_mul(group.len()) {
            Some(length) if length <= MAX_MOVES => Ok(times),
            _ => Err(too_long(span)),
        }
    }
}

/// Shortens a number for an error message.
fn short(number: &str) -> String {
    const LONGEST: usize = 12;
    if number.len() <= LONGEST { number.to_owned() } else { format!("{}…", &number[..LONGEST]) }
}

/// A tokenizer of sequences.
struct Reader<'a> {
    characters: Peekable<CharIndices<'a>>,
}

impl Reader<'_> {
    /// Consumes the next character that is not blank.
    fn next_visible(&mut self) -> Option<(usize, char)> {
        self.characters.by_ref().find(|(_, it)| !it.is_whitespace())
    }

    /// Parses the letter of a move whose first character was consumed.
    fn letter(
        &mut self,
        at: usize,
        found: char,
        lower_case: LowercaseMeaning,
    ) -> Result<Letter, ParseError> {
        let letter = |kind| Letter { kind, end: at + 1 };
        if found.is_ascii_digit() {
            return self.layers(at, found, lower_case);
        }
        if let Some(face) = Face::from_letter(found) {
            return Ok(match self.characters.next_if(|(_, it)| *it == 'w') {
                Some((at, _)) => Letter { kind: Kind::Wide(face), end: at + 1 },
                None => letter(Kind::Face(face)),
            });
        }
        let slice = Slice::ALL.into_iter().find(|it| it.name().chars().eq([found]));
        let axis = Axis::ALL.into_iter().find(|it| it.name().chars().eq([found]));
        match (Face::from_letter(found.to_ascii_uppercase()), slice, axis) {
            (Some(face), ..) if lower_case == LowercaseMeaning::Wide => {
                Ok(letter(Kind::Wide(face)))
            }
            (Some(face), ..) => Ok(letter(Kind::Face(face))),
            (None, Some(slice), _) => Ok(letter(Kind::Slice(slice))),
            (None, None, Some(axis)) => Ok(letter(Kind::Rotation(axis))),
            (None, None, None) => Err(unexpected(at, found, Expected::Move)),
        }
    }

    /// Parses a wide turn with a number of layers, of which the number was consumed.
    fn layers(
        &mut self,
        at: usize,
        number: char,
        lower_case: LowercaseMeaning,
    ) -> Result<Letter, ParseError> {
        let next = self.characters.next_if(|(_, it)| it.is_ascii_alphabetic());
        let letter = next.and_then(|(at, found)| self.letter(at, found, lower_case).ok());
        let kind = |letter: &Letter| match letter.kind {
            Kind::Wide(face) => Kind::of_layers(number, face),
            _ => None,
        };
        let found = letter.and_then(|it| Some(Letter { kind: kind(&it)?, end: it.end }));
        found.ok_or_else(|| unexpected(at, number, Expected::Move))
    }

    /// Parses the amount after a letter or a group that ends at `start`. No blank may precede it:
    /// the number in `R 2` would be ambiguous.
    fn amount(&mut self, start: usize) -> Amount {
        let mut end = start;
        let mut number = String::new();
        while let Some((at, digit)) = self.characters.next_if(|(_, it)| it.is_ascii_digit()) {
            number.push(digit);
            end = at + 1;
        }
        let prime = self.characters.next_if(|(_, it)| "'’‘′´`".contains(*it));
        if let Some((at, prime)) = prime {
            end = at + prime.len_utf8();
        }
        Amount {
            number: (!number.is_empty()).then_some(number),
            prime: prime.is_some(),
            span: start..end,
        }
    }
}
