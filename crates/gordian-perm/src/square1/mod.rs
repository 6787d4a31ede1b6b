//! The Square-1, also known as Cube 21: its positions, its moves and how they are written.
//!
//! # The puzzle
//!
//! Three layers. The top and the bottom one each hold pieces that fill a circle of twelve *slots*
//! of 30°: a *small* piece (an edge of the solved cube) fills one slot, a *big* one (a corner) two.
//! The middle layer is two halves that never part, so it has two states: a square, or a kite after
//! one half was turned over. A plane cuts the puzzle into a left and a right half. The moves are
//!
//! - a [`Turn`] of the top and of the bottom layer, by any number of slots;
//! - the *twist*, written `/`: the right half turns over, by 180°. It exchanges the right halves of
//!   the top and of the bottom layer and toggles the middle one. It is possible only when the
//!   plane cuts through no big piece, so it is a partial move: [`Position::twisted`] returns an
//!   `Option`.
//!
//! A third step, [`Move::Flip`], moves nothing inside the puzzle: it is held upside down, and the
//! layers exchange their names.
//!
//! # Slots
//!
//! ```text
//!    top, seen from above          bottom, seen from below
//!
//!            back                           front
//!              6 ╎                         ╎ 5
//!          7     ╎   5                 6   ╎     4
//!        8      ╎      4             7      ╎      3
//!       9       ╎       3           8       ╎       2
//!       10     ╎       2             9       ╎      1
//!         11   ╎    1                 10     ╎   0
//!             ╎ 0                         11 ╎
//!            front                          back
//! ```
//!
//! Slots are numbered anticlockwise as seen from outside their own layer. Slot 0 of the top layer
//! begins at the front end of the cut, slot 0 of the bottom layer at its back end. In both pictures
//! the right hand is on the right, and slots 0 to 5 are the right half. The twist exchanges slot
//! `s` of the top with slot `s` of the bottom for `s` from 0 to 5. A clockwise turn by `x` brings
//! what lay in slot `s + x` to slot `s`.
//!
//! # Writing it down
//!
//! Pieces are the digits `0` to `F` (see [`Piece`]); a position is its two words and its middle,
//! such as `01234567-F89ABCDE,S` (see [`Position`]); for sequences of moves there are two
//! notations (see [`Notation`]). `docs/square1.md` explains all of it to a person with the puzzle
//! in hand.
//!
//! # Invariants
//!
//! - A [`Layer`] is twelve slots, filled exactly, whatever was done to it.
//! - A [`Position`] holds the pieces of one of the two [`Colours`], each as often as it exists.
//! - Every such position can be reached by turning and twisting: no further check is needed.

mod canonical;
mod draw;
mod error;
mod layer;
mod notation;
mod piece;
mod position;
mod random;
mod sequence;
mod shape;
mod svg;
mod text;

pub use draw::draw;
pub use error::{ParseError, SquareError};
pub use layer::Layer;
pub use notation::Notation;
pub use piece::{Colours, CutEnd, Middle, Piece, Side};
pub use position::Position;
pub use random::{random_position, random_sequence};
pub use sequence::{Move, Sequence, Turn};
pub use shape::{LayerShape, Shape};
pub use svg::{svg, svg_shape};
pub use text::parse_position_or_sequence;
