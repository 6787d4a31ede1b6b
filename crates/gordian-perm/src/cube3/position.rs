//! Positions: permutations and orientations of the pieces.

use super::cube::{Cube, Piece};
use super::face::{CORNERS, EDGES, Face};
use super::reach::{UnsolvableReason, check};
use super::sequence::Sequence;
use super::space::{Rotation, Vector, above, normal, turns_between};

/// The piece at a place, and its orientation there.
///
/// The *first face* of a piece or a place is the one named first in [`CORNERS`] and [`EDGES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrientedPiece {
    /// The number of the piece: that of its place on the solved cube.
    pub piece: u8,
    /// The index, in the place's list of faces, of the face that shows the sticker of the piece's
    /// first face. For a corner it is the *twist*, the number of clockwise thirds, 0 to 2; for an
    /// edge the *flip*, 0 or 1.
    pub orientation: u8,
}

/// A position of the cube, held with the U centre on top and the F centre in front.
///
/// It is always solvable; orientations of centres may be unknown.
///
/// # Example
///
/// ```
/// use gordian_perm::cube3::{Face, LowercaseMeaning, Position, Sequence};
///
/// let sequence = Sequence::parse("R", LowercaseMeaning::Wide).unwrap();
/// let position = Position::SOLVED.apply(&sequence);
/// assert_eq!(position.corners().map(|it| it.piece), [4, 1, 2, 0, 7, 5, 6, 3]);
/// assert_eq!(position.corners().map(|it| it.orientation), [2, 0, 0, 1, 1, 0, 0, 2]);
/// assert_eq!(position.centres()[Face::R.index()], Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    corners: [OrientedPiece; 8],
    edges: [OrientedPiece; 12],
    centres: [Option<u8>; 6],
}

/// Returns the solved arrangement of `P` pieces.
const fn at_home<const P: usize>() -> [OrientedPiece; P] {
    let mut placed = [OrientedPiece { piece: 0, orientation: 0 }; P];
    let mut place = 0;
    let mut piece = 0;
    while place < P {
        placed[place].piece = piece;
        piece += 1;
        place += 1;
    }
    placed
}

impl Position {
    /// The solved cube, with the orientations of all centres.
    pub const SOLVED: Self = Self { corners: at_home(), edges: at_home(), centres: [Some(0); 6] };

    /// Returns the position with these pieces.
    ///
    /// *Shape*: the piece at each corner place, in the order of [`CORNERS`]; the piece at each edge
    /// place, in the order of [`EDGES`]; the clockwise quarter turns of each centre, 0 to 3, in the
    /// order of [`Face::ALL`], with `None` for unknown.
    ///
    /// # Errors
    ///
    /// Returns every reason why the position is unsolvable. Centres can be a reason only if all of
    /// them are known.
    pub fn new(
        corners: [OrientedPiece; 8],
        edges: [OrientedPiece; 12],
        centres: [Option<u8>; 6],
    ) -> Result<Self, Vec<UnsolvableReason>> {
        check(&corners, &edges, &centres)?;
        Ok(Self { corners, edges, centres })
    }

    /// Returns the piece at each corner place, in the order of [`CORNERS`].
    #[must_use]
    pub fn corners(&self) -> &[OrientedPiece; 8] {
        &self.corners
    }

    /// Returns the piece at each edge place, in the order of [`EDGES`].
    #[must_use]
    pub fn edges(&self) -> &[OrientedPiece; 12] {
        &self.edges
    }

    /// Returns the clockwise quarter turns of each centre, 0 to 3, in the order of [`Face::ALL`];
    /// `None` is unknown.
    #[must_use]
    pub fn centres(&self) -> &[Option<u8>; 6] {
        &self.centres
    }

    /// Returns the inverse: what the inverse of a sequence that leads here leads to from the solved
    /// cube.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = Self { centres: self.centres, ..Self::SOLVED };
        for (place, it) in (0..).zip(&self.corners) {
            let orientation = (3 - it.orientation) % 3;
            inverse.corners[usize::from(it.piece)] = OrientedPiece { piece: place, orientation };
        }
        for (place, it) in (0..).zip(&self.edges) {
            inverse.edges[usize::from(it.piece)] = OrientedPiece { piece: place, ..*it };
        }
        for turns in inverse.centres.iter_mut().flatten() {
            *turns = (4 - *turns) % 4;
        }
        inverse
    }

    /// Returns the same position with other orientations of the centres.
    ///
    /// # Errors
    ///
    /// Returns every reason why the position is unsolvable, as [`Position::new`].
    pub fn with_centres(&self, centres: [Option<u8>; 6]) -> Result<Self, Vec<UnsolvableReason>> {
        Self::new(self.corners, self.edges, centres)
    }

    /// Returns the position after a sequence of moves, held in the same way as before: rotations of
    /// the whole cube are undone, including those caused by slice moves and wide turns.
    ///
    /// Unknown orientations of centres stay unknown.
    #[must_use]
    pub fn apply(&self, sequence: &Sequence) -> Self {
        let mut cube = self.to_cube();
        cube.apply(sequence);
        let mut after = Self::from_cube(&cube);
        for (after, before) in after.centres.iter_mut().zip(self.centres) {
            *after = before.and(*after);
        }
        after
    }

    /// Returns whether all corners and edges are solved. Orientations of centres are ignored.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.corners == Self::SOLVED.corners && self.edges == Self::SOLVED.edges
    }

    /// Returns whether the orientations of all centres are known and solved.
    #[must_use]
    pub fn centres_solved(&self) -> bool {
        self.centres == Self::SOLVED.centres
    }

    /// Returns the cube in space, U on top and F in front. Unknown orientations of centres become
    /// solved ones.
    #[must_use]
    pub fn to_cube(&self) -> Cube {
        let centre = |face: Face| {
            let quarters = self.centres[face.index()].unwrap_or(0);
            (0..quarters)
                .fold(Rotation::IDENTITY, |turned, _| turned.then_quarter_turn(normal(face)))
        };
        Cube::from_rotations(
            rotations(&self.corners, &CORNERS),
            rotations(&self.edges, &EDGES),
            Face::ALL.map(centre),
        )
    }

    /// Returns the position of a cube in space, as seen with the U centre on top and the F centre
    /// in front.
    #[must_use]
    pub fn from_cube(cube: &Cube) -> Self {
        let centre = |face: Face| {
            // The mark of a centre points to the face above it on the solved cube.
            let mark = cube.centre(face).direction(above(face));
            turns_between(looks(cube, above(face)), mark, looks(cube, face))
        };
        Self {
            corners: placed(cube, cube.corners(), &CORNERS),
            edges: placed(cube, cube.edges(), &EDGES),
            centres: Face::ALL.map(|face| Some(centre(face))),
        }
    }
}

/// Returns the direction of a face: the place of its centre.
fn looks(cube: &Cube, face: Face) -> Vector {
    cube.centre(face).place()
}

/// Returns the rotation in space of each piece, in the order of the pieces' numbers.
fn rotations<const N: usize, const P: usize>(
    placed: &[OrientedPiece; P],
    places: &[[Face; N]; P],
) -> [Rotation; P] {
    let mut rotations = [Rotation::IDENTITY; P];
    for (it, place) in placed.iter().zip(places) {
        let piece = usize::from(it.piece);
        // The k-th sticker of the piece is on face k + turn of the place.
        let fits = |rotation: &Rotation| {
            (0..N).all(|k| {
                let to = place[(k + usize::from(it.orientation)) % N];
                rotation.apply(normal(places[piece][k])) == normal(to)
            })
        };
        rotations[piece] =
            Rotation::all().find(fits).expect("faces are listed in one direction of rotation");
    }
    rotations
}

/// Returns the piece at each place; `pieces` is in the order of their numbers.
fn placed<const N: usize, const P: usize>(
    cube: &Cube,
    pieces: &[Piece],
    places: &[[Face; N]; P],
) -> [OrientedPiece; P] {
    places.map(|place| {
        let normals = place.map(|face| looks(cube, face));
        let middle = normals.iter().fold(Vector([0; 3]), |sum, &normal| sum.plus(normal));
        let (number, piece) = (0..)
            .zip(pieces)
            .find(|(_, piece)| piece.place() == middle)
            .expect("every place holds a piece");
        let first = piece.direction(places[usize::from(number)][0]);
        let orientation = (0..)
            .zip(normals)
            .find_map(|(orientation, normal)| (normal == first).then_some(orientation))
            .expect("the stickers of a piece lie on the faces of its place");
        OrientedPiece { piece: number, orientation }
    })
}
