//! The Sudoku Cube: flags for the place and turn of each piece, the direction of each face, and
//! the digit of each sticker.
//!
//! What a piece shows at a place is worked out beforehand, so that the model only says "if this
//! piece is put here in this way, then this face has that direction and that digit stands there".
//! Whether turns can reach the answer is not asked.

use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::cube::{Ambiguity, Centre, Direction, Face, SolvedNet, Sticker};
use gordian_puzzles::{Solution, SudokuCube};

use super::{byte, flags, one_of, set};

/// Which sticker of which place is drawn where in the net: place · stickers of a piece + sticker,
/// places counted from 1.
const DIAGRAM: [[usize; 12]; 9] = [
    [0, 0, 0, 16, 17, 26, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 23, 0, 11, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 14, 3, 4, 0, 0, 0, 0, 0, 0],
    [17, 22, 13, 12, 2, 3, 5, 10, 25, 24, 16, 15],
    [21, 0, 9, 8, 0, 4, 5, 0, 14, 15, 0, 20],
    [19, 24, 11, 9, 6, 6, 7, 12, 23, 21, 18, 18],
    [0, 0, 0, 10, 7, 8, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 25, 0, 13, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 20, 19, 22, 0, 0, 0, 0, 0, 0],
];

/// The arrows of a face's fields, in clockwise quarter turns from up; every face has the same.
const ORIENTATIONS: [[usize; 3]; 3] = [[3, 0, 0], [3, 0, 1], [2, 2, 1]];

/// The faces by their numbers in the flags, and where each begins in the net.
const FACES: [(Face, usize, usize); 6] = [
    (Face::F, 3, 3),
    (Face::R, 3, 6),
    (Face::B, 3, 9),
    (Face::L, 3, 0),
    (Face::U, 0, 3),
    (Face::D, 6, 3),
];

/// Row and column of a face's corners by their numbers: top right and on clockwise.
const DIAGONAL_ENDS: [(usize, usize); 4] = [(0, 2), (2, 2), (2, 0), (0, 0)];

/// Row and column of a face's edges by their numbers: top and on clockwise.
const AXIS_ENDS: [(usize, usize); 4] = [(0, 1), (1, 2), (2, 1), (1, 0)];

/// The flags of the faces.
#[derive(Debug)]
pub(super) struct Reading {
    faces: Vec<FaceFlags>,
    centres: Vec<Centre>,
}

#[derive(Debug)]
struct FaceFlags {
    directions: Vec<VarId>,
    /// The digits of each corner, then of each edge.
    corners: Vec<Vec<VarId>>,
    edges: Vec<Vec<VarId>>,
}

impl Reading {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let digits = std::array::from_fn(|_| vec![vec![0; 3]; 3]);
        let mut net = SolvedNet { digits, directions: [Direction::Up; 6] };
        for (flags, (face, ..)) in self.faces.iter().zip(FACES) {
            let face = face.index();
            net.directions[face] =
                Direction::from_quarter_turns(byte(set(&flags.directions, values)));
            net.digits[face][1][1] = self.centres[face].digit;
            for (ends, stickers) in [(DIAGONAL_ENDS, &flags.corners), (AXIS_ENDS, &flags.edges)] {
                for ((row, column), digits) in ends.into_iter().zip(stickers) {
                    net.digits[face][row][column] = byte(set(digits, values) + 1);
                }
            }
        }
        Solution::SudokuCube(net)
    }
}

pub(super) fn model(cube: &SudokuCube) -> Option<(Model, Reading)> {
    if cube.size != 3 || cube.ambiguity != Ambiguity::default() {
        return None;
    }
    let mut model = Model::new();
    let faces: Vec<FaceFlags> =
        FACES.into_iter().map(|(face, ..)| FaceFlags::new(&mut model, face)).collect();
    let corners = pieces(&mut model, "corner", 8, 3);
    let edges = pieces(&mut model, "edge", 12, 2);
    model.set_answer_variables(corners.iter().chain(&edges).flatten().copied());
    for (flags, (face, ..)) in faces.iter().zip(FACES) {
        model.require(format!("{face} looks one way"), one_of(&flags.directions));
        for digits in flags.corners.iter().chain(&flags.edges) {
            model.require(format!("one digit on each sticker of {face}"), one_of(digits));
        }
    }
    one_place_each(&mut model, "corner", &corners, 3);
    one_place_each(&mut model, "edge", &edges, 2);
    for (flags, (face, ..)) in faces.iter().zip(FACES) {
        let centre = usize::from(cube.centres[face.index()].digit);
        for digit in 1..=9 {
            let stickers = flags.corners.iter().chain(&flags.edges);
            let shown = gordian_model::sum(stickers.map(|digits| digits[digit - 1]));
            let in_the_middle = i64::from(digit == centre);
            model.require(format!("{face}: every digit once"), (shown + in_the_middle).eq(1));
        }
    }
    for (flags, (face, top, left)) in faces.iter().zip(FACES) {
        let sticker = |(row, column): (usize, usize), digits| Place {
            rule: format!("{face}{}{} shows the piece put there", row + 1, column + 1),
            number: DIAGRAM[top + row][left + column],
            orientation: ORIENTATIONS[row][column],
            directions: &flags.directions,
            digits,
        };
        for (end, digits) in DIAGONAL_ENDS.into_iter().zip(&flags.corners) {
            show(&mut model, &sticker(end, digits), &corners, &cube.corners);
        }
        for (end, digits) in AXIS_ENDS.into_iter().zip(&flags.edges) {
            show(&mut model, &sticker(end, digits), &edges, &cube.edges);
        }
    }
    Some((model, Reading { faces, centres: cube.centres.clone() }))
}

impl FaceFlags {
    fn new(model: &mut Model, face: Face) -> Self {
        let directions = flags(model, Direction::ALL, |way| format!("{face} looks {way}"));
        let mut stickers = |ends: [(usize, usize); 4]| {
            let ends = ends.into_iter();
            ends.map(|(row, column)| {
                flags(model, 1..=9, |digit| format!("{face}{}{} is {digit}", row + 1, column + 1))
            })
            .collect()
        };
        Self { directions, corners: stickers(DIAGONAL_ENDS), edges: stickers(AXIS_ENDS) }
    }
}

/// Adds the flags of the pieces: for each, place · stickers + permutation.
fn pieces(model: &mut Model, kind: &str, n: usize, n_stickers: usize) -> Vec<Vec<VarId>> {
    (1..=n)
        .map(|piece| {
            flags(model, 0..n * n_stickers, |flag| {
                let (place, permutation) = (flag / n_stickers + 1, flag % n_stickers);
                format!("{kind} {piece} at {place} by {permutation}")
            })
        })
        .collect()
}

/// Demands one place for every piece and one piece for every place.
fn one_place_each(model: &mut Model, kind: &str, pieces: &[Vec<VarId>], n_stickers: usize) {
    for (number, piece) in pieces.iter().enumerate() {
        model.require(format!("{kind} {} is in one place", number + 1), one_of(piece));
    }
    for place in 0..pieces.len() {
        let here = place * n_stickers..(place + 1) * n_stickers;
        model.require(
            format!("one {kind} at place {}", place + 1),
            one_of(pieces.iter().flat_map(|piece| &piece[here.clone()])),
        );
    }
}

/// A field of the net.
struct Place<'a> {
    rule: String,
    /// The entry of [`DIAGRAM`].
    number: usize,
    orientation: usize,
    directions: &'a [VarId],
    digits: &'a [VarId],
}

/// Demands what each piece shows if it is put at this place.
fn show<const N: usize>(
    model: &mut Model,
    place: &Place<'_>,
    pieces: &[Vec<VarId>],
    stickers: &[[Sticker; N]],
) {
    let (position, permutation) = (place.number / N - 1, place.number % N);
    for (piece, stickers) in pieces.iter().zip(stickers) {
        for piece_permutation in 0..N {
            let was_picked = piece[position * N + piece_permutation];
            let Sticker { digit, rotation } = stickers[(permutation + piece_permutation) % N];
            let looks = (usize::from(rotation) + place.orientation) % 4;
            let direction = place.directions[looks];
            // A 1 reads the same upside down.
            let common_way = if digit == 1 {
                was_picked.implies(direction | place.directions[(looks + 2) % 4])
            } else {
                was_picked.implies(direction)
            };
            model.require(place.rule.as_str(), common_way);
            let shown = was_picked.implies(place.digits[usize::from(digit) - 1]);
            model.require(place.rule.as_str(), shown);
        }
    }
}
