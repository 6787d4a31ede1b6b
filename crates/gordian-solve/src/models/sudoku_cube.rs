//! The Sudoku Cube: which piece goes where, and how it is turned there.
//!
//! The model is the first one of the post that posed the puzzle: a position and a permutation per
//! piece, and for every sticker of the drawn net the value and the rotation that end up there. Its
//! tables of positions and arrows are the post's, not the geometry by which answers are judged.
//!
//! One thing differs. The post demands that neighbours in a list of stickers can look the same way;
//! a 1, which reads both ways, can then stand between stickers that look opposite ways. Here each
//! face has a direction that all its stickers can be read in.
//!
//! *Source*: Adam Furmanek's blog, ILP series, part 105.

use gordian_model::{Assignment, Expr, Model, VarId, all_different, any_of, conditional, sum};
use gordian_puzzles::cube::{Ambiguity, Direction, Face, Placement, SolvedNet, Sticker};
use gordian_puzzles::{Solution, SudokuCube};

use super::byte;

/// Whether pieces may go only where turns of the faces can bring them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reachability {
    /// They may: permutations, twists, flips and known centres must fit each other.
    #[default]
    Enforced,
    /// They may go anywhere, as if the cube were taken apart: the post's question.
    Ignored,
}

/// Which sticker of which place is drawn where in the net: place · stickers of a piece + sticker,
/// places counted from 1; corners at the corners of a face, edges between them.
const DIAGRAM: [[u8; 12]; 9] = [
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

/// Where the arrow of each field of a face points, by clockwise quarter turns from up. Every face
/// of the net has the same; the middle is not used.
const ARROWS: [[i64; 3]; 3] = [[3, 0, 0], [3, 0, 1], [2, 2, 1]];

/// The rows and columns where the faces begin in the net, in the order of [`Face::ALL`].
const CORNERS_OF_FACES: [(usize, usize); 6] = [(0, 3), (3, 0), (3, 3), (3, 6), (3, 9), (6, 3)];

/// The variables of a piece.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The place where it goes, from 0.
    position: VarId,
    /// How far its stickers are shifted there.
    permutation: VarId,
}

/// The variables of a sticker of the solved net.
#[derive(Clone, Copy, Debug)]
struct Field {
    value: VarId,
    rotation: VarId,
}

/// What an answer is read from.
#[derive(Debug)]
pub(super) struct Reading {
    corners: Vec<Piece>,
    edges: Vec<Piece>,
    /// Digit as read in the face's direction, per face and row; the centre is given.
    digits: Vec<Vec<Vec<Cell>>>,
    directions: Vec<VarId>,
    ambiguity: Ambiguity,
}

/// What is drawn in a field of the net.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Centre(u8),
    Field(Field),
}

impl Reading {
    pub(super) fn placement(&self, values: &Assignment) -> Placement {
        let read = |piece: &Piece| (byte(values[piece.position]), byte(values[piece.permutation]));
        let corners: Vec<(u8, u8)> = self.corners.iter().map(read).collect();
        let edges: Vec<(u8, u8)> = self.edges.iter().map(read).collect();
        Placement {
            corners: corners.try_into().expect("eight corners"),
            edges: edges.try_into().expect("twelve edges"),
        }
    }

    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let mut net = SolvedNet { digits: [[[0; 3]; 3]; 6], directions: [Direction::Up; 6] };
        for (face, rows) in self.digits.iter().enumerate() {
            let direction = Direction::from_turns(byte(values[self.directions[face]]));
            net.directions[face] = direction;
            for (row, cells) in rows.iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    net.digits[face][row][column] = match *cell {
                        Cell::Centre(digit) => digit,
                        Cell::Field(field) => {
                            let shown = byte(values[field.value]);
                            let looks = Direction::from_turns(byte(values[field.rotation]));
                            let read = self.ambiguity.read(shown, looks, direction);
                            read.expect("the model demands that digits can be read")
                        }
                    };
                }
            }
        }
        Solution::SudokuCube(net)
    }
}

pub(super) fn model(cube: &SudokuCube, reachability: Reachability) -> (Model, Reading) {
    let mut model = Model::new();
    let corners = pieces(&mut model, "corner", 8, 3);
    let edges = pieces(&mut model, "edge", 12, 2);
    let all = corners.iter().chain(&edges);
    model.set_answer(all.flat_map(|piece| [piece.position, piece.permutation]));
    model.require(
        "every corner at a place of its own",
        all_different(corners.iter().map(|piece| piece.position)),
    );
    model.require(
        "every edge at a place of its own",
        all_different(edges.iter().map(|piece| piece.position)),
    );
    let mut directions = Vec::with_capacity(6);
    let mut digits = Vec::with_capacity(6);
    for (face, (top, left)) in Face::ALL.into_iter().zip(CORNERS_OF_FACES) {
        let direction = model.int(format!("direction of {face}"), 0..=3);
        directions.push(direction);
        let mut cells = vec![vec![Cell::Centre(cube.centres[face.index()].digit); 3]; 3];
        let mut read: Vec<Expr> = vec![i64::from(cube.centres[face.index()].digit).into()];
        for row in 0..3 {
            for column in 0..3 {
                let number = DIAGRAM[top + row][left + column];
                let name = format!("{face}{}{}", row + 1, column + 1);
                let arrow = ARROWS[row][column];
                let field = match (row % 2, column % 2) {
                    (1, 1) => continue,
                    (0, 0) => field(&mut model, &name, number, arrow, &corners, &cube.corners),
                    _ => field(&mut model, &name, number, arrow, &edges, &cube.edges),
                };
                cells[row][column] = Cell::Field(field);
                read.push(readable(&mut model, &name, face, field, direction, cube.ambiguity));
            }
        }
        model.require(format!("face {face}: every digit once"), all_different(read));
        digits.push(cells);
    }
    if reachability == Reachability::Enforced {
        demand_reachable(&mut model, cube, &corners, &edges, &directions);
    }
    let ambiguity = cube.ambiguity;
    (model, Reading { corners, edges, digits, directions, ambiguity })
}

fn pieces(model: &mut Model, kind: &str, n: i64, n_stickers: i64) -> Vec<Piece> {
    (1..=n)
        .map(|number| Piece {
            position: model.int(format!("position of {kind} {number}"), 0..=n - 1),
            permutation: model.int(format!("permutation of {kind} {number}"), 0..=n_stickers - 1),
        })
        .collect()
}

/// Adds what ends up at one sticker of the net: the value and rotation of the piece put there.
fn field<const N: usize>(
    model: &mut Model,
    name: &str,
    number: u8,
    arrow: i64,
    pieces: &[Piece],
    stickers: &[[Sticker; N]],
) -> Field {
    let n_stickers = i64::try_from(N).expect("two or three");
    let position = i64::from(number) / n_stickers - 1;
    let sticker = i64::from(number) % n_stickers;
    let piece_permutation = model.int(format!("piece permutation at {name}"), 0..=n_stickers - 1);
    let final_permutation = model.int(format!("final permutation at {name}"), 0..=n_stickers - 1);
    let piece_rotation = model.int(format!("piece rotation at {name}"), 0..=3);
    let rotation = model.int(format!("rotation at {name}"), 0..=3);
    let value = model.int(format!("value at {name}"), 1..=9);
    let rule = format!("{name} shows the piece that is put there");
    for (piece, stickers) in pieces.iter().zip(stickers) {
        let here = piece.position.eq(position);
        model.require(rule.as_str(), here.implies(piece.permutation.eq(piece_permutation)));
        for (permutation, shown) in (0_i64..).zip(stickers) {
            let this_way = &here & final_permutation.eq(permutation);
            model.require(
                rule.as_str(),
                this_way.implies(piece_rotation.eq(i64::from(shown.rotation))),
            );
            model.require(rule.as_str(), this_way.implies(value.eq(i64::from(shown.digit))));
        }
    }
    model.require(rule.as_str(), final_permutation.eq((sticker + piece_permutation) % n_stickers));
    model.require(rule, rotation.eq((arrow + piece_rotation) % 4));
    Field { value, rotation }
}

/// Demands that a sticker can be read in its face's direction and returns the digit read.
fn readable(
    model: &mut Model,
    name: &str,
    face: Face,
    field: Field,
    direction: VarId,
    ambiguity: Ambiguity,
) -> Expr {
    let two_ways: Vec<i64> =
        (1..=9_u8).filter(|&digit| ambiguity.upside_down(digit).is_some()).map(i64::from).collect();
    let reads_two_ways = any_of(two_ways.iter().map(|&digit| field.value.eq(digit)));
    let other_rotation = conditional(reads_two_ways, (field.rotation + 2) % 4, field.rotation);
    model.require(
        format!("face {face}: {name} looks the common way"),
        field.rotation.eq(direction) | other_rotation.eq(direction),
    );
    if !ambiguity.six_nine {
        return field.value.into();
    }
    // A 6 turned by half is a 9, and a 9 a 6.
    let turned = field.rotation.ne(direction);
    let swapped = conditional(field.value.eq(6), 9, conditional(field.value.eq(9), 6, field.value));
    conditional(turned, swapped, field.value)
}

/// Demands what turns of the faces never change.
fn demand_reachable(
    model: &mut Model,
    cube: &SudokuCube,
    corners: &[Piece],
    edges: &[Piece],
    directions: &[VarId],
) {
    let (swaps_of_corners, swaps_of_edges) = (inversions(corners), inversions(edges));
    model.require(
        "turns move corners and edges by permutations that are odd together",
        (&swaps_of_corners + &swaps_of_edges).multiple_of(2),
    );
    model.require(
        "turns twist corners by whole turns in all",
        sum(corners.iter().map(|piece| piece.permutation)).multiple_of(3),
    );
    model.require(
        "turns flip an even number of edges",
        sum(edges.iter().map(|piece| piece.permutation)).multiple_of(2),
    );
    let known: Option<Vec<i64>> = cube
        .centres
        .iter()
        .map(|centre| centre.direction.map(|direction| i64::from(direction.turns())))
        .collect();
    if let Some(known) = known {
        let quarters = sum(directions) + known.iter().sum::<i64>();
        model.require(
            "turns move corners and centres by quarter turns that are odd together",
            (quarters + swaps_of_corners).multiple_of(2),
        );
    }
}

/// Returns how many pairs of pieces change their order: odd for an odd permutation.
fn inversions(pieces: &[Piece]) -> Expr {
    let pairs = pieces.iter().enumerate().flat_map(|(place, second)| {
        pieces[..place].iter().map(|first| first.position.gt(second.position))
    });
    sum(pairs)
}
