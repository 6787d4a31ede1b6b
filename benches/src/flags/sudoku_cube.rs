//! The Sudoku Cube: flags for the place and rotation of each piece, the direction of each face, and
//! the digit of each sticker.
//!
//! The stickers that a piece shows at a place are computed beforehand, so that the model only
//! contains implications: if this piece is put here with this rotation, this face has that
//! direction and this sticker has that digit. Reachability by turns is not modelled.

use gordian_model::{Assignment, Model, VarId};
use gordian_puzzles::cube::{Ambiguity, Centre, Direction, Face, SolvedNet, Sticker};
use gordian_puzzles::{Solution, SudokuCube};

use super::{add_flags, exactly_one, selected_index, to_u8};

/// The sticker drawn in each field of the net: place · stickers per piece + sticker, with places
/// counted from 1.
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

/// The reading directions of a face's fields, in clockwise quarter turns from up; equal on every
/// face.
const ORIENTATIONS: [[usize; 3]; 3] = [[3, 0, 0], [3, 0, 1], [2, 2, 1]];

/// The faces in the order of the flags, with the position of their top left field in the net.
const FACES: [(Face, usize, usize); 6] = [
    (Face::F, 3, 3),
    (Face::R, 3, 6),
    (Face::B, 3, 9),
    (Face::L, 3, 0),
    (Face::U, 0, 3),
    (Face::D, 6, 3),
];

/// Row and column of a face's corners, clockwise from the top right.
const CORNER_POSITIONS: [(usize, usize); 4] = [(0, 2), (2, 2), (2, 0), (0, 0)];

/// Row and column of a face's edges, clockwise from the top.
const EDGE_POSITIONS: [(usize, usize); 4] = [(0, 1), (1, 2), (2, 1), (1, 0)];

/// The flags of the faces.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    faces: Vec<FaceFlags>,
    centres: Vec<Centre>,
}

#[derive(Debug)]
struct FaceFlags {
    directions: Vec<VarId>,
    /// The digit flags of each corner; `edges` holds those of each edge.
    corners: Vec<Vec<VarId>>,
    edges: Vec<Vec<VarId>>,
}

impl SolutionDecoder {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let digits = std::array::from_fn(|_| vec![vec![0; 3]; 3]);
        let mut net = SolvedNet { digits, directions: [Direction::Up; 6] };
        for (flags, (face, ..)) in self.faces.iter().zip(FACES) {
            let face = face.index();
            net.directions[face] =
                Direction::from_quarter_turns(to_u8(selected_index(&flags.directions, values)));
            net.digits[face][1][1] = self.centres[face].digit;
            for (ends, stickers) in
                [(CORNER_POSITIONS, &flags.corners), (EDGE_POSITIONS, &flags.edges)]
            {
                for ((row, column), digits) in ends.into_iter().zip(stickers) {
                    net.digits[face][row][column] = to_u8(selected_index(digits, values) + 1);
                }
            }
        }
        Solution::of::<SudokuCube>(net)
    }
}

pub(super) fn model(cube: &SudokuCube) -> Option<(Model, SolutionDecoder)> {
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
        model.require(format!("{face} looks one way"), exactly_one(&flags.directions));
        for digits in flags.corners.iter().chain(&flags.edges) {
            model.require(format!("one digit on each sticker of {face}"), exactly_one(digits));
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
        for (end, digits) in CORNER_POSITIONS.into_iter().zip(&flags.corners) {
            require_sticker(&mut model, &sticker(end, digits), &corners, &cube.corners);
        }
        for (end, digits) in EDGE_POSITIONS.into_iter().zip(&flags.edges) {
            require_sticker(&mut model, &sticker(end, digits), &edges, &cube.edges);
        }
    }
    Some((model, SolutionDecoder { faces, centres: cube.centres.clone() }))
}

impl FaceFlags {
    fn new(model: &mut Model, face: Face) -> Self {
        let directions = add_flags(model, Direction::ALL, |way| format!("{face} looks {way}"));
        let mut stickers = |ends: [(usize, usize); 4]| {
            let ends = ends.into_iter();
            ends.map(|(row, column)| {
                add_flags(model, 1..=9, |digit| {
                    format!("{face}{}{} is {digit}", row + 1, column + 1)
                })
            })
            .collect()
        };
        Self { directions, corners: stickers(CORNER_POSITIONS), edges: stickers(EDGE_POSITIONS) }
    }
}

/// Adds the flags of the pieces, indexed by place · stickers + permutation.
fn pieces(model: &mut Model, kind: &str, n: usize, n_stickers: usize) -> Vec<Vec<VarId>> {
    (1..=n)
        .map(|piece| {
            add_flags(model, 0..n * n_stickers, |flag| {
                let (place, permutation) = (flag / n_stickers + 1, flag % n_stickers);
                format!("{kind} {piece} at {place} by {permutation}")
            })
        })
        .collect()
}

/// Requires one place for every piece and one piece for every place.
fn one_place_each(model: &mut Model, kind: &str, pieces: &[Vec<VarId>], n_stickers: usize) {
    for (number, piece) in pieces.iter().enumerate() {
        model.require(format!("{kind} {} is in one place", number + 1), exactly_one(piece));
    }
    for place in 0..pieces.len() {
        let here = place * n_stickers..(place + 1) * n_stickers;
        model.require(
            format!("one {kind} at place {}", place + 1),
            exactly_one(pieces.iter().flat_map(|piece| &piece[here.clone()])),
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

/// Requires the direction and digit that each piece shows at this place.
fn require_sticker<const N: usize>(
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
