//! The parts of a Sudoku Cube: stickers, pieces, centres, placements and nets.

pub use gordian_perm::cube3::Face;

use super::PieceKind;
pub use crate::board::Direction;
use crate::metadata::Metadata;

/// The faces of each corner place, clockwise seen from outside.
pub const CORNERS: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[F, U, R], [F, R, D], [F, D, L], [F, L, U], [B, U, L], [B, L, D], [B, D, R], [B, R, U]]
};

/// The faces of each place for a middle edge.
pub const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[F, U], [F, R], [F, D], [F, L], [R, U], [R, D], [R, B], [B, U], [B, D], [B, L], [L, U], [L, D]]
};

/// A digit on a piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sticker {
    /// 1 to the square of the cube's size.
    pub digit: u8,
    /// Clockwise quarter turns against the arrow of the sticker's place, 0 to 3.
    pub rotation: u8,
}

/// A digit in the middle of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Centre {
    /// 1 to the square of the cube's size.
    pub digit: u8,
    /// The direction of the digit; `None` if it is unknown or irrelevant.
    pub direction: Option<Direction>,
}

/// Which digits are ambiguous: readable upside down. A 1 always is.
///
/// Two-digit numbers, including 11, 16 and 19, are never ambiguous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ambiguity {
    /// Whether a 6 turned by half is a 9, and a 9 a 6.
    pub six_nine: bool,
    /// Whether an 8 reads the same upside down.
    pub eight: bool,
}

impl Ambiguity {
    /// Returns what `digit` is when it is turned by half, if it can be read then.
    #[must_use]
    pub fn upside_down(self, digit: u8) -> Option<u8> {
        match digit {
            1 => Some(1),
            8 if self.eight => Some(8),
            6 if self.six_nine => Some(9),
            9 if self.six_nine => Some(6),
            _ => None,
        }
    }

    /// Returns the digit that a sticker with `digit` in direction `direction` shows when it is read
    /// in direction `wanted`; `None` if it cannot be read that way.
    #[must_use]
    pub fn read(self, digit: u8, direction: Direction, wanted: Direction) -> Option<u8> {
        if direction == wanted {
            Some(digit)
        } else if direction == wanted.opposite() {
            self.upside_down(digit)
        } else {
            None
        }
    }
}

/// A scrambled Sudoku Cube: which piece is at which place now.
///
/// A cube constructed in code must satisfy the invariants of the fields; the functions of this
/// crate may panic otherwise. A cube that was read from a file satisfies them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuCube {
    /// Title, author and source.
    pub metadata: Metadata,
    /// The number of stickers along an edge of the cube, 2 to 5.
    pub size: usize,
    /// The corner pieces, by the place of [`CORNERS`] where they are; the stickers in the order of
    /// the place's faces. A piece is known by that number.
    pub corners: [[Sticker; 3]; 8],
    /// The middle edges in the same way, by the place of [`EDGES`]: 12 if the size is odd, else
    /// none.
    pub edges: Vec<[Sticker; 2]>,
    /// The wings, by the place of [`super::ADJACENT_FACES`]: 24 if the size is 4 or 5, else none.
    pub wings: Vec<[Sticker; 2]>,
    /// The x-centres, by the place of [`super::ADJACENT_FACES`]: 24 if the size is 4 or 5, else
    /// none.
    pub x_centres: Vec<Sticker>,
    /// The t-centres, by the place of [`super::ADJACENT_FACES`]: 24 if the size is 5, else none.
    pub t_centres: Vec<Sticker>,
    /// The middle centres, in the order of [`Face::ALL`]: 6 if the size is odd, else none.
    pub centres: Vec<Centre>,
    /// Which digits are ambiguous.
    pub ambiguity: Ambiguity,
    /// Whether solutions must be reachable by turns.
    pub reachability: Reachability,
}

/// Whether solutions of a Sudoku Cube must be reachable by turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reachability {
    /// Solutions must be reachable: permutations, twists, flips and known centres must be
    /// consistent.
    #[default]
    Enforced,
    /// Pieces may go anywhere, as if the cube were taken apart: the question of the blog post.
    Ignored,
}

impl SudokuCube {
    /// Returns the largest number of a face, the square of the size: it has each from 1 to this.
    #[must_use]
    pub fn max_digit(&self) -> u8 {
        u8::try_from(self.size * self.size).expect("a size is at most 5")
    }

    /// Returns the stickers of all pieces of a kind, by the place where they are.
    #[must_use]
    pub fn pieces(&self, kind: PieceKind) -> Vec<&[Sticker]> {
        match kind {
            PieceKind::Corner => self.corners.iter().map(|piece| &piece[..]).collect(),
            PieceKind::Edge => self.edges.iter().map(|piece| &piece[..]).collect(),
            PieceKind::Wing => self.wings.iter().map(|piece| &piece[..]).collect(),
            PieceKind::XCentre => self.x_centres.chunks(1).collect(),
            PieceKind::TCentre => self.t_centres.chunks(1).collect(),
        }
    }

    /// Returns whether two pieces are identical, or a piece is identical to itself after a twist or
    /// flip.
    #[must_use]
    pub fn has_identical_pieces(&self) -> bool {
        PieceKind::of_size(self.size).iter().any(|&kind| {
            self.identical_pair(kind).is_some() || self.symmetric_piece(kind).is_some()
        })
    }

    /// Finds two identical pieces of a kind: piece 1, piece 2 and the turn that makes the stickers
    /// of piece 1 equal to those of piece 2.
    pub(super) fn identical_pair(&self, kind: PieceKind) -> Option<(usize, usize, u8)> {
        let stickers: Vec<_> =
            self.pieces(kind).iter().map(|piece| self.canonical_stickers(piece)).collect();
        let pairs =
            (0..stickers.len()).flat_map(|first| (0..first).map(move |second| (first, second)));
        pairs.into_iter().find_map(|(first, second)| {
            let turn = matching_turns(kind, &stickers[first], &stickers[second]).next()?;
            Some((first, second, turn))
        })
    }

    /// Finds a piece of a kind that is identical to itself after a twist or flip.
    pub(super) fn symmetric_piece(&self, kind: PieceKind) -> Option<usize> {
        self.pieces(kind).iter().position(|piece| {
            let stickers = self.canonical_stickers(piece);
            matching_turns(kind, &stickers, &stickers).any(|turn| turn != 0)
        })
    }

    /// Returns the stickers in a canonical form: indistinguishable stickers become equal.
    pub(crate) fn canonical_stickers(&self, stickers: &[Sticker]) -> Vec<Sticker> {
        let look = |&Sticker { digit, rotation }: &Sticker| {
            let half = (rotation + 2) % 4;
            match self.ambiguity.upside_down(digit) {
                Some(other) if (other, half) < (digit, rotation) => {
                    Sticker { digit: other, rotation: half }
                }
                _ => Sticker { digit, rotation },
            }
        };
        stickers.iter().map(look).collect()
    }
}

/// Returns every twist or flip that makes a piece equal to the stickers of a place; both must be in
/// the form of [`SudokuCube::canonical_stickers`].
pub(super) fn matching_turns<'a>(
    kind: PieceKind,
    piece: &'a [Sticker],
    place: &'a [Sticker],
) -> impl Iterator<Item = u8> + 'a {
    let n = place.len();
    (0..kind.n_orientations())
        .filter(move |&turn| (0..n).all(|k| piece[(k + usize::from(turn)) % n] == place[k]))
}

/// The place of each piece in a solution.
///
/// A corner placed at `(place, twist)` shows on the k-th face of that place its sticker number
/// `(k + twist) % 3`; an edge at `(place, flip)` its sticker `(k + flip) % 2`. A piece that stays
/// where it is has twist 0. The place of any other piece fixes how it is turned there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// For each corner piece, the number of the place in [`CORNERS`] from 0, and the twist, 0 to 2.
    pub corners: [(u8, u8); 8],
    /// For each middle edge, the number of the place in [`EDGES`] from 0, and the flip, 0 or 1.
    pub edges: Vec<(u8, u8)>,
    /// For each wing, the number of the place in [`super::ADJACENT_FACES`] from 0.
    pub wings: Vec<u8>,
    /// For each x-centre, the number of the place in [`super::ADJACENT_FACES`] from 0.
    pub x_centres: Vec<u8>,
    /// For each t-centre, the number of the place in [`super::ADJACENT_FACES`] from 0.
    pub t_centres: Vec<u8>,
}

impl Placement {
    /// Returns the placement of a cube of `size` that puts each piece of a kind at the place and
    /// with the turn that `placed` lists; the turn is 0 for all but corners and middle edges.
    ///
    /// # Panics
    ///
    /// Panics if a list has not an entry for each piece of its kind.
    #[must_use]
    pub fn new(size: usize, mut placed: impl FnMut(PieceKind) -> Vec<(u8, u8)>) -> Self {
        let mut list = |kind: PieceKind| {
            let exists = PieceKind::of_size(size).contains(&kind);
            let list = if exists { placed(kind) } else { Vec::new() };
            let expected = if exists { kind.count() } else { 0 };
            assert_eq!(list.len(), expected, "a place for each {}", kind.name());
            list
        };
        let corners = list(PieceKind::Corner).try_into().expect("eight corners");
        let edges = list(PieceKind::Edge);
        let mut places = |kind| list(kind).into_iter().map(|(place, _)| place).collect();
        Self {
            corners,
            edges,
            wings: places(PieceKind::Wing),
            x_centres: places(PieceKind::XCentre),
            t_centres: places(PieceKind::TCentre),
        }
    }

    /// Returns for each piece of a kind its place and turn; the turn is 0 for all but corners and
    /// middle edges.
    #[must_use]
    pub fn of(&self, kind: PieceKind) -> Vec<(u8, u8)> {
        let unturned = |places: &[u8]| places.iter().map(|&place| (place, 0)).collect();
        match kind {
            PieceKind::Corner => self.corners.to_vec(),
            PieceKind::Edge => self.edges.clone(),
            PieceKind::Wing => unturned(&self.wings),
            PieceKind::XCentre => unturned(&self.x_centres),
            PieceKind::TCentre => unturned(&self.t_centres),
        }
    }
}

/// The net of a solved cube.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolvedNet {
    /// The digits of each face of [`Face::ALL`], row by row as drawn in the net: n rows of n
    /// digits, the same n for all.
    pub digits: [Vec<Vec<u8>>; 6],
    /// The direction of the digits of each face; a middle centre may have another direction.
    pub directions: [Direction; 6],
}

impl SolvedNet {
    /// Returns the number of rows of each face.
    #[must_use]
    pub fn size(&self) -> usize {
        self.digits[0].len()
    }
}
