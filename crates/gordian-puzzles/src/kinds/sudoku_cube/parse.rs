//! Reads a Sudoku Cube from its file, as a net or as pieces.

use toml::Spanned;
use toml::de::DeTable;

use super::net;
use super::{Ambiguity, Centre, Direction, Face, Reachability, Sticker, StickerCube, SudokuCube};
use crate::board::reader::{Reader, Value};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::metadata::Metadata;

const PIECE_KEYS: [&str; 4] = ["corners", "edges", "centres", "centre_rotations"];

pub(super) fn read(reader: &mut Reader<'_>, table: &DeTable<'_>) -> Option<SudokuCube> {
    let own = [&["size", "net", "ambiguous"][..], &PIECE_KEYS].concat();
    let metadata = Metadata::read_with_keys(reader, table, "a sudoku-cube", &own);
    let ambiguity = match table.get("ambiguous") {
        Some(value) => read_ambiguity(reader, value),
        None => Some(Ambiguity::default()),
    };
    let size = match table.get("size") {
        Some(value) => Some((reader.integer("size", value, 2..=5)?, value.span())),
        None => None,
    };
    let Some(net) = table.get("net") else {
        if let Some((n, span)) = size.filter(|&(n, _)| n != 3) {
            let message = format!("a cube of size {n} needs a `net`");
            let diagnostic = Diagnostic::new("puzzle.unsupported-size", span, message);
            reader.report(diagnostic.hint("only a cube of size 3 can be given as pieces"));
            return None;
        }
        let cube = read_pieces(reader, table)?;
        return Some(SudokuCube { metadata, ambiguity: ambiguity?, ..cube });
    };
    for key in PIECE_KEYS {
        if let Some(value) = table.get(key) {
            let message = format!("`{key}` cannot be combined with `net`");
            let diagnostic = Diagnostic::new("puzzle.conflict", value.span(), message);
            reader.report(diagnostic.hint("remove one of them: the net describes the whole cube"));
        }
    }
    let block = reader.block("net", net)?;
    let net = net::read(reader, &block, size.map(|(n, _)| n))?;
    Some(StickerCube::from_net(&net).to_pieces(metadata, ambiguity?))
}

fn read_ambiguity(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Ambiguity> {
    let mut ambiguity = Ambiguity::default();
    for item in reader.list("ambiguous", value)? {
        match reader.text("an ambiguous digit", item)? {
            "6/9" => ambiguity.six_nine = true,
            "8" => ambiguity.eight = true,
            other => {
                let message = format!("unknown ambiguity `{}`", excerpt(other));
                let hint = "write \"6/9\" if a 6 can be read as a 9, \"8\" if an 8 can be read upside \
                            down; a 1 always can";
                let diagnostic = Diagnostic::new("puzzle.unknown-value", item.span(), message);
                reader.report(diagnostic.hint(hint));
                return None;
            }
        }
    }
    Some(ambiguity)
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
    let edges = read_list::<2, 12>(reader, "edge", table.get("edges")?);
    let digits = read_faces(reader, "centres", table.get("centres")?, 1..=9);
    let rotations = match table.get("centre_rotations") {
        Some(value) => read_faces(reader, "centre_rotations", value, 0..=3)?,
        None => [None; 6],
    };
    let mut centres = Vec::with_capacity(6);
    for (i, digit) in digits?.into_iter().enumerate() {
        let Some(digit) = digit else {
            let message = format!("centres has no {}", Face::ALL[i]);
            let span = table.get("centres").map_or(0..0, Spanned::span);
            reader.error("puzzle.missing-key", span, message);
            return None;
        };
        centres.push(Centre { digit, direction: rotations[i].map(Direction::from_quarter_turns) });
    }
    Some(SudokuCube {
        metadata: Metadata::default(),
        size: 3,
        corners: corners?,
        edges: edges?.to_vec(),
        wings: Vec::new(),
        x_centres: Vec::new(),
        t_centres: Vec::new(),
        centres,
        ambiguity: Ambiguity::default(),
        reachability: Reachability::default(),
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
        reader.error("puzzle.missing-key", item.span(), format!("{piece} has no `{key}`"));
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

/// Reads a table with one number per face; missing faces are `None`.
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
