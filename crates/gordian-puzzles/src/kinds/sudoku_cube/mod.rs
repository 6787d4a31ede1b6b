//! The Sudoku Cube: a cube of 2×2×2 to 5×5×5 with a number on every sticker.
//!
//! A cube of size n is solved when every face holds the numbers 1 to n² and all of them point in
//! the same direction; only the middle of a face, in a cube of odd size, may point in any
//! direction. Solving has two parts: finding where each piece belongs, and finding the turns that
//! bring it there. This module checks the first part.
//!
//! **Faces and the net.** The faces are U (up), L (left), F (front), R (right), B (back) and D
//! (down). A cube is drawn as a net, each face seen from outside:
//!
//! ```text
//!       U
//!     L F R B
//!       D
//! ```
//!
//! A *direction* is where the top of a digit points in the drawn face: up, right, down or left, or
//! the number of clockwise quarter turns from up.
//!
//! **Pieces.** A corner has three stickers, an edge two. Each place lists its faces in a fixed
//! order. Each sticker of a place has an arrow that points over the border to the place's next face
//! (from the last face, to the first). A *rotation* is the angle from that arrow to the top of the
//! digit, in clockwise quarter turns. The arrows turn with the cube, so a piece keeps its rotations
//! in every place: digits and rotations identify a piece. Places and arrows are numbered as in the
//! post that introduced the puzzle:
//!
//! ```text
//! corner  1    2    3    4    5    6    7    8
//!        FUR  FRD  FDL  FLU  BUL  BLD  BDR  BRU
//! edge    1   2   3   4   5   6   7   8   9   10  11  12
//!        FU  FR  FD  FL  RU  RD  RB  BU  BD  BL  LU  LD
//! ```
//!
//! Larger cubes have more kinds of pieces ([`PieceKind`]): *wings*, with two stickers, beside the
//! middle of an edge; and centre pieces, with one sticker: *x-centres* on the diagonals of a face,
//! *t-centres* between its middle and a border. Each of these kinds has 24 places, one for each
//! face and one of its borders ([`ADJACENT_FACES`]); the arrow of a sticker points over that
//! border:
//!
//! ```text
//! 4×4×4   c w w c        5×5×5   c w e w c      c corner
//!         w x x w                w x t x w      e middle edge
//!         w x x w                e t m t e      w wing
//!         c w w c                w x t x w      x x-centre
//!                                c w e w c      t t-centre, m middle centre
//! ```
//!
//! Middle centres stay in place, because the middle layers are never turned; the net is drawn
//! around them. A cube of even size has no middle centres, and turning it as a whole changes
//! nothing: its 24 orientations are equivalent.
//!
//! **Ambiguous digits.** A 1 reads the same upside down. If [`Ambiguity`] says so, an 8 does too,
//! and a 6 turned by half is a 9. Two-digit numbers are never ambiguous, not even 11. The digits 2,
//! 3, 4, 5 and 7 always have one direction, and at most one of them is the middle centre (a 2×2×2
//! has 2, 3 and 4, and no centres), so a solved face has exactly one direction.
//!
//! The checker is geometric: it turns pieces in space ([`StickerCube`]) and reads the faces. The
//! solvers have their own tables, so neither side can repeat a mistake of the other.
//!
//! *Source*: Adam Furmanek's blog, ILP series, part 105.

mod check;
mod draw;
mod kind;
mod net;
mod parity;
mod parse;
mod pieces;
mod places;
mod reachability;
pub mod scramble;
mod solution;
mod space;
mod sticker_cube;

pub use check::CubeViolation;
pub use pieces::{
    Ambiguity, CORNERS, Centre, Direction, EDGES, Face, Placement, Reachability, SolvedNet,
    Sticker, SudokuCube,
};
pub use places::{ADJACENT_FACES, PieceKind};
pub use reachability::Unreachable;
pub use sticker_cube::StickerCube;
