//! The plain simulator: 26 pieces in space.

use super::face::{CORNERS, EDGES, Face};
use super::moves::Move;
use super::sequence::Sequence;
use super::space::{Rotation, Vector, normal, piece_coordinates};

/// A piece: its place on the solved cube, and its rotation since. Rotations are about the centre of
/// the cube, so they also determine the current place of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    home: Vector,
    turned: Rotation,
}

impl Piece {
    /// Returns the piece that has these faces on the solved cube, turned in space.
    pub(crate) fn new(faces: &[Face], turned: Rotation) -> Self {
        Self { home: piece_coordinates(faces), turned }
    }

    /// Returns the current place of the piece.
    pub(crate) fn place(&self) -> Vector {
        self.turned.apply(self.home)
    }

    /// Returns the current direction of a feature of the piece (a sticker, or the mark of a centre)
    /// that pointed to `face` on the solved cube.
    pub(crate) fn direction(&self, face: Face) -> Vector {
        self.turned.apply(normal(face))
    }
}

/// A cube in space: a simple simulator that serves as a reference.
///
/// Each of the 26 pieces, centres included, has its own rotation; a move rotates every piece of the
/// layers that it names. There is no table of the effects of moves on pieces.
///
/// # Example
///
/// ```
/// use gordian_perm::cube3::{Cube, LowercaseMeaning, Position, Sequence};
///
/// let mut cube = Cube::solved();
/// cube.apply(&Sequence::parse("R U R' U'", LowercaseMeaning::Wide).unwrap());
/// assert!(!Position::from_cube(&cube).is_solved());
/// cube.apply(&Sequence::parse("U R U' R'", LowercaseMeaning::Wide).unwrap());
/// assert_eq!(cube, Cube::solved());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The corners by their numbers, then the edges, then the centres in the order of
    /// [`Face::ALL`].
    pieces: [Piece; 26],
}

impl Cube {
    /// Returns the solved cube, U on top and F in front.
    #[must_use]
    pub fn solved() -> Self {
        Self::from_rotations(
            [Rotation::IDENTITY; 8],
            [Rotation::IDENTITY; 12],
            [Rotation::IDENTITY; 6],
        )
    }

    /// Returns the cube whose pieces have these rotations; each array is in the order of the
    /// pieces' numbers.
    pub(crate) fn from_rotations(
        corners: [Rotation; 8],
        edges: [Rotation; 12],
        centres: [Rotation; 6],
    ) -> Self {
        let corners = CORNERS.iter().zip(corners).map(|(faces, turned)| Piece::new(faces, turned));
        let edges = EDGES.iter().zip(edges).map(|(faces, turned)| Piece::new(faces, turned));
        let centres =
            Face::ALL.iter().zip(centres).map(|(face, turned)| Piece::new(&[*face], turned));
        let pieces: Vec<Piece> = corners.chain(edges).chain(centres).collect();
        Self { pieces: pieces.try_into().expect("8, 12 and 6 pieces are 26") }
    }

    /// Applies one move.
    pub fn turn(&mut self, step: Move) {
        // The coordinate of a piece along the axis is 1 in the layer of the face, 0 in the slice
        // next to it, −1 in the opposite layer.
        let (face, quarters, layers) = match step {
            Move::Face(turn) => (turn.face(), turn.amount(), 1..=1),
            Move::Wide(turn) => (turn.face(), turn.amount(), 0..=1),
            Move::Slice(slice, quarters) => (slice.reference_face(), quarters, 0..=0),
            Move::Rotation(axis, quarters) => (axis.reference_face(), quarters, -1..=1),
        };
        let axis = normal(face);
        for _ in 0..quarters.number() {
            for piece in &mut self.pieces {
                if layers.contains(&piece.place().dot(axis)) {
                    piece.turned = piece.turned.then_quarter_turn(axis);
                }
            }
        }
    }

    /// Applies the moves of a sequence in order.
    pub fn apply(&mut self, sequence: &Sequence) {
        for &step in sequence.moves() {
            self.turn(step);
        }
    }

    /// Returns the corner pieces in the order of their numbers.
    pub(crate) fn corners(&self) -> &[Piece] {
        &self.pieces[..8]
    }

    /// Returns the edge pieces in the order of their numbers.
    pub(crate) fn edges(&self) -> &[Piece] {
        &self.pieces[8..20]
    }

    /// Returns the centre piece that belongs to `face`, whose current place may differ.
    pub(crate) fn centre(&self, face: Face) -> &Piece {
        &self.pieces[20 + face.index()]
    }
}
