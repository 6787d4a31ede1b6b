//! The Sudoku Cube: a cube of 2×2×2 to 5×5×5 with a number on every sticker.
//!
//! A cube of size n is solved when every face holds the numbers 1 to n² and all of them look the same
//! way; only the middle of a face, in a cube of odd size, may look anywhere. Two questions hide in
//! that: where each piece belongs, which is what this module checks, and which turns bring it there.
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
//! A *direction* says where the top of a digit points in the drawn face: up, right, down or left,
//! or the number of clockwise quarter turns from up.
//!
//! **Pieces.** A corner has three stickers, an edge two. Each place for them lists its faces in a
//! fixed order, and each sticker of a place has an arrow: it points over the border to the
//! place's next face (of the last one, to the first). A *rotation* says how the digit is turned
//! against that arrow, in clockwise quarter turns. The arrows turn with the cube, so a piece keeps
//! its rotations wherever it goes; that is what makes them a good description of a piece. Places
//! and arrows are those of the post that posed the puzzle:
//!
//! ```text
//! corner  1    2    3    4    5    6    7    8
//!        FUR  FRD  FDL  FLU  BUL  BLD  BDR  BRU
//! edge    1   2   3   4   5   6   7   8   9   10  11  12
//!        FU  FR  FD  FL  RU  RD  RB  BU  BD  BL  LU  LD
//! ```
//!
//! Larger cubes have more kinds of pieces ([`PieceKind`]): beside the middle of an edge lie *wings*
//! with two stickers; on the faces lie centre pieces with one, *x-centres* on the diagonals and
//! *t-centres* between the middle and a border. Their places are the 24 [`ADJACENT_FACES`] of a face and one of
//! its borders, and the arrow of a sticker points over that border:
//!
//! ```text
//! 4×4×4   c w w c        5×5×5   c w e w c      c corner
//!         w x x w                w x t x w      e middle edge
//!         w x x w                e t m t e      w wing
//!         c w w c                w x t x w      x x-centre
//!                                c w e w c      t t-centre, m middle centre
//! ```
//!
//! Middle centres stay where they are, as no layer that carries them off is turned: the net is drawn
//! around them. A cube of even size has none, and turning it as a whole changes nothing: each of its
//! 24 positions is as good as the others.
//!
//! **Digits that read two ways.** A 1 reads the same upside down. If a cube says so, an 8 does too,
//! and a 6 turned by half is a 9. Numbers of two figures never do, not even 11. The digits 2, 3, 4, 5
//! and 7 always tell their direction, and at most one of them is the middle centre (a 2×2×2 has 2, 3
//! and 4, and no centres): so a solved face looks exactly one way.
//!
//! Checking is done by geometry: pieces are turned in space ([`StickerCube`]) and read off the faces. The
//! finders have their own tables, so neither side can repeat the other's mistake.
//!
//! *Source*: Adam Furmanek's blog, ILP series, part 105.

mod check;
mod draw;
mod net;
mod parity;
mod parse;
mod pieces;
mod places;
mod reachability;
pub mod scramble;
mod space;
mod sticker_cube;

pub use check::CubeViolation;
pub use pieces::{
    Ambiguity, CORNERS, Centre, Direction, EDGES, Face, Placement, SolvedNet, Sticker, SudokuCube,
};
pub use places::{ADJACENT_FACES, PieceKind};
pub use reachability::Unreachable;
pub use sticker_cube::StickerCube;

pub(crate) use parse::read;
