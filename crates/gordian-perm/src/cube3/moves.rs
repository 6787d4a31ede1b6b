//! Moves: face turns, wide turns, slice moves and rotations; and metrics.

use std::fmt;

use super::face::Face;

/// An amount of turning: one, two or three clockwise quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuarterTurns {
    /// A quarter turn clockwise.
    One,
    /// A half turn.
    Two,
    /// A quarter turn anticlockwise.
    Three,
}

impl QuarterTurns {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Returns the amount of `number` quarter turns modulo 4, or `None` if it is 0.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number % 4 {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    /// Returns the number of clockwise quarter turns, 1 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
        }
    }

    /// Returns the inverse amount.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::One => Self::Three,
            Self::Two => Self::Two,
            Self::Three => Self::One,
        }
    }

    /// Returns the number of quarter turns in the shorter direction: 2 for a half turn, else 1.
    #[must_use]
    pub const fn n_quarters_shortest(self) -> usize {
        match self {
            Self::Two => 2,
            Self::One | Self::Three => 1,
        }
    }
}

/// Writes the suffix of a move: nothing, `2` or `'`.
impl fmt::Display for QuarterTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "",
            Self::Two => "2",
            Self::Three => "'",
        })
    }
}

/// A turn of one face, clockwise as seen from outside that face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceTurn {
    face: Face,
    quarters: QuarterTurns,
}

impl FaceTurn {
    /// All eighteen, by face in the order of [`Face::ALL`], then by quarter turns: the turn of
    /// `face` by `quarters` has the number `3 * face.index() + quarters - 1`.
    pub const ALL: [Self; 18] = {
        let mut all = [Self { face: Face::U, quarters: QuarterTurns::One }; 18];
        let mut number = 0;
        while number < 18 {
            all[number] =
                Self { face: Face::ALL[number / 3], quarters: QuarterTurns::ALL[number % 3] };
            number += 1;
        }
        all
    };

    /// Returns the turn of a face by `quarters` clockwise quarter turns modulo 4, or `None` if that
    /// is 0.
    #[must_use]
    pub const fn new(face: Face, quarters: u8) -> Option<Self> {
        match QuarterTurns::from_number(quarters) {
            Some(quarters) => Some(Self { face, quarters }),
            None => None,
        }
    }

    /// Returns the turn of a face by an amount.
    #[must_use]
    pub const fn from_amount(face: Face, quarters: QuarterTurns) -> Self {
        Self { face, quarters }
    }

    /// Returns the face.
    #[must_use]
    pub const fn face(self) -> Face {
        self.face
    }

    /// Returns the number of clockwise quarter turns, 1 to 3.
    #[must_use]
    pub const fn quarters(self) -> u8 {
        self.quarters.number()
    }

    /// Returns the amount of turning.
    #[must_use]
    pub const fn amount(self) -> QuarterTurns {
        self.quarters
    }

    /// Returns the inverse turn.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { face: self.face, quarters: self.quarters.inverse() }
    }
}

/// Writes the turn as `R`, `R2` or `R'`.
impl fmt::Display for FaceTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, self.quarters)
    }
}

/// A layer between two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slice {
    /// Between L and R; turns as L does.
    M,
    /// Between D and U; turns as D does.
    E,
    /// Between F and B; turns as F does.
    S,
}

impl Slice {
    /// All three.
    pub const ALL: [Self; 3] = [Self::M, Self::E, Self::S];

    /// Returns the letter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::M => "M",
            Self::E => "E",
            Self::S => "S",
        }
    }

    /// Returns the face that defines the direction: the slice turns clockwise as this face does.
    #[must_use]
    pub const fn reference_face(self) -> Face {
        match self {
            Self::M => Face::L,
            Self::E => Face::D,
            Self::S => Face::F,
        }
    }
}

/// An axis of rotation of the whole cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Turns as R does.
    X,
    /// Turns as U does.
    Y,
    /// Turns as F does.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Returns the letter, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }

    /// Returns the face that defines the direction: the cube turns clockwise as this face does.
    #[must_use]
    pub const fn reference_face(self) -> Face {
        match self {
            Self::X => Face::R,
            Self::Y => Face::U,
            Self::Z => Face::F,
        }
    }

    /// Returns whether the face is one of the two of the axis.
    pub(super) fn has(self, face: Face) -> bool {
        let reference = self.reference_face();
        face == reference || face == reference.opposite()
    }
}

/// One move of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Turns a face: `R`.
    Face(FaceTurn),
    /// Turns a face together with the adjacent slice: `Rw`.
    Wide(FaceTurn),
    /// Turns a slice: `M`, `E`, `S`. Its centres move to other faces.
    Slice(Slice, QuarterTurns),
    /// Rotates the whole cube: `x`, `y`, `z`.
    Rotation(Axis, QuarterTurns),
}

impl Move {
    /// Returns the inverse move.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Face(turn) => Self::Face(turn.inverse()),
            Self::Wide(turn) => Self::Wide(turn.inverse()),
            Self::Slice(slice, quarters) => Self::Slice(slice, quarters.inverse()),
            Self::Rotation(axis, quarters) => Self::Rotation(axis, quarters.inverse()),
        }
    }

    /// Returns the length of the move in a metric.
    #[must_use]
    pub const fn length(self, metric: Metric) -> usize {
        let (faces, quarters) = match self {
            Self::Face(turn) | Self::Wide(turn) => (1, turn.amount()),
            Self::Slice(_, quarters) => (2, quarters),
            Self::Rotation(_, quarters) => (0, quarters),
        };
        match metric {
            Metric::HalfTurn => faces,
            Metric::QuarterTurn => faces * quarters.n_quarters_shortest(),
        }
    }
}

/// Writes the move as `R2`, `Rw'`, `M`, `x2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Face(turn) => write!(f, "{turn}"),
            Self::Wide(turn) => write!(f, "{}w{}", turn.face(), turn.amount()),
            Self::Slice(slice, quarters) => write!(f, "{}{quarters}", slice.name()),
            Self::Rotation(axis, quarters) => write!(f, "{}{quarters}", axis.name()),
        }
    }
}

impl From<FaceTurn> for Move {
    fn from(turn: FaceTurn) -> Self {
        Self::Face(turn)
    }
}

/// A metric: what counts as one move.
///
/// In both metrics a rotation of the whole cube counts 0; a wide turn counts as one face turn and a
/// slice move as two, because they equal these turns up to a rotation of the whole cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    schemars(rename = "CubeMetric")
)]
pub enum Metric {
    /// Any face turn counts 1 (HTM).
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "htm"))]
    HalfTurn,
    /// A quarter turn of a face counts 1, a half turn 2 (QTM).
    #[cfg_attr(feature = "serde", serde(rename = "qtm"))]
    QuarterTurn,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Self; 2] = [Self::HalfTurn, Self::QuarterTurn];

    /// Returns the usual abbreviation, `htm` or `qtm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::HalfTurn => "htm",
            Self::QuarterTurn => "qtm",
        }
    }
}
