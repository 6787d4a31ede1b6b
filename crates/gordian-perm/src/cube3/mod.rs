//! The 3×3×3 cube, with centres that may have a direction.
//!
//! **Faces** are U (up), L (left), F (front), R (right), B (back) and D (down). A *place* is named
//! by its faces, `URF` or `UF`; a piece has the name of its place on the solved cube.
//!
//! **The simulator** is [`Cube`]: 26 pieces in space, each with its own rotation. It is slow and
//! easy to believe, and it knows everything that the hand can do: wide turns, slices, turns of the
//! whole cube.
//!
//! **A position** is [`Position`]: the numbers that cube programs use, for the cube held with the U
//! centre on top and the F centre in front. It exists only if turns can reach it; [`UnsolvableReason`]
//! lists the reasons why not. Positions are written as their 54 stickers.
//!
//! **A centre** is as on the solved cube, or turned clockwise by one to three quarter turns, or its
//! direction is not known. On most cubes nobody can see it; with a picture or a digit on each face
//! it matters.
//!
//! `docs/cube.md` explains all of it to people, and lists the errors.

mod cube;
mod error;
mod face;
mod moves;
mod notation;
mod position;
mod random;
mod reach;
mod sequence;
pub mod space;
mod text;

pub use cube::Cube;
pub use error::{CubeError, Expected, ParseError};
pub use face::{CORNERS, EDGES, Face};
pub use moves::{Axis, FaceTurn, Metric, Move, QuarterTurns, Slice};
pub use notation::LowercaseMeaning;
pub use position::{OrientedPiece, Position};
pub use random::random_position;
pub use reach::UnsolvableReason;
pub use sequence::Sequence;
pub use text::{draw, is_stickers, parse_position_or_sequence};
