//! The layout of the drawn net: the sticker in each field, and the direction of its arrow.

use gordian_puzzles::cube::{CORNERS, EDGES, Face, PieceKind};

/// The diagram of the blog post: place · stickers per piece + sticker, with places counted from 1;
/// corners at the corners of a face, edges between them.
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

/// The direction of the arrow of each field of a face, in clockwise quarter turns from up. It is
/// the same for every face of the post's net; the middle is not used.
const ARROWS: [[usize; 3]; 3] = [[3, 0, 0], [3, 0, 1], [2, 2, 1]];

/// The rows and columns where the faces begin in the post's net, in the order of [`Face::ALL`].
const CORNERS_OF_FACES: [(usize, usize); 6] = [(0, 3), (3, 0), (3, 3), (3, 6), (3, 9), (6, 3)];

/// For each face of [`Face::ALL`] and each of its borders (upper, right, lower, left): the face
/// beyond it, and which of that face's borders it is when the net is folded.
const BORDERS: [[(Face, usize); 4]; 6] = {
    use Face::{B, D, F, L, R, U};
    [
        [(B, 0), (R, 0), (F, 0), (L, 0)],
        [(U, 3), (F, 3), (D, 3), (B, 1)],
        [(U, 2), (R, 3), (D, 0), (L, 1)],
        [(U, 1), (B, 3), (D, 1), (F, 1)],
        [(U, 0), (L, 3), (D, 2), (R, 1)],
        [(F, 2), (R, 2), (B, 2), (L, 2)],
    ]
};

/// A field of the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NetField {
    /// The middle of a face, which no turn moves away.
    Middle,
    /// A sticker of the piece at a place.
    Sticker {
        kind: PieceKind,
        /// The number of the place, from 0.
        place: usize,
        /// The number of the sticker at this place.
        sticker: usize,
        /// The direction of its arrow, in clockwise quarter turns from up.
        arrow: usize,
    },
}

/// The drawn net of a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NetLayout {
    pub(super) size: usize,
    /// For each face of [`Face::ALL`], rows of fields.
    faces: Vec<Vec<Vec<NetField>>>,
}

impl NetLayout {
    /// Returns the net of a cube of size 2 to 5; for size 3, that of the blog post.
    pub(super) fn of_size(size: usize) -> Self {
        if size == 3 { Self::of_blog_post() } else { Self::from_geometry(size) }
    }

    pub(super) fn field(&self, face: Face, row: usize, column: usize) -> NetField {
        self.faces[face.index()][row][column]
    }

    fn of_blog_post() -> Self {
        let field = |(top, left): (usize, usize), row: usize, column: usize| {
            let number = DIAGRAM[top + row][left + column];
            let arrow = ARROWS[row][column];
            let (kind, n) = match (row % 2, column % 2) {
                (1, 1) => return NetField::Middle,
                (0, 0) => (PieceKind::Corner, 3),
                _ => (PieceKind::Edge, 2),
            };
            NetField::Sticker { kind, place: number / n - 1, sticker: number % n, arrow }
        };
        let face = |at| rows(3, |row, column| field(at, row, column));
        Self { size: 3, faces: CORNERS_OF_FACES.into_iter().map(face).collect() }
    }

    fn from_geometry(size: usize) -> Self {
        let face = |face| rows(size, |row, column| from_geometry(face, row, column, size));
        Self { size, faces: Face::ALL.into_iter().map(face).collect() }
    }

    /// Returns the fields that a turn of the layer at a depth below a face moves.
    pub(super) fn layer(&self, face: Face, depth: usize) -> Vec<NetField> {
        let n = self.size;
        let mut fields = Vec::new();
        if depth == 0 {
            fields.extend(self.faces[face.index()].iter().flatten());
        }
        for (other, border) in BORDERS[face.index()] {
            fields.extend((0..n).map(|i| {
                let far = n - 1 - depth;
                let (row, column) = [(depth, i), (i, far), (far, i), (i, depth)][border];
                self.field(other, row, column)
            }));
        }
        fields
    }
}

fn rows(size: usize, field: impl Fn(usize, usize) -> NetField) -> Vec<Vec<NetField>> {
    (0..size).map(|row| (0..size).map(|column| field(row, column)).collect()).collect()
}

/// Derives a field from the shape of the net alone.
///
/// The drawn face is turned anticlockwise until the field lies in its upper quarter, the upper
/// right corner included. The arrow points over the border that is then the upper one, so its
/// direction is the number of quarter turns.
fn from_geometry(face: Face, row: usize, column: usize, size: usize) -> NetField {
    let last = size - 1;
    let turned_anticlockwise = |(row, column): (usize, usize)| (last - column, row);
    let mut at = (row, column);
    for arrow in 0..4 {
        let (row, column) = at;
        // Above the falling diagonal, and above the rising one or on it.
        if row < column && row + column <= last {
            return upper_quarter(face, arrow, row, column, last);
        }
        at = turned_anticlockwise(at);
    }
    NetField::Middle
}

/// Returns the field at a position in the upper quarter of a face that is drawn with its border
/// number `arrow` at the top.
fn upper_quarter(face: Face, arrow: usize, row: usize, column: usize, last: usize) -> NetField {
    let (beyond, border_beyond) = BORDERS[face.index()][arrow];
    let own = 4 * face.index() + arrow;
    let is_in_corner = row + column == last;
    let (kind, place, sticker) = match (row, (2 * column).cmp(&last)) {
        (0, _) if is_in_corner => {
            let (third, _) = BORDERS[face.index()][(arrow + 1) % 4];
            let (place, sticker) = corner([face, beyond, third]);
            (PieceKind::Corner, place, sticker)
        }
        (0, std::cmp::Ordering::Equal) => {
            let (place, sticker) = edge([face, beyond]);
            (PieceKind::Edge, place, sticker)
        }
        (0, std::cmp::Ordering::Greater) => (PieceKind::Wing, own, 0),
        (0, std::cmp::Ordering::Less) => (PieceKind::Wing, 4 * beyond.index() + border_beyond, 1),
        _ if is_in_corner => (PieceKind::XCentre, own, 0),
        _ => (PieceKind::TCentre, own, 0),
    };
    NetField::Sticker { kind, place, sticker, arrow }
}

/// Returns the corner place with these faces in this cyclic order, and the index of the first of
/// them in its list.
fn corner(faces: [Face; 3]) -> (usize, usize) {
    let starts = (0..CORNERS.len()).flat_map(|place| (0..3).map(move |start| (place, start)));
    starts
        .into_iter()
        .find(|&(place, start)| (0..3).all(|k| CORNERS[place][(start + k) % 3] == faces[k]))
        .expect("three faces that meet, clockwise")
}

/// Returns the place of the middle edge between two faces, and the index of the first in its list.
fn edge(faces: [Face; 2]) -> (usize, usize) {
    let starts = (0..EDGES.len()).flat_map(|place| (0..2).map(move |start| (place, start)));
    starts
        .into_iter()
        .find(|&(place, start)| (0..2).all(|k| EDGES[place][(start + k) % 2] == faces[k]))
        .expect("two faces that meet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_from_geometry_equals_that_of_the_blog_post() {
        assert_eq!(NetLayout::from_geometry(3), NetLayout::of_blog_post());
    }

    #[test]
    fn borders_of_the_folded_net_meet() {
        for face in Face::ALL {
            for (border, (other, back)) in BORDERS[face.index()].into_iter().enumerate() {
                assert_eq!(BORDERS[other.index()][back], (face, border));
            }
        }
    }

    #[test]
    fn every_sticker_of_every_place_is_drawn_once() {
        for size in 2..=5 {
            let layout = NetLayout::of_size(size);
            for &kind in PieceKind::of_size(size) {
                let mut seen = vec![0; kind.count() * kind.n_stickers()];
                for field in layout.faces.iter().flatten().flatten() {
                    if let NetField::Sticker { kind: k, place, sticker, .. } = *field
                        && k == kind
                    {
                        seen[place * kind.n_stickers() + sticker] += 1;
                    }
                }
                assert!(seen.iter().all(|&n| n == 1), "{size}: {kind:?}: {seen:?}");
            }
            let middles =
                layout.faces.iter().flatten().flatten().filter(|f| **f == NetField::Middle);
            assert_eq!(middles.count(), if size % 2 == 1 { 6 } else { 0 });
        }
    }
}
