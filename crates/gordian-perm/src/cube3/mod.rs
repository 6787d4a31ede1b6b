//! The 3×3×3 cube, with optional orientations of the centres (supercube).
//!
//! **Faces** are U (up), L (left), F (front), R (right), B (back) and D (down). A *place* is named
//! by its faces, `URF` or `UF`; a piece has the name of its place on the solved cube.
//!
//! **The simulator** is [`Cube`]: 26 pieces in space, each with its own rotation. It is slow, and
//! simple enough to serve as a reference. It supports all moves: face turns, wide turns, slices and
//! rotations of the whole cube.
//!
//! **A position** is [`Position`]: permutations and orientations of the pieces, for the cube held
//! with the U centre on top and the F centre in front. Only solvable positions exist;
//! [`UnsolvableReason`] lists the reasons why an arrangement is not solvable. Positions are written
//! as their 54 stickers.
//!
//! **The orientation of a centre** is its number of clockwise quarter turns relative to the solved
//! cube, or unknown. It is invisible on most cubes; it matters with a picture or a digit on each
//! face.
//!
//! `docs/guides/cube.md` is the user documentation, with all errors.

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
mod subgroup;
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
pub use subgroup::Subgroup;
pub use text::{draw, is_stickers, parse_position_or_sequence};
