//! Reads the drawn net of a cube of 2×2×2 to 5×5×5.
//!
//! A net has one line for each row of U, then one for each row of L, F, R and B side by side, then
//! one for each row of D. The key `size` is the number of rows of a face; without it, the parser
//! assumes the size that fits the most lines, so that an error in one line is reported in that line
//! only.

use super::sticker_cube;
use super::{Direction, Face};
use crate::board::block::{Block, Line, Token};
use crate::board::cell::count_noun;
use crate::board::reader::Reader;
use crate::diagnostic::{Diagnostic, excerpt};

/// The faces of the three bands of a net, from top to bottom.
const BANDS: [&[Face]; 3] = [&[Face::U], &[Face::L, Face::F, Face::R, Face::B], &[Face::D]];

/// Returns the direction of an arrow in a net.
fn arrow_direction(arrow: &str) -> Option<Direction> {
    match arrow {
        "^" | "↑" => Some(Direction::Up),
        ">" | "→" => Some(Direction::Right),
        "v" | "↓" => Some(Direction::Down),
        "<" | "←" => Some(Direction::Left),
        _ => None,
    }
}

/// Returns the number of lines that have the right number of stickers for a size.
fn n_fitting(block: &Block, size: usize) -> usize {
    let lines = block.lines.iter().take(3 * size).enumerate();
    lines.filter(|(number, line)| line.words().count() == size * BANDS[number / size].len()).count()
}

/// Returns the size that fits the lines best; of those that fit equally well, 3, or the smallest.
fn likely_size(block: &Block) -> usize {
    let fit = |size| n_fitting(block, size) + usize::from(block.lines.len() == 3 * size);
    // `max_by_key` returns the last of several maxima.
    [5, 4, 2, 3].into_iter().max_by_key(|&size| fit(size)).expect("there are sizes")
}

/// Reads the net of a cube of the size that the file states, or of the size that it seems to have.
pub(super) fn read(
    reader: &mut Reader<'_>,
    block: &Block,
    stated: Option<usize>,
) -> Option<sticker_cube::Net> {
    let likely = likely_size(block);
    let size = stated.unwrap_or(likely);
    if size != likely && block.lines.len() == 3 * likely && n_fitting(block, likely) == 3 * likely {
        let message = format!("size is {size}, but net shows a cube of size {likely}");
        let hint = "remove `size`: the net determines it";
        let span = block.span.clone();
        reader.report(Diagnostic::new("puzzle.conflict", span, message).hint(hint));
        return None;
    }
    let n_lines = 3 * size;
    let mut fits = block.lines.len() == n_lines;
    if !fits {
        let message =
            format!("net has {} instead of {n_lines}", count_noun(block.lines.len(), "line"));
        let lines = ["two", "three", "four", "five"][size - 2];
        let hint =
            format!("draw {lines} lines for U, {lines} for L F R B side by side, {lines} for D");
        let span = block.lines.get(n_lines).map_or(block.span.clone(), |line| line.span.clone());
        reader.report(Diagnostic::new("puzzle.wrong-shape", span, message).hint(hint));
    }
    let mut net: sticker_cube::Net = std::array::from_fn(|_| vec![vec![(0, None); size]; size]);
    for (number, line) in block.lines.iter().take(n_lines).enumerate() {
        let faces = BANDS[number / size];
        match read_line(reader, line, number, size, faces.len()) {
            Some(stickers) => {
                for (face, stickers) in faces.iter().zip(stickers.chunks(size)) {
                    net[face.index()][number % size] = stickers.to_vec();
                }
            }
            None => fits = false,
        }
    }
    fits.then_some(net)
}

type NetSticker = (u8, Option<Direction>);

/// Reads one line, which holds one row of each face of its band.
fn read_line(
    reader: &mut Reader<'_>,
    line: &Line,
    number: usize,
    size: usize,
    n_faces: usize,
) -> Option<Vec<NetSticker>> {
    let stickers: Vec<Token<'_>> = line.words().collect();
    let expected = size * n_faces;
    let mut fits = stickers.len() == expected;
    if !fits {
        let message = format!(
            "line {} of net has {} instead of {expected}",
            number + 1,
            count_noun(stickers.len(), "sticker"),
        );
        reader.error("puzzle.wrong-shape", line.span.clone(), message);
    }
    let mut read = Vec::with_capacity(expected);
    for (i, piece) in stickers.iter().take(expected).enumerate() {
        let is_middle = |at: usize| size % 2 == 1 && at % size == size / 2;
        match read_sticker(reader, piece, size, is_middle(number) && is_middle(i)) {
            Some(sticker) => read.push(sticker),
            None => fits = false,
        }
    }
    fits.then_some(read)
}

fn read_sticker(
    reader: &mut Reader<'_>,
    piece: &Token<'_>,
    size: usize,
    is_middle: bool,
) -> Option<NetSticker> {
    let max = size * size;
    let figures = piece.text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, arrow) = piece.text.split_at(figures);
    let direction = arrow_direction(arrow);
    let number = number.parse().ok().filter(|&n: &u8| n > 0 && usize::from(n) <= max);
    let number = number.filter(|_| !piece.text.starts_with('0'));
    if let Some(number) = number
        && (direction.is_some() || (is_middle && arrow.is_empty()))
    {
        return Some((number, direction));
    }
    let message = format!("`{}` is not a sticker", excerpt(piece.text));
    let (what, without) = match size {
        2 => ("digit", ""),
        3 => ("digit", "; a centre may have no arrow"),
        4 => ("number", ""),
        _ => ("number", "; the middle of a face may have no arrow"),
    };
    let hint =
        format!("write a {what} from 1 to {max} and an arrow to its top, ^ > v or <{without}");
    reader.report(Diagnostic::new("puzzle.bad-sticker", piece.span.clone(), message).hint(hint));
    None
}
