//! The cube as permutations and orientations: the simulator of the solver.
//!
//! Faces are numbered in the order U R F D L B, so that opposite faces differ by 3; a *turn* is `3
//! · face + quarters − 1`. Places are those of [`gordian_perm::cube3::Position`]: corners URF UFL
//! ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL BL BR. A piece has the number of
//! the place on the solved cube.
//!
//! A corner's twist is the index, clockwise from the U or D face of its place, of the face with its
//! U or D colour. An edge is not flipped if the first colour of its name is on the first face of
//! its place's name.

use gordian_perm::cube3::{Face, FaceTurn, Metric, Move, Position};

/// The number of turns: six faces by one, two or three quarters.
pub(super) const TURNS: usize = 18;
/// The turns of phase 2: U and D by any amount, the others by half turns.
pub(super) const PHASE_2: [usize; 10] = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];

/// The faces in the numbering of this module.
pub(super) const FACES: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

/// The faces of each corner place, clockwise from the U or D face.
const CORNER_FACES: [[usize; 3]; 8] = {
    const U: usize = 0;
    const R: usize = 1;
    const F: usize = 2;
    const D: usize = 3;
    const L: usize = 4;
    const B: usize = 5;
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]]
};

/// The faces of each edge place.
const EDGE_FACES: [[usize; 2]; 12] = {
    const U: usize = 0;
    const R: usize = 1;
    const F: usize = 2;
    const D: usize = 3;
    const L: usize = 4;
    const B: usize = 5;
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]]
};

/// The effect of a clockwise quarter turn of a face: the piece at `corners[i]` moves to
/// `corners[i + 1]` (cyclically) and is twisted by `twists[i + 1]`; likewise the edges, which are all flipped
/// or none.
struct QuarterTurn {
    corners: [usize; 4],
    twists: [u8; 4],
    edges: [usize; 4],
    flip: u8,
}

const QUARTER_TURNS: [QuarterTurn; 6] = [
    QuarterTurn { corners: [0, 1, 2, 3], twists: [0; 4], edges: [0, 1, 2, 3], flip: 0 },
    QuarterTurn { corners: [0, 3, 7, 4], twists: [2, 1, 2, 1], edges: [0, 11, 4, 8], flip: 0 },
    QuarterTurn { corners: [0, 4, 5, 1], twists: [1, 2, 1, 2], edges: [1, 8, 5, 9], flip: 1 },
    QuarterTurn { corners: [4, 7, 6, 5], twists: [0; 4], edges: [4, 7, 6, 5], flip: 0 },
    QuarterTurn { corners: [1, 5, 6, 2], twists: [1, 2, 1, 2], edges: [2, 9, 6, 10], flip: 0 },
    QuarterTurn { corners: [2, 6, 7, 3], twists: [1, 2, 1, 2], edges: [3, 10, 7, 11], flip: 1 },
];

/// The piece at each place and its orientation; centres by clockwise quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cubies {
    pub(super) corners: [u8; 8],
    pub(super) twists: [u8; 8],
    pub(super) edges: [u8; 12],
    pub(super) flips: [u8; 12],
    pub(super) centres: [u8; 6],
}

impl Cubies {
    pub(super) const SOLVED: Self = Self {
        corners: [0, 1, 2, 3, 4, 5, 6, 7],
        twists: [0; 8],
        edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        flips: [0; 12],
        centres: [0; 6],
    };

    /// Returns the pieces of `position`; centres with unknown orientation count as solved.
    pub(super) fn new(position: &Position) -> Self {
        let mut cubies = Self::SOLVED;
        for (place, placed) in position.corners().iter().enumerate() {
            (cubies.corners[place], cubies.twists[place]) = (placed.piece, placed.orientation);
        }
        for (place, placed) in position.edges().iter().enumerate() {
            (cubies.edges[place], cubies.flips[place]) = (placed.piece, placed.orientation);
        }
        cubies.centres = FACES.map(|face| position.centres()[face.index()].unwrap_or(0));
        cubies
    }

    /// Returns the cube after a turn.
    pub(super) fn turned(mut self, turn: usize) -> Self {
        let face = turn / 3;
        let QuarterTurn { corners, twists, edges, flip } = &QUARTER_TURNS[face];
        for _ in 0..=turn % 3 {
            let before = self;
            for i in 0..4 {
                let (from, to) = (i, (i + 1) % 4);
                let (source, target) = (corners[from], corners[to]);
                self.corners[target] = before.corners[source];
                self.twists[target] = (before.twists[source] + twists[to]) % 3;
                let (source, target) = (edges[from], edges[to]);
                self.edges[target] = before.edges[source];
                self.flips[target] = before.flips[source] ^ flip;
            }
            self.centres[face] = (self.centres[face] + 1) % 4;
        }
        self
    }

    /// Returns the inverse: the solved cube after the inverse of a turn sequence of this cube.
    pub(super) fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        for place in 0..8 {
            let home = usize::from(self.corners[place]);
            inverse.corners[home] = to_u8(place);
            inverse.twists[home] = (3 - self.twists[place]) % 3;
        }
        for place in 0..12 {
            let home = usize::from(self.edges[place]);
            inverse.edges[home] = to_u8(place);
            inverse.flips[home] = self.flips[place];
        }
        inverse.centres = self.centres.map(|turns| (4 - turns) % 4);
        inverse
    }

    /// Returns the conjugate of the cube under the rotation of [`rotated_face`]: the solved cube
    /// after the [rotated turns](rotated_turn) of a turn sequence of this cube.
    ///
    /// Every sticker moves to the image of its face.
    pub(super) fn rotated(&self) -> Self {
        let mut rotated = Self::SOLVED;
        for (place, faces) in CORNER_FACES.iter().enumerate() {
            let home = usize::from(self.corners[place]);
            let (to, from_first) = rotated_place(faces, &CORNER_FACES);
            let (piece, home_first) = rotated_place(&CORNER_FACES[home], &CORNER_FACES);
            rotated.corners[to] = to_u8(piece);
            let twist = 6 + usize::from(self.twists[place]) + from_first - home_first;
            rotated.twists[to] = to_u8(twist % 3);
        }
        for (place, faces) in EDGE_FACES.iter().enumerate() {
            let home = usize::from(self.edges[place]);
            let (to, from_first) = rotated_place(faces, &EDGE_FACES);
            let (piece, home_first) = rotated_place(&EDGE_FACES[home], &EDGE_FACES);
            rotated.edges[to] = to_u8(piece);
            let flip = usize::from(self.flips[place]) + from_first + home_first;
            rotated.flips[to] = to_u8(flip % 2);
        }
        for face in 0..6 {
            rotated.centres[rotated_face(face)] = self.centres[face];
        }
        rotated
    }
}

/// Returns the image of a corner place under the rotation of [`rotated_face`], and the amount by
/// which twists are greater there.
pub(super) fn rotated_corner(place: usize) -> (usize, usize) {
    rotated_place(&CORNER_FACES[place], &CORNER_FACES)
}

/// Returns the image of an edge place under the rotation of [`rotated_face`], and the amount by
/// which flips are greater there.
pub(super) fn rotated_edge(place: usize) -> (usize, usize) {
    rotated_place(&EDGE_FACES[place], &EDGE_FACES)
}

/// Returns the image of the place with these faces, and the index of the image of the first face
/// there.
fn rotated_place<const N: usize>(faces: &[usize; N], places: &[[usize; N]]) -> (usize, usize) {
    let faces = faces.map(rotated_face);
    let place = places.iter().position(|place| faces.iter().all(|face| place.contains(face)));
    let place = place.expect("a rotation maps places to places");
    let first = places[place].iter().position(|face| *face == faces[0]);
    (place, first.expect("the place has these faces"))
}

/// Returns the image of a face under the rotation by a third of a turn about the corner URF: U to
/// R, R to F, F to U, and likewise the opposite faces.
fn rotated_face(face: usize) -> usize {
    face / 3 * 3 + (face + 1) % 3
}

/// Returns the image of a turn under the rotation of [`rotated_face`].
pub(super) fn rotated_turn(turn: usize) -> usize {
    rotated_face(turn / 3) * 3 + turn % 3
}

/// Returns the inverse turn.
pub(super) fn inverse_turn(turn: usize) -> usize {
    turn / 3 * 3 + 2 - turn % 3
}

/// Returns the cost of a turn.
pub(super) fn cost(metric: Metric, turn: usize) -> u8 {
    to_u8(Move::from(face_turn(turn)).length(metric))
}

/// Converts a turn to the type of the simulator.
pub(super) fn face_turn(turn: usize) -> FaceTurn {
    FaceTurn::new(FACES[turn / 3], to_u8(turn % 3 + 1)).expect("one to three quarters")
}

/// Converts a small number to a byte.
pub(super) fn to_u8(number: usize) -> u8 {
    u8::try_from(number).expect("numbers of cube parts fit into a byte")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_and_rotated_agree_with_turn_sequences() {
        let turns = [1, 5, 7, 12, 16, 3, 9, 14, 2, 6, 11, 17, 0, 4];
        let lead = |turns: &[usize]| turns.iter().fold(Cubies::SOLVED, |cube, &t| cube.turned(t));
        let cube = lead(&turns);
        let back: Vec<usize> = turns.iter().rev().map(|&turn| inverse_turn(turn)).collect();
        assert_eq!(cube.inverse(), lead(&back));
        assert_eq!(cube.rotated(), lead(&turns.map(rotated_turn)));
        assert_eq!(cube.rotated().rotated().rotated(), cube);
        assert_ne!(cube.rotated(), cube);
    }
}
