//! Reads a Sudoku Cube from its file, as a net or as pieces.

use toml::Spanned;
use toml::de::DeTable;

use super::solid::Net;
use super::{Ambiguity, Centre, Direction, Face, Solid, Sticker, SudokuCube};
use crate::block::{Block, Piece};
use crate::cell::count;
use crate::diagnostic::{Diagnostic, shown};
use crate::puzzle::About;
use crate::reader::{Reader, Value};

const PIECE_KEYS: [&str; 4] = ["corners", "edges", "centres", "centre_rotations"];

pub(crate) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<SudokuCube> {
    let own = ["size", "net", "ambiguous"];
    reader.check_keys("a sudoku-cube", table, &[&About::KEYS[..], &own, &PIECE_KEYS].concat());
    let about = About::read(reader, table);
    let ambiguity = match table.get("ambiguous") {
        Some(value) => read_ambiguity(reader, value),
        None => Some(Ambiguity::default()),
    };
    if let Some(size) = table.get("size") {
        let n = reader.integer("size", size, 2..=5)?;
        if n != 3 {
            let message = format!("a Sudoku Cube of size {n} is not known to this version");
            let diagnostic = Diagnostic::new("puzzle.unsupported-size", size.span(), message);
            reader.report(diagnostic.hint("the only size so far is 3"));
            return None;
        }
    }
    let Some(net) = table.get("net") else {
        let cube = read_pieces(reader, table)?;
        return Some(SudokuCube { about, ambiguity: ambiguity?, ..cube });
    };
    for key in PIECE_KEYS {
        if let Some(value) = table.get(key) {
            let message = format!("the cube is given as `net`, and as `{key}` too");
            let diagnostic = Diagnostic::new("puzzle.conflict", value.span(), message);
            reader.report(diagnostic.hint("remove one of them: the net shows everything"));
        }
    }
    let block = reader.block("net", net)?;
    let net = read_net(reader, &block)?;
    Some(Solid::from_net(&net).to_pieces(about, ambiguity?))
}

fn read_ambiguity(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Ambiguity> {
    let mut ambiguity = Ambiguity::default();
    for item in reader.list("ambiguous", value)? {
        match reader.text("an ambiguous digit", item)? {
            "6/9" => ambiguity.six_nine = true,
            "8" => ambiguity.eight = true,
            other => {
                let message = format!("`{}` is not an ambiguity", shown(other));
                let hint = "write \"6/9\" if a 6 can be a 9, \"8\" if an 8 reads upside down; a 1 \
                            always does";
                let diagnostic = Diagnostic::new("puzzle.unknown-value", item.span(), message);
                reader.report(diagnostic.hint(hint));
                return None;
            }
        }
    }
    Some(ambiguity)
}

/// Returns the direction that an arrow of a net means.
fn arrow_direction(arrow: &str) -> Option<Direction> {
    match arrow {
        "^" | "↑" => Some(Direction::Up),
        ">" | "→" => Some(Direction::Right),
        "v" | "↓" => Some(Direction::Down),
        "<" | "←" => Some(Direction::Left),
        _ => None,
    }
}

/// Reads the nine lines of a net: three for U, three for L F R B side by side, three for D.
fn read_net(reader: &mut Reader<'_>, block: &Block) -> Option<Net> {
    const BANDS: [&[Face]; 3] = [&[Face::U], &[Face::L, Face::F, Face::R, Face::B], &[Face::D]];
    let mut fits = block.lines.len() == 9;
    if !fits {
        let message = format!("net has {} instead of 9", count(block.lines.len(), "line"));
        let hint = "draw three lines for U, three for L F R B side by side, three for D";
        let span = block.lines.get(9).map_or(block.span.clone(), |line| line.span.clone());
        reader.report(Diagnostic::new("puzzle.wrong-shape", span, message).hint(hint));
    }
    let mut net: Net = [[[(0, None); 3]; 3]; 6];
    for (number, line) in block.lines.iter().take(9).enumerate() {
        let faces = BANDS[number / 3];
        let stickers: Vec<Piece<'_>> = line.words().collect();
        if stickers.len() != 3 * faces.len() {
            let message = format!(
                "line {} of net has {} instead of {}",
                number + 1,
                count(stickers.len(), "sticker"),
                3 * faces.len()
            );
            reader.error("puzzle.wrong-shape", line.span.clone(), message);
            fits = false;
        }
        for (i, piece) in stickers.iter().take(3 * faces.len()).enumerate() {
            let centre = number % 3 == 1 && i % 3 == 1;
            match read_sticker(reader, piece, centre) {
                Some(sticker) => net[faces[i / 3].index()][number % 3][i % 3] = sticker,
                None => fits = false,
            }
        }
    }
    fits.then_some(net)
}

fn read_sticker(
    reader: &mut Reader<'_>,
    piece: &Piece<'_>,
    centre: bool,
) -> Option<(u8, Option<Direction>)> {
    let digit_length = piece.text.chars().next().map_or(0, char::len_utf8);
    let (digit, arrow) = piece.text.split_at(digit_length);
    let direction = arrow_direction(arrow);
    let digit = digit.parse().ok().filter(|digit| (1..=9).contains(digit));
    if let Some(digit) = digit
        && (direction.is_some() || (centre && arrow.is_empty()))
    {
        return Some((digit, direction));
    }
    let message = format!("`{}` is not a sticker", shown(piece.text));
    let hint = "write a digit from 1 to 9 and an arrow to its top, ^ > v or <; a centre may go \
                without";
    reader.report(Diagnostic::new("puzzle.bad-sticker", piece.span.clone(), message).hint(hint));
    None
}

fn read_pieces(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<SudokuCube> {
    let mut fits = true;
    for key in &PIECE_KEYS[..3] {
        if table.get(*key).is_none() {
            let message = format!("the cube has no `{key}`");
            let hint = "give `corners`, `edges` and `centres`, or draw the cube as `net`";
            reader.report(Diagnostic::new("puzzle.missing-key", 0..0, message).hint(hint));
            fits = false;
        }
    }
    if !fits {
        return None;
    }
    let corners = read_list(reader, "corner", table.get("corners")?);
    let edges = read_list(reader, "edge", table.get("edges")?);
    let digits = read_faces(reader, "centres", table.get("centres")?, 1..=9);
    let rotations = match table.get("centre_rotations") {
        Some(value) => read_faces(reader, "centre_rotations", value, 0..=3)?,
        None => [None; 6],
    };
    let mut centres = [Centre { digit: 1, direction: None }; 6];
    for (i, digit) in digits?.into_iter().enumerate() {
        let Some(digit) = digit else {
            let message = format!("centres lacks {}", Face::ALL[i]);
            let span = table.get("centres").map_or(0..0, Spanned::span);
            reader.error("puzzle.missing-key", span, message);
            return None;
        };
        centres[i] = Centre { digit, direction: rotations[i].map(Direction::from_turns) };
    }
    Some(SudokuCube {
        about: About::default(),
        corners: corners?,
        edges: edges?,
        centres,
        ambiguity: Ambiguity::default(),
    })
}

/// Reads P pieces of N stickers, each a table of `digits` and `rotations`.
fn read_list<const N: usize, const P: usize>(
    reader: &mut Reader<'_>,
    what: &str,
    value: &Value<'_>,
) -> Option<[[Sticker; N]; P]> {
    let items = reader.list_of(&format!("{what}s"), value, P)?;
    let pieces: Vec<Option<[Sticker; N]>> = items
        .iter()
        .enumerate()
        .map(|(number, item)| {
            let what = format!("{what} {}", number + 1);
            let fields = reader.table(&what, item)?;
            reader.check_keys(&what, fields, &["digits", "rotations"]);
            let digits: Option<[u8; N]> = read_numbers(reader, &what, item, "digits", 1..=9);
            let rotations: Option<[u8; N]> = read_numbers(reader, &what, item, "rotations", 0..=3);
            let (digits, rotations) = (digits?, rotations?);
            Some(std::array::from_fn(|k| Sticker { digit: digits[k], rotation: rotations[k] }))
        })
        .collect();
    let pieces: Vec<[Sticker; N]> = pieces.into_iter().collect::<Option<_>>()?;
    pieces.try_into().ok()
}

fn read_numbers<const N: usize>(
    reader: &mut Reader<'_>,
    piece: &str,
    item: &Value<'_>,
    key: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Option<[u8; N]> {
    let fields = reader.table(piece, item)?;
    let what = format!("{key} of {piece}");
    let Some(value) = fields.get(key) else {
        reader.error("puzzle.missing-key", item.span(), format!("{piece} without `{key}`"));
        return None;
    };
    let mut numbers = [0; N];
    let mut fits = true;
    for (number, value) in numbers.iter_mut().zip(reader.list_of(&what, value, N)?) {
        match reader.integer(&format!("one of the {what}"), value, range.clone()) {
            Some(value) => *number = u8::try_from(value).expect("the range ends at 9"),
            None => fits = false,
        }
    }
    fits.then_some(numbers)
}

/// Reads a table with a number for each face; faces that are missing are `None`.
fn read_faces(
    reader: &mut Reader<'_>,
    what: &str,
    value: &Value<'_>,
    range: std::ops::RangeInclusive<usize>,
) -> Option<[Option<u8>; 6]> {
    let fields = reader.table(what, value)?;
    reader.check_keys(what, fields, &Face::ALL.map(Face::name));
    let mut numbers = [None; 6];
    for (face, number) in Face::ALL.into_iter().zip(&mut numbers) {
        if let Some(value) = fields.get(face.name()) {
            let read = reader.integer(&format!("{what}.{face}"), value, range.clone())?;
            *number = Some(u8::try_from(read).expect("the range ends at 9"));
        }
    }
    Some(numbers)
}
