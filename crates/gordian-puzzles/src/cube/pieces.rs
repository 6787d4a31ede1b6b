//! What a Sudoku Cube is made of.

use std::fmt;

pub use gordian_perm::cube3::Face;

use crate::puzzle::About;

/// Where the top of a digit points in the drawn face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// No turn.
    Up,
    /// One quarter turn clockwise.
    Right,
    /// A half turn.
    Down,
    /// Three quarter turns clockwise.
    Left,
}

impl Direction {
    /// Every direction, by clockwise quarter turns from up.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// Returns the direction after `turns` clockwise quarter turns from up.
    #[must_use]
    pub fn from_turns(turns: u8) -> Self {
        Self::ALL[usize::from(turns % 4)]
    }

    /// Returns the number of clockwise quarter turns from up, 0 to 3.
    #[must_use]
    pub fn turns(self) -> u8 {
        match self {
            Self::Up => 0,
            Self::Right => 1,
            Self::Down => 2,
            Self::Left => 3,
        }
    }

    /// Returns the direction turned by half.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::from_turns(self.turns() + 2)
    }

    /// Returns `up`, `right`, `down` or `left`.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["up", "right", "down", "left"][usize::from(self.turns())]
    }

    /// Returns the arrow that the drawings use.
    #[must_use]
    pub fn arrow(self) -> char {
        ['↑', '→', '↓', '←'][usize::from(self.turns())]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The faces of each corner place, clockwise seen from outside.
pub const CORNERS: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[F, U, R], [F, R, D], [F, D, L], [F, L, U], [B, U, L], [B, L, D], [B, D, R], [B, R, U]]
};

/// The faces of each edge place.
pub const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[F, U], [F, R], [F, D], [F, L], [R, U], [R, D], [R, B], [B, U], [B, D], [B, L], [L, U], [L, D]]
};

/// Returns the faces of a place in the order in which cubers name them: U or D first, then F or B.
pub(crate) fn naming_order(faces: &[Face]) -> impl Iterator<Item = Face> {
    use Face::{B, D, F, L, R, U};
    [U, D, F, B, R, L].into_iter().filter(|face| faces.contains(face))
}

/// Returns the name cubers give to a place: `UFR`, `FL`.
pub(crate) fn place_name(faces: &[Face]) -> String {
    naming_order(faces).map(Face::name).collect()
}

/// A digit on a corner or edge piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sticker {
    /// 1 to 9.
    pub digit: u8,
    /// Clockwise quarter turns against the arrow of the sticker's place, 0 to 3.
    pub rotation: u8,
}

/// A digit in the middle of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Centre {
    /// 1 to 9.
    pub digit: u8,
    /// Where it looks; `None` if nobody knows or cares.
    pub direction: Option<Direction>,
}

/// Which digits read two ways. A 1 always does.
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

    /// Returns which digit somebody reads who looks in direction `wanted` at a sticker that shows
    /// `digit` in direction `direction`; `None` if it cannot be read that way.
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
/// Whoever builds one by hand keeps what the fields promise; the functions of this crate rely on it
/// and may panic otherwise. A cube that was read from a file keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuCube {
    /// Title, author and source.
    pub about: About,
    /// The corner pieces, by the place of [`CORNERS`] where they are; the stickers in the order of
    /// the place's faces. A piece is known by that number.
    pub corners: [[Sticker; 3]; 8],
    /// The edge pieces in the same way, by the place of [`EDGES`].
    pub edges: [[Sticker; 2]; 12],
    /// The centres, in the order of [`Face::ALL`].
    pub centres: [Centre; 6],
    /// Which digits read two ways.
    pub ambiguity: Ambiguity,
}

impl SudokuCube {
    /// Returns whether an exchange of pieces can go unseen: two pieces look the same, or one piece
    /// looks the same when it is twisted or flipped.
    #[must_use]
    pub fn has_look_alikes(&self) -> bool {
        let corners = self.corners.map(|piece| self.looks(&piece));
        let edges = self.edges.map(|piece| self.looks(&piece));
        let twisted = |a: &Vec<Sticker>, b: &Vec<Sticker>, shifts: std::ops::Range<usize>| {
            shifts.into_iter().any(|shift| (0..a.len()).all(|i| a[i] == b[(i + shift) % b.len()]))
        };
        let any = |pieces: &[Vec<Sticker>]| {
            pieces.iter().enumerate().any(|(i, a)| {
                twisted(a, a, 1..a.len()) || pieces[..i].iter().any(|b| twisted(a, b, 0..a.len()))
            })
        };
        any(&corners) || any(&edges)
    }

    /// Returns the stickers in a form that is equal for stickers that nobody can tell apart.
    pub(crate) fn looks(&self, stickers: &[Sticker]) -> Vec<Sticker> {
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

/// Where each piece goes.
///
/// A corner placed at `(place, twist)` shows on the k-th face of that place its sticker number
/// `(k + twist) % 3`; an edge at `(place, flip)` its sticker `(k + flip) % 2`. A piece that stays
/// where it is has twist 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// For each corner piece, the number of the place in [`CORNERS`] from 0, and the twist, 0 to 2.
    pub corners: [(u8, u8); 8],
    /// For each edge piece, the number of the place in [`EDGES`] from 0, and the flip, 0 or 1.
    pub edges: [(u8, u8); 12],
}

/// A solved cube as its faces show it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolvedNet {
    /// The digits of each face of [`Face::ALL`], row by row as drawn in the net.
    pub digits: [[[u8; 3]; 3]; 6],
    /// The direction in which the digits of each face look; a centre may look elsewhere.
    pub directions: [Direction; 6],
}
