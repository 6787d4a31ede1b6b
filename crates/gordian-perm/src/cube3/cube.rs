//! The plain simulator: 26 pieces in space.

use super::face::{CORNERS, EDGES, Face};
use super::moves::Move;
use super::sequence::Sequence;
use super::space::{Rotation, Vector, middle, normal};

/// A piece: where it is on the solved cube, and how it was turned since. All turns are around the
/// middle of the cube, so that also says where the piece is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    home: Vector,
    turned: Rotation,
}

impl Piece {
    /// Returns the piece that has these faces on the solved cube, turned in space.
    pub(crate) fn new(faces: &[Face], turned: Rotation) -> Self {
        Self { home: middle(faces), turned }
    }

    /// Returns where the piece is.
    pub(crate) fn place(&self) -> Vector {
        self.turned.apply(self.home)
    }

    /// Returns where something on the piece points now that pointed to `face` on the solved cube:
    /// a sticker, or the mark of a centre.
    pub(crate) fn direction(&self, face: Face) -> Vector {
        self.turned.apply(normal(face))
    }
}

/// A cube in space, held in the hand: a plain simulator, slow and easy to believe.
///
/// Each of the 26 pieces carries its own rotation, the centres too; a move turns every piece of the
/// layers that it names. There is no table of what a move does to which piece.
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
        Self::from_rotations([Rotation::NONE; 8], [Rotation::NONE; 12], [Rotation::NONE; 6])
    }

    /// Returns the cube whose pieces are turned in space like that, each array in the order of its
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

    /// Makes one move.
    pub fn turn(&mut self, step: Move) {
        // Along the axis a piece is at 1 in the layer of the face itself, at 0 in the slice beside
        // it, at −1 opposite.
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

    /// Makes the moves of a sequence, one after the other.
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

    /// Returns the centre of a face, wherever it is now.
    pub(crate) fn centre(&self, face: Face) -> &Piece {
        &self.pieces[20 + face.index()]
    }
}
