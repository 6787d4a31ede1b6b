//! Parsing, writing and drawing of positions as stickers.

use std::fmt;
use std::str::FromStr;

use super::error::{CubeError, Expected, ParseError};
use super::face::{CORNERS, EDGES, Face, name};
use super::notation::{LowercaseMeaning, unexpected};
use super::position::{OrientedPiece, Position};
use super::sequence::Sequence;
use super::space::{above, normal, piece_coordinates};

/// The faces in the usual order of sticker strings.
const ORDER: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

/// The number of stickers.
const STICKERS: usize = 54;

/// The number of letters per line of a drawn net.
const NET: [usize; 9] = [3, 3, 3, 12, 12, 12, 3, 3, 3];

/// Returns the index of the sticker on the k-th face of a place in the usual order: face by face,
/// row by row.
fn sticker(place: &[Face], k: usize) -> usize {
    let face = place[k];
    let up = normal(above(face));
    let right = up.quarter_turn(normal(face));
    let at = piece_coordinates(place);
    // From −1, 0, 1 to 0, 1, 2.
    let index = |coordinate: i8| usize::from((coordinate + 1).unsigned_abs());
    first_sticker(face) + 3 * index(-at.dot(up)) + index(at.dot(right))
}

/// Returns the index of the first sticker of a face.
fn first_sticker(face: Face) -> usize {
    let before = ORDER.iter().take_while(|it| **it != face).count();
    9 * before
}

impl Position {
    /// Returns the colour of each sticker, as the face that has it when solved.
    ///
    /// *Shape*: 54 stickers, nine per face in the order U R F D L B, row by row as seen from
    /// outside, in the net with U above F, D below F and B to the right of R.
    fn stickers(&self) -> [Face; STICKERS] {
        let mut stickers = [Face::U; STICKERS];
        for face in ORDER {
            stickers[sticker(&[face], 0)] = face;
        }
        set_stickers(self.corners(), &CORNERS, &mut stickers);
        set_stickers(self.edges(), &EDGES, &mut stickers);
        stickers
    }

    /// Returns the 54 sticker letters, without the orientations of the centres.
    #[must_use]
    pub fn facelets(&self) -> String {
        self.stickers().iter().map(|face| face.name()).collect()
    }
}

/// Fills in the stickers of the pieces at these places.
fn set_stickers<const N: usize, const P: usize>(
    placed: &[OrientedPiece; P],
    places: &[[Face; N]; P],
    stickers: &mut [Face; STICKERS],
) {
    for (it, place) in placed.iter().zip(places) {
        for (k, &face) in places[usize::from(it.piece)].iter().enumerate() {
            stickers[sticker(place, (k + usize::from(it.orientation)) % N)] = face;
        }
    }
}

/// Writes the stickers and, if the orientation of a centre is known, `,` and six characters for the
/// centres, such as `…,01?203`. [`FromStr`] parses this form.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.facelets())?;
        if self.centres().iter().all(Option::is_none) {
            return Ok(());
        }
        f.write_str(",")?;
        for face in ORDER {
            match self.centres()[face.index()] {
                Some(quarters) => write!(f, "{quarters}")?,
                None => f.write_str("?")?,
            }
        }
        Ok(())
    }
}

/// A letter of a text with its byte offset.
type Letter = (usize, char);

/// Parses a position: 54 letters, nine per face in the order U R F D L B, row by row; or a drawn
/// net of nine lines. Optionally followed by `,` and six characters for the centres U R F D L B:
/// the number of clockwise quarter turns, or `?` for unknown.
///
/// Blanks and line breaks are ignored, and so is case. Any six letters may stand for the colours:
/// the letter on the centre of a face is the letter of that face's colour.
///
/// The error is the first error in the text, or all reasons why the position is unsolvable.
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (drawing, centres) = match text.split_once(',') {
            Some((drawing, centres)) => (drawing, Some(centres)),
            None => (text, None),
        };
        let letters = read_letters(drawing)?;
        let faces = read_faces(&letters)?;
        let corners = read_pieces(&letters, &faces, &CORNERS)?;
        let edges = read_pieces(&letters, &faces, &EDGES)?;
        let centres = match centres {
            Some(centres) => read_centres(centres, drawing.len() + 1)?,
            None => [None; 6],
        };
        Self::new(corners, edges, centres).map_err(|reasons| {
            let start = text.len() - text.trim_start().len();
            ParseError::new(CubeError::Unsolvable { reasons }, start..text.trim_end().len())
        })
    }
}

/// Reads the letters of the stickers, and puts them into the usual order.
fn read_letters(text: &str) -> Result<[Letter; STICKERS], ParseError> {
    let mut lines: Vec<Vec<Letter>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let letters = line.char_indices().filter(|(_, it)| !it.is_whitespace());
        let letters = letters.map(|(at, it)| (start + at, it.to_ascii_uppercase()));
        lines.push(letters.collect());
        start += line.len();
    }
    lines.retain(|line| !line.is_empty());
    let letters: Vec<Letter> = lines.concat();
    if let Some(&(at, found)) = letters.iter().find(|(_, it)| !it.is_ascii_alphabetic()) {
        return Err(unexpected(at, found, Expected::Sticker));
    }
    let letters: [Letter; STICKERS] = letters.try_into().map_err(|letters: Vec<Letter>| {
        let span = match (letters.first(), letters.last()) {
            (Some((first, _)), Some((last, _))) => *first..last + 1,
            _ => 0..0,
        };
        ParseError::new(CubeError::WrongLength { found: letters.len() }, span)
    })?;
    if lines.iter().map(Vec::len).eq(NET) { Ok(from_net(&letters)) } else { Ok(letters) }
}

/// Puts the letters of a net into the usual order.
fn from_net(letters: &[Letter; STICKERS]) -> [Letter; STICKERS] {
    let mut sorted = *letters;
    for face in ORDER {
        for row in 0..3 {
            // The lines before: three of 3 letters, then three of 12.
            let start = match face {
                Face::U => 3 * row,
                Face::D => 45 + 3 * row,
                Face::L => 9 + 12 * row,
                Face::F => 12 + 12 * row,
                Face::R => 15 + 12 * row,
                Face::B => 18 + 12 * row,
            };
            let to = first_sticker(face) + 3 * row;
            sorted[to..to + 3].copy_from_slice(&letters[start..start + 3]);
        }
    }
    sorted
}

/// Returns which face's colour each sticker has, as the centres say.
fn read_faces(letters: &[Letter; STICKERS]) -> Result<[Face; STICKERS], ParseError> {
    let centre = |face: Face| letters[sticker(&[face], 0)];
    let face_of = |letter: char| ORDER.into_iter().find(|face| centre(*face).1 == letter);
    for face in ORDER {
        let (at, letter) = centre(face);
        match face_of(letter) {
            Some(first) if first != face => {
                let error = CubeError::CentresAlike { letter, first, second: face };
                return Err(ParseError::new(error, at..at + 1));
            }
            _ => {}
        }
    }
    let mut faces = [Face::U; STICKERS];
    for (face, &(at, letter)) in faces.iter_mut().zip(letters) {
        let unknown = || ParseError::new(CubeError::UnknownColour { letter }, at..at + 1);
        *face = face_of(letter).ok_or_else(unknown)?;
    }
    for face in ORDER {
        let found = faces.iter().filter(|it| **it == face).count();
        // If one letter is too rare, another one is too frequent; the error points to that one.
        if found > 9 {
            let (at, letter) = centre(face);
            return Err(ParseError::new(CubeError::WrongCount { letter, found }, at..at + 1));
        }
    }
    Ok(faces)
}

/// Determines the piece at each place.
fn read_pieces<const N: usize, const P: usize>(
    letters: &[Letter; STICKERS],
    faces: &[Face; STICKERS],
    places: &[[Face; N]; P],
) -> Result<[OrientedPiece; P], ParseError> {
    let mut placed = [OrientedPiece::default(); P];
    for (it, place) in placed.iter_mut().zip(places) {
        let stickers: [usize; N] = std::array::from_fn(|k| sticker(place, k));
        let seen = stickers.map(|number| faces[number]);
        let turned = |turn: usize| -> [Face; N] { std::array::from_fn(|k| seen[(k + turn) % N]) };
        let found = (0..).zip(places).find_map(|(piece, home)| {
            let turns = (0..).zip(0..N);
            let turn = turns.into_iter().find(|&(_, turn)| turned(turn) == *home)?.0;
            Some(OrientedPiece { piece, orientation: turn })
        });
        *it = found.ok_or_else(|| {
            let at = letters[stickers[0]].0;
            let place = name(place);
            let stickers = stickers.map(|number| letters[number].1).iter().collect();
            let is_mirror = |home: &[Face; N]| home.iter().all(|face| seen.contains(face));
            let error = if places.iter().any(is_mirror) {
                CubeError::MirroredCorner { place, stickers }
            } else {
                CubeError::NoSuchStickers { place, stickers }
            };
            ParseError::new(error, at..at + 1)
        })?;
    }
    Ok(placed)
}

/// Parses the orientations of the centres; `start` is the offset of `text` in the whole text.
fn read_centres(text: &str, start: usize) -> Result<[Option<u8>; 6], ParseError> {
    let mut found = Vec::new();
    for (at, character) in text.char_indices().filter(|(_, it)| !it.is_whitespace()) {
        found.push(match character {
            '?' => None,
            '0' => Some(0),
            '1' => Some(1),
            '2' => Some(2),
            '3' => Some(3),
            _ => return Err(unexpected(start + at, character, Expected::Centre)),
        });
    }
    let quarters: [Option<u8>; 6] = found.try_into().map_err(|found: Vec<_>| {
        let error = CubeError::WrongCentres { found: found.len() };
        ParseError::new(error, start..start + text.trim_end().len())
    })?;
    let mut centres = [None; 6];
    for (face, quarters) in ORDER.into_iter().zip(quarters) {
        centres[face.index()] = quarters;
    }
    Ok(centres)
}

/// Draws a position as a net of letters. A centre with known orientation is drawn as an arrow that
/// points to the current direction of its upper side in the net.
///
/// *Shape*: nine lines without trailing blanks, each with a line break.
#[must_use]
pub fn draw(position: &Position) -> String {
    let stickers = position.stickers();
    let sign = |face: Face, row: usize, column: usize| {
        let quarters = position.centres()[face.index()];
        match (row, column, quarters) {
            (1, 1, Some(quarters)) => ["↑", "→", "↓", "←"][usize::from(quarters)],
            _ => stickers[first_sticker(face) + 3 * row + column].name(),
        }
    };
    let mut out = String::new();
    for faces in [&[Face::U][..], &[Face::L, Face::F, Face::R, Face::B], &[Face::D]] {
        for row in 0..3 {
            let margin = if faces.len() == 1 { "       " } else { "" };
            let strips =
                faces.iter().map(|face| [0, 1, 2].map(|column| sign(*face, row, column)).join(" "));
            out += &format!("{margin}{}\n", strips.collect::<Vec<_>>().join("  "));
        }
    }
    out
}

/// Returns whether a text is to be parsed as stickers and not as a sequence: whether it contains a
/// `,`, or has at least 36 letters and, blanks aside, at most three other characters.
///
/// Sticker letters could also be moves, but so many moves almost without primes and numbers are
/// unlikely. The tolerance lets a missing sticker or a wrong character be reported as such.
#[must_use]
pub fn is_stickers(text: &str) -> bool {
    const MIN_LETTERS: usize = 36;
    const MAX_OTHERS: usize = 3;
    let n_visible = text.chars().filter(|it| !it.is_whitespace()).count();
    let n_letters = text.chars().filter(char::is_ascii_alphabetic).count();
    text.contains(',') || (n_letters >= MIN_LETTERS && n_visible - n_letters <= MAX_OTHERS)
}

/// Parses a position given as stickers or as a sequence that is applied to the solved cube;
/// [`is_stickers`] decides between the two.
///
/// A position from a sequence has known orientations of its centres.
///
/// # Errors
///
/// Returns the first error in the text, or why the position is unsolvable.
///
/// # Example
///
/// ```
/// use gordian_perm::cube3::{LowercaseMeaning, parse_position_or_sequence};
///
/// let read = |text| parse_position_or_sequence(text, LowercaseMeaning::Wide);
/// let position = read("R").unwrap();
/// assert_eq!(read(&position.to_string()), Ok(position));
/// ```
pub fn parse_position_or_sequence(
    text: &str,
    lower_case: LowercaseMeaning,
) -> Result<Position, ParseError> {
    if is_stickers(text) {
        return text.parse();
    }
    Ok(Position::SOLVED.apply(&Sequence::parse(text, lower_case)?))
}
