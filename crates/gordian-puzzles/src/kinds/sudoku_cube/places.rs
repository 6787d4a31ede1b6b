//! The kinds of pieces of cubes of 2×2×2 to 5×5×5, and their places.
//!
//! Layer turns move a piece to all places of its kind and to no others. Corners have three
//! orientations at a place, middle edges two. Wings, x-centres and t-centres have 24 places, as
//! many as a cube has rotations, and one orientation at each. Such a place is therefore identified
//! by two adjacent faces: a wing or a centre piece of F next to U is at (F, U), and a rotation of
//! the whole cube rotates this pair.

use super::space::{Vector, normal};
use super::{CORNERS, EDGES, Face};

/// The kind of a piece: pieces of the same kind share their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// Three stickers, in every cube.
    Corner,
    /// Two stickers, in the middle between two corners: in cubes of odd size.
    Edge,
    /// Two stickers, between two corners but not in the middle.
    Wing,
    /// One sticker, on a diagonal of a face.
    XCentre,
    /// One sticker, between the middle of a face and the middle of its border.
    TCentre,
}

impl PieceKind {
    /// Returns the kinds of pieces that can move in a cube of `size`, 2 to 5.
    #[must_use]
    pub fn of_size(size: usize) -> &'static [Self] {
        use PieceKind::{Corner, Edge, TCentre, Wing, XCentre};
        match size {
            2 => &[Corner],
            3 => &[Corner, Edge],
            4 => &[Corner, Wing, XCentre],
            _ => &[Corner, Edge, Wing, XCentre, TCentre],
        }
    }

    /// Returns the name of a piece of this kind, as in `two wings`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Edge => "edge",
            Self::Wing => "wing",
            Self::XCentre => "x-centre",
            Self::TCentre => "t-centre",
        }
    }

    /// Returns how many pieces of this kind a cube has, if it has any.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Corner => 8,
            Self::Edge => 12,
            Self::Wing | Self::XCentre | Self::TCentre => 24,
        }
    }

    /// Returns the number of stickers of a piece, 1 to 3.
    #[must_use]
    pub fn n_stickers(self) -> usize {
        match self {
            Self::Corner => 3,
            Self::Edge | Self::Wing => 2,
            Self::XCentre | Self::TCentre => 1,
        }
    }

    /// Returns in how many ways a piece can lie at a place, 1 to 3.
    #[must_use]
    pub fn n_orientations(self) -> u8 {
        match self {
            Self::Corner => 3,
            Self::Edge => 2,
            Self::Wing | Self::XCentre | Self::TCentre => 1,
        }
    }

    /// Returns this kind's bit in a set of kinds.
    pub(super) fn bit(self) -> u8 {
        match self {
            Self::Corner => 1,
            Self::Edge => 2,
            Self::Wing => 4,
            Self::XCentre => 8,
            Self::TCentre => 16,
        }
    }
}

/// The places of wings and of x- and t-centres: a face and one of its four adjacent faces.
///
/// Number 4·f + d is the face f of [`Face::ALL`] with the face beyond its border in direction d, as
/// drawn: 0 is the upper border, then clockwise. With that border at the top, the t-centre is at
/// the middle of the border; the x-centre and the first sticker of the wing are to the right of the
/// middle. The second sticker of the wing is on the other face.
pub const ADJACENT_FACES: [[Face; 2]; 24] = {
    use Face::{B, D, F, L, R, U};
    [
        [U, B],
        [U, R],
        [U, F],
        [U, L],
        [L, U],
        [L, F],
        [L, D],
        [L, B],
        [F, U],
        [F, R],
        [F, D],
        [F, L],
        [R, U],
        [R, B],
        [R, D],
        [R, F],
        [B, U],
        [B, L],
        [B, D],
        [B, R],
        [D, F],
        [D, R],
        [D, B],
        [D, L],
    ]
};

/// A place for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) kind: PieceKind,
    /// The coordinates of the piece.
    pub(crate) coordinates: Vector,
    /// The faces that define the orientation of a piece at this place. Sticker k is on the k-th
    /// face, and its arrow points to the next face, from the last to the first.
    pub(crate) faces: &'static [Face],
}

impl Place {
    /// Returns the face and the arrow of each sticker.
    pub(crate) fn stickers(&self) -> impl Iterator<Item = (Face, Face)> {
        let next = self.faces.iter().cycle().skip(1);
        self.faces.iter().copied().zip(next.copied()).take(self.kind.n_stickers())
    }

    /// Returns the name of the place: `UFR` and `FL` for corners and middle edges, `UFr` for the
    /// wing between F and U on the side of R, `Fur` and `Fu` for centre pieces of F.
    pub(crate) fn name(&self, size: usize) -> String {
        let (n_shown, outer) = (self.kind.n_stickers(), outermost(size));
        // Beside the faces on which it shows, a piece is nearer to some faces than to others.
        let near: Vec<Face> = naming_order(&Face::ALL)
            .filter(|&face| {
                let depth = self.coordinates.dot(normal(face));
                depth > 0 && depth < outer && !self.faces[..n_shown].contains(&face)
            })
            .collect();
        let shown = naming_order(&self.faces[..n_shown]).map(|face| face.name().to_owned());
        shown.chain(near.iter().map(|face| face.name().to_lowercase())).collect()
    }
}

/// Returns the coordinate of the outermost layer: layers are two apart, so that those of cubes of
/// any size lie at whole numbers.
pub(crate) fn outermost(size: usize) -> i8 {
    i8::try_from(size).expect("a size is at most 5") - 1
}

/// Returns every place for pieces of a kind, in the order of the lists.
pub(crate) fn places(kind: PieceKind, size: usize) -> Vec<Place> {
    let outer = outermost(size);
    // The coordinate of the layer next to the outermost.
    let inner = outer - 2;
    let in_corner = |faces: &'static [Face]| {
        let coordinates = faces.iter().fold(Vector([0; 3]), |sum, &face| sum.plus(normal(face)));
        Place { kind, coordinates: coordinates.scaled(outer), faces }
    };
    let beside = |pair: &'static [Face; 2]| {
        let [face, border] = pair.map(normal);
        // To the right, when the border is at the top of the face.
        let right = border.cross(face);
        let coordinates = match kind {
            PieceKind::Wing => face.plus(border).scaled(outer).plus(right.scaled(inner)),
            PieceKind::XCentre => face.scaled(outer).plus(border.plus(right).scaled(inner)),
            _ => face.scaled(outer).plus(border.scaled(inner)),
        };
        Place { kind, coordinates, faces: pair }
    };
    match kind {
        PieceKind::Corner => CORNERS.iter().map(|faces| in_corner(faces)).collect(),
        PieceKind::Edge => EDGES.iter().map(|faces| in_corner(faces)).collect(),
        PieceKind::Wing | PieceKind::XCentre | PieceKind::TCentre => {
            ADJACENT_FACES.iter().map(beside).collect()
        }
    }
}

/// Returns faces in the order in which cubers name them: U or D first, then F or B.
pub(crate) fn naming_order(faces: &[Face]) -> impl Iterator<Item = Face> {
    use Face::{B, D, F, L, R, U};
    [U, D, F, B, R, L].into_iter().filter(|face| faces.contains(face))
}
