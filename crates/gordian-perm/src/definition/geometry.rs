//! Definitions of puzzles that turn about axes, derived from the places of their pieces in space.

use std::sync::Arc;

use super::read::base_move;
use super::state::{State, Transformation};
use super::{Definition, MoveKind, Orbit};

/// A point or a direction in a right-handed system. The coordinates are small numbers, so a
/// tolerance distinguishes them.
pub(crate) type Vector = [f64; 3];

/// The largest difference between coordinates that are equal.
const TOLERANCE: f64 = 1e-6;

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn scaled(a: Vector, factor: f64) -> Vector {
    a.map(|coordinate| coordinate * factor)
}

fn is_equal(a: Vector, b: Vector) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < TOLERANCE)
}

/// Rotates `a` about `axis` by `angle`, anticlockwise seen from the end of the axis (the formula of
/// Rodrigues).
fn rotated(a: Vector, axis: Vector, angle: f64) -> Vector {
    let unit = scaled(axis, dot(axis, axis).sqrt().recip());
    let (sine, cosine) = angle.sin_cos();
    let along = scaled(unit, dot(unit, a) * (1.0 - cosine));
    let across = scaled(cross(unit, a), sine);
    std::array::from_fn(|i| a[i] * cosine + across[i] + along[i])
}

/// Sorts directions clockwise as seen from the end of `axis`, from the first one on.
pub(crate) fn sort_clockwise(directions: &mut [Vector], axis: Vector) {
    let Some(&first) = directions.first() else { return };
    let unit = scaled(axis, dot(axis, axis).sqrt().recip());
    let flat = |a: Vector| -> Vector {
        let height = dot(a, unit);
        std::array::from_fn(|i| a[i] - height * unit[i])
    };
    let start = flat(first);
    let side = cross(start, unit);
    let angle = |a: Vector| {
        let angle = dot(flat(a), side).atan2(dot(flat(a), start));
        if angle < -TOLERANCE { angle + std::f64::consts::TAU } else { angle }
    };
    directions.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
}

/// A piece: its place, and the directions of the stickers that show its orientation. A piece with
/// one sticker has one orientation.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) place: Vector,
    pub(crate) stickers: Vec<Vector>,
}

impl Piece {
    /// Returns a piece whose orientation is not visible.
    pub(crate) fn plain(place: Vector) -> Self {
        Self { place, stickers: vec![place] }
    }

    /// Returns a piece with these stickers, in any order.
    pub(crate) fn with_stickers(place: Vector, mut stickers: Vec<Vector>) -> Self {
        sort_clockwise(&mut stickers, place);
        Self { place, stickers }
    }
}

/// A clockwise turn of the pieces beyond a plane.
#[derive(Clone, Debug)]
pub(crate) struct AxisTurn {
    pub(crate) name: String,
    pub(crate) axis: Vector,
    /// The pieces turn whose scalar product with the axis is larger than this.
    pub(crate) beyond: f64,
    /// The number of turns that make a full one.
    pub(crate) n_turns: u8,
}

/// Returns the definition of a puzzle.
pub(crate) fn definition(
    name: &str,
    orbits: &[(&str, Vec<Piece>)],
    turns: &[AxisTurn],
) -> Definition {
    let number = |at: usize| u16::try_from(at).expect("puzzles have few positions");
    let label = |at: usize| u8::try_from(at).expect("orbits have few positions");
    let mut described = Vec::new();
    let mut moduli = Vec::new();
    let mut solved = State { pieces: Vec::new(), orientations: Vec::new() };
    for (orbit, pieces) in orbits {
        let orientations = label(pieces[0].stickers.len());
        described.push(Orbit {
            name: (*orbit).to_owned(),
            n_positions: pieces.len(),
            orientations,
            start: moduli.len(),
            written_labels: (1..=pieces.len()).map(label).collect(),
        });
        moduli.extend(pieces.iter().map(|_| orientations));
        solved.pieces.extend((0..pieces.len()).map(label));
        solved.orientations.extend(pieces.iter().map(|_| 0));
    }
    let moduli: Arc<[u8]> = Arc::from(moduli);
    let moved = |turn: &AxisTurn| {
        let mut transformation = Transformation::identity(&moduli);
        let angle = -std::f64::consts::TAU / f64::from(turn.n_turns);
        for ((_, pieces), orbit) in orbits.iter().zip(&described) {
            for (from, piece) in pieces.iter().enumerate() {
                if dot(piece.place, turn.axis) <= turn.beyond {
                    continue;
                }
                let place = rotated(piece.place, turn.axis, angle);
                let sticker = rotated(piece.stickers[0], turn.axis, angle);
                let to = pieces.iter().position(|other| is_equal(other.place, place));
                let to = to.expect("turns bring pieces to places of pieces");
                let seen = pieces[to].stickers.iter().position(|&other| is_equal(other, sticker));
                // A piece with one orientation can have any sticker.
                let twist = if orbit.orientations == 1 { Some(0) } else { seen };
                let twist = twist.expect("turns bring stickers to places of stickers");
                transformation.sources[orbit.start + to] = number(orbit.start + from);
                transformation.twists[orbit.start + to] = label(twist);
            }
        }
        base_move(&turn.name, MoveKind::Turn, transformation)
    };
    let base_moves = turns.iter().map(moved).collect();
    Definition {
        name: name.to_owned(),
        base_moves,
        orbits: described,
        moduli: Arc::clone(&moduli),
        solved,
        restrictions: Vec::new(),
    }
}
