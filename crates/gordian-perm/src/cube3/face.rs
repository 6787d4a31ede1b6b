//! Faces, corner places and edge places.

use std::fmt;

/// A face of the cube. The order is that of the net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Up.
    U,
    /// Left.
    L,
    /// Front.
    F,
    /// Right.
    R,
    /// Back.
    B,
    /// Down.
    D,
}

impl Face {
    /// All faces, in the order of arrays with one entry per face.
    pub const ALL: [Self; 6] = [Self::U, Self::L, Self::F, Self::R, Self::B, Self::D];

    /// Returns the face's index in [`Face::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::U => 0,
            Self::L => 1,
            Self::F => 2,
            Self::R => 3,
            Self::B => 4,
            Self::D => 5,
        }
    }

    /// Returns the face's letter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["U", "L", "F", "R", "B", "D"][self.index()]
    }

    /// Returns the opposite face.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::U => Self::D,
            Self::L => Self::R,
            Self::F => Self::B,
            Self::R => Self::L,
            Self::B => Self::F,
            Self::D => Self::U,
        }
    }

    /// Returns the face with this upper-case letter.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|face| face.name().chars().eq([letter]))
    }
}

/// Writes the letter.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The corner places, each with its faces clockwise as seen from outside, beginning with the U or D
/// face. A corner piece has the number of its place on the solved cube.
pub const CORNERS: [[Face; 3]; 8] = {
    use Face::{B, D, F, L, R, U};
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]]
};

/// The edge places, each with its two faces: first the U or D face, or the F or B face if there is
/// no U or D face. An edge piece has the number of its place on the solved cube.
pub const EDGES: [[Face; 2]; 12] = {
    use Face::{B, D, F, L, R, U};
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]]
};

/// Returns the name of the place or piece with these faces, such as `URF`.
pub(crate) fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.name()).collect()
}
