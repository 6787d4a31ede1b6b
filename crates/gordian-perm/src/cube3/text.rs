//! Positions as texts: the stickers of the cube.

use std::fmt;
use std::str::FromStr;

use super::error::{CubeError, Expected, ParseError};
use super::face::{CORNERS, EDGES, Face, name};
use super::notation::{LowercaseMeaning, unexpected};
use super::position::{OrientedPiece, Position};
use super::sequence::Sequence;
use super::space::{above, middle, normal};

/// The faces in the order in which cube programs list their stickers.
const ORDER: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

/// How many stickers there are.
const STICKERS: usize = 54;

/// How many letters the lines of a drawn net have.
const NET: [usize; 9] = [3, 3, 3, 12, 12, 12, 3, 3, 3];

/// Returns the number of the sticker on the k-th face of a place, counted row by row and face by
/// face in the usual order.
fn sticker(place: &[Face], k: usize) -> usize {
    let face = place[k];
    let up = normal(above(face));
    let right = up.quarter_turn(normal(face));
    let at = middle(place);
    // From −1, 0, 1 to 0, 1, 2.
    let index = |coordinate: i8| usize::from((coordinate + 1).unsigned_abs());
    first_sticker(face) + 3 * index(-at.dot(up)) + index(at.dot(right))
}

/// Returns the number of the first sticker of a face.
fn first_sticker(face: Face) -> usize {
    let before = ORDER.iter().take_while(|it| **it != face).count();
    9 * before
}

impl Position {
    /// Returns which face's colour each sticker has.
    ///
    /// *Shape*: 54 stickers, nine for each face in the order U R F D L B, row by row as seen from
    /// outside, in the net with U above F, D below it and B to the right of R.
    fn stickers(&self) -> [Face; STICKERS] {
        let mut stickers = [Face::U; STICKERS];
        for face in ORDER {
            stickers[sticker(&[face], 0)] = face;
        }
        paint(self.corners(), &CORNERS, &mut stickers);
        paint(self.edges(), &EDGES, &mut stickers);
        stickers
    }

    /// Returns the stickers alone, without the directions of the centres: 54 letters.
    #[must_use]
    pub fn facelets(&self) -> String {
        self.stickers().iter().map(|face| face.name()).collect()
    }
}

/// Paints the stickers of the pieces at these places.
fn paint<const N: usize, const P: usize>(
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

/// Writes the stickers and, where the direction of a centre is known, `,` and six characters for the
/// centres, such as `…,01?203`: the form that is read.
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

/// A letter of a text, and where it is.
type Letter = (usize, char);

/// Reads a position: 54 letters, nine for each face in the order U R F D L B, row by row; or a drawn
/// net of nine lines. Then perhaps `,` and six characters for the centres U R F D L B: the number
/// of clockwise quarter turns, or `?` where it is not known.
///
/// Blanks and line breaks do not matter. A letter is that of the face on whose centre the colour is,
/// or the letters are any others that the centres have: what stands on a centre is the letter of
/// that face. Small letters are read as capitals.
///
/// The error is the first fault, or every reason why there is no such cube.
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
        // Where there are too few of a letter there are too many of another one: that is marked.
        if found > 9 {
            let (at, letter) = centre(face);
            return Err(ParseError::new(CubeError::WrongCount { letter, found }, at..at + 1));
        }
    }
    Ok(faces)
}

/// Reads which piece is at each place.
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

/// Reads the directions of the centres, from a text that begins at `start` of the whole one.
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

/// Draws a position as a net of letters, and, where the direction of a centre is known, an arrow in
/// its place: it points to where the upper side of the centre went, as the net is drawn.
///
/// *Shape*: nine lines without blanks at their ends, each with a line break.
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

/// Returns whether a text is meant as stickers, right or wrong, and not as a sequence: it has a `,`,
/// or it is 36 letters or more and, blanks aside, at most three other characters.
///
/// Nine letters `U` in a row could be moves too, but nobody writes that many moves almost without
/// primes and numbers. So a forgotten sticker or a wrong character among them is noticed.
#[must_use]
pub fn is_stickers(text: &str) -> bool {
    const MIN_LETTERS: usize = 36;
    const MAX_OTHERS: usize = 3;
    let n_visible = text.chars().filter(|it| !it.is_whitespace()).count();
    let n_letters = text.chars().filter(char::is_ascii_alphabetic).count();
    text.contains(',') || (n_letters >= MIN_LETTERS && n_visible - n_letters <= MAX_OTHERS)
}

/// Reads what a person gives to name a position: the stickers, or the sequence that leads there from
/// the solved cube.
///
/// Which of the two it is, [`is_stickers`] says. A position from a sequence knows the directions of
/// its centres.
///
/// # Errors
///
/// Returns the first fault of the text, or why there is no such cube.
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
